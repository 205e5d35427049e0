'use client';

import { ChevronDown, ChevronRight, Plus } from 'lucide-react';
import { parseAsBoolean, parseAsString, useQueryStates } from 'nuqs';
import { useMemo, useState } from 'react';
import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { ImportLink } from '@/ui/imports/import-link';
import { Button } from '@/ui/kit/button';
import { cx } from '@/ui/kit/class-names';
import { Money } from '@/ui/kit/figures/money';
import { Pill } from '@/ui/kit/figures/pill';
import { StatusPill, statusWords } from '@/ui/kit/figures/status-pill';
import { Checkbox } from '@/ui/kit/input/checkbox';
import { Page } from '@/ui/kit/layout/page';
import { PageHeader } from '@/ui/kit/layout/page-header';
import { type Column, DataTable } from '@/ui/kit/tables/data-table';
import { FilterBar, SearchBox } from '@/ui/kit/tables/filter-bar';
import { FilteredEmpty } from '@/ui/kit/tables/filtered-empty';
import { RowLink } from '@/ui/kit/tables/row-link';
import { FigureLink } from '@/ui/kit/text-link';
import { editColumn } from '@/ui/records/row-acts';
import { QueryView } from '@/ui/shell/query-view';
import { useBooks } from '@/ui/shell/session';
import { AccountDialog } from './account-dialog';
import type { Account } from './account-fields';

const FILTERS = {
  search: parseAsString.withDefault(''),
  inactive: parseAsBoolean.withDefault(false),
  new: parseAsBoolean.withDefault(false),
};

/** The chart as a tree, each account with its current balance. */
export function ChartScreen() {
  const books = useBooks();
  const mayWrite = books.may('gl.account.write');
  const [edited, setEdited] = useState<Account | null>(null);
  const [filters, setFilters] = useQueryStates(FILTERS);
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const tree = trpc.accounts.tree.useQuery({});
  const balances = trpc.reports.trialBalance.useQuery(
    { includeZero: true },
    { enabled: books.may('gl.report.read') },
  );
  const rows = useMemo(
    () => visible(tree.data ?? [], closed, filters.search, filters.inactive),
    [tree.data, closed, filters.search, filters.inactive],
  );
  const columns = useColumns(balances.data, closed, (id) =>
    setClosed((before) => {
      const after = new Set(before);
      if (!after.delete(id)) after.add(id);
      return after;
    }),
  );
  return (
    <Page className="max-w-6xl">
      <PageHeader
        title="Chart of accounts"
        actions={
          mayWrite ? (
            <>
              <ImportLink noun="accounts" />
              <Button tone="primary" onPress={() => void setFilters({ new: true })}>
                <Plus aria-hidden="true" />
                New account
              </Button>
            </>
          ) : null
        }
      />
      <FilterBar
        isFiltered={filters.search !== '' || filters.inactive}
        onClear={() => void setFilters({ search: null, inactive: null })}
      >
        <SearchBox
          label="Search code or name"
          value={filters.search}
          onValue={(search) => void setFilters({ search: search || null })}
        />
        <Checkbox
          className="h-field"
          label="Inactive accounts"
          checked={filters.inactive}
          onChange={(event) => void setFilters({ inactive: event.target.checked || null })}
        />
      </FilterBar>
      <QueryView query={tree}>
        {() => (
          <DataTable
            label="Chart of accounts"
            columns={[...columns, ...editColumn<Account>(mayWrite, setEdited)]}
            rows={rows}
            rowId={(row) => row.id}
            empty={
              <FilteredEmpty
                isFiltered={filters.search !== '' || filters.inactive}
                onClear={() => void setFilters({ search: null, inactive: null })}
                title="No accounts yet"
              />
            }
          />
        )}
      </QueryView>
      {filters.new ? (
        <AccountDialog accounts={tree.data ?? []} onClose={() => void setFilters({ new: null })} />
      ) : null}
      {edited ? (
        <AccountDialog accounts={tree.data ?? []} account={edited} onClose={() => setEdited(null)} />
      ) : null}
    </Page>
  );
}

function useColumns(
  report: RouterOutputs['reports']['trialBalance'] | undefined,
  closed: ReadonlySet<string>,
  onToggle: (id: string) => void,
): Column<Account>[] {
  const books = useBooks();
  const balanceOf = useMemo(
    () => new Map(report?.rows.map((row) => [row.accountId, row.netBalance])),
    [report],
  );
  const currency = report?.currencyCode ?? books.organization.baseCurrency;
  return [
    {
      id: 'name',
      header: 'Account',
      cell: (node) => (
        <span className="flex items-center" style={{ paddingLeft: `${node.depth * 1.25}rem` }}>
          {node.childCount > 0 ? (
            <button
              type="button"
              aria-expanded={!closed.has(node.id)}
              aria-label={`${closed.has(node.id) ? 'Open' : 'Close'} ${node.name}`}
              onClick={() => onToggle(node.id)}
              className="-ml-1 mr-1 grid size-5 place-items-center rounded text-ink-mute hover:bg-hover"
            >
              {closed.has(node.id) ? (
                <ChevronRight aria-hidden="true" className="size-3.5" />
              ) : (
                <ChevronDown aria-hidden="true" className="size-3.5" />
              )}
            </button>
          ) : (
            <span className="w-5 shrink-0" />
          )}
          <span className="flex min-w-0 items-baseline @max-lg:flex-col">
            <span className="figures w-14 shrink-0 text-ink-mute @max-lg:w-auto @max-lg:text-small">
              {node.code}
            </span>
            {node.isSummary ? (
              <span className="font-semibold">{node.name}</span>
            ) : (
              <RowLink
                href={books.path(`accounts/${node.id}`)}
                className={cx('font-normal', node.recordStatus !== 'active' && 'text-ink-mute')}
              >
                {node.name}
              </RowLink>
            )}
          </span>
        </span>
      ),
    },
    {
      id: 'type',
      header: 'Type',
      narrow: 'hide',
      className: 'text-ink-mute',
      cell: (node) => statusWords(node.accountType),
    },
    {
      id: 'flags',
      header: 'Kind',
      cell: (node) => (
        <span className="flex gap-1.5">
          {node.isControl ? <Pill tone="accent">Control</Pill> : null}
          {node.currencyCode ? <Pill>{node.currencyCode}</Pill> : null}
          {node.recordStatus === 'active' ? null : <StatusPill status={node.recordStatus} />}
        </span>
      ),
    },
    {
      id: 'balance',
      header: `Balance (${currency})`,
      align: 'end',
      cell: (node) => {
        const balance = balanceOf.get(node.id);
        return node.isSummary || balance === undefined ? null : (
          <FigureLink href={books.path(`accounts/${node.id}`)} tabIndex={-1}>
            <Money value={balance} currency={currency} />
          </FigureLink>
        );
      },
    },
  ];
}

/**
 * The visible part of the tree: a search keeps the parents of its matches, and a collapsed branch hides everything
 * below it.
 */
function visible(
  tree: readonly Account[],
  closed: ReadonlySet<string>,
  search: string,
  inactive: boolean,
): Account[] {
  const words = search.trim().toLowerCase();
  const byId = new Map(tree.map((node) => [node.id, node]));
  const lineOf = (node: Account): Account[] => {
    const parent = node.parentId === null ? undefined : byId.get(node.parentId);
    return parent === undefined ? [] : [parent, ...lineOf(parent)];
  };
  const kept = new Set<string>();
  for (const node of tree) {
    if (!inactive && node.recordStatus !== 'active') continue;
    if (words !== '' && !`${node.code} ${node.name}`.toLowerCase().includes(words)) continue;
    kept.add(node.id);
    if (words !== '') for (const parent of lineOf(node)) kept.add(parent.id);
  }
  return tree.filter(
    (node) => kept.has(node.id) && (words !== '' || !lineOf(node).some(({ id }) => closed.has(id))),
  );
}
