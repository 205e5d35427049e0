'use client';

import { Plus } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { trpc } from '@/surfaces/trpc/react';
import { Button } from '@/ui/kit/button';
import { formatQuantity } from '@/ui/kit/figures/amount-format';
import { Pill } from '@/ui/kit/figures/pill';
import { StatusPill } from '@/ui/kit/figures/status-pill';
import { EmptyState } from '@/ui/kit/layout/empty-state';
import { Page } from '@/ui/kit/layout/page';
import { PageHeader } from '@/ui/kit/layout/page-header';
import { type Column, DataTable } from '@/ui/kit/tables/data-table';
import { editColumn } from '@/ui/records/row-acts';
import { inTreeOrder } from '@/ui/records/tree-order';
import { QueryView } from '@/ui/shell/query-view';
import { useBooks } from '@/ui/shell/session';
import { type Subsidiary, SubsidiaryDialog } from './subsidiary-dialog';

// Loaded on demand; not part of the list behind it.
const OwnershipDialog = dynamic(() => import('./ownership-dialog').then((part) => part.OwnershipDialog), {
  ssr: false,
});

/** The subsidiaries of the organization as a tree. */
export function SubsidiariesScreen() {
  const books = useBooks();
  const mayWrite = books.may('org.structure.write');
  const [isNew, setNew] = useState(false);
  const [owned, setOwned] = useState<{ id: string; name: string } | null>(null);
  const [edited, setEdited] = useState<Subsidiary | null>(null);
  const query = trpc.subsidiaries.list.useQuery({ limit: 100 });
  const columns: Column<Subsidiary & { depth: number }>[] = [
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
    { id: 'currency', header: 'Currency', cell: (row) => row.baseCurrency },
    {
      id: 'owned',
      header: 'Owned',
      align: 'end',
      cell: (row) =>
        row.parentId === null ? null : (
          <Button
            size="small"
            tone="quiet"
            aria-label={`Ownership of ${row.name}`}
            onPress={() => setOwned({ id: row.id, name: row.name })}
          >
            {formatQuantity(row.ownershipPercent)}%
          </Button>
        ),
    },
    { id: 'country', header: 'Country', cell: (row) => row.countryCode },
    {
      id: 'kind',
      header: 'Kind',
      cell: (row) => (row.isElimination ? <Pill tone="plum">Elimination</Pill> : null),
    },
    { id: 'status', header: 'Status', cell: (row) => <StatusPill status={row.recordStatus} /> },
    ...editColumn<Subsidiary & { depth: number }>(mayWrite, setEdited),
  ];
  return (
    <Page className="max-w-6xl">
      <PageHeader
        title="Subsidiaries"
        actions={
          mayWrite ? (
            <Button tone="primary" onPress={() => setNew(true)}>
              <Plus aria-hidden="true" />
              New subsidiary
            </Button>
          ) : null
        }
      />
      <QueryView query={query}>
        {(page) => (
          <DataTable
            label="Subsidiaries"
            columns={columns}
            rows={inTreeOrder(page.rows, (row) => row.parentId)}
            rowId={(row) => row.id}
            empty={<EmptyState title="No subsidiaries yet" />}
          />
        )}
      </QueryView>
      {owned ? (
        <OwnershipDialog subsidiary={owned} mayWrite={mayWrite} onClose={() => setOwned(null)} />
      ) : null}
      {isNew ? <SubsidiaryDialog rows={query.data?.rows ?? []} onClose={() => setNew(false)} /> : null}
      {edited ? (
        <SubsidiaryDialog rows={query.data?.rows ?? []} subsidiary={edited} onClose={() => setEdited(null)} />
      ) : null}
    </Page>
  );
}
