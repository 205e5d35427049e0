import { CONTROL_SIDES } from '@/core/transactions/subledgers';
import { preparedSql, type Tenant } from '../tenancy';
import { linesOfEntries, tailSql } from './ledger-days';
import { parameters } from './parameters';

/** Which control accounts, of which subsidiaries, on which day. */
export interface ControlQuery {
  readonly roles: readonly string[];
  readonly subsidiaryIds: readonly string[];
  readonly asOf: string;
}

export interface ControlBalance {
  readonly role: string;
  readonly subsidiaryId: string;
  readonly currencyCode: string;
  /** On the account's usual side above zero, in the currency and in the subsidiary's base currency. */
  readonly amount: string;
  readonly base: string;
}

const DEBITS = Object.entries(CONTROL_SIDES).flatMap(([role, side]) => (side === 'DEBIT' ? [role] : []));
/** 1 for the control accounts that usually have debit balances, −1 for the others. */
export const controlSign = (column: string) =>
  `case when ${column} in (${DEBITS.map((role) => `'${role}'`).join(', ')}) then 1 else -1 end`;

/**
 * The ledger's balances of control accounts at the end of a day, by subsidiary and currency. Whole periods come from the balance
 * table; of the period cut by the day, the days on the side of it that is shorter, from the sums by day. It is planned once a connection: planning took
 * longer than reading.
 * Owner: the lines of the ledger; the balances are their sums.
 */
export async function readControlBalances(
  tenant: Tenant,
  query: ControlQuery & { readonly today: string },
): Promise<ControlBalance[]> {
  const p = parameters();
  const org = `${p.add(tenant.organizationId)}::uuid`;
  const roles = `${p.add(query.roles)}::text[]`;
  const ids = `${p.add(query.subsidiaryIds)}::uuid[]`;
  const asOf = `${p.add(query.asOf)}::date`;
  const today = `${p.add(query.today)}::date`;
  return preparedSql(
    tenant,
    'control_balances',
    `with controls as materialized (
       select a.id, a.control_for as role, ${controlSign('a.control_for')} as sign from accounts a
       where a.organization_id = ${org} and a.control_for = any (${roles})
     ), cut as materialized (
       select q.id, q.subsidiary_id, q.start_date, q.end_date, ${asOf} >= ${today} or q.end_date - ${asOf} <= ${asOf} - q.start_date as subtracts
       from fiscal_periods q
       where q.organization_id = ${org} and q.subsidiary_id = any (${ids}) and not q.is_adjustment and ${asOf} >= q.start_date and ${asOf} < q.end_date
     ), days as materialized (
       select x.id, x.subsidiary_id, case when x.subtracts then -1 else 1 end as side,
         case when x.subtracts then ${asOf} + 1 else x.start_date end as first, case when x.subtracts then x.end_date else ${asOf} end as last
       from cut x
     ), ${tailSql(org, 'exists (select from cut)')}, moved as (
       select c.role, b.subsidiary_id, b.currency_code, sum(b.debit - b.credit) * c.sign as amount, sum(b.base_debit - b.base_credit) * c.sign as base
       from fiscal_periods q
       join ledger_balances b on b.organization_id = ${org} and b.subsidiary_id = q.subsidiary_id and b.period_id = q.id
       join controls c on c.id = b.account_id
       where q.organization_id = ${org} and q.subsidiary_id = any (${ids})
         and (q.end_date <= ${asOf} or exists (select from cut x where x.id = q.id and x.subtracts))
       group by c.role, c.sign, 2, 3
       union all
       select c.role, d.subsidiary_id, d.currency_code, sum(d.debit - d.credit) * c.sign * x.side, sum(d.base_debit - d.base_credit) * c.sign * x.side
       from days x cross join controls c
       join ledger_days d on d.organization_id = ${org} and d.subsidiary_id = x.subsidiary_id and d.account_id = c.id and d.period_id = x.id
         and d.posting_date between x.first and x.last
       group by c.role, c.sign, x.side, 2, 3
       union all
       select c.role, l.subsidiary_id, l.currency_code, sum(l.debit - l.credit) * c.sign * x.side, sum(l.base_debit - l.base_credit) * c.sign * x.side
       from days x join tail e on e.period_id = x.id and e.posting_date between x.first and x.last
       ${linesOfEntries(org)}
       join controls c on c.id = l.account_id
       group by c.role, c.sign, x.side, 2, 3
     )
     select m.role, m.subsidiary_id as "subsidiaryId", m.currency_code as "currencyCode", sum(m.amount)::text as amount, sum(m.base)::text as base
     from moved m group by 1, 2, 3 having sum(m.amount) <> 0 or sum(m.base) <> 0 order by 1, 2, 3`,
    p.values,
  );
}
