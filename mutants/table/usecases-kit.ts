import { type Mutant, plantedIn } from '../mutant';

/** The runner, the ordinary verbs, idempotency and the batching of postings. */
export const USECASES_KIT: readonly Mutant[] = [
  ...plantedIn(
    'usecases',
    'src/usecases/kit/run.ts',
    ['src/usecases/audit/list-changes.db.test.ts'],
    [
      [
        'audit-rows-lose-before',
        'before: change.before ?? null,',
        'before: null,',
        'An auditor would see the new state of a record but not the old one.',
      ],
      [
        'audit-rows-lose-after',
        'after: change.after ?? null,',
        'after: null,',
        'An auditor would see that a record changed, but not how.',
      ],
      [
        'permissions-are-not-asked',
        'if (useCase.permission !== null) demand(call.principal, useCase.permission);',
        '',
        'A viewer could post, close and delete.',
        { tests: ['e2e/contracts/c/transactions-post.test.ts'], title: 'without permission' },
      ],
      [
        'a-dry-run-writes',
        'if (call.dryRun === true) throw new DryRunDone(output);',
        '',
        'A dry run would carry out the change.',
        { tests: ['e2e/contracts/every-write.test.ts', 'e2e/contracts/a/prospects.test.ts'] },
      ],
      [
        'changes-are-not-audited',
        'await writeChanges(tenant, useCase.name, call, changes);',
        '',
        'Writes would leave neither an audit row nor an event.',
      ],
      [
        'the-audit-names-nobody',
        'actorId: call.principal.actor.id,',
        'actorId: null,',
        'No one could tell who changed a record.',
      ],
    ],
  ),
  ...plantedIn(
    'usecases',
    'src/usecases/kit/crud.ts',
    ['e2e/contracts/b/uniform.test.ts', 'e2e/contracts/a/prospects.test.ts'],
    [
      [
        'updates-ignore-the-version',
        'const before = await found(context, id);\n      expectVersion(context, before);\n      const prepared',
        'const before = await found(context, id);\n      const prepared',
        'Two people editing one record would overwrite each other without noticing.',
        {
          survives:
            'The updating statement also names the version and refuses; the earlier check only avoids preparing what would be refused.',
        },
      ],
      [
        'any-version-will-do',
        'context.expectedVersion !== undefined && context.expectedVersion !== record.version',
        'false',
        'If-Match would have no effect.',
      ],
      [
        'guards-of-removal-are-not-asked',
        'await definition.guardRemove?.(context, before);',
        '',
        'Deleting records with children or postings would be refused without a reason, or succeed.',
        {
          tests: ['src/usecases/subscriptions/subscription.db.test.ts'],
        },
      ],
    ],
  ),
  ...plantedIn(
    'usecases',
    'src/usecases/kit/idempotency.ts',
    ['e2e/contracts/idempotency.test.ts', 'e2e/ledger/races.test.ts'],
    [
      [
        'twins-in-one-batch-both-write',
        "const claim = claimOf.get(index) ?? { state: 'running' };",
        "const claim = claimOf.get(index) ?? { state: 'fresh' };",
        'Two requests with one key that arrive together would both be carried out.',
      ],
      [
        'keys-of-other-callers-replay',
        'credential: principal.credential,\n  route,',
        "credential: 'anybody',\n  route,",
        'One customer’s program could read the stored answer of another’s.',
      ],
    ],
  ),
  ...plantedIn(
    'db',
    'src/db/stores/idempotency.ts',
    ['e2e/contracts/idempotency.test.ts'],
    [
      [
        'a-key-serves-another-request',
        "if (row.hash !== requestHash) return { state: 'mismatch' };",
        '',
        'A second, different payment under a reused key would get the first answer and never be made.',
      ],
    ],
  ),
  ...plantedIn(
    'sql',
    'prisma/sql/platform/claim-keys.sql',
    ['e2e/contracts/idempotency.test.ts'],
    [
      [
        'keys-never-expire',
        ' AND x.expires_at > now()',
        '',
        'An answer would be replayed forever.',
        { tests: ['e2e/contracts/idempotency.test.ts', 'src/jobs/house-jobs.db.test.ts'] },
      ],
      [
        'the-stored-route-is-not-compared',
        " AND x.route = c.claim ->> 'route'",
        '',
        'The same key on two operations would mix up their answers.',
      ],
      [
        'keys-are-locked-by-no-one',
        'v_free := v_free || pg_try_advisory_xact_lock(hashtextextended(',
        'v_free := v_free || (0 <> hashtextextended(',
        'Two requests with one key that arrive at two servers would both be carried out.',
        { tests: ['e2e/ledger/races.test.ts'] },
      ],
    ],
  ),
  ...plantedIn(
    'usecases',
    'src/usecases/kit/run.ts',
    ['src/db/pool.db.test.ts'],
    [
      [
        'steps-end-with-their-caller',
        'const call = reads || asked.gone === undefined ? asked : { ...asked, gone: undefined };',
        'const call = asked;',
        'A verb of many steps would stop between two of them because its caller lost the connection.',
        { title: 'is done with all that it reads' },
      ],
      [
        'who-left-counts-as-a-slow-database',
        'if (call.gone?.aborted === true && !(error instanceof RefusalError)) throw new CallerGone();',
        '',
        'Each closed tab would be logged as a database that took too long.',
        { title: 'not as a slow database' },
      ],
    ],
  ),
];
