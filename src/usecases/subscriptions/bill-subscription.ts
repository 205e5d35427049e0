import { z } from 'zod';
import { type BillingFrequency, type BillingPeriod, billingPeriodOn } from '@/core/billing/subscription';
import { dec, roundTo, toPlainString } from '@/core/money/decimal';
import { minorUnits } from '@/core/money/minor-units';
import { refuse } from '@/core/refusals';
import { findContract } from '@/db/revenue/contracts/contracts';
import {
  invoiceOfPeriod,
  itemsInForce,
  lockSubscription,
  type SubscriptionItemRecord,
  type SubscriptionRecord,
} from '@/db/stores/sales/subscriptions';
import type { Tenant } from '@/db/tenancy';
import { refuseNotFound } from '../kit/crud';
import { type Context, defineUseCase } from '../kit/define';
import { day } from '../kit/fields';
import { createEmptyDocument } from '../transactions/create-empty-document';
import type { LineInput } from '../transactions/document-input';
import type { DocumentView } from '../transactions/document-view';
import { type BilledObligations, billedObligations, contractsOfItems } from './resolve-obligations';

/** The invoice of a period; and, where the items belong to several revenue contracts, those of the others. */
export type PeriodBilled = DocumentView & { readonly besides: readonly DocumentView[] };

/**
 * Drafts the invoice for the billing period that contains a day (today unless given): one line per item in force,
 * and a discount line for each item that has a discount. Items that became different revenue contracts get an invoice for each, since
 * an invoice bills one contract; that of the last contract names the period. A period is billed once: DUPLICATE names the existing
 * invoice. Refuses INVALID_STATUS_TRANSITION for a subscription that is not active, INVALID_INPUT for a day outside
 * its term or a period without items.
 */
export const billSubscription = defineUseCase({
  name: 'subscriptions.bill',
  permission: 'billing.write',
  mode: 'sql',
  input: z.object({ id: z.guid(), onDay: day.optional() }),
  async run(context, { id, onDay }): Promise<PeriodBilled> {
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
    const items = await itemsInForce(tenant, subscription.id, period);
    const [first, ...others] = await partsOf(tenant, subscription, items);
    if (first === undefined) refuseDay('has no items to bill in this period');
    const drafted = await draft(context, subscription, period, { ...first, reference });
    const besides: DocumentView[] = [];
    for (const part of others) {
      const { contractNumber = '' } = (await findContract(tenant, part.contractId ?? '')) ?? {};
      const own = { ...part, reference: `${reference} ${contractNumber}` };
      // It stays when only the invoice that names the period was cancelled and is drafted again.
      if ((await invoiceOfPeriod(tenant, subscription.id, own.reference)) === null) {
        besides.push(await draft(context, subscription, period, own));
      }
    }
    return { ...drafted, besides };
  },
});

/** The items that are billed to one contract, or to none. */
interface Part {
  readonly contractId: string | null;
  readonly items: SubscriptionItemRecord[];
}

/** The items by the contract each belongs to, that of the subscription first. */
async function partsOf(
  tenant: Tenant,
  subscription: SubscriptionRecord,
  items: readonly SubscriptionItemRecord[],
): Promise<Part[]> {
  const contractOf = await contractsOfItems(tenant, subscription);
  const parts = new Map<string | null, Part>();
  for (const item of items) {
    const contractId = contractOf(item.id);
    const part = parts.get(contractId) ?? { contractId, items: [] };
    part.items.push(item);
    parts.set(contractId, part);
  }
  const isOther = ({ contractId }: Part) => Number(contractId !== subscription.revenueContractId);
  return [...parts.values()].sort((a, b) => isOther(a) - isOther(b));
}

async function draft(
  context: Context,
  subscription: SubscriptionRecord,
  period: BillingPeriod,
  { contractId, items, reference }: Part & { readonly reference: string },
): Promise<DocumentView> {
  const billed = await billedObligations(context.tenant, contractId, period.start);
  return createEmptyDocument.run(context, {
    kind: 'INVOICE',
    subsidiaryId: subscription.subsidiaryId,
    entityType: 'CUSTOMER',
    entityId: subscription.customerId,
    currencyCode: subscription.currencyCode,
    transactionDate: period.start,
    referenceNumber: reference,
    subscriptionId: subscription.id,
    revenueContractId: contractId,
    memo: `${subscription.name ?? subscription.subscriptionNumber}, ${period.start} to ${period.end}`,
    lines: linesOf(items, period, subscription.currencyCode, billed),
  });
}

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
