import fs from 'node:fs';
import path from 'node:path';
import { foundTestOrganization } from '@/testing/organization';
import type { Cluster } from './cluster';
import { demandSound } from './demand-sound';
import { onDisk } from './disk';
import { PostingLoad } from './posting-load';
import { isReady, pause, SERVERS, startServers } from './server-process';

const SLOW_MS = Number(process.env.DAYBOOK_FAULT_SLOW ?? '20') * 1_000;
/** Write operations per second, as of a disk behind a network that is nearly down. */
const WRITES_PER_SECOND = 5;
const CLIENTS = 12;
const CGROUP = '/sys/fs/cgroup/blkio';

/**
 * R14: the database's disk accepts only a few writes per second for a while, under three servers that post. Postings become slow or are
 * refused with 503, reads are answered, and the usual speed is back within ten seconds.
 */
export async function diskSlow(cluster: Cluster): Promise<string> {
  if (!fs.existsSync(CGROUP))
    throw new Error(`not tried: writes are slowed by the block controller of cgroup 1, ${CGROUP}`);
  return onDisk(cluster, { spare: 600 }, async ({ device }) => {
    const organization = await foundTestOrganization({ name: 'Slow disk' });
    const { servers, stop } = await startServers();
    const ports = servers.map(({ port }) => port);
    const load = await PostingLoad.start(organization, servers, { clients: CLIENTS, documents: 20_000 });
    let words = '';
    try {
      for (const port of ports) await load.servedAgain('at first', port);
      const usual = await rate(load, 3_000);
      load.slowestMs = 0;
      const release = slow(cluster, device);
      let slowRate: number;
      let ready: boolean;
      try {
        await pause(1_000);
        slowRate = await rate(load, SLOW_MS);
        ready = (await Promise.all(ports.map(isReady))).every((one) => one);
      } finally {
        release();
      }
      if (slowRate > usual / 2)
        throw new Error(`${slowRate} postings/s while slow, ${usual} before: not slow`);
      if (!ready) throw new Error('readiness said not ready although the database answers');
      const slowest = (load.slowestMs / 1_000).toFixed(1);
      const again = await load.servedAgain('fast again', ports[0] ?? 0);
      const after = await rate(load, 3_000);
      if (after < usual / 2) throw new Error(`${after} postings/s afterward, ${usual} before`);
      words = `${SERVERS} servers, ${WRITES_PER_SECOND} writes/s for ${SLOW_MS / 1_000} s: ${usual.toFixed(0)}, ${slowRate.toFixed(0)} and ${after.toFixed(0)} postings/s before, meanwhile and afterward, slowest answer ${slowest} s, served again after ${again}`;
    } finally {
      await load.halt();
      await stop();
    }
    await load.end();
    await demandSound(organization, load.posted, 'after the slow disk');
    return `${words}; ${load.words}, books sound`;
  });
}

/** Postings acknowledged per second. */
async function rate(load: PostingLoad, milliseconds: number): Promise<number> {
  const before = load.posted.size;
  await pause(milliseconds);
  return ((load.posted.size - before) * 1_000) / milliseconds;
}

/** Slows the database's writes to a device; returns a function that ends this. */
function slow(cluster: Cluster, device: string): () => void {
  const group = path.join(CGROUP, `daybook-faults-${process.pid}`);
  fs.mkdirSync(group);
  fs.writeFileSync(path.join(group, 'blkio.throttle.write_iops_device'), `${device} ${WRITES_PER_SECOND}`);
  for (const pid of cluster.processes) fs.writeFileSync(path.join(group, 'cgroup.procs'), String(pid));
  return () => {
    fs.writeFileSync(path.join(group, 'blkio.throttle.write_iops_device'), `${device} 0`);
    for (const pid of fs.readFileSync(path.join(group, 'cgroup.procs'), 'utf8').trim().split('\n'))
      if (pid !== '') fs.writeFileSync(path.join(CGROUP, 'cgroup.procs'), pid);
    fs.rmdirSync(group);
  };
}
