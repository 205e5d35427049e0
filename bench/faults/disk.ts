import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import type { Cluster } from './cluster';

const MEGABYTE = 1_048_576;

/** A separate file system to which a database's files are moved: it can run full without harm to the machine. */
export interface Disk {
  /** Its block device, as `major:minor`. */
  readonly device: string;
  /** Fills it up to this many free megabytes. */
  fill(leave: number): void;
  /** Frees the space again. */
  clear(): void;
}

/**
 * Runs work while the cluster's files are on a small separate file system with the given number of megabytes free; with `logElsewhere` the
 * write-ahead log stays outside. Afterward the cluster is as it was before: what happened meanwhile is discarded. Needs root on Linux, for
 * a loop device.
 */
export async function onDisk<T>(
  cluster: Cluster,
  { spare, logElsewhere = false }: { readonly spare: number; readonly logElsewhere?: boolean },
  work: (disk: Disk) => Promise<T>,
): Promise<T> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    throw new Error('not tried: a file system of its own needs root on Linux');
  const { data } = cluster;
  const place = `${cluster.directory}-disk`;
  const [image, mounted, log] = ['image', 'mounted', 'log'].map((name) => path.join(place, name)) as [
    string,
    string,
    string,
  ];
  const undo: (() => void)[] = [];
  await cluster.stop();
  try {
    fs.mkdirSync(mounted, { recursive: true });
    undo.push(() => fs.rmSync(place, { recursive: true, force: true }));
    const used = Number(command('du', '-sm', data).split('\t')[0]);
    fs.writeFileSync(image, '');
    fs.truncateSync(image, (used + spare) * MEGABYTE);
    command('mkfs.ext4', '-q', '-m', '0', image);
    mount(undo, mounted, '-o', 'loop', image);
    command('cp', '-a', data, path.join(mounted, 'data'));
    mount(undo, data, '--bind', path.join(mounted, 'data'));
    if (logElsewhere) {
      command('cp', '-a', path.join(data, 'pg_wal'), log);
      mount(undo, path.join(data, 'pg_wal'), '--bind', log);
    }
    await cluster.start();
    const filler = path.join(mounted, 'filler');
    return await work({
      device: deviceOf(mounted),
      fill: (leave) => {
        const { bavail, bsize } = fs.statfsSync(mounted);
        const bytes = Math.max(0, bavail * bsize - leave * MEGABYTE);
        command('fallocate', '-l', String(bytes), filler);
      },
      clear: () => fs.rmSync(filler, { force: true }),
    });
  } finally {
    await cluster.kill();
    for (const one of undo.reverse()) one();
    await cluster.start();
  }
}

function mount(undo: (() => void)[], at: string, ...what: string[]): void {
  command('mount', ...what, at);
  undo.push(() => command('umount', at));
}

const command = (program: string, ...args: string[]) => execFileSync(program, args, { encoding: 'utf8' });

/** The major and minor number of the device a folder is on, as the kernel writes them. */
function deviceOf(folder: string): string {
  const line = fs
    .readFileSync('/proc/self/mountinfo', 'utf8')
    .split('\n')
    .map((one) => one.split(' '))
    .find((fields) => fields[4] === folder);
  return line?.[2] ?? '';
}
