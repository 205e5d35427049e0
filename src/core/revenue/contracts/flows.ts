import { dec, sum, toPlainString, ZERO } from '@/core/money/decimal';
import type { Refusal } from '@/core/refusals';
import { earlier } from '../days';
import { saleWithReturns } from '../returns';
import { breach, type Draft, keepBalance } from './drafts/draft';
import type { EventOf } from './events';
import { keepJournal } from './postings/journals';
import { takeFromRevenue } from './reprice';
import { bookSupplier } from './suppliers';

/**
 * Goods are sold of which some are expected to be returned: a refund liability out of revenue, and out of inventory the
 * right to recover the goods and the cost of the rest (606-10-55-22 to 55-29). A new estimate books only the differences.
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
  keepBalance(draft, event, change, { kind: 'REFUND' });
  const cost = dec(sale.value.costOfSales).minus(obligation.cost);
  const asset = dec(sale.value.returnAsset).minus(obligation.returnAsset);
  obligation.cost = dec(sale.value.costOfSales);
  obligation.returnAsset = dec(sale.value.returnAsset);
  obligation.comingBack = { units: dec(expectedReturns), unitCost: dec(unitCost) };
  keepJournal(
    draft,
    event,
    `Cost of ${obligation.key}, ${toPlainString(dec(expectedReturns))} expected to be returned`,
    [
      ['COST_OF_SALES', cost],
      ['RETURN_ASSET', asset],
      ['INVENTORY', cost.plus(asset).negated()],
    ],
  );
  return null;
}

/**
 * What has accrued with time by the day of the event and is not recorded yet: interest on a financing component
 * (606-10-32-20), and the supplier's share of obligations earned over time.
 */
export function accrue(draft: Draft, event: EventOf<'accrual'>): Refusal | null {
  const { ended } = draft;
  // Nothing accrues after the end.
  const through = ended === null ? event.effectiveDate : earlier(event.effectiveDate, ended.on);
  draft.accruedThrough = through;
  const due = draft.interest.filter(({ on }) => on <= through).map(({ amount }) => dec(amount));
  const accrued = {
    expense: sum(due.filter((amount) => amount.gt(ZERO))),
    income: sum(due.filter((amount) => amount.lt(ZERO))),
  };
  // Interest on an advance and interest on payments in arrears are not netted, even when both accrue on one day.
  const sides = [
    accrued.expense.minus(draft.accrued.expense),
    accrued.income.minus(draft.accrued.income),
  ].filter((amount) => !amount.isZero());
  const supplied = [...draft.obligations.values()].filter(
    ({ supplier, pattern, held }) => supplier !== null && pattern.kind === 'RATABLE' && !held,
  );
  for (const obligation of supplied) bookSupplier(draft, obligation, event);
  // Only the fact recorded last is refused for accruing nothing: an earlier one may accrue nothing because of later facts.
  const isIdle = sides.length === 0;
  if (isIdle && (supplied.length > 0 || ended !== null || event.id !== draft.newest)) return null;
  if (isIdle) {
    return breach('NOTHING_TO_ACCRUE', `No interest has accrued by ${event.effectiveDate}.`, {
      on: event.effectiveDate,
    });
  }
  draft.accrued = accrued;
  for (const amount of sides) keepBalance(draft, event, amount, { kind: 'INTEREST' });
  return null;
}

/** Money paid to the customer (606-10-32-25), or refunded. */
export function payOut(draft: Draft, event: EventOf<'payout'>): void {
  draft.paid = draft.paid.minus(event.amount);
  keepBalance(draft, event, dec(event.amount), { kind: 'PAYOUT' });
}
