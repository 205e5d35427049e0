import { type Mutant, plantedIn } from '../mutant';

const LAWS = 'prisma/sql/revenue';
const EFFECTIVE = ['e2e/revenue/histories/checked/effective-balances.test.ts'];
const POSTED = { title: 'is still to be earned: due within the year' };
const DUE = { title: 'is what a run makes due of a bill that waited' };
const REVERSED = { title: 'is the reversal of what was posted at once' };
const LATE_BILL = { title: 'is what a bill recorded late changes' };

/** Contract balances as of a day in effect: what is in effect by it, however they are read. */
export const DB_EFFECTIVE_BALANCES: readonly Mutant[] = [
  ...plantedIn('db', 'src/db/revenue/contract-balances.ts', EFFECTIVE, [
    [
      'what-a-later-run-posted-is-not-due',
      '...(postedLater === null ? [] : [postedLater]),',
      '',
      'Of a liability as of the end of March, what the run of April released would be due later than within the year.',
      POSTED,
    ],
    [
      'what-a-later-run-posted-was-earned-before',
      'unless(postedLater)',
      'unless(null)',
      'As of the end of March, what the run of April caught up would be revenue from earlier performance.',
      POSTED,
    ],
    [
      'a-movement-has-the-day-of-the-fact-that-caused-it',
      'coalesce(m.effective_on, e.effective_date, m.posting_date)',
      'coalesce(e.effective_date, m.posting_date)',
      'As of January, a bill of January that was recorded late would be paid by money of March.',
      LATE_BILL,
    ],
  ]),
  ...plantedIn('db', 'src/db/revenue/behind-balances.ts', EFFECTIVE, [
    [
      'what-is-behind-a-current-liability-leaves-out-what-a-later-run-posted',
      "postedAfter('$5::date')",
      "'false'",
      'The contracts behind the current part of a liability would not add up to it.',
      POSTED,
    ],
  ]),
  ...plantedIn('usecases', 'src/usecases/revenue/contracts/record-facts.ts', EFFECTIVE, [
    [
      'what-a-late-fact-changes-of-a-later-one-is-in-effect-with-it',
      'on > cause.effectiveDate ? on : null',
      'null',
      'As of January, a bill of January that was recorded late would be paid by money of March.',
      LATE_BILL,
    ],
  ]),
  ...plantedIn('usecases', 'src/usecases/revenue/events/post-waiting.ts', EFFECTIVE, [
    [
      'what-a-run-makes-due-is-in-effect-before-it',
      'ranOn !== null && ranOn > postingDate ? ranOn : null',
      'null',
      'As of the end of January, what the run of February earned would be due already.',
      DUE,
    ],
  ]),
  ...plantedIn('sql', `${LAWS}/later-contracts.sql`, EFFECTIVE, [
    [
      'months-beyond-a-day-of-effect-have-what-a-later-run-made-due',
      'm.effective_on > p_effective',
      'm.effective_on > p_effective + 400',
      'A receivable of January as of its end would have what the run of February made due of a bill that waited.',
      DUE,
    ],
  ]),
  ...plantedIn('sql', `${LAWS}/move-positions.sql`, EFFECTIVE, [
    [
      'movements-lose-their-own-day-of-effect',
      'v.document_base,\n           v.effective_on',
      'v.document_base,\n           NULL',
      'As of January, what was reversed in February would not be earned, and not be still to be earned either.',
      REVERSED,
    ],
  ]),
  ...plantedIn('sql', `${LAWS}/reverse-run-rows.sql`, EFFECTIVE, [
    [
      'a-reversal-is-in-effect-with-the-fact-it-takes-back',
      'CASE WHEN v.event_id IS NOT NULL THEN v_run.posting_date END',
      'NULL::date',
      'As of January, what was reversed in February would not be earned, and not be still to be earned either.',
      REVERSED,
    ],
  ]),
  ...plantedIn('sql', `${LAWS}/sum-revenue-movements.sql`, EFFECTIVE, [
    [
      'a-movement-is-summed-by-the-day-of-its-cause',
      'WHEN n.effective_on IS NOT NULL THEN n.effective_on WHEN',
      'WHEN',
      'A roll-forward as of January would have what a bill recorded late changes of money of March.',
      LATE_BILL,
    ],
  ]),
];
