import { foundTestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { approvedJournals, fillBooks } from './support/books';
import { drive, type Sample, wire } from './support/load';
import { pgbench, RAW_INSERT, RAW_TABLE } from './support/pgbench';
import { postDirectly, sealAll, settle } from './support/posting';
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
/** More documents than one measurement can use. */
const DOCUMENTS = 45_000;
/** More documents than one measurement over HTTP can use. */
const MOST_POSTED = 25_000;

/**
 * B1: posting approved four-line journals, through the use-case and over HTTP, against pgbench inserting four bare rows per transaction on
 * the same server with as many clients.
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
      return postDirectly(organization, spare, { callers, seconds: SECONDS });
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

/** Rounds that are not counted: a server optimizes its code in its first half minute and then runs for weeks; pgbench is already compiled. */
async function warmUp(round: () => Promise<number>): Promise<void> {
  for (let times = 0; times < WARM_UP_ROUNDS; times += 1) await round();
}
