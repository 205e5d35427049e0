import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import type { Cluster } from './cluster';
import { pause } from './server-process';

/** Where distributions keep the library. */
const PLACES = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/lib64', '/usr/lib'];

/** The clock of a machine, as processes started with `env` see it. Monotonic time (timers, timeouts) is not shifted. */
export class MachineClock {
  readonly #file: string;
  readonly env: Readonly<Record<string, string>>;

  constructor(folder: string) {
    const library = PLACES.map((place) => path.join(place, 'faketime', 'libfaketimeMT.so.1')).find((file) =>
      fs.existsSync(file),
    );
    if (library === undefined)
      throw new Error('not tried: the clock is moved by libfaketime (Debian: apt install libfaketime)');
    this.#file = path.join(folder, 'clock');
    this.#write(0);
    // The database runs as another user.
    fs.chmodSync(this.#file, 0o644);
    this.env = {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: this.#file,
      // Read again every second: reading it at every look at the clock would cost more than what is measured.
      FAKETIME_CACHE_DURATION: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    };
  }

  /** Sets the clock this many seconds ahead of the real one, or behind it. All processes have seen it when this returns. */
  async set(seconds: number): Promise<void> {
    this.#write(seconds);
    await pause(2_000);
  }

  #write(seconds: number): void {
    fs.writeFileSync(this.#file, seconds < 0 ? String(seconds) : `+${seconds}`);
  }
}

/** Starts the database's server again, on this clock. */
export async function startOn(clock: MachineClock, cluster: Cluster): Promise<void> {
  const [pid] = cluster.processes;
  const words = fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, -1);
  const { uid, gid } = fs.statSync(cluster.data);
  const given = fs.readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').slice(0, -1);
  const environment = Object.fromEntries(
    given.map((one) => [one.split('=')[0], one.slice(one.indexOf('=') + 1)]),
  );
  await cluster.stop();
  const [program = '', ...args] = words;
  const child = spawn(program, args, {
    cwd: path.dirname(cluster.data),
    detached: true,
    stdio: 'ignore',
    uid,
    gid,
    env: { ...environment, ...clock.env, NODE_ENV: 'production' },
  });
  child.unref();
  for (let tries = 0; ; tries += 1) {
    try {
      // Adopts the server that runs.
      if (!fs.existsSync(path.join(cluster.data, 'postmaster.pid'))) throw new Error('it has not begun yet');
      await cluster.start();
      return;
    } catch (error) {
      if (tries >= 100 || child.exitCode !== null) throw error;
      await pause(100);
    }
  }
}
