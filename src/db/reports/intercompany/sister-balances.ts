import { sql, type Tenant } from '../../tenancy';
import { linesOfEntries, tailSql } from '../ledger-days';

/** What the ledger of a subsidiary has on the accounts between it and a sister, in one currency; debits above zero. */
export interface SisterBalanceRow {
  readonly subsidiaryId: string;
  /** Null for postings on intercompany accounts that name no sister. */
  readonly sisterId: string | null;
  readonly currencyCode: string;
  readonly amount: string;
  readonly baseCurrencyCode: string;
  readonly base: string;
}

/**
 * The balance sheet accounts between companies at the end of a day. A line belongs to a sister through its account, where that is
 * the account between the two, or through its counterparty, where that stands for the sister. What an account has, and what a
 * counterparty has on it, comes from the sums by day, with the lines of the entries they do not have yet.
 */
export function readSisterBalances(
  tenant: Tenant,
  query: { readonly asOf: string; readonly subsidiaryId?: string | undefined },
): Promise<SisterBalanceRow[]> {
  return sql(
    tenant,
    `with ${tailSql('$1::uuid')}, kept as materialized (
       select c.id from accounts c
       where c.organization_id = $1::uuid and c.elimination = 'INTERCOMPANY' and c.account_type in ('ASSET', 'LIABILITY')
     ), fresh as materialized (
       select l.subsidiary_id, l.account_id, l.entity_id, l.currency_code, l.debit - l.credit as amount, l.base_debit - l.base_credit as base
       from tail e
       ${linesOfEntries('$1::uuid')}
       join kept c on c.id = l.account_id
       where e.posting_date <= $2::date
     ), moved as (
       select d.subsidiary_id, d.account_id, d.currency_code, d.debit - d.credit as amount, d.base_debit - d.base_credit as base
       from kept c join ledger_days d on d.organization_id = $1::uuid and d.account_id = c.id and d.posting_date <= $2::date
       union all
       select f.subsidiary_id, f.account_id, f.currency_code, f.amount, f.base from fresh f
     ), placed as (
       select m.subsidiary_id, (select a.sister_id from intercompany_accounts a where a.organization_id = $1::uuid and a.subsidiary_id = m.subsidiary_id
           and m.account_id in (a.due_from_account_id, a.due_to_account_id) limit 1) as sister_id, m.currency_code, m.amount, m.base
       from (select x.subsidiary_id, x.account_id, x.currency_code, sum(x.amount) as amount, sum(x.base) as base from moved x group by 1, 2, 3) m
     ), standing as (
       select p.subsidiary_id as sister_id, e.id from intercompany_parties p
       cross join lateral (values (p.customer_id), (p.vendor_id)) e(id) where p.organization_id = $1::uuid
     ), of_parties as (
       select d.subsidiary_id, d.account_id, x.sister_id, d.currency_code, d.amount, d.base
       from standing x
       cross join lateral (
         select y.* from intercompany_days y where y.organization_id = $1::uuid and y.entity_id = x.id and y.posting_date <= $2::date offset 0) d
       where d.subsidiary_id <> x.sister_id
       union all
       select f.subsidiary_id, f.account_id, x.sister_id, f.currency_code, f.amount, f.base
       from fresh f join standing x on x.id = f.entity_id where f.subsidiary_id <> x.sister_id
     ), named as (
       select o.subsidiary_id, o.sister_id, o.currency_code, sum(o.amount) as amount, sum(o.base) as base
       from (select z.subsidiary_id, z.account_id, z.sister_id, z.currency_code, sum(z.amount) as amount, sum(z.base) as base
         from of_parties z group by 1, 2, 3, 4) o
       where not exists (select from intercompany_accounts a where a.organization_id = $1::uuid
         and a.subsidiary_id = o.subsidiary_id and o.account_id in (a.due_from_account_id, a.due_to_account_id))
       group by 1, 2, 3
     ), shares as (
       select * from placed
       union all
       select * from named
       union all
       -- What a counterparty names is not without a sister.
       select n.subsidiary_id, null, n.currency_code, -n.amount, -n.base from named n
     )
     select s.id as "subsidiaryId", x.sister_id as "sisterId", x.currency_code as "currencyCode", sum(x.amount)::text as amount,
       s.base_currency as "baseCurrencyCode", sum(x.base)::text as base
     from shares x
     join subsidiaries s on s.organization_id = $1::uuid and s.id = x.subsidiary_id and not s.is_elimination
     where $3::uuid is null or $3::uuid in (x.subsidiary_id, x.sister_id)
     group by s.id, x.sister_id, x.currency_code, s.base_currency
     having sum(x.amount) <> 0 or sum(x.base) <> 0
     order by 1, 2, 3`,
    [tenant.organizationId, query.asOf, query.subsidiaryId ?? null],
  );
}
