'use client';

import { keepPreviousData } from '@tanstack/react-query';
import { useQueryStates } from 'nuqs';
import { useMemo } from 'react';
import { TOPICS } from '@/core/revenue/judgements/judged-terms';
import { STATE_WORDS, TOPIC_WORDS } from '@/core/revenue/judgements/judgement-labels';
import { JUDGEMENT_STATES } from '@/core/revenue/judgements/judgement-list';
import { LIVED_STATUSES } from '@/core/revenue/vocabulary';
import { trpc } from '@/surfaces/trpc/react';
import { Button } from '@/ui/kit/button';
import { statusWords } from '@/ui/kit/figures/status-pill';
import { DateField } from '@/ui/kit/input/date-field';
import { Page } from '@/ui/kit/layout/page';
import { PageHeader } from '@/ui/kit/layout/page-header';
import { type Column, DataTable } from '@/ui/kit/tables/data-table';
import { FilterBar, FilterSelect, SearchBox } from '@/ui/kit/tables/filter-bar';
import { FilteredEmpty } from '@/ui/kit/tables/filtered-empty';
import { RowLink } from '@/ui/kit/tables/row-link';
import { DownloadMenu } from '@/ui/records/export-menu';
import { useSubsidiaries } from '@/ui/records/use-names';
import { QueryView } from '@/ui/shell/query-view';
import { useBooks } from '@/ui/shell/session';
import { AsOfBar } from '../reports/as-of-bar';
import { RevenueTabs } from '../revenue-tabs';
import { JUDGEMENT_COLUMNS, type Judgement, judgementId } from './judgement-columns';
import { judgementFilters, judgementsQuestion } from './judgement-filters';

/** Judgments across contracts, as an auditor samples them: filtered by topic, state, contract and date, and exported. */
export function JudgementsScreen() {
  const books = useBooks();
  const [filters, setFilters] = useQueryStates(judgementFilters);
  const question = judgementsQuestion(filters);
  const query = trpc.revenue.judgements.list.useQuery(question, { placeholderData: keepPreviousData });
  const subsidiaries = useSubsidiaries();
  const columns = useMemo<Column<Judgement>[]>(
    () => [
      {
        id: 'contract',
        header: 'Contract',
        className: 'min-w-32',
        cell: (row) => (
          <>
            <RowLink href={books.path(`revenue/${row.contractId}`)}>{row.contractNumber}</RowLink>
            {row.contractName === null ? null : (
              <span className="block text-ink-mute text-small">{row.contractName}</span>
            )}
          </>
        ),
      },
      { id: 'topic', header: 'Topic', className: 'min-w-28', cell: (row) => TOPIC_WORDS[row.topic] },
      ...JUDGEMENT_COLUMNS,
    ],
    [books],
  );
  const isFiltered = Object.entries(filters).some(([name, value]) => name !== 'before' && value !== '');
  const clear = () => void setFilters(null);
  const write = (part: Partial<typeof filters>) => void setFilters({ ...part, before: null });
  return (
    <Page>
      <PageHeader
        title="Judgments"
        actions={
          <DownloadMenu sheet="judgments" input={(query.data?.rows.length ?? 0) === 0 ? null : question} />
        }
      />
      <RevenueTabs current="judgments" />
      <div className="flex flex-wrap items-end justify-between gap-3">
        <FilterBar isFiltered={isFiltered} onClear={clear}>
          <SearchBox
            label="Search contract"
            className="w-56"
            value={filters.search}
            onValue={(search) => write({ search })}
          />
          <FilterSelect
            label="Topic"
            value={filters.topic}
            choices={TOPICS.map((topic) => ({ value: topic, label: TOPIC_WORDS[topic] }))}
            onValue={(topic) => write({ topic })}
          />
          <FilterSelect
            label="State"
            value={filters.state}
            choices={JUDGEMENT_STATES.map((state) => ({ value: state, label: STATE_WORDS[state] }))}
            onValue={(state) => write({ state })}
          />
          <FilterSelect
            label="Contract status"
            value={filters.status}
            choices={LIVED_STATUSES.map((status) => ({ value: status, label: statusWords(status) }))}
            onValue={(status) => write({ status })}
          />
          <FilterSelect
            label="Subsidiary"
            value={filters.subsidiary}
            choices={subsidiaries.choices}
            onValue={(subsidiary) => write({ subsidiary })}
          />
          <DateField
            label="Agreed from"
            className="w-36"
            value={filters.from}
            onValue={(from) => write({ from })}
          />
          <DateField label="Agreed to" className="w-36" value={filters.to} onValue={(to) => write({ to })} />
        </FilterBar>
        <AsOfBar />
      </div>
      <QueryView query={query}>
        {(page) => (
          <>
            <DataTable
              label="Judgments"
              columns={columns}
              rows={page.rows}
              rowId={judgementId}
              isStale={query.isPlaceholderData}
              empty={
                <FilteredEmpty isFiltered={isFiltered} onClear={clear} title="No judgments yet">
                  Judgments are made in the terms of contracts, in their events and with their costs.
                </FilteredEmpty>
              }
            />
            <div className="flex justify-center gap-2">
              {filters.before === '' ? null : (
                <Button onPress={() => void setFilters({ before: null })}>First judgments</Button>
              )}
              {page.nextCursor === null ? null : (
                <Button onPress={() => void setFilters({ before: page.nextCursor }, { history: 'push' })}>
                  More judgments
                </Button>
              )}
            </div>
          </>
        )}
      </QueryView>
    </Page>
  );
}
