import { foundTestOrganization } from '@/testing/organization';
import type { Cluster } from './cluster';
import { demandSound } from './demand-sound';
import { PostingLoad } from './posting-load';
import { isReady, pause, SERVERS, startServerProcess, startServers } from './server-process';

const CLIENTS = 12;
const AWAY_MS = Number(process.env.DAYBOOK_FAULT_AWAY ?? '5') * 1_000;
const DOCUMENTS = 20_000;

/**
 * R14: three servers post throughout while the database is restarted, stops answering for a while, and is killed under its
 * supervisor, and while one server after the other is asked to stop and started again. Readiness says so, service returns within ten
 * seconds, a stopping server answers what it has accepted, and nothing is half posted.
 */
export async function surroundings(cluster: Cluster): Promise<string> {
  const organization = await foundTestOrganization({ name: 'Surroundings' });
  const { servers, stop } = await startServers();
  const load = await PostingLoad.start(organization, servers, { clients: CLIENTS, documents: DOCUMENTS });
  const figures: string[] = [];
  const port = servers[0]?.port ?? 0;
  const measured = async (name: string, fault: () => Promise<void>) => {
    await pause(1_000);
    await fault();
    figures.push(`${name}: served after ${await load.servedAgain(name, port)}`);
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
    await measured('killed and started by its supervisor', () =>
      cluster.supervised(async () => {
        await cluster.kill();
      }),
    );
    const ended: string[] = [];
    for (const [at, stopped] of [...servers].entries()) {
      const working = await load.leave(stopped);
      const broken = load.brokenAt(stopped);
      const began = performance.now();
      await stopped.kill('SIGTERM');
      ended.push(`${((performance.now() - began) / 1_000).toFixed(1)} s (${working} in flight)`);
      const lost = load.brokenAt(stopped) - broken;
      if (lost > 0)
        throw new Error(`a server that was asked to stop left ${lost} requests without an answer`);
      servers[at] = await startServerProcess(stopped.port);
    }
    figures.push(
      `one server after the other asked to stop under load ended after ${ended.join(', ')}, no request lost`,
    );
    await pause(500);
  } finally {
    await load.halt();
    await stop();
  }
  await load.end();
  await demandSound(organization, load.posted, 'afterward');
  return `${SERVERS} servers, ${CLIENTS} clients, ${load.words}: ${figures.join('; ')}; books sound`;
}
