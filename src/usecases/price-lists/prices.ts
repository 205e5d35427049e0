import { z } from 'zod';
import { RATE_COLUMN } from '@/core/money/column';
import { pageOfPrices, priceOn, prices } from '@/db/stores/sales/price-lists';
import { crud } from '@/usecases/kit/crud';
import { demandDaysInOrder } from '@/usecases/kit/days-in-order';
import { defineUseCase } from '@/usecases/kit/define';
import { day, decimalOf } from '@/usecases/kit/fields';

/** NUMERIC(20,6). */
const PRICE_COLUMN = { integer: 14, fraction: 6 } as const;

const unitPrice = decimalOf(PRICE_COLUMN, { min: '0' });
const minimumQuantity = decimalOf(RATE_COLUMN, { above: '0' });

/** The verbs of dated item prices, each from a minimum quantity. */
export const priceVerbs = crud({
  noun: 'price',
  plural: 'prices',
  store: prices,
  read: 'billing.read',
  write: 'billing.write',
  create: z.object({
    priceListId: z.guid(),
    itemId: z.guid(),
    unitPrice,
    minimumQuantity: minimumQuantity.default('1'),
    validFrom: day,
    validTo: day.nullish(),
  }),
  update: z.object({
    unitPrice: unitPrice.optional(),
    minimumQuantity: minimumQuantity.optional(),
    validFrom: day.optional(),
    validTo: day.nullish(),
  }),
  prepareCreate(_context, input) {
    demandDaysInOrder({ validFrom: input.validFrom, validTo: input.validTo ?? null }, 'validFrom', 'validTo');
    return input;
  },
  prepareUpdate(_context, before, input) {
    const validFrom = input.validFrom ?? before.validFrom;
    const validTo = input.validTo === undefined ? before.validTo : input.validTo;
    demandDaysInOrder({ validFrom, validTo }, 'validFrom', 'validTo');
    return input;
  },
});

/**
 * A page of the prices on one list, or of one item on every list, by item, quantity and day, and how many there are. `isInEffect` marks those
 * used today: the newest valid one of a list, item and quantity.
 */
export const listPrices = defineUseCase({
  name: 'prices.list',
  permission: 'billing.read',
  mode: 'read',
  input: z.object({
    priceListId: z.guid().optional(),
    itemId: z.guid().optional(),
    page: z.int().min(1).max(1_000_000).default(1),
    limit: z.int().min(1).max(200).default(50),
  }),
  run: ({ tenant, clock }, { priceListId = null, itemId = null, page, limit }) =>
    pageOfPrices(
      tenant,
      { priceListId, itemId, onDay: clock.today() },
      { skip: (page - 1) * limit, take: limit },
    ),
});

/** The price of an item on a list, for a quantity on a day; null when the list has no price. */
export const findPrice = defineUseCase({
  name: 'prices.find',
  permission: 'billing.read',
  mode: 'read',
  input: z.object({
    priceListId: z.guid(),
    itemId: z.guid(),
    quantity: decimalOf(RATE_COLUMN, { above: '0' }).default('1'),
    onDay: day,
  }),
  run: ({ tenant }, { priceListId, itemId, quantity, onDay }) =>
    priceOn(tenant, priceListId, itemId, quantity, onDay),
});
