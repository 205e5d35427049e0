import { refuse } from '@/core/refusals';
import { type CutOverRecord, findCutOver } from '@/db/stores/cut-overs';
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
