import { type Mutant, plantedIn } from '../mutant';

const RACES = ['e2e/ledger/closing/closing-races.test.ts'];

/** What recording a fact reads: several questions with one statement, the books that are held, and the facts that are kept. */
export const DB_QUESTIONS: readonly Mutant[] = [
  ...plantedIn(
    'db',
    'src/db/stores/questions.ts',
    ['src/db/stores/questions.db.test.ts'],
    [
      [
        'every-question-has-the-first-values',
        'first += values.length;',
        '',
        'A contract would be shown with the documents and sources of whatever the first question was about.',
      ],
      [
        'rows-of-nothing-are-none-at-all',
        "(select coalesce(json_agg(q), '[]') from",
        '(select json_agg(q) from',
        'A contract without documents could not be read.',
      ],
    ],
  ),
  ...plantedIn('db', 'src/db/stores/structure/open-periods.ts', RACES, [
    [
      'no-one-waits-for-a-close',
      'pg_advisory_xact_lock_shared(hashtextextended',
      'pg_try_advisory_xact_lock_shared(hashtextextended',
      'A fact recorded while its month is being locked would change the locked month.',
      { title: 'a fact waits for a lock' },
    ],
  ]),
  ...plantedIn('usecases', 'src/usecases/revenue/events/booking-rules.ts', RACES, [
    [
      'only-the-last-locked-day-is-locked',
      'days.every((day) => day > lastLocked)',
      'days.every((day) => day !== lastLocked)',
      'A fact dated in the middle of a locked month would be recorded in it.',
      { title: 'a fact waits for a lock' },
    ],
  ]),
  ...plantedIn(
    'usecases',
    'src/usecases/revenue/contracts/lock-history.ts',
    ['e2e/revenue/histories/long-histories.test.ts'],
    [
      [
        'a-kept-history-lacks-the-last-fact',
        '[...known.recorded, ...more]',
        'known.recorded',
        'The fact recorded last would be missing from the contract that the next one answers.',
      ],
    ],
  ),
  ...plantedIn(
    'usecases',
    'src/usecases/revenue/contracts/record-facts.ts',
    ['e2e/revenue/histories/long-histories.test.ts'],
    [
      [
        'what-a-fact-stored-is-stored-again',
        'sums: [...sums, ...rows] };',
        'sums };',
        'Each fact would plan again what the one before it had planned.',
      ],
    ],
  ),
];
