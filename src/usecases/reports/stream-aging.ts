import { streamReport } from '@/db/record-stream';
import { type AgingSum, wholeAgingStatement } from '@/db/reports/documents/aging';
import { readingContext } from '../kit/run';
import { defineStream } from '../kit/stream';
import { openItemFilters } from './list-open-items';
import { type AgingRow, agingQuery, agingRow, agingTotal } from './show-aging';

/** A line of an aging in a file: a counterparty and currency, the total of a currency, or everything in base currency. */
export type StreamedAgingLine = { readonly baseCurrencyCode: string } & (
  | ({ readonly kind: 'ROW' } & AgingRow)
  | ({ readonly kind: 'CURRENCY' | 'BASE' } & Omit<AgingRow, 'origin' | 'entityId' | 'entityName'>)
);

/** Every row of the aging, then its totals, all of one moment. Refuses as the report does (`aging`). */
export const streamAging = defineStream({
  name: 'reports.aging.export',
  permission: 'gl.report.read',
  input: openItemFilters,
  open: (claim, asked, call) =>
    streamReport<AgingSum, StreamedAgingLine>(claim, async (tenant) => {
      const { query, scope } = await agingQuery(readingContext(tenant, call), asked);
      return {
        ...wholeAgingStatement(tenant, query),
        complete: (rows) => rows.flatMap((row) => lineOf(row, scope.currencyCode)),
      };
    }),
});

function lineOf(sum: AgingSum, baseCurrencyCode: string): StreamedAgingLine[] {
  switch (sum.level) {
    case 'ROW':
      return [{ kind: 'ROW', baseCurrencyCode, ...agingRow(sum, baseCurrencyCode) }];
    case 'CURRENCY':
      return [{ kind: 'CURRENCY', baseCurrencyCode, ...agingTotal(sum, baseCurrencyCode) }];
    case 'BASE': {
      const inBase = { ...sum, currencyCode: baseCurrencyCode };
      return [{ kind: 'BASE', baseCurrencyCode, ...agingTotal(inBase, baseCurrencyCode) }];
    }
    default:
      // What the control accounts are compared with is not part of the file.
      return [];
  }
}
