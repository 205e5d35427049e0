import { z } from 'zod';
import { LARGEST_TABLE, MOST_ROWS_IN_ALL } from '@/core/imports/importable';
import { refuse } from '@/core/refusals';
import { appendImportRows, findImportRow } from '@/db/stores/import-rows';
import { type CountedImport, findImport, lockImport, moveImport } from '@/db/stores/imports';
import { refuseNotFound } from '../kit/crud';
import { defineUseCase } from '../kit/define';
import { cellRows } from './import-input';
import { arrivingRows, demandStatus, permittedNoun } from './import-rules';

/**
 * Adds rows to a table that is sent in parts, after the first `from` of them; a part that was sent before is not added twice. `isLast`
 * ends an upload that was begun with `more`, which can be checked from then on. Refuses INVALID_INPUT for a gap, above 1,000,000 rows in
 * all, or a row wider than the columns; INVALID_STATUS_TRANSITION once a check has begun.
 */
export const appendRows = defineUseCase({
  name: 'imports.append',
  permission: null,
  mode: 'sql',
  input: z.object({
    id: z.guid(),
    from: z.int().min(0).max(MOST_ROWS_IN_ALL),
    rows: cellRows(),
    isLast: z.boolean().default(false),
  }),
  async run(context, { id, from, rows, isLast }): Promise<CountedImport> {
    const { tenant } = context;
    const one = (await lockImport(tenant, id)) ?? refuseNotFound('import', id);
    const noun = permittedNoun(context.principal, one);
    demandStatus(one, ['ARRIVING', 'UPLOADED'], 'UPLOADED');
    if (one.attempt > 0) {
      refuse('INVALID_STATUS_TRANSITION', 'Rows can be added until the import is first checked.', {
        from: one.importStatus,
        to: 'UPLOADED',
      });
    }
    const { total } = ((await findImport(tenant, id)) ?? refuseNotFound('import', id)).counts;
    if (total !== from + rows.length) {
      demandFit(rows, { from, total, width: one.columns.length });
      const before = from === 0 ? null : await findImportRow(tenant, id, from);
      await appendImportRows(tenant, id, arrivingRows(noun, one.mapping, rows, { from, before }));
      context.record({ noun: 'import', recordId: id, after: { rows: from + rows.length } });
    }
    if (isLast && one.importStatus === 'ARRIVING') await moveImport(tenant, id, 'UPLOADED');
    return (await findImport(tenant, id)) ?? refuseNotFound('import', id);
  },
});

function demandFit(
  rows: readonly (readonly string[])[],
  { from, total, width }: { readonly from: number; readonly total: number; readonly width: number },
): void {
  const size = rows.reduce((all, row) => all + row.reduce((own, text) => own + text.length, 0), 0);
  const problem =
    total !== from
      ? `the table has ${total} rows so far`
      : from + rows.length > MOST_ROWS_IN_ALL
        ? `must be at most ${MOST_ROWS_IN_ALL} rows in all`
        : size > LARGEST_TABLE
          ? `must have at most ${LARGEST_TABLE} characters; send smaller parts`
          : rows.some((row) => row.length > width)
            ? 'a row has more cells than there are columns'
            : null;
  if (problem !== null) {
    refuse('INVALID_INPUT', `rows: ${problem}`, { issues: [{ path: ['rows'], message: problem }] });
  }
}
