import { sql, type Tenant } from '../../tenancy';
import { tailSql } from '../ledger-days';
import { parameters } from '../parameters';
import { type ActivityQuery, activityRange, yearTurns } from './account-activity';

/** Where a page of an account's lines lies. */
export interface ActivityPlace {
  /** The days that contain the page; null when it is beyond the last line. */
  readonly first: string | null;
  readonly last: string | null;
  /** The rows of the range before the first of those days, and what they moved: debits less credits. */
  readonly before: number;
  readonly moved: string;
  /** The rows of the whole range. */
  readonly total: number;
}

/**
 * Finds the days of a page from the sums by day, so that neither the lines before it nor those after it are read: the cost is the days
 * of the range and the lines of the page's own, however many lines the account has. After a cursor, the place is counted from the cursor's
 * own day.
 */
export async function readActivityPlace(tenant: Tenant, query: ActivityQuery): Promise<ActivityPlace> {
  const p = parameters();
  const range = activityRange(p, tenant, query, query.after?.postingDate ?? query.dateFrom);
  const { org, subsidiaries, account, from, to, days, where } = range;
  const turned = yearTurns(p, query, range, query.after?.postingDate ?? query.dateFrom);
  const skip = `${p.add(query.offset ?? 0)}::bigint`;
  const limit = `${p.add(query.limit)}::bigint`;
  // The cursor is somewhere on its day, so all of that day comes first.
  const cursorDay =
    query.after === undefined ? '0' : `coalesce((select d.n from days d where d.day = ${from}), 0)`;
  const [row] = await sql<ActivityPlace>(
    tenant,
    `with ${tailSql(org)}, rows_by_day as (
       select d.posting_date as day, d.line_count as n, (d.base_debit - d.base_credit) * s.rate as moved
       from ${subsidiaries} as s(id, rate)
       join ${days.table} d on d.organization_id = ${org} and d.account_id = ${account} and d.subsidiary_id = s.id
         and d.posting_date between ${from} and ${to}${days.where('d')}
       union all
       select e.posting_date, 1, (l.base_debit - l.base_credit) * s.rate
       from ${subsidiaries} as s(id, rate)
       join tail e on e.subsidiary_id = s.id and e.posting_date between ${from} and ${to}
       cross join lateral (
         select y.* from ledger_lines y where y.organization_id = ${org} and y.entry_id = e.id and y.account_id = ${account}${where('y')} offset 0) l
       ${turned === null ? '' : `union all select t.turned_on, 1, t.amount from (${turned}) t`}
     ), days as materialized (
       select r.day, sum(r.n) as n, sum(r.moved) as moved from rows_by_day r group by 1
     ), placed as (
       select d.day, d.n, sum(d.n) over (order by d.day) - d.n as before, sum(d.moved) over (order by d.day) - d.moved as moved from days d
     )
     select min(x.day) as first, max(x.day) as last, coalesce(min(x.before), 0)::int as before,
       coalesce((array_agg(x.moved order by x.day))[1], 0)::text as moved, (select coalesce(sum(d.n), 0)::int from days d) as total
     from placed x where x.before + x.n > ${skip} and x.before < ${skip} + ${limit} + ${cursorDay}`,
    p.values,
  );
  return row ?? { first: null, last: null, before: 0, moved: '0', total: 0 };
}
