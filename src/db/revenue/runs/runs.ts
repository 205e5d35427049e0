import { insertRows } from '../../bulk';
import { sql, type Tenant } from '../../tenancy';

/** A recognition run with its progress. */
export interface RunRow {
  readonly id: string;
  readonly runNumber: string;
  readonly kind: string;
  readonly subsidiaryId: string;
  readonly period: string;
  /** The period as people write it. */
  readonly periodLabel: string;
  readonly postingDate: string;
  readonly grouping: string;
  readonly runStatus: string;
  readonly rates: Readonly<Record<string, string>>;
  readonly proposal: unknown;
  /** Who proposed it. */
  readonly createdBy: string | null;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly version: number;
  /** Of a reversal: the run it takes back, and why. */
  readonly reversesRunId: string | null;
  readonly reason: string | null;
  /** Of a reversal: only these contracts; null: all of the run. */
  readonly contractIds: readonly string[] | null;
  /** Of a proposed run that will not be posted: why, and when. */
  readonly discardReason: string | null;
  readonly discardedAt: Date | null;
  /** Sums over the committed steps. */
  readonly chunks: number;
  readonly postedContracts: number;
  readonly postedRows: number;
}

const COLUMNS = `r.id, r.run_number as "runNumber", r.kind, r.subsidiary_id as "subsidiaryId", r.period,
  coalesce((select q.label from fiscal_periods q where q.organization_id = r.organization_id and q.subsidiary_id = r.subsidiary_id
    and not q.is_adjustment and q.end_date = case when length(r.period) = 10 then r.period::date
      else ((r.period || '-01')::date + interval '1 month' - interval '1 day')::date end), r.period) as "periodLabel", r.posting_date as "postingDate",
  r.grouping, r.run_status as "runStatus", r.rates, r.proposal, r.created_by as "createdBy", r.started_at as "startedAt", r.finished_at as "finishedAt",
  r.created_at as "createdAt", r.updated_at as "updatedAt", r.version, r.reverses_run_id as "reversesRunId", r.reason, r.contract_ids as "contractIds",
  r.discard_reason as "discardReason", r.discarded_at as "discardedAt",
  coalesce(k.chunks, 0)::int as chunks, coalesce(k.contracts, 0)::int as "postedContracts", coalesce(k.rows, 0)::int as "postedRows"`;
const FROM = `revenue_runs r left join lateral (
    select count(*) as chunks, sum(c.contracts) as contracts, sum(c.rows) as rows from revenue_run_chunks c
    where c.organization_id = r.organization_id and c.run_id = r.id) k on true`;

export async function findRun(tenant: Tenant, id: string): Promise<RunRow | null> {
  const [row] = await sql<RunRow>(
    tenant,
    `select ${COLUMNS} from ${FROM} where r.organization_id = $1::uuid and r.id = $2::uuid`,
    [tenant.organizationId, id],
  );
  return row ?? null;
}

export async function pageRuns(
  tenant: Tenant,
  query: {
    subsidiaryId?: string | undefined;
    period?: string | undefined;
    page: number;
    limit: number;
  },
): Promise<{ rows: RunRow[]; total: number }> {
  const where = `r.organization_id = $1::uuid and ($2::uuid is null or r.subsidiary_id = $2::uuid) and ($3::text is null or r.period = $3)`;
  const values = [tenant.organizationId, query.subsidiaryId ?? null, query.period ?? null];
  const rows = await sql<RunRow>(
    tenant,
    `select ${COLUMNS} from ${FROM} where ${where} order by r.created_at desc, r.id desc limit $4 offset $5`,
    [...values, query.limit, (query.page - 1) * query.limit],
  );
  const [count] = await sql<{ total: number }>(
    tenant,
    `select count(*)::int as total from revenue_runs r where ${where}`,
    values,
  );
  return { rows, total: count?.total ?? 0 };
}

/**
 * Only one run of a subsidiary is created or advanced at a time within a transaction, except that with `beside` the steps of
 * a run in progress may run in parallel.
 */
export async function lockRunsOf(tenant: Tenant, subsidiaryId: string, beside = false): Promise<void> {
  await sql(
    tenant,
    `select pg_advisory_xact_lock${beside ? '_shared' : ''}(hashtextextended('revenue runs:' || $1::text || $2::text, 0))`,
    [tenant.organizationId, subsidiaryId],
  );
}

/** Takes the next run number of the year and stores the run. */
export async function insertRun(
  tenant: Tenant,
  run: {
    id: string;
    kind: 'PERIOD' | 'EVENT' | 'REVERSAL';
    contractId: string | null;
    subsidiaryId: string;
    period: string;
    postingDate: string;
    grouping: string;
    rates: Readonly<Record<string, string>>;
    proposal: unknown;
    createdBy: string | null;
    reversesRunId?: string;
    /** Of a reversal: only these contracts; null: all. */
    contractIds?: readonly string[] | null;
    reason?: string;
  },
): Promise<void> {
  const [number] = await sql<{ runNumber: string }>(
    tenant,
    `select daybook_format_number('RR', $1::int, daybook_take_numbers('RR', $1::int, 1)) as "runNumber"`,
    [Number(run.period.slice(0, 4))],
  );
  await insertRows(tenant, 'revenue_runs', [{ ...run, runNumber: number?.runNumber ?? '' }]);
}

/** Records that a run the caller has locked will not be posted. */
export async function discardPreview(
  tenant: Tenant,
  id: string,
  { reason, by }: { reason: string; by: string | null },
): Promise<void> {
  await sql(
    tenant,
    `update revenue_runs set run_status = 'DISCARDED', discard_reason = $3, discarded_by = $4::uuid, discarded_at = now()
     where organization_id = $1::uuid and id = $2::uuid and run_status = 'PREVIEW'`,
    [tenant.organizationId, id, reason, by],
  );
}

/** The unfinished run of the month, if there is one; a repeated request continues it. */
export async function unfinishedRun(
  tenant: Tenant,
  subsidiaryId: string,
  period: string,
): Promise<string | null> {
  const [row] = await sql<{ id: string }>(
    tenant,
    `select id from revenue_runs where organization_id = $1::uuid and subsidiary_id = $2::uuid and kind = 'PERIOD'
       and run_status = 'POSTING' and period = $3 order by created_at limit 1`,
    [tenant.organizationId, subsidiaryId, period],
  );
  return row?.id ?? null;
}

/** The last month posted by a run, and the first month with amounts due and not on hold. */
export async function runOrder(
  tenant: Tenant,
  subsidiaryId: string,
): Promise<{ lastPosted: string | null; firstDue: string | null; unfinished: string | null }> {
  const [row] = await sql<{ lastPosted: string | null; firstDue: string | null; unfinished: string | null }>(
    tenant,
    `select (select max(r.period) from revenue_runs r where r.organization_id = $1::uuid and r.subsidiary_id = $2::uuid
               and r.kind = 'PERIOD' and r.run_status = 'POSTED') as "lastPosted",
            (select min(r.period) from revenue_runs r where r.organization_id = $1::uuid and r.subsidiary_id = $2::uuid
               and r.kind = 'PERIOD' and r.run_status = 'POSTING') as unfinished,
            (select min(d.period) from (
               (select r.period from revenue_rows r join performance_obligations o
                  on o.organization_id = r.organization_id and o.contract_id = r.contract_id and o.key = r.obligation_key and not o.held
                where r.organization_id = $1::uuid and r.subsidiary_id = $2::uuid and r.run_id is null order by r.period limit 1)
               union all
               (select c.period from contract_cost_rows c where c.organization_id = $1::uuid and c.subsidiary_id = $2::uuid
                  and c.run_id is null order by c.period limit 1)) d) as "firstDue"`,
    [tenant.organizationId, subsidiaryId],
  );
  return row ?? { lastPosted: null, firstDue: null, unfinished: null };
}

export interface DueLine {
  readonly currencyCode: string;
  readonly held: boolean;
  readonly revenueAccountId: string;
  readonly contracts: number;
  readonly rows: number;
  readonly amount: string;
  readonly catchUp: string;
}

/** The amounts a run of the month would post, by currency and revenue account; rows on hold are separate. */
export async function dueLines(tenant: Tenant, subsidiaryId: string, period: string): Promise<DueLine[]> {
  return sql<DueLine>(
    tenant,
    `select p.currency_code as "currencyCode", o.held, o.revenue_account_id as "revenueAccountId", count(distinct r.contract_id)::int as contracts,
       count(*)::int as rows, sum(r.amount)::text as amount,
       coalesce(sum(r.amount) filter (where r.catch_up or r.period < $3), 0)::text as "catchUp"
     from revenue_rows r
     join performance_obligations o on o.organization_id = r.organization_id and o.contract_id = r.contract_id and o.key = r.obligation_key
     join revenue_positions p on p.organization_id = r.organization_id and p.contract_id = r.contract_id
     where r.organization_id = $1::uuid and r.subsidiary_id = $2::uuid and r.run_id is null and r.period <= $3
     group by 1, 2, 3 order by 1, 2, 3`,
    [tenant.organizationId, subsidiaryId, period],
  );
}

/** What of contract costs a run of the month would post, by currency: their amortization, or the provisions for losses. */
export async function dueCosts(
  tenant: Tenant,
  subsidiaryId: string,
  period: string,
  of: 'AMORTIZATION' | 'PROVISIONS',
): Promise<{ currencyCode: string; rows: number; amount: string }[]> {
  return sql(
    tenant,
    `select c.currency_code as "currencyCode", count(*)::int as rows, sum(r.amount)::text as amount
     from contract_cost_rows r join contract_costs c on c.organization_id = r.organization_id and c.id = r.cost_id
     where r.organization_id = $1::uuid and r.subsidiary_id = $2::uuid and r.run_id is null and r.period <= $3
       and (c.cost_kind = 'LOSS') = $4::boolean group by 1 order by 1`,
    [tenant.organizationId, subsidiaryId, period, of === 'PROVISIONS'],
  );
}

/**
 * One step of a run, complete within this transaction (`daybook_post_revenue_chunk`): `contracts` it looked at, `rows` it
 * posted. A step running `beside` others skips contracts they have locked and never ends the run.
 */
export async function postChunk(
  tenant: Tenant,
  runId: string,
  { limit, actorId, beside }: { limit: number; actorId: string | null; beside: boolean },
): Promise<{ status: string; contracts: number; rows: number }> {
  const [row] = await sql<{ status: string; contracts: number; rows: number }>(
    tenant,
    `select o_status as status, o_contracts as contracts, o_rows as rows from daybook_post_revenue_chunk($1::uuid, $2::int, $3::uuid, $4::boolean)`,
    [runId, limit, actorId, beside],
  );
  return row ?? { status: 'MISSING', contracts: 0, rows: 0 };
}

/** The first entries of a run, with their figures. Its steps record which came first, so that no others have to be read. */
export async function entriesOfRun(
  tenant: Tenant,
  runId: string,
  limit: number,
): Promise<{ id: string; entryNumber: string; currencyCode: string; postingDate: string; debits: string }[]> {
  return sql(
    tenant,
    `select e.id, e.entry_number as "entryNumber", e.currency_code as "currencyCode", e.posting_date as "postingDate", sum(l.debit)::text as debits
     from (select distinct x.entry_id from (
             select f.entry_id from revenue_run_chunks c cross join unnest(c.first_entries) with ordinality as f(entry_id, ord)
             where c.organization_id = $1::uuid and c.run_id = $2::uuid order by c.chunk_number, f.ord limit $3) x) x
     join ledger_entries e on e.organization_id = $1::uuid and e.id = x.entry_id
     join ledger_lines l on l.organization_id = e.organization_id and l.entry_id = e.id
     group by e.id, e.entry_number, e.currency_code, e.posting_date order by e.entry_number`,
    [tenant.organizationId, runId, limit],
  );
}
