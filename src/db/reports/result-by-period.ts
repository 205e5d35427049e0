import type { AccountType } from '@/core/ledger/accounts';
import { sql, type Tenant } from '../tenancy';
import { conditionsOf, periodSums, placedIn } from './dimension-sums';
import { linesOfEntries, tailSql } from './ledger-days';
import { parameters } from './parameters';
import type { DimensionFilter, ReportScope } from './scope';

/** What a profit and loss account moved in one period of the books, credits above zero, in the report's currency. */
export interface ResultRow {
  readonly accountId: string;
  readonly code: string;
  readonly name: string;
  readonly type: AccountType;
  /** The last day of the period; an adjustment period ends with the year. */
  readonly lastDay: string;
  readonly credit: string;
}

/**
 * Profit and loss by account and period of the books, for periods that end from one day on and before another.
 * Owner: the lines of the ledger; the balances are their sums, held to it by e2e/ledger/balances.test.ts.
 * The cost is periods × accounts, whatever the length of history.
 */
export async function readResultByPeriod(
  tenant: Tenant,
  query: {
    readonly scope: ReportScope;
    readonly from: string;
    readonly until: string;
    readonly types: readonly AccountType[];
    readonly dimensions: DimensionFilter;
  },
): Promise<ResultRow[]> {
  const p = parameters();
  const org = `${p.add(tenant.organizationId)}::uuid`;
  const ids = `${p.add(query.scope.subsidiaries.map(({ id }) => id))}::uuid[]`;
  const rates = `${p.add(query.scope.subsidiaries.map(({ rate }) => rate))}::numeric[]`;
  const [from, until] = [`${p.add(query.from)}::date`, `${p.add(query.until)}::date`];
  const types = `${p.add(query.types)}::text[]`;
  const placed = placedIn(query.dimensions, (value) => p.add(value));
  const sums = periodSums(placed);
  return sql<ResultRow>(
    tenant,
    `with ${tailSql(org, String(sums.isBehind))}, periods as materialized (
       select s.id as subsidiary_id, s.rate, q.id, q.end_date from unnest(${ids}, ${rates}) as s(id, rate)
       join fiscal_periods q on q.organization_id = ${org} and q.subsidiary_id = s.id and q.end_date >= ${from} and q.end_date < ${until}
     ), moved as (
       select b.account_id, q.end_date, q.rate, sum(b.base_credit - b.base_debit) as credit
       from periods q join ${sums.table} b on b.organization_id = ${org} and b.subsidiary_id = q.subsidiary_id and b.period_id = q.id${sums.where('b')}
       group by 1, 2, 3
       union all
       select l.account_id, q.end_date, q.rate, l.base_credit - l.base_debit
       from periods q join tail e on e.subsidiary_id = q.subsidiary_id and e.period_id = q.id
       ${linesOfEntries(org)}
       where true${conditionsOf(placed, 'l')}
     )
     select a.id as "accountId", a.code, a.name, a.account_type as type, m.end_date::text as "lastDay", sum(m.credit * m.rate)::text as credit
     from moved m join accounts a on a.organization_id = ${org} and a.id = m.account_id and a.account_type = any (${types})
     group by a.id, a.code, a.name, a.account_type, m.end_date
     order by a.code, m.end_date`,
    p.values,
  );
}
