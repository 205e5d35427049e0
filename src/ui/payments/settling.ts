import type { Permission } from '@/core/permissions';
import { controlRoleOf, KIND_FACTS } from '@/core/transactions/kinds';
import type { TransactionStatus } from '@/core/transactions/status';
import type { RouterOutputs } from '@/surfaces/trpc/react';
import type { Document } from '@/ui/transactions/document';

/** A document waiting for payment. */
export type OpenDocument = RouterOutputs['reports']['openItems']['items'][number];
/** The effect of applying, actual or previewed. */
export type Applied = RouterOutputs['transactions']['applyPayment'];
/** One application, active or reversed. */
export type Application = RouterOutputs['transactions']['applications'][number];

type Side = Pick<Document, 'kind' | 'entityType' | 'status' | 'openAmount'>;

/** A payment or credit: something that settles documents. */
export const settles = (document: Pick<Document, 'kind'>) => KIND_FACTS[document.kind].openItemSign === -1;

/** Which open documents it can settle. */
export const sideOf = (document: Side) => controlRoleOf(document.kind, document.entityType);

/** Who may apply it: billing for receivables, purchasing for payables. */
export function applyPermission(document: Side): Permission {
  return sideOf(document) === 'RECEIVABLE' ? 'billing.write' : 'purchasing.write';
}

const IN_LEDGER: readonly TransactionStatus[] = ['POSTED', 'CLOSED'];

/** Whether an amount is left to apply. */
export const isApplicable = (document: Side) =>
  settles(document) && IN_LEDGER.includes(document.status) && /[1-9]/.test(document.openAmount);
