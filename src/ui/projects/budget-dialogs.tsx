'use client';

import { type RouterInputs, type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { notifyDone } from '@/ui/kit/notify';
import { writtenRows } from '@/ui/records/form/form-rows';
import { orNull } from '@/ui/records/form/or-null';
import { RecordDialog } from '@/ui/records/form/record-dialog';
import { useSaving } from '@/ui/records/form/use-saving';
import { BUDGET_COLUMNS, typed } from './line-columns';

export type Budget = RouterOutputs['projects']['budgets']['list'][number];
type AskedBudget = Omit<RouterInputs['projects']['budgets']['create'], 'isCurrent'> & { isCurrent?: true };
export type BudgetView = RouterOutputs['projects']['budgetViews']['list']['rows'][number];
type AskedView = RouterInputs['projects']['budgetViews']['create'];

const GROUPS = [
  { value: 'category', label: 'Category' },
  { value: 'cost_code', label: 'Cost code' },
  { value: 'none', label: 'Nothing' },
] as const;

/** Creates a budget with its lines, or replaces the lines of one. The accounts of a line stay those it has. */
export function BudgetDialog({
  projectId,
  budget,
  onClose,
}: {
  readonly projectId: string;
  readonly budget?: Budget;
  readonly onClose: () => void;
}) {
  const id = budget?.id ?? '';
  const whole = trpc.projects.budgets.get.useQuery({ id }, { enabled: id !== '' });
  const { save, ...saving } = useSaving<AskedBudget, { name: string }>({
    record: budget,
    create: trpc.projects.budgets.create.useMutation(),
    update: trpc.projects.budgets.update.useMutation(),
    added: ({ name }) => `${name} is the current budget.`,
    onClose,
  });
  if (budget !== undefined && whole.data === undefined) return null;
  const lines = whole.data?.lines ?? [];
  return (
    <RecordDialog
      {...saving}
      title={budget ? `Edit ${budget.name}` : 'New budget'}
      saveLabel={budget ? 'Save' : 'Add budget'}
      fields={[
        { name: 'name', label: 'Name', kind: 'text', required: true },
        ...(budget?.isCurrent === false
          ? [
              {
                name: 'isCurrent',
                label: 'Current budget',
                kind: 'select' as const,
                choices: [
                  { value: 'no', label: 'No' },
                  { value: 'yes', label: 'Yes, from now on' },
                ],
              },
            ]
          : []),
        { name: 'lines', label: 'Lines', kind: 'rows', columns: BUDGET_COLUMNS },
      ]}
      initial={{
        name: budget?.name,
        isCurrent: 'no',
        lines: JSON.stringify(
          lines.map((line) => ({
            costCode: line.costCode,
            description: line.description,
            category: line.category,
            originalAmount: line.originalAmount,
            approvedChanges: line.approvedChanges,
            pendingChanges: line.pendingChanges,
            forecastToComplete: line.forecastToComplete,
          })),
        ),
      }}
      onSave={(values) =>
        save({
          projectId,
          name: (values.name ?? '').trim(),
          ...(budget === undefined || values.isCurrent === 'yes' ? { isCurrent: true as const } : {}),
          lines: writtenRows(values.lines).map((row) => ({
            costCode: typed(row, 'costCode', ''),
            description: typed(row, 'description', ''),
            category: typed(row, 'category', ''),
            originalAmount: typed(row, 'originalAmount', '0'),
            approvedChanges: typed(row, 'approvedChanges', '0'),
            pendingChanges: typed(row, 'pendingChanges', '0'),
            forecastToComplete: typed(row, 'forecastToComplete', '0'),
            accountIds: lines.find(({ costCode }) => costCode === row.costCode)?.accountIds ?? [],
          })),
        })
      }
      onClose={onClose}
    />
  );
}

/** Names a way to look at a budget, or changes it. */
export function BudgetViewDialog({
  projectId,
  budgets,
  view,
  onClose,
}: {
  readonly projectId: string;
  readonly budgets: readonly Budget[];
  readonly view?: BudgetView;
  readonly onClose: () => void;
}) {
  const { save, ...saving } = useSaving<AskedView, { name: string }>({
    record: view,
    create: trpc.projects.budgetViews.create.useMutation(),
    update: trpc.projects.budgetViews.update.useMutation(),
    added: ({ name }) => `${name} is shown on the project.`,
    onClose,
  });
  return (
    <RecordDialog
      {...saving}
      title={view ? `Edit ${view.name}` : 'New budget view'}
      saveLabel={view ? 'Save' : 'Add view'}
      fields={[
        { name: 'name', label: 'Name', kind: 'text', required: true },
        ...(view
          ? []
          : [
              {
                name: 'budgetId',
                label: 'Budget',
                kind: 'select' as const,
                required: true,
                choices: budgets.map(({ id, name }) => ({ value: id, label: name })),
              },
            ]),
        { name: 'groupBy', label: 'Grouped by', kind: 'select', choices: GROUPS },
        { name: 'description', label: 'Description', kind: 'long' },
      ]}
      initial={{
        name: view?.name,
        budgetId: view?.budgetId ?? budgets[0]?.id,
        groupBy: view?.groupBy ?? 'category',
        description: view?.description,
      }}
      onSave={(values) =>
        save({
          projectId,
          budgetId: view?.budgetId ?? values.budgetId ?? '',
          name: (values.name ?? '').trim(),
          groupBy: GROUPS.find(({ value }) => value === values.groupBy)?.value,
          description: orNull(values.description),
        })
      }
      onClose={onClose}
    />
  );
}

/** Freezes a budget view as it is now. */
export function SnapshotDialog({
  view,
  onClose,
}: {
  readonly view: BudgetView;
  readonly onClose: () => void;
}) {
  const take = trpc.projects.snapshots.take.useMutation();
  return (
    <RecordDialog
      title={`Freeze ${view.name}`}
      saveLabel="Take the snapshot"
      fields={[
        { name: 'name', label: 'Name', kind: 'text', required: true, wide: true },
        { name: 'note', label: 'Note', kind: 'long' },
      ]}
      initial={{}}
      isSaving={take.isPending}
      error={take.error}
      onSave={(values) =>
        take.mutate(
          { budgetViewId: view.id, name: (values.name ?? '').trim(), note: orNull(values.note) },
          {
            onSuccess: ({ name }) => {
              notifyDone(`${name} keeps today’s figures.`);
              onClose();
            },
          },
        )
      }
      onClose={onClose}
    />
  );
}
