import { sql, type Tenant } from '../tenancy';
import type { DaySpan, RevenueScope } from './months';

/**
 * How contracts stood when they were last checked, at both ends of a range of months and between them: what the kept totals of the range have of
 * them. Amounts in the scope's currency, as `BalanceTotals` names them. $6: the contracts.
 */
const STOOD = `
  select k.subsidiary_id, k.currency_code, (x.moves > 0)::int as contracts, x.opening_receivable, greatest(-x.before, 0) as opening_asset,
    greatest(x.before, 0) as opening_deferred, x.receivable, greatest(-x.net, 0) as contract_asset, greatest(x.net, 0) as deferred, x.revenue,
    least(greatest(x.revenue, 0), greatest(x.before, 0)) as from_opening, x.prior, least(greatest(x.net, 0), greatest(x.soon, 0)) as due_soon
  from (select distinct n.id from unnest($6::uuid[]) as n (id)) a
  cross join lateral (
    select c.* from revenue_checked_standings c where c.organization_id = $1::uuid and c.contract_id = a.id offset 0) k
  cross join lateral (
    select width_bucket(daybook_month_number($4) - 1, k.months) as b, width_bucket(daybook_month_number($5) - 1, k.months) as e) p
  cross join lateral (
    select coalesce(k.moves[p.e], 0) as moves, coalesce(k.receivables[p.b], 0) as opening_receivable, coalesce(k.nets[p.b], 0) as before,
      coalesce(k.receivables[p.e], 0) as receivable, coalesce(k.nets[p.e], 0) as net,
      coalesce(k.revenues[p.e], 0) - coalesce(k.revenues[p.b], 0) as revenue, coalesce(k.priors[p.e], 0) - coalesce(k.priors[p.b], 0) as prior,
      coalesce(k.soons[p.e], 0) as soon) x
  where cardinality(k.months) > 0`;

/** What the parts of sums add to a range of months: those that are kept, or a copy of them as known at a moment ($6). */
const partsOf = (sums: string) => `
  select k.subsidiary_id, k.currency_code, k.contracts, case when k.month < x.first then k.receivable else 0 end as opening_receivable,
    case when k.month < x.first then k.contract_asset else 0 end as opening_asset, case when k.month < x.first then k.deferred else 0 end as opening_deferred,
    k.receivable, k.contract_asset, k.deferred, case when k.month >= x.first then k.revenue else 0 end as revenue,
    case when k.since_month >= x.first then k.from_opening else 0 end as from_opening, case when k.month >= x.first then k.prior else 0 end as prior, k.due_soon
  from ${sums} and k.month < x.until`;
const MONTHS = 'cross join (select daybook_month_number($4) as first, daybook_month_number($5) as until) x';
const PARTS = partsOf(`revenue_checked_balances k ${MONTHS} where k.organization_id = $1::uuid`);
const COPIED_PARTS = partsOf(
  `revenue_copied_balances k ${MONTHS} where k.organization_id = $1::uuid and k.moment = $6::timestamptz`,
);

const COLUMNS = [
  ...[
    'contracts',
    'opening_receivable',
    'opening_asset',
    'opening_deferred',
    'receivable',
    'contract_asset',
    'deferred',
  ],
  ...['revenue', 'from_opening', 'prior', 'due_soon'],
];
const columns = (sign: '' | '-') => COLUMNS.map((column) => `${sign}y.${column} as ${column}`).join(', ');

/**
 * The kept totals of a range of months without some contracts; to be read in one snapshot with what was asked to find these. Touched
 * contracts must be among them: of others, what is kept is how they stand.
 */
export const readKeptWithout = <Totals>(
  tenant: Tenant,
  scope: RevenueScope,
  span: DaySpan,
  without: readonly string[],
): Promise<Totals> =>
  readSums(
    tenant,
    scope,
    span,
    `select y.subsidiary_id, y.currency_code, ${columns('')} from (${PARTS}) y
       union all
       select y.subsidiary_id, y.currency_code, ${columns('-')} from (${STOOD}) y`,
    without,
  );

/** The totals of a range of months of the copy of a moment (`basesOf`), to be read in one snapshot with that. */
export const readCopied = <Totals>(
  tenant: Tenant,
  scope: RevenueScope,
  span: DaySpan,
  moment: string,
): Promise<Totals> =>
  readSums(
    tenant,
    scope,
    span,
    `select y.subsidiary_id, y.currency_code, ${columns('')} from (${COPIED_PARTS}) y`,
    moment,
  );

async function readSums<Totals>(
  tenant: Tenant,
  { subsidiaryIds, currencyCode }: RevenueScope,
  span: DaySpan,
  parts: string,
  sixth: readonly string[] | string,
): Promise<Totals> {
  const [row] = await sql<Totals>(
    tenant,
    `select coalesce(sum(z.contracts), 0)::int as contracts, coalesce(sum(z.opening_receivable), 0)::text as "openingReceivable",
       coalesce(sum(z.opening_asset), 0)::text as "openingAsset", coalesce(sum(z.opening_deferred), 0)::text as "openingDeferred",
       coalesce(sum(z.receivable), 0)::text as "closingReceivable", coalesce(sum(z.contract_asset), 0)::text as "closingAsset",
       coalesce(sum(z.deferred), 0)::text as "closingDeferred", coalesce(sum(z.revenue), 0)::text as revenue,
       coalesce(sum(z.from_opening), 0)::text as "fromOpening", coalesce(sum(z.prior), 0)::text as "fromPriorPerformance",
       coalesce(sum(z.due_soon), 0)::text as current
     from (${parts}) z where z.currency_code = $3 and ($2::uuid[] is null or z.subsidiary_id = any ($2::uuid[]))`,
    [tenant.organizationId, subsidiaryIds, currencyCode, span.from, span.until, sixth],
  );
  if (row === undefined) throw new Error('a sum without groups has one row');
  return row;
}

/** The moment and the day of effect that a report speaks of; null: not limited. */
export type Moment = Pick<RevenueScope, 'knownAsOf' | 'effectiveAsOf'>;

/**
 * From what the totals as known at a moment may be read, the nearest first: the moments of the complete copies of the sums before and after it
 * (copy-balances in prisma/sql), and null, what is kept of now. A copy is not read while something recorded by its moment is not checked.
 */
export async function basesOf(tenant: Tenant, knownAsOf: string): Promise<readonly (string | null)[]> {
  const copy = (side: string) =>
    `(select c.moment from revenue_balance_copies c where c.organization_id = $1::uuid and c.copied_to is null and c.moment ${side} limit 1)`;
  const rows = await sql<{ moment: string | null }>(
    tenant,
    `select to_char(b.moment at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as moment
     from (${copy('<= $2::timestamptz order by c.moment desc')} union all ${copy('> $2::timestamptz order by c.moment')} union all select null) b
     where not exists (select from revenue_touched_contracts t where t.organization_id = $1::uuid and t.recorded_at <= b.moment)
     order by abs(extract(epoch from coalesce(b.moment, now()) - $2::timestamptz))`,
    [tenant.organizationId, knownAsOf],
  );
  return rows.map(({ moment }) => moment);
}

/**
 * The contracts whose balances of a range of months may have stood otherwise at a moment, or as of a day in effect,
 * than what is kept of them, or than the copy of `base` has them; null where they are more than `most` (later-contracts in prisma/sql).
 */
export async function contractsThatDiffered(
  tenant: Tenant,
  { knownAsOf, effectiveAsOf }: Moment,
  { until }: DaySpan,
  most: number,
  base: string | null = null,
): Promise<readonly string[] | null> {
  const [row] = await sql<{ contracts: string[] | null }>(
    tenant,
    `select daybook_later_contracts(least($1::timestamptz, $5::timestamptz), $2::date, $3::text, $4::int,
       case when $5::timestamptz is null then 'infinity' else greatest($1::timestamptz, $5::timestamptz) end)::text[] as contracts`,
    [knownAsOf, effectiveAsOf, until.slice(0, 7), most, base],
  );
  return row?.contracts ?? null;
}
