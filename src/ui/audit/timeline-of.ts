import type { RouterOutputs } from '@/surfaces/trpc/react';
import type { TimelineItem } from '@/ui/kit/figures/timeline';
import { changesInWords, type Names } from './changes-in-words';

type Row = RouterOutputs['audit']['list']['rows'][number];

export const SURFACES: Readonly<Record<string, string>> = {
  A: 'REST (A)',
  B: 'REST (B)',
  C: 'REST (C)',
  D: 'external API',
  trpc: 'console',
  job: 'background work',
  auth: 'sign-in',
};

const DONE: Readonly<Record<string, string>> = {
  create: 'created it',
  add: 'added it',
  set: 'set it',
  invite: 'invited them',
  issue: 'issued it',
  revoke: 'revoked it',
  record: 'recorded it',
  'events.record': 'recorded an event',
  activate: 'activated it',
  terminate: 'terminated it',
  combine: 'combined it with other contracts',
  softClose: 'soft-closed it',
  lock: 'locked it',
  run: 'ran it',
  refresh: 'refreshed it',
  impair: 'impaired it',
  adjust: 'adjusted it',
  assign: 'assigned it',
  renew: 'renewed it',
  amend: 'amended it',
  update: 'changed it',
  delete: 'deleted it',
  remove: 'deleted it',
  submit: 'submitted it for approval',
  approve: 'approved it',
  reject: 'sent it back',
  post: 'posted it',
  reverse: 'reversed it',
  cancel: 'canceled it',
  duplicate: 'created it as a copy',
  pay: 'settled it',
  unpay: 'unapplied a settlement',
  close: 'closed it',
  apply: 'applied it',
  'modifications.apply': 'applied a modification',
  'modifications.decide': 'decided how a modification is treated',
  reopen: 'reopened it',
  start: 'started it',
  retry: 'asked for it again',
  check: 'checked it',
  map: 'chose its columns',
  import: 'imported it',
  undo: 'undid it',
  undoAll: 'undid it',
  propose: 'proposed it',
  withdraw: 'withdrew it',
  resend: 'sent it again',
  accept: 'accepted it',
  restore: 'restored it',
  leave: 'left',
  change: 'changed it',
  move: 'moved it',
  skip: 'skipped it',
  seal: 'sealed it',
  markSent: 'marked it as sent',
  setCodes: 'set its codes',
  bill: 'billed it',
  discard: 'discarded it',
  void: 'voided it',
  replace: 'replaced it',
  revalue: 'revalued it',
  confirmRate: 'confirmed its rate',
  createYear: 'added a year',
  addAdjustment: 'added a 13th period',
  postOpening: 'made the opening entry',
  reverseOpening: 'undid the opening entry',
  approveAndPost: 'approved and posted it',
  applyPayment: 'applied a payment',
  unapplyPayment: 'unapplied a payment',
  recordOwnership: 'recorded who owns it',
  issueToken: 'issued a token',
  revokeToken: 'revoked a token',
  convertToLead: 'converted it into a lead',
  convertToCustomer: 'converted it into a customer',
};

/** `gl.transaction.post` in the past tense. */
export function deedOf(action: string): string {
  const parts = action.split('.');
  const verb = parts.at(-1) ?? action;
  return DONE[parts.slice(-2).join('.')] ?? DONE[verb] ?? verb.replace(/([A-Z])/g, ' $1').toLowerCase();
}

/** Audit rows as a timeline, with the names of the records they mention. */
export function timelineOf(rows: readonly Row[], names: Names): TimelineItem[] {
  return rows.map((row) => ({
    id: row.id,
    at: row.occurredAt,
    who: row.actorName ?? 'Daybook',
    what: deedOf(row.action),
    where: SURFACES[row.surface] ?? row.surface,
    // A record's first row only says that it was created; its values are on the record itself.
    changes:
      row.before === null || row.before === undefined ? [] : changesInWords(row.before, row.after, names),
  }));
}
