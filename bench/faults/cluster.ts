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
    const { ensureDatabase, withPrepareLock } = await load<{
      ensureDatabase(url: string): Promise<void>;
      withPrepareLock<T>(url: string, work: (client: unknown) => Promise<T>): Promise<T>;
    }>('postgres/database.mjs');
    const { migrate } = await load<{ migrate(client: unknown, url: string): Promise<string[]> }>(
      'laws/migrate.mjs',
    );
    const { ensureAppRole } = await load<{ ensureAppRole(client: unknown, url: string): Promise<string> }>(
      'postgres/app-role.mjs',
    );
    const url = await this.launch();
    await ensureDatabase(url);
    return withPrepareLock(url, async (client) => {
      await migrate(client, url);
      return ensureAppRole(client, url);
    });
  }

  /** Starts it as it is, for instance as a standby, and returns the owner's URL. */
  async launch(): Promise<string> {
    const { openDataDirectory } = await load<{ openDataDirectory(directory: string): string }>(
      'data-directory.mjs',
    );
    const { startPostgres } = await load<{ startPostgres(directory: string): Promise<Running> }>(
      'postgres/postgres.mjs',
    );
    openDataDirectory(this.directory);
    this.#running = await startPostgres(this.directory);
    return this.#running.url;
  }

  /** The folder PostgreSQL works in. */
  get data(): string {
    return path.join(fs.realpathSync(path.join(this.directory, 'postgres')), 'data');
  }

  /** The server's process and those of its connections; none while it does not run. */
  get processes(): number[] {
    const { pid } = this.#running ?? {};
    return pid === undefined ? [] : [pid, ...childrenOf(pid)];
  }

  /** Kills the server and all its processes at once with kill -9; this process's open connections are dropped. */
  async kill(): Promise<void> {
    const all = this.processes;
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
    const all = this.processes;
    if (all.length === 0) throw new Error('the database does not run');
    for (const each of all) process.kill(each, signal);
  }

  /** Runs work while the supervisor of `npm start` watches the server, and returns once it runs and answers again. */
  async supervised(work: () => Promise<void>): Promise<void> {
    const { keepPostgres } = await load<{
      keepPostgres(
        directory: string,
        cleanup: { readonly hasBegun: boolean; add(work: unknown): Promise<void> },
      ): () => void;
    }>('postgres/keep-postgres.mjs');
    const { runningPostgres } = await load<{ runningPostgres(directory: string): number | undefined }>(
      'postgres/postgres.mjs',
    );
    const release = keepPostgres(this.directory, { hasBegun: false, add: async () => undefined });
    try {
      await work();
      for (let tries = 0; ; tries += 1) {
        try {
          if (runningPostgres(this.directory) === undefined) throw new Error('it does not run yet');
          // It runs, and answers once it has recovered.
          await this.start();
          return;
        } catch (error) {
          if (tries >= 600) throw error;
          await new Promise((resolve) => setTimeout(resolve, 100));
        }
      }
    } finally {
      release();
    }
  }

  /** Orderly shutdown: everything is written. */
  async stop(): Promise<void> {
    await closeConnections();
    const { stopPostgres } = await load<{ stopPostgres(directory: string): Promise<boolean> }>(
      'postgres/postgres.mjs',
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
