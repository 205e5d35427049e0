import { sql, type Tenant } from '../tenancy';
import { type DaySpan, inEffect, lastDaySql, type RevenueScope, scopeValues } from './months';

/** Changes of deferred revenue by period and kind of movement. */
export async function readDeferredMovements(
  tenant: Tenant,
  scope: RevenueScope,
): Promise<{ period: string; kind: string; amount: string }[]> {
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

export interface BalanceRow {
  readonly contractId: string;
  readonly contractNumber: string;
  readonly openingNet: string;
  readonly openingReceivable: string;
  readonly closingNet: string;
  readonly closingReceivable: string;
  readonly revenue: string;
  readonly catchUp: string;
  /** The closing position in base currency, and the account of the contract liability. */
  readonly closingBase: string;
  readonly liabilityAccountId: string;
  /** Revenue due in the twelve months after the reporting period. */
  readonly soon: string;
}

/**
 * Each contract's position before and after a range of periods, and its revenue in between (catch-ups separately). `soon` is the first
 * day after the year in which a liability is current.
 */
export async function readContractBalances(
  tenant: Tenant,
  scope: RevenueScope,
  span: DaySpan & { readonly soon: string },
): Promise<BalanceRow[]> {
  return sql<BalanceRow>(
    tenant,
    `select c.id as "contractId", c.contract_number as "contractNumber",
       coalesce(sum(m.deferred - m.contract_asset) filter (where ${lastDaySql('m.period')} < $6), 0)::text as "openingNet",
       coalesce(sum(m.receivable) filter (where ${lastDaySql('m.period')} < $6), 0)::text as "openingReceivable",
       coalesce(sum(m.deferred - m.contract_asset), 0)::text as "closingNet",
       coalesce(sum(m.receivable), 0)::text as "closingReceivable",
       coalesce(sum(m.revenue) filter (where ${lastDaySql('m.period')} >= $6), 0)::text as revenue,
       coalesce((select sum(r.amount) from revenue_rows r where r.organization_id = c.organization_id and r.contract_id = c.id and r.catch_up
         and r.source <> 'SCHEDULE' and ${lastDaySql('r.posted_period')} >= $6 and ${lastDaySql('r.posted_period')} < $7 and r.posted_at <= coalesce($4::timestamptz, 'infinity')
         and ${inEffect('r', 'event_id', 'cause_id')}), 0)::text as "catchUp",
       coalesce(sum(m.deferred_base - m.contract_asset_base), 0)::text as "closingBase",
       (select p.deferred_account_id from revenue_positions p where p.organization_id = c.organization_id and p.contract_id = c.id) as "liabilityAccountId",
       case when sum(m.deferred - m.contract_asset) <= 0 then '0' else (coalesce((select sum(r.amount) from revenue_rows r
           where r.organization_id = c.organization_id and r.contract_id = c.id and ${lastDaySql('r.period')} < $8
             and r.recorded_at <= coalesce($4::timestamptz, 'infinity')
             and (r.posted_at is null or r.posted_at > coalesce($4::timestamptz, 'infinity') or ${lastDaySql('r.posted_period')} >= $7)
             and ${inEffect('r', 'event_id', 'cause_id')}), 0)
         -- Unscheduled amounts are expected by the end of the contract or, if it has none, within the year.
         + case when c.end_date is not null and to_char(c.end_date, 'YYYY-MM-DD') >= $8 then 0 else
             coalesce((select sum(b.amount) from revenue_bookings b where b.organization_id = c.organization_id and b.contract_id = c.id
               and b.recorded_at <= coalesce($4::timestamptz, 'infinity') and ${inEffect('b', 'event_id')}), 0)
             - coalesce((select sum(r.amount) from revenue_rows r where r.organization_id = c.organization_id and r.contract_id = c.id
               and r.recorded_at <= coalesce($4::timestamptz, 'infinity') and ${inEffect('r', 'event_id', 'cause_id')}), 0) end)::text end as soon
     from revenue_movements m
     join revenue_contracts c on c.organization_id = m.organization_id and c.id = m.contract_id
     left join revenue_events e on e.organization_id = m.organization_id and e.id = m.event_id
     where m.organization_id = $1::uuid and ($2::uuid[] is null or m.subsidiary_id = any ($2::uuid[])) and m.currency_code = $3
       and m.recorded_at <= coalesce($4::timestamptz, 'infinity') and ($5::date is null or coalesce(e.effective_date, m.posting_date) <= $5::date)
       and ${lastDaySql('m.period')} < $7
     group by c.organization_id, c.id, c.contract_number, c.end_date order by c.contract_number`,
    [...scopeValues(tenant, scope), span.from, span.until, span.soon],
  );
}
