import { sql, withTenantSql } from '@/db/tenancy';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { runForOutput } from '@/usecases/kit/run';
import { verifyBooks } from '@/usecases/verify/verify-books';
import { approvedJournals } from '../support/books';
import { freePort, tokenFor } from '../support/server';
import type { Cluster } from './cluster';
import { pause, ready, send, startServerProcess } from './server-process';

const ROUNDS = Number(process.env.DAYBOOK_FAULT_ROUNDS ?? '10');
const CLIENTS = 8;
const DOCUMENTS = 1_000;

/** R1: the database is killed while entries are posted. Nothing acknowledged is lost, and nothing is half posted. */
export async function databaseKilled(cluster: Cluster): Promise<string> {
  const organization = await foundTestOrganization({ name: 'Database killed' });
  const headers = {
    authorization: `Bearer ${await tokenFor(organization)}`,
    'x-idp-organization-id': organization.organizationId,
  };
  const server = await startServerProcess(await freePort());
  const acknowledged: string[] = [];
  let interrupted = 0;
  try {
    for (let round = 1; round <= ROUNDS; round += 1) {
      const waiting = await approvedJournals(organization, DOCUMENTS);
      let isDown = false;
      const client = async () => {
        for (let id = waiting.pop(); id !== undefined && !isDown; id = waiting.pop()) {
          const route = `/api/v1/gl/transactions/${id}/post`;
          const reply = await send(server.port, route, headers, { postingDate: '2026-11-05' });
          if (reply?.status === 200) acknowledged.push(id);
          else interrupted += 1;
        }
      };
      const clients = Array.from({ length: CLIENTS }, client);
      await pause(100 + Math.random() * 600);
      await cluster.kill();
      isDown = true;
      await Promise.all(clients);
      await cluster.start();
      await ready(server.port);
      await demandSound(organization, acknowledged, round);
    }
  } finally {
    await server.kill('SIGTERM');
  }
  if (acknowledged.length === 0) throw new Error('nothing was acknowledged: nothing was tried');
  return `${ROUNDS} kills of the database, ${acknowledged.length} postings acknowledged, ${interrupted} interrupted: none lost, books sound`;
}

async function demandSound(
  organization: TestOrganization,
  acknowledged: readonly string[],
  round: number,
): Promise<void> {
  const claim = { organizationId: organization.principals.admin.organizationId, userId: null };
  const [row] = await withTenantSql(claim, (tenant) =>
    sql<{ posted: number; halves: number }>(
      tenant,
      `select (select count(*)::int from business_transactions t join ledger_entries e
                 on e.organization_id = t.organization_id and e.id = t.ledger_entry_id
               where t.id = any ($1::uuid[]) and t.transaction_status = 'POSTED') as posted,
              (select count(*)::int from ledger_entries e where not exists (
                 select 1 from business_transactions t where t.organization_id = e.organization_id and t.ledger_entry_id = e.id)) as halves`,
      [acknowledged],
    ),
  );
  if (row?.posted !== acknowledged.length)
    throw new Error(
      `round ${round}: ${acknowledged.length} postings were acknowledged, ${row?.posted} are there`,
    );
  if (row.halves !== 0) throw new Error(`round ${round}: ${row.halves} entries have no document`);
  const verdict = await runForOutput(verifyBooks, organization.callAs('admin'), {});
  if (!verdict.isSound)
    throw new Error(`round ${round}: ${verdict.breaches.map(({ message }) => message).join(' ')}`);
}
