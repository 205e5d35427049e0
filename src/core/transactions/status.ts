import { granted, type Outcome, refused } from '../outcome';
import type { RefusalData } from '../refusals';

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
/** Those of documents that were not withdrawn. */
export const STANDING_STATUSES = TRANSACTION_STATUSES.filter(
  (status) => status !== 'CANCELLED' && status !== 'REVERSED',
);

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
 * The status each verb moves to and the statuses it is allowed from (decisions.md, surface C). `pay` and `unpay` follow
 * from applications, `close` from locking a period; they are never called directly.
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
 * The status a verb moves to. Refuses with ALREADY_POSTED when `post` is called on POSTED, PAID or CLOSED, and with
 * INVALID_STATUS_TRANSITION for every other move that is not in the table (decisions.md, surface C, "post", "approve").
 */
export function moveStatus(
  from: TransactionStatus,
  verb: TransactionVerb,
  document: { readonly id: string; readonly glTransactionId: string | null },
): Outcome<TransactionStatus | 'DELETED'> {
  const move = MOVES[verb];
  if (move.from.includes(from)) return granted(move.to);
  if (verb === 'post' && ALREADY_IN_LEDGER.includes(from)) {
    return alreadyPosted({ id: document.id, status: from, glTransactionId: document.glTransactionId });
  }
  return refused('INVALID_STATUS_TRANSITION', statusSentence(from, verb), { from, to: move.to });
}

/** The refusal of a second posting. */
export function alreadyPosted(data: RefusalData['ALREADY_POSTED']): Outcome<never> {
  return refused('ALREADY_POSTED', 'The transaction is already posted to the ledger.', data);
}

/** Why a verb cannot move a transaction from this status. */
export function statusSentence(from: string, verb: TransactionVerb): string {
  const allowed = MOVES[verb].from.join(' or ');
  const done = verb === 'post' ? 'posted' : verb === 'reverse' ? 'reversed' : null;
  return done === null
    ? `A transaction in status ${from} cannot be moved by "${verb}"; allowed from ${allowed}.`
    : `A transaction in status ${from} cannot be ${done}; it must be ${allowed}.`;
}

/** True when the verb may be offered as a button or link. */
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
