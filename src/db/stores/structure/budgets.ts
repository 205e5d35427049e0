import type { Plain } from '../../record-row';
import { recordStore } from '../../record-store';
import { sql, type Tenant } from '../../tenancy';

export type BudgetRecord = Plain<'Budget'>;
export type BudgetLineRecord = Plain<'BudgetLine'>;
export type BudgetViewRecord = Plain<'BudgetView'>;
export type BudgetSnapshotRecord = Plain<'BudgetViewSnapshot'>;
export type BudgetSnapshotLineRecord = Plain<'BudgetSnapshotLine'>;

export const budgets = recordStore('Budget');
export const budgetLines = recordStore('BudgetLine');
export const budgetViews = recordStore('BudgetView');
export const budgetSnapshots = recordStore('BudgetViewSnapshot');
export const budgetSnapshotLines = recordStore('BudgetSnapshotLine');

/** Makes this budget the project's only current one. */
export async function makeCurrentBudget(tenant: Tenant, projectId: string, budgetId: string): Promise<void> {
  await sql(
    tenant,
    `update budgets set is_current = (id = $3::uuid) where organization_id = $1::uuid and project_id = $2::uuid
       and is_current <> (id = $3::uuid)`,
    [tenant.organizationId, projectId, budgetId],
  );
}
