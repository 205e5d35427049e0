'use client';

import { keepPreviousData } from '@tanstack/react-query';
import { useQueryStates } from 'nuqs';
import { useMemo } from 'react';
import { dec, toPlainString } from '@/core/money/decimal';
import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { DateText } from '@/ui/kit/figures/date-text';
import { Money } from '@/ui/kit/figures/money';
import { Pill } from '@/ui/kit/figures/pill';
import { EmptyState } from '@/ui/kit/layout/empty-state';
import { Page } from '@/ui/kit/layout/page';
import { PageHeader } from '@/ui/kit/layout/page-header';
import { type Column, DataTable } from '@/ui/kit/tables/data-table';
import { Pager } from '@/ui/kit/tables/pager';
import { RowLink } from '@/ui/kit/tables/row-link';
import { useSubsidiaries } from '@/ui/records/use-names';
import { QueryView } from '@/ui/shell/query-view';
import { useBooks } from '@/ui/shell/session';
import { RevenueTabs } from '../revenue-tabs';
import { costWords } from './cost-words';
import { costFilters, costsQuestion } from './costs-filters';

type Cost = RouterOutputs['revenue']['costs']['list']['rows'][number];

/** The costs of obtaining and fulfilling contracts (340-40), with the carrying amount of each. */
export function CostsScreen() {
  const books = useBooks();
  const [filters, setFilters] = useQueryStates(costFilters);
  const question = costsQuestion(filters);
  const query = trpc.revenue.costs.list.useQuery(question, { placeholderData: keepPreviousData });
  const subsidiaries = useSubsidiaries();
  const columns = useMemo<Column<Cost>[]>(() => {
    const money = (id: string, header: string, of: (row: Cost) => string, more?: object): Column<Cost> => ({
      id,
      header,
      align: 'end',
      cell: (row) => <Money value={of(row)} currency={row.currencyCode} />,
      ...more,
    });
    return [
      {
        id: 'cost',
        header: 'Cost',
        narrow: 'title',
        cell: (row) => <RowLink href={books.path(`revenue/${row.contractId}`)}>{costWords(row)}</RowLink>,
      },
      {
        id: 'kind',
        header: 'Kind',
        className: 'max-md:hidden',
        cell: (row) => (row.costKind === 'OBTAIN' ? 'To obtain' : 'To fulfill'),
      },
      { id: 'date', header: 'Recorded for', cell: (row) => <DateText value={row.postingDate} /> },
      {
        id: 'subsidiary',
        header: 'Subsidiary',
        className: 'max-lg:hidden',
        cell: (row) => subsidiaries.nameOf(row.subsidiaryId),
      },
      {
        id: 'decision',
        header: 'Judged',
        cell: (row) =>
          row.voided ? (
            <Pill tone="faint">Voided</Pill>
          ) : row.decision === 'CAPITALISED' ? (
            <Pill tone="accent">Capitalized</Pill>
          ) : (
            <Pill tone="neutral">Expensed</Pill>
          ),
      },
      { id: 'currency', header: 'Currency', cell: (row) => row.currencyCode },
      money('amount', 'Amount', (row) => row.amount),
      money('amortized', 'Amortized', (row) => row.amortised, { className: 'max-md:hidden', narrow: 'hide' }),
      money('impaired', 'Impaired', (row) => row.impaired, { className: 'max-lg:hidden', narrow: 'hide' }),
      money('carried', 'Carried', carried, { narrow: 'figure' }),
    ];
  }, [books, subsidiaries]);
  return (
    <Page>
      <PageHeader
        title="Contract costs"
        description="A cost is recorded, tested and re-estimated on the page of its contract."
      />
      <RevenueTabs current="costs" />
      <QueryView query={query}>
        {(page) => (
          <>
            <DataTable
              label="Contract costs"
              columns={columns}
              rows={page.rows}
              rowId={(row) => row.id}
              isStale={query.isPlaceholderData}
              empty={
                <EmptyState title="No contract costs yet">
                  Record a commission or a cost to fulfill on the page of an active contract: More, Record a
                  cost.
                </EmptyState>
              }
            />
            <Pager
              page={filters.page}
              limit={question.limit}
              total={page.total}
              onPage={(next) => void setFilters({ page: next })}
            />
          </>
        )}
      </QueryView>
    </Page>
  );
}

/** Its carrying amount in the books: none for a cost that was expensed or voided. */
function carried(cost: Cost): string {
  if (cost.voided || cost.decision !== 'CAPITALISED') return '0';
  return toPlainString(dec(cost.amount).minus(cost.amortised).minus(cost.impaired));
}
