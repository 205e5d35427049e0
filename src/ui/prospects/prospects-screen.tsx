'use client';

import { Plus } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useQueryStates } from 'nuqs';
import { PROSPECT_STATUSES } from '@/core/sales/prospect-status';
import { ImportLink } from '@/ui/imports/import-link';
import { Button } from '@/ui/kit/button';
import { cx } from '@/ui/kit/class-names';
import { statusWords } from '@/ui/kit/figures/status-pill';
import { Page } from '@/ui/kit/layout/page';
import { PageHeader } from '@/ui/kit/layout/page-header';
import { FilterBar, FilterSelect, SearchBox } from '@/ui/kit/tables/filter-bar';
import { useBooks } from '@/ui/shell/session';
import { SavedViewsMenu } from '@/ui/views/saved-views-menu';
import { ProspectBoard } from './prospect-board';
import { prospectFilters } from './prospect-filters';
import { ProspectList } from './prospect-list';

const NewProspect = dynamic(() => import('./new-prospect').then((part) => part.NewProspect), { ssr: false });

/** The pipeline: a board to move prospects on, a list to search and sort them. */
export function ProspectsScreen() {
  const books = useBooks();
  const [filters, setFilters] = useQueryStates(prospectFilters);
  return (
    <Page>
      <PageHeader
        title="Prospects"
        actions={
          <>
            <SavedViewsMenu screen="prospects" />
            <ImportLink noun="prospects" />
            {books.may('crm.prospect.write') ? (
              <Button tone="primary" onPress={() => void setFilters({ new: true })}>
                <Plus aria-hidden="true" />
                New prospect
              </Button>
            ) : null}
          </>
        }
      />
      <FilterBar
        isFiltered={filters.search !== '' || filters.status !== ''}
        onClear={() => void setFilters({ search: null, status: null, page: null })}
      >
        <ViewSwitch view={filters.view} onView={(view) => void setFilters({ view, page: null })} />
        <SearchBox
          label="Search name, company, email"
          value={filters.search}
          onValue={(search) => void setFilters({ search: search || null, page: null })}
          className="w-72"
        />
        {filters.view === 'list' ? (
          <FilterSelect
            label="Status"
            value={filters.status}
            choices={PROSPECT_STATUSES.map((status) => ({ value: status, label: statusWords(status) }))}
            onValue={(status) => void setFilters({ status: status || null, page: null })}
          />
        ) : null}
      </FilterBar>
      {filters.view === 'list' ? <ProspectList /> : <ProspectBoard search={filters.search} />}
      {filters.new ? <NewProspect onClose={() => void setFilters({ new: null })} /> : null}
    </Page>
  );
}

function ViewSwitch({
  view,
  onView,
}: {
  readonly view: 'board' | 'list';
  readonly onView: (view: 'board' | 'list') => void;
}) {
  return (
    <fieldset className="flex rounded border border-line-strong bg-surface p-0.5">
      <legend className="sr-only">View</legend>
      {(['board', 'list'] as const).map((choice) => (
        <button
          key={choice}
          type="button"
          aria-pressed={view === choice}
          onClick={() => onView(choice)}
          className={cx(
            'h-6 rounded-xs px-2.5 text-ink-mute hover:text-ink',
            view === choice && 'bg-sunken font-medium text-ink',
          )}
        >
          {statusWords(choice)}
        </button>
      ))}
    </fieldset>
  );
}
