import { OWED_KINDS, PAYMENT_KINDS } from '@/core/transactions/kinds';
import { kindList } from '../parameters';

const SETTLES = `t.total_amount + case when t.kind in ${kindList(PAYMENT_KINDS)} then t.discount_amount else 0 end`;
const POSTED = `('POSTED', 'PAID', 'CLOSED', 'REVERSED')`;

/** The checks of documents and their settlements; see LEDGER_CHECKS. */
export const DOCUMENT_CHECKS = {
  DOCUMENTS_WITHOUT_ENTRY: `
    select t.transaction_number as label from business_transactions t
    left join ledger_entries e on e.organization_id = t.organization_id and e.id = t.ledger_entry_id
    where t.organization_id = $1::uuid and (t.ledger_entry_id is not null and (e.source_id is distinct from t.id or e.posting_date is distinct from t.posting_date)
      or t.ledger_entry_id is null and t.transaction_status in ${POSTED})`,
  DOCUMENT_ENTRIES: `
    with shown as (
      select i.transaction_id, i.line_number, i.account_id, i.debit, i.credit, i.base_debit, i.base_credit, t.transaction_number, t.ledger_entry_id
      from business_transactions t join transaction_impact_lines i on i.organization_id = t.organization_id and i.transaction_id = t.id
      where t.organization_id = $1::uuid and t.ledger_entry_id is not null
    ), posted as (
      select t.id as transaction_id, l.line_number, l.account_id, l.debit, l.credit, l.base_debit, l.base_credit, t.transaction_number
      from business_transactions t join ledger_lines l on l.organization_id = t.organization_id and l.entry_id = t.ledger_entry_id
      where t.organization_id = $1::uuid
    )
    select coalesce(s.transaction_number, p.transaction_number) || ' line ' || coalesce(s.line_number, p.line_number) as label
    from shown s full join posted p using (transaction_id, line_number)
    where (s.account_id, s.debit, s.credit, s.base_debit, s.base_credit) is distinct from (p.account_id, p.debit, p.credit, p.base_debit, p.base_credit)`,
  DOCUMENT_TOTALS: `
    with lines as (
      select l.transaction_id, sum(l.line_amount) filter (where l.line_type in ('ITEM', 'SERVICE', 'SHIPPING')) as subtotal,
        sum(abs(l.line_amount)) filter (where l.line_type = 'DISCOUNT') as discount,
        sum(l.tax_amount) + coalesce(sum(l.line_amount) filter (where l.line_type = 'TAX'), 0) as tax
      from business_transaction_lines l where l.organization_id = $1::uuid group by 1
    )
    select t.transaction_number as label from business_transactions t left join lines l on l.transaction_id = t.id
    where t.organization_id = $1::uuid and t.reverses_transaction_id is null and (t.total_amount <> t.subtotal_amount + t.tax_amount - t.discount_amount
      or (t.subtotal_amount, t.tax_amount, t.discount_amount) is distinct from (coalesce(l.subtotal, 0), coalesce(l.tax, 0), coalesce(l.discount, 0)))`,
  APPLIED_AMOUNTS: `
    with applied as (
      select x.id, sum(x.amount) as amount from (
        select a.document_id as id, a.amount from payment_applications a where a.organization_id = $1::uuid and a.reversed_at is null
        union all
        select a.payment_id, coalesce(a.payment_amount, a.amount) from payment_applications a where a.organization_id = $1::uuid and a.reversed_at is null
      ) x group by 1
    )
    select t.transaction_number as label from business_transactions t left join applied a on a.id = t.id
    where t.organization_id = $1::uuid and (t.applied_amount <> coalesce(a.amount, 0) or abs(t.applied_amount) > abs(${SETTLES}))`,
  APPLICATIONS: `
    select y.transaction_number || ' on ' || d.transaction_number as label
    from payment_applications a
    join business_transactions d on d.organization_id = a.organization_id and d.id = a.document_id
    join business_transactions y on y.organization_id = a.organization_id and y.id = a.payment_id
    left join ledger_entries e on e.organization_id = a.organization_id and e.id = a.ledger_entry_id
    left join ledger_entries m on m.organization_id = a.organization_id and m.reversal_of_id = e.id
    where a.organization_id = $1::uuid and ((d.entity_id, d.subsidiary_id) is distinct from (y.entity_id, y.subsidiary_id)
      or a.applied_on < greatest(d.posting_date, y.posting_date) is not false
      or (a.reversed_at is null) <> (a.reversed_on is null)
      or (a.payment_amount is null) <> (d.currency_code = y.currency_code)
      or a.ledger_entry_id is not null and (e.posting_date is distinct from a.applied_on or (m.id is null) <> (a.reversed_at is null)
        or m.id is not null and m.posting_date <> a.reversed_on))
    union all
    -- The spans that settlements end, by which an earlier day is read (keep-spans in prisma/sql).
    select coalesce(t.transaction_number, coalesce(f.o_document_id, s.document_id)::text) || ' was open from ' || coalesce(f.o_opened_on, s.opened_on)
    from daybook_spans_of(array(select a.id from payment_applications a where a.organization_id = $1::uuid)) f
    full join (select * from document_spans x where x.organization_id = $1::uuid) s on s.application_id = f.o_application_id and s.document_id = f.o_document_id
    left join business_transactions t on t.organization_id = $1::uuid and t.id = coalesce(f.o_document_id, s.document_id)
    where (f.o_subsidiary_id, f.o_kind, f.o_entity_type, f.o_entity_id, f.o_currency_code, f.o_due_date, f.o_opened_on, f.o_settled_on, f.o_waited,
        f.o_amount, f.o_base) is distinct from
      (s.subsidiary_id, s.kind, s.entity_type, s.entity_id, s.currency_code, s.due_date, s.opened_on, s.settled_on, s.waited, s.amount, s.base)
    union all
    select 'open until ' || x.settled_on from (
      select s.waited, s.settled_on, s.opened_on, coalesce(s.due_date, '9999-12-31') as due_on, s.subsidiary_id, s.kind, coalesce(s.entity_type, '') as entity_type,
        s.currency_code, s.is_last::int as item_count, s.amount, coalesce(s.base, s.amount) as base
      from (select y.*, lead(y.application_id) over (partition by y.document_id order by y.settled_on, y.application_id) is null as is_last
            from document_spans y where y.organization_id = $1::uuid) s
      union all
      select d.waited, d.settled_on, d.opened_on, d.due_on, d.subsidiary_id, d.kind, d.entity_type, d.currency_code, -d.item_count, -d.amount, -d.base
      from document_span_days d where d.organization_id = $1::uuid
      union all
      select c.waited, c.settled_on, c.opened_on, c.due_on, c.subsidiary_id, c.kind, c.entity_type, c.currency_code, -c.item_count, -c.amount, -c.base
      from document_span_changes c where c.organization_id = $1::uuid) x
    group by x.waited, x.settled_on, x.opened_on, x.due_on, x.subsidiary_id, x.kind, x.entity_type, x.currency_code
    having sum(x.item_count) <> 0 or sum(x.amount) <> 0 or sum(x.base) <> 0`,
  // The exchange difference of a live application is what its entry and its corrections moved on the control account; and whatever is
  // fully applied has released its whole carrying amount.
  SETTLEMENTS: `
    with live as (
      select a.*, case when d.kind = 'INVOICE' then 1 else -1 end as sign from payment_applications a
      join business_transactions d on d.organization_id = a.organization_id and d.id = a.document_id
      where a.organization_id = $1::uuid and a.reversed_at is null
    ), entries as (
      select v.id, v.ledger_entry_id as entry_id from live v where v.ledger_entry_id is not null
      union all
      select v.id, i.entry_id from live v join rate_correction_items i on i.organization_id = $1::uuid and i.kind = 'SETTLEMENT' and i.source_id = v.id
    ), moved as (
      select e.id, sum(l.base_debit - l.base_credit) as base from entries e
      join ledger_lines l on l.organization_id = $1::uuid and l.entry_id = e.entry_id
      join accounts c on c.organization_id = $1::uuid and c.id = l.account_id and c.control_for in ('RECEIVABLE', 'PAYABLE', 'EMPLOYEE_PAYABLE')
      group by 1
    ), rates as (
      select distinct on (i.source_id) i.source_id as id, i.after_rate as rate from rate_correction_items i
      where i.organization_id = $1::uuid and i.kind = 'DOCUMENT' order by i.source_id, i.correction_id desc
    ), taken as (
      select x.id, sum(x.base) as base from (
        select v.document_id as id, v.document_base as base from live v union all select v.payment_id, v.payment_base from live v) x group by 1
    )
    select y.transaction_number || ' on ' || d.transaction_number as label
    from live v left join moved m on m.id = v.id
    join business_transactions d on d.organization_id = $1::uuid and d.id = v.document_id
    join business_transactions y on y.organization_id = $1::uuid and y.id = v.payment_id
    where coalesce(m.base, 0) <> v.sign * (v.payment_base - v.document_base)
    union all
    select t.transaction_number from business_transactions t
    join taken x on x.id = t.id
    join subsidiaries s on s.organization_id = t.organization_id and s.id = t.subsidiary_id
    left join currencies c on c.organization_id = s.organization_id and c.code = s.base_currency
    left join rates r on r.id = t.id
    where t.organization_id = $1::uuid and t.applied_amount = ${SETTLES}
      and x.base <> case when r.rate is null and ${SETTLES} = t.total_amount then t.base_total_amount
                         else daybook_round_even((${SETTLES}) * coalesce(r.rate, t.exchange_rate), coalesce(c.minor_units, 2)) end`,
  DOCUMENT_STATUS: `
    with listed as (select u.transaction_id as id from unposted_documents u where u.organization_id = $1::uuid)
    select t.transaction_number as label from business_transactions t left join listed u on u.id = t.id
    left join business_transactions r on r.organization_id = t.organization_id and r.id = t.reversal_transaction_id
    where t.organization_id = $1::uuid and (
      -- Listed until they are posted, and some time after.
      u.id is null and t.transaction_status in ('DRAFT', 'PENDING_APPROVAL', 'APPROVED')
      or t.kind in ${kindList(OWED_KINDS)} and t.transaction_status = 'PAID' and t.applied_amount <> t.total_amount
      or t.kind in ${kindList(OWED_KINDS)} and t.transaction_status = 'POSTED' and t.applied_amount = t.total_amount and t.total_amount <> 0
      or (t.transaction_status = 'REVERSED') <> (t.reversal_date is not null)
      or t.reversal_date is not null and (r.reverses_transaction_id is distinct from t.id or r.ledger_entry_id is distinct from t.reversal_entry_id
        or r.posting_date is distinct from t.reversal_date or t.applied_amount <> 0))`,
  AUDIT_OF_POSTINGS: `
    select t.transaction_number as label from business_transactions t
    where t.organization_id = $1::uuid and t.ledger_entry_id is not null and not exists (
      select from audit_log a where a.organization_id = t.organization_id and a.record_id = t.id and a.action = 'gl.transaction.post')`,
} as const;
