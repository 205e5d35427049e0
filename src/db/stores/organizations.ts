import { connections } from '../client';
import { takeSlug, tellDirectory } from '../identity/elsewhere';
import { membershipsOf } from '../identity/memberships';
import { serverOf } from '../placement';
import type { Plain } from '../record-row';
import { rowFromSql } from '../row-from-sql';
import { isOnlyServer } from '../servers';
import { sql, type Tenant } from '../tenancy';

export type OrganizationRecord = Plain<'Organization'>;

/** The organizations with one of these ids that the caller may see: see `visibleOrganizations`. */
const VISIBLE = `
  select * from organizations
  where (id = $1::uuid or created_by = $2::uuid) and deleted_at is null and ($3::uuid is null or id = $3::uuid)
    and ($4::boolean or record_status = 'active')
  order by created_at, id`;

/**
 * The organizations a caller may see here: the tenant's own and those its user created, oldest first. Apart from the tenant,
 * row security shows only organizations the user still belongs to. Those on other servers are read there, as the same person.
 */
export async function visibleOrganizations(
  tenant: Tenant,
  filter: { readonly id?: string; readonly includeInactive?: boolean } = {},
): Promise<OrganizationRecord[]> {
  const { organizationId, userId } = tenant;
  const [wanted, all] = [filter.id ?? null, filter.includeInactive ?? true];
  const here = await sql<Row>(tenant, VISIBLE, [organizationId, userId, wanted, all]);
  if (isOnlyServer() || userId === null) return here.map((row) => rowFromSql('Organization', row));
  // Books that were moved away may have left a row here.
  const servers = await Promise.all(here.map(async ({ id }) => await serverOf(id)));
  const rows = here.filter((_, at) => servers[at] === tenant.server);
  for (const { id, server } of await othersOf(tenant, userId, wanted)) {
    const values = [null, userId, id, all];
    const asPerson = { organizationId: null, userId };
    rows.push(...(await connections(server).pool.queryAs<Row>(asPerson, { text: VISIBLE, values })).rows);
  }
  return rows
    .toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime() || (a.id < b.id ? -1 : 1))
    .map((row) => rowFromSql('Organization', row));
}

interface Row extends Record<string, unknown> {
  readonly id: string;
  readonly created_at: Date;
}

/** The person's organizations on other servers than the tenant's, and those servers; of one that is asked for, only that. */
async function othersOf(
  tenant: Tenant,
  userId: string,
  wanted: string | null,
): Promise<{ readonly id: string; readonly server: string }[]> {
  const ids = wanted === null ? (await membershipsOf(userId)).map((one) => one.organizationId) : [wanted];
  const placed = await Promise.all(ids.map(async (id) => ({ id, server: await serverOf(id) })));
  return placed.filter(({ server }) => server !== tenant.server);
}

/** The fields of an organization that can change after it is created. */
export type OrganizationChanges = Partial<
  Pick<
    OrganizationRecord,
    | 'name'
    | 'slug'
    | 'timeZone'
    | 'segregationOfDuties'
    | 'requiresSecondFactor'
    | 'securityLogMonths'
    | 'segregationThreshold'
    | 'rateChangeLimit'
    | 'recordStatus'
  >
>;

/** Closes or reopens the tenant's own books; null when they already are. */
export async function markClosed(tenant: Tenant, isClosed: boolean): Promise<OrganizationRecord | null> {
  tellDirectory(tenant);
  const [row] = await sql<Record<string, unknown>>(
    tenant,
    `update organizations set closed_at = case when $2::boolean then clock_timestamp() end
     where id = $1::uuid and (closed_at is not null) <> $2::boolean returning *`,
    [tenant.organizationId, isClosed],
  );
  return row === undefined ? null : rowFromSql('Organization', row);
}

/** Deletes the tenant's own organization unless it posted; otherwise the table whose rows keep it, and the caller must refuse. */
export async function deleteOrganization(tenant: Tenant): Promise<string | null> {
  tellDirectory(tenant);
  const [row] = await sql<{ keeps: string | null }>(tenant, 'select daybook_delete_organization() as keeps');
  return row?.keeps ?? null;
}

/** Changes the tenant's own organization, at the version the caller read if one is given; null when it is at another version. */
export async function changeOrganization(
  tenant: Tenant,
  changes: OrganizationChanges,
  expectedVersion?: number,
): Promise<OrganizationRecord | null> {
  tellDirectory(tenant);
  if (changes.slug !== undefined) takeSlug(tenant, changes.slug);
  const [row] = await sql<Record<string, unknown>>(
    tenant,
    `update organizations set name = coalesce($2, name), slug = coalesce($3, slug), time_zone = coalesce($4, time_zone),
       segregation_of_duties = coalesce($5, segregation_of_duties),
       segregation_threshold = case when $6::boolean then $7::numeric else segregation_threshold end,
       record_status = coalesce($8, record_status), rate_change_limit = coalesce($10::numeric, rate_change_limit),
       requires_second_factor = coalesce($11::boolean, requires_second_factor),
       security_log_months = case when $12::boolean then $13::int else security_log_months end
     where id = $1::uuid and ($9::int is null or version = $9::int) returning *`,
    [
      tenant.organizationId,
      changes.name ?? null,
      changes.slug ?? null,
      changes.timeZone ?? null,
      changes.segregationOfDuties ?? null,
      changes.segregationThreshold !== undefined,
      changes.segregationThreshold ?? null,
      changes.recordStatus ?? null,
      expectedVersion ?? null,
      changes.rateChangeLimit ?? null,
      changes.requiresSecondFactor ?? null,
      changes.securityLogMonths !== undefined,
      changes.securityLogMonths ?? null,
    ],
  );
  return row === undefined ? null : rowFromSql('Organization', row);
}
