import type { VerifyExtent } from '../../core/ledger/verification';
import { linesOfEntries, tailSql } from '../reports/ledger-days';
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
  /** The monthly summary less the facts it sums; each must be zero. */
  readonly booked: string;
  readonly planned: string;
  readonly settled: string;
  readonly posted: string;
}

/**
 * What contracts, their costs and their interest come to (`pos`), and what contracts posted to receivables (`receivables`). WHOLE: every row
 * there is. SINCE: the totals of what each contract came to when it was last checked (check-contracts in prisma/sql), and of the contracts
 * touched since what each comes to now, less what it came to then; of the ledger its sums by period, and the entries not added to them yet.
 * Owner: the rows; the totals are held to them by e2e/revenue/histories/checked/checked-histories.test.ts and by a full verification.
 */
const SUBLEDGERS: Readonly<Record<VerifyExtent, string>> = {
  WHOLE: `
  pos as (
    select p.subsidiary_id, p.currency_code, sum(greatest(p.net, 0)) as deferred, sum(greatest(-p.net, 0)) as asset, sum(p.refund) as refund,
      sum(p.receivable) as receivable, 0::numeric as cost, 0::numeric as accrued, 0::numeric as unearned, 0::numeric as advance,
      0::numeric as booked, 0::numeric as planned, 0::numeric as posted
    from revenue_positions p where p.organization_id = $1::uuid group by 1, 2
    union all
    select c.subsidiary_id, c.currency_code, 0, 0, 0, 0, sum(case when c.voided then 0 else c.amount end - c.amortised - c.impaired), 0, 0, 0, 0, 0, 0
    from contract_costs c where c.organization_id = $1::uuid and c.decision = 'CAPITALISED' group by 1, 2
    union all
    select i.subsidiary_id, i.currency_code, 0, 0, 0, 0, 0, sum(i.accrued), sum(i.unearned), sum(i.advance), 0, 0, 0
    from revenue_interest_moves i where i.organization_id = $1::uuid group by 1, 2
    union all
    select c.subsidiary_id, c.currency_code, 0, 0, 0, 0, 0, 0, 0, 0, sum(b.amount), 0, 0
    from revenue_bookings b join revenue_contracts c on c.organization_id = b.organization_id and c.id = b.contract_id
    where b.organization_id = $1::uuid group by 1, 2
    union all
    select c.subsidiary_id, c.currency_code, 0, 0, 0, 0, 0, 0, 0, 0, 0, sum(r.amount), coalesce(sum(r.amount) filter (where r.run_id is not null), 0)
    from revenue_rows r join revenue_contracts c on c.organization_id = r.organization_id and c.id = r.contract_id
    where r.organization_id = $1::uuid group by 1, 2
  ), receivables as (
    select l.subsidiary_id, l.currency_code, sum(l.debit - l.credit) as receivable
    from ledger_entries e join ledger_lines l on l.organization_id = e.organization_id and l.entry_id = e.id
    join accounts a on a.organization_id = l.organization_id and a.id = l.account_id and a.control_for = 'RECEIVABLE'
    where e.organization_id = $1::uuid and e.source_kind in ('REVENUE_EVENT', 'REVENUE_RUN') group by 1, 2
  )`,
  SINCE: `
  touched as materialized (
    select array_agg(distinct c.id) as ids from revenue_touched_contracts t cross join lateral unnest(t.contract_ids) as c(id)
    where t.organization_id = $1::uuid
  ), present as materialized (
    select s.* from touched t cross join lateral daybook_contract_sums(t.ids) s
  ), pos as (
    select k.subsidiary_id, k.currency_code, k.deferred, k.contract_asset as asset, k.refund, k.receivable, k.cost, k.accrued, k.unearned, k.advance,
      k.booked, k.planned, k.posted
    from revenue_checked_totals k where k.organization_id = $1::uuid
    union all
    select p.o_subsidiary_id, p.o_currency_code, p.o_deferred, p.o_contract_asset, p.o_refund, p.o_receivable, p.o_cost, p.o_accrued, p.o_unearned,
      p.o_advance, p.o_booked, p.o_planned, p.o_posted
    from present p
    union all
    select k.subsidiary_id, k.currency_code, -k.deferred, -k.contract_asset, -k.refund, -k.receivable, -k.cost, -k.accrued, -k.unearned, -k.advance,
      -k.booked, -k.planned, -k.posted
    from touched t cross join lateral unnest(t.ids) as c(id)
    cross join lateral (select x.* from revenue_checked_contracts x where x.organization_id = $1::uuid and x.contract_id = c.id offset 0) k
  ), ${tailSql('$1::uuid').trim()}, receivables as (
    select d.subsidiary_id, d.currency_code, d.debit - d.credit as receivable
    from revenue_ledger_periods d join accounts a on a.organization_id = d.organization_id and a.id = d.account_id and a.control_for = 'RECEIVABLE'
    where d.organization_id = $1::uuid
    union all
    select l.subsidiary_id, l.currency_code, l.debit - l.credit
    from tail e ${linesOfEntries('$1::uuid')}
    join accounts a on a.organization_id = $1::uuid and a.id = l.account_id and a.control_for = 'RECEIVABLE'
    where e.source_kind in ('REVENUE_EVENT', 'REVENUE_RUN')
  )`,
};

const groups = (extent: VerifyExtent) => `
  with ${SUBLEDGERS[extent].trim()}, gl as (
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
    select r.subsidiary_id, r.currency_code, 0, 0, 0, sum(r.receivable), 0, 0, 0, 0 from receivables r group by 1, 2
  ), months as (
    select m.subsidiary_id, m.currency_code, sum(m.booked) as booked, sum(m.planned) as planned, sum(m.settled) as settled, sum(m.posted) as posted
    from revenue_months m where m.organization_id = $1::uuid group by 1, 2
  ), all_sides as (
    select subsidiary_id, currency_code, sum(deferred) as deferred, sum(asset) as asset, sum(refund) as refund, sum(receivable) as receivable, sum(cost) as cost,
      sum(accrued) as accrued, sum(unearned) as unearned, sum(advance) as advance,
      0::numeric as gl_deferred, 0::numeric as gl_asset, 0::numeric as gl_refund, 0::numeric as gl_receivable, 0::numeric as gl_cost,
      0::numeric as gl_accrued, 0::numeric as gl_unearned, 0::numeric as gl_advance,
      -sum(booked) as booked, -sum(planned) as planned, -sum(posted) as settled, -sum(posted) as posted from pos group by 1, 2
    union all
    select subsidiary_id, currency_code, 0, 0, 0, 0, 0, 0, 0, 0, sum(deferred), sum(asset), sum(refund), sum(receivable), sum(cost),
      sum(accrued), sum(unearned), sum(advance), 0, 0, 0, 0 from gl group by 1, 2
    union all
    select subsidiary_id, currency_code, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, booked, planned, settled, posted from months
  ), summed as (
    select subsidiary_id as "subsidiaryId", currency_code as "currencyCode", sum(deferred)::text as deferred, sum(asset)::text as "contractAsset",
      sum(refund)::text as refund, sum(receivable)::text as receivable, sum(cost)::text as cost, sum(accrued)::text as "accruedInterest",
      sum(unearned)::text as "unearnedInterest", sum(advance)::text as "advanceInterest", sum(gl_deferred)::text as "ledgerDeferred",
      sum(gl_asset)::text as "ledgerContractAsset", sum(gl_refund)::text as "ledgerRefund", sum(gl_receivable)::text as "ledgerReceivable",
      sum(gl_cost)::text as "ledgerCost", sum(gl_accrued)::text as "ledgerAccruedInterest", sum(gl_unearned)::text as "ledgerUnearnedInterest",
      sum(gl_advance)::text as "ledgerAdvanceInterest", sum(booked)::text as booked, sum(planned)::text as planned, sum(settled)::text as settled,
      sum(posted)::text as posted
    from all_sides group by 1, 2 order by 1, 2
  )`;

const STATEMENTS: Readonly<Record<VerifyExtent, string>> = {
  WHOLE: `${groups('WHOLE')}
  select (select count(*)::int from revenue_contracts c where c.organization_id = $1::uuid) as "contractsRead", null as suspects,
    coalesce((select json_agg(s order by s."subsidiaryId", s."currencyCode") from summed s), '[]') as groups`,
  SINCE: `${groups('SINCE')}
  select (select count(distinct p.o_contract_id)::int from present p) as "contractsRead",
    coalesce((select array_agg(distinct p.o_contract_id) from present p where not p.o_agrees), '{}') as suspects,
    coalesce((select json_agg(s order by s."subsidiaryId", s."currencyCode") from summed s), '[]') as groups`,
};

/** What a reconciliation of revenue read. */
export interface TieOut {
  readonly groups: readonly TieOutRow[];
  /** The contracts that were added up from their rows; the others came with the totals. */
  readonly contractsRead: number;
  /** Contracts whose own equations do not hold; null: every contract is to be looked through. */
  readonly suspects: readonly string[] | null;
}

/** The subledgers' totals and the ledger's, per subsidiary and currency, of one moment. */
export async function readTieOut(tenant: Tenant, extent: VerifyExtent): Promise<TieOut> {
  const [row] = await sql<TieOut>(tenant, STATEMENTS[extent], [tenant.organizationId]);
  if (row === undefined) throw new Error('a query of one row answered none');
  return row;
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

/** Contracts, of some or of all (null), whose allocation, bookings, posted rows and movements do not agree. There must be none. */
export async function readBrokenContracts(
  tenant: Tenant,
  among: readonly string[] | null,
): Promise<BrokenContract[]> {
  if (among?.length === 0) return [];
  const some = among === null ? '' : 'and contract_id = any ($2::uuid[])';
  return sql<BrokenContract>(
    tenant,
    `with o as (select contract_id, sum(allocated) as allocated from performance_obligations where organization_id = $1::uuid ${some} group by 1),
       b as (select contract_id, sum(amount) as booked from revenue_bookings where organization_id = $1::uuid ${some} group by 1),
       r as (select contract_id, sum(amount) filter (where run_id is not null) as posted from revenue_rows where organization_id = $1::uuid ${some} group by 1),
       m as (select contract_id, sum(deferred - contract_asset) as net, sum(revenue) as revenue, sum(refund) as refund, sum(receivable) as receivable
             from revenue_movements where organization_id = $1::uuid ${some} group by 1)
     select p.contract_id as "contractId", c.contract_number as "contractNumber", p.subsidiary_id as "subsidiaryId", p.currency_code as "currencyCode", c.transaction_price::text as "transactionPrice",
       coalesce(o.allocated, 0)::text as allocated, coalesce(b.booked, 0)::text as booked, coalesce(r.posted, 0)::text as posted,
       p.recognised::text as recognised, p.net::text as net, coalesce(m.net, 0)::text as moved
     from revenue_positions p join revenue_contracts c on c.organization_id = p.organization_id and c.id = p.contract_id
     left join o on o.contract_id = p.contract_id left join b on b.contract_id = p.contract_id
     left join r on r.contract_id = p.contract_id left join m on m.contract_id = p.contract_id
     where p.organization_id = $1::uuid ${some.replace('contract_id', 'p.contract_id')} and (
       coalesce(o.allocated, 0) <> c.transaction_price and c.contract_status <> 'DRAFT'
       or coalesce(b.booked, 0) <> coalesce(o.allocated, 0)
       or coalesce(r.posted, 0) <> p.recognised or coalesce(m.revenue, 0) <> p.recognised
       or coalesce(m.net, 0) <> p.net or coalesce(m.refund, 0) <> p.refund or coalesce(m.receivable, 0) <> p.receivable)
     order by 1 limit 100`,
    among === null ? [tenant.organizationId] : [tenant.organizationId, among],
  );
}
