import { z } from 'zod';
import { type ItemChoice, readItemChoices } from '@/db/reports/documents/item-choices';
import { defineUseCase } from '@/usecases/kit/define';
import { anId, currencyCode, day } from '@/usecases/kit/fields';

/** The most items a form offers; a longer list has to be searched. */
const MOST = 5_000;

/** The active items for the lines of a document: words, accounts, tax, and prices in its currency on its date for its customer. */
export const listItemChoices = defineUseCase({
  name: 'directory.itemChoices',
  permission: 'billing.read',
  mode: 'report',
  input: z.object({ customerId: anId.nullish(), currencyCode, date: day }),
  run: ({ tenant }, { customerId, ...asked }): Promise<ItemChoice[]> =>
    readItemChoices(tenant, { customerId: customerId ?? null, ...asked }, MOST),
});
