import type { Principal } from '@/core/principal';
import { sql, withTenantSql } from '@/db/tenancy';
import type { TestOrganization } from '@/testing/organization';

const claimOf = (principal: Principal) => ({ organizationId: principal.organizationId, userId: null });

/**
 * Fills an organization with balanced four-line entries through daybook_append_entries, the ledger's own entry point:
 * deterministic, spread over the posting accounts and the days of the current fiscal year, or `hot`: the first line of each on one account.
 * Amounts in cents of USD.
 */
export async function fillBooks(
  organization: TestOrganization,
  entries: number,
  from = 0,
  { hot = false }: { readonly hot?: boolean } = {},
): Promise<void> {
  const chunk = 2_000;
  for (let start = from; start < from + entries; start += chunk) {
    const count = Math.min(chunk, from + entries - start);
    await withTenantSql(claimOf(organization.principals.admin), (tenant) =>
      sql(
        tenant,
        `with accounts as (
           select array_agg(id order by code) as ids from accounts where not is_summary and not is_control and record_status = 'active'
         ), seeds as (
           select i, daybook_uuid_v7() as id, p.id as period_id, p.fiscal_year, p.start_date + (i % 28) as day
           from generate_series($1::int, $2::int) i
           join lateral (
             select q.* from fiscal_periods q where q.subsidiary_id = $3::uuid and not q.is_adjustment
               and q.fiscal_year = 2026 and q.period_number = 1 + (i % 10)
           ) p on true
         ), drafts as (
           select array_agg(row(s.id, $3::uuid, s.period_id, s.fiscal_year, s.day, 'USD', 'USD', 1, 'BENCH', s.id, null, null,
             'Entry ' || s.i, null)::daybook_entry_draft order by s.i) as entries from seeds s
         ), lines as (
           select array_agg(row(s.id, n, case when $4 and n = 1 then a.ids[1] else a.ids[1 + ((s.i * 31 + n * 17) % cardinality(a.ids))] end, $3::uuid, s.period_id, s.day, 'USD',
             case n when 1 then 100 + s.i % 900 when 2 then 50 else 0 end, case n when 3 then 120 + s.i % 900 when 4 then 30 else 0 end,
             case n when 1 then 100 + s.i % 900 when 2 then 50 else 0 end, case n when 3 then 120 + s.i % 900 when 4 then 30 else 0 end,
             null, null, null, null, null, null, null)::daybook_line_draft) as lines
           from seeds s cross join generate_series(1, 4) n cross join accounts a
         )
         select count(*) from drafts, lines, daybook_append_entries(drafts.entries, lines.lines)`,
        [start, start + count - 1, organization.ids.rootSubsidiary, hot],
      ),
    );
  }
}

/**
 * Creates approved four-line journals in bulk, ready to post, for a posting benchmark. Returns their ids. Their numbers have no
 * hyphen inside, so that none looks like one of a gapless series. `hot`: the first line of each is on one account.
 */
export async function approvedJournals(
  organization: TestOrganization,
  count: number,
  { hot = false }: { readonly hot?: boolean } = {},
): Promise<string[]> {
  const rows = await withTenantSql(claimOf(organization.principals.admin), async (tenant) => {
    const made = await sql<{ id: string }>(
      tenant,
      `insert into business_transactions (organization_id, id, transaction_number, transaction_type_id, kind, subsidiary_id, transaction_date,
         currency_code, base_currency_code, exchange_rate, subtotal_amount, tax_amount, discount_amount, total_amount, base_total_amount,
         transaction_status)
       select daybook_organization(), daybook_uuid_v7(), 'BENCH-' || md5(gen_random_uuid()::text), $2::uuid, 'JOURNAL', $3::uuid, '2026-11-05', 'USD', 'USD', 1,
         0, 0, 0, 0, 0, 'APPROVED'
       from generate_series(1, $1::int) returning id`,
      [count, organization.ids.types.JOURNAL, organization.ids.rootSubsidiary],
    );
    await sql(
      tenant,
      `insert into business_transaction_lines (organization_id, transaction_id, line_number, line_type, description, quantity, unit_price,
         line_amount, tax_amount)
       select daybook_organization(), t.id, n, 'ITEM', 'Line', 1, 0, 0, 0
       from unnest($1::uuid[]) t(id) cross join generate_series(1, 4) n`,
      [made.map((row) => row.id)],
    );
    await sql(
      tenant,
      `with accounts as (
         select array_agg(id order by code) as ids from accounts where not is_summary and not is_control and record_status = 'active'
       ), documents as (select t.id, row_number() over (order by t.id) as i from unnest($1::uuid[]) t(id))
       insert into transaction_impact_lines (organization_id, transaction_id, line_number, document_line_number, account_id,
         debit, credit, base_debit, base_credit)
       select daybook_organization(), d.id, n, n, case when $2 and n = 1 then a.ids[1] else a.ids[1 + ((d.i * 31 + n * 17) % cardinality(a.ids))] end,
         case n when 1 then 100 when 2 then 50 else 0 end, case n when 3 then 120 when 4 then 30 else 0 end,
         case n when 1 then 100 when 2 then 50 else 0 end, case n when 3 then 120 when 4 then 30 else 0 end
       from documents d cross join generate_series(1, 4) n cross join accounts a`,
      [made.map((row) => row.id), hot],
    );
    return made;
  });
  return rows.map((row) => row.id);
}

/** Adds accounts that take postings to the chart: books of a company with many. */
export async function addAccounts(organization: TestOrganization, count: number): Promise<void> {
  await withTenantSql(claimOf(organization.principals.admin), (tenant) =>
    sql(
      tenant,
      `insert into accounts (organization_id, id, code, name, account_type, normal_side)
       select daybook_organization(), daybook_uuid_v7(), '9' || lpad(n::text, 5, '0'), 'Bench ' || n, a.account_type, a.normal_side
       from accounts a cross join generate_series(1, $2::int) n where a.id = $1::uuid`,
      [organization.account('6210'), count],
    ),
  );
}
