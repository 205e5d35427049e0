import { z } from 'zod';
import { postalAddressSchema, presentPostalAddress } from '@/usecases/addresses/address';
import { customerFields } from '@/usecases/customers/customer-fields';
import { customerVerbs } from '@/usecases/customers/customer-records';
import { nameText } from '@/usecases/kit/fields';
import { shapeOf } from '../../kit/shape';
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

const assignment = {
  id: z.guid(),
  customerId: z.guid(),
  warehouseId: z.guid(),
  isDefault: z.boolean(),
  warehouse: z.object({ id: z.guid(), code: z.string(), name: z.string(), status: z.string() }),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
};

/** decisions.md, surface B, "customers/{id}/warehouses". */
export const warehouseAssignmentSchema = z.object(assignment);

interface AssignmentRow {
  readonly id: string;
  readonly customerId: string;
  readonly warehouseId: string;
  readonly isDefault: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly warehouse: { id: string; code: string; name: string; recordStatus: string } | null;
}

export function presentAssignment({ warehouse, ...row }: AssignmentRow) {
  const { id, customerId, warehouseId, isDefault, createdAt, updatedAt } = row;
  const named = warehouse && {
    id: warehouse.id,
    code: warehouse.code,
    name: warehouse.name,
    status: warehouse.recordStatus,
  };
  return { id, customerId, warehouseId, isDefault, warehouse: named, createdAt, updatedAt };
}
