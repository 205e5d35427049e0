import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { OrganizationId } from '../core/principal';
import { connections, type LongWork } from './client';
import type { Prisma, PrismaClient } from './generated/client';
import { type ConnectionScope, inScope } from './pool';
import { noteWrittenOrganization } from './stores/written-organizations';

const HANDLE = Symbol('tenant handle');

/** The handle through which a tenant's rows are accessed. Only `withTenant*` creates one; stores accept nothing else. */
export interface Tenant {
  readonly organizationId: OrganizationId;
  readonly userId: string | null;
  /** The subsidiaries whose rows the handle can access, by row security; null for all of the organization's. */
  readonly subsidiaryIds: readonly string[] | null;
  /** Whether changes are possible: inside the one transaction of a writing use-case. */
  readonly writable: boolean;
  /** For a report as of a past moment: the moment up to which nothing more can become known. */
  readonly knownThrough?: string;
  readonly [HANDLE]: Handle;
}

type Handle =
  | { readonly kind: 'prisma'; readonly client: Prisma.TransactionClient | PrismaClient }
  | { readonly kind: 'sql'; readonly client: Pick<pg.PoolClient, 'query'> };

export type { LongWork };

export interface TenantClaim {
  readonly organizationId: OrganizationId;
  readonly userId: string | null;
  /** The subsidiaries the caller is confined to; null or absent for all. An empty list gives access to none. */
  readonly subsidiaryIds?: readonly string[] | null;
}

/** Rows as text: money as decimal strings, dates as `YYYY-MM-DD`, 64-bit integers as strings, JSON parsed. */
const AS_TEXT: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.DATE ? (value: string) => value : pg.types.getTypeParser(oid, format)) as never,
};

/**
 * Reads outside a transaction: each query sees the newest committed rows.
 * Stores use `findFirst`, never `findUnique`: Prisma merges the `findUnique`s of one tick into one query, and two
 * tenants' reads must not share a connection.
 */
export function withTenantRead<T>(claim: TenantClaim, work: (tenant: Tenant) => Promise<T>): Promise<T> {
  const scope = scopeOf(claim);
  const tenant = handleFor(claim, false, { kind: 'prisma', client: connections(scope).prisma });
  return inScope(scope, () => work(tenant));
}

/** One writing use-case is one transaction. Serialization failures and deadlocks are retried, up to three attempts in total. */
export async function withTenantWrite<T>(
  claim: TenantClaim,
  work: (tenant: Tenant) => Promise<T>,
): Promise<T> {
  const scope = scopeOf(claim);
  const result = await retrying(() =>
    inScope(scope, () =>
      connections(scope).prisma.$transaction(
        (client) => work(handleFor(claim, true, { kind: 'prisma', client })),
        { maxWait: 10_000, timeout: 60_000 },
      ),
    ),
  );
  noteWrittenOrganization(claim.organizationId);
  return result;
}

/** A transaction on a plain pg connection, for set-based SQL on hot paths (posting, runs, imports). */
export async function withTenantSql<T>(claim: TenantClaim, work: (tenant: Tenant) => Promise<T>): Promise<T> {
  const result = await retrying(() => plainTransaction(claim, 'begin', true, work));
  noteWrittenOrganization(claim.organizationId);
  return result;
}

/**
 * Work that is one statement, which is a transaction by itself. It saves two round trips compared with `withTenantSql`,
 * which matters where thousands a second do nothing else. A second statement is refused.
 */
export async function withTenantStatement<T>(
  claim: TenantClaim,
  work: (tenant: Tenant) => Promise<T>,
): Promise<T> {
  const result = await retrying(async () => {
    const client = await connectAs(scopeOf(claim));
    try {
      return await work(handleFor(claim, true, { kind: 'sql', client: onlyOnce(client) }));
    } finally {
      client.release();
    }
  });
  noteWrittenOrganization(claim.organizationId);
  return result;
}

const connectAs = (scope: ConnectionScope) => connections(scope).pool.connectAs(scope);

function onlyOnce(client: pg.PoolClient): Pick<pg.PoolClient, 'query'> {
  let asked = false;
  const query = (...statement: Parameters<pg.PoolClient['query']>) => {
    if (asked) throw new Error('a second statement would be a second transaction');
    asked = true;
    return client.query(...statement);
  };
  return { query: query as pg.PoolClient['query'] };
}

/** Does long work within its share of the connections. Throws ShareFull when no place becomes free in time. */
export async function withinShare<T>(claim: TenantClaim, kind: LongWork, work: () => Promise<T>): Promise<T> {
  const leave = await connections(scopeOf(claim)).shares[kind].enter();
  try {
    return await work();
  } finally {
    leave();
  }
}

/**
 * A report: one read-only snapshot, so that every figure on the page is as of the same moment. With `knownAsOf`, the tenant
 * also has the moment that is settled: that moment itself, or an earlier one while a transaction begun by then still runs.
 */
export async function withTenantReport<T>(
  claim: TenantClaim,
  work: (tenant: Tenant) => Promise<T>,
  knownAsOf?: string,
): Promise<T> {
  const begin = 'begin isolation level repeatable read read only';
  if (knownAsOf === undefined) return plainTransaction(claim, begin, false, work);
  // Read before the snapshot is taken, so that whatever commits in between is in the snapshot. Not as the confined role, which
  // cannot see the transactions of others; no row is read.
  const unconfined = { ...scopeOf(claim), subsidiaryIds: null };
  const { rows } = await connections().pool.queryAs<{ earlier: string | null }>(unconfined, {
    text: `select case when through < $1::timestamptz then to_char(through at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') end as earlier
       from daybook_known_through($1::timestamptz) through`,
    values: [knownAsOf],
  });
  const knownThrough = rows[0]?.earlier ?? knownAsOf;
  return plainTransaction(claim, begin, false, (tenant) => work({ ...tenant, knownThrough }));
}

/** A snapshot that stays open until it is closed, for what is read piece by piece. */
export interface OpenSnapshot {
  readonly tenant: Tenant;
  /** Ends the snapshot and gives the connection back; a second call does nothing. */
  close(): Promise<void>;
  /** Ends the statement that is running, which fails; the connection is then not used again. */
  cancel(): Promise<void>;
}

/**
 * Opens a read-only snapshot within the share of exports, so that slow readers of long answers never exhaust the pool. Throws ShareFull
 * when no place becomes free in time. Whoever opens it closes it.
 */
export async function openSnapshot(claim: TenantClaim): Promise<OpenSnapshot> {
  const scope = scopeOf(claim);
  const leave = await connections(scope).shares.export.enter();
  let client: pg.PoolClient;
  try {
    client = await connectAs(scope);
  } catch (error) {
    leave();
    throw error;
  }
  let isClosed = false;
  let failure: Error | undefined;
  const snapshot: OpenSnapshot = {
    tenant: handleFor(claim, false, { kind: 'sql', client }),
    async close() {
      if (isClosed) return;
      isClosed = true;
      await client.query('rollback').catch((reason: Error) => {
        failure = reason;
      });
      client.release(failure);
      leave();
    },
    async cancel() {
      if (isClosed) return;
      // The signal may arrive after the statement has ended, so the connection must not serve anyone else.
      failure = new Error('its statement was canceled');
      const { processID } = client as unknown as { readonly processID: number };
      await connections()
        .pool.queryAs(
          { organizationId: null, userId: null },
          { text: 'select pg_cancel_backend($1)', values: [processID] },
        )
        .catch(() => undefined);
    },
  };
  try {
    await client.query('begin isolation level repeatable read read only');
    return snapshot;
  } catch (error) {
    await snapshot.close();
    throw error;
  }
}

async function plainTransaction<T>(
  claim: TenantClaim,
  begin: string,
  writable: boolean,
  work: (tenant: Tenant) => Promise<T>,
): Promise<T> {
  const client = await connectAs(scopeOf(claim));
  let failure: Error | undefined;
  try {
    await client.query(begin);
    const result = await work(handleFor(claim, writable, { kind: 'sql', client }));
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch((reason: Error) => {
      failure = reason;
    });
    throw error;
  } finally {
    // A connection that could not even roll back is discarded.
    client.release(failure);
  }
}

/**
 * Runs SQL on the tenant's connection and returns plain rows: numerics and bigints as strings, dates as `YYYY-MM-DD`,
 * timestamps as Date. For src/db only (stores and reports).
 */
export async function sql<Row>(
  tenant: Tenant,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const handle = tenant[HANDLE];
  if (handle.kind === 'sql') {
    const result = await handle.client.query({ text, values: [...values], types: AS_TEXT });
    return result.rows as Row[];
  }
  const rows = await handle.client.$queryRawUnsafe<Record<string, unknown>[]>(text, ...values);
  return rows.map((row) => plain(row) as Row);
}

/** The longest time a timer can wait: the client's own limit cannot be switched off for one query. */
const NO_LIMIT_MS = 2_147_483_647;

/**
 * Like `sql` on a plain connection, without a time limit on either side for this and later statements of the transaction: for
 * verification, which reads everything and may take minutes.
 */
export async function unhurried<Row>(
  tenant: Tenant,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const handle = tenant[HANDLE];
  if (handle.kind !== 'sql') return sql<Row>(tenant, text, values);
  await handle.client.query('set local statement_timeout = 0');
  const statement = { text, values: [...values], types: AS_TEXT, query_timeout: NO_LIMIT_MS };
  const result = await handle.client.query(statement);
  return result.rows as Row[];
}

/** What PostgreSQL keeps of a name; of two that differ only beyond it the second is refused. */
const LONGEST_NAME = 63;

/**
 * Like `sql` on a plain connection with a prepared statement of that name; the text must always be the same for a name.
 * Throws for a name that PostgreSQL would cut short.
 */
export async function preparedSql<Row>(
  tenant: Tenant,
  name: string,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> {
  if (name.length > LONGEST_NAME) throw new Error(`${name} is too long for the name of a statement`);
  const handle = tenant[HANDLE];
  if (handle.kind !== 'sql') return sql<Row>(tenant, text, values);
  const result = await handle.client.query({ name, text, values: [...values], types: AS_TEXT });
  return result.rows as Row[];
}

/**
 * Sends rows as PostgreSQL's COPY format to a `copy … from stdin` on a plain connection, a piece at a time. For src/db only. Tables
 * with row security take no COPY, so it fills temporary ones.
 */
export async function copyIn(tenant: Tenant, text: string, pieces: Iterable<string>): Promise<void> {
  const handle = tenant[HANDLE];
  if (handle.kind !== 'sql') throw new Error('only a plain connection can copy');
  await pipeline(Readable.from(pieces), handle.client.query(copyFrom(text)));
}

/** The typed record client of the tenant's connection. For src/db only. */
export function records(tenant: Tenant): Prisma.TransactionClient {
  const handle = tenant[HANDLE];
  if (handle.kind !== 'prisma') throw new Error('this tenant handle speaks SQL only');
  return handle.client;
}

function handleFor(claim: TenantClaim, writable: boolean, handle: Handle): Tenant {
  const { organizationId, userId, subsidiaryIds = null } = claim;
  return { organizationId, userId, subsidiaryIds, writable, [HANDLE]: handle };
}

/** The scope of the rows a claim's connection may see. */
function scopeOf(claim: TenantClaim): ConnectionScope {
  const { organizationId, userId, subsidiaryIds = null } = claim;
  return { organizationId, userId, subsidiaryIds };
}

const isDecimal = (value: object): value is { toFixed(): string } =>
  'toFixed' in value && 'isNaN' in value && typeof value.toFixed === 'function';

/** Turns what Prisma returns into plain data: decimals and bigints as strings. Dates stay Date. */
export function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (value === null || typeof value !== 'object' || value instanceof Date) return value;
  if (isDecimal(value)) return value.toFixed();
  if (Array.isArray(value)) return value.map(plain);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]));
}

async function retrying<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (tries >= 3 || !isPassing(error)) throw error;
    }
  }
}

/** 40001 serialization failure, 40P01 deadlock, in the forms in which pg and Prisma report them. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = (error as { code?: unknown }).code;
  if (code === '40001' || code === '40P01' || code === 'P2034') return true;
  const original = (error as { meta?: { driverAdapterError?: { cause?: { originalCode?: unknown } } } }).meta
    ?.driverAdapterError?.cause?.originalCode;
  return original === '40001' || original === '40P01';
}
