import type { MovedAmounts } from '../../../core/fx/contract-bases';
import { sql, type Tenant } from '../../tenancy';

/** A contract that was moved at a rate that the table no longer has. */
export interface MisratedContract {
  readonly contractId: string;
  readonly contractNumber: string;
}

/**
 * Contracts of a subsidiary and currency with a movement from a day on (and up to another) that was booked at another rate than
 * the table has for its day now, that were corrected before, that one of these documents bills, or that are among these.
 */
export async function contractsByTableRate(
  tenant: Tenant,
  asked: {
    readonly subsidiaryId: string;
    readonly currencyCode: string;
    readonly from: string;
    readonly to: string | null;
  },
  wrong: readonly { readonly date: string; readonly rate: string }[],
  documents: readonly string[],
  contracts: readonly string[],
): Promise<MisratedContract[]> {
  return sql(
    tenant,
    `select c.id::text as "contractId", c.contract_number as "contractNumber" from revenue_contracts c
     where c.organization_id = $1::uuid and c.subsidiary_id = $2::uuid and c.currency_code = $3
       and (c.id = any ($8::uuid[])
         or exists (select from revenue_events v where v.organization_id = $1::uuid and v.contract_id = c.id and v.source_id = any ($7::text[]))
         or exists (
         select from revenue_movements m
         left join ledger_entries e on e.organization_id = m.organization_id and e.id = m.entry_id
         where m.organization_id = $1::uuid and m.contract_id = c.id and m.posting_date >= $4::date and ($5::date is null or m.posting_date <= $5::date)
           and (m.kind = 'RATE' or exists (select from jsonb_to_recordset($6::jsonb) as w(date date, rate numeric)
                                           where w.date = m.posting_date and w.rate = e.exchange_rate))))
     order by c.contract_number`,
    [
      tenant.organizationId,
      asked.subsidiaryId,
      asked.currencyCode,
      asked.from,
      asked.to,
      JSON.stringify(wrong),
      documents,
      contracts,
    ],
  );
}

/** The days and rates at which contracts of a subsidiary and currency were moved. */
export async function movedRates(
  tenant: Tenant,
  asked: { readonly subsidiaryId: string; readonly currencyCode: string },
): Promise<{ date: string; rate: string }[]> {
  return sql(
    tenant,
    `select distinct m.posting_date::text as date, e.exchange_rate::text as rate from revenue_movements m
     join ledger_entries e on e.organization_id = m.organization_id and e.id = m.entry_id
     where m.organization_id = $1::uuid and m.subsidiary_id = $2::uuid and m.currency_code = $3 and m.kind <> 'RATE' order by 1, 2`,
    [tenant.organizationId, asked.subsidiaryId, asked.currencyCode],
  );
}

/** One movement and its day. */
export interface Movement extends MovedAmounts {
  readonly contractId: string;
  readonly postingDate: string;
}

/**
 * The movements of contracts, each contract's in their order, but for corrections; those by documents with what the documents are
 * corrected to.
 */
export async function movementsOf(tenant: Tenant, contractIds: readonly string[]): Promise<Movement[]> {
  return sql(
    tenant,
    `select m.contract_id::text as "contractId", m.kind, m.period, coalesce(e.exchange_rate, m.document_base / nullif(m.document, 0), 1)::text as rate, m.receivable::text as receivable, m.cash::text as cash,
       m.contract_asset::text as "contractAsset", m.deferred::text as deferred, m.refund::text as refund,
       m.revenue::text as revenue, (m.document_base + coalesce((
          select sum(l.base_credit - l.base_debit) from rate_correction_items k
          join ledger_lines l on l.organization_id = k.organization_id and l.entry_id = k.entry_id and l.account_id = p.deferred_account_id
          -- Interest that its day moved is of the same fact, and keeps the rate at which it was billed.
          where k.organization_id = $1::uuid and k.kind = 'DOCUMENT' and m.kind <> 'FINANCING' and v.source_kind in ('INVOICE', 'CREDIT_MEMO')
            and k.source_id::text = v.source_id), 0) + coalesce((
          -- What stands beside this movement in a journal of its own, and was corrected.
          select sum(l.base_credit - l.base_debit) from ledger_entries j
          join rate_correction_items k on k.organization_id = j.organization_id and k.source_id = j.id and k.kind = 'JOURNAL'
          join ledger_lines l on l.organization_id = k.organization_id and l.entry_id = k.entry_id and l.account_id = p.deferred_account_id
          where j.organization_id = $1::uuid and j.source_kind = 'REVENUE_EVENT' and j.source_id = m.id), 0))::text as "documentBase",
       m.posting_date::text as "postingDate"
     from revenue_movements m
     join revenue_positions p on p.organization_id = m.organization_id and p.contract_id = m.contract_id
     -- A document that billed within the liability made no entry of the contract's own: it came at its own rate.
     left join ledger_entries e on e.organization_id = m.organization_id and e.id = m.entry_id
     left join revenue_events v on v.organization_id = m.organization_id and v.id = m.event_id
     where m.organization_id = $1::uuid and m.contract_id = any ($2::uuid[]) and m.kind <> 'RATE' order by m.contract_id, m.recorded_at, m.id`,
    [tenant.organizationId, contractIds],
  );
}

/** What was moved of a contract in a month, corrections of the month counted, in base currency. */
export interface BookedMonth {
  readonly contractId: string;
  readonly period: string;
  readonly receivable: string;
  readonly cash: string;
  readonly contractAsset: string;
  readonly deferred: string;
  readonly refund: string;
  readonly revenue: string;
  readonly exchange: string;
  readonly document: string;
}

export async function bookedMonths(tenant: Tenant, contractIds: readonly string[]): Promise<BookedMonth[]> {
  return sql(
    tenant,
    `select m.contract_id::text as "contractId", m.period, sum(m.receivable_base)::text as receivable, sum(m.cash_base)::text as cash, sum(m.contract_asset_base)::text as "contractAsset",
       sum(m.deferred_base)::text as deferred, sum(m.refund_base)::text as refund, sum(m.revenue_base)::text as revenue,
       sum(m.exchange_base)::text as exchange, sum(m.document_base)::text as document
     from revenue_movements m where m.organization_id = $1::uuid and m.contract_id = any ($2::uuid[]) group by 1, 2`,
    [tenant.organizationId, contractIds],
  );
}

/** The accounts of a contract's position. */
export interface PositionAccounts {
  readonly contractId: string;
  readonly receivable: string;
  readonly cash: string;
  readonly contractAsset: string;
  readonly deferred: string;
  readonly refund: string;
  readonly exchange: string;
  readonly interestExpense: string;
  readonly interestIncome: string;
}

/** Locks the positions of contracts, in id order, and names their accounts. */
export async function lockPositionAccounts(
  tenant: Tenant,
  contractIds: readonly string[],
): Promise<PositionAccounts[]> {
  return sql(
    tenant,
    `select p.contract_id::text as "contractId", p.receivable_account_id::text as receivable, p.cash_account_id::text as cash,
       p.contract_asset_account_id::text as "contractAsset", p.deferred_account_id::text as deferred, p.refund_account_id::text as refund,
       p.exchange_account_id::text as exchange, p.interest_expense_account_id::text as "interestExpense",
       p.interest_income_account_id::text as "interestIncome"
     from revenue_positions p where p.organization_id = $1::uuid and p.contract_id = any ($2::uuid[]) order by p.contract_id for update`,
    [tenant.organizationId, contractIds],
  );
}

/** Where the revenue of a contract's month was earned, in its currency. */
export interface EarnedPart {
  readonly contractId: string;
  readonly period: string;
  readonly accountId: string;
  readonly classId: string | null;
  readonly departmentId: string | null;
  readonly locationId: string | null;
  readonly projectId: string | null;
  readonly amount: string;
}

/** What contracts earned by obligation, by contract and period; obligations without revenue in a period stand for it with nothing. */
export async function earnedBy(
  tenant: Tenant,
  months: readonly { readonly contractId: string; readonly period: string }[],
): Promise<EarnedPart[]> {
  if (months.length === 0) return [];
  return sql(
    tenant,
    `select o.contract_id::text as "contractId", n.period, o.revenue_account_id::text as "accountId", o.class_id::text as "classId",
       o.department_id::text as "departmentId", o.location_id::text as "locationId", o.project_id::text as "projectId",
       abs(coalesce(sum(r.amount), 0))::text as amount
     from jsonb_to_recordset($2::jsonb) as n("contractId" uuid, period text)
     join performance_obligations o on o.organization_id = $1::uuid and o.contract_id = n."contractId"
     left join revenue_rows r on r.organization_id = o.organization_id and r.contract_id = o.contract_id and r.obligation_key = o.key
       and r.posted_period = n.period
     group by 1, 2, 3, 4, 5, 6, 7 order by 1, 2, min(o.position)`,
    [tenant.organizationId, JSON.stringify(months)],
  );
}

/** A correction of a contract's month in base currency. */
export interface MovedBase extends Omit<BookedMonth, 'contractId'> {
  readonly id: string;
  readonly contractId: string;
  readonly postingDate: string;
  readonly entryId: string;
}

/** Records corrections of contracts' months: movements of base amounts alone, and the positions moved by them. */
export async function moveBases(tenant: Tenant, moves: readonly MovedBase[]): Promise<void> {
  if (moves.length === 0) return;
  await sql(
    tenant,
    `with told as materialized (
       select * from jsonb_to_recordset($2::jsonb) as n(id uuid, "contractId" uuid, period text, "postingDate" date, "entryId" uuid,
         receivable numeric, cash numeric, "contractAsset" numeric, deferred numeric, refund numeric, revenue numeric, exchange numeric,
         document numeric)
     ), kept as (
       insert into revenue_movements (organization_id, id, contract_id, subsidiary_id, currency_code, kind, amount, posting_date, period, entry_id,
         receivable, receivable_base, cash, cash_base, contract_asset, contract_asset_base, deferred, deferred_base, refund, refund_base,
         revenue, revenue_base, exchange_base, document, document_base)
       select $1::uuid, n.id, p.contract_id, p.subsidiary_id, p.currency_code, 'RATE', 0, n."postingDate", n.period, n."entryId",
         0, n.receivable, 0, n.cash, 0, n."contractAsset", 0, n.deferred, 0, n.refund, 0, n.revenue, n.exchange, 0, n.document
       from told n join revenue_positions p on p.organization_id = $1::uuid and p.contract_id = n."contractId"
     )
     update revenue_positions p set net_base = p.net_base + x.net, receivable_base = p.receivable_base + x.receivable,
       refund_base = p.refund_base + x.refund
     from (select n."contractId", sum(n.deferred - n."contractAsset") as net, sum(n.receivable) as receivable, sum(n.refund) as refund
           from told n group by 1) x
     where p.organization_id = $1::uuid and p.contract_id = x."contractId"`,
    [tenant.organizationId, JSON.stringify(moves)],
  );
}
