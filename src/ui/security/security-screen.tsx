'use client';

import { keepPreviousData } from '@tanstack/react-query';
import { useQueryStates } from 'nuqs';
import { detailOf } from '@/core/identity/security-detail';
import { SECURITY_EVENTS } from '@/core/identity/security-events';
import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { Button } from '@/ui/kit/button';
import { cx } from '@/ui/kit/class-names';
import { InstantText } from '@/ui/kit/figures/date-text';
import { DateField } from '@/ui/kit/input/date-field';
import { Page } from '@/ui/kit/layout/page';
import { PageHeader } from '@/ui/kit/layout/page-header';
import { type Column, DataTable } from '@/ui/kit/tables/data-table';
import { FilterBar, FilterSelect, SearchBox } from '@/ui/kit/tables/filter-bar';
import { FilteredEmpty } from '@/ui/kit/tables/filtered-empty';
import { DownloadMenu } from '@/ui/records/export-menu';
import { QueryView } from '@/ui/shell/query-view';
import { securityFilters, securityQuestion } from './security-filters';

type Row = RouterOutputs['security']['list']['rows'][number];

const wordsOf = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** What deserves a second look. */
const isRefusal = (event: string) => /refused|blocked/.test(event);

const COLUMNS: readonly Column<Row>[] = [
  { id: 'when', header: 'When', cell: (row) => <InstantText value={row.occurredAt} /> },
  {
    id: 'event',
    header: 'Event',
    cell: (row) => (
      <span className={cx('whitespace-nowrap font-medium', isRefusal(row.event) && 'text-danger')}>
        {wordsOf(row.event)}
      </span>
    ),
  },
  {
    id: 'who',
    header: 'Who',
    cell: (row) => <span className="whitespace-nowrap">{row.actorName ?? 'Daybook'}</span>,
  },
  { id: 'detail', header: 'Detail', className: 'text-ink-mute', cell: (row) => detailOf(row.detail) },
  {
    id: 'address',
    header: 'Address',
    cell: (row) => (
      <span className="figures" title={row.userAgent ?? undefined}>
        {row.address ?? <span className="text-ink-mute">–</span>}
      </span>
    ),
  },
];

/** Sign-ins, refusals, rights and credentials of the organization, newest first. */
export function SecurityScreen() {
  const [filters, setFilters] = useQueryStates(securityFilters);
  const question = securityQuestion(filters);
  const query = trpc.security.list.useQuery(question, { placeholderData: keepPreviousData });
  const clear = () => void setFilters(null);
  const isFiltered = [filters.event, filters.address, filters.from, filters.to].some((one) => one !== '');
  return (
    <Page className="max-w-6xl">
      <PageHeader
        title="Security log"
        actions={<DownloadMenu sheet="security-log" input={query.data?.rows.length ? question : null} />}
      />
      <FilterBar isFiltered={isFiltered} onClear={clear}>
        <FilterSelect
          label="Events"
          value={filters.event}
          choices={SECURITY_EVENTS.map((event) => ({ value: event, label: wordsOf(event) }))}
          onValue={(event) => void setFilters({ event: event || null, before: null })}
        />
        <SearchBox
          label="Address"
          value={filters.address}
          onValue={(address) => void setFilters({ address: address || null, before: null })}
        />
        <DateField
          hideLabel
          label="From"
          className="w-36"
          value={filters.from}
          onValue={(from) => void setFilters({ from: from || null, before: null })}
        />
        <DateField
          hideLabel
          label="To"
          className="w-36"
          value={filters.to}
          onValue={(to) => void setFilters({ to: to || null, before: null })}
        />
      </FilterBar>
      <QueryView query={query}>
        {(page) => (
          <>
            <DataTable
              label="Security log"
              columns={COLUMNS}
              rows={page.rows}
              rowId={(row) => row.id}
              isStale={query.isPlaceholderData}
              empty={<FilteredEmpty isFiltered={isFiltered} onClear={clear} title="No events yet" />}
            />
            <div className="flex justify-center gap-2">
              {filters.before === '' ? null : (
                <Button onPress={() => void setFilters({ before: null })}>Newest</Button>
              )}
              {page.nextCursor === null ? null : (
                <Button onPress={() => void setFilters({ before: page.nextCursor }, { history: 'push' })}>
                  Earlier
                </Button>
              )}
            </div>
          </>
        )}
      </QueryView>
    </Page>
  );
}
