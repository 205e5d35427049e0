import type { ContractEvent } from '../../../core/revenue/contracts/events';
import type { Criterion } from '../../../core/revenue/judgements/contract-criteria';
import type { FinancingQuestion } from '../../../core/revenue/judgements/judged-answers';
import type { JudgedTerms } from '../../../core/revenue/judgements/judged-terms';
import type { JudgedCost, JudgementState } from '../../../core/revenue/judgements/judgement-list';
import { longSqlInParts } from '../../record-stream';
import { parameters } from '../../reports/parameters';
import { idsWithText } from '../../reports/party-search';
import { keptOpenCosts } from '../../stores/record-counts';
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
  /** Contracts after this one in the list; the first is this one where it `isWithin` it that the list goes on. */
  readonly after?:
    | { readonly contractDate: string; readonly id: string; readonly isWithin?: boolean }
    | undefined;
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
    const like = `%${query.search.replace(/[\\%_]/g, '\\$&')}%`;
    const found = await idsWithText(tenant, 'contract', like);
    const pattern = p.add(found ?? like);
    where.push(
      found === null
        ? `(c.contract_number ilike ${pattern} or c.name ilike ${pattern})`
        : `c.id = any (${pattern}::uuid[])`,
    );
  }
  if (query.dateFrom !== undefined) where.push(`c.contract_date >= ${p.add(query.dateFrom)}::date`);
  if (query.dateTo !== undefined) where.push(`c.contract_date <= ${p.add(query.dateTo)}::date`);
  if (query.after !== undefined) {
    const operator = query.after.isWithin === true ? '<=' : '<';
    where.push(
      `(c.contract_date, c.id) ${operator} (${p.add(query.after.contractDate)}::date, ${p.add(query.after.id)}::uuid)`,
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

/**
 * The facts of some contracts in which something is judged, in the order of recording; with `knownAsOf` only what was recorded by then. Costs are judged by
 * their own records (`pageJudgedCosts`): their facts, of which a contract may have thousands, are not read.
 */
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
     where e.organization_id = $1::uuid and e.contract_id = any ($2::uuid[]) and e.kind = any ($3::text[]) and e.kind <> 'cost'
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

/** Whether a cost (c) of an organization ($1) is judged, as known at a moment ($2). */
const IS_JUDGED = `c.organization_id = $1::uuid and c.cost_kind <> 'LOSS' and ($2::timestamptz is null or c.created_at <= $2::timestamptz)`;

/**
 * Whether the judgment of a cost (c) is in a state: of each cost exactly one is true. A cost is never judged again, so none is superseded.
 * Owner: judgedCost in src/core/revenue/judgements/judgement-list.ts; held to it by e2e/revenue/facts/judged-costs.test.ts.
 */
const IS_IN: Readonly<Record<JudgementState, string>> = {
  ANSWERED: `not c.voided and c.facts->>'evidence' is not null`,
  OPEN: `not c.voided and c.facts->>'evidence' is null`,
  SUPERSEDED: 'false',
  VOIDED: 'c.voided',
};

/**
 * How many judgments of a contract's costs are without evidence, so that they are open: as kept (revenue/note-open-costs in prisma/sql), less those recorded after the
 * moment. A caller within some subsidiaries does not see what is kept; for them they are counted.
 */
export async function countOpenCosts(
  tenant: Tenant,
  { contractId, knownAsOf }: { contractId: string; knownAsOf: string | null },
): Promise<number> {
  const kept = await keptOpenCosts(tenant, contractId);
  if (kept !== null && knownAsOf === null) return kept;
  // Of what is kept those of later are taken off; what is not is counted.
  const recorded =
    kept === null
      ? '($3::timestamptz is null or c.created_at <= $3::timestamptz)'
      : 'c.created_at > $3::timestamptz';
  const [row] = await sql<{ costs: number }>(
    tenant,
    `select count(*)::int as costs from contract_costs c where c.organization_id = $1::uuid and c.contract_id = $2::uuid and c.cost_kind <> 'LOSS'
       and ${IS_IN.OPEN} and ${recorded}`,
    [tenant.organizationId, contractId, knownAsOf],
  );
  const costs = row?.costs ?? 0;
  return kept === null ? costs : kept - costs;
}

/** A place among the costs of a contract, which are in the order recorded: behind the cost with this id, recorded at this moment. */
export interface CostPlace {
  readonly at: string;
  readonly id: string;
}
/** The place before all costs: no books and no ids are older. */
export const BEFORE_COSTS: CostPlace = {
  at: '1900-01-01T00:00:00.000Z',
  id: '00000000-0000-0000-0000-000000000000',
};

export interface JudgedCostsQuery {
  /** In the order in which their costs are wanted. */
  readonly contractIds: readonly string[];
  readonly knownAsOf: string | null;
  /** Only those in this state. */
  readonly state?: JudgementState | undefined;
  /** Of the first contract only the costs behind this place. */
  readonly after?: CostPlace | undefined;
  /** Null: all there are. */
  readonly limit: number | null;
}

/** A cost as it was judged, before it is known who recorded it. */
export type CostOfContract = JudgedCost & { readonly contractId: string; readonly at: string };

/** Costs read by one statement: a page of the screens. */
const MOST_AT_ONCE = 1_001;

/**
 * A page of the costs of some contracts as they were judged, with who recorded each, as they are shown; those of one contract in the order recorded. A longer one
 * than the screens ask for is read a few hundred at a time, so that it never holds the event loop.
 */
export function pageJudgedCosts<Shown>(
  tenant: Tenant,
  query: JudgedCostsQuery & { readonly limit: number },
  shown: (cost: JudgedCost & Recorded & { readonly contractId: string }) => Shown,
): Promise<Shown[]> {
  const { text, values } = judgedCostsSql(tenant, query);
  const complete = async (costs: readonly CostOfContract[]) =>
    (await withCostRecorders(tenant, costs)).map(shown);
  return query.limit <= MOST_AT_ONCE
    ? sql<CostOfContract>(tenant, text, values).then(complete)
    : longSqlInParts(tenant, { text, values }, complete);
}

/** The statement of such a page, whose rows are completed with `withCostRecorders`. */
export function judgedCostsSql(
  tenant: Tenant,
  { contractIds, knownAsOf, state, after = BEFORE_COSTS, limit }: JudgedCostsQuery,
): { readonly text: string; readonly values: readonly unknown[] } {
  const places = contractIds.map((_, index) => (index === 0 ? after : BEFORE_COSTS));
  return {
    text: `select k.contract_id as "contractId", c.id, c.description, c.cost_kind as "costKind", c.decision, c.why,
       c.posting_date as "postingDate", c.facts, c.voided, to_char(c.created_at at time zone 'utc', ${MOMENT}) as at
     from (
       select * from unnest($3::uuid[], $4::timestamptz[], $5::uuid[]) with ordinality k(contract_id, at, id, place) order by place
     ) k
     cross join lateral (
       select c.* from contract_costs c
       where ${IS_JUDGED} and c.contract_id = k.contract_id and (c.created_at, c.id) > (k.at, k.id)
         ${state === undefined ? '' : `and ${IS_IN[state]}`}
       order by c.created_at, c.id limit $6::int
     ) c
     order by k.place, c.created_at, c.id limit $6::int`,
    values: [
      tenant.organizationId,
      knownAsOf,
      contractIds,
      places.map(({ at }) => at),
      places.map(({ id }) => id),
      limit,
    ],
  };
}

/** Costs with who recorded them. */
export async function withCostRecorders(
  tenant: Tenant,
  costs: readonly CostOfContract[],
): Promise<(CostOfContract & Recorded)[]> {
  const recorded = await costRecorders(tenant, costs);
  return costs.map((cost) => ({
    ...cost,
    ...(recorded.get(`${cost.contractId} ${cost.id}`) ?? { by: null, byName: null }),
  }));
}

/** Who recorded costs, by the ids of their contract and their own: of each cost only the fact that names it is read (daybook_cost_recorders). */
async function costRecorders(
  tenant: Tenant,
  costs: readonly { readonly id: string; readonly contractId: string }[],
): Promise<Map<string, Omit<Recorded, 'at'>>> {
  if (costs.length === 0) return new Map();
  const rows = await sql<{ contractId: string; key: string; by: string | null; byName: string | null }>(
    tenant,
    `select w.o_contract_id as "contractId", w.o_cost_id as key, w.o_recorded_by as by, coalesce(u.name, a.name, k.name) as "byName"
     from daybook_cost_recorders($2::uuid[], $3::uuid[]) w
     left join users u on u.id = w.o_recorded_by
     left join api_clients a on a.organization_id = $1::uuid and a.id = w.o_recorded_by
     left join api_keys k on k.organization_id = $1::uuid and k.id = w.o_recorded_by`,
    [tenant.organizationId, costs.map(({ contractId }) => contractId), costs.map(({ id }) => id)],
  );
  return new Map(rows.map(({ contractId, key, by, byName }) => [`${contractId} ${key}`, { by, byName }]));
}
