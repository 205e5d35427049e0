import pg from 'pg';
import { log } from '../lib/telemetry/log';

/** How often connections are checked, and after how many checks without a byte one is suspect. */
const LOOK_MS = 1_000;
const DOUBTED_LOOKS = 3;
/** How long a new connection may take, and how often in a row it may fail before the database counts as lost. */
const PROBE_MS = 2_000;
const LOST_PROBES = 3;
/** A check later than this may find unread answers: this process was blocked; the database was not silent. */
const LATE_MS = 1_500;

/** Fields of a pg connection that are not in its type declarations. */
interface Inside {
  readonly processID: number | null;
  /** False while a statement waits for its answer. */
  readonly readyForQuery: boolean;
  readonly connection: { readonly stream: { readonly bytesRead: number; destroy(error?: Error): void } };
}

interface Watched {
  readonly client: Inside;
  /** Bytes received at the last check, and the number of checks since then without more. */
  heard: number;
  silentLooks: number;
  /** The server has reported once that it is not working on a statement that is still waiting. */
  isSuspect: boolean;
}

const inside = (client: pg.PoolClient | pg.Client) => client as unknown as Inside;

/**
 * Replaces silent connections: after a failover, or behind a firewall that dropped its state, a connection neither answers nor
 * breaks, and a caller waiting on it would wait for the operating system's timeout, a quarter of an hour. A statement that has
 * waited for seconds makes its connection suspect but does not close it, because a long report is silent as well: a new
 * connection asks the server what it is doing for ours. Connections unknown to the server are closed, and so are those on
 * which it was idle twice in a row. If a new connection fails three times in a row as well, the database counts as lost, and
 * everything waiting on it fails.
 * @returns a function that stops watching
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

/** Whether a statement has waited too long without a byte; records the bytes received. */
function isSilent(entry: Watched, wasDeaf: boolean): boolean {
  const { bytesRead } = entry.client.connection.stream;
  if (entry.client.readyForQuery || bytesRead !== entry.heard || wasDeaf) {
    Object.assign(entry, { heard: bytesRead, silentLooks: 0, isSuspect: false });
    return false;
  }
  entry.silentLooks += 1;
  return entry.silentLooks > DOUBTED_LOOKS;
}

/** Whether the server is working for a connection, by process id. */
type Served = ReadonlyMap<number, boolean>;

function isDead(entry: Watched, served: Served, doubted: readonly Watched[]): boolean {
  const { processID } = entry.client;
  const isAtWork = processID === null ? true : served.get(processID);
  if (isAtWork === undefined) return true;
  if (isAtWork || !doubted.includes(entry)) return false;
  // An answer may be on its way; only a connection that is still silent at the next check is dead.
  const wasSuspect = entry.isSuspect;
  entry.isSuspect = true;
  return wasSuspect;
}

/** What the server is doing for these connections, asked on a new one; null when no server can be reached. */
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
    // A server that answers with an error (too many connections, for example) is running, but nothing is known about ours.
    const code = (error as { code?: unknown }).code;
    const isAnswer = typeof code === 'string' && /^(?:53|57P03|28)/.test(code);
    return isAnswer ? new Map(pids.map((pid) => [pid, true])) : null;
  } finally {
    // Do not wait for a probe that hangs.
    void probe.end().catch(() => undefined);
    inside(probe).connection.stream.destroy();
  }
}
