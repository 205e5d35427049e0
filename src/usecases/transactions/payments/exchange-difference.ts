import { realizeSettlement } from '@/core/fx/settlement';
import { roundToCurrency, toAmountString } from '@/core/money/currency';
import { type Decimal, dec, toPlainString } from '@/core/money/decimal';
import { checkPeriod, type PeriodStatus } from '@/core/periods/period-status';
import {
  appendDifference,
  appendExchange,
  type CarryingFacts,
  type ExchangeLine,
  fxAccount,
} from '@/db/stores/documents/settlements';
import type { TransactionRecord } from '@/db/stores/documents/transactions';
import { holdPostingPeriod } from '@/db/stores/structure/open-periods';
import { newId } from '@/lib/ids';
import { refuseNoExchangeAccount } from '@/usecases/fx/no-exchange-account';
import { valueOrThrow } from '@/usecases/kit/value-or-throw';
import type { Context } from '../../kit/define';

import { kindOf, settlementTotals } from './settlement-sides';

/** The document as if it had been posted at another rate: what is carried after its rate was corrected. */
export function atRate(record: TransactionRecord, exchangeRate: string): TransactionRecord {
  const { totalAmount, baseCurrencyCode } = record;
  const base = roundToCurrency(dec(totalAmount).times(exchangeRate), baseCurrencyCode);
  return { ...record, exchangeRate, baseTotalAmount: base.toFixed() };
}

/** What one settlement takes from the carrying amount of an item that is open by `open` of `total`. */
export function carriedShare(
  item: TransactionRecord,
  before: { readonly applied: string; readonly carriedOff: string },
  amount: string,
): string {
  const total = settlementTotals(item);
  return realizeSettlement({
    side: 'DEBIT',
    openAmount: dec(total.amount).minus(before.applied).toFixed(),
    openBase: dec(total.base).minus(before.carriedOff).toFixed(),
    settledAmount: amount,
    settledBase: '0',
    baseCurrencyCode: item.baseCurrencyCode,
  }).carryingBase;
}

/**
 * The exchange gain (positive) or loss of one application, in base currency: the amount received less the carrying
 * amount settled, or the reverse for an amount paid (accounting.md 3).
 */
export function gainOf(
  document: TransactionRecord,
  { paymentBase, documentBase }: { readonly paymentBase: string; readonly documentBase: string },
): string {
  const more = dec(paymentBase).minus(documentBase);
  const isReceivable = kindOf(document).controlRole === 'RECEIVABLE';
  return toAmountString(isReceivable ? more : more.negated(), document.baseCurrencyCode);
}

export interface Difference {
  readonly applicationId: string;
  readonly payment: TransactionRecord;
  readonly document: TransactionRecord;
  readonly control: CarryingFacts['controlAccountId'];
  readonly paymentControl: CarryingFacts['controlAccountId'];
  /** Settled, in the document's currency; and in the payment's, where that is another one. */
  readonly amount: string;
  readonly paymentAmount: string | null;
  readonly paymentBase: string;
  readonly documentBase: string;
  readonly date: string;
}

/**
 * Books the realized exchange difference of one application: settlement against carrying amount, base currency only,
 * so that the control account is left with nothing when nothing is open (accounting.md 3). Across currencies the entry also
 * takes both sides out of their currencies. Answers the entry's id; null when there is nothing to book. Refuses PERIOD_NOT_OPEN, and ACCOUNT_UNRESOLVED when no account takes such differences.
 */
export async function bookDifference(context: Context, difference: Difference): Promise<string | null> {
  const { tenant, principal } = context;
  const { payment, document, date } = difference;
  const gain = dec(gainOf(document, difference));
  const { paymentAmount } = difference;
  if (gain.isZero() && paymentAmount === null) return null;
  const period = await holdPostingPeriod(tenant, document.subsidiaryId, date);
  valueOrThrow(
    checkPeriod(period === null ? null : { label: period.label, status: period.status as PeriodStatus }, {
      date,
      subsidiaryId: document.subsidiaryId,
      mayPostSoftClosed: principal.permissions.has('gl.period.postSoftClosed'),
    }),
  );
  const isGain = paymentAmount === null ? gain.greaterThan('0') : !gain.isNegative();
  const role = isGain ? 'REALIZED_GAIN' : 'REALIZED_LOSS';
  const other = await fxAccount(tenant, role);
  if (other === null || difference.control === null) {
    refuseNoExchangeAccount(role);
  }
  const entryId = newId();
  const entry = {
    entryId,
    sourceKind: 'SETTLEMENT' as const,
    sourceId: difference.applicationId,
    transactionId: payment.id,
    subsidiaryId: document.subsidiaryId,
    date,
    currencyCode: document.currencyCode,
    baseCurrencyCode: document.baseCurrencyCode,
    exchangeRate: payment.exchangeRate,
    memo: `Exchange ${isGain ? 'gain' : 'loss'}: ${payment.transactionNumber} on ${document.transactionNumber}`,
    actorId: principal.actor.id,
    entityType: document.entityType,
    entityId: document.entityId,
  };
  if (paymentAmount !== null) {
    await appendExchange(tenant, { ...entry, lines: exchangeLines(difference, paymentAmount, gain, other) });
    return entryId;
  }
  await appendDifference(tenant, {
    ...entry,
    reversalOfId: null,
    debitAccountId: isGain ? difference.control : other,
    creditAccountId: isGain ? other : difference.control,
    baseAmount: toAmountString(gain.abs(), document.baseCurrencyCode),
  });
  return entryId;
}

/**
 * The lines of a settlement across currencies: the document leaves its control account, the payment its own, each in its
 * currency and at what it is carried at; the account of exchange differences takes both amounts, and the gain or loss alone in
 * base currency.
 */
function exchangeLines(
  { payment, document, control, paymentControl, amount, paymentBase, documentBase }: Difference,
  paymentAmount: string,
  gain: Decimal,
  exchangeAccountId: string,
): ExchangeLine[] {
  const sign = kindOf(document).controlRole === 'RECEIVABLE' ? '1' : '-1';
  const signed = (value: string) => toPlainString(dec(value).times(sign));
  const line = (accountId: string | null, currencyCode: string, own: string, base: string): ExchangeLine => ({
    accountId: accountId ?? '',
    currencyCode,
    amount: own,
    base,
  });
  const minus = (value: string) => toPlainString(dec(value).negated());
  // A gain stands on the side that is a credit, a loss on the one that is a debit.
  const isCredit = (own: string) => dec(own).isNegative();
  const result = (own: string) =>
    gain.isZero() || isCredit(own) === gain.isNegative() ? '0' : toPlainString(gain.negated());
  const [out, back] = [signed(amount), minus(signed(paymentAmount))];
  return [
    line(control, document.currencyCode, minus(signed(amount)), minus(signed(documentBase))),
    line(paymentControl ?? control, payment.currencyCode, signed(paymentAmount), signed(paymentBase)),
    line(exchangeAccountId, document.currencyCode, out, result(out)),
    line(exchangeAccountId, payment.currencyCode, back, result(back)),
  ];
}
