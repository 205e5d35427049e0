import { sql, withTenantSql } from '@/db/tenancy';
import { newId } from '@/lib/ids';
import type { TestOrganization } from './organization';

export interface TestLine {
  /** An account code in the default chart. */
  readonly code: string;
  readonly debit?: string;
  readonly credit?: string;
  /** Default: the base currency of the subsidiary; another one is worth as much. */
  readonly currencyCode?: string;
  readonly classId?: string;
  readonly departmentId?: string;
  readonly locationId?: string;
  readonly projectId?: string;
}

export interface TestEntry {
  readonly date: string;
  readonly lines: readonly TestLine[];
  readonly subsidiaryId?: string;
  readonly memo?: string;
}

/**
 * Appends entries directly with daybook_append_entries, without documents, for tests of anything based on the ledger. Returns
 * the entries' ids in order.
 */
export async function appendTestEntries(
  organization: TestOrganization,
  entries: readonly TestEntry[],
): Promise<string[]> {
  const claim = { organizationId: organization.principals.admin.organizationId, userId: null };
  const drafts = entries.map((entry) => ({
    id: newId(),
    source: newId(),
    date: entry.date,
    memo: entry.memo ?? null,
    subsidiary_id: entry.subsidiaryId ?? organization.ids.rootSubsidiary,
    lines: entry.lines.map((line, index) => ({
      number: index + 1,
      account_id: organization.account(line.code),
      debit: line.debit ?? '0',
      credit: line.credit ?? '0',
      currency: line.currencyCode ?? null,
      class_id: line.classId ?? null,
      department_id: line.departmentId ?? null,
      location_id: line.locationId ?? null,
      project_id: line.projectId ?? null,
    })),
  }));
  await withTenantSql(claim, (tenant) =>
    sql(
      tenant,
      `with drafts as materialized (
         select d.*, p.id as period_id, p.fiscal_year, s.base_currency
         from jsonb_to_recordset($1::jsonb) as d(id uuid, source uuid, date date, memo text, subsidiary_id uuid, lines jsonb)
         join subsidiaries s on s.id = d.subsidiary_id
         join fiscal_periods p on p.subsidiary_id = d.subsidiary_id and not p.is_adjustment
           and d.date between p.start_date and p.end_date
       )
       select * from daybook_append_entries(
         array(select row(d.id, d.subsidiary_id, d.period_id, d.fiscal_year, d.date, d.base_currency, d.base_currency, 1,
                          'TEST', d.source, null, null, d.memo, null)::daybook_entry_draft from drafts d order by d.id),
         array(select row(d.id, l.number, l.account_id, d.subsidiary_id, d.period_id, d.date, coalesce(l.currency, d.base_currency), l.debit, l.credit,
                          l.debit, l.credit, l.class_id, l.department_id, l.location_id, l.project_id, null, null, null)::daybook_line_draft
               from drafts d cross join jsonb_to_recordset(d.lines) as l(number int, account_id uuid, debit numeric, credit numeric, currency text,
                 class_id uuid, department_id uuid, location_id uuid, project_id uuid)))`,
      [JSON.stringify(drafts)],
    ),
  );
  return drafts.map((draft) => draft.id);
}
