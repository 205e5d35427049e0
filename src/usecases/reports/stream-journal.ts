import { z } from 'zod';
import { amountText } from '@/core/money/currency';
import { streamReport } from '@/db/record-stream';
import { type JournalLineRow, journalStatement } from '@/db/reports/entries/journal-stream';
import { readingContext } from '../kit/run';
import { defineStream } from '../kit/stream';
import { entryFilters } from './list-entries';
import { reportScope } from './report-scope';

/**
 * Every line of the posted entries as filtered, the oldest entry first: the journal, as an auditor tests it. Refuses as the list of
 * entries does for a subsidiary that does not exist or that the caller may not see.
 */
export const streamJournal = defineStream({
  name: 'reports.journal.export',
  permission: 'gl.report.read',
  input: z.object(entryFilters),
  open: (claim, asked, call) =>
    streamReport<JournalLineRow>(claim, async (tenant) => {
      if (asked.subsidiaryId !== undefined) {
        const context = readingContext(tenant, call);
        await reportScope(context, { subsidiaryId: asked.subsidiaryId, asOf: call.clock.today() });
      }
      return { ...journalStatement(tenant, asked), complete: (rows) => rows.map(withMoney) };
    }),
});

function withMoney(row: JournalLineRow): JournalLineRow {
  return {
    ...row,
    debit: amountText(row.debit, row.currencyCode),
    credit: amountText(row.credit, row.currencyCode),
    baseDebit: amountText(row.baseDebit, row.baseCurrencyCode),
    baseCredit: amountText(row.baseCredit, row.baseCurrencyCode),
  };
}
