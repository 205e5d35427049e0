import { roundToCurrency, toAmountString } from '@/core/money/currency';
import { type Decimal, dec, sum, toPlainString, ZERO } from '@/core/money/decimal';
import type { Refusal } from '@/core/refusals';
import { saleWithReturns } from '../returns';
import { breach, type Draft, type DraftObligation } from './draft';
import type { ContractEvent, ContractJournalLine, EventOf } from './events';
import { takeFromRevenue } from './reprice';

/** One side of a journal: debit above zero, credit below. */
function side(draft: Draft, account: ContractJournalLine['account'], amount: Decimal): ContractJournalLine {
  const text = (value: Decimal) => toAmountString(value, draft.currencyCode);
  return {
    account,
    debit: text(amount.gt(ZERO) ? amount : ZERO),
    credit: text(amount.lt(ZERO) ? amount.negated() : ZERO),
  };
}

function keep(
  draft: Draft,
  event: ContractEvent,
  memo: string,
  sides: readonly [ContractJournalLine['account'], Decimal][],
): void {
  const lines = sides
    .filter(([, amount]) => !amount.isZero())
    .map(([account, amount]) => side(draft, account, amount));
  if (lines.length > 0) draft.journals.push({ on: event.effectiveDate, eventId: event.id, memo, lines });
}

/**
 * What another party supplies, as far as the obligation is satisfied: an agent passes it on out of what it collects, a
 * principal bears it as cost of sales (606-10-55-36 to 55-38).
 */
export function bookSupplier(draft: Draft, obligation: DraftObligation, event: ContractEvent): void {
  const { supplier, supplied, measure } = obligation;
  if (supplier === null) return;
  const owed = roundToCurrency(dec(supplier.amount).times(measure), draft.currencyCode);
  const change = owed.minus(supplied);
  if (change.isZero()) return;
  obligation.supplied = owed;
  if (supplier.capacity === 'AGENT') {
    const amount = toAmountString(change, draft.currencyCode);
    draft.balanceEvents.push({ kind: 'SUPPLIER', on: event.effectiveDate, amount });
    return;
  }
  keep(draft, event, `Supplied by another party for ${obligation.key}`, [
    ['COST_OF_SALES', change],
    ['SUPPLIER_PAYABLE', change.negated()],
  ]);
}

/**
 * Goods are sold of which some are expected back: the refund liability through revenue, the right to recover the goods
 * and the cost of the others out of inventory (606-10-55-22 to 55-29). Said again, only the differences are booked.
 */
export function estimateReturns(draft: Draft, event: EventOf<'returnsEstimate'>): Refusal | null {
  const obligation = draft.obligations.get(event.key);
  if (obligation === undefined) {
    return breach('UNKNOWN_OBLIGATION', `The contract has no obligation ${event.key}.`, { key: event.key });
  }
  const { units, unitPrice, unitCost, expectedReturns, recoveryCost } = event;
  const sale = saleWithReturns({
    currencyCode: draft.currencyCode,
    units,
    unitPrice,
    unitCost,
    expectedReturns,
    recoveryCost,
  });
  if (!sale.ok) return sale.refusal;
  const liability = dec(sale.value.refundLiability);
  const change = liability.minus(obligation.rebate);
  const refused = takeFromRevenue(draft, event.key, change, event);
  if (refused !== null) return refused;
  obligation.rebate = liability;
  draft.refund = draft.refund.plus(change);
  const amount = toAmountString(change, draft.currencyCode);
  draft.balanceEvents.push({ kind: 'REFUND', on: event.effectiveDate, amount });
  const cost = dec(sale.value.costOfSales).minus(obligation.cost);
  const asset = dec(sale.value.returnAsset).minus(obligation.returnAsset);
  obligation.cost = dec(sale.value.costOfSales);
  obligation.returnAsset = dec(sale.value.returnAsset);
  keep(draft, event, `Cost of ${obligation.key}, ${toPlainString(dec(expectedReturns))} expected back`, [
    ['COST_OF_SALES', cost],
    ['RETURN_ASSET', asset],
    ['INVENTORY', cost.plus(asset).negated()],
  ]);
  return null;
}

/** Interest of the financing component accrued by the day of the event and not yet recorded (606-10-32-20). */
export function accrue(draft: Draft, event: EventOf<'accrual'>): Refusal | null {
  const due = sum(draft.interest.filter(({ on }) => on <= event.effectiveDate).map(({ amount }) => amount));
  const amount = due.minus(draft.accrued);
  if (amount.isZero()) {
    return breach('NOTHING_TO_ACCRUE', `No interest has accrued by ${event.effectiveDate}.`, {
      on: event.effectiveDate,
    });
  }
  draft.accrued = due;
  draft.balanceEvents.push({
    kind: 'INTEREST',
    on: event.effectiveDate,
    amount: toAmountString(amount, draft.currencyCode),
  });
  return null;
}

/** Money paid to the customer (606-10-32-25), or given back to it. */
export function payOut(draft: Draft, event: EventOf<'payout'>): void {
  draft.paid = draft.paid.minus(event.amount);
  draft.balanceEvents.push({
    kind: 'PAYOUT',
    on: event.effectiveDate,
    amount: toAmountString(dec(event.amount), draft.currencyCode),
  });
}
