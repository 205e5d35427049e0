'use client';

import { Plus } from 'lucide-react';
import { useState } from 'react';
import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { formatQuantity } from '@/ui/kit/amount-format';
import { Button } from '@/ui/kit/button';
import { type Column, DataTable } from '@/ui/kit/data-table';
import { EmptyState } from '@/ui/kit/empty-state';
import { notifyDone } from '@/ui/kit/notify';
import { Page } from '@/ui/kit/page';
import { PageHeader } from '@/ui/kit/page-header';
import { Pill } from '@/ui/kit/pill';
import { StatusPill } from '@/ui/kit/status-pill';
import { orNull, RecordDialog } from '@/ui/records/record-dialog';
import { inTreeOrder } from '@/ui/records/tree-order';
import { QueryView } from '@/ui/shell/query-view';
import { useBooks } from '@/ui/shell/session';

type Row = RouterOutputs['subsidiaries']['list']['rows'][number];

/** The companies of the organization, under each other. */
export function SubsidiariesScreen() {
  const books = useBooks();
  const [isNew, setNew] = useState(false);
  const query = trpc.subsidiaries.list.useQuery({ limit: 100 });
  const columns: Column<Row & { depth: number }>[] = [
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
      cell: (row) => (row.parentId === null ? null : `${formatQuantity(row.ownershipPercent)} %`),
    },
    { id: 'country', header: 'Country', cell: (row) => row.countryCode },
    {
      id: 'kind',
      header: 'Kind',
      cell: (row) => (row.isElimination ? <Pill tone="plum">Elimination</Pill> : null),
    },
    { id: 'status', header: 'Status', cell: (row) => <StatusPill status={row.recordStatus} /> },
  ];
  return (
    <Page className="max-w-6xl">
      <PageHeader
        title="Subsidiaries"
        actions={
          books.may('org.structure.write') ? (
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
            empty={<EmptyState title="No subsidiary yet" />}
          />
        )}
      </QueryView>
      {isNew ? <NewSubsidiary rows={query.data?.rows ?? []} onClose={() => setNew(false)} /> : null}
    </Page>
  );
}

function NewSubsidiary({ rows, onClose }: { readonly rows: readonly Row[]; readonly onClose: () => void }) {
  const create = trpc.subsidiaries.create.useMutation();
  return (
    <RecordDialog
      title="New subsidiary"
      saveLabel="Add subsidiary"
      fields={[
        { name: 'name', label: 'Name', kind: 'text', required: true },
        { name: 'code', label: 'Code', kind: 'text', required: true },
        {
          name: 'parentId',
          label: 'Under',
          kind: 'select',
          empty: 'Nobody: top level',
          choices: rows.map(({ id, name }) => ({ value: id, label: name })),
        },
        { name: 'ownershipPercent', label: 'Owned by it, in percent', kind: 'text' },
        { name: 'description', label: 'Description', kind: 'long' },
      ]}
      initial={{ ownershipPercent: '100' }}
      isSaving={create.isPending}
      error={create.error}
      onSave={(values) =>
        create.mutate(
          {
            name: (values.name ?? '').trim(),
            code: (values.code ?? '').trim(),
            parentId: orNull(values.parentId),
            description: orNull(values.description),
            ...(values.ownershipPercent ? { ownershipPercent: values.ownershipPercent.trim() } : {}),
          },
          {
            onSuccess: (subsidiary) => {
              notifyDone(`${subsidiary.name} is a subsidiary.`);
              onClose();
            },
          },
        )
      }
      onClose={onClose}
    />
  );
}
