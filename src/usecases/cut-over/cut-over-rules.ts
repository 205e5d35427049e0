import { refuse } from '@/core/refusals';
import { type CutOverRecord, findCutOver } from '@/db/stores/cut-overs';
import { importsOfCutOver } from '@/db/stores/imports';
import type { Tenant } from '@/db/tenancy';
import { refuseNotFound } from '../kit/crud';

/** A cut-over within reach, locked until the transaction ends if asked. Refuses NOT_FOUND. */
export async function reachCutOver(tenant: Tenant, id: string, locked = false): Promise<CutOverRecord> {
  return (await findCutOver(tenant, id, locked)) ?? refuseNotFound('cut-over', id);
}

/** Refuses IN_USE once the opening entry stands: what it rests on may not change below it. */
export function demandNotOpened(cutOver: CutOverRecord, what: string): void {
  if (cutOver.openingTransactionId === null) return;
  refuse('IN_USE', `${what} because the opening entry is made. Undo the opening entry first.`, {
    noun: 'cut-over',
    id: cutOver.id,
    by: 'the opening entry',
  });
}

/** Refuses IN_USE while documents of a file wait for a second person, or a file is being imported or undone. */
export async function demandNothingWaits(tenant: Tenant, cutOver: CutOverRecord): Promise<void> {
  const one = (await importsOfCutOver(tenant, cutOver.id)).find(({ importStatus }) =>
    ['RUNNING', 'PROPOSED', 'APPROVING', 'UNDOING'].includes(importStatus),
  );
  if (one === undefined) return;
  const why =
    one.importStatus === 'PROPOSED'
      ? 'waits for the approval of a second person'
      : 'is still being worked on';
  refuse('IN_USE', `The opening entry cannot be made while ${one.fileName} ${why}.`, {
    noun: 'import',
    id: one.id,
    by: one.importStatus === 'PROPOSED' ? 'a second person' : 'its own run',
  });
}
