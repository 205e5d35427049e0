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
    'src/core/revenue/contracts/loss-months.ts',
    ['src/core/revenue/cases/losses.test.ts'],
    [
      [
        'losses-are-provided-for-in-full-to-the-end',
        'estimate.totalCost.minus(price).times(ONE.minus(performed)),',
        'estimate.totalCost.minus(price),',
        'The provision would stand until the contract is complete (605-35-25-45).',
      ],
      [
        'profitable-contracts-are-provided-for',
        'if (!isIfrs && lossOn(tested).lte(ZERO)) return ZERO;',
        'if (false) return ZERO;',
        'A contract that makes a profit as a whole would have a provision.',
      ],
      [
        'services-are-construction',
        "isIfrs ? all : all.filter(({ estimate }) => estimate.scope !== 'OTHER');",
        'all;',
        'Losses of services would be provided for under US GAAP (605-35-15).',
      ],
      [
        'leaving-costs-nothing',
        'return exit.lt(ahead) ? exit : ahead;',
        'return ahead;',
        'An onerous contract would be provided for beyond what leaving it costs (IAS 37.68).',
      ],
      [
        'ended-contracts-keep-their-provision',
        'moment.ended ? ZERO : roundToCurrency(',
        'roundToCurrency(',
        'A provision would stand for work that nobody will do.',
      ],
    ],
  ),
];
