import type { TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { countRecords } from './count-records';
import { asOwner } from './fill';

/**
 * What a server does in the background within seconds of a write, in portions: sealing, and adding up by day. Every run notes its
 * contracts, and a portion of the notes of several runs checks each contract once.
 */
const LAWS: readonly (readonly [name: string, atOnce: number])[] = [
  ['daybook_seal_audit', 20_000],
  ['daybook_seal_ledger', 20_000],
  ['daybook_fold_ledger', 20_000],
  ['daybook_fold_documents', 20_000],
  ['daybook_fold_spans', 20_000],
  ['daybook_fold_counts', 20_000],
  ['daybook_fold_commitments', 20_000],
  ['daybook_sum_revenue_years', 400_000],
  ['daybook_check_contracts', 400_000],
];

/** From so many documents of a counterparty on its counts by day are kept, as daybook_fold_documents does. */
const CROWD = 5_000;

/**
 * Brings the books to rest after a fill or a migration: sealed, added up, with statistics and a clean visibility map. Counts of counterparties are kept from
 * `crowd` documents on.
 */
export async function tidy(organization: TestOrganization, crowd = CROWD): Promise<void> {
  let work = (await exists('regclass', 'document_days')) ? await countDocuments(organization, crowd) : 0;
  if (await exists('regclass', 'document_span_days')) work += await sumSpans(organization);
  if (await exists('regclass', 'record_counts')) work += await countRecords(organization);
  if (await exists('regclass', 'commitment_sums')) work += await sumCommitments(organization);
  // Tables that were filled within minutes have no statistics yet; without them sealing would be planned for empty tables.
  await withOwner((client) => client.query('analyze'));
  await untilOthersEnded(organization);
  for (const [law, atOnce] of LAWS) {
    // Books are also measured with a checkout from before one of these functions existed, to see what it changed.
    if (await exists('regproc', law)) work += await toItsEnd(organization, law, atOnce);
  }
  if (work === 0) return;
  await withOwner((client) => client.query('vacuum (analyze)'));
  await withOwner((client) => client.query('checkpoint'));
}

/** Rows are sealed once no transaction of the server can commit before them anymore, whoever began it. */
async function untilOthersEnded(organization: TestOrganization): Promise<void> {
  for (;;) {
    const isOver = await withOwner(async (client) => {
      const { rows } = await client.query<{ over: boolean }>(
        `select coalesce(max(inserted_in_transaction), 0) < pg_snapshot_xmin(pg_current_snapshot())::text::bigint as over
         from audit_log where organization_id = $1`,
        [organization.organizationId],
      );
      return rows[0]?.over ?? true;
    });
    if (isOver) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function exists(kind: 'regclass' | 'regproc', name: string): Promise<boolean> {
  const { rows } = await withOwner((client) =>
    client.query<{ found: boolean }>(`select to_${kind}($1) is not null as found`, [name]),
  );
  return rows[0]?.found ?? false;
}

async function toItsEnd(organization: TestOrganization, law: string, atOnce: number): Promise<number> {
  let all = 0;
  for (;;) {
    const done = await asOwner(organization, async (client) => {
      const { rows } = await client.query<{ n: number }>(`select ${law}(${atOnce}) as n`);
      return rows[0]?.n ?? 0;
    });
    if (done === 0) return all;
    all += done;
  }
}

/** The counts by day of documents that the fill stored without the trigger that notes them. */
function countDocuments(organization: TestOrganization, crowd: number): Promise<number> {
  return asOwner(organization, async (client) => {
    const { rows } = await client.query<{ missing: number }>(
      `select ((select count(*) from business_transactions where organization_id = $1)
         - (select coalesce(sum(document_count), 0) from document_days where organization_id = $1)
         - (select coalesce(sum(document_count), 0) from document_day_changes where organization_id = $1))::int as missing`,
      [organization.organizationId],
    );
    const missing = rows[0]?.missing ?? 0;
    if (missing === 0) return 0;
    for (const table of ['document_days', 'document_day_changes'])
      await client.query(`delete from ${table} where organization_id = $1`, [organization.organizationId]);
    await client.query(
      `insert into document_days (organization_id, transaction_date, subsidiary_id, transaction_type_id, kind, transaction_status,
         base_currency_code, document_count, base_total)
       select organization_id, transaction_date, subsidiary_id, transaction_type_id, kind, transaction_status, base_currency_code, count(*),
         sum(base_total_amount) from business_transactions where organization_id = $1 group by 1, 2, 3, 4, 5, 6, 7`,
      [organization.organizationId],
    );
    if (await exists('regclass', 'counted_counterparties')) {
      for (const table of ['counterparty_days', 'counted_counterparties'])
        await client.query(`delete from ${table} where organization_id = $1`, [organization.organizationId]);
      await client.query(
        `select daybook_count_counterparties(array(
           select distinct entity_id from business_transactions where organization_id = $1 and entity_id is not null), $2)`,
        [organization.organizationId, crowd],
      );
    }
    return missing;
  });
}

/** The commitments by cost code that the fill stored without the trigger that notes them. */
function sumCommitments(organization: TestOrganization): Promise<number> {
  return asOwner(organization, async (client) => {
    const counted = `from commitments c join commitment_lines l on l.organization_id = c.organization_id and l.commitment_id = c.id
      where c.organization_id = $1 and daybook_counts_as_committed(c.commitment_state, c.approved_changes)`;
    const { rows } = await client.query<{ missing: boolean }>(
      `select (select coalesce(sum(l.amount), 0) ${counted}) <> (select coalesce(sum(amount), 0) from commitment_sums where organization_id = $1)
          + (select coalesce(sum(amount), 0) from commitment_sum_changes where organization_id = $1) as missing`,
      [organization.organizationId],
    );
    if (rows[0]?.missing !== true) return 0;
    for (const table of ['commitment_sums', 'commitment_sum_changes'])
      await client.query(`delete from ${table} where organization_id = $1`, [organization.organizationId]);
    const { rowCount } = await client.query(
      `insert into commitment_sums (organization_id, project_id, cost_code, amount)
       select c.organization_id, c.project_id, l.cost_code, sum(l.amount) ${counted} group by 1, 2, 3 having sum(l.amount) <> 0`,
      [organization.organizationId],
    );
    return rowCount ?? 0;
  });
}

/** The sums by day of spans that the fill stored without the trigger that notes them. */
function sumSpans(organization: TestOrganization): Promise<number> {
  return asOwner(organization, async (client) => {
    const { rows } = await client.query<{ missing: boolean }>(
      `select (select coalesce(sum(amount), 0) from document_spans where organization_id = $1)
         <> (select coalesce(sum(amount), 0) from document_span_days where organization_id = $1)
          + (select coalesce(sum(amount), 0) from document_span_changes where organization_id = $1) as missing`,
      [organization.organizationId],
    );
    if (rows[0]?.missing !== true) return 0;
    for (const table of ['document_span_days', 'document_span_changes'])
      await client.query(`delete from ${table} where organization_id = $1`, [organization.organizationId]);
    const { rowCount } = await client.query(
      `insert into document_span_days (organization_id, waited, settled_on, opened_on, due_on, subsidiary_id, kind, entity_type, currency_code, item_count,
         amount, base)
       select s.organization_id, s.waited, s.settled_on, s.opened_on, coalesce(s.due_date, '9999-12-31'), s.subsidiary_id, s.kind, coalesce(s.entity_type, ''),
         s.currency_code, count(*) filter (where s.is_last), sum(s.amount), sum(coalesce(s.base, s.amount))
       from (
         select x.*, lead(x.application_id) over (partition by x.document_id order by x.settled_on, x.application_id) is null as is_last
         from document_spans x where x.organization_id = $1) s
       group by 1, 2, 3, 4, 5, 6, 7, 8, 9`,
      [organization.organizationId],
    );
    return rowCount ?? 0;
  });
}
