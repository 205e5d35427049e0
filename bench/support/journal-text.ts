import { sql, withTenantReport } from '@/db/tenancy';
import type { TestOrganization } from '@/testing/organization';

/** The organization's ledger in the plain-text format that ledger and hledger read; base currency, one posting per line. */
export async function journalText(organization: TestOrganization): Promise<string> {
  const rows = await withTenantReport(
    { organizationId: organization.principals.admin.organizationId, userId: null },
    (tenant) =>
      sql<{ entry: string; day: string; code: string; amount: string }>(
        tenant,
        `select e.entry_number as entry, to_char(e.posting_date, 'YYYY-MM-DD') as day, a.code,
              trim_scale(l.base_debit - l.base_credit)::numeric(24, 2)::text as amount
       from ledger_entries e
       join ledger_lines l on l.organization_id = e.organization_id and l.entry_id = e.id
       join accounts a on a.organization_id = l.organization_id and a.id = l.account_id
       order by e.posting_date, e.entry_number, l.line_number`,
      ),
  );
  const parts: string[] = [];
  let entry = '';
  for (const row of rows) {
    if (row.entry !== entry) parts.push(`\n${row.day} ${row.entry}`);
    entry = row.entry;
    parts.push(`    A:${row.code}    ${row.amount} USD`);
  }
  return `${parts.join('\n')}\n`;
}
