import type { TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
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
  ['daybook_sum_revenue_years', 400_000],
  ['daybook_check_contracts', 400_000],
];

/** Brings the books to rest after a fill or a migration: sealed, added up, with statistics and a clean visibility map. */
export async function tidy(organization: TestOrganization): Promise<void> {
  let work = (await exists('regclass', 'document_days')) ? await countDocuments(organization) : 0;
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
function countDocuments(organization: TestOrganization): Promise<number> {
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
    return missing;
  });
}
