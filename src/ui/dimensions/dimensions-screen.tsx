'use client';

import { Plus } from 'lucide-react';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { useState } from 'react';
import { trpc } from '@/surfaces/trpc/react';
import { Button } from '@/ui/kit/button';
import { type Column, DataTable } from '@/ui/kit/data-table';
import { EmptyState } from '@/ui/kit/empty-state';
import { LinkTabs } from '@/ui/kit/link-tabs';
import { notifyDone } from '@/ui/kit/notify';
import { Page } from '@/ui/kit/page';
import { PageHeader } from '@/ui/kit/page-header';
import { StatusPill } from '@/ui/kit/status-pill';
import { orNull, RecordDialog } from '@/ui/records/record-dialog';
import { inTreeOrder } from '@/ui/records/tree-order';
import { QueryView } from '@/ui/shell/query-view';
import { useBooks } from '@/ui/shell/session';
import { DIMENSION_QUESTION } from './dimension-question';

const KINDS = ['departments', 'classes', 'locations', 'warehouses'] as const;
type Kind = (typeof KINDS)[number];
const ONE: Readonly<Record<Kind, string>> = {
  departments: 'department',
  classes: 'class',
  locations: 'location',
  warehouses: 'warehouse',
};
const TITLES: Readonly<Record<Kind, string>> = {
  departments: 'Departments',
  classes: 'Classes',
  locations: 'Locations',
  warehouses: 'Warehouses',
};

type Row = {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly description: string | null;
  readonly recordStatus: string;
  readonly parentId?: string | null;
};

/** What lines of documents can be told apart by. */
export function DimensionsScreen() {
  const books = useBooks();
  const [of] = useQueryState('of', parseAsStringLiteral(KINDS).withDefault('departments'));
  const [isNew, setNew] = useState(false);
  const queries = {
    departments: trpc.departments.page.useQuery(DIMENSION_QUESTION),
    classes: trpc.classes.page.useQuery(DIMENSION_QUESTION),
    locations: trpc.locations.page.useQuery(DIMENSION_QUESTION),
    warehouses: trpc.warehouses.page.useQuery(DIMENSION_QUESTION),
  };
  const query = queries[of];
  const rows: readonly Row[] = query.data?.rows ?? [];
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
    { id: 'description', header: 'Description', className: 'text-ink-mute', cell: (row) => row.description },
    { id: 'status', header: 'Status', cell: (row) => <StatusPill status={row.recordStatus} /> },
  ];
  return (
    <Page className="max-w-6xl">
      <PageHeader
        title="Dimensions"
        actions={
          books.may('org.structure.write') ? (
            <Button tone="primary" onPress={() => setNew(true)}>
              <Plus aria-hidden="true" />
              New {ONE[of]}
            </Button>
          ) : null
        }
      />
      <LinkTabs
        label="Dimensions"
        current={of}
        tabs={KINDS.map((kind) => ({
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
            empty={<EmptyState title={`No ${ONE[of]} yet`} />}
          />
        )}
      </QueryView>
      {isNew ? <NewValue kind={of} rows={rows} onClose={() => setNew(false)} /> : null}
    </Page>
  );
}

function NewValue({
  kind,
  rows,
  onClose,
}: {
  readonly kind: Kind;
  readonly rows: readonly Row[];
  readonly onClose: () => void;
}) {
  const creations = {
    departments: trpc.departments.create.useMutation(),
    classes: trpc.classes.create.useMutation(),
    locations: trpc.locations.create.useMutation(),
    warehouses: trpc.warehouses.create.useMutation(),
  };
  const create = creations[kind];
  const hasTree = kind !== 'warehouses';
  return (
    <RecordDialog
      title={`New ${ONE[kind]}`}
      saveLabel="Add"
      fields={[
        { name: 'name', label: 'Name', kind: 'text', required: true },
        { name: 'code', label: 'Code', kind: 'text', required: true },
        ...(hasTree
          ? [
              {
                name: 'parentId',
                label: 'Under',
                kind: 'select' as const,
                empty: 'Top level',
                choices: rows.map(({ id, name }) => ({ value: id, label: name })),
              },
            ]
          : []),
        { name: 'description', label: 'Description', kind: 'long' },
      ]}
      initial={{}}
      isSaving={create.isPending}
      error={create.error}
      onSave={(values) =>
        create.mutate(
          {
            name: (values.name ?? '').trim(),
            code: (values.code ?? '').trim(),
            description: orNull(values.description),
            ...(hasTree ? { parentId: orNull(values.parentId) } : {}),
          },
          {
            onSuccess: () => {
              notifyDone(`${(values.name ?? '').trim()} is added.`);
              onClose();
            },
          },
        )
      }
      onClose={onClose}
    />
  );
}
