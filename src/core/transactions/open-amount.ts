import type { TransactionStatus } from './status';

/** Statuses in which a document's amounts are on the ledger. */
export const ON_THE_LEDGER: readonly TransactionStatus[] = ['POSTED', 'PAID', 'CLOSED'];
const WITHDRAWN: readonly TransactionStatus[] = ['CANCELLED', 'REVERSED'];

/**
 * What is open of a document, in its currency: an amount once it is posted, zero when it was withdrawn, null while it is
 * only being prepared and no one owes anything.
 */
export function openOf(document: { readonly status: TransactionStatus; readonly openAmount: string }) {
  if (ON_THE_LEDGER.includes(document.status)) return document.openAmount;
  return WITHDRAWN.includes(document.status) ? '0' : null;
}
