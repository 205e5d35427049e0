import { allocateByWeight } from '../money/allocate';
import { toAmountString } from '../money/currency';
import { type Decimal, type DecimalString, dec, sum, ZERO } from '../money/decimal';

/** A line of a budget: one cost code in one category. */
export type BudgetLineFacts = {
  readonly costCode: string;
  readonly description: string;
  readonly category: string;
  readonly originalAmount: DecimalString;
  readonly approvedChanges: DecimalString;
  readonly pendingChanges: DecimalString;
  readonly forecastToComplete: DecimalString;
  /** Ledger accounts whose postings on the project are this line's actual cost. */
  readonly accountIds: readonly string[];
};

/** A binding commitment: its lines by cost code, and the changes approved for the commitment as a whole. */
export type CommitmentFacts = {
  readonly approvedChanges: DecimalString;
  readonly lines: readonly { readonly costCode: string; readonly amount: DecimalString }[];
};

/** Actual cost of the project from the ledger, by account, in the budget's currency. */
export type ActualFacts = { readonly accountId: string; readonly amount: DecimalString };

export type BudgetRow = {
  costCode: string;
  description: string;
  category: string;
  originalAmount: DecimalString;
  approvedChanges: DecimalString;
  pendingChanges: DecimalString;
  revisedAmount: DecimalString;
  committedAmount: DecimalString;
  actualAmount: DecimalString;
  forecastToComplete: DecimalString;
  projectedAmount: DecimalString;
  varianceAmount: DecimalString;
  /** False for amounts committed or spent without a line in the budget. */
  isBudgeted: boolean;
};

/** The category of rows for what was not budgeted. */
export const UNBUDGETED = 'UNBUDGETED';

type Amounts = {
  original: Decimal;
  changes: Decimal;
  pending: Decimal;
  committed: Decimal;
  actual: Decimal;
  forecast: Decimal;
};

/**
 * The rows of a budget in the order of its lines, then one row for each cost code committed without a line and one for
 * spending that no line covers, so that totals reconcile to commitments and ledger.
 *
 * revised = original + approved changes. projected = the greater of committed and actual, + forecast to complete: a bill
 * against a commitment is in both and counts once. variance = revised − projected. A commitment's approved changes are
 * spread over its lines by amount, by largest remainder. When several lines have the same cost code, the first one gets
 * the committed amount.
 */
export function budgetRows(
  lines: readonly BudgetLineFacts[],
  commitments: readonly CommitmentFacts[],
  actuals: readonly ActualFacts[],
  currencyCode: string,
): BudgetRow[] {
  const committed = committedByCode(commitments, currencyCode);
  const spent = new Map<string, Decimal>();
  for (const { accountId, amount } of actuals) {
    spent.set(accountId, (spent.get(accountId) ?? ZERO).plus(amount));
  }
  const row = rowIn(currencyCode);
  const rows = lines.map((line) => {
    const bound = committed.get(line.costCode) ?? ZERO;
    committed.delete(line.costCode);
    const actual = sum(line.accountIds.map((id) => spent.get(id) ?? ZERO));
    for (const id of line.accountIds) spent.delete(id);
    return row(line, true, {
      original: dec(line.originalAmount),
      changes: dec(line.approvedChanges),
      pending: dec(line.pendingChanges),
      committed: bound,
      actual,
      forecast: dec(line.forecastToComplete),
    });
  });
  const none = {
    original: ZERO,
    changes: ZERO,
    pending: ZERO,
    committed: ZERO,
    actual: ZERO,
    forecast: ZERO,
  };
  for (const [costCode, amount] of [...committed].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (amount.isZero()) continue;
    const words = { costCode, description: 'Committed without a budget line', category: UNBUDGETED };
    rows.push(row(words, false, { ...none, committed: amount }));
  }
  const rest = sum(spent.values());
  if (!rest.isZero()) {
    const words = { costCode: '', description: 'Spent without a budget line', category: UNBUDGETED };
    rows.push(row(words, false, { ...none, actual: rest }));
  }
  return rows;
}

const SUMMED = [
  'originalAmount',
  'approvedChanges',
  'pendingChanges',
  'revisedAmount',
  'committedAmount',
  'actualAmount',
  'forecastToComplete',
  'projectedAmount',
  'varianceAmount',
] as const;

export type BudgetTotals = Record<(typeof SUMMED)[number], DecimalString>;

/** The sum of every column. */
export function budgetTotals(rows: readonly BudgetTotals[], currencyCode: string): BudgetTotals {
  const entries = SUMMED.map((name) => [
    name,
    toAmountString(sum(rows.map((row) => row[name])), currencyCode),
  ]);
  return Object.fromEntries(entries) as BudgetTotals;
}

function committedByCode(
  commitments: readonly CommitmentFacts[],
  currencyCode: string,
): Map<string, Decimal> {
  const byCode = new Map<string, Decimal>();
  for (const { lines, approvedChanges } of commitments) {
    if (lines.length === 0) continue;
    const amounts = lines.map((line) => dec(line.amount));
    const shares = allocateByWeight(dec(approvedChanges), amounts, currencyCode);
    lines.forEach((line, index) => {
      const whole = (amounts[index] ?? ZERO).plus(shares[index] ?? ZERO);
      byCode.set(line.costCode, (byCode.get(line.costCode) ?? ZERO).plus(whole));
    });
  }
  return byCode;
}

function rowIn(currencyCode: string) {
  const text = (value: Decimal) => toAmountString(value, currencyCode);
  return (
    words: Pick<BudgetRow, 'costCode' | 'description' | 'category'>,
    isBudgeted: boolean,
    { original, changes, pending, committed, actual, forecast }: Amounts,
  ): BudgetRow => {
    const revised = original.plus(changes);
    const projected = (committed.greaterThan(actual) ? committed : actual).plus(forecast);
    return {
      costCode: words.costCode,
      description: words.description,
      category: words.category,
      originalAmount: text(original),
      approvedChanges: text(changes),
      pendingChanges: text(pending),
      revisedAmount: text(revised),
      committedAmount: text(committed),
      actualAmount: text(actual),
      forecastToComplete: text(forecast),
      projectedAmount: text(projected),
      varianceAmount: text(revised.minus(projected)),
      isBudgeted,
    };
  };
}
