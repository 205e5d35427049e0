import { z } from 'zod';
import { recordStore } from '@/db/record-store';
import { recordStream } from '@/db/record-stream';
import { addressInput, mergedAddress } from '@/usecases/addresses/address';
import { codedRecords, codedShape } from '@/usecases/kit/coded-records';
import { currencyCode, lineText } from '@/usecases/kit/fields';

/** The vendor fields a caller may set. */
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

export const vendorVerbs = codedRecords({
  records: 'vendors',
  prefix: 'VEND',
  store: recordStore('Vendor'),
  stream: recordStream('Vendor'),
  fields: vendorFields,
  tree: { column: 'parent_id', field: 'parentId' },
  prepare: (_context, before, { address, ...input }) => ({
    ...input,
    address: mergedAddress(before?.address ?? null, address),
  }),
});
