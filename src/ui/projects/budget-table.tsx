'use client';

import { sum, toPlainString } from '@/core/money/decimal';
import type { RouterOutputs } from '@/surfaces/trpc/react';
import { Money } from '@/ui/kit/figures/money';
import { Pill } from '@/ui/kit/figures/pill';
import { statusWords } from '@/ui/kit/figures/status-pill';
import { EmptyState } from '@/ui/kit/layout/empty-state';
import { type Column, DataTable } from '@/ui/kit/tables/data-table';

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

/** A budget view: original, committed, actual and projected amounts by cost code. */
export function BudgetTable({ view }: { readonly view: View }) {
  const isByCategory = view.groupBy === 'category';
  const rows = isByCategory ? byCategory(view.rows) : view.rows;
  const columns: Column<Row>[] = [
    ...(isByCategory
      ? []
      : [
          {
            id: 'code',
            header: 'Cost code',
            className: 'whitespace-nowrap text-ink-mute',
            cell: (row: Row) => row.costCode,
          },
        ]),
    {
      id: 'description',
      narrow: 'title',
      header: isByCategory ? 'Category' : 'Description',
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
        rows={rows}
        rowId={(row) => row.costCode}
        empty={<EmptyState title="The budget has no lines yet" />}
      />
    </section>
  );
}

/** One row for each category of cost, its figures the sums of its cost codes. */
function byCategory(rows: readonly Row[]): Row[] {
  const groups = new Map<string, Row>();
  for (const row of rows) {
    const known = groups.get(row.category);
    const figures = FIGURES.map(([field]) => [
      field,
      toPlainString(sum([known?.[field] ?? '0', row[field]])),
    ]);
    groups.set(row.category, {
      ...row,
      costCode: row.category,
      description: statusWords(row.category),
      ...Object.fromEntries(figures),
    });
  }
  return [...groups.values()];
}
