import { postalAddressSchema, presentPostalAddress } from '@/usecases/addresses/address';
import { customerFields } from '@/usecases/customers/customer-fields';
import { customerVerbs } from '@/usecases/customers/customer-records';
import type { getCustomerWarehouses } from '@/usecases/customers/customer-warehouses';
import { nameText } from '@/usecases/kit/fields';
import { type OutputOf, shapeOf } from '../../kit/shape';
import { orNull } from '../../kit/shape-parts';
import { bodyOf, defineResource, type RowOf, THREE_STATES } from '../resource';

/** 2.3: `companyName` is required on create; `customerId` is a code the caller chooses. */
export const customers = defineResource({
  noun: 'customer',
  tag: 'Customers',
  statuses: THREE_STATES,
  own: shapeOf<RowOf<typeof customerVerbs>>()({
    companyName: 'text',
    customerId: 'text?',
    contactEmail: 'text?',
    contactPhone: 'text?',
    billingAddress: [postalAddressSchema.nullable(), (row) => presentPostalAddress(row.billingAddress)],
    shippingAddress: [postalAddressSchema.nullable(), (row) => presentPostalAddress(row.shippingAddress)],
    parentCustomerId: 'id?',
    taxId: 'text?',
    paymentTerms: 'text?',
    creditLimit: 'number?',
  }),
  takes: { ...customerFields, companyName: nameText },
  update: bodyOf({ ...customerFields, companyName: nameText.optional() }, THREE_STATES),
  verbs: customerVerbs,
  examples: {
    create: {
      companyName: 'Harbour Robotics Inc.',
      customerId: 'C-1001',
      contactEmail: 'ap@harbour-robotics.example',
      billingAddress: {
        street: '1 Pier Road',
        city: 'Oakland',
        state: 'CA',
        postalCode: '94607',
        country: 'US',
      },
      paymentTerms: 'NET30',
      creditLimit: 50000,
    },
    update: { status: 'inactive' },
  },
});

type Assignment = OutputOf<typeof getCustomerWarehouses>[number];
const warehouse = shapeOf<NonNullable<Assignment['warehouse']>>()({
  id: 'id',
  code: 'text',
  name: 'text',
  status: ['text', 'recordStatus'],
});

/** decisions.md, surface B, "customers/{id}/warehouses". */
export const warehouseAssignmentShape = shapeOf<Assignment>()({
  id: 'id',
  customerId: 'id',
  warehouseId: 'id',
  isDefault: 'flag',
  warehouse: orNull(warehouse),
  createdAt: 'moment',
  updatedAt: 'moment',
});
