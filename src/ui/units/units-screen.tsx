'use client';

import { useState } from 'react';
import { trpc } from '@/surfaces/trpc/react';
import { Quantity } from '@/ui/kit/figures/money';
import { StatusPill } from '@/ui/kit/figures/status-pill';
import { Page } from '@/ui/kit/layout/page';
import { PageHeader } from '@/ui/kit/layout/page-header';
import type { Column } from '@/ui/kit/tables/data-table';
import { EditableList } from '@/ui/records/editable-list';
import { RemoveDialog } from '@/ui/records/remove-record';
import { useBooks } from '@/ui/shell/session';
import { type Unit, UnitDialog } from './unit-dialog';
import { UNITS_QUESTION } from './units-question';

/** The units that items are counted in. */
export function UnitsScreen() {
  const books = useBooks();
  const mayWrite = books.may('org.structure.write');
  const [removed, setRemoved] = useState<Unit | null>(null);
  const removal = trpc.unitsOfMeasure.remove.useMutation();
  const query = trpc.unitsOfMeasure.page.useQuery(UNITS_QUESTION);
  const units = query.data?.rows ?? [];
  const nameOf = (id: string | null) => units.find((unit) => unit.id === id)?.name;
  const columns: Column<Unit>[] = [
    { id: 'name', header: 'Unit', narrow: 'title', cell: (row) => <b className="font-medium">{row.name}</b> },
    { id: 'code', header: 'Code', className: 'whitespace-nowrap text-ink-mute', cell: (row) => row.code },
    { id: 'symbol', header: 'Symbol', cell: (row) => row.symbol },
    { id: 'category', header: 'Category', cell: (row) => row.category },
    {
      id: 'factor',
      header: 'Is',
      narrowLabel: true,
      cell: (row) =>
        row.conversionFactor === null || row.baseUnitId === null ? null : (
          <>
            <Quantity value={row.conversionFactor} /> {nameOf(row.baseUnitId)}
          </>
        ),
    },
    { id: 'status', header: 'Status', cell: (row) => <StatusPill status={row.recordStatus} /> },
  ];
  return (
    <Page className="max-w-6xl">
      <PageHeader
        title="Units of measure"
        description="What items are counted in on documents and price lists."
      />
      <EditableList
        label="Units of measure"
        query={{ data: query.data?.rows, error: query.error, refetch: query.refetch }}
        columns={columns}
        emptyTitle="No units yet"
        emptyWords="Items without a unit are simply counted."
        newLabel={mayWrite ? 'New unit' : undefined}
        newDialog={(close) => <UnitDialog units={units} onClose={close} />}
        acts={
          mayWrite
            ? (row, open) => [
                { words: 'Edit', label: `Edit ${row.name}`, onPress: open },
                { words: 'Delete', label: `Delete ${row.name}`, onPress: () => setRemoved(row) },
              ]
            : undefined
        }
        rowDialog={(unit, close) => <UnitDialog unit={unit} units={units} onClose={close} />}
      />
      {removed ? (
        <RemoveDialog
          record={removed}
          name={removed.name}
          removal={removal}
          onClose={() => {
            removal.reset();
            setRemoved(null);
          }}
        />
      ) : null}
    </Page>
  );
}
