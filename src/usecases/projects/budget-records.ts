import { z } from 'zod';
import { refuse } from '@/core/refusals';
import { insertLines, removeLines } from '@/db/stores/sales/project-lines';
import {
  type BudgetLineRecord,
  type BudgetRecord,
  budgetLines,
  budgets,
  makeCurrentBudget,
} from '@/db/stores/structure/budgets';
import { byId, expectVersion, refuseNotFound } from '@/usecases/kit/crud';
import { type Context, defineUseCase } from '@/usecases/kit/define';
import { demandMinorUnits } from './price-lines';
import { budgetCreate, type budgetLineInput, budgetUpdate } from './project-fields';
import { reachProject, reachRecordOfProject } from './project-rules';

type LineInput = z.output<typeof budgetLineInput>;

export type BudgetWithLines = BudgetRecord & { lines: BudgetLineRecord[] };

/** Creates a budget with its lines; it becomes the project's current budget unless specified otherwise. */
export const createBudget = defineUseCase({
  name: 'budgets.create',
  permission: 'project.write',
  mode: 'write',
  input: budgetCreate,
  async run(context, { lines, isCurrent, ...data }): Promise<BudgetWithLines> {
    const project = await reachProject(context, data.projectId);
    checkLines(lines, project.currencyCode);
    const made = await budgets.insert(context.tenant, {
      ...data,
      isCurrent,
      currencyCode: project.currencyCode,
    });
    await storeLines(context, made.id, lines);
    if (isCurrent) await makeCurrentBudget(context.tenant, project.id, made.id);
    const after = await withLines(context, made.id);
    context.record({ noun: 'budget', recordId: made.id, after });
    return after;
  },
});

/** A budget with its lines. */
export const getBudget = defineUseCase({
  name: 'budgets.get',
  permission: 'project.read',
  mode: 'read',
  input: byId,
  async run(context, { id }): Promise<BudgetWithLines> {
    await reachRecordOfProject(context, 'budget', id, await budgets.find(context.tenant, id));
    return withLines(context, id);
  },
});

/** The budgets of a project, the current one first. */
export const listBudgets = defineUseCase({
  name: 'budgets.list',
  permission: 'project.read',
  mode: 'read',
  input: z.object({ projectId: z.guid() }),
  async run(context, { projectId }) {
    await reachProject(context, projectId);
    return budgets.list(context.tenant, {
      where: { projectId },
      orderBy: [{ isCurrent: 'desc' }, { createdAt: 'asc' }, { id: 'asc' }],
    });
  },
});

/** Changes a budget; the lines, when given, replace all existing lines. */
export const updateBudget = defineUseCase({
  name: 'budgets.update',
  permission: 'project.write',
  mode: 'write',
  input: z.object({ id: z.guid(), data: budgetUpdate }),
  async run(context, { id, data: { lines, ...data } }): Promise<BudgetWithLines> {
    const found = await budgets.find(context.tenant, id);
    const { record, project } = await reachRecordOfProject(context, 'budget', id, found);
    expectVersion(context, record);
    const before = await withLines(context, id);
    if ((await budgets.update(context.tenant, id, data, context.expectedVersion)) === null) {
      refuseNotFound('budget', id);
    }
    if (lines !== undefined) {
      checkLines(lines, project.currencyCode);
      await removeLines(context.tenant, 'budget_lines', id);
      await storeLines(context, id, lines);
    }
    if (data.isCurrent === true) await makeCurrentBudget(context.tenant, project.id, id);
    const after = await withLines(context, id);
    context.record({ noun: 'budget', recordId: id, before, after });
    return after;
  },
});

async function withLines({ tenant }: Context, id: string): Promise<BudgetWithLines> {
  const budget = (await budgets.find(tenant, id)) ?? refuseNotFound('budget', id);
  const lines = await budgetLines.list(tenant, {
    where: { budgetId: id },
    orderBy: [{ sortOrder: 'asc' }, { id: 'asc' }],
  });
  return { ...budget, lines };
}

function storeLines({ tenant }: Context, budgetId: string, lines: readonly LineInput[]): Promise<void> {
  return insertLines(
    tenant,
    'budget_lines',
    lines.map((line, index) => ({ ...line, budgetId, sortOrder: index + 1 })),
  );
}

/**
 * Checks that amounts are at the currency's scale, that each cost code appears once per category, and
 * each account on one line only.
 */
function checkLines(lines: readonly LineInput[], currencyCode: string): void {
  const amounts = ['originalAmount', 'approvedChanges', 'pendingChanges', 'forecastToComplete'] as const;
  demandMinorUnits(
    currencyCode,
    lines.flatMap((line, index) =>
      amounts.map((name) => ({ path: ['lines', String(index), name], amount: line[name] })),
    ),
  );
  const codes = new Set<string>();
  const accounts = new Set<string>();
  const issues = lines.flatMap((line, index) => {
    const code = `${line.costCode}\n${line.category}`;
    const twice = codes.has(code)
      ? [{ path: ['lines', String(index), 'costCode'], message: 'already exists in this category' }]
      : [];
    codes.add(code);
    const shared = line.accountIds.some((id) => accounts.has(id))
      ? [
          {
            path: ['lines', String(index), 'accountIds'],
            message: 'has an account that another line already has',
          },
        ]
      : [];
    for (const id of line.accountIds) accounts.add(id);
    return [...twice, ...shared];
  });
  const [first] = issues;
  if (first !== undefined) refuse('INVALID_INPUT', `${first.path.join('.')}: ${first.message}`, { issues });
}
