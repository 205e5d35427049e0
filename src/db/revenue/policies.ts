import type { LossPolicy } from '../../core/revenue/contracts/events';
import type { RoyaltyMethod } from '../../core/revenue/minimum';
import { insertRows } from '../bulk';
import { sql, type Tenant } from '../tenancy';

/** A version of the revenue policy. */
export interface PolicyRow {
  readonly id: string;
  readonly code: string;
  readonly policyVersion: number;
  readonly name: string;
  readonly validFrom: string;
  readonly validTo: string | null;
  readonly scheduleMethod: string;
  readonly residual: string;
  readonly runGrouping: string;
  readonly combinationDays: number;
  readonly percentDecimals: number | null;
  readonly oneYearExpedient: boolean;
  readonly costExpedient: boolean;
  readonly framework: LossPolicy['framework'];
  readonly lossLevel: LossPolicy['lossLevel'];
  readonly royaltyMinimum: RoyaltyMethod;
  readonly accounts: Readonly<Record<string, string>>;
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const COLUMNS = `p.id, p.code, p.policy_version as "policyVersion", p.name, p.valid_from as "validFrom", p.valid_to as "validTo",
  p.schedule_method as "scheduleMethod", p.residual, p.run_grouping as "runGrouping", p.combination_days as "combinationDays",
  p.percent_decimals as "percentDecimals", p.one_year_expedient as "oneYearExpedient", p.cost_expedient as "costExpedient", p.framework, p.loss_level as "lossLevel",
  p.royalty_minimum as "royaltyMinimum", p.accounts,
  p.version, p.created_at as "createdAt", p.updated_at as "updatedAt"`;

/** Every version of every policy, by code and start. */
export async function listPolicies(tenant: Tenant): Promise<PolicyRow[]> {
  return sql<PolicyRow>(
    tenant,
    `select ${COLUMNS} from revenue_policies p where p.organization_id = $1::uuid order by p.code, p.valid_from`,
    [tenant.organizationId],
  );
}

export async function findPolicy(tenant: Tenant, id: string): Promise<PolicyRow | null> {
  const [row] = await sql<PolicyRow>(
    tenant,
    `select ${COLUMNS} from revenue_policies p where p.organization_id = $1::uuid and p.id = $2::uuid`,
    [tenant.organizationId, id],
  );
  return row ?? null;
}

export async function insertPolicy(
  tenant: Tenant,
  row: Omit<PolicyRow, 'version' | 'createdAt' | 'updatedAt'>,
): Promise<void> {
  await insertRows(tenant, 'revenue_policies', [{ ...row }]);
}

/** Ends a version; its other terms never change. */
export async function endPolicy(tenant: Tenant, id: string, validTo: string | null): Promise<void> {
  await sql(
    tenant,
    `update revenue_policies set valid_to = $3::date where organization_id = $1::uuid and id = $2::uuid`,
    [tenant.organizationId, id, validTo],
  );
}

/** Whether contracts are pinned to a version. */
export async function policyInUse(tenant: Tenant, id: string): Promise<boolean> {
  const [row] = await sql<{ used: boolean }>(
    tenant,
    `select exists (select 1 from revenue_contracts where organization_id = $1::uuid and policy_id = $2::uuid) as used`,
    [tenant.organizationId, id],
  );
  return row?.used ?? false;
}

export async function removePolicy(tenant: Tenant, id: string): Promise<boolean> {
  const rows = await sql(
    tenant,
    `delete from revenue_policies where organization_id = $1::uuid and id = $2::uuid returning id`,
    [tenant.organizationId, id],
  );
  return rows.length > 0;
}

/** Waits for another transaction writing the organization's first policy; held to the end of this transaction. */
export async function lockFirstPolicy(tenant: Tenant): Promise<void> {
  await sql(
    tenant,
    `select pg_advisory_xact_lock(hashtextextended('revenue policies:' || $1::text, 0))::text`,
    [tenant.organizationId],
  );
}
