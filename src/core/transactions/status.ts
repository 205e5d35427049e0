import { granted, type Outcome, refused } from '../outcome';

/** Interface 3.4. */
export const TRANSACTION_STATUSES = [
  'DRAFT',
  'PENDING_APPROVAL',
  'APPROVED',
  'POSTED',
  'PAID',
  'CLOSED',
  'CANCELLED',
  'REVERSED',
] as const;
export type TransactionStatus = (typeof TRANSACTION_STATUSES)[number];

export const TRANSACTION_VERBS = [
  'submit',
  'approve',
  'reject',
  'edit',
  'delete',
  'cancel',
  'post',
  'reverse',
  'pay',
  'unpay',
  'close',
] as const;
export type TransactionVerb = (typeof TRANSACTION_VERBS)[number];

type Move = { readonly to: TransactionStatus | 'DELETED'; readonly from: readonly TransactionStatus[] };

/**
 * Where each verb leads and from where it is allowed (decisions.md, surface C). `pay` and `unpay` follow from
 * applications, `close` from locking a period; nobody calls them directly.
 */
export const MOVES: Readonly<Record<TransactionVerb, Move>> = {
  submit: { to: 'PENDING_APPROVAL', from: ['DRAFT'] },
  approve: { to: 'APPROVED', from: ['DRAFT', 'PENDING_APPROVAL'] },
  reject: { to: 'DRAFT', from: ['PENDING_APPROVAL'] },
  edit: { to: 'DRAFT', from: ['DRAFT'] },
  delete: { to: 'DELETED', from: ['DRAFT'] },
  cancel: { to: 'CANCELLED', from: ['DRAFT', 'PENDING_APPROVAL', 'APPROVED'] },
  post: { to: 'POSTED', from: ['APPROVED'] },
  reverse: { to: 'REVERSED', from: ['POSTED'] },
  pay: { to: 'PAID', from: ['POSTED'] },
  unpay: { to: 'POSTED', from: ['PAID'] },
  close: { to: 'CLOSED', from: ['POSTED', 'PAID'] },
};

const ALREADY_IN_LEDGER: readonly TransactionStatus[] = ['POSTED', 'PAID', 'CLOSED'];

/**
 * The status a verb leads to. Refuses with ALREADY_POSTED when `post` meets POSTED, PAID or CLOSED, and with
 * INVALID_STATUS_TRANSITION for every other move the table does not hold (decisions.md, surface C, "post", "approve").
 */
export function moveStatus(
  from: TransactionStatus,
  verb: TransactionVerb,
  document: { readonly id: string; readonly glTransactionId: string | null },
): Outcome<TransactionStatus | 'DELETED'> {
  const move = MOVES[verb];
  if (move.from.includes(from)) return granted(move.to);
  if (verb === 'post' && ALREADY_IN_LEDGER.includes(from)) {
    return refused('ALREADY_POSTED', 'The transaction is already posted to the ledger.', {
      id: document.id,
      status: from,
      glTransactionId: document.glTransactionId,
    });
  }
  const allowed = move.from.join(' or ');
  return refused(
    'INVALID_STATUS_TRANSITION',
    `A transaction in status ${from} cannot be moved by "${verb}"; allowed from ${allowed}.`,
    { from, to: move.to },
  );
}

/** True when the verb may be offered, as a button or a link. */
export function mayMove(from: TransactionStatus, verb: TransactionVerb): boolean {
  return MOVES[verb].from.includes(from);
}

/**
 * The status a transaction may be created with: DRAFT, PENDING_APPROVAL, and APPROVED for a caller who may approve
 * (else FORBIDDEN); any other is refused with INVALID_STATUS_TRANSITION (decisions.md, "Statuses accepted on create").
 */
export function initialStatus(
  wanted: string | null,
  mayApprove: boolean,
): Outcome<'DRAFT' | 'PENDING_APPROVAL' | 'APPROVED'> {
  if (wanted === null) return granted('DRAFT');
  if (wanted === 'DRAFT' || wanted === 'PENDING_APPROVAL') return granted(wanted);
  if (wanted === 'APPROVED') {
    if (mayApprove) return granted(wanted);
    return refused('FORBIDDEN', 'Creating an approved transaction needs the permission to approve.', {
      permission: 'gl.transaction.approve',
    });
  }
  return refused(
    'INVALID_STATUS_TRANSITION',
    'A transaction is created as DRAFT, PENDING_APPROVAL or, by an approver, APPROVED.',
    { from: 'NEW', to: wanted },
  );
}
