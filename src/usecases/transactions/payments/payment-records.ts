import { documentRecords } from '../document-records';

/** Customer payments: business transactions of kind CUSTOMER_PAYMENT (surface B `payments`). */
export const paymentVerbs = documentRecords({
  noun: 'payment',
  plural: 'payments',
  kind: 'CUSTOMER_PAYMENT',
  permissions: {
    read: 'billing.read',
    create: 'billing.write',
    update: 'billing.write',
    remove: 'billing.write',
  },
});
