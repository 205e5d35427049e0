import { baseAmounts } from '../ledger/base-amounts';
import type { Dimensions, EntryLine } from '../ledger/entry-line';
import { toAmountString } from '../money/currency';
import { type Decimal, type DecimalString, dec, sum, ZERO } from '../money/decimal';
import {
  type EntityType,
  KIND_FACTS,
  type LineType,
  oppositeSide,
  type Side,
  type TransactionKind,
} from './kinds';

/** The accounts a transaction type posts to, as ids; null where the organization has set none. */
export type PostingRule = {
  readonly controlAccountId: string | null;
  readonly taxAccountId: string | null;
  readonly discountAccountId: string | null;
  readonly bankAccountId: string | null;
  readonly defaultLineAccountId: string | null;
  readonly shippingAccountId: string | null;
};

export type ImpactLine = Dimensions & {
  readonly lineNumber: number;
  readonly lineType: LineType;
  /** As computed by computeTotals, signed, at the currency's scale. */
  readonly lineAmount: DecimalString;
  readonly taxAmount: DecimalString;
  readonly accountId: string | null;
  /** The tax code's own account, if it has one; otherwise the rule's. */
  readonly taxAccountId?: string | null;
  readonly description: string | null;
};

export type ImpactDocument = {
  readonly kind: TransactionKind;
  readonly currencyCode: string;
  readonly baseCurrencyCode: string;
  readonly exchangeRate: DecimalString;
  readonly entityType: EntityType | null;
  readonly entityId: string | null;
  readonly memo: string | null;
  readonly lines: readonly ImpactLine[];
};

/** A signed movement before it becomes a line; below zero means the other side. */
type Leg = {
  side: Side;
  amount: Decimal;
  accountId: string | null;
  line: ImpactLine | null;
  isControl: boolean;
};

/**
 * The entry lines a document makes by its kind's posting rule (surface C, POST …/post: ledger entries created).
 * - INVOICE: debit receivable for the total, debit discount; credit each line's account, credit tax. CREDIT_MEMO: reversed.
 * - VENDOR_BILL, EXPENSE_REPORT: debit lines and tax; credit discount, credit payable. VENDOR_CREDIT: reversed.
 * - CUSTOMER_PAYMENT, VENDOR_PAYMENT: the total goes through the bank account (or the accounts the lines name); a
 *   discount line is an early-payment discount, which clears that much more of the control account than the cash paid.
 * - JOURNAL: a line's signed amount is a debit above zero and a credit below; nothing is added.
 *
 * A negative amount goes to the other side, so debits and credits are never negative; zero amounts make no line. An
 * account that is not named is null. This function refuses nothing: see checkBalanced and checkPostable.
 */
export function glImpact(document: ImpactDocument, rule: PostingRule): EntryLine[] {
  const legs = legsOf(document, rule).flatMap((leg) => {
    if (leg.amount.isZero()) return [];
    return leg.amount.isNegative()
      ? [{ ...leg, side: oppositeSide(leg.side), amount: leg.amount.negated() }]
      : [leg];
  });
  const bases = baseAmounts(legs, dec(document.exchangeRate), document.baseCurrencyCode);
  return legs.map((leg, index) => entryLine(document, leg, bases[index] ?? ZERO, index + 1));
}

function legsOf(document: ImpactDocument, rule: PostingRule): Leg[] {
  const { contra, controlSide } = KIND_FACTS[document.kind];
  if (controlSide === null) return document.lines.map(journalLeg);
  const contraSide = oppositeSide(controlSide);
  return contra === 'CASH'
    ? paymentLegs(document.lines, rule, controlSide, contraSide)
    : documentLegs(document.lines, rule, controlSide, contraSide);
}

function journalLeg(line: ImpactLine): Leg {
  return { side: 'DEBIT', amount: dec(line.lineAmount), accountId: line.accountId, line, isControl: false };
}

function documentLegs(
  lines: readonly ImpactLine[],
  rule: PostingRule,
  controlSide: Side,
  contraSide: Side,
): Leg[] {
  const body = lines.map((line): Leg => {
    const isDiscount = line.lineType === 'DISCOUNT';
    const amount = dec(line.lineAmount);
    return {
      side: isDiscount ? controlSide : contraSide,
      amount: isDiscount ? amount.abs() : amount,
      accountId: line.accountId ?? ruleAccount(line.lineType, rule),
      line,
      isControl: false,
    };
  });
  const contra = [...body, ...taxLegs(lines, rule, contraSide)];
  const total = sum(contra.map((leg) => (leg.side === contraSide ? leg.amount : leg.amount.negated())));
  return [controlLeg(rule, controlSide, total), ...contra];
}

/** The rule's account for a line that does not name one. */
function ruleAccount(lineType: LineType, rule: PostingRule): string | null {
  switch (lineType) {
    case 'ITEM':
    case 'SERVICE':
      return rule.defaultLineAccountId;
    case 'SHIPPING':
      return rule.shippingAccountId ?? rule.defaultLineAccountId;
    case 'DISCOUNT':
      return rule.discountAccountId;
    case 'TAX':
      return rule.taxAccountId;
  }
}

/** Line taxes make one line per tax account, not per document line, as a tax return needs them. */
function taxLegs(lines: readonly ImpactLine[], rule: PostingRule, side: Side): Leg[] {
  const byAccount = new Map<string | null, Decimal>();
  for (const line of lines) {
    const accountId = line.taxAccountId ?? rule.taxAccountId;
    byAccount.set(accountId, (byAccount.get(accountId) ?? ZERO).plus(line.taxAmount));
  }
  return [...byAccount].map(([accountId, amount]) => ({
    side,
    amount,
    accountId,
    line: null,
    isControl: false,
  }));
}

function paymentLegs(
  lines: readonly ImpactLine[],
  rule: PostingRule,
  controlSide: Side,
  cashSide: Side,
): Leg[] {
  const cash: Leg[] = lines
    .filter((line) => line.lineType !== 'DISCOUNT')
    .map((line) => ({
      side: cashSide,
      amount: dec(line.lineAmount).plus(line.taxAmount),
      accountId: line.accountId ?? rule.bankAccountId,
      line,
      isControl: false,
    }));
  const discounts: Leg[] = lines
    .filter((line) => line.lineType === 'DISCOUNT')
    .map((line) => ({
      side: cashSide,
      amount: dec(line.lineAmount).abs().minus(line.taxAmount),
      accountId: line.accountId ?? rule.discountAccountId,
      line,
      isControl: false,
    }));
  const settled = sum(cash.map((leg) => leg.amount));
  const discount = sum(discounts.map((leg) => leg.amount));
  const nothingPaid: Leg = {
    side: cashSide,
    amount: ZERO,
    accountId: rule.bankAccountId,
    line: null,
    isControl: false,
  };
  const money = lessDiscount(cash.length > 0 ? cash : [nothingPaid], discount);
  return [controlLeg(rule, controlSide, settled), ...money, ...discounts];
}

/** The discount was never paid, so it reduces the largest cash line (the first on a tie). */
function lessDiscount(cash: readonly Leg[], discount: Decimal): Leg[] {
  const largest = cash.reduce<Leg | null>((best, leg) => (best?.amount.gte(leg.amount) ? best : leg), null);
  return cash.map((leg) => (leg === largest ? { ...leg, amount: leg.amount.minus(discount) } : leg));
}

function controlLeg(rule: PostingRule, side: Side, amount: Decimal): Leg {
  return { side, amount, accountId: rule.controlAccountId, line: null, isControl: true };
}

function entryLine(document: ImpactDocument, leg: Leg, base: Decimal, lineNumber: number): EntryLine {
  const { currencyCode, baseCurrencyCode } = document;
  const isDebit = leg.side === 'DEBIT';
  return {
    lineNumber,
    documentLineNumber: leg.line?.lineNumber ?? null,
    accountId: leg.accountId,
    debit: toAmountString(isDebit ? leg.amount : ZERO, currencyCode),
    credit: toAmountString(isDebit ? ZERO : leg.amount, currencyCode),
    baseDebit: toAmountString(isDebit ? base : ZERO, baseCurrencyCode),
    baseCredit: toAmountString(isDebit ? ZERO : base, baseCurrencyCode),
    currencyCode,
    classId: leg.line?.classId ?? null,
    departmentId: leg.line?.departmentId ?? null,
    locationId: leg.line?.locationId ?? null,
    projectId: leg.line?.projectId ?? null,
    entityType: document.entityType,
    entityId: document.entityId,
    memo: leg.line?.description ?? document.memo,
    isControl: leg.isControl,
  };
}
