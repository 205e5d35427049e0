import { foundTestOrganization } from '@/testing/organization';
import { approvedJournals } from '../support/books';
import { tokenFor } from '../support/server';
import type { Cluster } from './cluster';
import { demandSound } from './demand-sound';
import { pause, ready, SERVERS, send, startServers } from './server-process';

const ROUNDS = Number(process.env.DAYBOOK_FAULT_ROUNDS ?? '10');
const CLIENTS = 8;
const DOCUMENTS = 1_000;
/** How long a machine may take to acknowledge the first posting of a round. */
const FIRST_MS = 60_000;

/** R1: the database is killed while entries are posted by all servers. Nothing acknowledged is lost, and nothing is half posted. */
export async function databaseKilled(cluster: Cluster): Promise<string> {
  const organization = await foundTestOrganization({ name: 'Database killed' });
  const headers = {
    authorization: `Bearer ${await tokenFor(organization)}`,
    'x-idp-organization-id': organization.organizationId,
  };
  const { servers, stop } = await startServers();
  const acknowledged: string[] = [];
  let interrupted = 0;
  try {
    for (let round = 1; round <= ROUNDS; round += 1) {
      const waiting = await approvedJournals(organization, DOCUMENTS);
      let isDown = false;
      const client = async (_: unknown, index: number) => {
        const port = servers[index % SERVERS]?.port ?? 0;
        for (let id = waiting.pop(); id !== undefined && !isDown; id = waiting.pop()) {
          const route = `/api/v1/gl/transactions/${id}/post`;
          const reply = await send(port, route, headers, { postingDate: '2026-11-05' });
          if (reply?.status === 200) acknowledged.push(id);
          else interrupted += 1;
        }
      };
      const before = acknowledged.length;
      const clients = Array.from({ length: CLIENTS }, client);
      for (let waited = 0; acknowledged.length === before && waited < FIRST_MS; waited += 10) await pause(10);
      await pause(Math.random() * 600);
      await cluster.kill();
      isDown = true;
      await Promise.all(clients);
      await cluster.start();
      await Promise.all(servers.map(({ port }) => ready(port)));
      await demandSound(organization, acknowledged, `round ${round}`);
    }
  } finally {
    await stop();
  }
  if (acknowledged.length === 0) throw new Error('nothing was acknowledged: nothing was tried');
  return `${ROUNDS} kills of the database under ${SERVERS} servers, ${acknowledged.length} postings acknowledged, ${interrupted} interrupted: none lost, books sound`;
}
