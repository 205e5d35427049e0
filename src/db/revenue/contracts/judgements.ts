import type { ContractEvent } from '../../../core/revenue/contracts/events';
import type { Criterion } from '../../../core/revenue/judgements/contract-criteria';
import type { FinancingQuestion } from '../../../core/revenue/judgements/judged-answers';
import type { JudgedTerms } from '../../../core/revenue/judgements/judged-terms';
import type { JudgedCost } from '../../../core/revenue/judgements/judgement-list';
import { parameters } from '../../reports/parameters';
import { sql, type Tenant } from '../../tenancy';

/** A contract as its judgments are read from it. */
export interface JudgedContractRow {
  readonly id: string;
  readonly contractNumber: string;
  readonly name: string | null;
  readonly customerId: string | null;
  readonly subsidiaryId: string;
  readonly contractStatus: string;
  readonly contractDate: string;
  readonly currencyCode: string;
  readonly terms: JudgedTerms | null;
  readonly criteria: readonly Criterion[] | null;
  /** What its payments raise about financing, by its facts as they are now. */
  readonly financingQuestion: FinancingQuestion | null;
}

export interface JudgedQuery {
  readonly contractId?: string | undefined;
  readonly subsidiaryId?: string | undefined;
  readonly customerId?: string | undefined;
  readonly status?: string | undefined;
  readonly search?: string | undefined;
  readonly dateFrom?: string | undefined;
  readonly dateTo?: string | undefined;
  /** Contracts after this one in the list. */
  readonly after?: { readonly contractDate: string; readonly id: string } | undefined;
  readonly limit: number;
}

/** Contracts with their terms, the newest contract date first; those that were combined are read in the one they became. */
export async function pageJudgedContracts(tenant: Tenant, query: JudgedQuery): Promise<JudgedContractRow[]> {
  const p = parameters();
  const where = [`c.organization_id = ${p.add(tenant.organizationId)}::uuid`];
  if (query.contractId === undefined) where.push(`c.contract_status <> 'COMBINED'`);
  else where.push(`c.id = ${p.add(query.contractId)}::uuid`);
  if (query.subsidiaryId !== undefined) where.push(`c.subsidiary_id = ${p.add(query.subsidiaryId)}::uuid`);
  if (query.customerId !== undefined) where.push(`c.customer_id = ${p.add(query.customerId)}::uuid`);
  if (query.status !== undefined) where.push(`c.contract_status = ${p.add(query.status)}`);
  if (query.search !== undefined && query.search !== '') {
    const like = p.add(`%${query.search.replace(/[\\%_]/g, '\\$&')}%`);
    where.push(`(c.contract_number ilike ${like} or c.name ilike ${like})`);
  }
  if (query.dateFrom !== undefined) where.push(`c.contract_date >= ${p.add(query.dateFrom)}::date`);
  if (query.dateTo !== undefined) where.push(`c.contract_date <= ${p.add(query.dateTo)}::date`);
  if (query.after !== undefined) {
    where.push(
      `(c.contract_date, c.id) < (${p.add(query.after.contractDate)}::date, ${p.add(query.after.id)}::uuid)`,
    );
  }
  return sql<JudgedContractRow>(
    tenant,
    `select c.id, c.contract_number as "contractNumber", c.name, c.customer_id as "customerId", c.subsidiary_id as "subsidiaryId",
       c.contract_status as "contractStatus", c.contract_date as "contractDate",
       c.currency_code as "currencyCode", c.terms, c.criteria,
       c.picture->'financingQuestion' as "financingQuestion"
     from revenue_contracts c where ${where.join(' and ')} order by c.contract_date desc, c.id desc limit ${p.add(query.limit)}::int`,
    p.values,
  );
}

/** Who recorded something and when. */
export interface Recorded {
  readonly by: string | null;
  readonly byName: string | null;
  readonly at: string;
}
export interface JudgingEvent extends Recorded {
  readonly contractId: string;
  readonly event: ContractEvent;
}

const MOMENT = `'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`;

/** The facts of some contracts in which something is judged, in the order of recording; with `knownAsOf` only what was recorded by then. */
export async function judgingEvents(
  tenant: Tenant,
  query: { contractIds: readonly string[]; kinds: readonly string[]; knownAsOf: string | null },
): Promise<JudgingEvent[]> {
  const rows = await sql<{
    contractId: string;
    id: string;
    kind: string;
    effectiveDate: string;
    body: Record<string, unknown>;
    by: string | null;
    byName: string | null;
    at: string;
  }>(
    tenant,
    // The obligations at the start are already in the terms.
    `select e.contract_id as "contractId", e.id, e.kind, e.effective_date as "effectiveDate",
       case when e.kind = 'created' then '{}'::jsonb else e.body end as body, e.recorded_by as by,
       coalesce(u.name, a.name, k.name) as "byName", to_char(e.recorded_at at time zone 'utc', ${MOMENT}) as at
     from revenue_events e
     left join users u on u.id = e.recorded_by
     left join api_clients a on a.organization_id = e.organization_id and a.id = e.recorded_by
     left join api_keys k on k.organization_id = e.organization_id and k.id = e.recorded_by
     where e.organization_id = $1::uuid and e.contract_id = any ($2::uuid[]) and e.kind = any ($3::text[])
       and ($4::timestamptz is null or e.recorded_at <= $4::timestamptz)
     order by e.contract_id, e.seq`,
    [tenant.organizationId, query.contractIds, query.kinds, query.knownAsOf],
  );
  return rows.map(({ contractId, id, kind, effectiveDate, body, by, byName, at }) => ({
    contractId,
    event: { ...body, id, kind, effectiveDate } as ContractEvent,
    by,
    byName,
    at,
  }));
}

/** Whether a cost (c) of some contracts ($2) is judged, as known at a moment ($3). */
const IS_JUDGED = `c.organization_id = $1::uuid and c.contract_id = any ($2::uuid[]) and c.cost_kind <> 'LOSS'
       and ($3::timestamptz is null or c.created_at <= $3::timestamptz)`;

/**
 * How many judgments of costs are without evidence, so that they are open.
 * Owner: judgedCost in src/core/revenue/judgements/judgement-list.ts; held to it by e2e/revenue/facts/judged-costs.test.ts.
 */
export async function countOpenCosts(
  tenant: Tenant,
  query: { contractIds: readonly string[]; knownAsOf: string | null },
): Promise<number> {
  const [row] = await sql<{ open: number }>(
    tenant,
    `select count(*)::int as open from contract_costs c where ${IS_JUDGED} and c.facts->>'evidence' is null and not c.voided`,
    [tenant.organizationId, query.contractIds, query.knownAsOf],
  );
  return row?.open ?? 0;
}

/** The costs of some contracts as they were judged, with who recorded each; in the order recorded. */
export async function judgedCosts(
  tenant: Tenant,
  query: { contractIds: readonly string[]; knownAsOf: string | null },
): Promise<(JudgedCost & Recorded & { contractId: string })[]> {
  return sql(
    tenant,
    `select c.contract_id as "contractId", c.id, c.description, c.cost_kind as "costKind", c.decision, c.why,
       c.posting_date as "postingDate", c.facts, c.voided, w.by, w.by_name as "byName",
       to_char(c.created_at at time zone 'utc', ${MOMENT}) as at
     from contract_costs c
     left join lateral (
       select e.recorded_by as by, coalesce(u.name, a.name, k.name) as by_name from revenue_events e
       left join users u on u.id = e.recorded_by
       left join api_clients a on a.organization_id = e.organization_id and a.id = e.recorded_by
       left join api_keys k on k.organization_id = e.organization_id and k.id = e.recorded_by
       where e.organization_id = c.organization_id and e.contract_id = c.contract_id and e.kind = 'cost'
         and e.body->>'key' = c.id::text order by e.seq desc limit 1
     ) w on true
     where ${IS_JUDGED}
     order by c.contract_id, c.created_at, c.id`,
    [tenant.organizationId, query.contractIds, query.knownAsOf],
  );
}
