import { z } from 'zod';
import { LARGEST_TABLE, MOST_COLUMNS, MOST_ROWS, MOST_ROWS_IN_ALL } from '@/core/imports/importable';
import { refuse } from '@/core/refusals';
import { appendImportRows, type CountedImport, findImport, lockImport } from '@/db/stores/imports';
import { refuseNotFound } from '../kit/crud';
import { defineUseCase } from '../kit/define';
import { cell } from './import-input';
import { permittedNoun } from './import-rules';

/**
 * Adds rows to a table that is sent in parts, after the first `from` of them; a part that was sent before is not added twice. Refuses
 * INVALID_INPUT for a gap, above 300,000 rows in all, or a row wider than the columns; INVALID_STATUS_TRANSITION once a check has begun.
 */
export const appendRows = defineUseCase({
  name: 'imports.append',
  permission: null,
  mode: 'sql',
  input: z.object({
    id: z.guid(),
    from: z.int().min(1).max(MOST_ROWS_IN_ALL),
    rows: z.array(z.array(cell).max(MOST_COLUMNS)).min(1).max(MOST_ROWS),
  }),
  async run(context, { id, from, rows }): Promise<CountedImport> {
    const { tenant } = context;
    const one = (await lockImport(tenant, id)) ?? refuseNotFound('import', id);
    permittedNoun(context.principal, one);
    if (one.importStatus !== 'UPLOADED' || one.attempt > 0) {
      refuse('INVALID_STATUS_TRANSITION', 'Rows can be added until the import is first checked.', {
        from: one.importStatus,
        to: 'UPLOADED',
      });
    }
    const counted = (await findImport(tenant, id)) ?? refuseNotFound('import', id);
    const { total } = counted.counts;
    if (total === from + rows.length) return counted;
    const size = rows.reduce((all, row) => all + row.reduce((own, text) => own + text.length, 0), 0);
    const problem =
      total !== from
        ? `the table has ${total} rows so far`
        : from + rows.length > MOST_ROWS_IN_ALL
          ? `must be at most ${MOST_ROWS_IN_ALL} rows in all`
          : size > LARGEST_TABLE
            ? `must have at most ${LARGEST_TABLE} characters; send smaller parts`
            : rows.some((row) => row.length > one.columns.length)
              ? 'a row has more cells than there are columns'
              : null;
    if (problem !== null) {
      refuse('INVALID_INPUT', `rows: ${problem}`, { issues: [{ path: ['rows'], message: problem }] });
    }
    await appendImportRows(tenant, id, from, rows);
    context.record({ noun: 'import', recordId: id, after: { rows: from + rows.length } });
    return (await findImport(tenant, id)) ?? refuseNotFound('import', id);
  },
});
