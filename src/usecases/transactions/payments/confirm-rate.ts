import { z } from 'zod';
import { type RateJump, refuse } from '@/core/refusals';
import { loadDocumentReferences } from '@/db/stores/documents/document-references';
import {
  confirmationOf,
  insertRateConfirmations,
  type RateConfirmation,
} from '@/db/stores/documents/rate-confirmations';
import {
  findTransactions,
  lockTransactions,
  type TransactionRecord,
} from '@/db/stores/documents/transactions';
import type { Tenant } from '@/db/tenancy';
import { newId } from '@/lib/ids';
import { jumpOf } from '../../fx/given-rates';
import { expectVersion, refuseNotFound } from '../../kit/crud';
import { defineUseCase } from '../../kit/define';
import { anId, reasonText } from '../../kit/fields';
import { draftOf } from '../lock-document';
import { referencesIn } from '../references/collect-references';

/** How the rate of a document stands against the table's. */
export interface RateOfDocument {
  /** Null: within the limit, or the table's own. */
  readonly jump: RateJump | null;
  readonly confirmation: (RateConfirmation & { readonly confirmedAt: Date }) | null;
}

async function jumpIn(tenant: Tenant, record: TransactionRecord): Promise<RateJump | null> {
  if (!record.exchangeRateGiven) return null;
  return jumpOf(record, await loadDocumentReferences(tenant, referencesIn([draftOf(record, [])])));
}

/** Whether the rate a document states differs from the table's by more than the limit, and who confirmed it. Refuses NOT_FOUND. */
export const showRate = defineUseCase({
  name: 'gl.transaction.rate',
  permission: 'gl.transaction.read',
  mode: 'read',
  input: z.object({ id: anId }),
  async run({ tenant }, { id }): Promise<RateOfDocument> {
    const [record] = await findTransactions(tenant, [id]);
    if (record === undefined) refuseNotFound('transaction', id);
    const jump = await jumpIn(tenant, record);
    return {
      jump,
      confirmation: jump === null ? null : await confirmationOf(tenant, id, record.exchangeRate),
    };
  },
});

/**
 * Records that the rate a document states is right although it differs from the table's by more than the limit; asked of
 * documents that came through a door that does not ask. It holds for that rate alone. Refuses NOT_FOUND, STALE_VERSION, and
 * INVALID_INPUT when there is nothing to confirm.
 */
export const confirmRate = defineUseCase({
  name: 'gl.transaction.confirmRate',
  permission: 'gl.transaction.create',
  mode: 'sql',
  input: z.object({
    id: anId,
    reason: reasonText,
  }),
  async run(context, { id, reason }): Promise<RateOfDocument> {
    const { tenant, principal } = context;
    const [record] = await lockTransactions(tenant, [id]);
    if (record === undefined) refuseNotFound('transaction', id);
    expectVersion(context, record);
    const jump = await jumpIn(tenant, record);
    if (jump === null) {
      const message = 'the rate of this transaction needs no confirmation';
      refuse('INVALID_INPUT', `id: ${message}`, { issues: [{ path: ['id'], message }] });
    }
    const row = {
      id: newId(),
      transactionId: id,
      rate: record.exchangeRate,
      jump,
      reason,
      confirmedBy: principal.actor.id,
    };
    await insertRateConfirmations(tenant, [row]);
    context.record({
      noun: 'transaction',
      recordId: id,
      after: { rateJump: jump, confirmedRate: row.reason },
      event: { type: 'gl.transaction.rateConfirmed', payload: { transactionId: id, rate: jump.rate } },
    });
    return { jump, confirmation: await confirmationOf(tenant, id, record.exchangeRate) };
  },
});
