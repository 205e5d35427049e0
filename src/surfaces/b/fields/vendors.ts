import { z } from 'zod';
import { addressSchema, presentAddress } from '@/usecases/addresses/address';
import { vendorFields, vendorVerbs } from '@/usecases/vendors/vendor-records';
import { bodyOf, defineResource, reference, TWO_STATES, text } from '../resource';

const { recordStatus: _status, ...own } = vendorFields.shape;

export const vendors = defineResource({
  noun: 'vendor',
  tag: 'Vendors',
  statuses: TWO_STATES,
  own: {
    code: z.string(),
    name: z.string(),
    description: text,
    email: text,
    phone: text,
    address: addressSchema.nullable(),
    taxId: text,
    paymentTerms: text,
    currencyCode: text,
    parentId: reference,
    payableAccountId: reference,
    defaultExpenseAccountId: reference,
  },
  values: (row) => ({ address: presentAddress(row.address) }),
  create: bodyOf(own, TWO_STATES),
  update: bodyOf(own, TWO_STATES),
  verbs: vendorVerbs,
  examples: { create: { code: 'PAPER', name: 'Paper Mill Ltd.', paymentTerms: 'NET30' } },
});
