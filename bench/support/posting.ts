import type { TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { runForOutput } from '@/usecases/kit/run';
import { postTransaction } from '@/usecases/transactions/posting/post-transaction';
import { approvedJournals } from './books';

/**
 * Completes the database work left by creating many documents before anything is measured, ours or the peer's: their rows
 * are vacuumed, and a checkpoint releases the write-ahead log's files, as in a server that has run for a while.
 */
export async function settle(): Promise<void> {
  await withOwner((client) => client.query('vacuum analyze'));
  await withOwner((client) => client.query('checkpoint'));
}

/** Seals and publishes what the organization has written, as a server does in the background. */
export async function sealAll(organization: TestOrganization): Promise<void> {
  await withOwner(async (client) => {
    await client.query(`select set_config('app.organization_id', $1, false)`, [organization.organizationId]);
    for (;;) {
      const { rows } = await client.query<{ n: number }>(
        'select daybook_seal_audit(50000) + daybook_seal_ledger(50000) as n',
      );
      if ((rows[0]?.n ?? 0) === 0) break;
    }
    await client.query(
      'update outbox_events set published_at = now() where organization_id = $1 and published_at is null',
      [organization.organizationId],
    );
  });
}

/** A transaction's statement has a time limit, and a busy machine is slow. */
const CHUNK = 5_000;

/** Approved journals ready to post, as many as asked for. */
export async function stockOf(
  organization: TestOrganization,
  count: number,
  { hot = false }: { readonly hot?: boolean } = {},
): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < count)
    ids.push(...(await approvedJournals(organization, Math.min(CHUNK, count - ids.length), { hot })));
  return ids;
}

/**
 * Entries per second that this many callers post through the use-case, each waiting for its answer; what is posted is removed from `spare`.
 */
export async function postDirectly(
  organization: TestOrganization,
  spare: string[],
  { callers, seconds }: { readonly callers: number; readonly seconds: number },
): Promise<number> {
  const started = performance.now();
  const deadline = started + seconds * 1000;
  let posted = 0;
  const worker = async () => {
    for (;;) {
      const id = performance.now() < deadline ? spare.pop() : undefined;
      if (id === undefined) return;
      await runForOutput(postTransaction, organization.callAs('admin'), { id, postingDate: '2026-11-05' });
      posted += 1;
    }
  };
  await Promise.all(Array.from({ length: callers }, worker));
  return posted / ((performance.now() - started) / 1000);
}
