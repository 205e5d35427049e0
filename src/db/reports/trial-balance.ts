import type { AccountType } from '@/core/ledger/accounts';
import type { AccountBalance } from '@/core/ledger/trial-balance';
import type { Side } from '@/core/transactions/kinds';
import { preparedSql, type Tenant } from '../tenancy';
import { conditionsOf, conditionsOfDays, periodSums, placedIn } from './dimension-sums';
import { linesOfEntries, tailSql } from './ledger-days';
import { type Parameters, parameters } from './parameters';
import { type DimensionFilter, dimensionsOf, type ReportScope } from './scope';

export interface BalanceQuery {
  readonly scope: ReportScope;
  /** The last day included. */
  readonly asOf: string;
  /** The day that determines "this fiscal year": the report date, unless an opening balance is requested. */
  readonly yearAt: string;
  readonly today: string;
  readonly dimensions?: DimensionFilter | undefined;
  /** Whether a 13th period that ends on `asOf` is included, or is itself the period shown. Included by default. */
  readonly adjustment?: 'counts' | 'left-out' | 'is-the-period';
  /** Only these accounts; null for all. */
  readonly accountIds?: readonly string[] | null;
  /** Also include accounts without postings. */
  readonly includeZero?: boolean;
}

export interface StoredBalance extends AccountBalance {
  readonly isRetainedEarnings: boolean;
}

interface Row {
  id: string;
  code: string;
  name: string;
  account_type: AccountType;
  normal_side: Side;
  retained: boolean;
  before_debit: string;
  before_credit: string;
  year_debit: string;
  year_credit: string;
  period_debit: string;
  period_credit: string;
}

/** The account of prior years' earnings: the one marked as such, otherwise an equity account with that name. */
export const RETAINED_EARNINGS_SQL = `(
  select r.id from accounts r
  where r.organization_id = $1::uuid and r.account_type = 'EQUITY' and not r.is_summary
    and (r.is_retained_earnings or lower(r.name) = 'retained earnings')
  order by r.is_retained_earnings desc, r.code limit 1)`;

/**
 * Owner: the lines of the ledger; the balances are their sums, held to it by e2e/ledger/balances.test.ts.
 * Every account's sums up to a day, split into before the fiscal year, this year to date, and the period of the day.
 * Whole periods come from the balances or sums by period; of a period cut by the day, the days on whichever side of it are fewer, from the
 * sums by day and the few entries that are not in them yet. The cost is periods × accounts, whatever the length of history; with dimensions,
 * also what the days of that part have of them.
 */
export async function readAccountBalances(tenant: Tenant, query: BalanceQuery): Promise<StoredBalance[]> {
  const accounts = query.accountIds ?? null;
  const adjustment = query.adjustment ?? 'counts';
  const p = parameters();
  const text = statement(p, tenant, query, accounts, adjustment);
  // By their first letters: PostgreSQL keeps 63 bytes of a name.
  const shape = [
    dimensionsOf(query.dimensions ?? {})
      .map((one) => one.column.charAt(0))
      .join(''),
    accounts === null ? 'all' : 'some',
    adjustment,
    query.includeZero,
  ];
  const rows = await preparedSql<Row>(tenant, `account_balances_${shape.join('_')}`, text, p.values);
  return rows.map((row) => ({
    accountId: row.id,
    code: row.code,
    name: row.name,
    type: row.account_type,
    normalSide: row.normal_side,
    isRetainedEarnings: row.retained,
    beforeYear: { debit: row.before_debit, credit: row.before_credit },
    yearToDate: { debit: row.year_debit, credit: row.year_credit },
    period: { debit: row.period_debit, credit: row.period_credit },
  }));
}

function statement(
  p: Parameters,
  tenant: Tenant,
  query: BalanceQuery,
  accountIds: readonly string[] | null,
  adjustment: NonNullable<BalanceQuery['adjustment']>,
): string {
  const org = `${p.add(tenant.organizationId)}::uuid`;
  const ids = p.add(query.scope.subsidiaries.map((one) => one.id));
  const rates = p.add(query.scope.subsidiaries.map((one) => one.rate));
  const asOf = `${p.add(query.asOf)}::date`;
  const yearAt = `${p.add(query.yearAt)}::date`;
  const today = `${p.add(query.today)}::date`;
  const chosen = accountIds === null ? null : `${p.add(accountIds)}::uuid[]`;
  const placed = placedIn(query.dimensions ?? {}, (value) => p.add(value));
  const whole = periodSums(placed);
  const only = (column: string) => (chosen === null ? '' : ` and ${column} = any (${chosen})`);
  const isPeriod =
    adjustment === 'is-the-period'
      ? `q.is_adjustment and q.end_date = ${asOf}`
      : `q.id = c.period_id and ${asOf} <= c.end_date`;
  const leftOut = adjustment === 'left-out' ? ` and not (q.is_adjustment and q.end_date = ${asOf})` : '';

  const first = `case when c.subtracts then ${asOf} + 1 else c.start_date end`;
  const last = `case when c.subtracts then c.end_date else ${asOf} end`;
  const sign = 'case when c.subtracts then -1 else 1 end';
  const sums = `sum(d.base_debit) * ${sign}, sum(d.base_credit) * ${sign}`;
  const days =
    placed.length === 0
      ? `select d.account_id, c.rate, false, true, ${sums}
    from cut c join ledger_days d on d.organization_id = ${org} and d.subsidiary_id = c.subsidiary_id
      and d.posting_date >= ${first} and d.posting_date <= ${last}${only('d.account_id')}
    where c.end_date > ${asOf}
    group by 1, 2, c.subtracts`
      : // Once for all subsidiaries: their days are beside each other in the index of the dimension.
        `select a.id, c.rate, false, true, ${sums}
    from (select min(${first}) as low, max(${last}) as high from cut c where c.end_date > ${asOf}) reach
    cross join accounts a
    cross join lateral (
      select x.subsidiary_id, x.posting_date, x.base_debit, x.base_credit from ledger_dimension_days x
      where x.organization_id = ${org} and x.account_id = a.id and x.posting_date >= reach.low and x.posting_date <= reach.high
        ${conditionsOfDays(placed, 'x')} offset 0) d
    join cut c on c.subsidiary_id = d.subsidiary_id and c.end_date > ${asOf} and d.posting_date >= ${first} and d.posting_date <= ${last}
    where a.organization_id = ${org} and not a.is_summary${only('a.id')}
    group by 1, 2, c.subtracts`;
  const linesOfTail = `${linesOfEntries(org)}
    where true${only('l.account_id')}${conditionsOf(placed, 'l')}`;
  const cutPeriod = `${days}
    union all
    select l.account_id, c.rate, false, true, sum(l.base_debit) * ${sign}, sum(l.base_credit) * ${sign}
    from cut c join tail e on c.end_date > ${asOf} and e.subsidiary_id = c.subsidiary_id
      and e.posting_date >= ${first} and e.posting_date <= ${last}
    ${linesOfTail}
    group by 1, 2, c.subtracts`;
  const wholePeriodsOfTail = whole.isBehind
    ? `select l.account_id, s.rate, s.is_before, s.is_period, sum(l.base_debit), sum(l.base_credit)
    from spans s join tail e on e.subsidiary_id = s.subsidiary_id and e.period_id = s.period_id
    ${linesOfTail}
    group by 1, 2, 3, 4
    union all
    `
    : '';

  return `
  with cut as materialized (
    select s.id as subsidiary_id, s.rate, c.id as period_id, c.start_date, c.end_date, y.fiscal_year,
           -- For a partial period, the shorter side is read; there is little after today.
           c.end_date > ${asOf} and (${asOf} >= ${today} or c.end_date - ${asOf} <= ${asOf} - c.start_date)
             and not exists (select 1 from fiscal_periods q where q.organization_id = ${org} and q.subsidiary_id = s.id
               and q.is_adjustment and q.start_date > ${asOf} and q.start_date <= c.end_date) as subtracts
    from unnest(${ids}::uuid[], ${rates}::numeric[]) as s(id, rate)
    cross join lateral (
      select q.id, q.start_date, q.end_date from fiscal_periods q
      where q.organization_id = ${org} and q.subsidiary_id = s.id and not q.is_adjustment and q.start_date <= ${asOf}
      order by q.start_date desc limit 1) c
    cross join lateral (
      select q.fiscal_year from fiscal_periods q
      where q.organization_id = ${org} and q.subsidiary_id = s.id and not q.is_adjustment and q.start_date <= ${yearAt}
      order by q.start_date desc limit 1) y
  ),${tailSql(org, whole.isBehind ? 'true' : `exists (select from cut where cut.end_date > ${asOf})`)}, spans as materialized (
    select c.subsidiary_id, c.rate, q.id as period_id, q.fiscal_year < c.fiscal_year as is_before, ${isPeriod} as is_period
    from cut c join fiscal_periods q on q.organization_id = ${org} and q.subsidiary_id = c.subsidiary_id
    where (q.end_date <= ${asOf} or (q.id = c.period_id and c.subtracts))${leftOut}
  ), moved as (
    select b.account_id, s.rate, s.is_before, s.is_period, sum(b.base_debit) as debit, sum(b.base_credit) as credit
    from spans s join ${whole.table} b on b.organization_id = ${org} and b.subsidiary_id = s.subsidiary_id
      and b.period_id = s.period_id${only('b.account_id')}${whole.where('b')}
    group by 1, 2, 3, 4
    union all
    ${wholePeriodsOfTail}${cutPeriod}
  ), summed as (
    select m.account_id,
           sum(m.debit * m.rate) filter (where m.is_before) as before_debit,
           sum(m.credit * m.rate) filter (where m.is_before) as before_credit,
           sum(m.debit * m.rate) filter (where not m.is_before) as year_debit,
           sum(m.credit * m.rate) filter (where not m.is_before) as year_credit,
           sum(m.debit * m.rate) filter (where m.is_period) as period_debit,
           sum(m.credit * m.rate) filter (where m.is_period) as period_credit
    from moved m group by 1
  ), retained as materialized (select ${RETAINED_EARNINGS_SQL} as id)
  select a.id, a.code, a.name, a.account_type, a.normal_side, a.id = retained.id is true as retained,
         coalesce(m.before_debit, 0)::text as before_debit, coalesce(m.before_credit, 0)::text as before_credit,
         coalesce(m.year_debit, 0)::text as year_debit, coalesce(m.year_credit, 0)::text as year_credit,
         coalesce(m.period_debit, 0)::text as period_debit, coalesce(m.period_credit, 0)::text as period_credit
  from accounts a cross join retained left join summed m on m.account_id = a.id
  where a.organization_id = ${org} and not a.is_summary${only('a.id')}
    and (m.account_id is not null or a.id = retained.id${query.includeZero === true ? ' or true' : ''})
  order by a.code`;
}
