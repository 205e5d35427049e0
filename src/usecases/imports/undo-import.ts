import { z } from 'zod';
import type { ImportNoun } from '@/core/imports/import-noun';
import { RefusalError, refuse } from '@/core/refusals';
import { removeItems } from '@/db/stores/cut-overs';
import { findTransactions } from '@/db/stores/documents/transactions';
import { builtUponImport } from '@/db/stores/documents/transactions-built-upon';
import { importedRecords, judgeImportRows, markUndone, nextImportRows } from '@/db/stores/import-rows';
import {
  beginAttempt,
  findImport,
  type ImportRecord,
  lockImport,
  moveImport,
  reachImportRow,
} from '@/db/stores/imports';
import { accountVerbs } from '../accounts/account-records';
import { customerVerbs } from '../customers/customer-records';
import { demandNotOpened, reachCutOver } from '../cut-over/cut-over-rules';
import { itemVerbs } from '../items/item-records';
import { byId, refuseNotFound } from '../kit/crud';
import { type Call, type Context, defineUseCase, type UseCase } from '../kit/define';
import { demand, runForOutput } from '../kit/run';
import { priceListVerbs } from '../price-lists/price-list-records';
import { priceVerbs } from '../price-lists/prices';
import { removeProspect } from '../prospects/prospect-records';
import { removeSsp } from '../revenue/setup/ssp-records';
import { cancelTransaction } from '../transactions/posting/cancel-transaction';
import { reverseDocuments } from '../transactions/posting/reverse-documents';
import { reverseTransaction } from '../transactions/posting/reverse-transaction';
import { removeTransaction } from '../transactions/remove-transaction';
import { vendorVerbs } from '../vendors/vendor-records';
import { getImport } from './get-import';
import { demandAtRest, demandStatus, permittedNoun } from './import-rules';

type Remover = UseCase<{ id: string }, unknown>;

/** How a record is removed again, by the verb that removes one; null: it cannot be. */
const REMOVERS: Readonly<Record<ImportNoun, Remover | 'DOCUMENT' | 'FORGOTTEN' | null>> = {
  prospects: removeProspect as Remover,
  customers: customerVerbs.remove as Remover,
  vendors: vendorVerbs.remove as Remover,
  accounts: accountVerbs.remove as Remover,
  items: itemVerbs.remove as Remover,
  price_lists: priceListVerbs.remove as Remover,
  prices: priceVerbs.remove as Remover,
  ssp: removeSsp as Remover,
  journals: 'DOCUMENT',
  openingBalances: 'FORGOTTEN',
  openReceivables: 'DOCUMENT',
  openPayables: 'DOCUMENT',
  openContracts: null,
  orders: null,
};

/** Rows up to which an import is undone in one transaction; a larger one in portions of as many. */
const MOST_AT_ONCE = 1_000;

const undoIn = <M extends 'write' | 'sql'>(mode: M) =>
  defineUseCase({
    name: 'imports.undo',
    share: 'import',
    permission: null,
    mode,
    input: byId,
    async run(context, { id }): Promise<{ readonly undone: number }> {
      const { tenant } = context;
      const { one, noun } = await reachUndoable(context, id);
      const records = await importedRecords(tenant, id);
      // The last first, so that a parent goes after its children.
      await takeOut(context, one, noun, [...records].reverse());
      await markUndone(tenant, id);
      await endUndoing(context, one, noun, records.length);
      return { undone: records.length };
    },
  });

const undoRecords = undoIn('write');
const undoSql = undoIn('sql');

/** The import, locked, if it can be undone at all. Refuses NOT_FOUND, FORBIDDEN, and IN_USE in words for what was built on it. */
async function reachUndoable(context: Context, id: string) {
  const { tenant } = context;
  const one = (await lockImport(tenant, id)) ?? refuseNotFound('import', id);
  const noun = permittedNoun(context.principal, one);
  await demandAtRest(tenant, one, ['CHECKING', 'RUNNING', 'ARRIVING']);
  const remover = REMOVERS[noun];
  if (remover === null) {
    refuse(
      'IN_USE',
      'Contracts that are in force cannot be removed. Terminate them, or void the facts that are wrong.',
      { noun: 'import', id, by: 'the contracts' },
    );
  }
  if (one.cutOverId !== null && (remover === 'DOCUMENT' || remover === 'FORGOTTEN')) {
    demandNotOpened(await reachCutOver(tenant, one.cutOverId, true), 'The import cannot be undone');
  }
  if (remover === 'DOCUMENT') {
    const [built] = await builtUponImport(tenant, id);
    if (built !== undefined) {
      refuse(
        'IN_USE',
        `${built.transactionNumber} was ${built.why} since. Reverse that first; nothing was undone.`,
        { noun: 'transaction', id: built.id, by: built.why },
      );
    }
  } else if (remover !== 'FORGOTTEN' && remover.permission !== null) {
    demand(context.principal, remover.permission);
  }
  return { one, noun };
}

/** Removes records in the order given; the first one that something was built on refuses, in its own words. */
async function takeOut(
  context: Context,
  one: ImportRecord,
  noun: ImportNoun,
  records: readonly string[],
): Promise<void> {
  const remover = REMOVERS[noun];
  if (remover === 'FORGOTTEN' || remover === null) return;
  if (remover === 'DOCUMENT') {
    await takeOutDocuments(context, one, records);
    return;
  }
  for (const recordId of records) {
    try {
      await remover.run({ ...context, expectedVersion: undefined }, { id: recordId });
    } catch (error) {
      if (error instanceof RefusalError && error.refusal.code === 'NOT_FOUND') continue;
      throw error;
    }
  }
}

/**
 * Drafts are deleted, documents that wait for approval are canceled, and posted ones reversed: on the day of the cut-over, or on the
 * day each was posted on.
 */
async function takeOutDocuments(
  context: Context,
  one: ImportRecord,
  records: readonly string[],
): Promise<void> {
  const { cutOverDate } =
    one.cutOverId === null ? { cutOverDate: undefined } : await reachCutOver(context.tenant, one.cutOverId);
  const own = { ...context, expectedVersion: undefined };
  const reason = `Import ${one.fileName} undone`.replace('  ', ' ');
  const documents = new Map(
    (await findTransactions(context.tenant, records)).map((document) => [document.id, document]),
  );
  let posted: { id: string; date: string }[] = [];
  // Posted documents that follow one another are reversed together.
  const reverse = async () => {
    if (posted.length > 0) await reverseDocuments(own, posted, reason);
    posted = [];
  };
  for (const id of records) {
    const document = documents.get(id);
    if (document === undefined) continue;
    const { transactionStatus: status, postingDate } = document;
    const verb =
      status === 'DRAFT' ? removeTransaction : status === 'POSTED' ? reverseTransaction : cancelTransaction;
    demand(context.principal, verb.permission ?? 'gl.transaction.reverse');
    if (status === 'POSTED') {
      posted.push({ id, date: cutOverDate ?? postingDate ?? context.clock.today() });
      continue;
    }
    await reverse();
    if (status === 'DRAFT') await removeTransaction.run(own, { id });
    else await cancelTransaction.run(own, { id, reason });
  }
  await reverse();
}

async function endUndoing(
  context: Context,
  one: ImportRecord,
  noun: ImportNoun,
  records: number,
): Promise<void> {
  const { tenant } = context;
  await removeItems(tenant, one.id);
  const { waiting } = (await findImport(tenant, one.id))?.counts ?? { waiting: 0 };
  await reachImportRow(tenant, one.id, 0, { waiting: -waiting });
  await moveImport(tenant, one.id, 'UNDONE');
  context.record({
    action: 'imports.undo',
    noun: 'import',
    recordId: one.id,
    before: { noun, fileName: one.fileName, records },
  });
}

/**
 * Undoes a whole import while nothing was built on it: records are removed, drafts deleted, posted documents reversed, on the day of the
 * cut-over or on their own. Up to a thousand rows all of it or nothing, in one transaction; a larger import in portions, after a look at
 * all of its documents: what something is built on meanwhile stops it where it is, and undoing it again goes on. Refuses
 * NOT_FOUND, FORBIDDEN, and in words IN_USE or HAS_CHILDREN for the first record that something was built on.
 */
export const undoImport = defineUseCase({
  name: 'imports.undoAll',
  permission: null,
  mode: 'steps',
  input: byId,
  async run(context, { id }): Promise<{ readonly undone: number }> {
    const { dryRun, expectedVersion: _none, ...call } = { ...context };
    const { noun, counts, importStatus } = await runForOutput(getImport, call, { id });
    if (dryRun) return { undone: 0 };
    if (counts.imported <= MOST_AT_ONCE && importStatus !== 'UNDOING') {
      return runForOutput(isRecord(noun) ? undoRecords : undoSql, call, { id });
    }
    await runForOutput(startUndoing, call, { id });
    while (!(await stepOfUndoing(call, id)).isDone);
    return { undone: counts.imported };
  },
});

/** Begins to undo a large import, or goes on with it. */
export const startUndoing = defineUseCase({
  name: 'imports.startUndoing',
  permission: null,
  mode: 'sql',
  input: byId,
  async run(context, { id }): Promise<void> {
    await beginUndoing(context, id);
  },
});

/** The body of the verb, for the job that goes on with it. Returns the file's name and its rows. */
export async function beginUndoing(
  context: Context,
  id: string,
): Promise<{ readonly title: string; readonly total: number }> {
  const { one, noun } = await reachUndoable(context, id);
  const { total } = (await findImport(context.tenant, id))?.counts ?? { total: 0 };
  if (one.importStatus !== 'UNDOING') {
    // A check or a run that is still here was stopped halfway.
    demandStatus(
      one,
      ['UPLOADED', 'CHECKING', 'CHECKED', 'RUNNING', 'DONE', 'PROPOSED', 'APPROVING'],
      'UNDOING',
    );
    await beginAttempt(context.tenant, id, 'UNDOING', 'IMPORTED');
    context.record({
      action: 'imports.undo',
      noun: 'import',
      recordId: id,
      before: { noun, fileName: one.fileName },
    });
  }
  return { title: one.fileName, total };
}

const undoPortionIn = <M extends 'write' | 'sql'>(mode: M) =>
  defineUseCase({
    name: 'imports.undoPortion',
    share: 'import',
    permission: null,
    mode,
    input: z.object({ id: z.guid() }),
    async run(context, { id }): Promise<{ readonly isDone: boolean }> {
      const { tenant } = context;
      const one = (await lockImport(tenant, id)) ?? refuseNotFound('import', id);
      const noun = permittedNoun(context.principal, one);
      if (one.importStatus !== 'UNDOING') return { isDone: true };
      const { attempt, reached } = one;
      const limits = { units: MOST_AT_ONCE / 10, rows: MOST_AT_ONCE } as const;
      const rows = await nextImportRows(tenant, id, {
        of: 'IMPORTED_LAST_FIRST',
        attempt,
        reached,
        ...limits,
      });
      const last = rows.at(-1);
      if (last === undefined) {
        await endUndoing(context, one, noun, 0);
        return { isDone: true };
      }
      await takeOut(context, one, noun, [...new Set(rows.flatMap(({ recordId }) => recordId ?? []))]);
      await judgeImportRows(
        tenant,
        id,
        attempt,
        rows.map(({ rowNumber }) => ({
          rowNumber,
          state: 'UNDONE',
          field: null,
          fields: null,
          message: null,
          recordId: null,
        })),
      );
      await reachImportRow(tenant, id, last.unit);
      return { isDone: false };
    },
  });

const undoRecordPortion = undoPortionIn('write');
const undoSqlPortion = undoPortionIn('sql');

/** One portion of undoing that has begun, and how far it is then. */
export async function stepOfUndoing(
  call: Call,
  id: string,
): Promise<{ readonly isDone: boolean; readonly done: number; readonly total: number }> {
  const { noun } = await runForOutput(getImport, call, { id });
  const { isDone } = await runForOutput(isRecord(noun) ? undoRecordPortion : undoSqlPortion, call, { id });
  const { total, left } = (await runForOutput(getImport, call, { id })).counts;
  return { isDone, done: isDone ? total : total - left, total };
}

const isRecord = (noun: string) => RECORD_NOUNS.includes(noun as ImportNoun);

/** The nouns whose remove verb speaks to the record store. */
const RECORD_NOUNS: readonly ImportNoun[] = [
  'prospects',
  'customers',
  'vendors',
  'accounts',
  'items',
  'price_lists',
  'prices',
];
