import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { runForOutput } from '@/usecases/kit/run';
import { verifyBooks } from '@/usecases/verify/verify-books';
import { approvedJournals } from '../support/books';
import { freePort, tokenFor } from '../support/server';
import type { Cluster } from './cluster';
import { pause, type ServerProcess, send, startServerProcess } from './server-process';

const SERVERS = 3;
const CLIENTS = 12;
const AWAY_MS = Number(process.env.DAYBOOK_FAULT_AWAY ?? '5') * 1_000;
const RECOVERY_MS = 10_000;
const DOCUMENTS = 20_000;

/**
 * R14: three servers post throughout while the database is restarted, stops answering for a while, and is killed under its
 * supervisor, and while one server is asked to stop. Readiness says so, service returns within ten seconds, nothing is half posted.
 */
export async function surroundings(cluster: Cluster): Promise<string> {
  const organization = await foundTestOrganization({ name: 'Surroundings' });
  const headers = {
    authorization: `Bearer ${await tokenFor(organization)}`,
    'x-idp-organization-id': organization.organizationId,
  };
  const servers: ServerProcess[] = [];
  for (let one = 0; one < SERVERS; one += 1) servers.push(await startServerProcess(await freePort()));
  const waiting = await approvedJournals(organization, DOCUMENTS);
  const posted = new Set<string>();
  const told = new Map<number, number>();
  let isOver = false;
  let stopped: ServerProcess | undefined;
  const client = async (index: number) => {
    for (let id = waiting.pop(); id !== undefined && !isOver; id = waiting.pop()) {
      // Repeated at the next server until one says that it is posted, as a client behind a load balancer does.
      for (let turn = index; !isOver; turn += 1) {
        const server = servers[turn % SERVERS];
        if (server === undefined || server === stopped) continue;
        const reply = await send(server.port, `/api/v1/gl/transactions/${id}/post`, headers, {
          postingDate: '2026-11-05',
        });
        told.set(reply?.status ?? 0, (told.get(reply?.status ?? 0) ?? 0) + 1);
        if (reply?.status === 200) posted.add(id);
        if (reply?.status === 200 || reply?.status === 409) break;
        await pause(100);
      }
    }
  };
  const clients = Array.from({ length: CLIENTS }, (_, index) => client(index));
  const figures: string[] = [];
  const port = servers[0]?.port ?? 0;
  const measured = async (name: string, fault: () => Promise<void>) => {
    await pause(1_000);
    await fault();
    const began = performance.now();
    const before = posted.size;
    while (posted.size === before || !(await isReady(port))) {
      if (performance.now() - began > RECOVERY_MS) throw new Error(`${name}: no service within ten seconds`);
      await pause(50);
    }
    figures.push(`${name}: served after ${((performance.now() - began) / 1_000).toFixed(1)} s`);
  };
  try {
    await measured('restart', async () => {
      await cluster.stop();
      await cluster.start();
    });
    await measured(`silent for ${AWAY_MS / 1_000} s`, async () => {
      cluster.signal('SIGSTOP');
      await pause(AWAY_MS);
      const ready = await isReady(port);
      cluster.signal('SIGCONT');
      if (ready) throw new Error('readiness said ready while the database did not answer');
    });
    await measured('killed and started by its supervisor', () => cluster.killSupervised());
    stopped = servers[SERVERS - 1];
    const began = performance.now();
    await stopped?.kill('SIGTERM');
    figures.push(
      `a server asked to stop under load ended after ${((performance.now() - began) / 1_000).toFixed(1)} s`,
    );
    await pause(500);
  } finally {
    isOver = true;
    await Promise.all(clients);
    await Promise.all(servers.map((server) => server.kill('SIGTERM')));
  }
  const strange = [...told.keys()].filter((status) => ![0, 200, 409, 429, 503].includes(status));
  if (strange.length > 0) throw new Error(`answers of status ${strange.join(', ')}`);
  await demandSound(organization, posted.size);
  return `${SERVERS} servers, ${CLIENTS} clients, ${posted.size} postings acknowledged, ${told.get(503) ?? 0} answered 503: ${figures.join('; ')}; books sound`;
}

const isReady = async (port: number) =>
  (await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(5_000) }).catch(() => null))
    ?.ok === true;

async function demandSound(organization: TestOrganization, acknowledged: number): Promise<void> {
  const verdict = await runForOutput(verifyBooks, organization.callAs('admin'), {});
  if (!verdict.isSound) throw new Error(verdict.breaches.map(({ message }) => message).join(' '));
  if (Number(verdict.ledger.entries) < acknowledged)
    throw new Error(
      `${acknowledged} postings were acknowledged, ${verdict.ledger.entries} entries are there`,
    );
}
