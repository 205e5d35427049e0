import type { Plain } from '../../record-row';
import { recordStore } from '../../record-store';
import { rowFromSql } from '../../row-from-sql';
import { sql, type Tenant } from '../../tenancy';

export type PeriodRecord = Plain<'FiscalPeriod'>;

/** Fiscal periods of subsidiaries. */
export const periods = recordStore('FiscalPeriod');

/** Takes the exclusive side of the lock that every posting shares, so that no posting happens during a close. */
export async function lockPeriods(tenant: Tenant): Promise<void> {
  await sql(tenant, `select pg_advisory_xact_lock(hashtextextended('periods:' || $1::text, 0))::text`, [
    tenant.organizationId,
  ]);
}

/** A period, read over a handle that speaks SQL only. */
export async function readPeriod(tenant: Tenant, id: string): Promise<PeriodRecord | null> {
  const [row] = await sql<Record<string, unknown>>(
    tenant,
    'select * from fiscal_periods where organization_id = $1::uuid and id = $2::uuid',
    [tenant.organizationId, id],
  );
  return row === undefined ? null : rowFromSql('FiscalPeriod', row);
}

/** A subsidiary's periods of three fiscal years around one of them, in order. */
export async function periodsAround(tenant: Tenant, period: PeriodRecord): Promise<PeriodRecord[]> {
  const rows = await sql<Record<string, unknown>>(
    tenant,
    `select * from fiscal_periods where organization_id = $1::uuid and subsidiary_id = $2::uuid
       and fiscal_year between $3::int - 1 and $3::int + 1 order by fiscal_year, period_number`,
    [tenant.organizationId, period.subsidiaryId, period.fiscalYear],
  );
  return rows.map((row) => rowFromSql('FiscalPeriod', row));
}

/** What prevents closing a period: unposted documents dated in it, by status. */
export async function unpostedDocuments(
  tenant: Tenant,
  period: Pick<PeriodRecord, 'subsidiaryId' | 'startDate' | 'endDate' | 'isAdjustment'>,
): Promise<{ status: string; count: number; numbers: string[] }[]> {
  return sql(
    tenant,
    // From the list of what is not posted, which has few of a period's documents.
    `select t.transaction_status as status, count(*)::int as count,
       (array_agg(t.transaction_number order by t.transaction_number))[1:5] as numbers
     from unposted_documents u
     cross join lateral (select x.* from business_transactions x where x.organization_id = $1::uuid and x.id = u.transaction_id offset 0) t
     where u.organization_id = $1::uuid and t.subsidiary_id = $2::uuid and t.transaction_date between $3::date and $4::date
       and t.is_adjustment = $5::boolean and t.transaction_status in ('DRAFT', 'PENDING_APPROVAL', 'APPROVED')
     group by 1 order by 1`,
    [tenant.organizationId, period.subsidiaryId, period.startDate, period.endDate, period.isAdjustment],
  );
}

/** Revenue (not on hold) and contract costs due by a period's end and not posted by a run yet, and unfinished runs. */
export async function unpostedSchedules(
  tenant: Tenant,
  period: Pick<PeriodRecord, 'subsidiaryId' | 'startDate' | 'endDate'>,
): Promise<{ rows: number; contracts: string[]; runs: string[] }> {
  const [row] = await sql<{ rows: number; contracts: string[] | null; runs: string[] | null }>(
    tenant,
    `with due as (
       -- Row by row: once the month was run there are few, and a planner that expects many reads every obligation.
       select r.contract_id from revenue_rows r
       cross join lateral (
         select x.held from performance_obligations x
         where x.organization_id = $1::uuid and x.contract_id = r.contract_id and x.key = r.obligation_key offset 0) o
       where r.organization_id = $1::uuid and r.subsidiary_id = $2::uuid and r.run_id is null and not o.held
         and r.period <= daybook_period_key($4::date, $3::date)
       union all
       select null from contract_cost_rows k where k.organization_id = $1::uuid and k.subsidiary_id = $2::uuid and k.run_id is null
         and k.period <= daybook_period_key($4::date, $3::date)
     )
     select (select count(*)::int from due) as rows,
       -- Contract by contract: a planner that expects many of them reads all there are.
       (select (array_agg(c.contract_number order by c.contract_number))[1:5] from (select distinct contract_id from due) d
        cross join lateral (
          select x.contract_number from revenue_contracts x where x.organization_id = $1::uuid and x.id = d.contract_id offset 0) c) as contracts,
       (select array_agg(r.run_number order by r.run_number) from revenue_runs r
        where r.organization_id = $1::uuid and r.subsidiary_id = $2::uuid and r.run_status = 'POSTING'
          and r.period <= daybook_period_key($4::date, $3::date)) as runs`,
    [tenant.organizationId, period.subsidiaryId, period.endDate, period.startDate],
  );
  return { rows: row?.rows ?? 0, contracts: row?.contracts ?? [], runs: row?.runs ?? [] };
}

/** The person who locks a period, for the audit rows of the documents closed with it. */
export interface ClosingActor {
  readonly kind: string;
  readonly id: string | null;
  readonly name: string;
  readonly surface: string;
  readonly requestId: string;
}

/**
 * Closes the documents of a locked period: those that can be settled once they are PAID, all others once they are POSTED.
 * One statement, with one audit row per document. Returns the number of documents closed.
 */
export async function closeDocuments(
  tenant: Tenant,
  period: Pick<PeriodRecord, 'subsidiaryId' | 'endDate' | 'isAdjustment'>,
  settleableKinds: readonly string[],
  actor: ClosingActor,
): Promise<number> {
  const [row] = await sql<{ n: number }>(
    tenant,
    `with closed as (
       update business_transactions t set transaction_status = 'CLOSED'
       from (select id, transaction_status from business_transactions
             where organization_id = $1::uuid and subsidiary_id = $2::uuid and posting_date <= $3::date
               -- The last day of a year has two periods: the adjustment period is locked after the ordinary one.
               and (posting_date < $3::date or not is_adjustment or $10::boolean)
               and transaction_status = case when kind = any ($4::text[]) then 'PAID' else 'POSTED' end
             order by id for no key update) o
       where t.organization_id = $1::uuid and t.id = o.id
       returning t.id, o.transaction_status as was
     ), audited as (
       insert into audit_log (organization_id, id, actor_kind, actor_id, actor_name, action, noun, record_id, before, after, surface, request_id)
       select $1::uuid, daybook_uuid_v7(), $5, $6::uuid, $7, 'gl.transaction.close', 'transaction', id,
              jsonb_build_object('status', was), jsonb_build_object('status', 'CLOSED'), $8, $9
       from closed returning 1
     )
     select count(*)::int as n from audited`,
    [
      tenant.organizationId,
      period.subsidiaryId,
      period.endDate,
      settleableKinds,
      actor.kind,
      actor.id,
      actor.name,
      actor.surface,
      actor.requestId,
      period.isAdjustment,
    ],
  );
  return row?.n ?? 0;
}
