import { z } from 'zod';
import type { CustomerRecord } from '@/db/stores/sales/customers';
import { postalAddressInput } from '@/usecases/addresses/address';
import {
  archivableStatus,
  codeText,
  currencyCode,
  discountPercent,
  lineText,
  longText,
  nameText,
  numberAmount,
} from '@/usecases/kit/fields';

/** The customer fields a caller may set (2.3). */
export const customerFields = {
  customerId: codeText.nullish(),
  contactEmail: z.email().max(500).nullish(),
  contactPhone: lineText.nullish(),
  billingAddress: postalAddressInput.nullish(),
  shippingAddress: postalAddressInput.nullish(),
  parentCustomerId: z.guid().nullish(),
  taxId: lineText.nullish(),
  paymentTerms: lineText.nullish(),
  creditLimit: numberAmount.nullish(),
} as const;

/** Additional fields for accounting, set on the console. */
const bookkeeping = {
  currencyCode: currencyCode.nullish(),
  subsidiaryId: z.guid().nullish(),
  receivableAccountId: z.guid().nullish(),
  leadId: z.guid().nullish(),
  /** What forms propose on every document with the customer. */
  taxCodeId: z.guid().nullish(),
  discountPercent: discountPercent.nullish(),
  priceListId: z.guid().nullish(),
  notes: longText.nullish(),
  recordStatus: archivableStatus.optional(),
};

export const customerCreate = z.object({ ...customerFields, ...bookkeeping, companyName: nameText });
export const customerUpdate = z.object({
  ...customerFields,
  ...bookkeeping,
  companyName: nameText.optional(),
});

/** A customer as the verbs return it to the doors. */
export type CustomerView = CustomerRecord;
