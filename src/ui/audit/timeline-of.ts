import type { RouterOutputs } from '@/surfaces/trpc/react';
import type { FieldChange, TimelineItem } from '@/ui/kit/timeline';

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
  record: 'recorded an event for it',
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
  cancel: 'cancelled it',
  duplicate: 'created it as a copy',
  pay: 'settled it',
  unpay: 'unapplied a settlement',
  close: 'closed it',
  apply: 'applied it',
  reopen: 'reopened it',
  convertToLead: 'converted it into a lead',
  convertToCustomer: 'converted it into a customer',
};

/** `gl.transaction.post` in the past tense. */
export function deedOf(action: string): string {
  const verb = action.split('.').at(-1) ?? action;
  return DONE[verb] ?? verb.replace(/([A-Z])/g, ' $1').toLowerCase();
}

/** Audit rows as a timeline. */
export function timelineOf(rows: readonly Row[]): TimelineItem[] {
  return rows.map((row) => ({
    id: row.id,
    at: row.occurredAt,
    who: row.actorName ?? 'Daybook',
    what: deedOf(row.action),
    where: SURFACES[row.surface] ?? row.surface,
    changes: changesOf(row.before, row.after),
  }));
}

const UNTOLD = new Set(['id', 'version', 'organizationId', 'createdAt', 'updatedAt']);

/** The changed fields with old and new values. Only fields present on both sides or in a new record. */
export function changesOf(before: unknown, after: unknown): FieldChange[] {
  const old = fieldsOf(before);
  const now = fieldsOf(after);
  if (before === null || before === undefined) return [];
  return [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .filter((field) => field in now && !UNTOLD.has(field))
    .map((field) => ({ field: words(field), before: shown(old[field]), after: shown(now[field]) }))
    .filter((change) => change.before !== change.after);
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function shown(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function words(field: string): string {
  return field.replace(/([A-Z])/g, ' $1').toLowerCase();
}
