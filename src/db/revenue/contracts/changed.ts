import { linesOfEntries, tailSql } from '../../reports/ledger-days';
import { sql, type Tenant } from '../../tenancy';
import { type DaySpan, lastDaySql, type RevenueScope, scopeValues, shownPeriod } from '../months';
import { isOnBusyDay, monthsThen } from '../months-then';

/** A period of the bridge from the revenue that belongs to it to the revenue posted in it. */
export interface BridgeMonth {
  readonly period: string;
  readonly belongs: string;
  /** Of what belongs to it: posted in another month; not posted. */
  readonly postedElsewhere: string;
  readonly notPosted: string;
  /** Posted in it and belonging to another month. */
  readonly ofOtherMonths: string;
  readonly posted: string;
}

/** Revenue that a fact moved out of the month it belongs to. */
export interface CatchUpRow {
  readonly contractId: string;
  readonly contractNumber: string;
  readonly naturalPeriod: string;
  /** The month it was posted in; null: it waits for the run of `bookedPeriod`. */
  readonly postedPeriod: string | null;
  readonly bookedPeriod: string;
  readonly amount: string;
  readonly causeId: string;
  /** The kind of the fact, or `runReversed` where a run was taken back. */
  readonly causeKind: string;
  readonly causeDate: string | null;
  readonly causeRecordedAt: string | null;
  /** The number of the run, where one was taken back. */
  readonly causeRunNumber: string | null;
}

/** Whether a period lies in a span ($6, $7). */
const isIn = (column: string) => `${lastDaySql(column)} >= $6 and ${lastDaySql(column)} < $7`;

/**
 * Rows that were ever booked or posted in another period than the one they belong to, with one of these periods in the span: few of all. Whatever
 * moment is asked for, a catch-up from or into the span is among them. By the names of periods: a month's comes before those of its days. Few
 * rows are looked up by key, whatever the planner expects of them.
 */
const MOVED = `daybook_moved_rows(left($6, 7), $7) r
  cross join lateral (select w.* from revenue_positions w where w.organization_id = r.organization_id and w.contract_id = r.contract_id offset 0) p`;

/** Those of a scope ($1 to $5) with the period they belong to and, as known then, the one they were posted in. */
const ROWS = (scope: RevenueScope) => `
  select r.contract_id, ${shownPeriod(scope, 'r.natural_period')} as natural, ${shownPeriod(scope, 'r.period')} as booked, r.cause_id, r.amount,
    case when r.posted_at <= coalesce($4::timestamptz, 'infinity') then ${shownPeriod(scope, 'r.posted_period')} end as posted
  from ${MOVED}
  where r.organization_id = $1::uuid and ($2::uuid[] is null or p.subsidiary_id = any ($2::uuid[])) and p.currency_code = $3
    and r.recorded_at <= coalesce($4::timestamptz, 'infinity') and ($5::date is null or r.effective_on is null or r.effective_on <= $5::date)`;

/** The bridge: the sums by period, in which each row stands in the period it is booked in, corrected by the rows that moved. */
const BRIDGE = (scope: RevenueScope, months: string) => `
  with r as (${ROWS(scope)}), m as (
    select ${shownPeriod(scope, 's.period')} as period, s.planned, s.settled, s.posted from ${months} s
    where s.organization_id = $1::uuid and ($2::uuid[] is null or s.subsidiary_id = any ($2::uuid[])) and s.currency_code = $3
  )
  select m.period, m.planned as belongs, 0 as elsewhere, m.planned - m.settled as waiting, 0 as others, m.posted from m where ${isIn('m.period')}
  union all
  select r.natural, r.amount, case when r.posted <> r.natural then r.amount else 0 end, case when r.posted is null then r.amount else 0 end, 0, 0
  from r where ${isIn('r.natural')}
  union all
  select r.booked, -r.amount, 0, case when r.posted is null then -r.amount else 0 end, 0, 0 from r where ${isIn('r.booked')}
  union all
  select r.posted, 0, 0, 0, r.amount, 0 from r where r.posted <> r.natural and ${isIn('r.posted')}`;

/** The bridge of each period of a span that has anything in it, in order: from the sums by period, as they are or as they were, whatever the history. */
export async function readBridge(tenant: Tenant, scope: RevenueScope, span: DaySpan): Promise<BridgeMonth[]> {
  const isNow = scope.knownAsOf === null && scope.effectiveAsOf === null;
  const months = isNow ? 'revenue_months' : monthsThen(scope, await isOnBusyDay(tenant, scope));
  return sql<BridgeMonth>(
    tenant,
    `select x.period, sum(x.belongs)::text as belongs, sum(x.elsewhere)::text as "postedElsewhere", sum(x.waiting)::text as "notPosted",
       sum(x.others)::text as "ofOtherMonths", sum(x.posted)::text as posted
     from (${BRIDGE(scope, months)}) x group by 1 order by 1`,
    [...scopeValues(tenant, scope), span.from, span.until],
  );
}

/** Every catch-up from or into a span of periods, by the period it is booked in, with its cause; and how many there are. */
export async function readCatchUps(
  tenant: Tenant,
  scope: RevenueScope,
  span: DaySpan,
  limit: number,
): Promise<{ lines: CatchUpRow[]; count: number }> {
  const rows = await sql<CatchUpRow & { count: number }>(
    tenant,
    `with r as (${ROWS(scope)}), moved as (
       select r.contract_id, r.natural, r.posted, r.booked, r.cause_id, sum(r.amount) as amount
       from r where r.natural <> coalesce(r.posted, r.booked)
         and (${isIn('r.natural')} or ${isIn('coalesce(r.posted, r.booked)')})
       group by 1, 2, 3, 4, 5 having sum(r.amount) <> 0
     )
     select m.contract_id as "contractId", c.contract_number as "contractNumber", m.natural as "naturalPeriod", m.posted as "postedPeriod",
       m.booked as "bookedPeriod", m.amount::text as amount, m.cause_id as "causeId",
       case when u.id is not null then 'runReversed' else coalesce(e.kind, '') end as "causeKind",
       coalesce(e.effective_date, u.posting_date) as "causeDate",
       to_char(coalesce(e.recorded_at, u.created_at) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "causeRecordedAt",
       o.run_number as "causeRunNumber", m.count
     from (select moved.*, (count(*) over ())::int as count from moved
           order by coalesce(moved.posted, moved.booked), moved.natural, moved.contract_id, moved.cause_id limit $8) m
     join revenue_contracts c on c.organization_id = $1::uuid and c.id = m.contract_id
     left join revenue_events e on e.organization_id = $1::uuid and e.id = m.cause_id
     left join revenue_runs u on u.organization_id = $1::uuid and u.id = m.cause_id
     left join revenue_runs o on o.organization_id = $1::uuid and o.id = u.reverses_run_id
     order by coalesce(m.posted, m.booked), m.natural, c.contract_number, m.cause_id`,
    [...scopeValues(tenant, scope), span.from, span.until, limit],
  );
  return { lines: rows.map(({ count: _count, ...line }) => line), count: rows[0]?.count ?? 0 };
}

/** The lines of the ledger of another moment: those that were there then. */
const LEDGER_THEN = `
  select l.period_id, l.account_id, l.credit - l.debit as amount
  from ledger_lines l
  join ledger_entries e on e.organization_id = l.organization_id and e.id = l.entry_id and e.source_kind = 'REVENUE_RUN'
  where l.organization_id = $1::uuid and ($2::uuid[] is null or l.subsidiary_id = any ($2::uuid[])) and l.currency_code = $3
    and e.created_at <= $6::timestamptz
    -- By the last day of the period of the books; the longest period is of six weeks and the days that joined it.
    and l.posting_date >= $4::date - 49 and l.posting_date < $5::date`;

/** The ledger as it is: its sums by period, and the entries that are not in them yet. */
const LEDGER_NOW = `
  select d.period_id, d.account_id, d.credit - d.debit as amount
  from fiscal_periods q
  join revenue_ledger_periods d on d.organization_id = q.organization_id and d.subsidiary_id = q.subsidiary_id and d.period_id = q.id
    and d.source_kind = 'REVENUE_RUN'
  where q.organization_id = $1::uuid and ($2::uuid[] is null or q.subsidiary_id = any ($2::uuid[])) and d.currency_code = $3
    and q.end_date >= $4::date and q.end_date < $5::date
  union all
  select l.period_id, l.account_id, l.credit - l.debit
  from tail e ${linesOfEntries('$1::uuid')}
  where e.source_kind = 'REVENUE_RUN' and ($2::uuid[] is null or l.subsidiary_id = any ($2::uuid[])) and l.currency_code = $3`;

/**
 * Revenue of contracts in the general ledger by the last day of its periods, in transaction currency: what runs credited to their
 * revenue accounts. As it is now from sums by period, whatever the history; as it was at another moment from the lines.
 * Owner: the lines; the sums are held to them by e2e/ledger/evidence/control-sums.test.ts, and this report by e2e/revenue/histories/reversed-histories.test.ts.
 */
export async function readRevenueLedger(
  tenant: Tenant,
  scope: RevenueScope,
  span: DaySpan,
): Promise<{ period: string; amount: string }[]> {
  const isNow = scope.knownAsOf === null;
  return sql(
    tenant,
    `with ${isNow ? `${tailSql('$1::uuid').trim()}, ` : ''}found as (${isNow ? LEDGER_NOW : LEDGER_THEN}), summed as materialized (
       select f.period_id, f.account_id, sum(f.amount) as amount from found f group by 1, 2
     )
     select q.end_date::text as period, sum(s.amount)::text as amount
     from summed s
     cross join lateral (select x.end_date from fiscal_periods x where x.organization_id = $1::uuid and x.id = s.period_id offset 0) q
     where q.end_date >= $4::date and q.end_date < $5::date
       -- The next account of an obligation, from an index: as a join, the obligations of all contracts would be read.
       and coalesce((select o.revenue_account_id from performance_obligations o where o.organization_id = $1::uuid and o.revenue_account_id >= s.account_id
         order by o.revenue_account_id limit 1) = s.account_id, false)
     group by 1 order by 1`,
    [
      tenant.organizationId,
      scope.subsidiaryIds,
      scope.currencyCode,
      span.from,
      span.until,
      ...(isNow ? [] : [scope.knownAsOf]),
    ],
  );
}
