import { type Mutant, plantedIn } from '../mutant';

/** What is read and written for callers who leave before they are answered. */
export const DB_CALLERS: readonly Mutant[] = [
  ...plantedIn(
    'db',
    'src/db/tenancy.ts',
    ['src/db/pool.db.test.ts'],
    [
      [
        'writes-end-with-their-caller',
        "return work === 'write' || gone === undefined ? own : { ...own, gone };",
        'return gone === undefined ? own : { ...own, gone };',
        'A posting would be undone because its caller lost the connection, and a retry could not know.',
        { tests: ['src/db/pool.db.test.ts'], title: 'who leaves a write' },
      ],
    ],
  ),
  ...plantedIn(
    'db',
    'src/db/pool.ts',
    ['src/db/pool.db.test.ts'],
    [
      [
        'a-caller-who-left-is-read-for',
        '    isCanceled = true;\n    void cancelStatement(client);\n',
        '    isCanceled = true;\n',
        'A verification that no one waits for would keep others out for minutes.',
      ],
      [
        'what-was-canceled-serves-the-next',
        "release(isCanceled && !failure ? new Error('its statement was canceled') : failure);",
        'release();',
        'A cancel request that arrives late would end a statement of the next caller.',
      ],
      [
        'who-was-answered-ends-the-next',
        "    gone.removeEventListener('abort', end);\n",
        '',
        'A caller who closes the tab after the answer would end what someone else asked for.',
      ],
    ],
  ),
  ...plantedIn(
    'db',
    'src/db/pool.ts',
    ['src/db/pool.db.test.ts'],
    [
      [
        'a-report-goes-on-without-its-reader',
        'if (gone.aborted) throw new CallerGone();',
        '',
        'A report of many statements would go on, one statement at a time, after its reader left.',
      ],
      [
        'who-left-the-line-keeps-a-connection',
        '(late) => late.release(),',
        '() => undefined,',
        'Callers who leave while all connections are busy would use them up for good.',
      ],
    ],
  ),
  ...plantedIn(
    'db',
    'src/db/replica.ts',
    ['src/db/pool.db.test.ts'],
    [
      [
        'callers-who-leave-blame-the-replica',
        'gone?.aborted !== true &&',
        'gone !== null &&',
        'A report that was left would be read a second time from the primary, and the replica not be used for seconds.',
        { title: 'says nothing about the replica' },
      ],
    ],
  ),
  ...plantedIn(
    'db',
    'src/lib/share.ts',
    ['src/lib/share.test.ts'],
    [
      [
        'who-left-stays-in-line',
        "gone?.addEventListener('abort', leave, { once: true });",
        '',
        'Places would pass to callers who have left, while others are refused for want of one.',
      ],
    ],
  ),
  ...plantedIn(
    'db',
    'src/lib/caller-gone.ts',
    ['src/lib/caller-gone.test.ts'],
    [
      [
        'what-came-too-late-is-handed-on',
        'if (gone.aborted) unwanted(value);\n        else resolve(value);',
        'resolve(value);',
        'A connection that came after its caller left would never go back to the pool.',
      ],
    ],
  ),
];
