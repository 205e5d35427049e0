import { z } from 'zod';
import { dec, roundTo, toPlainString } from '@/core/money/decimal';
import { addDays, addMonths } from '@/core/periods/calendar';
import { refuse } from '@/core/refusals';
import {
  endItem,
  extendSubscription,
  insertItems,
  itemsInForce,
  lockSubscription,
  type SubscriptionRecord,
} from '@/db/stores/sales/subscriptions';
import { newId } from '@/lib/ids';
import { expectVersion, refuseNotFound } from '../kit/crud';
import { defineUseCase } from '../kit/define';
import { anId, decimalOf } from '../kit/fields';

/** Prices of a unit have six digits. */
const PRICE_DIGITS = 6;

export interface RenewedSubscription {
  readonly subscription: SubscriptionRecord;
  /** The first day of the new term. */
  readonly from: string;
  readonly items: readonly {
    readonly description: string;
    readonly before: string;
    readonly after: string;
  }[];
}

/**
 * Renews a subscription for another term from the day after its end, by its own term unless months are given, with prices
 * raised (or lowered) by a percentage. The items in force on its last day end there and begin again with the new prices, so that
 * a revenue contract can be drafted from the renewal alone. Refuses NOT_FOUND, STALE_VERSION, INVALID_STATUS_TRANSITION for one that
 * is not active or paused, INVALID_INPUT for one without an end, or without a term when no months are given.
 */
export const renewSubscription = defineUseCase({
  name: 'subscriptions.renew',
  permission: 'billing.write',
  mode: 'sql',
  input: z.object({
    id: anId,
    months: z.int().min(1).max(1200).optional(),
    upliftPercent: decimalOf({ integer: 4, fraction: 4 }, { min: '-100' }).default('0'),
  }),
  async run(context, { id, months: asked, upliftPercent }): Promise<RenewedSubscription> {
    const { tenant } = context;
    const before = (await lockSubscription(tenant, id)) ?? refuseNotFound('subscription', id);
    expectVersion(context, before);
    const { subscriptionStatus: status, endDate } = before;
    if (status !== 'ACTIVE' && status !== 'PAUSED') {
      refuse('INVALID_STATUS_TRANSITION', `A subscription in status ${status} cannot be renewed.`, {
        from: status,
        to: status,
      });
    }
    const missing = (field: string, message: string): never =>
      refuse('INVALID_INPUT', `${field}: ${message}`, { issues: [{ path: [field], message }] });
    if (endDate === null) return missing('id', 'has no end date and needs no renewal');
    const months = asked ?? before.termMonths ?? missing('months', 'is required: it has no agreed term');
    const from = addDays(endDate, 1);
    const until = addDays(addMonths(from, months), -1);
    const inForce = await itemsInForce(tenant, id, { start: endDate, end: endDate });
    const factor = dec(upliftPercent).div('100').plus('1');
    const renewed = inForce.map((item) => ({
      id: newId(),
      subscriptionId: id,
      itemId: item.itemId,
      description: item.description,
      quantity: item.quantity,
      unitPrice: toPlainString(roundTo(dec(item.unitPrice).times(factor), PRICE_DIGITS)),
      discountPercent: item.discountPercent,
      startDate: from,
      endDate: null,
    }));
    for (const item of inForce) {
      if (item.endDate !== endDate) await endItem(tenant, item.id, endDate);
      context.record({
        noun: 'subscription item',
        recordId: item.id,
        before: item,
        after: { ...item, endDate },
      });
    }
    await insertItems(tenant, renewed);
    for (const item of renewed) context.record({ noun: 'subscription item', recordId: item.id, after: item });
    await extendSubscription(tenant, id, until);
    const subscription = (await lockSubscription(tenant, id)) ?? refuseNotFound('subscription', id);
    context.record({ noun: 'subscription', recordId: id, before, after: subscription });
    return {
      subscription,
      from,
      items: inForce.map((item, index) => ({
        description: item.description ?? 'Subscription',
        before: toPlainString(dec(item.unitPrice)),
        after: renewed[index]?.unitPrice ?? '0',
      })),
    };
  },
});
