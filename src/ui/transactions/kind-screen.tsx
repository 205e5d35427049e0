'use client';

import { keepPreviousData } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useQueryStates } from 'nuqs';
import { useMemo, useState } from 'react';
import { methodWords } from '@/core/sheets/status-words';
import { KIND_FACTS, type TransactionKind } from '@/core/transactions/kinds';
import { openOf } from '@/core/transactions/open-amount';
import { TRANSACTION_STATUSES } from '@/core/transactions/status';
import { trpc } from '@/surfaces/trpc/react';
import { DateText } from '@/ui/kit/figures/date-text';
import { Money } from '@/ui/kit/figures/money';
import { StatusPill, statusWords } from '@/ui/kit/figures/status-pill';
import { Checkbox } from '@/ui/kit/input/checkbox';
import { DateField } from '@/ui/kit/input/date-field';
import { LinkTabs } from '@/ui/kit/layout/link-tabs';
import { Page } from '@/ui/kit/layout/page';
import { PageHeader } from '@/ui/kit/layout/page-header';
import { type Column, DataTable } from '@/ui/kit/tables/data-table';
import { FilterBar, FilterSelect, SearchBox } from '@/ui/kit/tables/filter-bar';
import { FilteredEmpty } from '@/ui/kit/tables/filtered-empty';
import { Pager } from '@/ui/kit/tables/pager';
import { RowLink } from '@/ui/kit/tables/row-link';
import { ColumnsMenu, useShownColumns } from '@/ui/kit/tables/shown-columns';
import { PAGE_SIZE } from '@/ui/kit/tables/url-state';
import { ButtonLink, FigureLink, TextLink } from '@/ui/kit/text-link';
import { isApplicable, settles } from '@/ui/payments/settling';
import { DownloadMenu } from '@/ui/records/export-menu';
import { useEntityNames } from '@/ui/records/use-names';
import { QueryView } from '@/ui/shell/query-view';
import { useBooks } from '@/ui/shell/session';
import { SavedViewsMenu } from '@/ui/views/saved-views-menu';
import type { TransactionRow } from './document';
import { kindQuestion } from './documents-of-kind';
import { transactionFilters } from './transaction-filters';

// Opened by a key; not part of the list.
const BesideList = dynamic(() => import('./beside-list').then((part) => part.BesideList), { ssr: false });

const PLACE_OF = { CUSTOMER: 'customers', VENDOR: 'vendors', EMPLOYEE: 'employees' } as const;
const KEPT = new Set(['kind', 'page']);
const isSet = (value: unknown) => value !== '' && value !== false;

/** Documents of several kinds with their open amounts. */
export function KindScreen({
  title,
  place,
  kinds,
}: {
  readonly title: string;
  /** The list's path: `invoices`. */
  readonly place: 'invoices' | 'payments';
  readonly kinds: readonly [TransactionKind, ...TransactionKind[]];
}) {
  const books = useBooks();
  const [filters, setFilters] = useQueryStates(transactionFilters);
  const kind = kinds.find((known) => known === filters.kind) ?? kinds[0];
  const set = (change: Partial<Record<keyof typeof filters, string | boolean | null>>) =>
    void setFilters({ ...change, page: null } as Parameters<typeof setFilters>[0]);
  const question = kindQuestion(kinds, filters);
  const query = trpc.transactions.list.useQuery(question, { placeholderData: keepPreviousData });
  const columns = useColumns(query.data?.rows ?? [], kind);
  const shown = useShownColumns(columns);
  const [beside, setBeside] = useState<TransactionRow | null>(null);
  const label = KIND_FACTS[kind].label;
  const isFiltered = Object.entries(filters).some(([name, value]) => !KEPT.has(name) && isSet(value));
  const clear = () =>
    set({ search: null, status: null, entity: null, from: null, to: null, unapplied: null });
  const newLink = books.may('gl.transaction.create') ? (
    <ButtonLink href={books.path(`transactions/new?kind=${kind}`)} tone="primary" prefetch={false}>
      <Plus aria-hidden="true" />
      New {label.toLowerCase()}
    </ButtonLink>
  ) : undefined;
  return (
    <Page>
      <PageHeader
        title={title}
        actions={
          <>
            <SavedViewsMenu screen={place} />
            <ColumnsMenu columns={columns} />
            <DownloadMenu sheet="documents-of-kind" input={query.data?.total ? question : null} />
            {newLink}
          </>
        }
      />
      <LinkTabs
        label={`Kinds of ${title.toLowerCase()}`}
        current={kind}
        tabs={kinds.map((known, index) => ({
          id: known,
          label: `${KIND_FACTS[known].label}s`,
          href: books.path(index === 0 ? place : `${place}?kind=${known}`),
        }))}
      />
      <FilterBar isFiltered={isFiltered} onClear={clear}>
        <SearchBox
          label="Search number, memo, reference"
          className="w-64"
          value={filters.search}
          onValue={(search) => set({ search: search || null })}
        />
        <FilterSelect
          label="Status"
          value={filters.status}
          choices={TRANSACTION_STATUSES.map((status) => ({ value: status, label: statusWords(status) }))}
          onValue={(status) => set({ status: status || null })}
        />
        <DateField
          hideLabel
          label="From"
          className="w-36"
          value={filters.from}
          onValue={(from) => set({ from: from || null })}
        />
        <DateField
          hideLabel
          label="To"
          className="w-36"
          value={filters.to}
          onValue={(to) => set({ to: to || null })}
        />
        {settles({ kind }) ? (
          <Checkbox
            className="h-field"
            label="Unapplied only"
            checked={filters.unapplied}
            onChange={(event) => set({ unapplied: event.target.checked || null })}
          />
        ) : null}
      </FilterBar>
      <QueryView query={query}>
        {(page) => (
          <>
            <DataTable
              label={title}
              columns={shown}
              rows={page.rows}
              rowId={(row) => row.id}
              isStale={query.isPlaceholderData}
              onBeside={setBeside}
              empty={
                <FilteredEmpty
                  isFiltered={isFiltered}
                  onClear={clear}
                  title={`No ${label.toLowerCase()} has been recorded yet`}
                  action={newLink}
                />
              }
            />
            <Pager
              page={filters.page}
              limit={PAGE_SIZE}
              total={page.total}
              onPage={(next) => void setFilters({ page: next })}
            />
            {beside === null ? null : <BesideList row={beside} onClose={() => setBeside(null)} />}
          </>
        )}
      </QueryView>
    </Page>
  );
}

function useColumns(rows: readonly TransactionRow[], kind: TransactionKind): Column<TransactionRow>[] {
  const books = useBooks();
  const ids = useMemo(() => rows.map(({ entityId }) => entityId), [rows]);
  const names = useEntityNames(ids);
  return useMemo<Column<TransactionRow>[]>(() => {
    const isDue = kind === 'INVOICE';
    return [
      {
        id: 'number',
        header: 'Number',
        className: 'whitespace-nowrap',
        cell: (row) => <RowLink href={books.path(`transactions/${row.id}`)}>{row.transactionNumber}</RowLink>,
      },
      { id: 'date', header: 'Date', cell: (row) => <DateText value={row.transactionDate} /> },
      ...(isDue
        ? [
            {
              id: 'due',
              header: 'Due',
              narrowLabel: true,
              cell: (row: TransactionRow) => <DateText value={row.dueDate} />,
            },
          ]
        : []),
      {
        id: 'name',
        header: kind === 'VENDOR_PAYMENT' ? 'Paid to' : 'Customer',
        className: 'max-w-64 truncate',
        cell: (row) =>
          row.entityId && names.has(row.entityId) ? (
            <TextLink
              href={books.path(`${PLACE_OF[row.entityType ?? 'CUSTOMER']}/${row.entityId}`)}
              tabIndex={-1}
            >
              {names.get(row.entityId)}
            </TextLink>
          ) : null,
      },
      {
        id: 'reference',
        header: isDue ? 'Reference' : 'Method',
        className: 'max-w-48 truncate text-ink-mute max-lg:hidden',
        cell: (row) =>
          isDue
            ? row.referenceNumber
            : row.paymentMethod === null
              ? row.referenceNumber
              : methodWords(row.paymentMethod),
      },
      { id: 'status', header: 'Status', cell: (row) => <StatusPill status={row.status} /> },
      {
        id: 'total',
        header: 'Total',
        align: 'end',
        narrow: 'figure',
        cell: (row) => (
          <FigureLink href={books.path(`transactions/${row.id}`)} tabIndex={-1}>
            <Money value={row.totalAmount} currency={row.currencyCode} showCurrency />
          </FigureLink>
        ),
      },
      {
        id: 'open',
        header: isDue ? 'Open' : 'Unapplied',
        align: 'end',
        cell: (row) =>
          !isDue && isApplicable(row) ? (
            <FigureLink
              href={books.path(`payments/${row.id}`)}
              aria-label={`Apply ${row.transactionNumber}: ${row.openAmount} unapplied`}
            >
              <Money value={openOf(row)} currency={row.currencyCode} />
            </FigureLink>
          ) : (
            <Money value={openOf(row)} currency={row.currencyCode} />
          ),
      },
    ];
  }, [books, kind, names]);
}
