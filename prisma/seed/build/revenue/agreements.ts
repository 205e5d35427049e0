import { dec, toPlainString } from '@/core/money/decimal';
import { addDays, addMonths } from '@/core/periods/calendar';
import { contractHeaderVerbs } from '@/usecases/revenue/contracts/contract-headers';
import { moveSubscription } from '@/usecases/subscriptions/move-subscription';
import { subscriptionItemVerbs } from '@/usecases/subscriptions/subscription-item-records';
import { subscriptionVerbs } from '@/usecases/subscriptions/subscription-records';
import { type ItemCode, productOf } from '../../story/sales/products';
import type { PlannedSubscription } from '../../story/sales/subscriptions';
import { each, type Stage } from '../stage';

/** The price list of a currency; customers billed in another currency have their own prices. */
const PRICE_LIST: Readonly<Record<string, string>> = { USD: 'STD-USD', EUR: 'STD-EUR', JPY: 'STD-JPY' };

/** Every twelfth subscription also has a revenue contract. */
const CONTRACT_EVERY = 12;

/** The subscriptions behind the invoices, and contracts for some of them. */
export async function buildAgreements(
  stage: Stage,
  subscriptions: readonly PlannedSubscription[],
): Promise<void> {
  const { timeline, ids } = stage;
  await each(subscriptions, 8, async (subscription, index) => {
    const { customer, billing, endMonth } = subscription;
    const end = endMonth === null ? null : (timeline.months[endMonth]?.start ?? null);
    const { id } = await stage.run('revenue', subscriptionVerbs.create, {
      ...placeOf(stage, subscription),
      subscriptionNumber: `SUB-${String(1001 + index)}`,
      name: `Meridian Core for ${customer.name}`,
      priceListId: ids.find('price-list', PRICE_LIST[customer.currency]),
      startDate: firstDay(stage, subscription, index),
      endDate: end === null ? null : addDays(end, -1),
      termMonths: 12,
      billingFrequency: billing,
      renewal: end === null ? 'AUTO' : 'NONE',
      recordStatus: end === null ? 'active' : 'inactive',
    });
    ids.set('subscription', subscription.key, id);
    for (const item of itemsOf(stage, subscription)) {
      await stage.run('revenue', subscriptionItemVerbs.create, { subscriptionId: id, ...item });
    }
    await stage.run('revenue', moveSubscription, { id, verb: 'activate' });
  });
  // In sequence, because the first contract also creates the organization's revenue policy.
  for (const [index, subscription] of subscriptions.entries()) {
    if (index % CONTRACT_EVERY !== 0) continue;
    const first = firstDay(stage, subscription, index);
    const contract = await stage.run('revenue', contractHeaderVerbs.create, {
      ...placeOf(stage, subscription),
      contractNumber: `CON-${String(1001 + index / CONTRACT_EVERY)}`,
      name: `${subscription.customer.name}, master agreement`,
      contractDate: addDays(first, -14),
      startDate: first,
      endDate: addDays(addMonths(first, 36), -1),
      subscriptionId: ids.get('subscription', subscription.key),
    });
    ids.set('contract', subscription.key, contract.id);
  }
}

/** The items a subscription bills each period, at this year's prices; a change of seats ends one item and starts another. */
function itemsOf({ timeline, ids }: Stage, subscription: PlannedSubscription) {
  const { customer, billing, seats, seatsLater, changeMonth } = subscription;
  const months = billing === 'QUARTERLY' ? '3' : '1';
  const currency = customer.currency === 'EUR' || customer.currency === 'JPY' ? customer.currency : 'USD';
  const item = (code: ItemCode, quantity: number, span: { startDate?: string; endDate?: string } = {}) => ({
    itemId: ids.get('item', code),
    description: productOf(code).name,
    quantity: String(quantity),
    unitPrice: toPlainString(dec(productOf(code).price[currency][1]).times(months)),
    discountPercent: String(subscription.discountPercent),
    ...span,
  });
  const change = changeMonth === null ? undefined : timeline.months[changeMonth]?.start;
  return [
    ...(change === undefined
      ? [item('MC-CORE', seats)]
      : [
          item('MC-CORE', seats, { endDate: addDays(change, -1) }),
          item('MC-CORE', seatsLater, { startDate: change }),
        ]),
    ...(subscription.analyticsSeats > 0 ? [item('MC-ANL', subscription.analyticsSeats)] : []),
    ...(subscription.hasSupport ? [item('MC-SUP', 1)] : []),
  ];
}

function placeOf({ ids }: Stage, { customer }: PlannedSubscription) {
  return {
    customerId: ids.get('customer', customer.key),
    subsidiaryId: ids.get('subsidiary', customer.subsidiary),
    currencyCode: customer.currency,
  };
}

/** The first day of a subscription; one already running when the books began started on an earlier day. */
function firstDay({ timeline }: Stage, { startMonth }: PlannedSubscription, index: number): string {
  return startMonth === 0
    ? addMonths(timeline.start, -1 - (index % 11))
    : (timeline.months[startMonth]?.start ?? timeline.start);
}
