'use client';

import { keepPreviousData } from '@tanstack/react-query';
import { useQueryStates } from 'nuqs';
import { useState } from 'react';
import { minorUnits } from '@/core/money/minor-units';
import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { Drawer } from '@/ui/kit/dialogs/dialog';
import { formatDate } from '@/ui/kit/figures/date-format';
import { DateText } from '@/ui/kit/figures/date-text';
import { Quantity } from '@/ui/kit/figures/money';
import { Pill } from '@/ui/kit/figures/pill';
import { DateField } from '@/ui/kit/input/date-field';
import { TextField } from '@/ui/kit/input/text-field';
import { type Column, DataTable } from '@/ui/kit/tables/data-table';
import { FilterSelect } from '@/ui/kit/tables/filter-bar';
import { FilteredEmpty } from '@/ui/kit/tables/filtered-empty';
import { TextLink } from '@/ui/kit/text-link';
import { actsColumn } from '@/ui/records/row-acts';
import { QueryView } from '@/ui/shell/query-view';
import { useBooks } from '@/ui/shell/session';
import { revenueSetupFilters, salesQuestion } from './setup-filters';
import { type Proposal, SspDialog } from './ssp-dialog';

type Summary = RouterOutputs['revenue']['ssp']['analyze'][number];
type Question = ReturnType<typeof salesQuestion>;

/** Own sales as evidence of standalone selling prices: the range of prices of each item, and a proposal from it. */
export function OwnSales() {
  const books = useBooks();
  const [filters, setFilters] = useQueryStates(revenueSetupFilters);
  const question = salesQuestion(filters, books.today);
  const query = trpc.revenue.ssp.analyze.useQuery(question, { placeholderData: keepPreviousData });
  const [seen, setSeen] = useState<Summary | null>(null);
  const [proposal, setProposal] = useState<Proposal | null>(null);
  const mayWrite = books.may('revenue.policy');
  const price = (
    id: string,
    header: string,
    of: (row: Summary) => string,
    more?: object,
  ): Column<Summary> => ({
    id,
    header,
    align: 'end',
    narrow: 'detail',
    narrowLabel: true,
    cell: (row) => <Quantity value={of(row)} least={minorUnits(row.currencyCode)} />,
    ...more,
  });
  const columns: Column<Summary>[] = [
    {
      id: 'item',
      header: 'Item',
      narrow: 'title',
      cell: (row) => (
        <>
          <TextLink href={books.path(`items/${row.itemId}`)}>{row.itemName}</TextLink>{' '}
          <span className="text-ink-mute text-small">{row.itemCode}</span>
        </>
      ),
    },
    ...(question.by === 'NONE'
      ? []
      : [
          {
            id: 'period',
            header: question.by === 'YEAR' ? 'Year from' : 'Quarter from',
            cell: (row: Summary) => <DateText value={row.period} />,
          },
        ]),
    { id: 'currency', header: 'Currency', cell: (row) => row.currencyCode },
    {
      id: 'sales',
      header: 'Sales',
      align: 'end',
      narrow: 'detail',
      narrowLabel: true,
      cell: (row) => <Quantity value={String(row.sales)} />,
    },
    price('low', 'Lowest', (row) => row.lowest, { className: 'max-lg:hidden' }),
    price('q1', 'Quarter below', (row) => row.lowerQuartile, { className: 'max-xl:hidden' }),
    price('median', 'Median', (row) => row.median, { narrow: 'figure' }),
    price('q3', 'Quarter above', (row) => row.upperQuartile, { className: 'max-xl:hidden' }),
    price('high', 'Highest', (row) => row.highest, { className: 'max-lg:hidden' }),
    {
      id: 'range',
      header: `In range (±${question.spreadPercent}%)`,
      align: 'end',
      narrow: 'detail',
      narrowLabel: true,
      cell: (row) => <span className="figures">{shareOf(row)}%</span>,
    },
    {
      id: 'outliers',
      header: 'Outliers',
      align: 'end',
      narrow: 'detail',
      narrowLabel: true,
      cell: (row) => (row.outliers === 0 ? '–' : <Pill tone="caution">{row.outliers}</Pill>),
    },
    actsColumn<Summary>((row) => {
      const which = `${row.itemName} in ${row.currencyCode}${row.period === null ? '' : ` from ${row.period}`}`;
      return [
        { words: 'Sales', label: `Sales of ${which}`, onPress: () => setSeen(row) },
        ...(mayWrite
          ? [
              {
                words: 'Propose',
                label: `Propose a price for ${which}`,
                onPress: () => setProposal(proposed(row, question)),
              },
            ]
          : []),
      ];
    }),
  ];
  return (
    <>
      <div className="flex flex-wrap items-end gap-3">
        <DateField
          label="Sales from"
          value={question.from}
          onValue={(from) => void setFilters({ from: from || null })}
        />
        <DateField label="To" value={question.to} onValue={(to) => void setFilters({ to: to || null })} />
        <FilterSelect
          label="Divided by"
          value={filters.by}
          choices={[
            { value: 'NONE', label: 'Not divided' },
            { value: 'YEAR', label: 'Year' },
            { value: 'QUARTER', label: 'Quarter' },
          ]}
          onValue={(by) => void setFilters({ by: by === 'YEAR' || by === 'QUARTER' ? by : null })}
        />
        <FilterSelect
          label="Documents"
          value={filters.bundles}
          choices={[
            { value: 'no', label: 'That sell one item' },
            { value: 'yes', label: 'All, bundles too' },
          ]}
          onValue={(bundles) => void setFilters({ bundles: bundles === 'yes' ? bundles : null })}
        />
        <TextField
          label="Range around the median (%)"
          className="w-48"
          inputMode="decimal"
          value={filters.spread || '15'}
          onChange={(event) => void setFilters({ spread: event.target.value || null })}
        />
      </div>
      <QueryView query={query}>
        {(rows) => (
          <DataTable
            label="Prices of own sales"
            columns={columns}
            rows={rows}
            rowId={(row) => `${row.itemId}/${row.currencyCode}/${row.period}`}
            isStale={query.isPlaceholderData}
            empty={
              <FilteredEmpty
                isFiltered={filters.from !== '' || filters.to !== ''}
                onClear={() => void setFilters({ from: null, to: null })}
                title="No sales with items in these months"
              >
                Only posted invoices whose lines name an item count. Choose other dates, or documents that
                sell bundles.
              </FilteredEmpty>
            }
          />
        )}
      </QueryView>
      {seen ? <SalesDrawer summary={seen} question={question} onClose={() => setSeen(null)} /> : null}
      {proposal ? <SspDialog proposal={proposal} onClose={() => setProposal(null)} /> : null}
    </>
  );
}

const shareOf = ({ inRange, sales }: Summary) => Math.floor((inRange * 100) / sales);

/** The median with its range; the evidence states what was counted. */
function proposed(row: Summary, question: Question): Proposal {
  const { from, to, aloneOnly, spreadPercent } = question;
  return {
    productCode: row.itemCode,
    itemId: row.itemId,
    currencyCode: row.currencyCode,
    ssp: row.median,
    rangeLow: row.rangeLow,
    rangeHigh: row.rangeHigh,
    evidence: `${row.sales} own sales from ${formatDate(from)} to ${formatDate(to)}, ${aloneOnly ? 'of the item alone' : 'bundles included'}${row.period === null ? '' : `, of the period from ${formatDate(row.period)}`}: median ${row.median}, lowest ${row.lowest}, highest ${row.highest}; ${shareOf(row)}% within ±${spreadPercent}% of the median, ${row.outliers} outliers.`,
  };
}

function SalesDrawer({
  summary,
  question,
  onClose,
}: {
  readonly summary: Summary;
  readonly question: Question;
  readonly onClose: () => void;
}) {
  const books = useBooks();
  const query = trpc.revenue.ssp.sales.useQuery({
    ...question,
    by: 'NONE',
    itemId: summary.itemId,
    currencyCode: summary.currencyCode,
  });
  return (
    <Drawer title={`Sales of ${summary.itemName} in ${summary.currencyCode}`} isOpen onClose={onClose}>
      <p className="mb-3 text-ink-mute">
        The 200 furthest from the median, over all dates chosen. An outlier lies more than one and a half
        times the distance between the quartiles outside them.
      </p>
      <QueryView query={query}>
        {(sales) => (
          <DataTable
            label="Sales"
            rows={sales.map((sale, index) => ({ ...sale, key: `${sale.transactionId}/${index}` }))}
            rowId={(sale) => sale.key}
            columns={[
              {
                id: 'document',
                header: 'Document',
                cell: (sale) => (
                  <TextLink href={books.path(`transactions/${sale.transactionId}`)}>
                    {sale.transactionNumber}
                  </TextLink>
                ),
              },
              { id: 'date', header: 'Date', cell: (sale) => <DateText value={sale.transactionDate} /> },
              {
                id: 'kind',
                header: 'Judged',
                cell: (sale) =>
                  sale.isOutlier ? (
                    <Pill tone="caution">Outlier</Pill>
                  ) : sale.inRange ? null : (
                    <Pill tone="neutral">Outside the range</Pill>
                  ),
              },
              {
                id: 'quantity',
                header: 'Quantity',
                align: 'end',
                narrow: 'detail',
                narrowLabel: true,
                cell: (sale) => <Quantity value={sale.quantity} />,
              },
              {
                id: 'price',
                header: 'Unit price',
                align: 'end',
                narrow: 'figure',
                cell: (sale) => <Quantity value={sale.unitPrice} least={minorUnits(summary.currencyCode)} />,
              },
            ]}
          />
        )}
      </QueryView>
    </Drawer>
  );
}
