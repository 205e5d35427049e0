import { z } from 'zod';
import { type BillingFrequency, type BillingPeriod, billingPeriodOn } from '@/core/billing/subscription';
import { dec, roundTo, toPlainString } from '@/core/money/decimal';
import { minorUnits } from '@/core/money/minor-units';
import { refuse } from '@/core/refusals';
import {
  invoiceOfPeriod,
  itemsInForce,
  lockSubscription,
  type SubscriptionItemRecord,
  type SubscriptionRecord,
} from '@/db/stores/sales/subscriptions';
import { refuseNotFound } from '../kit/crud';
import { defineUseCase } from '../kit/define';
import { day } from '../kit/fields';
import { createEmptyDocument } from '../transactions/create-empty-document';
import type { LineInput } from '../transactions/document-input';
import type { DocumentView } from '../transactions/document-view';
import { type BilledObligations, billedObligations } from './resolve-obligations';

/**
 * Drafts the invoice for the billing period that contains a day (today unless given): one line per item in force,
 * and a discount line for each item that has a discount. A period is billed once: DUPLICATE names the existing
 * invoice. Refuses INVALID_STATUS_TRANSITION for a subscription that is not active, INVALID_INPUT for a day outside
 * its term or a period without items.
 */
export const billSubscription = defineUseCase({
  name: 'subscriptions.bill',
  permission: 'billing.write',
  mode: 'sql',
  input: z.object({ id: z.guid(), onDay: day.optional() }),
  async run(context, { id, onDay }): Promise<DocumentView> {
    const { tenant, clock } = context;
    const subscription = (await lockSubscription(tenant, id)) ?? refuseNotFound('subscription', id);
    if (subscription.subscriptionStatus !== 'ACTIVE') {
      const from = subscription.subscriptionStatus;
      refuse('INVALID_STATUS_TRANSITION', `A subscription in status ${from} cannot be billed.`, {
        from,
        to: from,
      });
    }
    const period = periodOf(subscription, onDay ?? clock.today());
    const reference = `${subscription.subscriptionNumber} ${period.start}`;
    const billed = await invoiceOfPeriod(tenant, subscription.id, reference);
    if (billed !== null) {
      refuse('DUPLICATE', `${billed} already bills the period from ${period.start}.`, {
        noun: 'invoice',
        field: 'referenceNumber',
        value: reference,
      });
    }
    const lines = linesOf(
      await itemsInForce(tenant, subscription.id, period),
      period,
      subscription.currencyCode,
      await billedObligations(tenant, subscription.revenueContractId, period.start),
    );
    if (lines.length === 0) refuseDay('has no items to bill in this period');
    return createEmptyDocument.run(context, {
      kind: 'INVOICE',
      subsidiaryId: subscription.subsidiaryId,
      entityType: 'CUSTOMER',
      entityId: subscription.customerId,
      currencyCode: subscription.currencyCode,
      transactionDate: period.start,
      referenceNumber: reference,
      subscriptionId: subscription.id,
      revenueContractId: subscription.revenueContractId,
      memo: `${subscription.name ?? subscription.subscriptionNumber}, ${period.start} to ${period.end}`,
      lines,
    });
  },
});

function periodOf(subscription: SubscriptionRecord, onDay: string): BillingPeriod {
  const found = billingPeriodOn(
    { ...subscription, billingFrequency: subscription.billingFrequency as BillingFrequency },
    onDay,
  );
  return found ?? refuseDay('is outside the term of the subscription');
}

function refuseDay(message: string): never {
  refuse('INVALID_INPUT', `onDay: ${message}`, { issues: [{ path: ['onDay'], message }] });
}

/**
 * The lines that bill the items of a period: a charge each, and a discount where one is agreed. Both say what they are for, where
 * the item became one obligation of the contract that is billed.
 */
export function linesOf(
  items: readonly SubscriptionItemRecord[],
  period: BillingPeriod,
  currencyCode: string,
  billed: BilledObligations = () => ({}),
): LineInput[] {
  const lines = items.flatMap((item): Omit<LineInput, 'lineNumber'>[] => {
    const description = item.description ?? 'Subscription';
    const span = `${period.start} to ${period.end}`;
    const charge = {
      lineType: 'SERVICE',
      description: `${description}, ${span}`,
      quantity: toPlainString(dec(item.quantity)),
      unitPrice: toPlainString(dec(item.unitPrice)),
      itemId: item.itemId,
      ...billed(item.id),
    } as const;
    const percent = dec(item.discountPercent);
    if (percent.isZero()) return [charge];
    const off = dec(item.quantity).times(item.unitPrice).times(percent).div('100');
    const discount = {
      lineType: 'DISCOUNT',
      description: `${toPlainString(percent)}% off ${description}`,
      quantity: '1',
      unitPrice: toPlainString(roundTo(off, minorUnits(currencyCode))),
      ...billed(item.id),
    } as const;
    return [charge, discount];
  });
  return lines.map((line, index) => ({ ...line, lineNumber: index + 1 }));
}
