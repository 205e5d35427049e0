import { sql, type Tenant } from '../tenancy';
import { type RevenueScope, scopeValues } from './months';

/**
 * Changes of deferred revenue by period and kind of movement. As known now it reads their sums, of which there are few whatever the history;
 * for another moment every movement.
 * Owner: the movements; the sums are held to them by e2e/revenue/reports/movement-sums.test.ts.
 */
export async function readDeferredMovements(
  tenant: Tenant,
  scope: RevenueScope,
): Promise<{ period: string; kind: string; amount: string }[]> {
  if (scope.knownAsOf === null && scope.effectiveAsOf === null) {
    return sql(
      tenant,
      `select m.period, m.kind, sum(m.deferred)::text as amount from revenue_movement_months m
       where m.organization_id = $1::uuid and ($2::uuid[] is null or m.subsidiary_id = any ($2::uuid[])) and m.currency_code = $3
       group by 1, 2 order by 1, 2`,
      [tenant.organizationId, scope.subsidiaryIds, scope.currencyCode],
    );
  }
  return sql(
    tenant,
    `select m.period, case when m.kind = 'DOCUMENT' and m.amount < 0 then 'CREDIT' else m.kind end as kind, sum(m.deferred)::text as amount
     from revenue_movements m left join revenue_events e on e.organization_id = m.organization_id and e.id = m.event_id
     where m.organization_id = $1::uuid and ($2::uuid[] is null or m.subsidiary_id = any ($2::uuid[])) and m.currency_code = $3
       and m.recorded_at <= coalesce($4::timestamptz, 'infinity') and ($5::date is null or coalesce(e.effective_date, m.posting_date) <= $5::date)
     group by 1, 2 order by 1, 2`,
    scopeValues(tenant, scope),
  );
}

/** The general ledger's deferred revenue (credits above zero) by the last day of its periods, in transaction currency. */
export async function readDeferredLedger(
  tenant: Tenant,
  scope: RevenueScope,
): Promise<{ period: string; amount: string }[]> {
  return sql(
    tenant,
    scope.knownAsOf === null
      ? `select q.end_date::text as period, sum(b.credit - b.debit)::text as amount
         from ledger_balances b
         join accounts a on a.organization_id = b.organization_id and a.id = b.account_id and a.control_for = 'DEFERRED_REVENUE'
         join fiscal_periods q on q.organization_id = b.organization_id and q.id = b.period_id
         where b.organization_id = $1::uuid and ($2::uuid[] is null or b.subsidiary_id = any ($2::uuid[])) and b.currency_code = $3
         group by 1 order by 1`
      : `select q.end_date::text as period, sum(x.amount)::text as amount
         from (
           select b.organization_id, b.period_id, b.account_id, b.subsidiary_id, b.currency_code, b.credit - b.debit as amount
           from ledger_balances b where b.organization_id = $1::uuid
           union all
           -- Less what was posted later.
           select l.organization_id, l.period_id, l.account_id, l.subsidiary_id, l.currency_code, l.debit - l.credit
           from ledger_entries e join ledger_lines l on l.organization_id = e.organization_id and l.entry_id = e.id
           where e.organization_id = $1::uuid and e.created_at > $4::timestamptz
         ) x
         join accounts a on a.organization_id = x.organization_id and a.id = x.account_id and a.control_for = 'DEFERRED_REVENUE'
         join fiscal_periods q on q.organization_id = x.organization_id and q.id = x.period_id
         where ($2::uuid[] is null or x.subsidiary_id = any ($2::uuid[])) and x.currency_code = $3
         group by 1 order by 1`,
    scope.knownAsOf === null
      ? [tenant.organizationId, scope.subsidiaryIds, scope.currencyCode]
      : [tenant.organizationId, scope.subsidiaryIds, scope.currencyCode, scope.knownAsOf],
  );
}
