import { PrismaPg } from '@prisma/adapter-pg';
import { env } from '../lib/env';
import { log } from '../lib/log';
import { PrismaClient } from './generated/client';
import { TenantPool } from './pool';

interface Connections {
  readonly pool: TenantPool;
  readonly prisma: PrismaClient;
}

// Next bundles pages apart from the server in front of it; both must share one pool, so it hangs on globalThis.
const holder = globalThis as typeof globalThis & { daybookConnections?: Connections | undefined };

/** The bare pool and client, private to src/db: everybody else goes through tenancy.ts or identity.ts. */
export function connections(): Connections {
  if (holder.daybookConnections === undefined) {
    const { DATABASE_URL, DAYBOOK_POOL_SIZE } = env();
    const pool = new TenantPool({
      connectionString: DATABASE_URL,
      max: DAYBOOK_POOL_SIZE,
      connectionTimeoutMillis: 10_000,
      idleTimeoutMillis: 60_000,
      // Below the client's own patience, so that the server gives up first and says why.
      statement_timeout: 30_000,
      idle_in_transaction_session_timeout: 60_000,
      application_name: 'daybook',
    });
    pool.on('error', (error) => log.warn({ err: error.message }, 'an idle database connection was lost'));
    // A connection lost in the middle of a transaction fails its query; unheard, it would end the whole process too.
    pool.on('connect', (client) => {
      client.on('error', (error) => log.warn({ err: error.message }, 'a database connection was lost'));
    });
    holder.daybookConnections = { pool, prisma: new PrismaClient({ adapter: new PrismaPg(pool) }) };
  }
  return holder.daybookConnections;
}

/** Closes every connection; the next call to `connections` opens new ones. */
export async function closeConnections(): Promise<void> {
  const open = holder.daybookConnections;
  holder.daybookConnections = undefined;
  if (open === undefined) return;
  await open.prisma.$disconnect();
  if (!open.pool.ended) await open.pool.end();
}

/** True when the database answers. For readiness probes. */
export async function databaseAnswers(): Promise<boolean> {
  try {
    await connections().pool.query('select 1');
    return true;
  } catch {
    return false;
  }
}
