'use client';

import { keepPreviousData } from '@tanstack/react-query';
import { useQueryStates } from 'nuqs';
import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { formatMonth } from '@/ui/kit/figures/date-format';
import { DateText } from '@/ui/kit/figures/date-text';
import { Money } from '@/ui/kit/figures/money';
import { TextField } from '@/ui/kit/input/text-field';
import { Page } from '@/ui/kit/layout/page';
import { PageHeader } from '@/ui/kit/layout/page-header';
import { type Column, DataTable } from '@/ui/kit/tables/data-table';
import { FilterSelect } from '@/ui/kit/tables/filter-bar';
import { FilteredEmpty } from '@/ui/kit/tables/filtered-empty';
import { RowLink } from '@/ui/kit/tables/row-link';
import { useSubsidiaries } from '@/ui/records/use-names';
import { QueryView } from '@/ui/shell/query-view';
import { useBooks } from '@/ui/shell/session';
import { RevenueTabs } from '../revenue-tabs';
import { estimateFilters, estimatesQuestion } from './estimate-filters';

type Estimate = RouterOutputs['revenue']['estimates']['due']['estimates'][number];

/** Variable consideration and refund liabilities not reassessed since the month began (606-10-32-14), the oldest first. */
export function EstimatesScreen() {
  const books = useBooks();
  const [filters, setFilters] = useQueryStates(estimateFilters);
  const query = trpc.revenue.estimates.due.useQuery(estimatesQuestion(filters), {
    placeholderData: keepPreviousData,
  });
  const subsidiaries = useSubsidiaries();
  const columns: Column<Estimate>[] = [
    {
      id: 'contract',
      header: 'Contract',
      narrow: 'title',
      cell: (row) => (
        <>
          <RowLink href={books.path(`revenue/${row.contractId}`)}>{row.contractNumber}</RowLink>{' '}
          <span className="text-ink-mute">{row.name}</span>
        </>
      ),
    },
    {
      id: 'estimate',
      header: 'Estimate',
      cell: (row) => (row.kind === 'REFUND' ? 'Refund liability' : `Variable amount ${row.key ?? ''}`),
    },
    {
      id: 'judged',
      header: 'Last judged',
      narrowLabel: true,
      cell: (row) => <DateText value={row.lastJudged} />,
    },
    { id: 'currency', header: 'Currency', cell: (row) => row.currencyCode },
    {
      id: 'amount',
      header: 'Amount now',
      align: 'end',
      narrow: 'figure',
      cell: (row) => <Money value={row.amount} currency={row.currencyCode} />,
    },
  ];
  return (
    <Page>
      <PageHeader
        title="Estimates to reassess"
        description="Record a reassessment on the contract's page, even one that changes nothing: it shows who judged it and when."
      />
      <RevenueTabs current="estimates" />
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          label="Month"
          type="month"
          value={filters.month || books.today.slice(0, 7)}
          onChange={(event) => void setFilters({ month: event.target.value || null })}
        />
        <FilterSelect
          label="Subsidiary"
          value={filters.subsidiary}
          choices={subsidiaries.choices}
          onValue={(subsidiary) => void setFilters({ subsidiary: subsidiary || null })}
        />
      </div>
      <QueryView query={query}>
        {({ period, estimates }) => (
          <DataTable
            label="Estimates to reassess"
            columns={columns}
            rows={estimates}
            rowId={(row) => `${row.contractId}/${row.kind}/${row.key}`}
            isStale={query.isPlaceholderData}
            empty={
              <FilteredEmpty
                isFiltered={filters.subsidiary !== ''}
                onClear={() => void setFilters({ subsidiary: null })}
                title="Nothing to reassess"
              >
                {`Every estimate has been judged since ${formatMonth(period)} began.`}
              </FilteredEmpty>
            }
          />
        )}
      </QueryView>
    </Page>
  );
}
