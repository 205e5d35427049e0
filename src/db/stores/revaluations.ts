import type { MonetaryBalance } from '../../core/fx/revaluation';
import { sql, type Tenant } from '../tenancy';

/**
 * Foreign balances of a subsidiary's monetary accounts at the end of a period: receivables and payables (including those of
 * revenue contracts), refund liabilities, and the bank accounts of posting rules and revenue policies. Deferred revenue and
 * contract assets are nonmonetary and keep their historical rate.
 */
export async function monetaryBalances(
  tenant: Tenant,
  subsidiaryId: string,
  endDate: string,
): Promise<MonetaryBalance[]> {
  return sql(
    tenant,
    `select b.account_id::text as "accountId", b.currency_code as "currencyCode", sum(b.debit - b.credit)::text as amount,
       sum(b.base_debit - b.base_credit)::text as carrying
     from ledger_balances b
     join fiscal_periods q on q.organization_id = b.organization_id and q.id = b.period_id and q.end_date <= $3::date
     join subsidiaries s on s.organization_id = b.organization_id and s.id = b.subsidiary_id
     join accounts a on a.organization_id = b.organization_id and a.id = b.account_id
     where b.organization_id = $1::uuid and b.subsidiary_id = $2::uuid and b.currency_code <> s.base_currency
       and (a.control_for in ('RECEIVABLE', 'PAYABLE', 'EMPLOYEE_PAYABLE', 'REFUND_LIABILITY') or a.id in (
         select r.bank_account_id from posting_rules r where r.organization_id = $1::uuid
         union all
         select (p.accounts->>role)::uuid from revenue_policies p cross join unnest(array['CASH', 'SUPPLIER_PAYABLE']) role
         where p.organization_id = $1::uuid))
     group by a.code, 1, 2
     having sum(b.debit - b.credit) <> 0 or sum(b.base_debit - b.base_credit) <> 0
     order by a.code, 2`,
    [tenant.organizationId, subsidiaryId, endDate],
  );
}

export interface RevaluationEntry {
  readonly entryId: string;
  readonly sourceKind: 'REVALUATION' | 'REVALUATION_REVERSAL';
  /** The revalued period; each period is revalued once. */
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

/** Appends a revaluation and returns its number. A second one for the same period is refused by the unique source. */
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

/** Whether a period has already been revalued. */
export async function isRevalued(tenant: Tenant, periodId: string): Promise<boolean> {
  const [row] = await sql<{ found: boolean }>(
    tenant,
    `select exists (select 1 from ledger_entries where organization_id = $1::uuid and source_kind = 'REVALUATION' and source_id = $2::uuid) as found`,
    [tenant.organizationId, periodId],
  );
  return row?.found === true;
}
