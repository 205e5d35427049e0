import { sql, withTenantSql } from '@/db/tenancy';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { runForOutput } from '@/usecases/kit/run';
import { verifyBooks } from '@/usecases/verify/verify-books';
import { freePort } from '../../support/server';
import { PostingLoad } from '../posting-load';
import { pause, SERVERS, type ServerProcess, startServerProcess } from '../server-process';
import { Receiver, WITH_RECEIVERS } from './receiver';

const ROUNDS = Number(process.env.DAYBOOK_FAULT_ROUNDS ?? '5');
/** A delivery that a killed server had begun is free for the others after two minutes. */
const PATIENCE_MS = 240_000;
/** How long a company may wait for its events while the receivers of others hang. */
const BESIDE_MS = 45_000;

/**
 * R14: of three servers under load one after the other is killed while it seals and sends, and one receiver never answers. Afterward each
 * event has reached the other receivers at least once, correctly signed, the chains are sealed without a gap, and the company whose
 * receivers answer did not wait long for those that do not.
 */
export async function jobsKilled(): Promise<string> {
  const hanging = await foundTestOrganization({ name: 'Receiver that hangs' });
  const healthy = await foundTestOrganization({ name: 'Receiver that answers' });
  const [silent, first, second] = [new Receiver(false), new Receiver(true), new Receiver(true)];
  const servers: ServerProcess[] = [];
  let words = '';
  try {
    await silent.subscribe(hanging);
    await first.subscribe(hanging);
    await second.subscribe(healthy);
    for (let one = 0; one < SERVERS; one += 1)
      servers.push(await startServerProcess(await freePort(), WITH_RECEIVERS));
    const loads = [await posting(hanging, servers), await posting(healthy, servers)];
    let acknowledged = 0;
    try {
      for (let round = 0; round < ROUNDS; round += 1) {
        await pause(2_000 + Math.random() * 3_000);
        const at = round % SERVERS;
        await servers[at]?.kill('SIGKILL');
        servers[at] = await startServerProcess(servers[at]?.port ?? 0, WITH_RECEIVERS);
      }
    } finally {
      for (const load of loads) await load.halt();
    }
    for (const load of loads) {
      await load.end();
      acknowledged += load.posted.size;
    }
    const both = await arrival([
      [first, hanging],
      [second, healthy],
    ]);
    const seen = second.ids.size;
    const load = await posting(healthy, servers);
    await pause(1_000);
    await load.end();
    const beside = await arrival([[second, healthy]]);
    if (second.ids.size === seen) throw new Error('nothing was sent beside the receiver that hangs');
    if (beside > BESIDE_MS)
      throw new Error(`a receiver waited ${beside.toFixed(0)} ms for another company’s that hangs`);
    await demandSealed([hanging, healthy]);
    words = `${ROUNDS} kills among ${SERVERS} servers under load, ${acknowledged} postings acknowledged: ${first.ids.size + second.ids.size} events arrived (${first.twice + second.twice} more than once), the last ${(both / 1_000).toFixed(0)} s after the load ended; beside a receiver that hangs ${(beside / 1_000).toFixed(1)} s`;
  } finally {
    await Promise.all(servers.map((server) => server.kill('SIGTERM')));
    for (const receiver of [silent, first, second]) receiver.close();
  }
  return `${words}; chains sealed, books sound`;
}

/** Posts at the rate of a real company, not as fast as possible: each posting is also sent to its receivers. */
const posting = (organization: TestOrganization, servers: readonly ServerProcess[]) =>
  PostingLoad.start(organization, servers, { clients: 2, documents: 100 * (ROUNDS + 1), paceMs: 100 });

/** Milliseconds until each event of each company has arrived at its receiver. */
async function arrival(pairs: readonly (readonly [Receiver, TestOrganization])[]): Promise<number> {
  const began = performance.now();
  for (const [receiver, organization] of pairs) {
    for (;;) {
      const all = await eventsOf(organization);
      const missing = all.filter((id) => !receiver.ids.has(id));
      if (all.length > 0 && missing.length === 0) break;
      if (performance.now() - began > PATIENCE_MS)
        throw new Error(`${missing.length} events have not arrived`);
      await pause(500);
    }
  }
  return performance.now() - began;
}

async function eventsOf({ principals }: TestOrganization): Promise<string[]> {
  const claim = { organizationId: principals.admin.organizationId, userId: null };
  const rows = await withTenantSql(claim, (tenant) =>
    sql<{ id: string }>(tenant, `select id from outbox_events where event_type = 'gl.transaction.posted'`),
  );
  return rows.map(({ id }) => id);
}

async function demandSealed(organizations: readonly TestOrganization[]): Promise<void> {
  for (const organization of organizations) {
    const began = performance.now();
    for (;;) {
      const verdict = await runForOutput(verifyBooks, organization.callAs('admin'), {});
      if (!verdict.isSound) throw new Error(verdict.breaches.map(({ message }) => message).join(' '));
      if (verdict.audit.unsealed === '0' && verdict.ledgerChain.unsealed === '0') break;
      if (performance.now() - began > 60_000) throw new Error('what the killed servers left is not sealed');
      await pause(500);
    }
  }
}
