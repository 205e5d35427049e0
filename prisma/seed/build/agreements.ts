import { addDays, addMonths } from '@/core/periods/calendar';
import { contractHeaderVerbs } from '@/usecases/revenue/contract-headers';
import { subscriptionVerbs } from '@/usecases/subscriptions/subscription-records';
import type { PlannedSubscription } from '../story/subscriptions';
import { each, type Stage } from './stage';

/** The price list of a currency; customers billed in another one have prices of their own. */
const PRICE_LIST: Readonly<Record<string, string>> = { USD: 'STD-USD', EUR: 'STD-EUR', JPY: 'STD-JPY' };

/** Every twelfth subscription is also a contract whose revenue is looked at by itself. */
const CONTRACT_EVERY = 12;

/** The subscriptions behind the invoices, and the contracts of the largest. */
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
  });
  // One after the other: the first contract also makes the organization's revenue policy.
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

function placeOf({ ids }: Stage, { customer }: PlannedSubscription) {
  return {
    customerId: ids.get('customer', customer.key),
    subsidiaryId: ids.get('subsidiary', customer.subsidiary),
    currencyCode: customer.currency,
  };
}

/** The first day of a subscription; one that ran before the books began started on a day of its own before them. */
function firstDay({ timeline }: Stage, { startMonth }: PlannedSubscription, index: number): string {
  return startMonth === 0
    ? addMonths(timeline.start, -1 - (index % 11))
    : (timeline.months[startMonth]?.start ?? timeline.start);
}
