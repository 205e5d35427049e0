import { sql, type Tenant } from '../../tenancy';
import { ask, type Question } from '../questions';

/** The days of a period of a subsidiary's books. */
export interface OpenPeriod {
  readonly startDate: string;
  readonly endDate: string;
}

/** SQL that keeps the periods of an organization from being closed during the transaction; closing takes the exclusive lock. */
export const holdPeriods = (organizationId: string) =>
  `pg_advisory_xact_lock_shared(hashtextextended('periods:' || ${organizationId}::text, 0))`;

/** Keeps periods from being closed during the transaction; closing takes the exclusive lock. */
export async function holdPeriodsOpen(tenant: Tenant): Promise<void> {
  await sql(tenant, `select ${holdPeriods('$1')}`, [tenant.organizationId]);
}

/** The open fiscal periods of a subsidiary, earliest first. */
export const openPeriods = (tenant: Tenant, subsidiaryId: string): Promise<OpenPeriod[]> =>
  ask(tenant, openPeriodsAsked(tenant, subsidiaryId));

/** Asks for the open fiscal periods of a subsidiary, earliest first. */
export const openPeriodsAsked = ({ organizationId }: Tenant, subsidiaryId: string): Question<OpenPeriod> => ({
  text: `select q.start_date as "startDate", q.end_date as "endDate" from fiscal_periods q
     where q.organization_id = $1::uuid and q.subsidiary_id = $2::uuid and not q.is_adjustment
       and daybook_effective_period_status(q) = 'OPEN' order by q.start_date`,
  values: [organizationId, subsidiaryId],
});

/** Asks for the last day of the last locked month of a subsidiary; null where none is locked. */
export const lastLockedAsked = (
  { organizationId }: Tenant,
  subsidiaryId: string,
): Question<{ readonly day: string | null }> => ({
  text: `select max(q.end_date) as day from fiscal_periods q
     where q.organization_id = $1::uuid and q.subsidiary_id = $2::uuid and not q.is_adjustment and q.period_status = 'LOCKED'`,
  values: [organizationId, subsidiaryId],
});

/** The first of some days that is in a locked month of a subsidiary, with the month's label; null when none is. */
export async function firstLockedDay(
  tenant: Tenant,
  subsidiaryId: string,
  days: readonly string[],
): Promise<{ date: string; period: string } | null> {
  const [row] = await sql<{ date: string; period: string }>(
    tenant,
    `select d.day as date, q.label as period from unnest($3::date[]) as d (day) join fiscal_periods q
       on d.day between q.start_date and q.end_date
     where q.organization_id = $1::uuid and q.subsidiary_id = $2::uuid and not q.is_adjustment and q.period_status = 'LOCKED'
     order by d.day limit 1`,
    [tenant.organizationId, subsidiaryId, days],
  );
  return row ?? null;
}

/** The locked fiscal periods of a subsidiary. */
export async function lockedPeriods(tenant: Tenant, subsidiaryId: string): Promise<OpenPeriod[]> {
  return sql<OpenPeriod>(
    tenant,
    `select q.start_date as "startDate", q.end_date as "endDate" from fiscal_periods q
     where q.organization_id = $1::uuid and q.subsidiary_id = $2::uuid and not q.is_adjustment and q.period_status = 'LOCKED'`,
    [tenant.organizationId, subsidiaryId],
  );
}

/** The period of a subsidiary that contains a date, as used by posting; it cannot change until the transaction ends. */
export async function holdPostingPeriod(
  tenant: Tenant,
  subsidiaryId: string,
  date: string,
): Promise<{ label: string; status: string } | null> {
  await holdPeriodsOpen(tenant);
  const [row] = await sql<{ label: string; status: string }>(
    tenant,
    `select q.label, daybook_effective_period_status(q) as status from fiscal_periods q
     where q.organization_id = $1::uuid and q.subsidiary_id = $2::uuid and not q.is_adjustment
       and $3::date between q.start_date and q.end_date`,
    [tenant.organizationId, subsidiaryId, date],
  );
  return row ?? null;
}
