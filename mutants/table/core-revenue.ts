import { type Mutant, plantedIn } from '../mutant';

const COSTS = ['e2e/revenue/cases-balances.test.ts', 'e2e/revenue/contract-costs.test.ts'];

/** Impairment of contract costs, and milestones. */
export const CORE_REVENUE: readonly Mutant[] = [
  ...plantedIn(
    'core',
    'src/core/revenue/contract-costs.ts',
    ['src/core/revenue/contract-costs.test.ts'],
    [
      [
        'impairment-ignores-remaining-costs',
        'const net = expected.minus(costs);',
        'const net = expected;',
        'An asset would be carried at what the customer pays, without what it still costs to earn it (340-40-35-3).',
      ],
      [
        'impairment-takes-more-than-there-is',
        'const recoverable = net.lt(ZERO) ? ZERO : net;',
        'const recoverable = net;',
        'An onerous contract would carry its costs below zero.',
      ],
      [
        'impairments-are-reversed',
        'const after = recoverable.lt(carrying) ? recoverable : carrying;',
        'const after = recoverable;',
        'A better forecast would write the asset up again, which 340-40-35-6 forbids.',
      ],
    ],
  ),
  ...plantedIn('usecases', 'src/usecases/revenue/contracts/cost-records.ts', COSTS, [
    [
      'impairment-grows-the-plan',
      'shares[index]?.negated()',
      'shares[index]',
      'After an impairment more would be amortized than the asset is carried at.',
    ],
    [
      'impairment-touches-posted-months',
      'if (postedPeriod === null) left.set(',
      'left.set(',
      'Months that are posted would be amortized a second time, backwards.',
    ],
    [
      'impairment-is-forgotten',
      'await addImpairment(tenant, id, loss);',
      '',
      'The same loss would be booked at every test.',
    ],
    [
      'impairment-enlarges-the-asset',
      "{ accountId: cost.impairAccountId, debit: loss, credit: '0' },\n          { accountId: cost.assetAccountId, debit: '0', credit: loss },",
      "{ accountId: cost.impairAccountId, debit: '0', credit: loss },\n          { accountId: cost.assetAccountId, debit: loss, credit: '0' },",
      'A loss would be booked as a gain.',
    ],
    [
      'expensed-costs-are-impaired',
      "if (cost.decision !== 'CAPITALISED') {\n      refuse(",
      "if (cost.decision === 'ELSEWHERE') {\n      refuse(",
      'A cost that was expensed when it was incurred would be expensed again.',
    ],
    [
      'impairment-before-the-cost',
      'if (date < cost.postingDate) {',
      'if (date < cost.startDate) {',
      'A loss could be booked in a month in which there was no asset.',
    ],
  ]),
  ...plantedIn(
    'core',
    'src/core/revenue/contracts/satisfy.ts',
    ['src/core/revenue/contracts/picture.test.ts'],
    [
      [
        'milestones-are-reached-twice',
        'if (reached.includes(event.milestone)) {',
        'if (false) {',
        'A milestone told by two people would stand twice in the history, and voiding one would take it back for both.',
      ],
      [
        'milestones-weigh-the-same',
        'done.div(weightOf(() => true))',
        'done.div(pattern.milestones.length)',
        'A first draft would recognize as much as the delivery.',
      ],
      [
        'milestones-forget-the-ones-before',
        'obligation.reached = [...reached, event.milestone];',
        'obligation.reached = [event.milestone];',
        'The second milestone would take back the revenue of the first.',
      ],
      [
        'milestones-of-another-contract-count',
        'if (!pattern.milestones.some(({ key }) => key === event.milestone)) {',
        'if (pattern.milestones.length === 0) {',
        'A misspelled milestone would be recorded and recognize nothing.',
      ],
    ],
  ),
  ...plantedIn(
    'core',
    'src/core/revenue/contracts/draft.ts',
    ['src/core/revenue/cases/rest-of-a-term.test.ts'],
    [
      [
        'share-since-reset-counts-the-whole',
        "if (pattern.kind !== 'RATABLE' || resetOn === null) return share;",
        'return share;',
        'After a change for the rest, a new price would be earned by the share of the whole term (606-10-32-45).',
      ],
      [
        'less-progress-follows-the-rest',
        'const gross = share.lt(ZERO)',
        'const gross = share.gt(ONE)',
        'Progress corrected below a modification would take back revenue at the price of what comes after it.',
      ],
      [
        'refund-counts-as-measure',
        'base.plus(allocated.plus(taken).minus(base)',
        'base.plus(allocated.minus(base)',
        'An expected refund would be given back in proportion to progress instead of at once.',
      ],
      [
        'royalty-before-its-license',
        'start > draft.inception ? start : (draft.origin ?? start)',
        'draft.origin ?? start',
        'A royalty before the contract would be earned before the license begins (606-10-55-65).',
      ],
    ],
  ),
  ...plantedIn(
    'core',
    'src/core/revenue/schedule.ts',
    ['src/core/revenue/cases/rest-of-a-term.test.ts'],
    [
      [
        'half-a-month-weighs-a-whole-one',
        'weight: weight.times(days).div(String(daysInclusive(span.start, span.end)))',
        'weight',
        'A change in the middle of an even month would move that month most, and the others the wrong way.',
      ],
    ],
  ),
  ...plantedIn(
    'core',
    'src/core/revenue/contracts/ended.ts',
    ['src/core/revenue/contracts/ended.test.ts'],
    [
      [
        'interest-stays-at-the-end',
        '.plus(sum(interest.map(({ amount }) => amount)))',
        '',
        'A contract that ended would keep the interest on its advance as a liability for good.',
      ],
    ],
  ),
];
