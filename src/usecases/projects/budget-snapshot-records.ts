import { z } from 'zod';
import { budgetTotals } from '@/core/projects/budget';
import { insertLines } from '@/db/stores/sales/project-lines';
import {
  type BudgetSnapshotLineRecord,
  type BudgetSnapshotRecord,
  budgetSnapshotLines,
  budgetSnapshots,
  budgetViews,
} from '@/db/stores/structure/budgets';
import { byId, refuseNotFound } from '@/usecases/kit/crud';
import { type Context, defineUseCase } from '@/usecases/kit/define';
import { longText, nameText } from '@/usecases/kit/fields';
import { pageInput, slice } from './project-fields';
import { reachProject, reachRecordOfProject } from './project-rules';
import { computeView, spendingOf } from './show-budget-view';

/** A snapshot without its lines, as lists show it. */
export type SnapshotSummary = BudgetSnapshotRecord;

export type SnapshotWithLines = BudgetSnapshotRecord & {
  currencyCode: string;
  lines: BudgetSnapshotLineRecord[];
  totals: ReturnType<typeof budgetTotals>;
};

/** Freezes the current budget view: its rows are copied and never change again. */
export const recordSnapshot = defineUseCase({
  name: 'budgetSnapshots.record',
  permission: 'project.write',
  mode: 'write',
  input: z.object({ budgetViewId: z.guid(), name: nameText, note: longText.nullish() }),
  async run(context, { budgetViewId, name, note }): Promise<SnapshotWithLines> {
    const { tenant, principal, clock } = context;
    const found = await budgetViews.find(tenant, budgetViewId);
    const { record, project } = await reachRecordOfProject(context, 'budget view', budgetViewId, found);
    const view = await computeView(context, record, project, await spendingOf(context, project));
    const made = await budgetSnapshots.insert(tenant, {
      projectId: project.id,
      budgetViewId,
      name,
      note: note ?? null,
      takenAt: clock.now(),
      takenBy: principal.actor.kind === 'user' ? principal.actor.id : null,
    });
    await insertLines(
      tenant,
      'budget_snapshot_lines',
      view.rows.map(({ pendingChanges: _pending, isBudgeted: _budgeted, ...row }, index) => ({
        ...row,
        snapshotId: made.id,
        sortOrder: index + 1,
      })),
    );
    const after = await withLines(context, made, project.currencyCode);
    context.record({ noun: 'budget snapshot', recordId: made.id, after });
    return after;
  },
});

/** A snapshot with its frozen lines. */
export const getSnapshot = defineUseCase({
  name: 'budgetSnapshots.get',
  permission: 'project.read',
  mode: 'read',
  input: byId.extend({ projectId: z.guid().optional() }),
  async run(context, { id, projectId }): Promise<SnapshotWithLines> {
    if (projectId !== undefined) await reachProject(context, projectId);
    const found = await budgetSnapshots.find(context.tenant, id);
    const { record, project } = await reachRecordOfProject(context, 'budget view snapshot', id, found);
    if (projectId !== undefined && record.projectId !== projectId.toLowerCase()) {
      refuseNotFound('budget view snapshot', id);
    }
    return withLines(context, record, project.currencyCode);
  },
});

/** The snapshots of a project, or of one of its views, newest first. */
export const listSnapshots = defineUseCase({
  name: 'budgetSnapshots.list',
  permission: 'project.read',
  mode: 'read',
  input: z.object({ projectId: z.guid(), budgetViewId: z.guid().optional(), ...pageInput }),
  async run(context, { projectId, budgetViewId, ...page }) {
    await reachProject(context, projectId);
    return budgetSnapshots.page(context.tenant, {
      where: { projectId, ...(budgetViewId === undefined ? {} : { budgetViewId }) },
      orderBy: [{ takenAt: 'desc' }, { id: 'desc' }],
      ...slice(page),
    });
  },
});

async function withLines(
  { tenant }: Context,
  snapshot: BudgetSnapshotRecord,
  currencyCode: string,
): Promise<SnapshotWithLines> {
  const lines = await budgetSnapshotLines.list(tenant, {
    where: { snapshotId: snapshot.id },
    orderBy: [{ sortOrder: 'asc' }],
  });
  // Pending changes are not facts yet, so a snapshot leaves them out.
  const totals = budgetTotals(
    lines.map((line) => ({ ...line, pendingChanges: '0' })),
    currencyCode,
  );
  return { ...snapshot, currencyCode, lines, totals };
}
