import { z } from 'zod';
import { prorated } from '@/core/billing/proration';
import {
  type BillingFrequency,
  billingPeriodOn,
  type SubscriptionStatus,
  statusAfter,
} from '@/core/billing/subscription';
import { toAmountString } from '@/core/money/currency';
import { sum } from '@/core/money/decimal';
import { addDays } from '@/core/periods/calendar';
import { refuse } from '@/core/refusals';
import {
  cancelOn,
  changeWithin,
  invoiceOfPeriod,
  itemsInForce,
  lockSubscription,
  type SubscriptionRecord,
} from '@/db/stores/sales/subscriptions';
import { valueOrThrow } from '@/usecases/kit/value-or-throw';
import { expectVersion, refuseNotFound } from '../kit/crud';
import { defineUseCase } from '../kit/define';
import { anId, day } from '../kit/fields';
import type { DocumentView } from '../transactions/document-view';
import { documentOf } from './change-subscription';

export interface CancelledSubscription {
  readonly subscription: SubscriptionRecord;
  /** The invoice that bills the period of the last day; null when it is not billed yet. */
  readonly billedBy: string | null;
  /** What is credited for the days after the last one. */
  readonly credit: string;
  readonly document: DocumentView | null;
}

/**
 * Cancels a subscription whose last day is given. On request the days after it in a period that is billed are credited,
 * by days, on a draft credit memo. Refuses NOT_FOUND, STALE_VERSION, INVALID_STATUS_TRANSITION, INVALID_INPUT for a last day
 * outside its term, or for a credit in a period whose terms changed.
 */
export const cancelSubscription = defineUseCase({
  name: 'subscriptions.cancel',
  permission: 'billing.write',
  mode: 'sql',
  input: z.object({ id: anId, lastDay: day, credit: z.boolean().default(false) }),
  async run(context, { id, lastDay, credit }): Promise<CancelledSubscription> {
    const { tenant } = context;
    const before = (await lockSubscription(tenant, id)) ?? refuseNotFound('subscription', id);
    expectVersion(context, before);
    valueOrThrow(statusAfter(before.subscriptionStatus as SubscriptionStatus, 'cancel'));
    const terms = { ...before, billingFrequency: before.billingFrequency as BillingFrequency };
    const period = billingPeriodOn(terms, lastDay);
    if (period === null) {
      const message = 'is outside the term of the subscription';
      refuse('INVALID_INPUT', `lastDay: ${message}`, { issues: [{ path: ['lastDay'], message }] });
    }
    const billedBy = await invoiceOfPeriod(tenant, id, `${before.subscriptionNumber} ${period.start}`);
    const from = addDays(lastDay, 1);
    const isCredited = credit && billedBy !== null && from <= period.end;
    const changed = isCredited ? await changeWithin(tenant, before, period) : null;
    if (changed !== null) {
      const message = `is not calculated, because ${changed} bills a change within the period; cancel without it and credit the rest by hand`;
      refuse('INVALID_INPUT', `credit: ${message}`, { issues: [{ path: ['credit'], message }] });
    }
    const items = isCredited ? await itemsInForce(tenant, id, period) : [];
    const differences = items.map((item) => ({
      amount: prorated(item, null, { period, from, currency: before.currencyCode }),
      itemId: item.itemId,
      words: item.description ?? 'Subscription',
      subscriptionItemId: item.id,
    }));
    const document = await documentOf(
      context,
      before,
      { period, onDay: from, why: 'cancellation' },
      differences,
    );
    await cancelOn(tenant, id, lastDay);
    const subscription = (await lockSubscription(tenant, id)) ?? refuseNotFound('subscription', id);
    context.record({ noun: 'subscription', recordId: id, before, after: subscription });
    const total = sum(differences.map(({ amount }) => amount)).negated();
    return { subscription, billedBy, credit: toAmountString(total, before.currencyCode), document };
  },
});
