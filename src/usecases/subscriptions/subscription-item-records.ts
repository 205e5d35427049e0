import { z } from 'zod';
import { PRICE_COLUMN, RATE_COLUMN } from '@/core/money/column';
import { dec } from '@/core/money/decimal';
import { refuse } from '@/core/refusals';
import { subscriptionItems, subscriptions } from '@/db/stores/sales/subscriptions';
import { crud, refuseNotFound } from '../kit/crud';
import { type Context, defineUseCase } from '../kit/define';
import { day, decimalOf, lineText } from '../kit/fields';
import { demandEnd } from './subscription-records';

const quantity = decimalOf(RATE_COLUMN, { above: '0' });
/** Per billing period and unit. */
const unitPrice = decimalOf(PRICE_COLUMN, { min: '0' });
const discountPercent = decimalOf(RATE_COLUMN, { min: '0' }).refine(
  (text) => dec(text).lte('100'),
  'must be at most 100',
);

/** The terms of an item that say what it bills. */
export const itemTerms = {
  quantity: quantity.default('1'),
  unitPrice,
  discountPercent: discountPercent.default('0'),
};

/** The items a subscription bills each period. To change an item mid-term, end it and add another. */
export const subscriptionItemVerbs = crud({
  noun: 'subscription item',
  plural: 'subscription-items',
  store: subscriptionItems,
  read: 'billing.read',
  write: 'billing.write',
  create: z.object({
    subscriptionId: z.guid(),
    itemId: z.guid().nullish(),
    description: lineText.nullish(),
    quantity: quantity.default('1'),
    unitPrice,
    discountPercent: discountPercent.optional(),
    /** Omitted: the subscription's own start. */
    startDate: day.optional(),
    endDate: day.nullish(),
  }),
  update: z.object({
    itemId: z.guid().nullish(),
    description: lineText.nullish(),
    quantity: quantity.optional(),
    unitPrice: unitPrice.optional(),
    discountPercent: discountPercent.optional(),
    startDate: day.optional(),
    endDate: day.nullish(),
  }),
  async prepareCreate(context, input) {
    const subscription = await parentOf(context, input.subscriptionId);
    if (!['DRAFT', 'ACTIVE', 'PAUSED'].includes(subscription.subscriptionStatus)) {
      refuseFixed(subscription.subscriptionStatus, 'does not accept more items');
    }
    const startDate = input.startDate ?? subscription.startDate;
    demandEnd(startDate, input.endDate ?? null);
    return { ...input, startDate };
  },
  async prepareUpdate(context, before, input) {
    const { subscriptionStatus } = await parentOf(context, before.subscriptionId);
    const onlyEnds = Object.entries(input).every(
      ([field, value]) => value === undefined || field === 'endDate',
    );
    if (subscriptionStatus !== 'DRAFT' && !onlyEnds) {
      refuseFixed(subscriptionStatus, 'cannot change its items; end this one and add another');
    }
    demandEnd(
      input.startDate ?? before.startDate,
      input.endDate === undefined ? before.endDate : input.endDate,
    );
    return input;
  },
  async guardRemove(context, before) {
    const { subscriptionStatus } = await parentOf(context, before.subscriptionId);
    if (subscriptionStatus !== 'DRAFT')
      refuseFixed(subscriptionStatus, 'cannot remove its items; end this one instead');
  },
});

/** The items of one subscription, in the order they start. */
export const listSubscriptionItems = defineUseCase({
  name: 'subscription-items.list',
  permission: 'billing.read',
  mode: 'read',
  input: z.object({ subscriptionId: z.guid() }),
  async run(context, { subscriptionId }) {
    await parentOf(context, subscriptionId);
    return subscriptionItems.list(context.tenant, {
      where: { subscriptionId },
      orderBy: [{ startDate: 'asc' }, { id: 'asc' }],
    });
  },
});

async function parentOf({ tenant }: Context, id: string) {
  return (await subscriptions.find(tenant, id)) ?? refuseNotFound('subscription', id);
}

function refuseFixed(status: string, what: string): never {
  refuse('INVALID_STATUS_TRANSITION', `A subscription in status ${status} ${what}.`, {
    from: status,
    to: status,
  });
}
