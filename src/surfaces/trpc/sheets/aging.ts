import { AGING_BUCKETS, AGING_SIDES, agingRowName, BUCKET_TITLES } from '@/core/billing/aging';
import { dateWords } from '@/core/sheets/date-words';
import { money, type SheetLine, words } from '@/core/sheets/sheet';
import { type StreamedAgingLine, streamAging } from '@/usecases/reports/stream-aging';
import { defineSheet, factsOf } from './sheet';

/** Every counterparty with something open, by age, then the totals: the aging as its screen shows it, on all its pages. */
export const agingSheet = defineSheet({
  rows: streamAging,
  async head(call, input) {
    const asOf = input.asOf ?? call.clock.today();
    const { label, who } = AGING_SIDES[input.side];
    return {
      name: `aging-${input.side.toLowerCase().replaceAll('_', '-')}-${asOf}`,
      title: `Aging: ${label.toLowerCase()}`,
      facts: await factsOf(call, {
        period: `As of ${dateWords(asOf)}`,
        subsidiaryId: input.subsidiaryId,
        entityId: input.entityId,
        currency: 'In the currency of each line',
        filters: (entity) => (entity === null ? [] : [`${who}: ${entity}`]),
      }),
      columns: [
        { title: who, width: 32 },
        { title: 'Currency' },
        ...AGING_BUCKETS.map((bucket) => ({ title: BUCKET_TITLES[bucket], isFigure: true })),
        { title: 'Total', isFigure: true },
        { title: 'Base total', isFigure: true },
        { title: 'Base currency', width: 14 },
      ],
    };
  },
  lines: (line) => [lineOf(line)],
});

const TOTALS = { CURRENCY: 'Total', BASE: 'Total in base currency' } as const;

function lineOf(line: StreamedAgingLine): SheetLine {
  return {
    cells: [
      words(line.kind === 'ROW' ? agingRowName(line) : TOTALS[line.kind]),
      words(line.currencyCode),
      ...AGING_BUCKETS.map((bucket) => money(line[bucket], line.currencyCode)),
      money(line.total, line.currencyCode),
      money(line.base, line.baseCurrencyCode),
      words(line.baseCurrencyCode),
    ],
    isStrong: line.kind !== 'ROW',
  };
}
