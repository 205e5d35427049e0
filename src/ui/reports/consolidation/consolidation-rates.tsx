'use client';

import { formatQuantity } from '@/ui/kit/figures/amount-format';
import { formatDate } from '@/ui/kit/figures/date-format';
import { EmptyState } from '@/ui/kit/layout/empty-state';
import { type Column, DataTable } from '@/ui/kit/tables/data-table';
import { TextLink } from '@/ui/kit/text-link';
import { useBooks } from '@/ui/shell/session';
import type { Report } from './consolidation-lines';

type Rate = Report['rates'][number];

const USES = {
  CLOSING: 'Assets and liabilities',
  AVERAGE: 'Revenue and expenses',
  HISTORICAL: 'Equity',
} as const;
const BASES = {
  CLOSING: 'Closing rate',
  SPOT: 'Rate of the day',
  AVERAGE: 'Average of the month',
  MEAN_OF_SPOT: 'Mean of the daily rates',
} as const;

/** The source of the rate in words. */
export function sourceOf(rate: Rate): string {
  const basis = `${BASES[rate.basis]}, ${formatDate(rate.rateDate)}`;
  return rate.isInverse ? `${basis}, inverse of ${rate.to} to ${rate.from}` : basis;
}

export function purposeOf(rate: Rate): string {
  return USES[rate.use];
}

/** The days a rate was used for. */
export function daysOf({ firstDay, lastDay }: Rate): string {
  return firstDay === lastDay ? formatDate(lastDay) : `${formatDate(firstDay)} to ${formatDate(lastDay)}`;
}

const COLUMNS: Column<Rate>[] = [
  { id: 'pair', header: 'Currencies', cell: (rate) => `${rate.from} to ${rate.to}`, narrow: 'title' },
  { id: 'use', header: 'Used for', cell: purposeOf },
  { id: 'days', header: 'Of', cell: daysOf },
  {
    id: 'rate',
    header: 'Rate',
    align: 'end',
    cell: (rate) => <span className="figures">{formatQuantity(rate.rate)}</span>,
  },
  { id: 'source', header: 'Source', cell: sourceOf },
];

/** Every rate used to translate the statements. */
export function ConsolidationRates({ report }: { readonly report: Report }) {
  const books = useBooks();
  return (
    <>
      <DataTable
        label="Rates used"
        columns={COLUMNS}
        rows={report.rates}
        rowId={(rate) => `${rate.from}/${rate.use}/${rate.firstDay}/${rate.lastDay}`}
        empty={
          <EmptyState title="No rate was needed">
            Every company in view keeps its books in {report.currencyCode}.
          </EmptyState>
        }
      />
      <p className="text-ink-mute">
        Rates are entered in{' '}
        <TextLink href={books.path('setup?of=exchange-rates')}>Accounting setup, Exchange rates</TextLink>. A
        month without an average rate uses the mean of its daily rates. A rate from another month is never
        used.
      </p>
    </>
  );
}
