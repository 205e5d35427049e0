import type { AccountType } from '@/core/ledger/accounts';
import { sql, type Tenant } from '../tenancy';
import { parameters } from './parameters';
import { type DimensionFilter, dimensionsOf, type ReportScope } from './scope';

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
  const placed = dimensionsOf(query.dimensions);
  const where = placed.map(({ column, id }) => ` and b.${column} = ${p.add(id)}::uuid`).join('');
  return sql<ResultRow>(
    tenant,
    `select a.id as "accountId", a.code, a.name, a.account_type as type, q.end_date::text as "lastDay",
       sum((b.base_credit - b.base_debit) * s.rate)::text as credit
     from unnest(${ids}, ${rates}) as s(id, rate)
     join fiscal_periods q on q.organization_id = ${org} and q.subsidiary_id = s.id and q.end_date >= ${from} and q.end_date < ${until}
     join ${placed.length > 0 ? 'ledger_dimension_balances' : 'ledger_balances'} b
       on b.organization_id = ${org} and b.subsidiary_id = s.id and b.period_id = q.id${where}
     join accounts a on a.organization_id = ${org} and a.id = b.account_id and a.account_type = any (${types})
     group by a.id, a.code, a.name, a.account_type, q.end_date
     order by a.code, q.end_date`,
    p.values,
  );
}
