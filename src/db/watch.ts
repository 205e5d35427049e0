import pg from 'pg';
import { log } from '../lib/log';

/** How often connections are looked at, and how long one may wait for an answer before it is doubted. */
const LOOK_MS = 1_000;
const DOUBT_MS = 3_000;
const PROBE_MS = 2_000;

/** What pg keeps of a connection and does not declare. */
interface Inside {
  readonly processID: number | null;
  /** False while a statement waits for its answer. */
  readonly readyForQuery: boolean;
  readonly connection: { readonly stream: { readonly bytesRead: number; destroy(error?: Error): void } };
}

interface Watched {
  readonly client: Inside;
  /** Bytes heard when it was last looked at, and since when there have been no more. */
  heard: number;
  since: number;
  /** The server said once that it has nothing to do for a statement that still waits. */
  isSuspect: boolean;
}

const inside = (client: pg.PoolClient | pg.Client) => client as unknown as Inside;

/**
 * Replaces connections that went silent: after a failover, or behind a firewall that forgot them, a connection neither answers nor breaks,
 * and whoever waits on it would wait for the operating system's patience, a quarter of an hour. A statement that has waited for
 * seconds makes its connection doubted, not condemned, since a long report is silent too: a fresh connection asks the server what it
 * is doing for ours. Those it does not know are closed, and so are those it has twice had nothing to do for. When no fresh
 * connection can be had either, the database is lost, and what waits on it is told so.
 * @returns stops watching
 */
export function watchConnections(pool: pg.Pool, config: pg.ClientConfig): () => void {
  const watched = new Map<pg.PoolClient, Watched>();
  pool.on('connect', (client) => {
    watched.set(client, { client: inside(client), heard: 0, since: performance.now(), isSuspect: false });
  });
  pool.on('remove', (client) => watched.delete(client));

  let isAsking = false;
  const look = async () => {
    const all = [...watched.values()];
    const doubted = all.filter((entry) => isSilent(entry, performance.now()));
    if (doubted.length === 0 || isAsking) return;
    isAsking = true;
    try {
      const served = await servedBy(config, all);
      const dead = served === null ? doubted : all.filter((entry) => isDead(entry, served, doubted));
      if (dead.length === 0) return;
      log.warn(
        { connections: dead.length, reachable: served !== null },
        'silent database connections are closed',
      );
      for (const { client } of dead) {
        client.connection.stream.destroy(new Error('the connection was lost: the database went silent'));
      }
    } finally {
      isAsking = false;
    }
  };
  const timer = setInterval(() => void look(), LOOK_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** Whether a statement has waited too long without a byte; remembers what was heard. */
function isSilent(entry: Watched, now: number): boolean {
  const { bytesRead } = entry.client.connection.stream;
  if (entry.client.readyForQuery || bytesRead !== entry.heard) {
    Object.assign(entry, { heard: bytesRead, since: now, isSuspect: false });
    return false;
  }
  return now - entry.since > DOUBT_MS;
}

/** By process id: whether the server is at work for it. */
type Served = ReadonlyMap<number, boolean>;

function isDead(entry: Watched, served: Served, doubted: readonly Watched[]): boolean {
  const { processID } = entry.client;
  const isAtWork = processID === null ? true : served.get(processID);
  if (isAtWork === undefined) return true;
  if (isAtWork || !doubted.includes(entry)) return false;
  // An answer may be on its way: only what is still silent at the next look is dead.
  const wasSuspect = entry.isSuspect;
  entry.isSuspect = true;
  return wasSuspect;
}

/** What the server does for these connections, asked on a fresh one; null: there is no server to ask. */
async function servedBy(config: pg.ClientConfig, asked: readonly Watched[]): Promise<Served | null> {
  const probe = new pg.Client({ ...config, connectionTimeoutMillis: PROBE_MS, query_timeout: PROBE_MS });
  probe.on('error', () => undefined);
  const pids = asked.flatMap(({ client }) => client.processID ?? []);
  try {
    await probe.connect();
    const { rows } = await probe.query<{ pid: number; isAtWork: boolean }>(
      `select pid, coalesce(state in ('active', 'disabled'), true) as "isAtWork"
       from pg_stat_activity where pid = any ($1::int[]) and usename = current_user`,
      [pids],
    );
    return new Map(rows.map(({ pid, isAtWork }) => [pid, isAtWork]));
  } catch (error) {
    // A server that answers with an error (too many connections, say) is there; nothing is known of ours then.
    const code = (error as { code?: unknown }).code;
    const isAnswer = typeof code === 'string' && /^(?:53|57P03|28)/.test(code);
    return isAnswer ? new Map(pids.map((pid) => [pid, true])) : null;
  } finally {
    // A probe that hangs must not be waited for either.
    void probe.end().catch(() => undefined);
    inside(probe).connection.stream.destroy();
  }
}
