import { sql, type Tenant } from '../../tenancy';

/** What a run posted of an account and nothing has taken back yet. */
export interface ReversibleLine {
  readonly currencyCode: string;
  readonly revenueAccountId: string;
  readonly contracts: number;
  readonly rows: number;
  readonly amount: string;
}

/** Rows (r) that a run ($2) posted and no reversal took back, of all contracts or of some ($3). */
const REVERSIBLE = `r.organization_id = $1::uuid and ($3::uuid[] is null or r.contract_id = any ($3::uuid[])) and r.run_id = $2::uuid
  and not exists (select 1 from revenue_rows z where z.organization_id = r.organization_id and z.contract_id = r.contract_id
    and z.reverses_seq = r.seq)`;

/**
 * Accruals (e) that a run recorded and that were not voided. Those of a terminated contract are left out: no run would record them again.
 */
const ACCRUED = `e.organization_id = $1::uuid and e.kind = 'accrual' and e.body->>'runId' = $2::uuid::text
  and exists (select 1 from revenue_contracts k where k.organization_id = e.organization_id and k.id = e.contract_id
    and k.contract_status in ('ACTIVE', 'COMPLETED'))
  and not exists (select 1 from revenue_events w where w.organization_id = e.organization_id and w.contract_id = e.contract_id
    and w.kind = 'voided' and w.body->>'of' = e.id::text)`;

/** What of a run can still be reversed, by currency and revenue account. */
export async function reversibleLines(
  tenant: Tenant,
  runId: string,
  contractIds: readonly string[] | null,
): Promise<ReversibleLine[]> {
  return sql<ReversibleLine>(
    tenant,
    `select p.currency_code as "currencyCode", o.revenue_account_id as "revenueAccountId", count(distinct r.contract_id)::int as contracts,
       count(*)::int as rows, sum(r.amount)::text as amount
     from revenue_rows r
     join performance_obligations o on o.organization_id = r.organization_id and o.contract_id = r.contract_id and o.key = r.obligation_key
     join revenue_positions p on p.organization_id = r.organization_id and p.contract_id = r.contract_id
     where ${REVERSIBLE} group by 1, 2 order by 1, 2`,
    [tenant.organizationId, runId, contractIds],
  );
}

/** What of contract costs a run posted that can still be reversed, by currency: their amortization, or the provisions for losses. */
export async function reversibleCosts(
  tenant: Tenant,
  runId: string,
  contractIds: readonly string[] | null,
  of: 'AMORTIZATION' | 'PROVISIONS',
): Promise<{ currencyCode: string; rows: number; amount: string }[]> {
  return sql(
    tenant,
    `select c.currency_code as "currencyCode", count(*)::int as rows, sum(r.amount)::text as amount
     from contract_cost_rows r join contract_costs c on c.organization_id = r.organization_id and c.id = r.cost_id
     where r.organization_id = $1::uuid and r.run_id = $2::uuid and ($3::uuid[] is null or c.contract_id = any ($3::uuid[]))
       and not exists (select 1 from contract_cost_rows z where z.organization_id = r.organization_id and z.cost_id = r.cost_id
         and z.reverses_seq = r.seq)
       and (c.cost_kind = 'LOSS') = $4::boolean
     group by 1 order by 1`,
    [tenant.organizationId, runId, contractIds, of === 'PROVISIONS'],
  );
}

/** Which of some contracts have anything in a run that can still be reversed: revenue, contract costs or an accrual. */
export async function contractsInRun(
  tenant: Tenant,
  runId: string,
  contractIds: readonly string[],
): Promise<string[]> {
  const found = await sql<{ id: string }>(
    tenant,
    `select x.id from unnest($3::uuid[]) as x (id) where exists (
         select 1 from revenue_rows r where r.contract_id = x.id and ${REVERSIBLE})
       or exists (
         select 1 from contract_costs c join contract_cost_rows r on r.organization_id = c.organization_id and r.cost_id = c.id
         where c.organization_id = $1::uuid and c.contract_id = x.id and r.run_id = $2::uuid
           and not exists (select 1 from contract_cost_rows z where z.organization_id = r.organization_id and z.cost_id = r.cost_id
             and z.reverses_seq = r.seq))
       or exists (select 1 from revenue_events e where e.contract_id = x.id and ${ACCRUED})`,
    [tenant.organizationId, runId, contractIds],
  );
  return found.map(({ id }) => id);
}

/** A contract and what a run posted of it; `reversed`: it was taken back. */
export interface ContractOfRun {
  readonly contractId: string;
  readonly contractNumber: string;
  readonly name: string | null;
  readonly currencyCode: string;
  readonly amount: string;
  readonly isReversed: boolean;
}

/** From this many contracts on, the contracts of a run are looked for among all contracts by number; fewer are sorted. */
const MANY_CONTRACTS = 2_000;

/**
 * The contracts of which a run posted revenue, by number. They are counted by their movements, of which a run makes one for each; what it
 * posted of each is read for the contracts of the page alone. A run of most contracts walks them in the order of their numbers, one of a few
 * looks up the numbers of these: neither sorts the contracts of the books.
 */
export async function pageContractsOfRun(
  tenant: Tenant,
  runId: string,
  { page, limit }: { page: number; limit: number },
): Promise<{ rows: ContractOfRun[]; total: number }> {
  const [count] = await sql<{ total: number }>(
    tenant,
    `select count(*)::int as total from (select 1 from revenue_movements m where m.organization_id = $1::uuid and m.run_id = $2::uuid
       group by m.contract_id) x`,
    [tenant.organizationId, runId],
  );
  const total = count?.total ?? 0;
  const isIn = `from revenue_movements m where m.organization_id = $1::uuid and m.run_id = $2::uuid`;
  const contracts =
    total < MANY_CONTRACTS
      ? `from (select m.contract_id ${isIn} group by 1) x
         cross join lateral (select k.* from revenue_contracts k where k.organization_id = $1::uuid and k.id = x.contract_id offset 0) c`
      : `from revenue_contracts c
         where c.organization_id = $1::uuid and exists (select 1 ${isIn} and m.contract_id = c.id offset 0)`;
  const rows = await sql<ContractOfRun>(
    tenant,
    `select c.id as "contractId", c.contract_number as "contractNumber", c.name, c.currency_code as "currencyCode", x.amount::text as amount,
       x.reversed as "isReversed"
     from (select c.id, c.contract_number, c.name, c.currency_code ${contracts} order by c.contract_number limit $3 offset $4) c
     cross join lateral (
       select sum(r.amount) as amount, bool_and(exists (select 1 from revenue_rows z
         where z.organization_id = r.organization_id and z.contract_id = r.contract_id and z.reverses_seq = r.seq)) as reversed
       from revenue_rows r where r.organization_id = $1::uuid and r.contract_id = c.id and r.run_id = $2::uuid offset 0) x
     order by c.contract_number`,
    [tenant.organizationId, runId, limit, (page - 1) * limit],
  );
  return { rows, total };
}

/** A reversal of a run. */
export interface ReversalOfRun {
  readonly id: string;
  readonly runNumber: string;
  readonly runStatus: string;
  readonly postingDate: string;
  readonly reason: string;
  /** Null: of all its contracts. */
  readonly contractIds: readonly string[] | null;
}

/** The reversals of a run that were not discarded, the first one first. */
export async function reversalsOfRun(tenant: Tenant, runId: string): Promise<ReversalOfRun[]> {
  return sql<ReversalOfRun>(
    tenant,
    `select r.id, r.run_number as "runNumber", r.run_status as "runStatus", r.posting_date as "postingDate", r.reason,
       r.contract_ids as "contractIds"
     from revenue_runs r where r.organization_id = $1::uuid and r.reverses_run_id = $2::uuid and r.run_status <> 'DISCARDED'
     order by r.created_at, r.id`,
    [tenant.organizationId, runId],
  );
}

/** A reversal by which a contract's revenue was taken back. */
export interface ReversalOfContract {
  readonly runId: string;
  readonly runNumber: string;
  readonly reversesRunId: string;
  readonly reversesRunNumber: string;
  readonly reason: string;
  readonly amount: string;
  readonly postingDate: string;
  readonly recordedAt: string;
}

/** The reversals of runs that touched a contract, the first one first; with `knownAsOf` those known then. */
export async function reversalsOfContract(
  tenant: Tenant,
  contractId: string,
  knownAsOf: string | null = null,
): Promise<ReversalOfContract[]> {
  return sql<ReversalOfContract>(
    tenant,
    `select r.id as "runId", r.run_number as "runNumber", o.id as "reversesRunId", o.run_number as "reversesRunNumber", r.reason,
       m.amount::text as amount, m.posting_date as "postingDate",
       to_char(m.recorded_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "recordedAt"
     from revenue_movements m
     join revenue_runs r on r.organization_id = m.organization_id and r.id = m.run_id and r.kind = 'REVERSAL'
     join revenue_runs o on o.organization_id = r.organization_id and o.id = r.reverses_run_id
     where m.organization_id = $1::uuid and m.contract_id = $2::uuid and ($3::timestamptz is null or m.recorded_at <= $3::timestamptz)
     order by m.recorded_at, m.id`,
    [tenant.organizationId, contractId, knownAsOf],
  );
}

/** One step of a reversal over revenue, whole in this transaction (`daybook_reverse_run_rows`); `last` null: nothing is left. */
export async function reverseRows(
  tenant: Tenant,
  reversalId: string,
  step: { after: string | null; limit: number; firstOpen: string; actorId: string | null },
): Promise<{ contracts: number; rows: number; last: string | null }> {
  const [row] = await sql<{ contracts: number; rows: number; last: string | null }>(
    tenant,
    `select o_contracts as contracts, o_rows as rows, o_last as last
     from daybook_reverse_run_rows($1::uuid, $2::uuid, $3::int, $4::text, $5::uuid)`,
    [reversalId, step.after, step.limit, step.firstOpen, step.actorId],
  );
  return row ?? { contracts: 0, rows: 0, last: null };
}

/** One step of a reversal over contract costs (`daybook_reverse_cost_rows`); answers how many rows, none: nothing is left. */
export async function reverseCosts(
  tenant: Tenant,
  reversalId: string,
  step: { limit: number; firstOpen: string; actorId: string | null },
): Promise<number> {
  const [row] = await sql<{ rows: number }>(
    tenant,
    `select daybook_reverse_cost_rows($1::uuid, $2::int, $3::text, $4::uuid) as rows`,
    [reversalId, step.limit, step.firstOpen, step.actorId],
  );
  return row?.rows ?? 0;
}

/** The accruals a run recorded that stand (none of a terminated contract), of all contracts or of some, in the order of contracts. */
export async function accrualsOfRun(
  tenant: Tenant,
  runId: string,
  contractIds: readonly string[] | null,
  limit: number,
): Promise<string[]> {
  const found = await sql<{ id: string }>(
    tenant,
    `select e.id from revenue_events e where ${ACCRUED} and ($3::uuid[] is null or e.contract_id = any ($3::uuid[]))
     order by e.contract_id, e.seq limit $4`,
    [tenant.organizationId, runId, contractIds, limit],
  );
  return found.map(({ id }) => id);
}

/** Records that a reversal has begun to post, or has finished. */
export async function markReversal(tenant: Tenant, id: string, status: 'POSTING' | 'POSTED'): Promise<void> {
  await sql(
    tenant,
    `update revenue_runs set run_status = $3, started_at = coalesce(started_at, now()),
       finished_at = case when $3 = 'POSTED' then now() end
     where organization_id = $1::uuid and id = $2::uuid and kind = 'REVERSAL' and run_status <> $3`,
    [tenant.organizationId, id, status],
  );
}
