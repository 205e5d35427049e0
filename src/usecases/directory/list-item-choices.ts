import { z } from 'zod';
import { type ItemChoice, readItemChoices } from '@/db/reports/choices/item-choices';
import type { Offered } from '@/db/reports/choices/offered';
import { defineUseCase } from '@/usecases/kit/define';
import { anId, currencyCode, day } from '@/usecases/kit/fields';
import { ASKED_CHOICES } from './choices-input';

/**
 * The active items for the lines of a document, all where they are few, or those that typed text means; some by id: words, accounts, tax, and
 * prices in its currency on its date for its customer.
 */
export const listItemChoices = defineUseCase({
  name: 'directory.itemChoices',
  permission: 'billing.read',
  mode: 'report',
  input: z.object({ customerId: anId.nullish(), currencyCode, date: day, ...ASKED_CHOICES }),
  run: ({ tenant }, { customerId, ...asked }): Promise<Offered<ItemChoice>> =>
    readItemChoices(tenant, { customerId: customerId ?? null, ...asked }),
});
