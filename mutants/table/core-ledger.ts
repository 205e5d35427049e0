import { type Mutant, plantedIn } from '../mutant';

const TRANSACTIONS = 'src/core/transactions';

/** Entries, accounts and the documents that post them. */
export const CORE_LEDGER: readonly Mutant[] = [
  ...plantedIn(
    'core',
    'src/core/ledger/balance.ts',
    ['src/core/ledger/balance.test.ts'],
    [
      [
        'an-entry-of-one-line',
        'lines.length < 2 ?',
        'lines.length < 1 ?',
        'An entry with a single line could be posted.',
      ],
      [
        'a-line-with-both-sides',
        '!debit.isZero() && !credit.isZero()',
        'false',
        'A line could have both a debit and a credit, and its net would hide what was posted.',
      ],
      [
        'negative-debits',
        'debit.lessThan(ZERO) || credit.lessThan(ZERO)',
        'debit.lessThan(ZERO) && credit.lessThan(ZERO)',
        'Negative debits would appear in registers and totals.',
      ],
      [
        'currencies-balance-together',
        'const problem = sidesProblem(own);',
        'const problem = sidesProblem(lines);',
        'A hundred euros could balance a hundred dollars.',
      ],

      [
        'a-cent-of-tolerance',
        'return difference.isZero() ? null',
        "return difference.abs().lessThan('0.02') ? null",
        'Entries that are a cent off would be posted.',
      ],
    ],
  ),
  ...plantedIn(
    'core',
    'src/core/ledger/base-amounts.ts',
    [`${TRANSACTIONS}/gl-impact.test.ts`, `${TRANSACTIONS}/gl-impact.laws.test.ts`],
    [
      [
        'control-lines-share-the-rounding',
        'const shared = ofSide.filter((line) => !line.isControl);',
        'const shared = ofSide;',
        'Receivables would differ by a cent from their invoices.',
      ],
      [
        'base-sides-are-not-rounded-as-one',
        'allocateByWeight(whole.minus(control), weights, baseCurrency)',
        'weights.map((weight) => roundToCurrency(weight.times(rate), baseCurrency))',
        'Entries in foreign currency would not balance in base currency.',
      ],
    ],
  ),
  ...plantedIn(
    'core',
    'src/core/ledger/accounts.ts',
    ['src/core/ledger/accounts.test.ts'],
    [
      [
        'summary-accounts-take-postings',
        "if (account.isSummary) return 'SUMMARY';",
        '',
        'A summary account would have a balance of its own.',
      ],
      [
        'inactive-accounts-take-postings',
        "if (!account.isActive) return 'INACTIVE';",
        '',
        'Accounts taken out of use would keep receiving postings.',
      ],
      [
        'control-accounts-take-journals',
        'account.isControl && !fromSubledger',
        'account.isControl && fromSubledger',
        'A journal could move receivables away from the open invoices.',
      ],
      [
        'cost-of-sales-is-a-balance-sheet-type',
        "COST_OF_SALES: { normalSide: 'DEBIT', statement: 'PROFIT_AND_LOSS'",
        "COST_OF_SALES: { normalSide: 'DEBIT', statement: 'BALANCE_SHEET'",
        'Cost of sales would never be closed into retained earnings.',
        {
          tests: [
            'src/core/ledger/accounts.test.ts',
            'src/core/ledger/trial-balance.test.ts',
            'src/core/ledger/default-chart.test.ts',
          ],
        },
      ],
    ],
  ),
  ...plantedIn(
    'core',
    'src/core/ledger/trial-balance.ts',
    ['src/core/ledger/trial-balance.test.ts'],
    [
      [
        'earlier-results-are-not-rolled',
        'const rolled = balance.accountId === retainedEarningsAccountId ? earlierEarnings : ZERO;',
        'const rolled = ZERO;',
        'The results of earlier years would vanish from the trial balance.',
      ],
      [
        'earlier-results-count-twice',
        'const opening = rolls && isProfitAndLoss(balance.type) ? ZERO : net(balance.beforeYear);',
        'const opening = net(balance.beforeYear);',
        'Earlier results would be in retained earnings and also in the accounts they came from.',
      ],
      [
        'net-balances-ignore-the-normal-side',
        "balance.normalSide === 'DEBIT' ? amount : amount.negated()",
        'amount',
        'Revenue would be reported below zero.',
      ],
    ],
  ),
  ...plantedIn(
    'core',
    `${TRANSACTIONS}/gl-impact.ts`,
    [`${TRANSACTIONS}/gl-impact.test.ts`],
    [
      [
        'shipping-without-a-default-account',
        'rule.shippingAccountId ?? rule.defaultLineAccountId',
        'rule.shippingAccountId',
        'Freight in an organization without a shipping account would have no account and could not be posted.',
      ],
      [
        'discounts-raise-the-receivable',
        'side: isDiscount ? controlSide : contraSide,',
        'side: contraSide,',
        'A discount would be credited as if it were a sale.',
      ],
      [
        'tax-codes-own-account-is-ignored',
        'line.taxAccountId ?? rule.taxAccountId',
        'rule.taxAccountId',
        'City tax would be credited to the state’s account.',
      ],
      [
        'early-payment-discount-is-paid-in-cash',
        'leg === largest ? { ...leg, amount: leg.amount.minus(discount) } : leg',
        'leg',
        'The bank would show more money than came in.',
      ],
      [
        'negative-amounts-stay-on-their-side',
        'side: oppositeSide(leg.side), amount: leg.amount.negated()',
        'amount: leg.amount.negated()',
        'A credit line would be posted as a sale.',
      ],
      [
        'payments-ignore-the-account-of-a-line',
        'accountId: line.accountId ?? rule.bankAccountId,',
        'accountId: rule.bankAccountId,',
        'Money deposited in savings would be posted to the checking account.',
      ],
    ],
  ),
  ...plantedIn(
    'core',
    `${TRANSACTIONS}/checks.ts`,
    [`${TRANSACTIONS}/checks.test.ts`],
    [
      [
        'posting-without-four-eyes',
        'if (!second.ok) return second;',
        '',
        'The author of a document could post it alone.',
      ],
      [
        'accounts-are-not-asked-before-posting',
        'if (!postable.ok) return postable;',
        '',
        'The preview would show a posting that the database refuses.',
      ],
    ],
  ),
  ...plantedIn(
    'core',
    `${TRANSACTIONS}/overridable-checks.ts`,
    [`${TRANSACTIONS}/checks.test.ts`],
    [
      [
        'far-future-is-31-days-in-core',
        'FAR_FUTURE_DAYS = 30;',
        'FAR_FUTURE_DAYS = 31;',
        'The preview would not warn about a posting that the database flags.',
        { tests: [`${TRANSACTIONS}/checks.test.ts`, 'e2e/ledger/far-future.test.ts'] },
      ],
      [
        'at-the-credit-limit-is-over-it',
        '!after.greaterThan(credit.limit)',
        'after.lessThan(credit.limit)',
        'A customer who uses exactly the whole limit would be stopped.',
      ],
      [
        'credit-memos-break-the-limit',
        " || !dec(credit.adds).greaterThan('0')",
        '',
        'A credit memo for a customer over the limit would be flagged.',
      ],
    ],
  ),
  ...plantedIn(
    'core',
    `${TRANSACTIONS}/status.ts`,
    [`${TRANSACTIONS}/status.test.ts`],
    [
      [
        'approved-documents-can-be-edited',
        "edit: { to: 'DRAFT', from: ['DRAFT'] },",
        "edit: { to: 'DRAFT', from: ['DRAFT', 'APPROVED'] },",
        'The posted document could differ from the approved one.',
      ],
      [
        'pending-documents-can-be-posted',
        "post: { to: 'POSTED', from: ['APPROVED'] },",
        "post: { to: 'POSTED', from: ['APPROVED', 'PENDING_APPROVAL'] },",
        'A document would reach the ledger without approval.',
      ],
      [
        'paid-documents-can-be-reversed',
        "reverse: { to: 'REVERSED', from: ['POSTED'] },",
        "reverse: { to: 'REVERSED', from: ['POSTED', 'PAID'] },",
        'An invoice that has been paid could be reversed.',
      ],
      [
        'anybody-creates-approved-documents',
        'if (mayApprove) return granted(wanted);',
        'return granted(wanted);',
        'Creating a document would be a way around approval.',
      ],
      [
        'posted-again-is-an-unknown-move',
        "const ALREADY_IN_LEDGER: readonly TransactionStatus[] = ['POSTED', 'PAID', 'CLOSED'];",
        "const ALREADY_IN_LEDGER: readonly TransactionStatus[] = ['POSTED', 'CLOSED'];",
        'A caller who repeats a posting would not learn that the document is already posted.',
      ],
    ],
  ),
  ...plantedIn(
    'core',
    `${TRANSACTIONS}/totals.ts`,
    [`${TRANSACTIONS}/totals.test.ts`],
    [
      [
        'shipping-is-not-in-the-subtotal',
        "sum(of('ITEM', 'SERVICE', 'SHIPPING')",
        "sum(of('ITEM', 'SERVICE')",
        'Freight would not be included in any total.',
      ],
      [
        'discounts-do-not-lower-the-tax',
        'lineAmount.abs().negated() : lineAmount',
        'ZERO : lineAmount',
        'Customers would pay tax on what they did not pay.',
      ],
      ['tax-lines-are-taxed-again', "line.lineType !== 'TAX' && ", '', 'Tax would be charged on tax.'],
      [
        'journals-are-taxed',
        "kind !== 'JOURNAL' && ",
        '',
        'A journal with a tax code would no longer balance.',
      ],
      [
        'products-are-not-measured',
        'if (tooLarge.length > 0) return invalid(tooLarge);',
        '',
        'A product too large for its column would cause a server error instead of a refusal.',
      ],
    ],
  ),
  ...plantedIn(
    'core',
    `${TRANSACTIONS}/tax.ts`,
    [`${TRANSACTIONS}/tax.test.ts`],
    [
      [
        'a-tax-rate-ends-a-day-early',
        'date <= rate.validTo',
        'date < rate.validTo',
        'Invoices on the last day of a tax rate would have no rate.',
      ],
      [
        'the-earliest-tax-rate-counts',
        'found.validFrom <= rate.validFrom',
        'found.validFrom > rate.validFrom',
        'An old rate would outlive the one that replaced it.',
      ],
    ],
  ),
  ...plantedIn(
    'core',
    `${TRANSACTIONS}/segregation.ts`,
    [`${TRANSACTIONS}/checks.test.ts`],
    [
      [
        'four-eyes-only-above-the-threshold',
        "if (sizeOf(facts).lessThan(segregation.threshold ?? '0')) return granted(null);",
        "if (!sizeOf(facts).greaterThan(segregation.threshold ?? '0')) return granted(null);",
        'A document exactly at the threshold would need no second person.',
      ],
      [
        'four-eyes-see-no-journals',
        'return total.greaterThan(moved) ? total : moved;',
        'return total;',
        'The total of a balanced journal is zero, so it would never need a second person.',
      ],
    ],
  ),
];
