'use client';

import type { RouterOutputs } from '@/surfaces/trpc/react';
import { type Column, DataTable } from '@/ui/kit/data-table';
import { EmptyState } from '@/ui/kit/empty-state';
import { Money } from '@/ui/kit/money';
import { Pill } from '@/ui/kit/pill';

type View = RouterOutputs['projects']['budgetViews']['list']['rows'][number];
type Row = View['rows'][number];

const FIGURES = [
  ['originalAmount', 'Original'],
  ['approvedChanges', 'Changes'],
  ['revisedAmount', 'Revised'],
  ['committedAmount', 'Committed'],
  ['actualAmount', 'Actual'],
  ['projectedAmount', 'Projected'],
  ['varianceAmount', 'Variance'],
] as const;

/** A budget view: what was planned, bound, spent and is expected, by cost code. */
export function BudgetTable({ view }: { readonly view: View }) {
  const columns: Column<Row>[] = [
    { id: 'code', header: 'Cost code', className: 'text-ink-mute', cell: (row) => row.costCode },
    {
      id: 'description',
      header: 'Description',
      cell: (row) => (
        <>
          {row.description} {row.isBudgeted ? null : <Pill tone="caution">Not budgeted</Pill>}
        </>
      ),
      total: 'Total',
    },
    ...FIGURES.map(
      ([field, words]): Column<Row> => ({
        id: field,
        header: field === 'originalAmount' ? `${words} (${view.currencyCode})` : words,
        align: 'end',
        cell: (row) => <Money value={row[field]} currency={view.currencyCode} />,
        total: <Money value={view.totals[field]} currency={view.currencyCode} />,
      }),
    ),
  ];
  return (
    <section aria-label={view.name} className="flex flex-col gap-2">
      <h2 className="font-semibold text-lead">{view.name}</h2>
      <DataTable
        label={`Budget: ${view.name}`}
        columns={columns}
        rows={view.rows}
        rowId={(row) => row.costCode}
        empty={<EmptyState title="The budget has no lines yet" />}
      />
    </section>
  );
}
