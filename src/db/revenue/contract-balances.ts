import { dec, sum } from '@/core/money/decimal';
import { sql, type Tenant } from '../tenancy';
import { takesEffectBy } from './behind';
import { basesOf, contractsThatDiffered, readCopied, readKeptWithout } from './kept-balances';
import { type DaySpan, endsBefore, postedAfter, type RevenueScope } from './months';

/** A range of periods, and the day after the year in which a liability is current. */
export type BalanceSpan = DaySpan & { readonly soon: string };

/** The balances of all contracts before and after a range of periods, and their revenue in it, in the scope's currency. */
export interface BalanceTotals {
  /** Contracts that had a movement by the end of the range. */
  readonly contracts: number;
  readonly openingReceivable: string;
  readonly openingAsset: string;
  readonly openingDeferred: string;
  readonly closingReceivable: string;
  readonly closingAsset: string;
  readonly closingDeferred: string;
  readonly revenue: string;
  /** Revenue out of the opening liability: of each contract at most the liability, and at most its revenue (606-10-50-8(b)). */
  readonly fromOpening: string;
  /** Revenue of the range from performance before it (606-10-50-12A). */
  readonly fromPriorPerformance: string;
  /** The part of the closing liability that is due within the year; the rest is later (210-10-45). */
  readonly current: string;
}

/** A contract's position at the end of a range: an asset or a liability, never both (606-10-45-1). */
export interface ContractBalance {
  readonly contractId: string;
  readonly contractNumber: string;
  readonly receivable: string;
  readonly contractAsset: string;
  readonly deferred: string;
  readonly current: string;
  readonly nonCurrent: string;
}

/** A contract with a liability, the part due within the year, and what carries it. */
export interface ContractLiability {
  readonly contractId: string;
  readonly liability: string;
  readonly liabilityBase: string;
  readonly liabilityAccountId: string;
  readonly current: string;
}

type Bind = (one: unknown, type: string) => string;

/** The contracts that are added up, and whether their ends are those they have, or those they had when they were last checked. */
interface Some {
  readonly ids: readonly string[];
  readonly ends: 'NOW' | 'CHECKED';
}

const NET = 'm.deferred - m.contract_asset';
const unless = (condition: string | null) => (condition === null ? '' : `and not ${condition}`);

/** A statement's values, and its conditions for what a report rests on. A value is only bound where the text uses it. */
function statementOf(
  tenant: Tenant,
  scope: RevenueScope,
  { until, soon }: BalanceSpan,
  only: Some | null = null,
) {
  const values: unknown[] = [tenant.organizationId];
  const bind: Bind = (one, type) => `$${values.push(one)}::${type}`;
  const { knownAsOf, effectiveAsOf, subsidiaryIds, currencyCode } = scope;
  const known = knownAsOf === null ? null : bind(knownAsOf, 'timestamptz');
  const effective = effectiveAsOf === null ? null : bind(effectiveAsOf, 'date');
  const subsidiaries = subsidiaryIds === null ? null : bind(subsidiaryIds, 'uuid[]');
  const currency = bind(currencyCode, 'text');
  const bindText = (text: string) => bind(text, 'text');
  const isPostedBefore = endsBefore('r.posted_period', until, bindText);
  const isDueSoon = endsBefore('r.period', soon, bindText);
  const year = only?.ends === 'CHECKED' ? bind(soon.slice(0, 7), 'text') : bind(soon, 'date');
  /** Whether a contract ends after the year. */
  const endsLater = (contract: string) =>
    only?.ends === 'CHECKED'
      ? `(select k.unscheduled_since >= daybook_month_number(${year}) - 13 from revenue_checked_standings k where k.organization_id = $1::uuid and k.contract_id = ${contract})`
      : `(select c.end_date >= ${year} from revenue_contracts c where c.organization_id = $1::uuid and c.id = ${contract})`;
  const among = only === null ? null : `select unnest(${bind(only.ids, 'uuid[]')})`;
  /** Movements (m) through the end of the range. */
  const moved = `revenue_movements m ${
    effective === null
      ? ''
      : 'left join revenue_events e on e.organization_id = m.organization_id and e.id = m.event_id'
  } where ${[
    'm.organization_id = $1::uuid',
    `m.currency_code = ${currency}`,
    endsBefore('m.period', until, bindText),
    ...(subsidiaries === null ? [] : [`m.subsidiary_id = any (${subsidiaries})`]),
    ...(known === null ? [] : [`m.recorded_at <= ${known}`]),
    ...(effective === null
      ? []
      : [`coalesce(m.effective_on, e.effective_date, m.posting_date) <= ${effective}`]),
    ...(among === null ? [] : [`m.contract_id in (${among})`]),
  ].join(' and ')}`;
  const recorded = (alias: 'b' | 'r') =>
    [
      ...(known === null ? [] : [` and ${alias}.recorded_at <= ${known}`]),
      ...(effective === null ? [] : [` and ${takesEffectBy(alias, effective)}`]),
    ].join('');
  const postedLater = effective === null ? null : postedAfter(effective);
  const isOpen = `(${[
    'r.posted_at is null',
    ...(known === null ? [] : [`r.posted_at > ${known}`]),
    ...(postedLater === null ? [] : [postedLater]),
  ].join(' or ')})`;
  /**
   * What a contract is expected to earn after the range and before the end of the year: scheduled revenue, and unscheduled amounts unless
   * the contract ends later.
   */
  const soonOf = (contract: string) => `(
    select coalesce(sum(r.amount) filter (where ${isDueSoon}
        and (${isOpen} or not (${isPostedBefore}))), 0)
      + case when ${endsLater(contract)} then 0
          else coalesce((select sum(b.amount) from revenue_bookings b where b.organization_id = $1::uuid and b.contract_id = ${contract}${recorded('b')}), 0)
            - coalesce(sum(r.amount), 0) end
    from revenue_rows r where r.organization_id = $1::uuid and r.contract_id = ${contract}${recorded('r')})`;
  /** The part of a liability that is due within the year; only a contract that has one is looked at. */
  const currentOf = (net: string, contract: string) =>
    `case when ${net} > 0 then least(${net}, greatest(${soonOf(contract)}, 0)) else 0 end`;
  return {
    values,
    bind,
    known,
    effective,
    subsidiaries,
    currency,
    among,
    isPostedBefore,
    postedLater,
    moved,
    currentOf,
  };
}

/**
 * When more contracts than this were touched since they were last checked, adding up all contracts is faster than adding up these one by
 * one.
 */
const MOST_TOUCHED = 300;

/**
 * As of another moment, when more contracts than this may have stood otherwise, adding up all contracts takes as long as finding these and adding
 * them up.
 */
const MOST_DIFFERENT = 1_000;

/**
 * The totals of the contract balances, from what is kept of every contract and the contracts touched since. As known at another moment or as of a day in
 * effect, of the contracts that may have stood otherwise then, what is kept is replaced by how they stood; a moment before a run of the months asked
 * for differs in nearly all contracts, and is read from the copy of a moment near it in the same way. Where there is none, all are added up, and so are those as of a day
 * before the facts of most, or before a run of the months asked for. Other than months are added up, and so are all
 * contracts while many are not checked yet, as after a run. Of another moment it is read in one snapshot, as reports are.
 * Owner: the rows; what is kept is held to them by e2e/revenue/histories/checked/checked-standings.test.ts and balances-then.test.ts, and by a
 * full verification.
 */
export async function readBalanceTotals(
  tenant: Tenant,
  scope: RevenueScope,
  span: BalanceSpan,
): Promise<BalanceTotals> {
  const isNow = scope.knownAsOf === null && scope.effectiveAsOf === null;
  const kept = () => (isNow ? readKeptTotals(tenant, scope, span) : readTotalsThen(tenant, scope, span));
  return (scope.isByMonth ? await kept() : null) ?? addUpBalanceTotals(tenant, scope, span);
}

/**
 * The totals of a range of months as known at a moment or as of a day in effect; null where too many contracts may have stood otherwise then than now and than
 * in the copies nearest to the moment. What was posted of no fact after a day in effect is not in effect on it, so that of months beyond that day
 * contracts that a run of them moved differ too. `used` hears from what it was read.
 */
export async function readTotalsThen(
  tenant: Tenant,
  scope: RevenueScope,
  span: BalanceSpan,
  used: (base: string | null) => void = () => {},
): Promise<BalanceTotals | null> {
  const { knownAsOf } = scope;
  for (const base of knownAsOf === null ? [null] : await basesOf(tenant, knownAsOf)) {
    const different = await contractsThatDiffered(tenant, scope, span, MOST_DIFFERENT, base);
    if (different === null) continue;
    used(base);
    const then = () => addUpBalanceTotals(tenant, scope, span, { ids: different, ends: 'NOW' });
    if (base === null) {
      const others = await readKeptWithout<BalanceTotals>(tenant, scope, span, different);
      return different.length === 0 ? others : both(others, await then());
    }
    const copied = await readCopied<BalanceTotals>(tenant, scope, span, base);
    if (different.length === 0) return copied;
    // As the copy has them: with all facts of its moment, and with the end they had when they were last checked.
    const asCopied = { ...scope, knownAsOf: base, effectiveAsOf: null };
    const had = await addUpBalanceTotals(tenant, asCopied, span, { ids: different, ends: 'CHECKED' });
    return both(both(copied, await then()), had, -1);
  }
  return null;
}

/** Totals with others added, or taken off. */
function both(one: BalanceTotals, other: BalanceTotals, sign: 1 | -1 = 1): BalanceTotals {
  const of = (name: Exclude<keyof BalanceTotals, 'contracts'>) =>
    sum([one[name], dec(other[name]).times(sign)]).toFixed();
  return {
    contracts: one.contracts + sign * other.contracts,
    openingReceivable: of('openingReceivable'),
    openingAsset: of('openingAsset'),
    openingDeferred: of('openingDeferred'),
    closingReceivable: of('closingReceivable'),
    closingAsset: of('closingAsset'),
    closingDeferred: of('closingDeferred'),
    revenue: of('revenue'),
    fromOpening: of('fromOpening'),
    fromPriorPerformance: of('fromPriorPerformance'),
    current: of('current'),
  };
}

/** The totals of a range of months as they are now, from check-contracts in prisma/sql; null while too many contracts are not checked. */
async function readKeptTotals(
  tenant: Tenant,
  { subsidiaryIds, currencyCode }: RevenueScope,
  span: DaySpan,
): Promise<BalanceTotals | null> {
  const [row] = await sql<BalanceTotals & { readonly isTooMany: boolean }>(
    tenant,
    `with touched as materialized (
       select coalesce(sum(cardinality(t.contract_ids)), 0) > ${MOST_TOUCHED} as many from revenue_touched_contracts t where t.organization_id = $1::uuid
     ), parts as (
       select k.subsidiary_id, k.currency_code, k.since_month, k.month, k.contracts, k.receivable, k.contract_asset, k.deferred, k.revenue, k.from_opening,
         k.prior, k.due_soon
       from revenue_checked_balances k where k.organization_id = $1::uuid and not (select many from touched)
       union all
       select p.* from daybook_balance_parts(case when not (select many from touched) then array(
         select distinct c.id from revenue_touched_contracts t cross join lateral unnest(t.contract_ids) as c(id) where t.organization_id = $1::uuid) end) p
     )
     select (select many from touched) as "isTooMany", coalesce(sum(p.contracts), 0)::int as contracts,
       coalesce(sum(p.receivable) filter (where p.month < x.first), 0)::text as "openingReceivable",
       coalesce(sum(p.contract_asset) filter (where p.month < x.first), 0)::text as "openingAsset",
       coalesce(sum(p.deferred) filter (where p.month < x.first), 0)::text as "openingDeferred",
       coalesce(sum(p.receivable), 0)::text as "closingReceivable", coalesce(sum(p.contract_asset), 0)::text as "closingAsset",
       coalesce(sum(p.deferred), 0)::text as "closingDeferred", coalesce(sum(p.revenue) filter (where p.month >= x.first), 0)::text as revenue,
       coalesce(sum(p.from_opening) filter (where p.since_month >= x.first), 0)::text as "fromOpening",
       coalesce(sum(p.prior) filter (where p.month >= x.first), 0)::text as "fromPriorPerformance", coalesce(sum(p.due_soon), 0)::text as current
     from (select daybook_month_number($4) as first, daybook_month_number($5) as until) x
     left join parts p on p.month < x.until and p.currency_code = $3 and ($2::uuid[] is null or p.subsidiary_id = any ($2::uuid[]))`,
    [tenant.organizationId, subsidiaryIds, currencyCode, span.from, span.until],
  );
  if (row === undefined) throw new Error('a sum without groups has one row');
  const { isTooMany, ...totals } = row;
  return isTooMany ? null : totals;
}

/**
 * The totals of the contract balances, of all contracts or only of some: each is added up in the database, in the order of an index that has what is summed, and
 * nothing but the totals leaves it. Held to the balances of each contract, and to the rule, by e2e/revenue/reports/contract-balances.test.ts.
 */
export async function addUpBalanceTotals(
  tenant: Tenant,
  scope: RevenueScope,
  span: BalanceSpan,
  only: Some | null = null,
): Promise<BalanceTotals> {
  const asked = statementOf(tenant, scope, span, only);
  const {
    values,
    bind,
    known,
    effective,
    subsidiaries,
    currency,
    among,
    isPostedBefore,
    postedLater,
    moved,
    currentOf,
  } = asked;
  const isBefore = (column: string) => endsBefore(column, span.from, (text) => bind(text, 'text'));
  const isEarlier = isBefore('m.period');
  const [row] = await sql<BalanceTotals>(
    tenant,
    `with standing as (
       select m.contract_id, coalesce(sum(${NET}) filter (where ${isEarlier}), 0) as before,
         coalesce(sum(m.receivable) filter (where ${isEarlier}), 0) as receivable_before, sum(${NET}) as net, sum(m.receivable) as receivable,
         coalesce(sum(m.revenue) filter (where not (${isEarlier})), 0) as revenue
       from ${moved} group by m.contract_id
     ), caught_up as (
       select coalesce(sum(r.amount), 0) as amount from revenue_rows r
       join revenue_positions p on p.organization_id = r.organization_id and p.contract_id = r.contract_id
       where r.organization_id = $1::uuid and r.catch_up and r.source <> 'SCHEDULE' and r.posted_period is not null
         and not (${isBefore('r.posted_period')}) and ${isPostedBefore} and p.currency_code = ${currency}
         ${subsidiaries === null ? '' : `and p.subsidiary_id = any (${subsidiaries})`}
         ${among === null ? '' : `and r.contract_id in (${among})`}
         ${known === null ? '' : `and r.posted_at <= ${known}`}
         ${effective === null ? '' : `and ${takesEffectBy('r', effective)}`} ${unless(postedLater)}
     )
     select count(*)::int as contracts, coalesce(sum(s.receivable_before), 0)::text as "openingReceivable",
       coalesce(sum(greatest(-s.before, 0)), 0)::text as "openingAsset", coalesce(sum(greatest(s.before, 0)), 0)::text as "openingDeferred",
       coalesce(sum(s.receivable), 0)::text as "closingReceivable", coalesce(sum(greatest(-s.net, 0)), 0)::text as "closingAsset",
       coalesce(sum(greatest(s.net, 0)), 0)::text as "closingDeferred", coalesce(sum(s.revenue), 0)::text as revenue,
       coalesce(sum(least(greatest(s.revenue, 0), greatest(s.before, 0))), 0)::text as "fromOpening",
       (select amount::text from caught_up) as "fromPriorPerformance",
       coalesce(sum(${currentOf('s.net', 's.contract_id')}), 0)::text as current
     from standing s`,
    values,
  );
  if (row === undefined) throw new Error('a sum without groups has one row');
  return row;
}

/** The contracts in the order of their numbers, after one of them: as many as asked for, each with its position at the end of the range. */
export function pageContractBalances(
  tenant: Tenant,
  scope: RevenueScope,
  span: BalanceSpan,
  page: { readonly after: string | null; readonly limit: number },
): Promise<ContractBalance[]> {
  const { values, bind, moved, currentOf, subsidiaries, currency } = statementOf(tenant, scope, span);
  // What a contract moves is in its own currency and of its own subsidiary: those of another are not looked at.
  const reach = `and k.currency_code = ${currency} ${subsidiaries === null ? '' : `and k.subsidiary_id = any (${subsidiaries})`}`;
  const after = page.after === null ? '' : `and k.contract_number > ${bind(page.after, 'text')}`;
  return sql<ContractBalance>(
    tenant,
    `select x."contractId", x."contractNumber", x.receivable::text, greatest(-x.net, 0)::text as "contractAsset", greatest(x.net, 0)::text as deferred,
       x.current::text, (greatest(x.net, 0) - x.current)::text as "nonCurrent"
     from (
       select k.id as "contractId", k.contract_number as "contractNumber", s.receivable, s.net, ${currentOf('s.net', 'k.id')} as current
       from revenue_contracts k
       cross join lateral (select sum(${NET}) as net, sum(m.receivable) as receivable from ${moved} and m.contract_id = k.id having count(*) > 0 offset 0) s
       where k.organization_id = $1::uuid ${reach} ${after}
       order by k.contract_number limit ${bind(page.limit, 'int')}) x
     order by x."contractNumber"`,
    values,
  );
}

/** The contracts with a liability at the end of the range, in both currencies. */
export function readLiabilities(
  tenant: Tenant,
  scope: RevenueScope,
  span: BalanceSpan,
): Promise<ContractLiability[]> {
  const { values, moved, currentOf } = statementOf(tenant, scope, span);
  return sql<ContractLiability>(
    tenant,
    `select n.contract_id as "contractId", n.net::text as liability, n.base::text as "liabilityBase", p.deferred_account_id as "liabilityAccountId",
       ${currentOf('n.net', 'n.contract_id')}::text as current
     from (select m.contract_id, sum(${NET}) as net, sum(m.deferred_base - m.contract_asset_base) as base from ${moved}
       group by m.contract_id having sum(${NET}) > 0) n
     join revenue_positions p on p.organization_id = $1::uuid and p.contract_id = n.contract_id
     order by n.contract_id`,
    values,
  );
}
