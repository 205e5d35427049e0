import { addressSchema, presentAddress } from '@/usecases/addresses/address';
import { vendorFields, vendorVerbs } from '@/usecases/vendors/vendor-records';
import { shapeOf } from '../../kit/shape';
import { defineResource, type RowOf, TWO_STATES } from '../resource';

export const vendors = defineResource({
  noun: 'vendor',
  tag: 'Vendors',
  statuses: TWO_STATES,
  own: shapeOf<RowOf<typeof vendorVerbs>>()({
    code: 'text',
    name: 'text',
    description: 'text?',
    email: 'text?',
    phone: 'text?',
    address: [addressSchema.nullable(), (row) => presentAddress(row.address)],
    taxId: 'text?',
    paymentTerms: 'text?',
    currencyCode: 'text?',
    parentId: 'id?',
    payableAccountId: 'id?',
    defaultExpenseAccountId: 'id?',
  }),
  takes: vendorFields.shape,
  verbs: vendorVerbs,
  examples: { create: { code: 'PAPER', name: 'Paper Mill Ltd.', paymentTerms: 'NET30' } },
});
