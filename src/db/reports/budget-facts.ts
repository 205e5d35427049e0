import type { BudgetLineFacts, CommitmentFacts } from '@/core/projects/budget';
import { sql, type Tenant } from '../tenancy';

/** The lines of a budget, in their order. */
export async function readBudgetLines(tenant: Tenant, budgetId: string): Promise<BudgetLineFacts[]> {
  return sql(
    tenant,
    `select cost_code as "costCode", description, category, original_amount::text as "originalAmount",
       approved_changes::text as "approvedChanges", pending_changes::text as "pendingChanges",
       forecast_to_complete::text as "forecastToComplete", account_ids::text[] as "accountIds"
     from budget_lines where organization_id = $1::uuid and budget_id = $2::uuid order by sort_order, cost_code, category`,
    [tenant.organizationId, budgetId],
  );
}

/**
 * The project's binding commitments: those with approved changes, which are spread over their lines, each with its lines; all others as one,
 * with the sum of each cost code, which is kept as they are written (note-commitments in prisma/sql).
 */
export async function readCommitmentFacts(tenant: Tenant, projectId: string): Promise<CommitmentFacts[]> {
  return sql(
    tenant,
    `with changed as (
       select c.approved_changes::text as "approvedChanges", coalesce(l.lines, '[]') as lines
       from commitments c cross join lateral (
         select jsonb_agg(jsonb_build_object('costCode', l.cost_code, 'amount', l.amount::text) order by l.line_number) as lines
         from commitment_lines l where l.organization_id = $1::uuid and l.commitment_id = c.id) l
       where c.organization_id = $1::uuid and c.project_id = $2::uuid and c.commitment_state in ('APPROVED', 'COMPLETE') and c.approved_changes <> 0
       order by c.commitment_number
     ), noted as (
       select s.cost_code, s.amount from commitment_sums s where s.organization_id = $1::uuid and s.project_id = $2::uuid
       union all
       select s.cost_code, s.amount from commitment_sum_changes s where s.organization_id = $1::uuid and s.project_id = $2::uuid
     ), unchanged as (
       select n.cost_code, sum(n.amount) as amount from noted n group by 1 having sum(n.amount) <> 0
     )
     select * from changed
     union all
     select '0', jsonb_agg(jsonb_build_object('costCode', u.cost_code, 'amount', u.amount::text) order by u.cost_code) from unchanged u
     having count(*) > 0`,
    [tenant.organizationId, projectId],
  );
}

export interface StoredActual {
  readonly accountId: string;
  readonly baseCurrency: string;
  /** Debits less credits posted in the project's own currency. */
  readonly own: string;
  /** Debits less credits posted in other currencies, in base currency. */
  readonly otherBase: string;
  readonly isCost: boolean;
}

/** The project's ledger amounts by account and base currency. */
export async function readProjectActuals(
  tenant: Tenant,
  projectId: string,
  currencyCode: string,
): Promise<StoredActual[]> {
  return sql(
    tenant,
    `select b.account_id as "accountId", s.base_currency as "baseCurrency",
       coalesce(sum(b.debit - b.credit) filter (where b.currency_code = $3), 0)::text as own,
       coalesce(sum(b.base_debit - b.base_credit) filter (where b.currency_code <> $3), 0)::text as "otherBase",
       a.account_type in ('COST_OF_SALES', 'EXPENSE', 'OTHER_EXPENSE') as "isCost"
     from ledger_dimension_balances b
     join accounts a on a.organization_id = b.organization_id and a.id = b.account_id
     join subsidiaries s on s.organization_id = b.organization_id and s.id = b.subsidiary_id
     where b.organization_id = $1::uuid and b.project_id = $2::uuid
     group by b.account_id, s.base_currency, a.account_type order by b.account_id`,
    [tenant.organizationId, projectId, currencyCode],
  );
}
