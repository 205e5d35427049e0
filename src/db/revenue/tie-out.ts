import { sql, type Tenant } from '../tenancy';

/** Both sides of every reconciliation, per subsidiary and currency. */
export interface TieOutRow {
  readonly subsidiaryId: string;
  readonly currencyCode: string;
  readonly deferred: string;
  readonly contractAsset: string;
  readonly refund: string;
  readonly receivable: string;
  readonly cost: string;
  readonly accruedInterest: string;
  readonly unearnedInterest: string;
  readonly advanceInterest: string;
  readonly ledgerDeferred: string;
  readonly ledgerContractAsset: string;
  readonly ledgerRefund: string;
  readonly ledgerReceivable: string;
  readonly ledgerCost: string;
  readonly ledgerAccruedInterest: string;
  readonly ledgerUnearnedInterest: string;
  readonly ledgerAdvanceInterest: string;
}

const GROUPS = `
  with pos as (
    select p.subsidiary_id, p.currency_code, sum(greatest(p.net, 0)) as deferred, sum(greatest(-p.net, 0)) as asset, sum(p.refund) as refund,
      sum(p.receivable) as receivable, 0::numeric as cost, 0::numeric as accrued, 0::numeric as unearned, 0::numeric as advance
    from revenue_positions p where p.organization_id = $1::uuid group by 1, 2
    union all
    select c.subsidiary_id, c.currency_code, 0, 0, 0, 0, sum(case when c.voided then 0 else c.amount end - c.amortised - c.impaired), 0, 0, 0
    from contract_costs c where c.organization_id = $1::uuid and c.decision = 'CAPITALISED' group by 1, 2
    union all
    select i.subsidiary_id, i.currency_code, 0, 0, 0, 0, 0, sum(i.accrued), sum(i.unearned), sum(i.advance)
    from revenue_interest_moves i where i.organization_id = $1::uuid group by 1, 2
  ), gl as (
    select b.subsidiary_id, b.currency_code,
      sum(case a.control_for when 'DEFERRED_REVENUE' then b.credit - b.debit else 0 end) as deferred,
      sum(case a.control_for when 'CONTRACT_ASSET' then b.debit - b.credit else 0 end) as asset,
      sum(case a.control_for when 'REFUND_LIABILITY' then b.credit - b.debit else 0 end) as refund,
      0::numeric as receivable,
      sum(case a.control_for when 'CONTRACT_COST' then b.debit - b.credit else 0 end) as cost,
      sum(case a.control_for when 'ACCRUED_INTEREST' then b.debit - b.credit else 0 end) as accrued,
      sum(case a.control_for when 'UNEARNED_INTEREST' then b.credit - b.debit else 0 end) as unearned,
      sum(case a.control_for when 'ADVANCE_INTEREST' then b.credit - b.debit else 0 end) as advance
    from ledger_balances b join accounts a on a.organization_id = b.organization_id and a.id = b.account_id
    where b.organization_id = $1::uuid and a.control_for in ('DEFERRED_REVENUE', 'CONTRACT_ASSET', 'REFUND_LIABILITY', 'CONTRACT_COST',
      'ACCRUED_INTEREST', 'UNEARNED_INTEREST', 'ADVANCE_INTEREST')
    group by 1, 2
    union all
    -- Receivables also include invoices from billing; here only amounts posted by contracts.
    select l.subsidiary_id, l.currency_code, 0, 0, 0, sum(l.debit - l.credit), 0, 0, 0, 0
    from ledger_entries e join ledger_lines l on l.organization_id = e.organization_id and l.entry_id = e.id
    join accounts a on a.organization_id = l.organization_id and a.id = l.account_id and a.control_for = 'RECEIVABLE'
    where e.organization_id = $1::uuid and e.source_kind in ('REVENUE_EVENT', 'REVENUE_RUN') group by 1, 2
  ), both_sides as (
    select subsidiary_id, currency_code, sum(deferred) as deferred, sum(asset) as asset, sum(refund) as refund, sum(receivable) as receivable, sum(cost) as cost,
      sum(accrued) as accrued, sum(unearned) as unearned, sum(advance) as advance,
      0::numeric as gl_deferred, 0::numeric as gl_asset, 0::numeric as gl_refund, 0::numeric as gl_receivable, 0::numeric as gl_cost,
      0::numeric as gl_accrued, 0::numeric as gl_unearned, 0::numeric as gl_advance from pos group by 1, 2
    union all
    select subsidiary_id, currency_code, 0, 0, 0, 0, 0, 0, 0, 0, sum(deferred), sum(asset), sum(refund), sum(receivable), sum(cost),
      sum(accrued), sum(unearned), sum(advance) from gl group by 1, 2
  )
  select subsidiary_id as "subsidiaryId", currency_code as "currencyCode", sum(deferred)::text as deferred, sum(asset)::text as "contractAsset",
    sum(refund)::text as refund, sum(receivable)::text as receivable, sum(cost)::text as cost, sum(accrued)::text as "accruedInterest",
    sum(unearned)::text as "unearnedInterest", sum(advance)::text as "advanceInterest", sum(gl_deferred)::text as "ledgerDeferred",
    sum(gl_asset)::text as "ledgerContractAsset", sum(gl_refund)::text as "ledgerRefund", sum(gl_receivable)::text as "ledgerReceivable",
    sum(gl_cost)::text as "ledgerCost", sum(gl_accrued)::text as "ledgerAccruedInterest", sum(gl_unearned)::text as "ledgerUnearnedInterest",
    sum(gl_advance)::text as "ledgerAdvanceInterest"
  from both_sides group by 1, 2 order by 1, 2`;

/** The subledgers' totals and the ledger's, per subsidiary and currency. */
export async function readTieOut(tenant: Tenant): Promise<TieOutRow[]> {
  return sql<TieOutRow>(tenant, GROUPS, [tenant.organizationId]);
}

/** One contract's sides of the reconciliations, only where one does not agree. */
export interface BrokenContract {
  readonly contractId: string;
  readonly contractNumber: string;
  readonly subsidiaryId: string;
  readonly currencyCode: string;
  readonly transactionPrice: string;
  readonly allocated: string;
  readonly booked: string;
  readonly posted: string;
  readonly recognised: string;
  readonly net: string;
  readonly moved: string;
}

/** Contracts whose allocation, bookings, posted rows and movements do not agree. There must be none. */
export async function readBrokenContracts(tenant: Tenant): Promise<BrokenContract[]> {
  return sql<BrokenContract>(
    tenant,
    `with o as (select contract_id, sum(allocated) as allocated from performance_obligations where organization_id = $1::uuid group by 1),
       b as (select contract_id, sum(amount) as booked from revenue_bookings where organization_id = $1::uuid group by 1),
       r as (select contract_id, sum(amount) filter (where run_id is not null) as posted from revenue_rows where organization_id = $1::uuid group by 1),
       m as (select contract_id, sum(deferred - contract_asset) as net, sum(revenue) as revenue, sum(refund) as refund, sum(receivable) as receivable
             from revenue_movements where organization_id = $1::uuid group by 1)
     select p.contract_id as "contractId", c.contract_number as "contractNumber", p.subsidiary_id as "subsidiaryId", p.currency_code as "currencyCode", c.transaction_price::text as "transactionPrice",
       coalesce(o.allocated, 0)::text as allocated, coalesce(b.booked, 0)::text as booked, coalesce(r.posted, 0)::text as posted,
       p.recognised::text as recognised, p.net::text as net, coalesce(m.net, 0)::text as moved
     from revenue_positions p join revenue_contracts c on c.organization_id = p.organization_id and c.id = p.contract_id
     left join o on o.contract_id = p.contract_id left join b on b.contract_id = p.contract_id
     left join r on r.contract_id = p.contract_id left join m on m.contract_id = p.contract_id
     where p.organization_id = $1::uuid and (
       coalesce(o.allocated, 0) <> c.transaction_price and c.contract_status <> 'DRAFT'
       or coalesce(b.booked, 0) <> coalesce(o.allocated, 0)
       or coalesce(r.posted, 0) <> p.recognised or coalesce(m.revenue, 0) <> p.recognised
       or coalesce(m.net, 0) <> p.net or coalesce(m.refund, 0) <> p.refund or coalesce(m.receivable, 0) <> p.receivable)
     order by 1 limit 100`,
    [tenant.organizationId],
  );
}

/** The monthly summary less the facts it sums; must be zero. */
export async function readSummaryDifference(
  tenant: Tenant,
): Promise<{ booked: string; planned: string; settled: string; posted: string }> {
  const [row] = await sql<{ booked: string; planned: string; settled: string; posted: string }>(
    tenant,
    `select (coalesce(sum(m.booked), 0) - (select coalesce(sum(amount), 0) from revenue_bookings where organization_id = $1::uuid))::text as booked,
       (coalesce(sum(m.planned), 0) - (select coalesce(sum(amount), 0) from revenue_rows where organization_id = $1::uuid))::text as planned,
       (coalesce(sum(m.settled), 0) - (select coalesce(sum(amount), 0) from revenue_rows where organization_id = $1::uuid and run_id is not null))::text as settled,
       (coalesce(sum(m.posted), 0) - (select coalesce(sum(amount), 0) from revenue_rows where organization_id = $1::uuid and run_id is not null))::text as posted
     from revenue_months m where m.organization_id = $1::uuid`,
    [tenant.organizationId],
  );
  return row ?? { booked: '0', planned: '0', settled: '0', posted: '0' };
}
