import type { SubledgerPlace } from '../../../core/transactions/subledgers';
import { tailSql } from '../../reports/ledger-days';
import { sql, type Tenant } from '../../tenancy';

export interface ControlDifference {
  readonly role: string;
  readonly currencyCode: string;
  readonly subledger: string;
  readonly ledger: string;
}

/**
 * Control accounts whose balance at the end of a day is not the total of the documents of their subledger, in
 * transaction currency, debits above zero. Applications move both of their sides by the same amount and so cancel, but for
 * those across currencies, which leave one currency and the other. Documents come from their sums by period (subledger_periods), so that
 * the cost is that of the periods, however much was ever billed. The day is the last of a period.
 * Movements of revenue contracts are compared with them elsewhere (revenue tie-out).
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
     ), ended as materialized (
       select q.id, q.is_adjustment and q.end_date = $3::date and not $5::boolean as is_left_out from fiscal_periods q
       where q.organization_id = $1::uuid and q.subsidiary_id = $2::uuid and q.end_date <= $3::date
     ), ${tailSql('$1::uuid')}, moved as (
       select d.kind, d.entity_type, d.currency_code, d.total, d.discount from ended q
       join subledger_periods d on d.organization_id = $1::uuid and d.subsidiary_id = $2::uuid and d.period_id = q.id
       union all
       select m.o_kind, m.o_entity_type, m.o_currency_code, m.o_total, m.o_discount
       from daybook_subledger_moves(array(select e.id from tail e where e.subsidiary_id = $2::uuid)) m where m.o_period_id in (select id from ended)
     ), documents as (
       select p.role, m.currency_code, (m.total + case when p."clearsDiscount" then m.discount else 0 end)
           * case p.side when 'DEBIT' then 1 else -1 end as amount
       from (select x.kind, x.entity_type, x.currency_code, sum(x.total) as total, sum(x.discount) as discount from moved x group by 1, 2, 3) m
       cross join lateral (select * from places p where p.kind = m.kind and (p."entityType" is null or p."entityType" = m.entity_type)
                           order by p."entityType" nulls last limit 1) p
     ), controls as materialized (
       select id, control_for from accounts where organization_id = $1::uuid and control_for in (select role from places)
     ), revenue as (
       select d.account_id, d.currency_code, sum(d.credit - d.debit) as amount from ended q
       join revenue_ledger_periods d on d.organization_id = $1::uuid and d.subsidiary_id = $2::uuid and d.period_id = q.id
       group by 1, 2
       union all
       select l.account_id, l.currency_code, sum(l.credit - l.debit)
       from tail e
       cross join lateral (select x.* from ledger_lines x where x.organization_id = $1::uuid and x.entry_id = e.id offset 0) l
       where e.period_id in (select id from ended) and e.source_kind in ('REVENUE_EVENT', 'REVENUE_RUN')
       group by 1, 2
     ), ledger as (
       select a.control_for as role, b.currency_code, sum(b.debit - b.credit) as amount
       from ended q cross join controls a
       join ledger_balances b on b.organization_id = $1::uuid and b.subsidiary_id = $2::uuid and b.period_id = q.id and b.account_id = a.id
       where not q.is_left_out
       group by 1, 2
       union all
       select a.control_for, r.currency_code, r.amount from revenue r join controls a on a.id = r.account_id
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
