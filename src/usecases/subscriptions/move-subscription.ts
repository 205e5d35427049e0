import { z } from 'zod';
import {
  checkActivable,
  SUBSCRIPTION_VERBS,
  type SubscriptionStatus,
  statusAfter,
} from '@/core/billing/subscription';
import { subscriptionItems, subscriptions } from '@/db/stores/sales/subscriptions';
import { valueOrThrow } from '@/usecases/kit/value-or-throw';
import { expectVersion, refuseNotFound } from '../kit/crud';
import { defineUseCase } from '../kit/define';
import { day } from '../kit/fields';

/**
 * Changes a subscription's status: activate, pause, resume, cancel (as of a day, today unless given), expire. Refuses
 * INVALID_STATUS_TRANSITION, and INCOMPLETE_DOCUMENT for one that has no customer or no items yet.
 */
export const moveSubscription = defineUseCase({
  name: 'subscriptions.move',
  permission: 'billing.write',
  mode: 'write',
  input: z.object({ id: z.guid(), verb: z.enum(SUBSCRIPTION_VERBS), onDay: day.optional() }),
  async run(context, { id, verb, onDay }) {
    const { tenant } = context;
    const before = (await subscriptions.find(tenant, id)) ?? refuseNotFound('subscription', id);
    expectVersion(context, before);
    const subscriptionStatus = valueOrThrow(
      statusAfter(before.subscriptionStatus as SubscriptionStatus, verb),
    );
    if (verb === 'activate') {
      const itemCount = await subscriptionItems.count(tenant, { subscriptionId: id });
      valueOrThrow(checkActivable({ customerId: before.customerId, itemCount }));
    }
    const cancelledOn = verb === 'cancel' ? (onDay ?? context.clock.today()) : undefined;
    // Of two simultaneous verbs one wins; the other is judged again from the status the first one left.
    const from = { subscriptionStatus: before.subscriptionStatus };
    const after = await subscriptions.updateWhere(tenant, id, from, { subscriptionStatus, cancelledOn });
    if (after === null) {
      const now = (await subscriptions.find(tenant, id)) ?? refuseNotFound('subscription', id);
      expectVersion(context, now);
      valueOrThrow(statusAfter(now.subscriptionStatus as SubscriptionStatus, verb));
      throw new Error('a subscription refused a move for no reason');
    }
    context.record({ action: `subscriptions.${verb}`, noun: 'subscription', recordId: id, before, after });
    return after;
  },
});
