import { z } from 'zod';
import { rateOn } from '@/core/fx/rates';
import { toAmountString } from '@/core/money/currency';
import { dec } from '@/core/money/decimal';
import {
  type ActualFacts,
  type BudgetRow,
  type BudgetTotals,
  budgetRows,
  budgetTotals,
  type CommitmentFacts,
} from '@/core/projects/budget';
import { readBudgetLines, readCommitmentFacts, readProjectActuals } from '@/db/reports/budget-facts';
import { readLatestRates } from '@/db/reports/scope';
import type { ProjectRecord } from '@/db/stores/sales/projects';
import { type BudgetViewRecord, budgetViews } from '@/db/stores/structure/budgets';
import { byId } from '@/usecases/kit/crud';
import { type Context, defineUseCase } from '@/usecases/kit/define';
import { valueOrThrow } from '@/usecases/kit/value-or-throw';
import { pageInput, slice } from './project-fields';
import { reachProject, reachRecordOfProject } from './project-rules';

export type ComputedBudgetView = BudgetViewRecord & {
  currencyCode: string;
  rows: BudgetRow[];
  totals: BudgetTotals;
};

/** The amount spent through one account, and whether it is a cost account. */
export type ProjectActual = ActualFacts & { readonly isCost: boolean };

/** One budget view with its rows: budget, commitments and the ledger's actuals at this moment. */
export const showBudgetView = defineUseCase({
  name: 'budgetViews.show',
  permission: 'project.read',
  mode: 'read',
  input: byId,
  async run(context, { id }): Promise<ComputedBudgetView> {
    const found = await budgetViews.find(context.tenant, id);
    const { record, project } = await reachRecordOfProject(context, 'budget view', id, found);
    return computeView(context, record, project, await spendingOf(context, project));
  },
});

/** The active budget views of a project with their rows, the default one first. */
export const listBudgetViews = defineUseCase({
  name: 'budgetViews.list',
  permission: 'project.read',
  mode: 'read',
  input: z.object({ projectId: z.guid(), ...pageInput }),
  async run(context, { projectId, ...page }): Promise<{ rows: ComputedBudgetView[]; total: number }> {
    const project = await reachProject(context, projectId);
    const found = await budgetViews.page(context.tenant, {
      where: { projectId, recordStatus: 'active' },
      orderBy: [{ isDefault: 'desc' }, { createdAt: 'asc' }, { id: 'asc' }],
      ...slice(page),
    });
    // What the project has spent is the same for all views, and read where there is one.
    if (found.rows.length === 0) return { rows: [], total: found.total };
    const spending = await spendingOf(context, project);
    const rows: ComputedBudgetView[] = [];
    for (const view of found.rows) rows.push(await computeView(context, view, project, spending));
    return { rows, total: found.total };
  },
});

/** What a project has spent and is bound to spend: the same for all of its views. */
interface ProjectSpending {
  readonly actuals: readonly ProjectActual[];
  readonly commitments: readonly CommitmentFacts[];
}

/** What a project has spent, by account, and its binding commitments. A missing rate refuses RATE_MISSING. */
export async function spendingOf(context: Context, project: ProjectRecord): Promise<ProjectSpending> {
  const actuals = await actualsOf(context, project);
  return { actuals, commitments: await readCommitmentFacts(context.tenant, project.id) };
}

/** A view's rows and totals. */
export async function computeView(
  { tenant }: Context,
  view: BudgetViewRecord,
  project: ProjectRecord,
  { actuals, commitments }: ProjectSpending,
): Promise<ComputedBudgetView> {
  const { currencyCode } = project;
  const lines = await readBudgetLines(tenant, view.budgetId);
  const claimed = new Set(lines.flatMap((line) => line.accountIds));
  const own = actuals.filter((actual) => actual.isCost || claimed.has(actual.accountId));
  const rows = budgetRows(lines, commitments, own, currencyCode);
  return { ...view, currencyCode, rows, totals: budgetTotals(rows, currencyCode) };
}

/**
 * Actual costs of the project by account, from the ledger, in the project's currency: the posted amount where it was
 * posted in that currency, otherwise the base amount at the latest rate. A missing rate refuses RATE_MISSING. Income
 * and balance sheet accounts are not costs and count only where a budget line names them.
 */
async function actualsOf({ tenant, clock }: Context, project: ProjectRecord): Promise<ProjectActual[]> {
  const { currencyCode } = project;
  const stored = await readProjectActuals(tenant, project.id, currencyCode);
  const foreign = stored.filter((row) => !dec(row.otherBase).isZero() && row.baseCurrency !== currencyCode);
  const currencies = [...new Set([currencyCode, ...foreign.map((row) => row.baseCurrency)])];
  const date = clock.today();
  const rates = foreign.length === 0 ? [] : await readLatestRates(tenant, currencies, date);
  return stored.map((row) => {
    let other = dec(row.otherBase);
    if (!other.isZero() && row.baseCurrency !== currencyCode) {
      const rate = valueOrThrow(rateOn({ from: row.baseCurrency, to: currencyCode, date }, rates));
      other = other.times(rate.rate);
    }
    const amount = toAmountString(dec(row.own).plus(other), currencyCode);
    return { accountId: row.accountId, amount, isCost: row.isCost };
  });
}
