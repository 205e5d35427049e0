import type { Plain } from '../../record-row';
import { recordStore } from '../../record-store';
import { recordStream } from '../../record-stream';
import { sql, type Tenant } from '../../tenancy';

export type SubsidiaryRecord = Plain<'Subsidiary'>;

/** Subsidiaries (interface 2.5). */
export const subsidiaries = recordStore('Subsidiary');

export const streamSubsidiaryRows = recordStream('Subsidiary');

/** Blocks other changes to the tree's structure until this transaction ends, because two concurrent moves could create a cycle. */
export async function lockSubsidiaryTree(tenant: Tenant): Promise<void> {
  await sql(tenant, `select pg_advisory_xact_lock(hashtextextended('subsidiaries:' || $1::text, 0))::text`, [
    tenant.organizationId,
  ]);
}

/** The ancestors of a subsidiary, nearest first, including those outside the caller's scope; null when it does not exist. */
export async function ancestorsOfSubsidiary(tenant: Tenant, id: string): Promise<string[] | null> {
  const rows = await sql<{ id: string; depth: number }>(
    tenant,
    `select a.id::text, a.depth from daybook_subsidiary_ancestors($2::uuid) a
     where exists (select from subsidiaries s where s.organization_id = $1::uuid and s.id = $2::uuid) order by a.depth`,
    [tenant.organizationId, id],
  );
  return rows.length === 0 ? null : rows.filter(({ depth }) => depth > 0).map((row) => row.id);
}

/**
 * Lets a caller confined to some subsidiaries work on one they are about to create, until this transaction ends; otherwise
 * the database would refuse its rows. The id is new, so this gives access to nothing that already exists.
 */
export async function reachNewSubsidiary(tenant: Tenant, newId: string): Promise<void> {
  if (tenant.subsidiaryIds === null) return;
  await sql(tenant, `select set_config('app.subsidiaries', $1, true)`, [
    `{${[...tenant.subsidiaryIds, newId].join()}}`,
  ]);
}

/** Gives a subsidiary the fiscal calendar of another: the same years and periods, all open. Returns their number. */
export async function copyPeriods(
  tenant: Tenant,
  fromSubsidiaryId: string,
  toSubsidiaryId: string,
): Promise<number> {
  const rows = await sql<{ id: string }>(
    tenant,
    `insert into fiscal_periods (organization_id, id, subsidiary_id, fiscal_year, period_number, label, start_date, end_date, is_adjustment)
     select organization_id, daybook_uuid_v7(), $3::uuid, fiscal_year, period_number, label, start_date, end_date, is_adjustment
     from fiscal_periods where organization_id = $1::uuid and subsidiary_id = $2::uuid
     returning id::text`,
    [tenant.organizationId, fromSubsidiaryId, toSubsidiaryId],
  );
  // With the calendars they were made by, so that later years follow them too.
  await sql(
    tenant,
    `insert into calendar_adoptions (organization_id, id, subsidiary_id, calendar_id, first_day, recorded_by, recorded_at)
     select organization_id, daybook_uuid_v7(), $3::uuid, calendar_id, first_day, recorded_by, recorded_at
     from calendar_adoptions where organization_id = $1::uuid and subsidiary_id = $2::uuid`,
    [tenant.organizationId, fromSubsidiaryId, toSubsidiaryId],
  );
  return rows.length;
}

/** Those of the ids that do not belong to a subsidiary of the organization. */
export async function unknownSubsidiaries(tenant: Tenant, ids: readonly string[]): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    tenant,
    `select asked.id from unnest($2::uuid[]) as asked(id)
     where not exists (select 1 from subsidiaries s where s.organization_id = $1::uuid and s.id = asked.id)`,
    [tenant.organizationId, [...ids]],
  );
  return rows.map(({ id }) => id);
}
