import { type Mutant, plantedIn } from '../mutant';

const CONTRACTS = 'src/core/revenue/contracts';
const ENDED = [`${CONTRACTS}/ended.test.ts`];
const WAITING = [`${CONTRACTS}/postings/waiting-balances.test.ts`];

/** Contracts that have ended, what is posted of them, and what reports call their records. */
export const CORE_ENDED: readonly Mutant[] = [
  ...plantedIn('core', `${CONTRACTS}/ended.ts`, ENDED, [
    [
      'interest-stays-at-the-end',
      '.plus(sum(interest.map(({ amount }) => amount)))',
      '',
      'A contract that ended would keep the interest on its advance as a liability forever.',
    ],
    [
      'payable-beyond-what-is-kept',
      'paidOut.lt(open) ? paidOut : open',
      'paidOut',
      'What was paid out where nothing is kept would stay a contract asset forever.',
    ],
    [
      'held-forever-at-the-end',
      "  'release',\n  'accrual',",
      "  'accrual',",
      'Revenue that was held when its contract ended could never be released.',
      { tests: ['e2e/revenue/ended-contracts.test.ts'], title: 'takes the release of revenue' },
    ],
  ]),
  ...plantedIn('core', `${CONTRACTS}/postings/balance-shifts.ts`, ENDED, [
    [
      'ended-on-both-sides',
      'beyond.gt(ZERO) ? smaller(beyond, dec(event.unbilled)) : ZERO',
      'ZERO',
      'An ended contract would show a contract asset next to a credit of its customer.',
    ],
  ]),
  ...plantedIn('core', `${CONTRACTS}/postings/waiting-balances.ts`, WAITING, [
    [
      'paid-ahead-is-credited-at-the-end',
      "event.kind === 'SETTLE' ? paidAhead : ZERO",
      'ZERO',
      'A cancelable bill paid ahead of the end of its contract would become a credit of the customer.',
    ],
  ]),
  ...plantedIn(
    'usecases',
    'src/usecases/revenue/contracts/record-facts.ts',
    ['e2e/revenue/facts/credited.test.ts'],
    [
      [
        'credited-on-the-day-of-the-contract',
        'fact?.document === undefined ? event.on : fact.event.effectiveDate',
        'event.on',
        'A credit memo dated before its contract would leave the contract liability and its subledger apart until then.',
        { title: 'stands in the contract liability from its own day' },
      ],
    ],
  ),
  ...plantedIn(
    'core',
    'src/core/revenue/reports/record-labels.ts',
    ['src/core/revenue/reports/record-labels.test.ts'],
    [
      [
        'records-of-one-name-are-one-row',
        'if ((names.get(record.name) ?? 0) === 1) return record.name;',
        'if ((names.get(record.name) ?? 0) > 0) return record.name;',
        'Two classes of one name would be one row of disaggregated revenue.',
      ],
      [
        'records-of-one-name-and-code-are-one-row',
        'codes.get(withCode(record)) === 1',
        'codes.has(withCode(record))',
        'Two customers of one name and number would be one row of disaggregated revenue.',
      ],
      [
        'a-record-named-none-is-no-record',
        '([[NO_RECORD, 1]])',
        '()',
        'Revenue of a class that is called none would be shown as that of no class.',
      ],
    ],
  ),
];
