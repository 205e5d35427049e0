import { z } from 'zod';
import { refuse } from '@/core/refusals';
import { batchById, type LedgerBatchRecord, ledgerBatches } from '@/db/stores/documents/ledger-batches';
import { refuseNotFound } from '../kit/crud';
import { defineUseCase } from '../kit/define';
import { anId } from '../kit/fields';
import { type FileStretch, nextStretch } from './batch-file';

/** The batches of a ledger, newest first. */
export const listLedgerBatches = defineUseCase({
  name: 'ledgerBatches.list',
  permission: 'gl.report.read',
  mode: 'read',
  input: z.object({
    ledgerId: anId,
    page: z.int().min(1).default(1),
    limit: z.int().min(1).max(100).default(50),
  }),
  async run({ tenant }, { ledgerId, page, limit }) {
    const found = await ledgerBatches.page(tenant, {
      where: { ledgerId },
      orderBy: [{ batchNumber: 'desc' }],
      skip: (page - 1) * limit,
      take: limit,
    });
    return { ...found, page, limit };
  },
});

/** One batch. Refuses NOT_FOUND. */
export const getLedgerBatch = defineUseCase({
  name: 'ledgerBatches.get',
  permission: 'gl.report.read',
  mode: 'read',
  input: z.object({ id: anId }),
  run: async ({ tenant }, { id }): Promise<LedgerBatchRecord> =>
    (await ledgerBatches.find(tenant, id)) ?? refuseNotFound('ledger batch', id),
});

/** What a file is called and where its text is. */
export interface BatchFile {
  readonly fileName: string;
  /** The next lines of the file; null at its end. */
  readonly stretch: FileStretch | null;
  readonly parts: number;
}

/**
 * A stretch of one of a batch's files, from its beginning or after a line that was read: a file of a million lines is read in stretches.
 * What is read never changes. Refuses NOT_FOUND, and INVALID_INPUT for a part the batch does not have.
 */
export const readBatchFile = defineUseCase({
  name: 'ledgerBatches.file',
  permission: 'gl.report.read',
  mode: 'report',
  input: z.object({
    id: anId,
    part: z.int().min(1).default(1),
    after: z.int().min(0).nullish(),
  }),
  async run({ tenant }, { id, part, after }): Promise<BatchFile> {
    const batch = (await batchById(tenant, id)) ?? refuseNotFound('ledger batch', id);
    const parts = batch.partStarts.length;
    if (part > parts) {
      const message = `is beyond the ${parts} of this batch`;
      refuse('INVALID_INPUT', `part: ${message}`, { issues: [{ path: ['part'], message }] });
    }
    const of = parts === 1 ? '' : `-part-${part}`;
    return {
      fileName: `daybook-batch-${String(batch.batchNumber).padStart(4, '0')}${of}.csv`,
      stretch: await nextStretch(tenant, batch, part, after ?? null),
      parts,
    };
  },
});
