import { z } from 'zod';
import { dayColumns, groupColumn, uniqueColumns } from '@/core/imports/grouped-rows';
import type { ImportNoun } from '@/core/imports/import-noun';
import { IMPORT_WORK } from '@/core/imports/import-states';
import { twinProblems, type Unit } from '@/core/imports/read-rows';
import { type DayStyle, dayStyleOf } from '@/core/imports/written-day';
import {
  groupImportRows,
  judgeImportRows,
  nextImportRows,
  promisedRows,
  type RowVerdict,
  rowsAfter,
  setImportUnits,
  slashedDays,
  twinRows,
} from '@/db/stores/import-rows';
import {
  findImport,
  type ImportRecord,
  lockImport,
  moveImport,
  reachImportRow,
  setDayStyle,
} from '@/db/stores/imports';
import type { Tenant } from '@/db/tenancy';
import { withSavepoint } from '@/db/transaction';
import { violationIn } from '@/db/violations';
import { reachCutOver } from '../cut-over/cut-over-rules';
import type { Loaded, LoadUnit } from '../cut-over/load-items';
import { refuseNotFound } from '../kit/crud';
import { type Change, type Context, defineUseCase } from '../kit/define';
import { demandReach } from '../kit/reach';
import { demand, parseInput } from '../kit/run';
import { permittedNoun } from './import-rules';
import type { ImportPart } from './import-shape';
import { IMPORT_VERBS, type ImportVerb } from './import-verbs';
import { loadPlainJournals } from './load-plain-journals';
import { unitsOf } from './reading/read-units';
import {
  lookUpNames,
  namedAmong,
  namesPromised,
  namesPromisedBy,
  refreshNames,
  resolveNames,
} from './reading/resolve-names';
import { placeRefusal } from './refusals/import-refusals';
import { furtherProblems, type Outcome, problemsOf, refused, verdictsOf } from './refusals/row-refusals';

/** Records and rows of a portion: few enough that its transaction is short and the progress on the screen advances. */
const PORTION = { units: 50, rows: 500 } as const;
/** The same of what is made a whole portion at a time, which costs little more for many rows than for few. */
const LARGE_PORTION = { units: 500, rows: 4_000 } as const;
/** The same of contracts and of orders, each of which makes a contract, its schedule and its entries. */
const CONTRACTS_PORTION = { units: 250, rows: 2_000 } as const;
/** Rows that are looked through at a time. */
const ROWS_AT_ONCE = 5_000;

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
    input: z.object({ id: z.guid(), doing: z.enum(IMPORT_WORK) }),
    async run(context, { id, doing }): Promise<{ readonly isDone: boolean }> {
      const { tenant } = context;
      const found = (await lockImport(tenant, id)) ?? refuseNotFound('import', id);
      const noun = permittedNoun(context.principal, found);
      if (found.importStatus !== doing) return { isDone: true };
      const isNew = found.reached < 0;
      const one = isNew ? { ...found, dayStyle: await learnDays(tenant, found, noun) } : found;
      if (isNew) await groupRows(context, one, noun);
      const limits = limitsOf(noun);
      const { attempt, reached } = one;
      // Plain entries are made in sets; what is left among the rows looked at takes the way of every other record.
      const upTo = noun === 'journals' ? await loadPlainJournals(context, one) : null;
      const rows = await nextImportRows(tenant, id, {
        ...{ of: 'OTHERS', attempt, reached, ...limits },
        ...(upTo === null ? {} : { upTo }),
      });
      const last = rows.at(-1)?.unit ?? upTo;
      if (last === null) {
        await finish(context, one);
        return { isDone: true };
      }
      const units = await unitsOf(tenant, one, rows);
      const { verdicts, waiting } = await judge(context, one, noun, units);
      await judgeImportRows(tenant, id, attempt, verdicts);
      // Marks the import itself as in progress, too.
      await reachImportRow(tenant, id, last, { waiting });
      return { isDone: false };
    },
  });

function limitsOf(noun: ImportNoun) {
  if (noun === 'orders' || noun === 'openContracts') return CONTRACTS_PORTION;
  return IMPORT_VERBS[noun].together === undefined ? PORTION : LARGE_PORTION;
}

/** A portion of ordinary records. */
export const applyRecordPortion = portionIn('write');
/** A portion of documents, which are stored in sets. */
export const applyDocumentPortion = portionIn('sql');

/** How the file writes days with slashes: as was said, or as its days tell. */
async function learnDays(tenant: Tenant, one: ImportRecord, noun: ImportNoun): Promise<DayStyle | null> {
  if (one.dayStyle !== null || one.sourceId !== null) return one.dayStyle;
  const columns = dayColumns(noun, one.mapping);
  if (columns.length === 0) return null;
  const style = dayStyleOf(await slashedDays(tenant, one.id, columns));
  if (style !== null) await setDayStyle(tenant, one.id, style);
  return style;
}

/** Brings the rows of each record together, and refuses rows whose text only one row may have and an earlier one has. */
async function groupRows({ tenant }: Context, one: ImportRecord, noun: ImportNoun): Promise<void> {
  const { id, mapping, attempt } = one;
  if (one.sourceId !== null) await groupOrders(tenant, one);
  else await groupImportRows(tenant, id, groupColumn(noun, mapping));
  for (const { field, column } of uniqueColumns(noun, mapping)) {
    for (;;) {
      const twins = await twinRows(tenant, id, { column, attempt, limit: ROWS_AT_ONCE });
      const verdicts = twins.map(({ rowNumber, cells, twin, text }): RowVerdict => {
        const problems = twinProblems(
          noun,
          mapping,
          { rowNumber, cells },
          {
            ...{ field, twin, text },
            style: one.dayStyle ?? undefined,
          },
        );
        return refused(rowNumber, problems);
      });
      await judgeImportRows(tenant, id, attempt, verdicts);
      if (twins.length < ROWS_AT_ONCE) break;
    }
  }
}

/** Which order a row is about takes more than a column: its source says. Only the orders' names are held. */
async function groupOrders(tenant: Tenant, one: ImportRecord): Promise<void> {
  const first = new Map<string, number>();
  for (let after = 0; ; ) {
    const rows = await rowsAfter(tenant, one.id, after, ROWS_AT_ONCE);
    const last = rows.at(-1);
    if (last === undefined) return;
    const units: { rowNumber: number; unit: number }[] = [];
    const read = (await unitsOf(tenant, one, rows)).flatMap((unit) => unit.rows);
    for (const { rowNumber, values } of read.sort((a, b) => a.rowNumber - b.rowNumber)) {
      const key = values.orderId ?? ` ${rowNumber}`;
      const unit = first.get(key) ?? rowNumber;
      first.set(key, unit);
      units.push({ rowNumber, unit });
    }
    await setImportUnits(tenant, one.id, units);
    after = last.rowNumber;
  }
}

interface Judged {
  readonly verdicts: readonly RowVerdict[];
  /** Documents that wait for a second person. */
  readonly waiting: number;
}

async function judge(
  context: Context,
  one: ImportRecord,
  noun: ImportNoun,
  units: readonly Unit[],
): Promise<Judged> {
  const isCheck = one.importStatus === 'CHECKING';
  const verdicts: RowVerdict[] = [];
  const wanted = namedAmong(noun, units);
  const promised = new Map(isCheck ? await promisedBefore(context, one, noun, wanted) : []);
  const found = await lookUpNames(context.tenant, noun, units);
  const part: ImportPart = {
    importId: one.id,
    uploadedBy: one.createdBy,
    posts: one.posts,
    isCheck,
    cutOver: one.cutOverId === null ? null : await reachCutOver(context.tenant, one.cutOverId),
    sourceId: one.sourceId,
  };
  const { together } = IMPORT_VERBS[noun];
  if (together !== undefined) {
    const outcomes = await attemptTogether(context, noun, units, { found, part, together });
    return {
      verdicts: units.flatMap((unit, at) => verdictsOf(unit, outcomes[at] ?? { isReady: true })),
      waiting: outcomes.filter((outcome) => 'recordId' in outcome && outcome.waits === true).length,
    };
  }
  for (const unit of units) {
    const outcome = await attemptUnit(context, noun, unit, { found, promised, isCheck, part });
    verdicts.push(...verdictsOf(unit, outcome));
    if ('problems' in outcome || wanted.size === 0) continue;
    // A later row may refer to a record that was just created, or that this row will create.
    const made = unit.rows.flatMap((row) => namesPromisedBy(noun, row)).filter((name) => wanted.has(name));
    if ('recordId' in outcome) await refreshNames(context.tenant, noun, found, made);
    else for (const name of made) if (!promised.has(name)) promised.set(name, unit.unit);
  }
  return { verdicts, waiting: 0 };
}

/** Makes the records of all units whose cells can be read; a check undoes them. */
async function attemptTogether(
  context: Context,
  noun: ImportNoun,
  units: readonly Unit[],
  known: {
    readonly found: Awaited<ReturnType<typeof lookUpNames>>;
    readonly part: ImportPart;
    readonly together: NonNullable<ImportVerb['together']>;
  },
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const readable: { readonly at: number; readonly load: LoadUnit }[] = [];
  for (const [at, unit] of units.entries()) {
    const { named, problems } = resolveNames(noun, unit, known.found, () => false);
    const wrong = [...problemsOf(unit), ...problems];
    if (wrong.length > 0) outcomes[at] = { problems: wrong };
    else readable.push({ at, load: { unit, named } });
  }
  const all = readable.map(({ load }) => load);
  const loaded = await loadAll(context, known.part, known.together, all);
  for (const [index, { at, load }] of readable.entries()) {
    const answer = loaded[index];
    if (answer === undefined) throw new Error('a row lost its answer');
    if ('error' in answer) outcomes[at] = { problems: placeRefusal(noun, load.unit, answer.error) };
    else if (known.part.isCheck) {
      outcomes[at] = { isReady: true, ...(answer.outcome === undefined ? {} : { outcome: answer.outcome }) };
    } else outcomes[at] = answer;
  }
  return outcomes;
}

/** Loads records in one savepoint. Where the database itself refuses one of them, each half is tried alone, down to that one. */
async function loadAll(
  context: Context,
  part: ImportPart,
  together: NonNullable<ImportVerb['together']>,
  all: readonly LoadUnit[],
): Promise<readonly Loaded[]> {
  if (all.length === 0) return [];
  const changes: Change[] = [];
  const own: Context = {
    ...context,
    expectedVersion: undefined,
    record: (change) => changes.push(change),
  };
  let loaded: Loaded[] = [];
  try {
    await withSavepoint(context.tenant, async () => {
      loaded = await together(own, part, all);
      if (part.isCheck) throw new CheckDone();
    });
    for (const change of changes) context.record(change);
    return loaded;
  } catch (error) {
    if (error instanceof CheckDone) return loaded;
    if (!(error instanceof Error) || violationIn(error) === null) throw error;
    if (all.length === 1) return [{ error }];
    const half = Math.ceil(all.length / 2);
    const first = await loadAll(context, part, together, all.slice(0, half));
    return [...first, ...(await loadAll(context, part, together, all.slice(half)))];
  }
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
  const { named, problems } = resolveNames(noun, unit, known.found, (name) => {
    const row = known.promised.get(name);
    return row !== undefined && row < unit.unit;
  });
  const { create, input, runApproves } = IMPORT_VERBS[noun];
  if (create === null) throw new Error(`${noun} are made a whole portion at once`);
  const said = await input(unit, named, context.tenant, known.part);
  const wrong = [...problemsOf(unit), ...problems];
  if (wrong.length > 0) {
    return {
      problems: [...wrong, ...furtherProblems(noun, unit, wrong, () => parseInput(create.input, said))],
    };
  }
  const changes: Change[] = [];
  let recordId = '';
  try {
    await withSavepoint(context.tenant, async () => {
      if (create.permission !== null) demand(context.principal, create.permission);
      const own: Context = {
        ...context,
        expectedVersion: undefined,
        // A check approves nothing, so it asks no one for a second person.
        dryRun: context.dryRun || known.isCheck,
        ...(runApproves === true ? { second: { kind: 'APPROVED', preparedBy: known.part.uploadedBy } } : {}),
        record: (change) => changes.push(change),
      };
      const asked = parseInput(create.input, said);
      demandReach(context.principal, create.permission, asked);
      recordId = (await create.run(own, asked)).id;
      if (known.isCheck) throw new CheckDone();
    });
  } catch (error) {
    if (error instanceof CheckDone) return { isReady: true };
    return { problems: placeRefusal(noun, unit, error) };
  }
  for (const change of changes) context.record({ ...change, action: change.action ?? create.name });
  return { recordId };
}

/** Of the codes and names that rows refer to, those that records of earlier rows will have, with the first such row. */
function promisedBefore(
  { tenant }: Context,
  { id, mapping, attempt }: ImportRecord,
  noun: ImportNoun,
  wanted: ReadonlySet<string>,
) {
  const columns = namesPromised(noun).flatMap((name) => {
    const column = mapping.indexOf(name);
    return column < 0 ? [] : [column];
  });
  return promisedRows(tenant, id, { columns, texts: [...wanted], attempt });
}

async function finish(context: Context, one: ImportRecord): Promise<void> {
  const isRun = one.importStatus === 'RUNNING';
  const waits = ((await findImport(context.tenant, one.id))?.counts.waiting ?? 0) > 0;
  await moveImport(context.tenant, one.id, isRun ? (waits ? 'PROPOSED' : 'DONE') : 'CHECKED');
  const counts = (await findImport(context.tenant, one.id))?.counts;
  context.record({
    action: isRun ? 'imports.finish' : 'imports.finishCheck',
    noun: 'import',
    recordId: one.id,
    after: { noun: one.noun, fileName: one.fileName, counts },
    event: { type: isRun ? 'import.finished' : 'import.checked', payload: { id: one.id, counts } },
  });
}
