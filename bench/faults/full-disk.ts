import { foundTestOrganization } from '@/testing/organization';
import { freePort } from '../support/server';
import type { Cluster } from './cluster';
import { demandSound } from './demand-sound';
import { type Disk, onDisk } from './disk';
import { PostingLoad } from './posting-load';
import { isReady, pause, startServerProcess } from './server-process';

const FULL_MS = Number(process.env.DAYBOOK_FAULT_FULL ?? '5') * 1_000;
const CLIENTS = 8;
const DOCUMENTS = 10_000;
/** Megabytes left when the filler has been written: enough to begin, not enough to go on. */
const LEFT = 4;

/**
 * R14: the database's disk runs full while entries are posted, once with the write-ahead log on it and once without. Postings are
 * refused with 503 and Retry-After, nothing is half posted, and when there is room again it takes ten seconds at most.
 */
export async function diskFull(cluster: Cluster): Promise<string> {
  const figures = [
    `files full: ${await onDisk(cluster, { spare: 300, logElsewhere: true }, (disk) => filled(cluster, disk))}`,
    `files and log full: ${await onDisk(cluster, { spare: 300 }, (disk) => filled(cluster, disk))}`,
  ];
  return `${figures.join('; ')}; nothing half posted, books sound`;
}

async function filled(cluster: Cluster, disk: Disk): Promise<string> {
  const organization = await foundTestOrganization({ name: 'Full disk' });
  const server = await startServerProcess(await freePort());
  const load = await PostingLoad.start(organization, [server], { clients: CLIENTS, documents: DOCUMENTS });
  let words = '';
  try {
    await load.servedAgain('at first', server.port);
    disk.fill(LEFT);
    await refusals(load);
    await pause(FULL_MS);
    const before = load.posted.size;
    await pause(500);
    const stood = load.posted.size === before ? 'posting stood still' : 'some postings still fitted';
    const said = (await isReady(server.port)) ? 'ready' : 'not ready';
    await cluster.supervised(async () => disk.clear());
    words = `${stood}, readiness said ${said}, served ${await load.servedAgain('room was made', server.port)} after there was room`;
  } finally {
    await load.halt();
    await server.kill('SIGTERM');
  }
  await load.end();
  await demandSound(organization, load.posted, 'after the full disk');
  return `${load.words}, ${words}`;
}

/** Waits until the first posting is refused because there is no room. */
async function refusals(load: PostingLoad): Promise<void> {
  const began = performance.now();
  while ((load.told.get(503) ?? 0) === 0) {
    if (performance.now() - began > 120_000) throw new Error('the disk did not run full within two minutes');
    await pause(50);
  }
}
