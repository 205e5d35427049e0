import { sql, type Tenant } from '../tenancy';
import type { ControlQuery } from './control-balances';
import type { SubledgerSum } from './documents/open-items';
import { linesOfEntries } from './ledger-days';

/**
 * The balances of revenue contracts and contract costs on a day, by control account, subsidiary and currency: the sums of their movements
 * by day of posting; of costs what is capitalized less what was amortized and impaired by then. Unrealized exchange differences, which
 * revaluation posts on contract assets, refund liabilities and accrued interest, are part of the base amounts. The days of capitalizations
 * and impairments stand in their entries alone, so those after the day are found there, and so is what they were carried at.
 * Owner: the movements; the sums by day are held to them by e2e/revenue/reports/movement-sums.test.ts.
 */
export async function readRevenueSums(tenant: Tenant, query: ControlQuery): Promise<SubledgerSum[]> {
  return sql(
    tenant,
    `with moves as (
       select v.role, m.subsidiary_id, m.currency_code, sum(v.amount) as amount, sum(v.base) as base, 0::numeric as unrealized
       from revenue_movement_days m
       cross join lateral (values ('DEFERRED_REVENUE', m.deferred, m.deferred_base), ('CONTRACT_ASSET', m.contract_asset, m.contract_asset_base),
         ('REFUND_LIABILITY', m.refund, m.refund_base)) as v(role, amount, base)
       where m.organization_id = $1::uuid and m.posting_date <= $2::date and m.subsidiary_id = any ($3::uuid[]) and v.role = any ($4::text[])
       group by 1, 2, 3
       union all
       select v.role, i.subsidiary_id, i.currency_code, sum(v.amount), sum(v.base), 0
       from revenue_interest_moves i
       cross join lateral (values ('ACCRUED_INTEREST', i.accrued, i.accrued_base), ('UNEARNED_INTEREST', i.unearned, i.unearned_base),
         ('ADVANCE_INTEREST', i.advance, i.advance_base)) as v(role, amount, base)
       where i.organization_id = $1::uuid and i.posting_date <= $2::date and i.subsidiary_id = any ($3::uuid[]) and v.role = any ($4::text[])
       group by 1, 2, 3
       union all
       select a.control_for, l.subsidiary_id, l.currency_code, 0, x.base, x.base
       from (
         select e.id from ledger_entries e
         where e.organization_id = $1::uuid and e.source_kind in ('REVALUATION', 'REVALUATION_REVERSAL') and e.posting_date <= $2::date
         union
         select i.entry_id from rate_correction_items i join ledger_entries e on e.organization_id = i.organization_id and e.id = i.entry_id
         where i.organization_id = $1::uuid and i.kind in ('REVALUATION', 'REVALUATION_REVERSAL') and e.posting_date <= $2::date
       ) e
       ${linesOfEntries('$1::uuid')}
       join accounts a on a.organization_id = $1::uuid and a.id = l.account_id and a.control_for in ('CONTRACT_ASSET', 'REFUND_LIABILITY', 'ACCRUED_INTEREST')
       cross join lateral (select case when a.control_for in ('CONTRACT_ASSET', 'ACCRUED_INTEREST') then l.base_debit - l.base_credit else l.base_credit - l.base_debit end as base) x
       where l.subsidiary_id = any ($3::uuid[]) and a.control_for = any ($4::text[])
     ), amortized as (
       select r.cost_id, sum(r.amount) as amount, sum(r.base) as base from contract_cost_rows r
       join ledger_entries e on e.organization_id = r.organization_id and e.id = r.entry_id and e.posting_date <= $2::date
       where r.organization_id = $1::uuid group by 1
     ), costs as (
       -- What was not amortized by the day, of everything capitalized and impaired by now; less what was after the day.
       select c.subsidiary_id, c.currency_code, sum(case when c.voided then 0 else c.amount end - coalesce(a.amount, 0) - c.impaired) as amount,
         -sum(coalesce(a.base, 0)) as base
       from contract_costs c left join amortized a on a.cost_id = c.id
       where c.organization_id = $1::uuid and c.subsidiary_id = any ($3::uuid[]) and c.decision = 'CAPITALISED' and 'CONTRACT_COST' = any ($4::text[])
       group by 1, 2
       union all
       select l.subsidiary_id, l.currency_code, coalesce(sum(l.credit - l.debit) filter (where e.posting_date > $2::date), 0),
         coalesce(sum(l.base_debit - l.base_credit) filter (where e.posting_date <= $2::date), 0)
       from ledger_entries e
       join ledger_lines l on l.organization_id = e.organization_id and l.entry_id = e.id and l.subsidiary_id = any ($3::uuid[])
       join accounts a on a.organization_id = l.organization_id and a.id = l.account_id and a.control_for = 'CONTRACT_COST'
       where e.organization_id = $1::uuid and e.source_kind = 'CONTRACT_COST' and 'CONTRACT_COST' = any ($4::text[])
       group by 1, 2
       union all
       -- What corrected rates changed of all that.
       select l.subsidiary_id, l.currency_code, 0, sum(l.base_debit - l.base_credit)
       from rate_correction_items i
       join ledger_lines l on l.organization_id = i.organization_id and l.entry_id = i.entry_id and l.subsidiary_id = any ($3::uuid[])
       join accounts a on a.organization_id = l.organization_id and a.id = l.account_id and a.control_for = 'CONTRACT_COST'
       where i.organization_id = $1::uuid and i.kind = 'COST' and i.posted_on <= $2::date and 'CONTRACT_COST' = any ($4::text[])
       group by 1, 2
     ), both_kinds as (
       select * from moves union all select 'CONTRACT_COST', subsidiary_id, currency_code, amount, base, 0 from costs
     )
     select role, subsidiary_id as "subsidiaryId", currency_code as "currencyCode", sum(amount)::text as amount, sum(base)::text as base,
       sum(unrealized)::text as unrealized
     from both_kinds group by 1, 2, 3 having sum(amount) <> 0 or sum(base) <> 0 order by 1, 2, 3`,
    [tenant.organizationId, query.asOf, query.subsidiaryIds, query.roles],
  );
}
