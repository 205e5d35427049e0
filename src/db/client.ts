import { PrismaPg } from '@prisma/adapter-pg';
import { env, forgetEnv } from '../lib/env';
import { Share } from '../lib/share';
import { log } from '../lib/telemetry/log';
import { isTracing } from '../lib/telemetry/tracing';
import { limitMs, patienceMs } from '../lib/time-limits';
import { PrismaClient } from './generated/client';
import { type ConnectionScope, TenantPool } from './pool';
import { DIRECTORY, urlOf } from './servers';
import { traceQueries } from './trace-queries';
import { watchConnections } from './watch';

/** Kinds of work that take long and have a share of the pool each; all others use the rest, which is at least one connection. */
export type LongWork = 'report' | 'verification' | 'import' | 'export';

/** The largest part of the pool each kind may hold at once: four fifths together. At least one connection. */
const SHARES: Readonly<Record<LongWork, number>> = {
  report: 0.35,
  verification: 0.1,
  import: 0.15,
  export: 0.2,
};

interface Connections {
  readonly pool: TenantPool;
  readonly shares: Readonly<Record<LongWork, Share>>;
  readonly prisma: PrismaClient;
  readonly unwatch: () => void;
}

/** Kinds of connections: for callers confined to subsidiaries, and for everyone else. */
type Kind = 'all' | 'confined';

/** A pool that is open, and the server its connections go to. */
export interface OpenPool {
  readonly server: string;
  readonly pool: TenantPool;
}

interface Holder {
  /** By server and kind. */
  readonly open: Map<string, Connections & { readonly server: string }>;
  /** Whatever else is open at a server and closes with the connections. */
  readonly others: Set<() => Promise<void>>;
}

// Next bundles pages separately from the server in front of it; both must share the pools, so they are kept on globalThis.
const holder = globalThis as typeof globalThis & { daybookConnections?: Holder };

function held(): Holder {
  holder.daybookConnections ??= { open: new Map(), others: new Set() };
  return holder.daybookConnections;
}

/**
 * The bare pool and client of a server for a scope, private to src/db; other code goes through tenancy.ts or src/db/identity. They are
 * opened when they are first asked for: a server whose organizations no one uses costs no connection.
 *
 * Callers confined to subsidiaries have a separate pool: they work as another database role, and PostgreSQL discards a session's
 * plans whenever its role changes. Posting, whose planning takes many milliseconds, would plan again each time.
 */
export function connections(server: string, scope?: ConnectionScope): Connections {
  const kind: Kind = (scope?.subsidiaryIds ?? null) === null ? 'all' : 'confined';
  const name = `${server}/${kind}`;
  const { open } = held();
  const found = open.get(name);
  if (found !== undefined) return found;
  const opened = { server, ...openConnections(server, kind) };
  open.set(name, opened);
  return opened;
}

/** The bare pool of the directory: people, sessions, rate limits, the queue of jobs, placements. */
export const directoryPool = (): TenantPool => connections(DIRECTORY).pool;

/** All open pools. */
export function openPools(): OpenPool[] {
  return [...held().open.values()];
}

/** Adds what must end when the connections are closed. */
export function endWithConnections(end: () => Promise<void>): void {
  held().others.add(end);
}

/** A quarter of the pool's size, but at least two: few callers are confined, and they can wait for a connection. */
const mostConfined = (size: number) => Math.max(2, Math.ceil(size / 4));

/** How long a request waits for a connection, or for a place in its share. */
const PATIENCE_FOR_CONNECTION_MS = 10_000;

function sharesOf(size: number): Connections['shares'] {
  const share = (part: number) => new Share(Math.max(1, Math.floor(size * part)), PATIENCE_FOR_CONNECTION_MS);
  return {
    report: share(SHARES.report),
    verification: share(SHARES.verification),
    import: share(SHARES.import),
    export: share(SHARES.export),
  };
}

function openConnections(server: string, kind: Kind): Connections {
  const { DAYBOOK_POOL_SIZE } = env();
  const config = {
    connectionString: urlOf(server),
    connectionTimeoutMillis: PATIENCE_FOR_CONNECTION_MS,
    // Until a scope is applied, which sets the limit of its own kind of work.
    statement_timeout: limitMs('read'),
    query_timeout: patienceMs(limitMs('read')),
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'daybook',
  };
  const max = kind === 'all' ? DAYBOOK_POOL_SIZE : mostConfined(DAYBOOK_POOL_SIZE);
  const pool = new TenantPool({ ...config, max, idleTimeoutMillis: 60_000 });
  const unwatch = watchConnections(pool, config);
  pool.on('error', (error) =>
    log.warn({ err: error.message, server }, 'an idle database connection was lost'),
  );
  // A connection lost in the middle of a transaction fails its query; without a listener it would also end the process.
  pool.on('connect', (client) => {
    client.on('error', (error) => log.warn({ err: error.message, server }, 'a database connection was lost'));
    if (isTracing()) traceQueries(client);
  });
  return { pool, shares: sharesOf(max), prisma: new PrismaClient({ adapter: new PrismaPg(pool) }), unwatch };
}

/** Closes every connection and forgets the environment that names the servers; the next call to `connections` reads it and opens new ones. */
export async function closeConnections(): Promise<void> {
  const { open, others } = held();
  delete holder.daybookConnections;
  for (const end of others) await end();
  for (const { pool, prisma, unwatch } of open.values()) {
    unwatch();
    await prisma.$disconnect();
    if (!pool.ended) await pool.end();
  }
  forgetEnv();
}

/** Whether the database can be used right now. */
export type DatabaseState = 'ready' | 'unreachable' | 'busy' | 'read only';

const PATIENCE_MS = 2_000;

/** Checks a server through the shared pool, within two seconds. For readiness probes and startup. */
export async function databaseState(server = DIRECTORY): Promise<DatabaseState> {
  const { pool } = connections(server);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<DatabaseState>((resolve) => {
    timer = setTimeout(
      () => resolve(pool.waitingCount > 0 && pool.totalCount > 0 ? 'busy' : 'unreachable'),
      PATIENCE_MS,
    );
  });
  const asked = pool
    .query<{ readOnly: boolean }>(
      `select pg_is_in_recovery() or current_setting('default_transaction_read_only')::boolean as "readOnly"`,
    )
    .then(({ rows }): DatabaseState => (rows[0]?.readOnly === true ? 'read only' : 'ready'))
    .catch((): DatabaseState => 'unreachable');
  try {
    return await Promise.race([asked, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** True when the directory answers. */
export async function databaseAnswers(): Promise<boolean> {
  return (await databaseState()) !== 'unreachable';
}
