import { type Mutant, plantedIn } from '../mutant';

const LAWS = 'prisma/sql/revenue';
const COPIES = ['e2e/revenue/histories/checked/balance-copies.test.ts'];
const THEN = ['e2e/revenue/histories/checked/balances-then.test.ts'];
const LATE = { title: 'is made once more where a transaction' };
const ENDS = { title: 'has the end that a contract has now' };

/** Copies of the contract balances as known at earlier moments: how they are made, kept and read. */
export const SQL_BALANCE_COPIES: readonly Mutant[] = [
  ...plantedIn('sql', `${LAWS}/copy-balances.sql`, COPIES, [
    [
      'copies-have-what-is-not-checked',
      "least(p_moment, min(t.recorded_at) - interval '1 microsecond')",
      'greatest(p_moment, min(t.recorded_at))',
      'A copy would be of a moment by which something was recorded of a contract that is added to it only later, and be made again and again.',
      { title: 'is of a moment before the transactions' },
    ],
    [
      'copies-have-what-was-recorded-later',
      'FROM daybook_contract_standings(NULL, v_moment, v_kept) s), v_kept);',
      "FROM daybook_contract_standings(NULL, 'infinity', v_kept) s), v_kept);",
      'Balances as known before a run would have what was recorded while they were copied.',
      { title: 'is of a moment before the transactions' },
    ],
    [
      'copies-of-runs-are-lost',
      'NOT c.before_run AND c.moment < v_moment',
      'c.moment < v_moment',
      'Two months after a run, balances as known before it would be added up of all contracts again.',
      { title: 'stays for good' },
    ],
    [
      'small-books-are-copied',
      'b.organization_id = v_org) < p_least THEN',
      'b.organization_id = v_org) < 0 THEN',
      'Books of a hundred contracts would keep copies that no report needs.',
      { title: 'is only made of enough contracts' },
    ],
  ]),
  ...plantedIn('sql', `${LAWS}/copy-past-balances.sql`, COPIES, [
    [
      'a-copy-is-complete-after-its-first-step',
      'CASE WHEN cardinality(v_kept) = p_limit THEN',
      'CASE WHEN false THEN',
      'Balances as known before a run of earlier years would be those of the first thousand contracts.',
    ],
    [
      'past-copies-do-not-wait-for-notes',
      't.recorded_at <= v_moment) THEN',
      "t.recorded_at <= '-infinity') THEN",
      'A copy could lack a contract that was never checked.',
      {
        ...LATE,
        survives: 'What was recorded by the moment and is not checked has the copy made once more.',
      },
    ],
  ]),
  ...plantedIn('sql', `${LAWS}/add-to-copy.sql`, COPIES, [
    [
      'copies-keep-the-contracts-added-last',
      'due_soon = t.due_soon + excluded.due_soon',
      'due_soon = excluded.due_soon',
      'What is due within a year as known before a run would be that of the last contracts.',
    ],
  ]),
  ...plantedIn('sql', `${LAWS}/move-copied-ends.sql`, COPIES, [
    [
      'copies-keep-the-former-end',
      'HAVING sum(f.amount) <> 0',
      'HAVING false',
      'What is due within a year as known before a run would follow an end that the contract no longer has.',
      ENDS,
    ],
  ]),
  ...plantedIn('sql', `${LAWS}/check-contracts.sql`, COPIES, [
    [
      'late-records-are-missing-in-copies',
      'c.moment >= v_oldest AND c.copied_to',
      "c.moment >= v_oldest + interval '1 day' AND c.copied_to",
      'What a transaction recorded that ended after a copy was made would be missing in balances as known then.',
      LATE,
    ],
    [
      'ends-are-not-passed-on-to-copies',
      'PERFORM daybook_move_copied_ends(v_was);',
      '',
      'Copies would follow the end that contracts had when they were made.',
      ENDS,
    ],
  ]),
  ...plantedIn('sql', `${LAWS}/later-contracts.sql`, THEN, [
    [
      'balances-of-a-day-have-what-takes-effect-later',
      'v.effective_date > p_effective',
      'v.effective_date > p_effective + 400',
      'Contract balances as of a day in effect would have the facts of later days.',
    ],
    [
      'months-beyond-a-day-of-effect-have-later-runs',
      'u.posting_date > p_effective',
      'u.posting_date > p_effective + 400',
      'Contract balances of April as of the end of March would have released what the run of April posted.',
    ],
    [
      'months-beyond-a-day-of-effect-have-later-interest',
      'm.posting_date > p_effective',
      'm.posting_date > p_effective + 400',
      'Contract balances of April as of the end of March would have what interest moved in April.',
    ],
    [
      'one-contract-too-many-of-a-run-is-not-noticed',
      'LIMIT p_most + 1) w',
      'LIMIT p_most) w',
      'Of a run of many contracts, the first thousand would be left out of the balances before it, and the others not.',
    ],
    [
      'what-was-recorded-since-was-known',
      'm.recorded_at > p_known AND',
      'm.recorded_at > now() AND',
      'Balances as known at a close would have a bill that was recorded late.',
    ],
    [
      'what-is-planned-since-was-known',
      'r.recorded_at > p_known',
      'r.recorded_at > now()',
      'What is due within a year would be what a later change made of it.',
    ],
    [
      'what-was-booked-since-was-known',
      'b.recorded_at > p_known',
      'b.recorded_at > now()',
      'What is due within a year would contain what was agreed later.',
    ],
    [
      'what-is-not-checked-was-known',
      'WHERE t.organization_id = (SELECT daybook_organization()) AND (',
      'WHERE t.organization_id IS NULL AND (',
      'Balances as known at a moment would be those before the last facts until their contracts are checked.',
    ],
    [
      'what-lies-between-two-moments-is-not-seen',
      'm.recorded_at <= p_through',
      'm.recorded_at <= p_known',
      'A bill recorded between a copy and the moment asked for would be missing.',
    ],
  ]),
  ...plantedIn('sql', `${LAWS}/touch-contracts.sql`, COPIES, [
    [
      'no-note-reaches-back',
      'array_agg(c.id), v_back FROM',
      'array_agg(c.id), false FROM',
      'Until a contract is checked, a copy would have an end that it no longer has.',
      ENDS,
    ],
  ]),
  ...plantedIn('sql', `${LAWS}/contract-standings.sql`, COPIES, [
    [
      'copies-of-the-past-have-what-is-planned-since',
      'AND x.contract_id = c.id AND x.recorded_at <= p_known OFFSET 0) r',
      'AND x.contract_id = c.id OFFSET 0) r',
      'What was due within a year before a run would have plans made since.',
      { tests: THEN },
    ],
  ]),
  ...plantedIn('db', 'src/db/revenue/kept-balances.ts', COPIES, [
    [
      'copies-are-read-that-lack-something',
      't.recorded_at <= b.moment)',
      "t.recorded_at <= '-infinity')",
      'Until it is checked, what was recorded late would be missing in balances as known then.',
      LATE,
    ],
  ]),
  ...plantedIn('db', 'src/db/revenue/contract-balances.ts', COPIES, [
    [
      'contracts-leave-a-copy-with-another-end',
      "ends: 'CHECKED' });",
      "ends: 'NOW' });",
      'A contract would be taken off a copy with an end the copy does not know yet.',
      ENDS,
    ],
  ]),
  ...plantedIn('db', 'src/db/revenue/balance-copies.ts', COPIES, [
    [
      'copies-are-not-verified',
      'where exists (select from complete) group by x.portion',
      'where false group by x.portion',
      'A full verification would find every copy wrong.',
      { title: 'that has a different figure' },
    ],
  ]),
  ...plantedIn('usecases', 'src/usecases/revenue/runs/post-run.ts', COPIES, [
    [
      'nothing-is-copied-before-a-run',
      'if (progress.done === 0) await copyBalancesBefore(call.principal);',
      '',
      'A report as known before a run of the months it is of would add up all contracts.',
      { title: 'is made before a run' },
    ],
  ]),
  ...plantedIn('usecases', 'src/usecases/revenue/runs/reverse-run.ts', COPIES, [
    [
      'nothing-is-copied-before-a-reversal',
      'await copyBalancesBefore(call.principal);',
      '',
      'A report as known before a run was reversed would add up all contracts.',
      { title: 'is made before a run' },
    ],
  ]),
];
