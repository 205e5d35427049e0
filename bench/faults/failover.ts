import fs from 'node:fs';
import path from 'node:path';
import { foundTestOrganization } from '@/testing/organization';
import { Wire } from '@/testing/wire';
import { freePort } from '../support/server';
import type { Cluster } from './cluster';
import { demandSound } from './demand-sound';
import { PostingLoad } from './posting-load';
import { isReady, pause, type ServerProcess, startServerProcess } from './server-process';
import { asked, standbyOf } from './standby';

const SERVERS = 3;
const CLIENTS = 12;
const NAME = 'daybook_replica';

/**
 * R14: a replica with synchronous replication takes over while three servers post. The old address goes silent, as when a cable is
 * unplugged; the address then leads to the replica. Service returns within ten seconds, and every acknowledged posting is on the replica.
 */
export async function failover(cluster: Cluster): Promise<string> {
  const organization = await foundTestOrganization({ name: 'Failover' });
  const replica = await replicaOf(cluster);
  const application = new URL(process.env.DATABASE_URL ?? '');
  const wire = new Wire(application);
  const port = await freePort();
  await wire.listen(port);
  application.port = String(port);
  const servers: ServerProcess[] = [];
  let words = '';
  let load: PostingLoad | undefined;
  try {
    for (let one = 0; one < SERVERS; one += 1)
      servers.push(await startServerProcess(await freePort(), { DATABASE_URL: application.href }));
    const door = servers[0]?.port ?? 0;
    load = await PostingLoad.start(organization, servers, { clients: CLIENTS, documents: 10_000 });
    await load.servedAgain('at first', door);
    await pause(2_000);
    wire.takesNew(false);
    wire.silence();
    await pause(1_000);
    await cluster.kill();
    await pause(4_000);
    if (await isReady(door)) throw new Error('readiness said ready while the database was silent');
    const acknowledged = load.posted.size;
    await asked(replica.ownerUrl, 'select pg_promote()');
    wire.moveTo(new URL(replica.ownerUrl));
    wire.takesNew(true);
    words = `served ${await load.servedAgain('the address moved', door)} after the address led to the replica, ${acknowledged} acknowledged before`;
    await pause(2_000);
  } finally {
    await load?.halt();
    await Promise.all(servers.map((server) => server.kill('SIGTERM')));
    wire.close();
    await takeOver(cluster, replica);
  }
  await load.end();
  await demandSound(organization, load.posted, 'on the replica');
  return `${SERVERS} servers, ${load.words}: ${words}; none lost, books sound`;
}

/** A standby that has everything committed so far, and for which each commit waits from now on. */
async function replicaOf(cluster: Cluster): Promise<Cluster> {
  const replica = await standbyOf(cluster, NAME);
  await asked(cluster.ownerUrl, `alter system set synchronous_standby_names = '${NAME}'`);
  await asked(cluster.ownerUrl, 'select pg_reload_conf()');
  return replica;
}

/** Replaces the lost server's files with those of the replica, on the same port. */
async function takeOver(cluster: Cluster, replica: Cluster): Promise<void> {
  await cluster.kill();
  await replica.stop();
  const settings = path.join(cluster.directory, 'postgres.json');
  fs.copyFileSync(settings, path.join(replica.directory, 'postgres.json'));
  fs.rmSync(cluster.directory, { recursive: true, force: true });
  fs.renameSync(replica.directory, cluster.directory);
  await cluster.start();
}
