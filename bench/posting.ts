import { foundTestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { runForOutput } from '@/usecases/kit/run';
import { postTransaction } from '@/usecases/transactions/posting/post-transaction';
import { approvedJournals, fillBooks } from './support/books';
import { drive, type Sample, wire } from './support/load';
import { pgbench, RAW_INSERT, RAW_TABLE } from './support/pgbench';
import { alternating, type Bar } from './support/ratio';
import { freePort, startServer, tokenFor } from './support/server';

const CONNECTIONS = 8;
/** Eight callers that each wait for their answer share one batch and its disk write; this many show the capacity, of the use-case and over HTTP. */
const MANY_CALLERS = 64;
const SECONDS = 4;
/** Rounds of ours and of the peer, alternating; one more of ours at the end. */
const ROUNDS = 4;
/** Node keeps optimizing the code eight callers use for about 25 seconds: from 130 µs per post down to 70. */
const WARM_UP_ROUNDS = 6;
/** More than one measurement can use. */
const DOCUMENTS = 45_000;
/** More than one measurement over HTTP can use. */
const MOST_POSTED = 25_000;

/**
 * B1: posting approved four-line journals, through the use-case and over HTTP, against pgbench inserting four bare rows
 * a transaction on the same server with as many clients.
 */
export async function benchPosting(): Promise<Bar[]> {
  const url = process.env.DAYBOOK_OWNER_URL ?? '';
  await withOwner((client) => client.query(`${RAW_TABLE}; truncate bench_raw`));
  const raw = () => pgbench(url, RAW_INSERT, CONNECTIONS, SECONDS);
  const organization = await foundTestOrganization({ name: 'Bench' });
  // Books in use, not empty ones, so that the planner's statistics are those of a ledger with entries.
  await fillBooks(organization, 10_000);
  const spare: string[] = [];
  const stock = async () => {
    if (spare.length >= DOCUMENTS) return;
    spare.push(...(await approvedJournals(organization, DOCUMENTS)));
    await settle();
  };

  const directly = async (callers: number) => {
    const ours = async () => {
      await stock();
      return postDirectly(organization, spare, callers);
    };
    await warmUp(ours);
    return alternating(ROUNDS, ours, raw);
  };
  const direct = await directly(CONNECTIONS);
  const crowded = await directly(MANY_CALLERS);

  // Rows posted without a server are not sealed yet; the server would seal them during the measurement.
  await sealAll(organization);
  const port = await freePort();
  const server = await startServer('.daybook/server.mjs', port, '/healthz');
  const token = await tokenFor(organization);
  let last: Sample | undefined;
  const overHttp = async () => {
    await stock();
    // Written out before the clock starts, so that the client is not what is measured.
    const ids = spare.splice(-MOST_POSTED);
    const requests = ids.map((id) =>
      wire(
        'POST',
        `/api/v1/gl/transactions/${id}/post`,
        { authorization: `Bearer ${token}`, 'x-idp-organization-id': organization.organizationId },
        '{"postingDate":"2026-11-05"}',
      ),
    );
    last = await drive({
      port,
      connections: MANY_CALLERS,
      seconds: SECONDS,
      next: () => requests.pop() ?? null,
    });
    spare.push(...ids.slice(0, requests.length));
    if (last.failures > 0) throw new Error(`${last.failures} of ${last.requests} posts were refused`);
    // So that the peer does not pay for what our last seconds left behind.
    await sealAll(organization);
    return last.perSecond;
  };
  await warmUp(overHttp);
  const http = await alternating(ROUNDS, overHttp, raw);
  await server.stop();
  const peer = 'pgbench raw 4-row insert, 8 clients';
  return [
    { name: 'B1 posting, use-case without HTTP, 8 callers', unit: 'posts/s', ...direct, peer, atLeast: 0.5 },
    {
      name: 'B1 posting, use-case without HTTP, 64 callers',
      unit: 'posts/s',
      ...crowded,
      peer,
      atLeast: 0.5,
    },
    {
      name: `B1 posting over HTTP, ${MANY_CALLERS} connections`,
      unit: 'posts/s',
      ...http,
      peer,
      atLeast: 0.4,
      note: `p50 ${last?.p50Ms.toFixed(1)} ms, p99 ${last?.p99Ms.toFixed(1)} ms (at most 50 ms)`,
    },
  ];
}

/**
 * Completes the database work left by creating so many documents before anything is measured, ours or the peer's: their rows
 * are vacuumed, and a checkpoint releases the write-ahead log's files, as in a server that has run for a while.
 */
async function settle(): Promise<void> {
  await withOwner((client) => client.query('vacuum analyze'));
  await withOwner((client) => client.query('checkpoint'));
}

/** Rounds that are not counted: a server optimizes its code in its first half minute and then runs for weeks; pgbench is already compiled. */
async function warmUp(round: () => Promise<number>): Promise<void> {
  for (let times = 0; times < WARM_UP_ROUNDS; times += 1) await round();
}

/** Seals and publishes what the organization has written, as a server does in the background. */
async function sealAll(organization: Awaited<ReturnType<typeof foundTestOrganization>>): Promise<void> {
  await withOwner(async (client) => {
    await client.query(`select set_config('app.organization_id', $1, false)`, [organization.organizationId]);
    for (;;) {
      const { rows } = await client.query<{ n: number }>('select daybook_seal_audit(50000) as n');
      if ((rows[0]?.n ?? 0) === 0) break;
    }
    await client.query(
      'update outbox_events set published_at = now() where organization_id = $1 and published_at is null',
      [organization.organizationId],
    );
  });
}

async function postDirectly(
  organization: Awaited<ReturnType<typeof foundTestOrganization>>,
  spare: string[],
  callers: number,
): Promise<number> {
  const started = performance.now();
  const deadline = started + SECONDS * 1000;
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
