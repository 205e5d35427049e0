import { z } from 'zod';
import { type BillingFrequency, billingPeriodOn } from '@/core/billing/subscription';
import { toAmountString } from '@/core/money/currency';
import { dec, roundTo, toPlainString } from '@/core/money/decimal';
import { minorUnits } from '@/core/money/minor-units';
import { addDays, addMonths } from '@/core/periods/calendar';
import { refuse } from '@/core/refusals';
import { earlier, later } from '@/core/revenue/days';
import { type ContractRow, findContract } from '@/db/revenue/contracts/contracts';

import { tieSubscription } from '@/db/revenue/contracts/sources';
import { priceOn } from '@/db/stores/sales/price-lists';
import {
  itemsInForce,
  lockSubscription,
  type SubscriptionItemRecord,
  type SubscriptionRecord,
} from '@/db/stores/sales/subscriptions';
import { refuseNotFound } from '../../../kit/crud';
import { type Context, defineUseCase } from '../../../kit/define';
import { anId, day, lineText } from '../../../kit/fields';

import { criteriaInput } from '../contract-input';
import { shownContract } from '../contract-record';
import { type CandidateLine, contractOfLines, freeLines } from './draft-of-lines';

export const fromSubscriptionFields = z.object({
  subscriptionId: anId,
  name: lineText.nullish(),
  /** The date of the contract, its prices and its policy; omitted: the subscription's start. */
  contractDate: day.optional(),
  /** Required when the subscription has neither an end date nor a term. */
  endDate: day.optional(),
  criteria: criteriaInput.optional(),
});

/**
 * Drafts a revenue contract from a subscription: every item that is not yet in a contract, over its term, at the amount
 * it bills in that term; from then on its bills credit the contract liability. Refuses NOT_FOUND,
 * INVALID_STATUS_TRANSITION for a subscription that is not or no longer binding, INVALID_INPUT without an end,
 * REVENUE_RULE SOURCE_USED, NO_TEMPLATE, NO_VERSION.
 */
export const contractFromSubscription = defineUseCase({
  name: 'revenue.contracts.fromSubscription',
  permission: 'revenue.write',
  mode: 'sql',
  input: fromSubscriptionFields,
  async run(context, { subscriptionId, ...asked }): Promise<ContractRow> {
    const { tenant } = context;
    const subscription =
      (await lockSubscription(tenant, subscriptionId)) ?? refuseNotFound('subscription', subscriptionId);
    const { subscriptionStatus: status, currencyCode, startDate } = subscription;
    if (status !== 'ACTIVE' && status !== 'PAUSED') {
      refuse(
        'INVALID_STATUS_TRANSITION',
        `A subscription in status ${status} is not a contract. Activate it first.`,
        {
          from: status,
          to: 'ACTIVE',
        },
      );
    }
    const end = endOf(subscription, asked.endDate);
    const number = subscription.subscriptionNumber;
    const items = await itemsInForce(tenant, subscription.id, { start: startDate, end });
    const lines = await linesOf(context, subscription, items, end);
    const free = await freeLines(tenant, { id: subscription.id, noun: 'subscription', number, lines });
    const starts = free.map((line) => line.start).sort();
    const contract = await contractOfLines(
      context,
      { id: subscription.id, noun: 'subscription', number, lines: free, besides: '0' },
      {
        name: asked.name ?? subscription.name ?? number,
        customerId: subscription.customerId,
        subsidiaryId: subscription.subsidiaryId,
        currencyCode,
        subscriptionId: subscription.id,
        contractDate: asked.contractDate ?? starts[0] ?? startDate,
        startDate: starts[0] ?? startDate,
        endDate: end,
        criteria: asked.criteria,
      },
    );
    await tieSubscription(tenant, subscription.id, contract.id);
    context.record({
      action: 'subscriptions.tied',
      noun: 'subscription',
      recordId: subscription.id,
      before: { revenueContractId: subscription.revenueContractId },
      after: { revenueContractId: contract.id },
    });
    return shownContract(
      (await findContract(tenant, contract.id)) ?? refuseNotFound('contract', contract.id),
    );
  },
});

/** The last day of the term: the earliest of the subscription's end, the end of its term, and the caller's end date. */
function endOf(subscription: SubscriptionRecord, asked: string | undefined): string {
  const { startDate, endDate, termMonths } = subscription;
  const known = endDate ?? (termMonths === null ? null : addDays(addMonths(startDate, termMonths), -1));
  const end = known === null ? asked : asked === undefined ? known : earlier(known, asked);
  if (end !== undefined && end >= startDate) return end;
  const message =
    end === undefined
      ? 'is required because the subscription has neither an end date nor a term'
      : 'must not be before the start of the subscription';
  refuse('INVALID_INPUT', `endDate: ${message}`, { issues: [{ path: ['endDate'], message }] });
}

/** Each item with the amount it bills over its term, computed as the bills are. */
async function linesOf(
  { tenant }: Context,
  subscription: SubscriptionRecord,
  items: readonly SubscriptionItemRecord[],
  end: string,
): Promise<CandidateLine[]> {
  const lines: CandidateLine[] = [];
  const frequency = subscription.billingFrequency as BillingFrequency;
  const minor = minorUnits(subscription.currencyCode);
  const money = (value: ReturnType<typeof dec>) =>
    toAmountString(roundTo(value, minor), subscription.currencyCode);
  for (const item of items) {
    const last = item.endDate === null ? end : earlier(item.endDate, end);
    const first = later(item.startDate, subscription.startDate);
    const periods = String(
      periodsBilled({ ...subscription, billingFrequency: frequency, endDate: end }, first, last),
    );
    const charge = roundTo(dec(item.quantity).times(item.unitPrice), minor);
    const discount = roundTo(
      dec(item.quantity).times(item.unitPrice).times(item.discountPercent).div('100'),
      minor,
    );
    const listed =
      subscription.priceListId === null || item.itemId === null
        ? null
        : await priceOn(tenant, subscription.priceListId, item.itemId, item.quantity, first);
    const name = item.description ?? `item ${item.id}`;
    const isUsage = frequency === 'USAGE';
    lines.push({
      source: { sourceKind: 'SUBSCRIPTION_ITEM', sourceId: item.id, lineNumber: 0 },
      name: `${name} of ${subscription.subscriptionNumber}`,
      itemId: item.itemId,
      description: item.description,
      amount: money(isUsage ? dec('0') : charge.minus(discount).times(periods)),
      standalone:
        listed === null
          ? {
              amount: money(isUsage ? dec('0') : charge.times(periods)),
              evidence: 'Price of the subscription before its discount',
            }
          : {
              amount: money(dec(item.quantity).times(listed).times(periods)),
              evidence: `Price list ${subscription.priceListId ?? ''} on ${first}`,
            },
      units: toPlainString(dec(item.quantity).times(periods)),
      quantity: toPlainString(dec(item.quantity)),
      start: first,
      end: last,
      isTerm: !isUsage,
      classId: null,
      departmentId: null,
      locationId: null,
      projectId: null,
    });
  }
  return lines;
}

/** The number of billing periods in which an item is in force on at least one day. */
function periodsBilled(
  subscription: { startDate: string; endDate: string; billingFrequency: BillingFrequency },
  first: string,
  last: string,
): number {
  let count = 0;
  for (let on = first; on <= last; count += 1) {
    const period = billingPeriodOn(subscription, on);
    if (period === null) break;
    on = addDays(period.end, 1);
  }
  return count;
}
