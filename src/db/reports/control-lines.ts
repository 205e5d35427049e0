import { PAYMENT_KINDS } from '@/core/transactions/kinds';
import { SUBLEDGER_PLACES } from '@/core/transactions/subledgers';
import { sql, type Tenant } from '../tenancy';
import { type ControlQuery, controlSign } from './control-balances';
import { kindList } from './parameters';

/** One reason why a control account differs from its subledger. */
export interface ControlLine {
  readonly role: string;
  readonly subsidiaryId: string;
  readonly currencyCode: string;
  /**
   * ENTRY: the entry moved the control account otherwise than its source moved the subledger (an entry by hand has no source).
   * LATER_CORRECTION: a corrected exchange rate that was posted after the day. REVERSED_SIDE: the exchange difference of a settlement
   * one of whose sides was reversed before the settlement was taken back, and what a corrected rate changed of it.
   */
  readonly kind: 'ENTRY' | 'LATER_CORRECTION' | 'REVERSED_SIDE';
  readonly entryId: string | null;
  readonly entryNumber: string | null;
  readonly postingDate: string | null;
  readonly sourceKind: string | null;
  readonly transactionId: string | null;
  readonly memo: string | null;
  /** Ledger less subledger. */
  readonly amount: string;
  readonly base: string;
}

/** Base amounts of these entries belong to several sources or are computed again later; their base is not compared one by one. */
const SETTLED = `('SETTLEMENT', 'SETTLEMENT_REVERSAL', 'RATE_CORRECTION', 'RATE_CORRECTION_REVERSAL', 'REVALUATION', 'REVALUATION_REVERSAL')`;

/**
 * Compares, for each entry on control accounts up to a day, what it moved with what its source moved in the
 * subledger: documents, their reversals, settlements across currencies, contracts. Reads every line of the accounts, so it is
 * used only when the totals differ. At most `limit` lines, the largest first.
 */
export async function readControlLines(
  tenant: Tenant,
  query: ControlQuery & { readonly limit: number },
): Promise<ControlLine[]> {
  const discount = `case when t.kind in ${kindList(PAYMENT_KINDS)} then t.discount_amount else 0 end`;
  return sql(
    tenant,
    `with places as materialized (
       select * from jsonb_to_recordset($4::jsonb) as p(kind text, "entityType" text, role text, side text, "clearsDiscount" boolean)
     ), scope as materialized (
       select s.id, coalesce(c.minor_units, 2) as digits from subsidiaries s
       left join currencies c on c.organization_id = s.organization_id and c.code = s.base_currency
       where s.organization_id = $1::uuid and s.id = any ($3::uuid[])
     ), controls as materialized (
       select a.id, a.control_for as role, ${controlSign('a.control_for')} as sign from accounts a
       where a.organization_id = $1::uuid and a.control_for = any ($5::text[])
     ), documents as (
       select t.*, p.role, case when (p.side = 'DEBIT') = (p.role = 'RECEIVABLE') then 1 else -1 end as sign, t.total_amount + ${discount} as settles,
         case when ${discount} = 0 then t.base_total_amount else daybook_round_even((t.total_amount + ${discount}) * t.exchange_rate, s.digits) end as carried
       from business_transactions t join scope s on s.id = t.subsidiary_id
       cross join lateral (select * from places p where p.kind = t.kind and (p."entityType" is null or p."entityType" = t.entity_type)
                           order by p."entityType" nulls last limit 1) p
       where t.organization_id = $1::uuid and t.ledger_entry_id is not null and t.posting_date <= $2::date and p.role = any ($5::text[])
     ), moves as (
       select d.role, d.subsidiary_id, d.currency_code, d.ledger_entry_id as entry_id, d.sign * d.settles as amount, d.sign * d.carried as base
       from documents d
       union all
       select d.role, d.subsidiary_id, d.currency_code, d.reversal_entry_id, -d.sign * d.settles, -d.sign * d.carried
       from documents d where d.reversal_date <= $2::date
       union all
       -- Settlements across currencies take the document out of one and the payment out of the other.
       select d.role, d.subsidiary_id, v.currency_code, v.entry_id, v.amount, 0
       from payment_applications a
       join documents d on d.id = a.document_id
       join business_transactions y on y.organization_id = a.organization_id and y.id = a.payment_id
       left join ledger_entries m on m.organization_id = a.organization_id and m.reversal_of_id = a.ledger_entry_id
       cross join lateral (values (d.currency_code, a.ledger_entry_id, -a.amount), (y.currency_code, a.ledger_entry_id, a.payment_amount),
         (d.currency_code, case when m.posting_date <= $2::date then m.id end, a.amount),
         (y.currency_code, case when m.posting_date <= $2::date then m.id end, -a.payment_amount)) as v(currency_code, entry_id, amount)
       where a.organization_id = $1::uuid and a.payment_amount is not null and a.applied_on <= $2::date and v.entry_id is not null
       union all
       select v.role, m.subsidiary_id, m.currency_code, m.entry_id, v.amount, v.base
       from revenue_movements m
       cross join lateral (values ('RECEIVABLE', m.receivable, m.receivable_base), ('CONTRACT_ASSET', m.contract_asset, m.contract_asset_base),
         ('REFUND_LIABILITY', m.refund, m.refund_base), ('DEFERRED_REVENUE', m.deferred - m.document, m.deferred_base - m.document_base)) as v(role, amount, base)
       where m.organization_id = $1::uuid and m.posting_date <= $2::date and m.subsidiary_id = any ($3::uuid[]) and v.role = any ($5::text[])
         and (v.amount <> 0 or v.base <> 0)
       union all
       -- What a document's own entry moved of the contract liability.
       select 'DEFERRED_REVENUE', m.subsidiary_id, m.currency_code,
         case when v.source_kind like '%_REVERSAL' then t.reversal_entry_id else t.ledger_entry_id end, m.document, m.document_base
       from revenue_movements m
       join revenue_events v on v.organization_id = m.organization_id and v.id = m.event_id
       join business_transactions t on t.organization_id = m.organization_id and t.id::text = v.source_id
       where m.organization_id = $1::uuid and m.posting_date <= $2::date and m.document <> 0 and m.subsidiary_id = any ($3::uuid[])
         and 'DEFERRED_REVENUE' = any ($5::text[]) and m.kind <> 'FINANCING'
       union all
       -- Interest of contracts, and what of it left the contract liability.
       select v.role, i.subsidiary_id, i.currency_code, i.entry_id, v.amount, v.base
       from revenue_interest_moves i
       cross join lateral (values ('ACCRUED_INTEREST', i.accrued, i.accrued_base), ('UNEARNED_INTEREST', i.unearned, i.unearned_base),
         ('ADVANCE_INTEREST', i.advance, i.advance_base),
         ('DEFERRED_REVENUE', case i.kind when 'SHIFT' then i.accrued - i.unearned - i.advance else 0 end,
           case i.kind when 'SHIFT' then i.accrued_base - i.unearned_base - i.advance_base else 0 end)) as v(role, amount, base)
       where i.organization_id = $1::uuid and i.posting_date <= $2::date and i.subsidiary_id = any ($3::uuid[]) and v.role = any ($5::text[])
         and (v.amount <> 0 or v.base <> 0)
     ), posted as (
       select c.role, l.subsidiary_id, l.currency_code, l.entry_id, c.sign * (l.debit - l.credit) as amount, c.sign * (l.base_debit - l.base_credit) as base
       from controls c join ledger_lines l on l.organization_id = $1::uuid and l.account_id = c.id and l.posting_date <= $2::date
         and l.subsidiary_id = any ($3::uuid[])
     ), compared as (
       select x.role, x.subsidiary_id, x.currency_code, x.entry_id, sum(x.amount) as amount, sum(x.base) as base from (
         select * from posted union all select role, subsidiary_id, currency_code, entry_id, -amount, -base from moves
       ) x group by 1, 2, 3, 4
     ), one_sided as (
       select a.* from payment_applications a
       where a.organization_id = $1::uuid and a.applied_on <= $2::date and a.reversed_at is not null
         and coalesce(a.reversed_on, a.reversed_at::date) > $2::date and exists (
           select from business_transactions y where y.organization_id = a.organization_id and y.id in (a.document_id, a.payment_id) and y.reversal_date <= $2::date)
     ), found as (
       select c.role, c.subsidiary_id, c.currency_code, 'ENTRY' as kind, c.entry_id, c.amount,
         case when e.source_kind in ${SETTLED} then 0 else c.base end as base
       from compared c left join ledger_entries e on e.organization_id = $1::uuid and e.id = c.entry_id
       where c.role <> 'CONTRACT_COST' or e.source_kind not in ('CONTRACT_COST', 'REVENUE_RUN', 'RATE_CORRECTION') or e.source_kind is null
       union all
       -- Corrections posted after the day of what belongs to it: the subledger has them already.
       select c.role, l.subsidiary_id, l.currency_code, 'LATER_CORRECTION', i.entry_id, 0, -c.sign * (l.base_debit - l.base_credit)
       from rate_correction_items i
       join ledger_lines l on l.organization_id = i.organization_id and l.entry_id = i.entry_id and l.posting_date > $2::date and l.subsidiary_id = any ($3::uuid[])
       join controls c on c.id = l.account_id and c.role in ('RECEIVABLE', 'PAYABLE', 'EMPLOYEE_PAYABLE')
       where i.organization_id = $1::uuid and i.origin_on <= $2::date and i.kind in ('DOCUMENT', 'SETTLEMENT')
       union all
       select c.role, l.subsidiary_id, l.currency_code, 'REVERSED_SIDE', a.ledger_entry_id, c.sign * (l.debit - l.credit), c.sign * (l.base_debit - l.base_credit)
       from one_sided a
       join ledger_lines l on l.organization_id = a.organization_id and l.entry_id = a.ledger_entry_id and l.subsidiary_id = any ($3::uuid[])
       join controls c on c.id = l.account_id
       union all
       -- What a corrected rate changed of such a settlement, whenever that was posted: later than the day it is among the corrections above.
       select c.role, l.subsidiary_id, l.currency_code, 'REVERSED_SIDE', i.entry_id, 0, c.sign * (l.base_debit - l.base_credit)
       from one_sided a
       join rate_correction_items i on i.organization_id = a.organization_id and i.source_id = a.id and i.kind = 'SETTLEMENT'
       join ledger_lines l on l.organization_id = i.organization_id and l.entry_id = i.entry_id and l.subsidiary_id = any ($3::uuid[])
       join controls c on c.id = l.account_id
     )
     select f.role, f.subsidiary_id as "subsidiaryId", f.currency_code as "currencyCode", f.kind, f.entry_id as "entryId", e.entry_number as "entryNumber",
       e.posting_date as "postingDate", e.source_kind as "sourceKind", e.transaction_id as "transactionId", e.memo, sum(f.amount)::text as amount, sum(f.base)::text as base
     from found f left join ledger_entries e on e.organization_id = $1::uuid and e.id = f.entry_id
     group by f.role, f.subsidiary_id, f.currency_code, f.kind, f.entry_id, e.entry_number, e.posting_date, e.source_kind, e.transaction_id, e.memo
     having sum(f.amount) <> 0 or sum(f.base) <> 0
     order by greatest(abs(sum(f.amount)), abs(sum(f.base))) desc, e.entry_number limit $6::int`,
    [
      tenant.organizationId,
      query.asOf,
      query.subsidiaryIds,
      JSON.stringify(SUBLEDGER_PLACES),
      query.roles,
      query.limit,
    ],
  );
}
