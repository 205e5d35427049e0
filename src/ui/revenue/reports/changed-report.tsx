'use client';

import { isZeroDecimal } from '@/core/money/plain-decimal';
import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { isFiscal, type PeriodBasis, periodWords } from '@/ui/finance/period-words';
import { formatAmount } from '@/ui/kit/figures/amount-format';
import { DateText, InstantText } from '@/ui/kit/figures/date-text';
import { Money } from '@/ui/kit/figures/money';
import { EmptyState } from '@/ui/kit/layout/empty-state';
import { Notice } from '@/ui/kit/notice';
import { type Column, DataTable } from '@/ui/kit/tables/data-table';
import { RowLink } from '@/ui/kit/tables/row-link';
import { QueryView } from '@/ui/shell/query-view';
import { useBooks } from '@/ui/shell/session';
import { factWords } from '../facts/fact-words';
import { reportQuestion } from './report-filters';
import { ReportTable } from './report-table';
import { KEPT, useReport } from './use-report';

type Report = RouterOutputs['revenue']['reports']['changed'];
type Month = Report['months'][number];
type Line = Report['lines'][number];

/** What changed since the close: revenue by the period it belongs to and by the period it was posted in, and every catch-up between. */
export function ChangedReport() {
  const { finance, filters } = useReport();
  const query = trpc.revenue.reports.changed.useQuery(reportQuestion(finance, filters), KEPT);
  return (
    <QueryView query={query}>
      {(report) => <ChangedTables report={report} isStale={query.isPlaceholderData} />}
    </QueryView>
  );
}

function ChangedTables({ report, isStale }: { readonly report: Report; readonly isStale: boolean }) {
  const { currencyCode, asOf, months, total, lines, lineCount, periodBasis } = report;
  const noun = isFiscal(periodBasis) ? 'period' : 'month';
  const money = (id: Exclude<keyof Month, 'period'>, header: string) => ({
    id,
    header,
    kind: 'money' as const,
    value: (row: Month) => row[id],
    total: total[id] ?? undefined,
  });
  const isTied = total.difference !== null;
  const off = months.filter(({ difference }) => difference !== null && !isZeroDecimal(difference));
  return (
    <div className="flex flex-col gap-6">
      <ReportTable
        basis={periodBasis}
        title="Changed since the close"
        name={`revenue-changed-${asOf}`}
        currency={currencyCode}
        isStale={isStale}
        rows={months}
        rowId={(row) => row.period}
        columns={[
          {
            id: 'period',
            header: isFiscal(periodBasis) ? 'Period' : 'Month',
            kind: 'words',
            text: (row) => periodWords(periodBasis, row.period),
            total: 'Total',
          },
          money('belongs', `Belongs to the ${noun}`),
          money('postedElsewhere', `Posted in other ${noun}s`),
          money('notPosted', 'Not posted'),
          money('ofOtherMonths', `Of other ${noun}s`),
          money('posted', `Posted in the ${noun}`),
          ...(isTied ? [money('ledger', 'Ledger')] : []),
        ]}
      >
        <p className="text-ink-soft">
          Revenue that belongs to a {noun}, less what was posted in other {noun}s or is not posted, plus what
          belongs to other {noun}s, is the revenue posted in it.
        </p>
        {!isTied ? (
          <Notice>
            The ledger has no effective dates, so a report with an effective date is not reconciled to it.
          </Notice>
        ) : off.length === 0 ? (
          <p role="status" className="text-positive">
            Every {noun} equals the ledger. The difference is{' '}
            {formatAmount('0', currencyCode, { zero: 'digits' })}.
          </p>
        ) : (
          <Notice tone="danger" role="alert">
            Posted revenue differs from the ledger in{' '}
            {off.map(({ period }) => periodWords(periodBasis, period)).join(', ')}.
          </Notice>
        )}
      </ReportTable>
      <section aria-label="Catch-ups" className="flex flex-col gap-3">
        <h2 className="font-semibold text-lead">Catch-ups</h2>
        {lineCount > lines.length ? (
          <Notice>
            The first {lines.length.toLocaleString('en-US')} of {lineCount.toLocaleString('en-US')} are
            listed. The API has the others.
          </Notice>
        ) : null}
        <CatchUps lines={lines} basis={periodBasis} currency={currencyCode} isStale={isStale} />
      </section>
    </div>
  );
}

function CatchUps({
  lines,
  basis,
  currency,
  isStale,
}: {
  readonly lines: readonly Line[];
  readonly basis: PeriodBasis | undefined;
  readonly currency: string;
  readonly isStale: boolean;
}) {
  const books = useBooks();
  const columns: Column<Line>[] = [
    {
      id: 'contract',
      header: 'Contract',
      className: 'whitespace-nowrap',
      cell: (line) => (
        <RowLink href={books.path(`revenue/${line.contractId}`)}>{line.contractNumber}</RowLink>
      ),
    },
    {
      id: 'natural',
      header: 'Belongs to',
      className: 'whitespace-nowrap',
      cell: (line) => periodWords(basis, line.naturalPeriod),
    },
    {
      id: 'posted',
      header: 'Posted in',
      className: 'whitespace-nowrap',
      cell: (line) =>
        line.postedPeriod === null
          ? `Not posted, due ${periodWords(basis, line.bookedPeriod)}`
          : periodWords(basis, line.postedPeriod),
    },
    {
      id: 'cause',
      header: 'Because',
      cell: (line) =>
        line.causeRunNumber === null ? factWords(line.causeKind) : `Run ${line.causeRunNumber} was reversed`,
    },
    {
      id: 'date',
      header: 'Counts from',
      className: 'whitespace-nowrap max-lg:hidden',
      cell: (line) => <DateText value={line.causeDate} />,
    },
    {
      id: 'recorded',
      header: 'Recorded',
      className: 'whitespace-nowrap max-lg:hidden',
      cell: (line) => <InstantText value={line.causeRecordedAt} />,
    },
    {
      id: 'amount',
      header: 'Amount',
      align: 'end',
      cell: (line) => <Money value={line.amount} currency={currency} />,
    },
  ];
  return (
    <DataTable
      label="Catch-ups"
      rows={lines}
      rowId={(line) =>
        [line.contractId, line.causeId, line.naturalPeriod, line.postedPeriod, line.bookedPeriod].join(' ')
      }
      isStale={isStale}
      columns={columns}
      empty={
        <EmptyState title="No catch-ups">
          All revenue of these periods is booked in the period it belongs to.
        </EmptyState>
      }
    />
  );
}
