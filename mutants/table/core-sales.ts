import { type Mutant, plantedIn } from '../mutant';

/** Prospects, billing, exchange rates, subsidiaries, consolidation. */
export const CORE_SALES: readonly Mutant[] = [
  ...plantedIn(
    'core',
    'src/core/sales/conversion.ts',
    ['src/core/sales/conversion.test.ts'],
    [
      [
        'customers-are-called-after-the-person',
        "company === '' ? prospect.name : company",
        'prospect.name',
        'Invoices would be addressed to the sales contact instead of the company.',
      ],
      [
        'a-lead-forgets-its-prospect',
        'source: prospectSource(prospect.id),',
        "source: 'prospect',",
        'No one could tell which prospect a lead came from.',
      ],
    ],
  ),
  ...plantedIn(
    'core',
    'src/core/sales/lead-score.ts',
    ['src/core/sales/conversion.test.ts'],
    [
      [
        'score-bands-begin-above-their-figure',
        'dec(estimatedRevenue).gte(least)',
        'dec(estimatedRevenue).gt(least)',
        'A prospect with revenue of exactly a million would be scored as one with less.',
      ],
      [
        'blanks-count-as-filled',
        "(facts[field] ?? '').trim() !== ''",
        "(facts[field] ?? '') !== ''",
        'A blank phone number would raise the score.',
      ],
    ],
  ),
  ...plantedIn(
    'core',
    'src/core/sales/prospect-status.ts',
    ['src/core/sales/conversion.test.ts'],
    [
      [
        'converted-prospects-move-on',
        "prospect.status === 'converted' && to !== 'converted' ?",
        "prospect.status === 'converted' && to === 'researching' ?",
        'A customer would be treated as a prospect again.',
      ],
      [
        'converting-twice',
        "return prospect.status === 'converted' ? alreadyConverted(prospect.id) : granted('converted');",
        "return granted('converted');",
        'One prospect would become two customers.',
      ],
    ],
  ),
  ...plantedIn(
    'core',
    'src/core/billing/applications.ts',
    ['src/core/billing/applications.test.ts'],
    [
      [
        'more-is-applied-than-is-open',
        'before.plus(amount).greaterThan(openAmount(target))',
        'dec(amount).greaterThan(openAmount(target))',
        'An invoice named twice would be paid beyond its total.',
      ],
      [
        'more-is-applied-than-was-paid',
        'if (total.greaterThan(left)) {',
        'if (false) {',
        'A payment of 100 could settle invoices of 150.',
      ],
      [
        'other-currencies-settle',
        '(!isSame && sourceAmount === undefined) ||',
        '',
        'Euros would settle dollars one for one.',
      ],
      [
        'the-newest-invoice-is-settled-first',
        'compare(a.dueDate, b.dueDate) ||',
        'compare(b.dueDate, a.dueDate) ||',
        'Old invoices would go to collection while newer ones are paid.',
      ],
    ],
  ),
  ...plantedIn(
    'core',
    'src/core/billing/subscription.ts',
    ['src/core/billing/subscription.test.ts'],
    [
      [
        'cancelled-subscriptions-resume',
        "resume: { from: ['PAUSED'], to: 'ACTIVE' },",
        "resume: { from: ['PAUSED', 'CANCELLED'], to: 'ACTIVE' },",
        'A customer who canceled would be billed again.',
      ],
      [
        'the-last-period-outlives-the-subscription',
        'end: endDate !== null && endDate < end ? endDate : end',
        'end',
        'Customers would be billed for days after the end.',
      ],
      [
        'billing-periods-drift-after-short-months',
        'const start = addMonths(startDate, index * months);',
        'const start = addDays(addMonths(startDate, index * months + months), -30);',
        'A subscription that starts on the 31st would drift to other days.',
      ],
    ],
  ),
  ...plantedIn(
    'core',
    'src/core/fx/rates.ts',
    ['src/core/fx/rates.test.ts'],
    [
      [
        'tomorrows-rate-is-used-today',
        ' || rate.date > date) continue;',
        ') continue;',
        'Entries would be converted at rates not yet known on their date.',
      ],
      [
        'the-oldest-rate-counts',
        'found.date < rate.date',
        'found.date > rate.date',
        'Every entry would use the first rate ever entered.',
      ],
      [
        'an-older-direct-rate-beats-a-newer-inverse',
        '(inverse === null || inverse.date <= direct.date)',
        'true',
        'An outdated rate would be used although a newer one is on file.',
      ],
      [
        'a-missing-rate-is-one',
        'return rateMissing(from, to, date);',
        "return granted({ rate: '1', source: 'DIRECT', rateDate: date });",
        'A thousand yen would be booked as a thousand dollars.',
      ],
    ],
  ),
  ...plantedIn(
    'core',
    'src/core/fx/rate-change.ts',
    ['src/core/fx/rate-change.test.ts'],
    [
      [
        'a-fall-is-no-jump',
        "dec(rate).minus(last).abs().times('100')",
        "dec(rate).minus(last).times('100')",
        'A misplaced decimal point would pass without a warning.',
      ],
      [
        'a-blank-confirms-a-rate',
        "(reason !== null && reason.trim() !== '')",
        '(reason !== null)',
        'No one would have to say why a rate is right.',
      ],
    ],
  ),
  ...plantedIn(
    'core',
    'src/core/fx/contract-bases.ts',
    ['src/core/fx/contract-bases.test.ts'],
    [
      [
        'releases-come-at-the-rate-of-the-day',
        'roundToCurrency(base.times(by).div(balance), currency)',
        'roundToCurrency(by.times(rate), currency)',
        'A corrected rate would restate revenue at the rate of its own month.',
      ],
    ],
  ),
  ...plantedIn(
    'core',
    'src/core/fx/carried-journals.ts',
    ['src/core/fx/carried-journals.test.ts'],
    [
      [
        'rounding-is-a-gain-on-exchange',
        '[...sides, sum(sides).negated()]',
        '[...sides, last]',
        'A journal would be off by a cent where its lines are rounded.',
      ],
      [
        'provisions-settled-by-work-are-not-carried',
        "role === 'RETURN_ASSET' || role === 'LOSS_PROVISION'",
        "role === 'RETURN_ASSET'",
        'A provision would leave a base amount where nothing stands.',
      ],
    ],
  ),
  ...plantedIn(
    'core',
    'src/core/revenue/contracts/postings/carried-facts.ts',
    ['src/core/revenue/contracts/postings/carried-facts.test.ts'],
    [
      [
        'recovered-goods-gain-on-exchange',
        'if (counter !== -1) {',
        'if (counter < -1) {',
        'Goods that are not monetary would have gains and losses on exchange.',
      ],
      [
        'goods-that-come-back-change-the-cost-of-sales',
        "kind === 'return' ? ['INVENTORY', 'COST_OF_SALES']",
        "kind === 'return' ? ['COST_OF_SALES', 'INVENTORY']",
        'Inventory would not have what left it.',
      ],
      [
        'late-facts-are-carried-last',
        'const next = inOrder.findIndex((one) => isEarlier(fact, one.fact));',
        'const next = -1;',
        'What is carried would depend on the order of recording.',
      ],
      [
        'later-facts-keep-what-they-took',
        'folded: inOrder.slice(first), stands',
        'folded: inOrder.slice(first, first + 1), stands',
        'A fact recorded late would leave a base amount where nothing stands.',
      ],
      [
        'facts-are-booked-at-another-rate-later',
        'leave(owed, move, journal.fact.rate)',
        'leave(owed, move, fact.rate)',
        'A debt that a fact adds to later would not be at the rate of its cost.',
      ],
    ],
  ),
  ...plantedIn(
    'core',
    'src/core/fx/settlement.ts',
    ['src/core/fx/rates.test.ts', 'src/core/fx/revaluation.test.ts'],
    [
      [
        'payables-gain-when-they-lose',
        "side === 'DEBIT' ? more : more.negated()",
        'more',
        'An exchange loss on payables would be booked as a gain.',
      ],
    ],
  ),
  ...plantedIn(
    'core',
    'src/core/fx/revaluation.ts',
    ['src/core/fx/revaluation.test.ts'],
    [
      [
        'losses-are-revalued-as-gains',
        'dec(unrealized).greaterThan(ZERO) ? dec(unrealized) : ZERO;',
        'dec(unrealized).greaterThan(ZERO) ? ZERO : dec(unrealized);',
        'A falling currency would raise the result.',
      ],
      [
        'a-second-run-forgets-the-first',
        'unrealized: text(difference.plus(balance.posted)),',
        'unrealized: text(difference),',
        'A reversed gain would be booked as a loss.',
      ],
    ],
  ),
  ...plantedIn(
    'core',
    'src/core/subsidiaries/tree.ts',
    ['src/core/subsidiaries/tree.test.ts'],
    [
      [
        'a-record-is-its-own-parent',
        'if (id !== null && sameId(parentId, id)) {',
        'if (false) {',
        'A subsidiary could be its own parent, and consolidation would loop forever.',
      ],
      [
        'circles-of-parents',
        'if (id !== null && ancestors.some((ancestor) => sameId(ancestor, id))) {',
        'if (false) {',
        'Two subsidiaries could own each other.',
      ],
      [
        'ids-in-capitals-are-other-ids',
        'return a.toLowerCase() === b.toLowerCase();',
        'return a === b;',
        'The same id in uppercase would pass the check for cycles.',
      ],
      [
        'parents-are-deleted-under-their-children',
        'if (children === 0) return granted(null);',
        'if (children <= 1) return granted(null);',
        'A subsidiary would be left without its parent.',
      ],
    ],
  ),
  ...plantedIn(
    'core',
    'src/core/consolidation/zero-sum.ts',
    ['src/core/consolidation/consolidation.test.ts', 'src/core/consolidation/consolidation.laws.test.ts'],
    [
      [
        'translated-books-are-a-cent-apart',
        'missing.greaterThan(rank)',
        'missing.minus(1).greaterThan(rank)',
        'A consolidated balance sheet would not balance.',
      ],
    ],
  ),
  ...plantedIn(
    'core',
    'src/core/consolidation/translation-rates.ts',
    ['src/core/consolidation/consolidation.test.ts'],
    [
      [
        'closing-rates-of-another-period',
        "one.kind === 'CLOSING' && one.date >= firstDay",
        "one.kind === 'CLOSING'",
        'A balance sheet would be translated at a closing rate from months ago.',
      ],
      [
        'averages-of-another-period',
        'one.date >= firstDay && one.date <= lastDay',
        'one.date <= lastDay',
        'A month’s result would be translated at an average of an earlier period.',
      ],
    ],
  ),
  ...plantedIn(
    'core',
    'src/core/consolidation/ownership.ts',
    ['src/core/consolidation/consolidation.test.ts', 'src/core/consolidation/consolidation.laws.test.ts'],
    [
      [
        'a-parent-owns-nothing-of-a-subsidiary',
        "value.greaterThan('0') && value.lessThanOrEqualTo('100')",
        "value.lessThanOrEqualTo('100')",
        'A subsidiary with 0 percent ownership would be consolidated.',
      ],
      [
        'indirect-shares-are-direct-ones',
        'chain.slice(0, chain.indexOf(parentId))',
        'chain.slice(0, 1)',
        'For a company owned 60% by a company owned 80%, the group would report 60%.',
      ],
    ],
  ),
  ...plantedIn(
    'core',
    'src/core/consolidation/eliminations.ts',
    ['src/core/consolidation/consolidation.test.ts', 'src/core/consolidation/consolidation.laws.test.ts'],
    [
      [
        'the-parents-own-capital-is-eliminated',
        "!(isInvestment && type === 'EQUITY' && one.isParent)",
        'true',
        'The group would have no capital.',
      ],
      [
        'differences-of-results-stand-on-the-sheet',
        'isProfitAndLoss(type) ? INTERCOMPANY_RESULT_DIFFERENCE : INTERCOMPANY_DIFFERENCE',
        'INTERCOMPANY_DIFFERENCE',
        'The consolidated income statement and balance sheet would disagree.',
      ],
      [
        'others-share-of-the-parent',
        'member.isParent || member.isElimination ? ZERO',
        'member.isElimination ? ZERO',
        'Eliminations and the parent would get a noncontrolling interest.',
        {
          survives:
            'A parent’s own share is one by definition (groupShare), so other owners’ share of it is zero either way.',
        },
      ],
    ],
  ),
];
