import { foundTestOrganization } from '@/testing/organization';
import type { Cluster } from './cluster';
import { demandSound } from './demand-sound';
import { type Disk, onDisk } from './disk';
import { PostingLoad } from './posting-load';
import { isReady, pause, SERVERS, startServers } from './server-process';

const FULL_MS = Number(process.env.DAYBOOK_FAULT_FULL ?? '5') * 1_000;
const CLIENTS = 12;
const DOCUMENTS = 10_000;
/** Megabytes left when the filler has been written: enough to begin, not enough to continue. */
const LEFT = 4;

/**
 * R14: the database's disk runs full while three servers post, once with the write-ahead log on it and once without. Postings are
 * refused with 503 and Retry-After, nothing is half posted, and once there is space again, service returns within ten seconds.
 */
export async function diskFull(cluster: Cluster): Promise<string> {
  const figures = [
    `files full: ${await onDisk(cluster, { spare: 300, logElsewhere: true }, (disk) => filled(cluster, disk))}`,
    `files and log full: ${await onDisk(cluster, { spare: 300 }, (disk) => filled(cluster, disk))}`,
  ];
  return `${SERVERS} servers, ${CLIENTS} clients: ${figures.join('; ')}; nothing half posted, books sound`;
}

async function filled(cluster: Cluster, disk: Disk): Promise<string> {
  const organization = await foundTestOrganization({ name: 'Full disk' });
  const { servers, stop } = await startServers();
  const ports = servers.map(({ port }) => port);
  const load = await PostingLoad.start(organization, servers, { clients: CLIENTS, documents: DOCUMENTS });
  let words = '';
  try {
    for (const port of ports) await load.servedAgain('at first', port);
    disk.fill(LEFT);
    await refusals(load);
    await pause(FULL_MS);
    const before = load.posted.size;
    await pause(500);
    const stood = load.posted.size === before ? 'posting stood still' : 'some postings still fitted';
    const said = await Promise.all(ports.map(isReady));
    const ready = said.filter((one) => one).length;
    await cluster.supervised(async () => disk.clear());
    const again: string[] = [];
    for (const port of ports) again.push(await load.servedAgain('room was made', port));
    words = `${stood}, ${ready} of ${SERVERS} said ready, served ${again.join(', ')} after there was room`;
  } finally {
    await load.halt();
    await stop();
  }
  await load.end();
  await demandSound(organization, load.posted, 'after the full disk');
  return `${load.words}, ${words}`;
}

/** Waits until the first posting is refused because there is no room. */
async function refusals(load: PostingLoad): Promise<void> {
  const began = performance.now();
  while ((load.answers.get(503) ?? 0) === 0) {
    if (performance.now() - began > 120_000) throw new Error('the disk did not run full within two minutes');
    await pause(50);
  }
}
