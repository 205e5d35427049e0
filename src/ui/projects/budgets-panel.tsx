'use client';

import { useState } from 'react';
import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { Button } from '@/ui/kit/button';
import { Drawer } from '@/ui/kit/dialogs/dialog';
import { InstantText } from '@/ui/kit/figures/date-text';
import { Money } from '@/ui/kit/figures/money';
import { Pill } from '@/ui/kit/figures/pill';
import { EmptyState } from '@/ui/kit/layout/empty-state';
import { Panel } from '@/ui/kit/layout/panel';
import { DataTable } from '@/ui/kit/tables/data-table';
import { RemoveDialog } from '@/ui/records/remove-record';
import { actsColumn } from '@/ui/records/row-acts';
import { QueryView } from '@/ui/shell/query-view';
import { useBooks } from '@/ui/shell/session';
import {
  type Budget,
  BudgetDialog,
  type BudgetView,
  BudgetViewDialog,
  SnapshotDialog,
} from './budget-dialogs';
import type { Project } from './project-dialog';

type Snapshot = RouterOutputs['projects']['snapshots']['list']['rows'][number];
type Asked =
  | { readonly to: 'budget'; readonly budget: Budget | null }
  | { readonly to: 'view'; readonly view: BudgetView | null }
  | { readonly to: 'freeze' | 'remove'; readonly view: BudgetView }
  | { readonly to: 'snapshot'; readonly snapshot: Snapshot };

/** The budgets of a project, the views of them that its page shows, and the snapshots taken. */
export function BudgetsPanel({
  project,
  views,
}: {
  readonly project: Project;
  readonly views: readonly BudgetView[];
}) {
  const mayWrite = useBooks().may('project.write');
  const [asked, setAsked] = useState<Asked | null>(null);
  const budgets = trpc.projects.budgets.list.useQuery({ projectId: project.id });
  const snapshots = trpc.projects.snapshots.list.useQuery({ projectId: project.id, limit: 100 });
  const removal = trpc.projects.budgetViews.remove.useMutation();
  const close = () => {
    removal.reset();
    setAsked(null);
  };
  return (
    <div className="grid gap-4 lg:grid-cols-3">
      <Panel
        title="Budgets"
        flush
        actions={
          mayWrite ? (
            <Button size="small" onPress={() => setAsked({ to: 'budget', budget: null })}>
              New budget
            </Button>
          ) : null
        }
      >
        <QueryView query={budgets}>
          {(rows) => (
            <DataTable
              label="Budgets"
              rows={rows}
              rowId={(row) => row.id}
              empty={<EmptyState title="No budgets yet" />}
              columns={[
                {
                  id: 'name',
                  header: 'Budget',
                  cell: (row) => (
                    <>
                      {row.name} {row.isCurrent ? <Pill tone="positive">Current</Pill> : null}
                    </>
                  ),
                },
                ...(mayWrite
                  ? [
                      actsColumn<Budget>((row) => [
                        {
                          words: 'Edit',
                          label: `Edit the budget ${row.name}`,
                          onPress: () => setAsked({ to: 'budget', budget: row }),
                        },
                      ]),
                    ]
                  : []),
              ]}
            />
          )}
        </QueryView>
      </Panel>
      <Panel
        title="Budget views"
        flush
        actions={
          mayWrite && budgets.data && budgets.data.length > 0 ? (
            <Button size="small" onPress={() => setAsked({ to: 'view', view: null })}>
              New view
            </Button>
          ) : null
        }
      >
        <DataTable
          label="Budget views"
          rows={views}
          rowId={(row) => row.id}
          empty={
            <EmptyState title="No views yet">
              A view compares a budget with commitments and spending.
            </EmptyState>
          }
          columns={[
            { id: 'name', header: 'View', cell: (row) => row.name },
            ...(mayWrite
              ? [
                  actsColumn<BudgetView>((row) => [
                    {
                      words: 'Freeze',
                      label: `Freeze ${row.name}`,
                      onPress: () => setAsked({ to: 'freeze', view: row }),
                    },
                    {
                      words: 'Edit',
                      label: `Edit the view ${row.name}`,
                      onPress: () => setAsked({ to: 'view', view: row }),
                    },
                    {
                      words: 'Delete',
                      label: `Delete ${row.name}`,
                      onPress: () => setAsked({ to: 'remove', view: row }),
                    },
                  ]),
                ]
              : []),
          ]}
        />
      </Panel>
      <Panel title="Snapshots" flush>
        <QueryView query={snapshots}>
          {(page) => (
            <DataTable
              label="Snapshots"
              rows={page.rows}
              rowId={(row) => row.id}
              empty={<EmptyState title="No snapshots yet">Freeze a view to keep its figures.</EmptyState>}
              columns={[
                { id: 'name', header: 'Snapshot', cell: (row) => row.name },
                { id: 'at', header: 'Taken', cell: (row) => <InstantText value={row.createdAt} /> },
                actsColumn<Snapshot>((row) => [
                  {
                    words: 'See',
                    label: `See ${row.name}`,
                    onPress: () => setAsked({ to: 'snapshot', snapshot: row }),
                  },
                ]),
              ]}
            />
          )}
        </QueryView>
      </Panel>
      {asked?.to === 'budget' ? (
        <BudgetDialog
          projectId={project.id}
          {...(asked.budget ? { budget: asked.budget } : {})}
          onClose={close}
        />
      ) : null}
      {asked?.to === 'view' ? (
        <BudgetViewDialog
          projectId={project.id}
          budgets={budgets.data ?? []}
          {...(asked.view ? { view: asked.view } : {})}
          onClose={close}
        />
      ) : null}
      {asked?.to === 'freeze' ? <SnapshotDialog view={asked.view} onClose={close} /> : null}
      {asked?.to === 'remove' ? (
        <RemoveDialog
          record={asked.view}
          name={asked.view.name}
          words="The budget stays. A view with snapshots cannot be deleted."
          removal={removal}
          onClose={close}
        />
      ) : null}
      {asked?.to === 'snapshot' ? <SnapshotDrawer snapshot={asked.snapshot} onClose={close} /> : null}
    </div>
  );
}

function SnapshotDrawer({
  snapshot,
  onClose,
}: {
  readonly snapshot: Snapshot;
  readonly onClose: () => void;
}) {
  const query = trpc.projects.snapshots.get.useQuery({ id: snapshot.id });
  return (
    <Drawer title={snapshot.name} isOpen onClose={onClose}>
      <QueryView query={query}>
        {(whole) => {
          const money = (value: string) => <Money value={value} currency={whole.currencyCode} />;
          return (
            <DataTable
              label="Figures of the snapshot"
              rows={whole.lines.map((line, index) => ({ ...line, key: String(index) }))}
              rowId={(line) => line.key}
              columns={[
                {
                  id: 'code',
                  header: 'Cost code',
                  className: 'text-ink-mute',
                  cell: (line) => line.costCode,
                },
                {
                  id: 'description',
                  header: 'Description',
                  narrow: 'title',
                  cell: (line) => line.description,
                  total: 'Total',
                },
                {
                  id: 'revised',
                  header: 'Revised',
                  align: 'end',
                  cell: (line) => money(line.revisedAmount),
                  total: money(whole.totals.revisedAmount),
                },
                {
                  id: 'committed',
                  header: 'Committed',
                  align: 'end',
                  cell: (line) => money(line.committedAmount),
                  total: money(whole.totals.committedAmount),
                },
                {
                  id: 'actual',
                  header: 'Actual',
                  align: 'end',
                  cell: (line) => money(line.actualAmount),
                  total: money(whole.totals.actualAmount),
                },
              ]}
            />
          );
        }}
      </QueryView>
    </Drawer>
  );
}
