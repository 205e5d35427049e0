import { type Mutant, plantedIn } from '../mutant';

const COSTS = ['e2e/revenue/cases/cases-balances.test.ts', 'e2e/revenue/contract-costs.test.ts'];

/** Impairment of contract costs, and milestones. */
export const CORE_REVENUE: readonly Mutant[] = [
  ...plantedIn(
    'core',
    'src/core/revenue/minimum.ts',
    ['src/core/revenue/cases/minimums.test.ts'],
    [
      [
        'minimum-carries-what-was-forfeited',
        "terms.unused === 'CARRIED_OVER' ? carried : ZERO",
        'carried',
        'Unused units would remain usable although they expired.',
      ],
      [
        'minimum-never-expires',
        'if (end <= through) return amount;',
        '',
        'The unused part would never be earned (606-10-55-48).',
      ],
      [
        'minimum-earns-more-than-it-is',
        'return share.lt(amount) ? share : amount;',
        'return share;',
        'Use beyond what was expected would be earned twice.',
      ],
      [
        'minimum-view-a-keeps-to-royalties',
        'isExceeded ? byUse(terms, periods, through, ONE) : elapsed()',
        'byUse(terms, periods, through, ONE)',
        'A minimum that royalties will not reach would wait for the end of the license.',
      ],
      [
        'minimum-view-b-without-estimate',
        'elapsed().times(isExceeded ? (expected ?? total) : total)',
        'elapsed().times(total)',
        'What is expected beyond the minimum would not be earned over time (606-10-55-65).',
      ],
    ],
  ),
  ...plantedIn(
    'core',
    'src/core/revenue/contracts/committed.ts',
    ['src/core/revenue/cases/minimums.test.ts'],
    [
      [
        'minimum-reaches-back',
        '!coverageOf(old, use.within).over.equals(coverageOf(now, within).over)',
        'false',
        'A modification would change what was billed for use beyond the minimum before it.',
      ],
      [
        'minimum-estimate-without-catch-up',
        'found.use.expected = dec(event.expected);',
        '',
        'An estimate would change nothing.',
      ],
    ],
  ),
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
  ...plantedIn(
    'core',
    'src/core/revenue/contracts/postings/postings.ts',
    ['src/core/revenue/contracts/postings/postings.test.ts'],
    [
      [
        'a-second-journal-alike-is-lost',
        'left.set(name, count - 1)',
        'left.set(name, count)',
        'Of two journals alike, of which one is recorded, the other would never be posted.',
      ],
    ],
  ),
  ...plantedIn(
    'core',
    'src/core/revenue/contracts/costs/cost-plans.ts',
    ['src/core/revenue/cases/cost-facts.test.ts'],
    [
      [
        'impairment-leaves-the-plan',
        'spread(allowed, month, end, eventId)',
        'spread(carrying, month, end, eventId)',
        'After an impairment more would be amortized than the asset is carried at.',
      ],
      [
        'impairments-come-back-under-us-gaap',
        "draft.policy.framework === 'IFRS' ? most : carrying",
        'most',
        'A loss would be reversed where 340-40-35-6 does not allow it.',
      ],
      [
        'impairments-come-back-beyond-cost',
        "draft.policy.framework === 'IFRS' ? most : carrying",
        "draft.policy.framework === 'IFRS' ? item.asset : carrying",
        'An asset would be carried at more than it would be without the loss (IFRS 15.104).',
      ],
      [
        'tests-forget-the-one-before',
        'impaired = impaired.plus(loss);',
        '',
        'The same loss would be booked at every test of a month.',
      ],
    ],
  ),
  ...plantedIn(
    'core',
    'src/core/revenue/contracts/costs/cost-items.ts',
    ['src/core/revenue/cases/cost-facts.test.ts'],
    [
      [
        'costs-outlive-their-contract',
        'if (draft.ended !== null) {\n      const hasEnded',
        'if (false) {\n      const hasEnded',
        'What a terminated contract cost would still be carried as an asset.',
      ],
      [
        'renewals-with-a-cost-lengthen-the-first',
        'if (item.fact.renewalCostCommensurate) return item.end;',
        '',
        'A commission would be amortized over a renewal that has its own commission (340-40-35-1).',
      ],
      [
        'expected-renewals-count-twice',
        'return later(item.end, addDays(item.base, daysInclusive(from, to) - 1));',
        'return addDays(item.end, daysInclusive(from, to) - 1);',
        'A renewal that was anticipated would lengthen the amortization again when it is agreed.',
      ],
    ],
  ),
  ...plantedIn('usecases', 'src/usecases/revenue/contracts/costs/record-cost-assets.ts', COSTS, [
    [
      'impairment-is-forgotten',
      'if (!total.isZero()) await addImpairment(',
      'if (false) await addImpairment(',
      'The contract would show an asset that the ledger does not have.',
    ],
    [
      'impairment-enlarges-the-asset',
      "'Impairment of a contract cost', [row.impairAccountId, row.assetAccountId]",
      "'Impairment of a contract cost', [row.assetAccountId, row.impairAccountId]",
      'A loss would be booked as a gain.',
    ],
    [
      'voided-costs-stay',
      'await markVoidedCost(context.tenant, gone.key);',
      '',
      'A cost recorded in error would stay in the subledger.',
    ],
  ]),
  ...plantedIn('usecases', 'src/usecases/revenue/contracts/costs/cost-records.ts', COSTS, [
    [
      'expensed-costs-are-impaired',
      "if (cost.decision !== 'CAPITALISED') refuseNotCapitalized();\n  const history",
      "if (cost.decision === 'ELSEWHERE') refuseNotCapitalized();\n  const history",
      'A cost that was expensed when it was incurred would be expensed again.',
      {
        survives:
          'The engine refuses the same with the same message, since the test of a cost is a fact of its contract.',
      },
    ],
    [
      'impairment-before-the-cost',
      'if (date >= incurredOn) return;',
      'if (date >= cost.startDate) return;',
      'A loss could be booked in a month in which there was no asset.',
    ],
  ]),
  ...plantedIn(
    'core',
    'src/core/revenue/contracts/flows.ts',
    ['src/core/revenue/contracts/postings/interest-position.test.ts'],
    [
      [
        'interest-income-is-left-out',
        '    accrued.income.minus(draft.accrued.income),\n',
        '',
        'A contract with an advance and payments in arrears would earn no interest.',
      ],
    ],
  ),
  ...plantedIn(
    'core',
    'src/core/revenue/contracts/postings/interest-position.ts',
    ['src/core/revenue/contracts/postings/interest-position.test.ts'],
    [
      [
        'earlier-bills-cover-a-plan',
        '    covered = larger(covered, after);\n',
        '',
        'An advance would pay for goods that were agreed after it, and their interest would count as billed.',
      ],
    ],
  ),
  ...plantedIn(
    'core',
    'src/core/revenue/contracts/postings/interest-days.ts',
    ['src/core/revenue/contracts/postings/interest-days.test.ts'],
    [
      [
        'later-facts-decide-interest-of-earlier-days',
        'days.findLast((one) => one.on <= on)',
        'days.at(-1)',
        'A bill of March would move interest of January out of its account.',
      ],
      [
        'interest-is-moved-again-on-later-days',
        '.minus(moved[account])',
        '',
        'What is moved on one day would be moved again on every day after it.',
      ],
      [
        'interest-on-advances-is-earned-before-its-revenue',
        'recognised.filter((one) => one.on <= on)',
        'recognised',
        'Interest on an advance would be revenue before the run that earns it.',
      ],
    ],
  ),
  ...plantedIn(
    'core',
    'src/core/revenue/contracts/postings/interest-worth.ts',
    ['src/core/revenue/contracts/postings/interest-worth.test.ts'],
    [
      [
        'interest-leaves-cents-carried',
        '  if (amount.plus(by).isZero()) return base.negated();\n',
        '',
        'An account in a foreign currency would be carried at cents for good, with nothing in it.',
      ],
      [
        'what-is-carried-alone-is-always-a-credit',
        'const isDebit = debit.isZero() ? base.gt(ZERO) : debit.gt(ZERO);',
        'const isDebit = debit.gt(ZERO);',
        'Interest could not accrue where an earlier fact had left an account carried at something.',
      ],
      [
        'interest-stands-on-two-sides',
        'if (!areApart) return [{ amount, base }];',
        'if (areApart || !areApart) return [{ amount, base }];',
        'Interest of a contract in a foreign currency could not be recorded after facts that came late.',
      ],
    ],
  ),
  ...plantedIn(
    'core',
    'src/core/revenue/contracts/satisfy.ts',
    ['src/core/revenue/contracts/picture.test.ts'],
    [
      [
        'milestones-are-reached-twice',
        'if (reached.includes(event.milestone)) {',
        'if (false) {',
        'A milestone recorded by two people would be in the history twice, and voiding one would undo it for both.',
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
        'The second milestone would reverse the revenue of the first.',
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
        'estimate.totalCost.minus(byWork).times(ONE.minus(performed)),',
        'estimate.totalCost.minus(byWork),',
        'The provision would remain until the contract is complete (605-35-25-45).',
      ],
      [
        'profitable-contracts-are-provided-for',
        'if (!isIfrs && lossOn(tested).lte(ZERO)) return ZERO;',
        'if (false) return ZERO;',
        'A contract that is profitable as a whole would have a provision.',
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
        'An onerous contract would be provided for beyond the cost of exiting it (IAS 37.68).',
      ],
      [
        'ended-contracts-keep-their-provision',
        'moment.ended ? ZERO : roundToCurrency(',
        'roundToCurrency(',
        'A provision would remain for work that will not be done.',
      ],
    ],
  ),
  ...plantedIn(
    'core',
    'src/core/revenue/contracts/drafts/draft.ts',
    ['src/core/revenue/cases/rest-of-a-term.test.ts'],
    [
      [
        'share-since-reset-counts-the-whole',
        "if (pattern.kind !== 'RATABLE' || resetOn === null) return share;",
        'return share;',
        'After a prospective modification, a new price would be earned by the share of the whole term (606-10-32-45).',
      ],
      [
        'less-progress-follows-the-rest',
        'const gross = share.lt(ZERO)',
        'const gross = share.gt(ONE)',
        'Progress corrected below that at a modification would reverse revenue at the price of the remainder.',
      ],
      [
        'refund-counts-as-measure',
        'base.plus(allocated.plus(taken).minus(base)',
        'base.plus(allocated.minus(base)',
        'An expected refund would reduce revenue in proportion to progress instead of at once.',
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
    'src/core/revenue/schedules/schedule.ts',
    ['src/core/revenue/cases/rest-of-a-term.test.ts'],
    [
      [
        'half-a-month-weighs-a-whole-one',
        'weight: span.weight.times(days).div(String(daysInclusive(span.start, span.end)))',
        'weight: span.weight',
        'A change in the middle of an even month would change that month most, and the others the wrong way.',
      ],
    ],
  ),
  ...plantedIn(
    'core',
    'src/core/revenue/schedules/schedule.ts',
    ['src/core/revenue/schedules/schedule.test.ts'],
    [
      [
        'conventions-share-their-months',
        '[start, end, method, monthly]',
        '[start, end, monthly]',
        'A term would be spread by the convention that was asked for first.',
      ],
    ],
  ),
];
