import { z } from 'zod';
import type { ImportNoun } from '@/core/imports/import-noun';
import { heldBack } from '@/core/imports/journal-rows';
import { readRows, type Unit } from '@/core/imports/read-rows';
import { allImportRows, judgeImportRows, nextImportRows, type RowVerdict } from '@/db/stores/import-rows';
import { findImport, type ImportRecord, lockImport, moveImport } from '@/db/stores/imports';
import { withSavepoint } from '@/db/transaction';
import { refuseNotFound } from '../kit/crud';
import { type Change, type Context, defineUseCase } from '../kit/define';
import { demandReach } from '../kit/reach';
import { demand, parseInput } from '../kit/run';
import { type PlacedProblem, placeRefusal } from './import-refusals';
import { permittedNoun } from './import-rules';
import { IMPORT_VERBS } from './import-verbs';
import { lookUpNames, namedAmong, namesPromisedBy, refreshNames, resolveNames } from './resolve-names';

/** Records and rows of a portion: few enough that its transaction is short and the progress on the screen advances. */
const PORTION = { units: 50, rows: 500 } as const;

/** Returns a checked record's id from a savepoint that is then rolled back. */
class CheckDone extends Error {}

/**
 * Processes the next records of a check or a run. The records and the results of their rows are written in one
 * transaction, so a server that crashes in the middle leaves neither. Portions of one import run one at a time, so
 * that no row is processed twice. Each record is created by the noun's own create verb in its own savepoint; a check
 * always rolls the savepoint back.
 */
const portionIn = <M extends 'write' | 'sql'>(mode: M) =>
  defineUseCase({
    name: 'imports.portion',
    share: 'import',
    permission: null,
    mode,
    input: z.object({ id: z.guid(), doing: z.enum(['CHECKING', 'RUNNING']) }),
    async run(context, { id, doing }): Promise<{ readonly isDone: boolean }> {
      const { tenant } = context;
      const one = (await lockImport(tenant, id)) ?? refuseNotFound('import', id);
      const noun = permittedNoun(context.principal, one);
      if (one.importStatus !== doing) return { isDone: true };
      const rows = await nextImportRows(tenant, id, one.attempt, PORTION);
      if (rows.length === 0) {
        await finish(context, one);
        return { isDone: true };
      }
      const units = readRows(noun, one.mapping, rows);
      const verdicts = await judge(context, one, noun, units);
      await judgeImportRows(tenant, id, one.attempt, verdicts);
      // Marks the import itself as in progress.
      await moveImport(tenant, id, doing);
      return { isDone: false };
    },
  });

/** A portion of ordinary records. */
export const applyRecordPortion = portionIn('write');
/** A portion of documents, which are stored in sets. */
export const applyDocumentPortion = portionIn('sql');

async function judge(context: Context, one: ImportRecord, noun: ImportNoun, units: readonly Unit[]) {
  const isCheck = one.importStatus === 'CHECKING';
  const verdicts: RowVerdict[] = [];
  const wanted = namedAmong(noun, units);
  const promised =
    isCheck && wanted.size > 0 ? await promisedIn(context, one, noun) : new Map<string, number>();
  const found = await lookUpNames(context.tenant, noun, units);
  for (const unit of units) {
    const outcome = await attemptUnit(context, noun, unit, { found, promised, isCheck });
    verdicts.push(...verdictsOf(unit, outcome));
    // A later row may refer to a record that was just created.
    if ('recordId' in outcome && wanted.size > 0) {
      const made = unit.rows.flatMap((row) => namesPromisedBy(noun, row)).filter((name) => wanted.has(name));
      await refreshNames(context.tenant, noun, found, made);
    }
  }
  return verdicts;
}

type Outcome =
  | { readonly recordId: string }
  | { readonly isReady: true }
  | { readonly problem: PlacedProblem };

async function attemptUnit(
  context: Context,
  noun: ImportNoun,
  unit: Unit,
  known: {
    readonly found: Awaited<ReturnType<typeof lookUpNames>>;
    readonly promised: ReadonlyMap<string, number>;
    readonly isCheck: boolean;
  },
): Promise<Outcome> {
  const row = unit.rows.findIndex(({ problem }) => problem !== null);
  const wrong = unit.rows[row]?.problem;
  if (wrong !== undefined && wrong !== null) return { problem: { ...wrong, row } };
  const resolved = resolveNames(noun, unit, known.found, (name) => {
    const row = known.promised.get(name);
    return row !== undefined && row < unit.unit;
  });
  if ('problem' in resolved) return resolved;
  const { create, input } = IMPORT_VERBS[noun];
  const changes: Change[] = [];
  let recordId = '';
  try {
    await withSavepoint(context.tenant, async () => {
      if (create.permission !== null) demand(context.principal, create.permission);
      const own: Context = {
        ...context,
        expectedVersion: undefined,
        record: (change) => changes.push(change),
      };
      const said = await input(unit, resolved.named, context.tenant);
      const asked = parseInput(create.input, said);
      demandReach(context.principal, create.permission, asked);
      recordId = (await create.run(own, asked)).id;
      if (known.isCheck) throw new CheckDone();
    });
  } catch (error) {
    if (error instanceof CheckDone) return { isReady: true };
    return { problem: placeRefusal(noun, unit, error) };
  }
  for (const change of changes) context.record({ ...change, action: change.action ?? create.name });
  return { recordId };
}

/** One wrong row holds back the whole document; a problem with the whole document is reported at each of its rows. */
function verdictsOf({ rows }: Unit, outcome: Outcome): RowVerdict[] {
  const nothing = { field: null, message: null, recordId: null };
  return rows.map((row, index): RowVerdict => {
    const { rowNumber } = row;
    if ('recordId' in outcome) {
      return { ...nothing, rowNumber, state: 'IMPORTED', recordId: outcome.recordId };
    }
    if ('isReady' in outcome) return { ...nothing, rowNumber, state: 'READY' };
    const { problem } = outcome;
    const wrong = rows[problem.row];
    const { field, message } = index === problem.row || wrong === undefined ? problem : heldBack(wrong);
    return { rowNumber, state: 'FAILED', field, message, recordId: null };
  });
}

/** The codes and names of the records that a file will create, with the first row that creates each. */
async function promisedIn(context: Context, one: ImportRecord, noun: ImportNoun) {
  const promised = new Map<string, number>();
  for (const { rows } of readRows(noun, one.mapping, await allImportRows(context.tenant, one.id))) {
    for (const row of rows.filter(({ problem }) => problem === null)) {
      for (const name of namesPromisedBy(noun, row))
        if (!promised.has(name)) promised.set(name, row.rowNumber);
    }
  }
  return promised;
}

async function finish(context: Context, one: ImportRecord): Promise<void> {
  const isRun = one.importStatus === 'RUNNING';
  await moveImport(context.tenant, one.id, isRun ? 'DONE' : 'CHECKED');
  const counts = (await findImport(context.tenant, one.id))?.counts;
  context.record({
    action: isRun ? 'imports.finish' : 'imports.finishCheck',
    noun: 'import',
    recordId: one.id,
    after: { noun: one.noun, fileName: one.fileName, counts },
    event: { type: isRun ? 'import.finished' : 'import.checked', payload: { id: one.id, counts } },
  });
}
