import { z } from 'zod';
import { ITEM_TYPES } from '@/core/sales/item-types';
import { items, streamItems } from '@/db/stores/sales/items';
import { codedRecords, codedShape } from '@/usecases/kit/coded-records';

/** The item fields a caller may set. */
export const itemFields = z.object({
  ...codedShape,
  itemType: z.enum(ITEM_TYPES).optional(),
  unitId: z.guid().nullish(),
  revenueAccountId: z.guid().nullish(),
  expenseAccountId: z.guid().nullish(),
  taxCodeId: z.guid().nullish(),
});

export const itemVerbs = codedRecords({
  records: 'items',
  prefix: 'ITEM',
  store: items,
  stream: streamItems,
  indexed: 'item',
  fields: itemFields,
  prepare: (_context, _before, input) => input,
});
