import { z } from 'zod';
import { streamReport } from '@/db/record-stream';
import { failedRowsStatement, type ImportRowRecord } from '@/db/stores/import-rows';
import { defineStream } from '../kit/stream';
import { reachImport } from './import-rules';

type FailedRow = Pick<ImportRowRecord, 'rowNumber' | 'cells' | 'errorMessage'>;

/** The rows of an import that failed, as uploaded, each with its error: the rows of a file. Refuses NOT_FOUND, and FORBIDDEN as the import does. */
export const streamFailedRows = defineStream({
  name: 'imports.failedRows.export',
  permission: null,
  input: z.object({ id: z.guid() }),
  open: (claim, { id }, { principal }) =>
    streamReport<FailedRow, FailedRow & { readonly columnCount: number }>(claim, async (tenant) => {
      const { columns } = await reachImport({ tenant, principal }, id);
      return {
        ...failedRowsStatement(tenant, id),
        complete: (rows) => rows.map((row) => ({ ...row, columnCount: columns.length })),
      };
    }),
});
