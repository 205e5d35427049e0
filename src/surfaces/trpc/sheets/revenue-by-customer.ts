import { customerWords } from '@/core/revenue/reports/revenue-by-customer';
import { dateWords, monthWords } from '@/core/sheets/date-words';
import { money, words } from '@/core/sheets/sheet';
import { runForOutput } from '@/usecases/kit/run';
import { customersReport, streamCustomers } from '@/usecases/revenue/reports/report-customers';
import { defineSheet, factsOf } from './sheet';

/** Revenue of every customer by period, the largest first or by name, then the sums of all. */
export const revenueByCustomerSheet = defineSheet({
  rows: streamCustomers,
  async head(call, input) {
    const { currencyCode, asOf, columns, periodBasis } = await runForOutput(customersReport, call, {
      ...input,
      limit: 1,
    });
    const labelOf = (period: string) =>
      monthWords(periodBasis?.periods.find(({ key }) => key === period)?.label ?? period);
    const [first = asOf, last = asOf] = [columns.at(0), columns.at(-1)];
    return {
      name: `revenue-by-customer-${asOf}`,
      title: 'Revenue by customer',
      facts: await factsOf(call, {
        period: `${labelOf(first)} to ${labelOf(last)}`,
        subsidiaryId: input.subsidiaryId,
        currency: currencyCode,
        filters: () => [
          ...(input.search ? [`Search: ${input.search}`] : []),
          ...(periodBasis === undefined ? [] : [periodBasis.words]),
          ...(input.effectiveAsOf ? [`Effective as of ${dateWords(input.effectiveAsOf)}`] : []),
          ...(input.knownAsOf ? [`Known as of ${dateWords(input.knownAsOf)}`] : []),
        ],
      }),
      columns: [
        { title: 'Customer', width: 32 },
        { title: 'Number', width: 14 },
        ...columns.map((period) => ({ title: labelOf(period), isFigure: true })),
        { title: 'Total', isFigure: true },
        { title: 'Currency' },
      ],
    };
  },
  lines: (line) => [
    {
      cells: [
        words(line.kind === 'TOTAL' ? 'Total' : customerWords(line)),
        words(line.kind === 'TOTAL' ? null : line.number),
        ...line.amounts.map((amount) => money(amount, line.currencyCode)),
        money(line.total, line.currencyCode),
        words(line.currencyCode),
      ],
      isStrong: line.kind === 'TOTAL',
    },
  ],
});
