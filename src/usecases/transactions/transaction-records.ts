import { documentRecords } from './document-records';

/** Business transactions of every kind as records (surface B `business-transactions`). */
export const transactionVerbs = documentRecords({
  noun: 'transaction',
  plural: 'business-transactions',
  kind: null,
  permissions: {
    read: 'gl.transaction.read',
    create: 'gl.transaction.create',
    update: 'gl.transaction.edit',
    remove: 'gl.transaction.edit',
  },
});
