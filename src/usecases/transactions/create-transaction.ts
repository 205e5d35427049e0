import type { z } from 'zod';
import { mirrorApproved } from '../intercompany/mirror-documents';
import type { BatchItem, Call } from '../kit/define';
import { defineUseCase } from '../kit/define';
import { writeAllChanges } from '../kit/run';
import { createDocuments } from './create-documents';
import { newDocument } from './document-input';
import type { DocumentView } from './document-view';
import { type Stored, type StoreWish, storeDocuments } from './store-documents';

/**
 * Creates a business transaction (interface 4.5): totals, dated tax and exchange rates, the entry it will make, its
 * number. Calls that arrive together are stored together; each gets its own answer.
 *
 * Refuses REFERENCE_NOT_FOUND, INVALID_INPUT, RATE_MISSING, INVALID_STATUS_TRANSITION for a status it cannot be created
 * with, RATE_JUMP for a rate stated at a screen that differs too far from the last one, FORBIDDEN for APPROVED without the permission, NOT_BALANCED for APPROVED when its entry does not balance.
 */
export const createTransaction = defineUseCase({
  name: 'gl.transaction.create',
  permission: 'gl.transaction.create',
  mode: 'sql',
  input: newDocument,
  async run(context, { transaction, lines, confirmedRate }): Promise<DocumentView> {
    const { status, ...header } = transaction;
    const [stored] = await storeDocuments(context.tenant, [
      { header, lines, status: status ?? null, confirmedRate: confirmedRate ?? null, call: context },
    ]);
    if (stored === undefined) throw new Error('nothing was stored');
    if (!stored.ok) throw stored.error;
    for (const change of stored.changes) context.record(change);
    for (const { changes } of await mirrorApproved(
      context.tenant,
      approvedOf([stored], () => context),
    )) {
      for (const change of changes) context.record(change);
    }
    return stored.output;
  },
  runInOneStatement: (tenant, items) => createDocuments(tenant, items.map(wishOf)),
  async runTogether(tenant, items) {
    const wishes = items.map(wishOf);
    const stored = await storeDocuments(tenant, wishes);
    const callOf = (index: number) => wishes[index]?.call ?? missing();
    const mirrored = await mirrorApproved(tenant, approvedOf(stored, callOf));
    await writeAllChanges(
      tenant,
      'gl.transaction.create',
      stored.map((one, index) => {
        const more = mirrored.filter(({ id }) => one.ok && one.output.id === id);
        return { call: callOf(index), changes: [...one.changes, ...more.flatMap(({ changes }) => changes)] };
      }),
    );
    return stored;
  },
});

function wishOf({
  input: { transaction, lines, confirmedRate },
  call,
}: BatchItem<z.output<typeof newDocument>>): StoreWish {
  const { status, ...header } = transaction;
  return { header, lines, status: status ?? null, confirmedRate: confirmedRate ?? null, call };
}

/** Those of the stored documents that are approved already and may have a mirror. */
export function approvedOf(stored: readonly Stored[], callOf: (index: number) => Call) {
  return stored.flatMap((one, index) =>
    one.ok && one.mayMirror && one.output.status === 'APPROVED'
      ? [{ id: one.output.id, call: callOf(index) }]
      : [],
  );
}

function missing(): never {
  throw new Error('a batch lost an item');
}
