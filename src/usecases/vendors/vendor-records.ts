import { z } from 'zod';
import { recordStore } from '@/db/record-store';
import { recordStream } from '@/db/record-stream';
import { addressInput, mergedAddress } from '@/usecases/addresses/address';
import { codedRecords, codedShape } from '@/usecases/kit/coded-records';
import { currencyCode, discountPercent, lineText } from '@/usecases/kit/fields';

/** The vendor fields a caller of the interface may set. */
export const vendorFields = z.object({
  ...codedShape,
  email: lineText.nullish(),
  phone: lineText.nullish(),
  address: addressInput.nullish(),
  taxId: lineText.nullish(),
  paymentTerms: lineText.nullish(),
  currencyCode: currencyCode.nullish(),
  parentId: z.guid().nullish(),
  payableAccountId: z.guid().nullish(),
  defaultExpenseAccountId: z.guid().nullish(),
});

/** And what forms propose on every document with the vendor, set on the console. */
const withDefaults = vendorFields.extend({
  taxCodeId: z.guid().nullish(),
  discountPercent: discountPercent.nullish(),
});

export const vendorVerbs = codedRecords({
  records: 'vendors',
  prefix: 'VEND',
  store: recordStore('Vendor'),
  stream: recordStream('Vendor'),
  indexed: 'vendor',
  fields: withDefaults,
  tree: { column: 'parent_id', field: 'parentId' },
  prepare: (_context, before, { address, ...input }) => ({
    ...input,
    address: mergedAddress(before?.address ?? null, address),
  }),
});
