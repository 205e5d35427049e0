import { z } from 'zod';
import { prorated } from '@/core/billing/proration';
import { type BillingFrequency, type BillingPeriod, billingPeriodOn } from '@/core/billing/subscription';
import { toAmountString } from '@/core/money/currency';
import { type Decimal, sum } from '@/core/money/decimal';
import { addDays } from '@/core/periods/calendar';
import { refuse } from '@/core/refusals';
import {
  endItem,
  findItem,
  insertItems,
  lockSubscription,
  type SubscriptionItemRecord,
  type SubscriptionRecord,
} from '@/db/stores/sales/subscriptions';
import { newId } from '@/lib/ids';
import { expectVersion, refuseNotFound } from '../kit/crud';
import { type Context, defineUseCase } from '../kit/define';
import { anId, day, lineText } from '../kit/fields';
import { createEmptyDocument } from '../transactions/create-empty-document';
import type { LineInput } from '../transactions/document-input';
import type { DocumentView } from '../transactions/document-view';
import { billedObligations, contractsOfItems } from './resolve-obligations';
import { itemTerms } from './subscription-item-records';

/** One item before and after, with what it adds to the current period's bill; below zero, it takes off. */
export interface ChangedItem {
  readonly description: string;
  readonly difference: string;
  /** The item's row from the next period on; null when it ends. */
  readonly after: { readonly id: string; readonly startDate: string } | null;
}

export interface ChangedSubscription {
  readonly period: BillingPeriod;
  readonly items: readonly ChangedItem[];
  /** What the document bills, or credits when below zero. */
  readonly difference: string;
  readonly currencyCode: string;
  /** The draft invoice or credit memo for the rest of the period; null when nothing is due. */
  readonly document: DocumentView | null;
}

export const changeFields = z.object({
  id: anId,
  /** The first day with the new terms. */
  onDay: day,
  changes: z
    .array(
      z.object({
        /** The item that changes; absent for one that is added. */
        subscriptionItemId: anId.optional(),
        /** Its terms from then on; null: it ends. */
        to: z.object({ itemId: anId.nullish(), description: lineText.nullish(), ...itemTerms }).nullable(),
      }),
    )
    .min(1)
    .max(100),
});

/**
 * Changes what an active subscription bills from a day on, in the middle of a billing period if need be: the new terms bill from
 * the next period, and the difference for the days that remain of this one, by days, goes on a draft invoice or credit
 * memo of its own. Items change once a period. Refuses NOT_FOUND, STALE_VERSION, INVALID_STATUS_TRANSITION for a subscription that
 * is not active, INVALID_INPUT for a day outside its term or in a period before the current one, or an item that is not
 * in force on it.
 */
export const changeSubscription = defineUseCase({
  name: 'subscriptions.change',
  permission: 'billing.write',
  mode: 'sql',
  input: changeFields,
  async run(context, { id, onDay, changes }): Promise<ChangedSubscription> {
    const { tenant } = context;
    const subscription = await lockActive(context, id);
    const period = demandPeriod(context, subscription, onDay);
    const start = addDays(period.end, 1);
    const items: ChangedItem[] = [];
    const differences: Difference[] = [];
    for (const [index, { subscriptionItemId, to }] of changes.entries()) {
      const before = subscriptionItemId === undefined ? null : await findItem(tenant, subscriptionItemId);
      if (subscriptionItemId !== undefined) demandInForce(before, { index, id, onDay, period });
      if (before === null && to === null) {
        refuseAt(['changes', String(index), 'to'], 'is required for an item that is added');
      }
      const currency = subscription.currencyCode;
      const amount = prorated(before, to, { period, from: onDay, currency });
      if (before !== null) await endItem(tenant, before.id, period.end);
      const description = to?.description ?? before?.description ?? 'Subscription';
      const itemId = to === null ? (before?.itemId ?? null) : (to.itemId ?? before?.itemId ?? null);
      // The term may end with this period; what would begin after it has nothing to bill.
      const isLast = subscription.endDate !== null && start > subscription.endDate;
      const after = to === null || isLast ? null : { id: newId(), startDate: start };
      if (to !== null && after !== null) {
        const { quantity, unitPrice, discountPercent } = to;
        const row = { ...after, subscriptionId: id, itemId, description, endDate: before?.endDate ?? null };
        await insertItems(tenant, [{ ...row, quantity, unitPrice, discountPercent }]);
        context.record({ noun: 'subscription item', recordId: after.id, after: { ...row, ...to } });
      }
      if (before !== null) {
        const ended = { ...before, endDate: period.end };
        context.record({ noun: 'subscription item', recordId: before.id, before, after: ended });
      }
      const changed = subscriptionItemId ?? null;
      differences.push({ amount, itemId, words: description, subscriptionItemId: changed });
      items.push({ description, difference: toAmountString(amount, currency), after });
    }
    const document = await documentOf(context, subscription, { period, onDay, why: 'change' }, differences);
    return {
      period,
      items,
      difference: toAmountString(sum(differences.map(({ amount }) => amount)), subscription.currencyCode),
      currencyCode: subscription.currencyCode,
      document,
    };
  },
});

/** The subscription, locked; refuses one that is not active. */
async function lockActive(context: Context, id: string): Promise<SubscriptionRecord> {
  const subscription = (await lockSubscription(context.tenant, id)) ?? refuseNotFound('subscription', id);
  expectVersion(context, subscription);
  const from = subscription.subscriptionStatus;
  if (from === 'ACTIVE') return subscription;
  return refuse(
    'INVALID_STATUS_TRANSITION',
    `A subscription in status ${from} cannot change from a day within its period.`,
    {
      from,
      to: from,
    },
  );
}

/** The billing period of the day, which is the current one or later. */
function demandPeriod({ clock }: Context, subscription: SubscriptionRecord, onDay: string): BillingPeriod {
  const terms = { ...subscription, billingFrequency: subscription.billingFrequency as BillingFrequency };
  const period = billingPeriodOn(terms, onDay);
  if (period === null) return refuseAt(['onDay'], 'is outside the term of the subscription');
  const today = clock.today();
  if (period.end >= today) return period;
  return refuseAt(['onDay'], 'is in a billing period before the current one');
}

/** Refuses an item of another subscription, one that is not in force on the day, and one that has changed in this period. */
function demandInForce(
  item: SubscriptionItemRecord | null,
  { index, id, onDay, period }: { index: number; id: string; onDay: string; period: BillingPeriod },
): void {
  const path = ['changes', String(index), 'subscriptionItemId'];
  if (item === null || item.subscriptionId !== id) refuseAt(path, 'is not an item of this subscription');
  if (item.startDate > onDay) {
    refuseAt(path, `starts on ${item.startDate}; change it from that day on`);
  }
  if (item.endDate !== null && item.endDate <= period.end) {
    refuseAt(
      path,
      `ends on ${item.endDate}, with this billing period; what follows it can change after that`,
    );
  }
}

function refuseAt(path: string[], message: string): never {
  refuse('INVALID_INPUT', `${path.join('.')}: ${message}`, { issues: [{ path, message }] });
}

export interface Difference {
  readonly amount: Decimal;
  readonly itemId: string | null;
  readonly words: string;
  /** The item of the subscription that is billed or credited; null: it is new. */
  readonly subscriptionItemId: string | null;
}

/** The draft invoice for what is to be billed in all, or the credit memo; null when the differences cancel out. */
export async function documentOf(
  context: Context,
  subscription: SubscriptionRecord,
  { period, onDay, why }: { period: BillingPeriod; onDay: string; why: 'change' | 'cancellation' },
  differences: readonly Difference[],
): Promise<DocumentView | null> {
  const total = sum(differences.map(({ amount }) => amount));
  if (total.isZero()) return null;
  const kind = total.isNegative() ? 'CREDIT_MEMO' : 'INVOICE';
  // One document for all differences bills one contract: that of the items, where they agree in it.
  const contractOf = await contractsOfItems(context.tenant, subscription);
  const [contractId = null, ...more] = new Set(
    differences.map(({ subscriptionItemId: item }) =>
      item === null ? subscription.revenueContractId : contractOf(item),
    ),
  );
  const revenueContractId = more.length === 0 ? contractId : subscription.revenueContractId;
  const billed = await billedObligations(context.tenant, revenueContractId, period.start);
  const lines = differences
    .filter(({ amount }) => !amount.isZero())
    .map(({ amount, itemId, words, subscriptionItemId }, index): LineInput => {
      const isCharge = amount.isNegative() === total.isNegative();
      return {
        lineNumber: index + 1,
        lineType: isCharge ? 'SERVICE' : 'DISCOUNT',
        description: `${words}, ${onDay} to ${period.end}`,
        quantity: '1',
        unitPrice: toAmountString(amount.abs(), subscription.currencyCode),
        ...(isCharge ? { itemId } : {}),
        ...(subscriptionItemId === null ? {} : billed(subscriptionItemId)),
      };
    });
  return createEmptyDocument.run(context, {
    kind,
    subsidiaryId: subscription.subsidiaryId,
    entityType: 'CUSTOMER',
    entityId: subscription.customerId,
    currencyCode: subscription.currencyCode,
    transactionDate: onDay,
    referenceNumber: `${subscription.subscriptionNumber} ${why} ${onDay}`,
    subscriptionId: subscription.id,
    revenueContractId,
    memo: `${subscription.name ?? subscription.subscriptionNumber}: ${why} on ${onDay}`,
    lines,
  });
}
