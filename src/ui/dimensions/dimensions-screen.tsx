'use client';

import { Plus } from 'lucide-react';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { useState } from 'react';
import { trpc } from '@/surfaces/trpc/react';
import { Button } from '@/ui/kit/button';
import { StatusPill } from '@/ui/kit/figures/status-pill';
import { EmptyState } from '@/ui/kit/layout/empty-state';
import { LinkTabs } from '@/ui/kit/layout/link-tabs';
import { Page } from '@/ui/kit/layout/page';
import { PageHeader } from '@/ui/kit/layout/page-header';
import { type Column, DataTable } from '@/ui/kit/tables/data-table';
import { editColumn } from '@/ui/records/row-acts';
import { inTreeOrder } from '@/ui/records/tree-order';
import { QueryView } from '@/ui/shell/query-view';
import { useBooks } from '@/ui/shell/session';
import { DimensionDialog } from './dimension-dialog';
import { DIMENSION_KINDS, type DimensionKind, type DimensionValue, ONE_OF } from './dimension-kinds';
import { DIMENSION_QUESTION } from './dimension-question';

const TITLES: Readonly<Record<DimensionKind, string>> = {
  departments: 'Departments',
  classes: 'Classes',
  locations: 'Locations',
  warehouses: 'Warehouses',
};

/** The dimensions that document lines can carry. */
export function DimensionsScreen() {
  const books = useBooks();
  const [of] = useQueryState('of', parseAsStringLiteral(DIMENSION_KINDS).withDefault('departments'));
  const mayWrite = books.may('org.structure.write');
  const [isNew, setNew] = useState(false);
  const [edited, setEdited] = useState<DimensionValue | null>(null);
  const queries = {
    departments: trpc.departments.page.useQuery(DIMENSION_QUESTION),
    classes: trpc.classes.page.useQuery(DIMENSION_QUESTION),
    locations: trpc.locations.page.useQuery(DIMENSION_QUESTION),
    warehouses: trpc.warehouses.page.useQuery(DIMENSION_QUESTION),
  };
  const query = queries[of];
  const rows: readonly DimensionValue[] = query.data?.rows ?? [];
  const columns: Column<DimensionValue & { depth: number }>[] = [
    {
      id: 'name',
      header: 'Name',
      cell: (row) => (
        <span className="font-medium" style={{ paddingLeft: `${row.depth * 1.25}rem` }}>
          {row.name}
        </span>
      ),
    },
    { id: 'code', header: 'Code', className: 'whitespace-nowrap text-ink-mute', cell: (row) => row.code },
    { id: 'description', header: 'Description', className: 'text-ink-mute', cell: (row) => row.description },
    { id: 'status', header: 'Status', cell: (row) => <StatusPill status={row.recordStatus} /> },
    ...editColumn<DimensionValue & { depth: number }>(mayWrite, setEdited),
  ];
  return (
    <Page className="max-w-6xl">
      <PageHeader
        title="Dimensions"
        actions={
          mayWrite ? (
            <Button tone="primary" onPress={() => setNew(true)}>
              <Plus aria-hidden="true" />
              New {ONE_OF[of]}
            </Button>
          ) : null
        }
      />
      <LinkTabs
        label="Dimensions"
        current={of}
        tabs={DIMENSION_KINDS.map((kind) => ({
          id: kind,
          label: TITLES[kind],
          href: books.path(`dimensions?of=${kind}`),
          ...(queries[kind].data ? { count: queries[kind].data.total } : {}),
        }))}
      />
      <QueryView query={query as { data: unknown; error: unknown; refetch: () => unknown }}>
        {() => (
          <DataTable
            label={TITLES[of]}
            columns={columns}
            rows={inTreeOrder(rows, (row) => row.parentId ?? null)}
            rowId={(row) => row.id}
            empty={<EmptyState title={`No ${of} yet`} />}
          />
        )}
      </QueryView>
      {isNew ? <DimensionDialog kind={of} rows={rows} onClose={() => setNew(false)} /> : null}
      {edited ? (
        <DimensionDialog kind={of} rows={rows} value={edited} onClose={() => setEdited(null)} />
      ) : null}
    </Page>
  );
}
