import { z } from 'zod';
import { type ImportNoun, isCutOverNoun } from '@/core/imports/import-noun';
import { mappingProblem } from '@/core/imports/mapping';
import { refuse } from '@/core/refusals';
import { allImportRows, groupImportRows, judgeImportRows, type RowVerdict } from '@/db/stores/import-rows';
import { hashContent, type ImportRecord, lockImport, moveImport } from '@/db/stores/imports';
import { demandNotOpened, reachCutOver } from '../cut-over/cut-over-rules';
import { refuseNotFound } from '../kit/crud';
import { type Context, defineUseCase } from '../kit/define';
import { permittedNoun } from './import-rules';
import { unitsOf } from './read-units';

/**
 * Begins a check or a run: groups the rows into records and judges what the file alone can show (empty cells,
 * numbers, duplicates, lines that do not balance). One that is already under way, including one whose server
 * crashed, is continued instead. Refuses INVALID_INPUT while a required column is not chosen,
 * INVALID_STATUS_TRANSITION for a check in the middle of a run.
 */
export const startImport = defineUseCase({
  name: 'imports.start',
  permission: null,
  mode: 'sql',
  input: z.object({ id: z.guid(), doing: z.enum(['CHECKING', 'RUNNING']) }),
  async run(context, { id, doing }): Promise<void> {
    await beginImport(context, id, doing);
  },
});

/** The body of the verb, for the job that goes on with it. Returns the file's name and its rows. */
export async function beginImport(
  context: Context,
  id: string,
  doing: 'CHECKING' | 'RUNNING',
): Promise<{ readonly title: string; readonly total: number }> {
  const { tenant } = context;
  const one = (await lockImport(tenant, id)) ?? refuseNotFound('import', id);
  const noun = permittedNoun(context.principal, one);
  if (one.importStatus === 'RUNNING' && doing === 'CHECKING') {
    refuse('INVALID_STATUS_TRANSITION', 'The import is in progress. Wait until it finishes.', {
      from: one.importStatus,
      to: doing,
    });
  }
  const problem = mappingProblem(noun, one.mapping);
  if (problem !== null) {
    refuse('INVALID_INPUT', problem, { issues: [{ path: ['mapping'], message: problem }] });
  }
  const action = doing === 'RUNNING' ? 'imports.run' : 'imports.check';
  context.record({ action, noun: 'import', recordId: id, after: { noun, fileName: one.fileName } });
  const rows = await allImportRows(tenant, id);
  const begun = { title: one.fileName, total: rows.length };
  if (one.importStatus === doing) return begun;
  if (one.importStatus === 'UNDONE') {
    refuse('INVALID_STATUS_TRANSITION', 'The import was undone. Upload the file again.', {
      from: 'UNDONE',
      to: doing,
    });
  }
  await demandOnce(context, one);
  await moveImport(tenant, id, doing, true);
  const imported = new Set(
    rows.flatMap(({ rowState, rowNumber }) => (rowState === 'IMPORTED' ? rowNumber : [])),
  );
  // Imported rows are included, because a later row with the same code is a duplicate of them.
  const units = await unitsOf(tenant, one, rows);
  const read = units.flatMap((unit) => unit.rows.map((row) => ({ unit: unit.unit, row })));
  await groupImportRows(
    tenant,
    id,
    read.map(({ unit, row }) => ({ unit, rowNumber: row.rowNumber })),
  );
  const verdicts = read.flatMap(({ row: { rowNumber, problem: wrong } }): RowVerdict[] =>
    wrong === null || imported.has(rowNumber)
      ? []
      : [{ rowNumber, state: 'FAILED', field: wrong.field, message: wrong.message, recordId: null }],
  );
  await judgeImportRows(tenant, id, one.attempt + 1, verdicts);
  return begun;
}

/** The same file twice into one cut-over changes nothing. Refuses DUPLICATE, naming the file that was imported. */
async function demandOnce({ tenant }: Context, one: ImportRecord): Promise<void> {
  if (one.cutOverId === null || one.importStatus === 'DONE') return;
  const same = await hashContent(tenant, one.id);
  if (same === null) {
    // Only figures of the cut-over rest below its opening entry; customers may follow later.
    if (isCutOverNoun(one.noun as ImportNoun))
      demandNotOpened(await reachCutOver(tenant, one.cutOverId), 'Nothing more can be imported');
    return;
  }
  refuse(
    'DUPLICATE',
    `The same table was already imported${same === '' ? '' : ` as ${same}`}. Nothing was changed.`,
    {
      noun: 'import',
      field: 'rows',
      value: same,
    },
  );
}
