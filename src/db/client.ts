import { PrismaPg } from '@prisma/adapter-pg';
import { env } from '../lib/env';
import { log } from '../lib/log';
import { PrismaClient } from './generated/client';
import { TenantPool } from './pool';
import { watchConnections } from './watch';

interface Connections {
  readonly pool: TenantPool;
  readonly prisma: PrismaClient;
  readonly unwatch: () => void;
}

// Next bundles pages separately from the server in front of it; both must share one pool, so it is kept on globalThis.
const holder = globalThis as typeof globalThis & { daybookConnections?: Connections | undefined };

/** The bare pool and client, private to src/db; other code goes through tenancy.ts or src/db/identity. */
export function connections(): Connections {
  if (holder.daybookConnections === undefined) {
    const { DATABASE_URL, DAYBOOK_POOL_SIZE } = env();
    const config = {
      connectionString: DATABASE_URL,
      connectionTimeoutMillis: 10_000,
      // The server times out first and gives the reason; the client's own timeout is slightly longer.
      statement_timeout: 30_000,
      query_timeout: 40_000,
      idle_in_transaction_session_timeout: 60_000,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      application_name: 'daybook',
    };
    const pool = new TenantPool({ ...config, max: DAYBOOK_POOL_SIZE, idleTimeoutMillis: 60_000 });
    const unwatch = watchConnections(pool, config);
    pool.on('error', (error) => log.warn({ err: error.message }, 'an idle database connection was lost'));
    // A connection lost in the middle of a transaction fails its query; without a listener it would also end the process.
    pool.on('connect', (client) => {
      client.on('error', (error) => log.warn({ err: error.message }, 'a database connection was lost'));
    });
    holder.daybookConnections = { pool, prisma: new PrismaClient({ adapter: new PrismaPg(pool) }), unwatch };
  }
  return holder.daybookConnections;
}

/** Closes every connection; the next call to `connections` opens new ones. */
export async function closeConnections(): Promise<void> {
  const open = holder.daybookConnections;
  holder.daybookConnections = undefined;
  if (open === undefined) return;
  open.unwatch();
  await open.prisma.$disconnect();
  if (!open.pool.ended) await open.pool.end();
}

/** Whether the database can be used right now. */
export type DatabaseState = 'ready' | 'unreachable' | 'busy' | 'read only';

const PATIENCE_MS = 2_000;

/** Checks the database through the shared pool, within two seconds. For readiness probes and startup. */
export async function databaseState(): Promise<DatabaseState> {
  const { pool } = connections();
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

/** True when the database answers. */
export async function databaseAnswers(): Promise<boolean> {
  return (await databaseState()) !== 'unreachable';
}
