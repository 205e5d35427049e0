import { z } from 'zod';
import type { ImportNoun } from '@/core/imports/import-noun';
import { heldBack } from '@/core/imports/journal-rows';
import { readRows, type Unit } from '@/core/imports/read-rows';
import { allImportRows, judgeImportRows, nextImportRows, type RowVerdict } from '@/db/stores/import-rows';
import { findImport, type ImportRecord, lockImport, moveImport } from '@/db/stores/imports';
import { withSavepoint } from '@/db/transaction';
import { reachCutOver } from '../cut-over/cut-over-rules';
import type { Loaded, LoadUnit } from '../cut-over/load-items';
import { refuseNotFound } from '../kit/crud';
import { type Change, type Context, defineUseCase } from '../kit/define';
import { demandReach } from '../kit/reach';
import { demand, parseInput } from '../kit/run';
import { type PlacedProblem, placeRefusal } from './import-refusals';
import { permittedNoun } from './import-rules';
import { IMPORT_VERBS, type ImportPart, type ImportVerb } from './import-verbs';
import { unitsOf } from './read-units';
import { lookUpNames, namedAmong, namesPromisedBy, refreshNames, resolveNames } from './resolve-names';

/** Records and rows of a portion: few enough that its transaction is short and the progress on the screen advances. */
const PORTION = { units: 50, rows: 500 } as const;
/** The same of what is made a whole portion at a time, which costs little more for many rows than for few. */
const LARGE_PORTION = { units: 250, rows: 500 } as const;

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
      const limits = IMPORT_VERBS[noun].together === undefined ? PORTION : LARGE_PORTION;
      const rows = await nextImportRows(tenant, id, one.attempt, limits);
      if (rows.length === 0) {
        await finish(context, one);
        return { isDone: true };
      }
      const units = await unitsOf(tenant, one, rows);
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
  const part: ImportPart = {
    importId: one.id,
    cutOver: one.cutOverId === null ? null : await reachCutOver(context.tenant, one.cutOverId),
    sourceId: one.sourceId,
  };
  const { together } = IMPORT_VERBS[noun];
  if (together !== undefined) {
    const outcomes = await attemptTogether(context, noun, units, { found, part, isCheck, together });
    return units.flatMap((unit, at) => verdictsOf(unit, outcomes[at] ?? { isReady: true }));
  }
  for (const unit of units) {
    const outcome = await attemptUnit(context, noun, unit, { found, promised, isCheck, part });
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
  | { readonly recordId: string; readonly outcome?: string }
  | { readonly isReady: true; readonly outcome?: string }
  | { readonly problem: PlacedProblem };

/** Makes the records of all units whose cells can be read; a check undoes them. */
async function attemptTogether(
  context: Context,
  noun: ImportNoun,
  units: readonly Unit[],
  known: {
    readonly found: Awaited<ReturnType<typeof lookUpNames>>;
    readonly part: ImportPart;
    readonly isCheck: boolean;
    readonly together: NonNullable<ImportVerb['together']>;
  },
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const readable: { readonly at: number; readonly load: LoadUnit }[] = [];
  for (const [at, unit] of units.entries()) {
    const row = unit.rows.findIndex(({ problem }) => problem !== null);
    const wrong = unit.rows[row]?.problem ?? null;
    const resolved = wrong === null ? resolveNames(noun, unit, known.found, () => false) : null;
    if (wrong !== null) outcomes[at] = { problem: { ...wrong, row } };
    else if (resolved !== null && 'problem' in resolved) outcomes[at] = resolved;
    else readable.push({ at, load: { unit, named: resolved?.named[0] ?? {} } });
  }
  const changes: Change[] = [];
  const own: Context = {
    ...context,
    expectedVersion: undefined,
    record: (change) => changes.push(change),
  };
  let loaded: Loaded[] = [];
  try {
    await withSavepoint(context.tenant, async () => {
      const all = readable.map(({ load }) => load);
      if (all.length > 0) loaded = await known.together(own, known.part, all);
      if (known.isCheck) throw new CheckDone();
    });
    for (const change of changes) context.record(change);
  } catch (error) {
    if (!(error instanceof CheckDone)) throw error;
  }
  for (const [index, { at, load }] of readable.entries()) {
    const answer = loaded[index];
    if (answer === undefined) throw new Error('a row lost its answer');
    if ('error' in answer) outcomes[at] = { problem: placeRefusal(noun, load.unit, answer.error) };
    else if (known.isCheck) {
      outcomes[at] = { isReady: true, ...(answer.outcome === undefined ? {} : { outcome: answer.outcome }) };
    } else outcomes[at] = answer;
  }
  return outcomes;
}

async function attemptUnit(
  context: Context,
  noun: ImportNoun,
  unit: Unit,
  known: {
    readonly found: Awaited<ReturnType<typeof lookUpNames>>;
    readonly promised: ReadonlyMap<string, number>;
    readonly isCheck: boolean;
    readonly part: ImportPart;
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
  if (create === null) throw new Error(`${noun} are made a whole portion at once`);
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
      const said = await input(unit, resolved.named, context.tenant, known.part);
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
      const { recordId, outcome: became = null } = outcome;
      return { ...nothing, rowNumber, state: 'IMPORTED', recordId, outcome: became };
    }
    if ('isReady' in outcome) {
      return { ...nothing, rowNumber, state: 'READY', outcome: outcome.outcome ?? null };
    }
    const { problem } = outcome;
    const wrong = rows[problem.row];
    const { field, message } =
      index === problem.row || wrong === undefined ? problem : (rows[index]?.problem ?? heldBack(wrong));
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
