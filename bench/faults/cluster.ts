import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { closeConnections } from '@/db/client';

interface Running {
  readonly url: string;
  readonly pid: number;
}

const load = async <Module>(name: string) =>
  (await import(pathToFileURL(path.resolve('scripts/lib', name)).href)) as Module;

/** A durable PostgreSQL on its own files, which can be killed as a power failure would. */
export class Cluster {
  readonly directory: string;
  #running: Running | null = null;

  constructor(directory: string) {
    this.directory = directory;
  }

  /** The owner's URL while it runs. */
  get ownerUrl(): string {
    return this.#running?.url ?? '';
  }

  /** Starts (or restarts) it, migrates it, and returns the application's URL; the port stays the same. */
  async start(): Promise<string> {
    const { openDataDirectory } = await load<{ openDataDirectory(directory: string): string }>(
      'data-directory.mjs',
    );
    const { startPostgres } = await load<{ startPostgres(directory: string): Promise<Running> }>(
      'postgres.mjs',
    );
    const { ensureDatabase, withPrepareLock } = await load<{
      ensureDatabase(url: string): Promise<void>;
      withPrepareLock<T>(url: string, work: (client: unknown) => Promise<T>): Promise<T>;
    }>('database.mjs');
    const { migrate } = await load<{ migrate(client: unknown, url: string): Promise<string[]> }>(
      'migrate.mjs',
    );
    const { ensureAppRole } = await load<{ ensureAppRole(client: unknown, url: string): Promise<string> }>(
      'app-role.mjs',
    );
    openDataDirectory(this.directory);
    const running = await startPostgres(this.directory);
    this.#running = running;
    await ensureDatabase(running.url);
    return withPrepareLock(running.url, async (client) => {
      await migrate(client, running.url);
      return ensureAppRole(client, running.url);
    });
  }

  /** Kills the server and all its processes at once with kill -9; this process's open connections are dropped. */
  async kill(): Promise<void> {
    const { pid } = this.#running ?? {};
    if (pid === undefined) return;
    const all = [pid, ...childrenOf(pid)];
    for (const each of all) {
      try {
        process.kill(each, 'SIGKILL');
      } catch {
        // It ended on its own in between.
      }
    }
    // The next server refuses a data directory while the last one is still in the process table.
    while (all.some(isAlive)) await new Promise((resolve) => setTimeout(resolve, 10));
    this.#running = null;
    await closeConnections().catch(() => undefined);
  }

  /** Sends a signal to the server and all its processes. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    const { pid } = this.#running ?? {};
    if (pid === undefined) throw new Error('the database does not run');
    for (const each of [pid, ...childrenOf(pid)]) process.kill(each, signal);
  }

  /** Kills the server while the supervisor of `npm start` watches it, and returns once that has started it again. */
  async killSupervised(): Promise<void> {
    const { keepPostgres } = await load<{
      keepPostgres(
        directory: string,
        cleanup: { readonly hasBegun: boolean; add(work: unknown): Promise<void> },
      ): () => void;
    }>('keep-postgres.mjs');
    const { runningPostgres } = await load<{ runningPostgres(directory: string): Running | undefined }>(
      'postgres.mjs',
    );
    const killed = this.#running?.pid;
    const release = keepPostgres(this.directory, { hasBegun: false, add: async () => undefined });
    try {
      await this.kill();
      for (;;) {
        const running = runningPostgres(this.directory);
        if (running !== undefined && running.pid !== killed) break;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    } finally {
      release();
    }
    // It runs, and answers once it has recovered.
    for (let tries = 0; ; tries += 1) {
      try {
        await this.start();
        return;
      } catch (error) {
        if (tries >= 100) throw error;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
  }

  /** Orderly shutdown: everything is written. */
  async stop(): Promise<void> {
    await closeConnections();
    const { stopPostgres } = await load<{ stopPostgres(directory: string): Promise<boolean> }>(
      'postgres.mjs',
    );
    await stopPostgres(this.directory);
    this.#running = null;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Processes whose parent is this one, from /proc. */
function childrenOf(parent: number): number[] {
  return fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent;
      } catch {
        return false;
      }
    });
}
