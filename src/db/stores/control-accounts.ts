import type { SubledgerPlace } from '../../core/transactions/subledgers';
import { sql, type Tenant } from '../tenancy';

export interface ControlDifference {
  readonly role: string;
  readonly currencyCode: string;
  readonly subledger: string;
  readonly ledger: string;
}

/**
 * Control accounts whose balance at the end of a day is not what the documents of their subledger come to, in
 * transaction currency, debits above zero. Applications move both of their sides by the same amount and so cancel, but for
 * those across currencies, which leave one currency and the other.
 * What revenue contracts moved by themselves is compared with them elsewhere (revenue tie-out).
 */
export async function controlDifferences(
  tenant: Tenant,
  asked: {
    readonly subsidiaryId: string;
    readonly asOf: string;
    /** Whether the adjustment period that ends on that day is included. */
    readonly withAdjustments: boolean;
    readonly places: readonly SubledgerPlace[];
  },
): Promise<ControlDifference[]> {
  return sql(
    tenant,
    `with places as materialized (
       select * from jsonb_to_recordset($4::jsonb) as p(kind text, "entityType" text, role text, side text, "clearsDiscount" boolean)
     ), documents as (
       select p.role, t.currency_code, sum((t.total_amount + case when p."clearsDiscount" then t.discount_amount else 0 end)
           * case p.side when 'DEBIT' then 1 else -1 end) as amount
       from business_transactions t
       cross join lateral (select * from places p where p.kind = t.kind and (p."entityType" is null or p."entityType" = t.entity_type)
                           order by p."entityType" nulls last limit 1) p
       where t.organization_id = $1::uuid and t.subsidiary_id = $2::uuid and t.ledger_entry_id is not null
         and t.posting_date <= $3::date and (t.reversal_date is null or t.reversal_date > $3::date)
       group by 1, 2
       union all
       select p.role, v.currency_code, sum(v.amount * case p.side when 'DEBIT' then -1 else 1 end)
       from payment_applications x
       join business_transactions d on d.organization_id = x.organization_id and d.id = x.document_id
       join business_transactions y on y.organization_id = x.organization_id and y.id = x.payment_id
       cross join lateral (values (d.currency_code, x.amount), (y.currency_code, -x.payment_amount)) as v (currency_code, amount)
       cross join lateral (select * from places p where p.kind = d.kind and (p."entityType" is null or p."entityType" = d.entity_type)
                           order by p."entityType" nulls last limit 1) p
       where x.organization_id = $1::uuid and x.payment_amount is not null and d.subsidiary_id = $2::uuid and x.applied_on <= $3::date
         and (x.reversed_on is null or x.reversed_on > $3::date)
       group by 1, 2
     ), controls as materialized (
       select id, control_for from accounts where organization_id = $1::uuid and control_for in (select role from places)
     ), ledger as (
       select a.control_for as role, b.currency_code, sum(b.debit - b.credit) as amount
       from controls a
       join ledger_balances b on b.organization_id = $1::uuid and b.account_id = a.id and b.subsidiary_id = $2::uuid
       join fiscal_periods q on q.organization_id = $1::uuid and q.id = b.period_id and q.end_date <= $3::date
         and ($5::boolean or not q.is_adjustment or q.end_date < $3::date)
       group by 1, 2
       union all
       select a.control_for, l.currency_code, sum(l.credit - l.debit)
       from ledger_entries e
       join ledger_lines l on l.organization_id = e.organization_id and l.entry_id = e.id
       join controls a on a.id = l.account_id
       where e.organization_id = $1::uuid and e.subsidiary_id = $2::uuid and e.source_kind in ('REVENUE_EVENT', 'REVENUE_RUN')
         and l.posting_date <= $3::date
       group by 1, 2
     ), both_sides as (
       select role, currency_code, amount as subledger, 0::numeric as ledger from documents
       union all select role, currency_code, 0, amount from ledger
     )
     select role, currency_code as "currencyCode", sum(subledger)::text as subledger, sum(ledger)::text as ledger
     from both_sides group by 1, 2 having sum(subledger) <> sum(ledger) order by 1, 2`,
    [
      tenant.organizationId,
      asked.subsidiaryId,
      asked.asOf,
      JSON.stringify(asked.places),
      asked.withAdjustments,
    ],
  );
}
