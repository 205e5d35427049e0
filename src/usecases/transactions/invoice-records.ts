import { documentRecords } from './document-records';

/** Invoices: business transactions of kind INVOICE (surface B `invoices`). */
export const invoiceVerbs = documentRecords({
  noun: 'invoice',
  plural: 'invoices',
  kind: 'INVOICE',
  permissions: {
    read: 'billing.read',
    create: 'billing.write',
    update: 'billing.write',
    remove: 'billing.write',
  },
});
