import { statusWords as wordsOfStatus } from '@/core/sheets/status-words';
import { Pill, type PillTone } from './pill';

const TONES: Readonly<Record<string, PillTone>> = {
  draft: 'neutral',
  pending_approval: 'caution',
  approved: 'accent',
  posted: 'positive',
  paid: 'positive',
  closed: 'faint',
  cancelled: 'faint',
  reversed: 'plum',
  open: 'positive',
  soft_closed: 'caution',
  locked: 'faint',
  active: 'positive',
  inactive: 'faint',
  archived: 'faint',
  researching: 'neutral',
  contacted: 'accent',
  evaluating: 'caution',
  qualified: 'positive',
  unqualified: 'faint',
  converted: 'plum',
  new: 'accent',
  overdue: 'danger',
  revoked: 'danger',
  expired: 'faint',
  posting: 'accent',
  stalled: 'caution',
  failed: 'danger',
  arriving: 'caution',
  proposed: 'caution',
  approving: 'accent',
  undoing: 'accent',
  undone: 'faint',
  checking: 'accent',
  checked: 'accent',
  running: 'accent',
  ready: 'accent',
  imported: 'positive',
  done: 'positive',
  done_with_errors: 'caution',
  orders_wait: 'caution',
};

/** `PENDING_APPROVAL` as "Pending approval". */
export const statusWords = wordsOfStatus;

/** The state of any record as a pill. */
export function StatusPill({ status }: { readonly status: string }) {
  return <Pill tone={TONES[status.toLowerCase()] ?? 'neutral'}>{statusWords(status)}</Pill>;
}
