import pg from 'pg';
import { log } from '../lib/log';

/** How often connections are looked at, and how many looks without a byte make one doubted. */
const LOOK_MS = 1_000;
const DOUBTED_LOOKS = 3;
/** How long a fresh connection may take, and how often in a row it may fail before the database counts as lost. */
const PROBE_MS = 2_000;
const LOST_PROBES = 3;
/** A look that comes later than this finds answers that lie unread: this process was deaf, not the database silent. */
const LATE_MS = 1_500;

/** What pg keeps of a connection and does not declare. */
interface Inside {
  readonly processID: number | null;
  /** False while a statement waits for its answer. */
  readonly readyForQuery: boolean;
  readonly connection: { readonly stream: { readonly bytesRead: number; destroy(error?: Error): void } };
}

interface Watched {
  readonly client: Inside;
  /** Bytes heard when it was last looked at, and the looks since then that found no more. */
  heard: number;
  silentLooks: number;
  /** The server said once that it has nothing to do for a statement that still waits. */
  isSuspect: boolean;
}

const inside = (client: pg.PoolClient | pg.Client) => client as unknown as Inside;

/**
 * Replaces connections that went silent: after a failover, or behind a firewall that forgot them, a connection neither answers nor breaks,
 * and whoever waits on it would wait for the operating system's patience, a quarter of an hour. A statement that has waited for
 * seconds makes its connection doubted, not condemned, since a long report is silent too: a fresh connection asks the server what it
 * is doing for ours. Those it does not know are closed, and so are those it has twice had nothing to do for. When no fresh
 * connection can be had three times in a row either, the database is lost, and what waits on it is told so.
 * @returns stops watching
 */
export function watchConnections(pool: pg.Pool, config: pg.ClientConfig): () => void {
  const watched = new Map<pg.PoolClient, Watched>();
  pool.on('connect', (client) => {
    watched.set(client, { client: inside(client), heard: 0, silentLooks: 0, isSuspect: false });
  });
  pool.on('remove', (client) => watched.delete(client));

  let isAsking = false;
  let failedProbes = 0;
  let lastLook = performance.now();
  const look = async () => {
    const now = performance.now();
    const wasDeaf = now - lastLook > LATE_MS;
    lastLook = now;
    const all = [...watched.values()];
    const doubted = all.filter((entry) => isSilent(entry, wasDeaf));
    if (doubted.length === 0) failedProbes = 0;
    if (doubted.length === 0 || isAsking) return;
    isAsking = true;
    try {
      const served = await servedBy(config, all);
      failedProbes = served === null ? failedProbes + 1 : 0;
      if (served === null && failedProbes < LOST_PROBES) return;
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
function isSilent(entry: Watched, wasDeaf: boolean): boolean {
  const { bytesRead } = entry.client.connection.stream;
  if (entry.client.readyForQuery || bytesRead !== entry.heard || wasDeaf) {
    Object.assign(entry, { heard: bytesRead, silentLooks: 0, isSuspect: false });
    return false;
  }
  entry.silentLooks += 1;
  return entry.silentLooks > DOUBTED_LOOKS;
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
