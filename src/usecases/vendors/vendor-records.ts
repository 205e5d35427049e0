import { z } from 'zod';
import { streamVendors, vendors } from '@/db/stores/vendors';
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
  noun: 'vendor',
  plural: 'vendors',
  prefix: 'VEND',
  store: vendors,
  stream: streamVendors,
  read: 'purchasing.read',
  write: 'purchasing.write',
  fields: vendorFields,
  tree: { table: 'vendors', column: 'parent_id', field: 'parentId' },
  prepare: (_context, before, { address, ...input }) => ({
    ...input,
    address: mergedAddress(before?.address ?? null, address),
  }),
});
