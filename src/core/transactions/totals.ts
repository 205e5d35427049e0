import { AMOUNT_COLUMN, type Column, columnProblem, PRICE_COLUMN, RATE_COLUMN } from '../money/column';
import { roundToCurrency, toAmountString } from '../money/currency';
import { type Decimal, type DecimalString, dec, sum, toPlainString, ZERO } from '../money/decimal';
import { isCurrency } from '../money/minor-units';
import { granted, type Outcome, refused } from '../outcome';
import type { Issue } from '../refusals';
import type { LineType, TransactionKind } from './kinds';

export type TotalsInputLine = {
  readonly lineNumber: number;
  readonly lineType: LineType;
  readonly quantity: DecimalString;
  readonly unitPrice: DecimalString;
  /** Percent valid on the transaction date, e.g. `19` or `8.875`; null without a tax code. */
  readonly taxRate: DecimalString | null;
};

export type TotalsInput = {
  /** JOURNAL: tax rates are ignored, because a journal has both sides on its own lines. */
  readonly kind?: TransactionKind;
  readonly currencyCode: string;
  readonly baseCurrencyCode: string;
  /** Base units for one unit of the transaction currency; above zero. */
  readonly exchangeRate: DecimalString;
  readonly lines: readonly TotalsInputLine[];
};

export type LineTotals = { lineNumber: number; lineAmount: DecimalString; taxAmount: DecimalString };

/** Amounts at the transaction currency's scale, `baseTotalAmount` at the base currency's. */
export type Totals = {
  lines: LineTotals[];
  subtotalAmount: DecimalString;
  taxAmount: DecimalString;
  discountAmount: DecimalString;
  totalAmount: DecimalString;
  baseTotalAmount: DecimalString;
};

/**
 * The document's amounts by the formulas of decisions.md, surface C, "Amounts":
 * lineAmount = quantity × unitPrice, rounded half-even to the minor unit; subtotal = Σ ITEM, SERVICE, SHIPPING;
 * discount = Σ |DISCOUNT|; tax = Σ line taxAmount + Σ TAX lines; total = subtotal + tax − discount;
 * baseTotal = total × exchangeRate. A tax code on a DISCOUNT line lowers the tax (the discount lowers what is
 * taxed); on a TAX line it only names the tax, since tax is not taxed again.
 * Owner: this function; what daybook_check_document lets be stored is held to it by e2e/ledger/evidence/totals.test.ts.
 *
 * Refuses with INVALID_INPUT, one issue per field: an unknown currency, a rate that is not above zero, numbers their
 * columns cannot hold (amounts NUMERIC(20,4); unit prices NUMERIC(20,6); rates, quantities, percentages NUMERIC(20,10)).
 */
export function computeTotals(input: TotalsInput): Outcome<Totals> {
  const problems = inputIssues(input);
  if (problems.length > 0) return invalid(problems);

  const { currencyCode, baseCurrencyCode } = input;
  const lines = input.lines.map((line) => computeLine(line, input));
  const of = (...types: LineType[]) => lines.filter((line) => types.includes(line.lineType));
  const subtotal = sum(of('ITEM', 'SERVICE', 'SHIPPING').map((line) => line.lineAmount));
  const discount = sum(of('DISCOUNT').map((line) => line.lineAmount.abs()));
  const tax = sum(lines.map((line) => line.taxAmount)).plus(sum(of('TAX').map((line) => line.lineAmount)));
  const total = subtotal.plus(tax).minus(discount);
  const baseTotal = roundToCurrency(total.times(dec(input.exchangeRate)), baseCurrencyCode);

  const tooLarge = overflowIssues(lines, { subtotal, discount, tax, total, baseTotal });
  if (tooLarge.length > 0) return invalid(tooLarge);
  return granted({
    lines: lines.map(({ lineNumber, lineAmount, taxAmount }) => ({
      lineNumber,
      lineAmount: toAmountString(lineAmount, currencyCode),
      taxAmount: toAmountString(taxAmount, currencyCode),
    })),
    subtotalAmount: toAmountString(subtotal, currencyCode),
    taxAmount: toAmountString(tax, currencyCode),
    discountAmount: toAmountString(discount, currencyCode),
    totalAmount: toAmountString(total, currencyCode),
    baseTotalAmount: toAmountString(baseTotal, baseCurrencyCode),
  });
}

type ComputedLine = { lineNumber: number; lineType: LineType; lineAmount: Decimal; taxAmount: Decimal };

function computeLine(line: TotalsInputLine, { kind, currencyCode }: TotalsInput): ComputedLine {
  const lineAmount = roundToCurrency(dec(line.quantity).times(dec(line.unitPrice)), currencyCode);
  const taxed = kind !== 'JOURNAL' && line.lineType !== 'TAX' && line.taxRate !== null;
  const taxable = line.lineType === 'DISCOUNT' ? lineAmount.abs().negated() : lineAmount;
  const taxAmount = taxed
    ? roundToCurrency(taxable.times(dec(line.taxRate ?? '0')).div(dec('100')), currencyCode)
    : ZERO;
  return { lineNumber: line.lineNumber, lineType: line.lineType, lineAmount, taxAmount };
}

function inputIssues(input: TotalsInput): Issue[] {
  const issues: Issue[] = [];
  const check = (path: readonly string[], text: DecimalString, column: Column): boolean => {
    const message = columnProblem(text, column);
    if (message !== null) issues.push({ path, message });
    return message === null;
  };
  for (const field of ['currencyCode', 'baseCurrencyCode'] as const) {
    if (!isCurrency(input[field]))
      issues.push({ path: [field], message: 'must be an ISO 4217 currency code' });
  }
  if (
    check(['exchangeRate'], input.exchangeRate, RATE_COLUMN) &&
    !dec(input.exchangeRate).greaterThan(ZERO)
  ) {
    issues.push({ path: ['exchangeRate'], message: 'must be above zero' });
  }
  for (const [index, line] of input.lines.entries()) {
    const at = (field: string) => ['lines', String(index), field];
    check(at('quantity'), line.quantity, RATE_COLUMN);
    check(at('unitPrice'), line.unitPrice, PRICE_COLUMN);
    if (line.taxRate !== null) check(at('taxRate'), line.taxRate, RATE_COLUMN);
  }
  return issues;
}

/** A product can be too large for its column although its factors fit. */
function overflowIssues(
  lines: readonly ComputedLine[],
  headers: Record<'subtotal' | 'discount' | 'tax' | 'total' | 'baseTotal', Decimal>,
): Issue[] {
  const issues: Issue[] = [];
  const check = (path: readonly string[], value: Decimal) => {
    const message = columnProblem(toPlainString(value), AMOUNT_COLUMN);
    if (message !== null) issues.push({ path, message });
  };
  for (const [index, line] of lines.entries()) {
    check(['lines', String(index), 'lineAmount'], line.lineAmount);
    check(['lines', String(index), 'taxAmount'], line.taxAmount);
  }
  for (const [name, value] of Object.entries(headers)) check([`${name}Amount`], value);
  return issues;
}

function invalid(issues: readonly Issue[]): Outcome<never> {
  return refused('INVALID_INPUT', 'Some amounts cannot be stored as given.', { issues });
}
