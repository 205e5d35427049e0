import type { MonetaryBalance, Revalued } from '../../../core/fx/revaluation';
import { insertRows } from '../../bulk';
import { sql, type Tenant } from '../../tenancy';
import type { PeriodRecord } from '../structure/periods';

/** The end of a period of a subsidiary, and which of its adjustment period's entries count. */
export type RevaluationDay = Pick<PeriodRecord, 'id' | 'subsidiaryId' | 'endDate' | 'isAdjustment'>;

/**
 * Foreign balances of a subsidiary's monetary accounts at the end of a period: receivables and payables, those of revenue
 * contracts among them, contract assets, refund liabilities, accrued interest, and the bank accounts of posting rules and revenue policies.
 * Deferred revenue is nonmonetary and stays at its rate. An adjustment period adds to the period that ends with it and is not
 * in its balances. Whatever is dated by then counts, whenever it was recorded.
 */
export async function monetaryBalances(tenant: Tenant, day: RevaluationDay): Promise<MonetaryBalance[]> {
  return sql(
    tenant,
    `with posted as (
       select l.account_id, l.currency_code, sum(l.base_debit - l.base_credit) as base
       from revaluations r
       join ledger_lines l on l.organization_id = r.organization_id and l.entry_id = r.entry_id
       where r.organization_id = $1::uuid and r.subsidiary_id = $2::uuid and r.revalued_on = $3::date and ($4::boolean or r.period_id = $5::uuid)
       group by 1, 2
     )
     select b.account_id::text as "accountId", b.currency_code as "currencyCode", sum(b.debit - b.credit)::text as amount,
       sum(b.base_debit - b.base_credit)::text as carrying, coalesce(min(d.base), 0)::text as posted
     from ledger_balances b
     join fiscal_periods q on q.organization_id = b.organization_id and q.id = b.period_id and q.end_date <= $3::date
       and ($4::boolean or not q.is_adjustment or q.end_date < $3::date)
     join subsidiaries s on s.organization_id = b.organization_id and s.id = b.subsidiary_id
     join accounts a on a.organization_id = b.organization_id and a.id = b.account_id
     left join posted d on d.account_id = b.account_id and d.currency_code = b.currency_code
     where b.organization_id = $1::uuid and b.subsidiary_id = $2::uuid and b.currency_code <> s.base_currency
       and (a.control_for in ('RECEIVABLE', 'PAYABLE', 'EMPLOYEE_PAYABLE', 'REFUND_LIABILITY', 'CONTRACT_ASSET', 'ACCRUED_INTEREST') or a.id in (
         select r.bank_account_id from posting_rules r where r.organization_id = $1::uuid
         union all
         select (p.accounts->>role)::uuid from revenue_policies p cross join unnest(array['CASH', 'SUPPLIER_PAYABLE']) role
         where p.organization_id = $1::uuid))
     group by a.code, 1, 2
     having sum(b.debit - b.credit) <> 0 or sum(b.base_debit - b.base_credit) <> 0
     order by a.code, 2`,
    [tenant.organizationId, day.subsidiaryId, day.endDate, day.isAdjustment, day.id],
  );
}

/** One run of a revaluation: the balances it read, and the entries it made, if any. */
export interface RevaluationRun {
  readonly id: string;
  readonly runNumber: number;
  readonly periodId: string;
  readonly revaluedOn: string;
  readonly baseCurrencyCode: string;
  /** Every monetary balance of the day, also those already at the closing rate. */
  readonly balances: readonly Revalued[];
  readonly entryId: string | null;
  readonly entryNumber: string | null;
  readonly reversalEntryId: string | null;
  readonly reversalNumber: string | null;
  readonly recordedBy: string | null;
  readonly recordedAt: Date;
}

/** The runs of a period, the last first. */
export async function revaluationRuns(tenant: Tenant, periodId: string): Promise<RevaluationRun[]> {
  return sql(
    tenant,
    `select r.id::text, r.run_number as "runNumber", r.period_id::text as "periodId", r.revalued_on::text as "revaluedOn",
       r.base_currency_code as "baseCurrencyCode", r.balances, r.entry_id::text as "entryId", e.entry_number as "entryNumber",
       r.reversal_entry_id::text as "reversalEntryId", m.entry_number as "reversalNumber", r.recorded_by::text as "recordedBy",
       r.recorded_at as "recordedAt"
     from revaluations r
     left join ledger_entries e on e.organization_id = r.organization_id and e.id = r.entry_id
     left join ledger_entries m on m.organization_id = r.organization_id and m.id = r.reversal_entry_id
     where r.organization_id = $1::uuid and r.period_id = $2::uuid order by r.run_number desc limit 200`,
    [tenant.organizationId, periodId],
  );
}

/** Records a run. The caller holds the periods, so that no other takes its number. */
export async function insertRevaluation(
  tenant: Tenant,
  run: Omit<RevaluationRun, 'entryNumber' | 'reversalNumber' | 'recordedAt'> & {
    readonly subsidiaryId: string;
  },
): Promise<void> {
  await insertRows(tenant, 'revaluations', [{ ...run }]);
}

export interface RevaluationEntry {
  readonly entryId: string;
  readonly sourceKind: 'REVALUATION' | 'REVALUATION_REVERSAL';
  /** The run. */
  readonly sourceId: string;
  readonly reversalOfId: string | null;
  readonly subsidiaryId: string;
  readonly periodId: string;
  readonly fiscalYear: number;
  readonly date: string;
  readonly baseCurrencyCode: string;
  readonly memo: string;
  readonly actorId: string | null;
  readonly lines: readonly {
    readonly accountId: string;
    readonly currencyCode: string;
    readonly baseDebit: string;
    readonly baseCredit: string;
  }[];
}

/** Appends an entry of a revaluation; answers its number. */
export async function appendRevaluation(tenant: Tenant, entry: RevaluationEntry): Promise<string> {
  const [row] = await sql<{ entry_number: string }>(
    tenant,
    `select n.entry_number from daybook_append_entries(
       array[row($1::uuid, $2::uuid, $3::uuid, $4::int, $5::date, $6, $6, 1, $7, $8::uuid, null, $9::uuid, $10, $11::uuid)::daybook_entry_draft],
       array(select row($1::uuid, l.ord::int, (l.j->>'accountId')::uuid, $2::uuid, $3::uuid, $5::date, l.j->>'currencyCode', 0, 0,
               (l.j->>'baseDebit')::numeric, (l.j->>'baseCredit')::numeric, null, null, null, null, null, null, $10)::daybook_line_draft
             from jsonb_array_elements($12::jsonb) with ordinality as l(j, ord))) n`,
    [
      entry.entryId,
      entry.subsidiaryId,
      entry.periodId,
      entry.fiscalYear,
      entry.date,
      entry.baseCurrencyCode,
      entry.sourceKind,
      entry.sourceId,
      entry.reversalOfId,
      entry.memo,
      entry.actorId,
      JSON.stringify(entry.lines),
    ],
  );
  if (row === undefined) throw new Error('a revaluation was not appended');
  return row.entry_number;
}

/** The last run of each period that ends on a day or after it, the earliest period first. */
export async function lastRevaluations(
  tenant: Tenant,
  asked: { readonly subsidiaryId: string; readonly from: string },
): Promise<{ periodId: string; balances: readonly Revalued[] }[]> {
  return sql(
    tenant,
    `select x."periodId", x.balances from (
       select distinct on (r.period_id) r.period_id::text as "periodId", r.revalued_on, r.balances from revaluations r
       where r.organization_id = $1::uuid and r.subsidiary_id = $2::uuid and r.revalued_on >= $3::date
       order by r.period_id, r.run_number desc) x order by x.revalued_on`,
    [tenant.organizationId, asked.subsidiaryId, asked.from],
  );
}

/**
 * What corrections of rates have posted for accounts after a period's end that belongs to it, by account, in base currency,
 * debits above zero: of its own revaluation, and of anything else.
 */
export async function correctedBases(
  tenant: Tenant,
  asked: { readonly subsidiaryId: string; readonly currencyCode: string; readonly period: PeriodRecord },
): Promise<{ accountId: string; revaluations: string; others: string }[]> {
  return sql(
    tenant,
    `select l.account_id::text as "accountId",
       coalesce(sum(l.base_debit - l.base_credit) filter (where e.kind = 'REVALUATION' and e.source_id = $5::uuid), 0)::text as revaluations,
       coalesce(sum(l.base_debit - l.base_credit) filter (where e.kind not in ('REVALUATION', 'REVALUATION_REVERSAL')), 0)::text as others
     from (
       select i.kind, i.source_id, i.entry_id from rate_correction_items i
       join rate_corrections c on c.organization_id = i.organization_id and c.id = i.correction_id
       where i.organization_id = $1::uuid and c.subsidiary_id = $2::uuid and c.currency_code = $3 and i.origin_on <= $4::date
         and i.posted_on > $4::date
     ) e
     join ledger_lines l on l.organization_id = $1::uuid and l.entry_id = e.entry_id and l.currency_code = $3
     group by 1`,
    [tenant.organizationId, asked.subsidiaryId, asked.currencyCode, asked.period.endDate, asked.period.id],
  );
}
