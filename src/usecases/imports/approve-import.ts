import { z } from 'zod';
import { RefusalError } from '@/core/refusals';
import { selfApproval } from '@/core/transactions/segregation';
import { isOwnWork } from '@/db/stores/documents/own-work';
import { findTransactions } from '@/db/stores/documents/transactions';
import { nextImportRows } from '@/db/stores/import-rows';
import {
  beginAttempt,
  findImport,
  type ImportRecord,
  lockImport,
  moveImport,
  reachImportRow,
} from '@/db/stores/imports';
import { reachCutOver } from '../cut-over/cut-over-rules';
import { refuseNotFound } from '../kit/crud';
import { type Call, type Context, defineUseCase } from '../kit/define';
import { demand, runForOutput } from '../kit/run';
import { valueOrThrow } from '../kit/value-or-throw';
import { approveAndPostTransactions } from '../transactions/posting/approve-and-post';
import { getImport } from './get-import';
import { demandStatus, permittedNoun } from './import-rules';

/** Rows and documents that are approved in one transaction. */
const PORTION = { units: 500, rows: 4_000 } as const;

/**
 * Begins to approve and post, as one act, the documents of an import that wait for a second person, or goes on with it; the job does so in
 * portions. Returns the file's name and its rows. Refuses FORBIDDEN without the permissions to approve and post and for the
 * person who made the import, INVALID_STATUS_TRANSITION when nothing waits.
 */
export async function beginApproval(
  context: Context,
  id: string,
): Promise<{ readonly title: string; readonly total: number }> {
  const { tenant, principal } = context;
  demand(principal, 'gl.transaction.approve');
  demand(principal, 'gl.transaction.post');
  const one = (await lockImport(tenant, id)) ?? refuseNotFound('import', id);
  permittedNoun(principal, one);
  if (await isOwnWork(tenant, [one.createdBy], principal.actor.id)) {
    valueOrThrow(selfApproval('gl.transaction.approve'));
  }
  const { imported } = (await findImport(tenant, id))?.counts ?? { imported: 0 };
  if (one.importStatus !== 'APPROVING') {
    demandStatus(one, ['PROPOSED'], 'APPROVING');
    await beginAttempt(tenant, id, 'APPROVING', 'IMPORTED');
    context.record({
      action: 'imports.approve',
      noun: 'import',
      recordId: id,
      after: { documents: imported },
    });
  }
  return { title: one.fileName, total: imported };
}

/** What approving or posting one document refuses stops the portion it is in; those before it stay approved. */
const approvePortion = defineUseCase({
  name: 'imports.approvePortion',
  share: 'import',
  permission: 'gl.transaction.approve',
  mode: 'sql',
  input: z.object({ id: z.guid() }),
  async run(context, { id }): Promise<{ readonly isDone: boolean }> {
    const { tenant } = context;
    const one = (await lockImport(tenant, id)) ?? refuseNotFound('import', id);
    permittedNoun(context.principal, one);
    if (one.importStatus !== 'APPROVING') return { isDone: true };
    const { attempt, reached } = one;
    const rows = await nextImportRows(tenant, id, { of: 'IMPORTED', attempt, reached, ...PORTION });
    const last = rows.at(-1);
    if (last === undefined) {
      await moveImport(tenant, id, 'DONE');
      context.record({ action: 'imports.finishApproval', noun: 'import', recordId: id });
      return { isDone: true };
    }
    const approved = await approveAll(context, one, [
      ...new Set(rows.flatMap(({ recordId }) => recordId ?? [])),
    ]);
    await reachImportRow(tenant, id, last.unit, { waiting: -approved, left: -rows.length });
    return { isDone: false };
  },
});

/** Approves and posts those of some documents that wait, each on its day; the number of them. */
async function approveAll(context: Context, one: ImportRecord, ids: readonly string[]): Promise<number> {
  const { cutOverDate } =
    one.cutOverId === null ? { cutOverDate: null } : await reachCutOver(context.tenant, one.cutOverId);
  const byDay = new Map<string, { id: string; number: string }[]>();
  for (const document of await findTransactions(context.tenant, ids)) {
    if (document.transactionStatus !== 'PENDING_APPROVAL') continue;
    const day = cutOverDate ?? document.transactionDate;
    byDay.set(day, [...(byDay.get(day) ?? []), { id: document.id, number: document.transactionNumber }]);
  }
  let approved = 0;
  for (const [postingDate, documents] of byDay) {
    const results = await approveAndPostTransactions.run(context, {
      items: documents.map(({ id }) => ({ id })),
      postingDate,
      overrideChecks: one.cutOverId !== null,
      mode: 'each',
    });
    for (const [at, result] of results.entries()) {
      if (result.ok) continue;
      const { code, message, data } = result.refusal;
      throw new RefusalError({
        code,
        message: `${documents[at]?.number ?? ''}: ${message} Documents before it remain approved; approve again to continue.`,
        data,
      } as RefusalError['refusal']);
    }
    approved += documents.length;
  }
  return approved;
}

/** One portion of an approval that has begun, and how far it is then. */
export async function stepOfApproval(
  call: Call,
  id: string,
): Promise<{ readonly isDone: boolean; readonly done: number; readonly total: number }> {
  const { isDone } = await runForOutput(approvePortion, call, { id });
  const { imported, left } = (await runForOutput(getImport, call, { id })).counts;
  return { isDone, done: isDone ? imported : imported - left, total: imported };
}
