import { words } from '@/core/sheets/sheet';
import { describeExport } from '@/usecases/directory/describe-export';
import { getImport } from '@/usecases/imports/get-import';
import { streamFailedRows } from '@/usecases/imports/stream-failed-rows';
import { runForOutput } from '@/usecases/kit/run';
import { defineSheet } from './sheet';

/** The failed rows of an import as uploaded, each with its error, to be corrected and imported again. */
export const failedRowsSheet = defineSheet({
  rows: streamFailedRows,
  async head(call, { id }) {
    const [one, { organization }] = [
      await runForOutput(getImport, call, { id }),
      await runForOutput(describeExport, call, {}),
    ];
    const name = (one.fileName || one.noun).replace(/\.\w+$/, '');
    return {
      name: `${name} failed rows`,
      title: `${name} failed rows`,
      facts: [['Organization', organization]],
      columns: [...one.columns.map((title) => ({ title })), { title: 'Why it failed', width: 48 }],
    };
  },
  // Every line has the columns of the table, however many cells its row has.
  lines: ({ cells, errorMessage, columnCount }) => [
    {
      cells: [...Array.from({ length: columnCount }, (_, at) => words(cells[at])), words(errorMessage)],
    },
  ],
});
