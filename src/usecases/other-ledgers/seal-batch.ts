import { createHash } from 'node:crypto';
import { z } from 'zod';
import { FORMAT_FACTS, type LedgerFormat, partStarts } from '@/core/other-ledgers/formats';
import { refuse } from '@/core/refusals';
import {
  batchById,
  beginBatch,
  journalSizes,
  type LedgerBatchRecord,
  missingCodes,
  moveBatch,
  nextBatchNumber,
  takeEntries,
  writeBatchLines,
} from '@/db/stores/documents/ledger-batches';
import { lockOtherLedger } from '@/db/stores/structure/other-ledgers';
import type { Tenant } from '@/db/tenancy';
import { newId } from '@/lib/ids';
import { expectVersion, refuseNotFound } from '../kit/crud';
import { type Context, defineUseCase } from '../kit/define';
import { anId, day } from '../kit/fields';
import { allStretches } from './batch-file';

/** The most missing codes named at once. */
const MOST_MISSING = 200;

/** The last day whose entries are included. */
export const sealBody = z.object({ throughDate: day });

/**
 * Makes the next batch for another ledger: every entry up to a day that is in no batch of it yet, with what was posted late or reversed
 * since the last one. The batch is numbered without gaps, written in the other ledger's codes, and sealed with the hash of its files.
 * Batches of one ledger are made one after another, so of two at once the second finds what the first one left.
 * Refuses NOT_FOUND, CODES_MISSING, and INVALID_INPUT when nothing is left to send or a journal has more lines than the program takes.
 */
export const sealLedgerBatch = defineUseCase({
  name: 'ledgerBatches.seal',
  permission: 'gl.transaction.post',
  mode: 'sql',
  share: 'report',
  input: sealBody.extend({ ledgerId: anId }),
  async run(context, { ledgerId, throughDate }): Promise<LedgerBatchRecord> {
    const { tenant, principal } = context;
    const ledger = (await lockOtherLedger(tenant, ledgerId)) ?? refuseNotFound('other ledger', ledgerId);
    expectVersion(context, ledger);
    const id = newId();
    const number = await nextBatchNumber(tenant, ledgerId);
    await beginBatch(tenant, {
      id,
      ledgerId,
      batchNumber: number,
      throughDate,
      format: ledger.format,
      summary: ledger.summary,
      journalCode: ledger.journalCode,
      taxRate: ledger.taxRate,
      sealedByName: principal.actor.name ?? 'Daybook',
      sealedAt: context.clock.now(),
    });
    const entryCount = await takeEntries(tenant, id, ledger, throughDate);
    if (entryCount === 0) wrong('throughDate', 'has no entries that are not yet in a batch');
    await demandCodes(tenant, id, ledger);
    const lineCount = await writeBatchLines(tenant, { id, number }, ledger);
    const format = ledger.format as LedgerFormat;
    const starts = partStarts(format, await journalSizes(tenant, id));
    if (starts === null) {
      const { label, linesPerFile } = FORMAT_FACTS[format];
      wrong(
        'ledgerId',
        `has a journal of more than ${linesPerFile} lines, which ${label} does not accept: send days or entries instead`,
      );
    }
    const made = (await batchById(tenant, id)) ?? refuseNotFound('ledger batch', id);
    const contentHash = await hashOf(tenant, { ...made, lineCount, partStarts: starts });
    const sealed = await moveBatch(tenant, id, {
      batchStatus: 'SEALED',
      entryCount,
      lineCount,
      partStarts: starts,
      contentHash,
    });
    recordBatch(context, sealed, 'sealed', null);
    return sealed;
  },
});

async function demandCodes(
  tenant: Tenant,
  batchId: string,
  ledger: { readonly id: string; readonly name: string; readonly dimensions: readonly string[] },
): Promise<void> {
  const missing = await missingCodes(tenant, batchId, ledger.id, ledger.dimensions, MOST_MISSING);
  const [first] = missing;
  if (first === undefined) return;
  const others = missing.length === 1 ? '' : ` and ${missing.length - 1} more`;
  refuse(
    'CODES_MISSING',
    `${ledger.name} has no code for ${first.code} ${first.name}${others}. Enter the codes first.`,
    {
      missing: missing.map(({ kind, id, code, name }) => ({ kind, id, code, name })),
    },
  );
}

/** SHA-256 over the batch's files, one after another. */
async function hashOf(tenant: Tenant, batch: LedgerBatchRecord): Promise<string> {
  const hash = createHash('sha256');
  for await (const text of allStretches(tenant, batch)) hash.update(text);
  return hash.digest('hex');
}

/** The audit row and the event of a batch that moved. */
export function recordBatch(
  context: Context,
  batch: LedgerBatchRecord,
  verb: 'sealed' | 'sent' | 'undone',
  before: LedgerBatchRecord | null,
): void {
  const shown = ({ organizationId: _tenant, partStarts: _parts, ...row }: LedgerBatchRecord) => row;
  context.record({
    action: `ledgerBatches.${verb}`,
    noun: 'ledger batch',
    recordId: batch.id,
    ...(before === null ? {} : { before: shown(before) }),
    after: shown(batch),
    event: {
      type: `ledgerBatches.${verb}`,
      payload: {
        batchId: batch.id,
        ledgerId: batch.ledgerId,
        batchNumber: batch.batchNumber,
        entries: batch.entryCount,
        lines: batch.lineCount,
        ...(verb === 'sealed' ? { contentHash: batch.contentHash } : {}),
      },
    },
  });
}

function wrong(field: string, message: string): never {
  refuse('INVALID_INPUT', `${field}: ${message}`, { issues: [{ path: [field], message }] });
}
