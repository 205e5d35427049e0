import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { OrganizationId } from '../core/principal';
import { log } from '../lib/telemetry/log';
import { limitMs, patienceMs, type TimedWork } from '../lib/time-limits';
import { connections, type LongWork } from './client';
import type { Prisma, PrismaClient } from './generated/client';
import { serverOf } from './placement';
import { AS_TEXT, type ConnectionScope, cancelStatement, inScope, onlyOnce, untilGone } from './pool';
import { plain } from './record-row';
import { isOfReplica, readerOf, restAfter } from './replica';
import { knownThroughOf } from './reports/known-through';
import { onServerOf } from './retry';
import { DIRECTORY } from './servers';
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
  /** The server of the organization's books. */
  readonly server: string;
  /** For a report as of a past moment: the moment up to which nothing more can become known. */
  readonly knownThrough?: string;
  readonly [HANDLE]: Handle;
}

type Handle = Connection & Ends;

/** What is done at the ends of a transaction, for rows that belong to the directory while the books are on another server. */
interface Ends {
  readonly before: (() => Promise<void>)[];
  readonly after: (() => Promise<void>)[];
}

export type { LongWork };

export interface TenantClaim {
  readonly organizationId: OrganizationId;
  readonly userId: string | null;
  /** The subsidiaries the caller is confined to; null or absent for all. An empty list gives access to none. */
  readonly subsidiaryIds?: readonly string[] | null;
  /** Background work, which has a time limit of its own. */
  readonly isJob?: boolean;
  /** Aborts when no one waits for what is read. What writes goes on to its end. */
  readonly gone?: AbortSignal | undefined;
}

type Work<T> = (tenant: Tenant) => Promise<T>;

/**
 * Reads outside a transaction: each query sees the newest committed rows.
 * Stores use `findFirst`, never `findUnique`: Prisma merges the `findUnique`s of one tick into one query, and two
 * tenants' reads must not share a connection.
 */
export async function withTenantRead<T>(claim: TenantClaim, work: Work<T>): Promise<T> {
  const scope = scopeOf(claim, 'read');
  const server = await serverOf(claim.organizationId);
  const tenant = handleFor(claim, server, false, {
    kind: 'prisma',
    client: connections(server, scope).prisma,
  });
  return inScope(scope, () => work(tenant));
}

/** One writing use-case is one transaction. Serialization failures and deadlocks are retried, up to three attempts in total. */
export async function withTenantWrite<T>(claim: TenantClaim, work: Work<T>): Promise<T> {
  const scope = scopeOf(claim, 'write');
  const { result, tenant } = await onServerOf(claim.organizationId, (server) =>
    inScope(scope, () =>
      connections(server, scope).prisma.$transaction(
        async (client) => {
          const handle = handleFor(claim, server, true, { kind: 'prisma', client });
          const done = await work(handle);
          await beforeCommit(handle);
          return { result: done, tenant: handle };
        },
        { maxWait: 10_000, timeout: Math.max(60_000, patienceMs(limitMs(scope.work ?? 'write'))) },
      ),
    ),
  );
  await afterCommit(tenant);
  return result;
}

/** A transaction on a plain pg connection, for set-based SQL on hot paths (posting, runs, imports). */
export async function withTenantSql<T>(claim: TenantClaim, work: (tenant: Tenant) => Promise<T>): Promise<T> {
  const { result, tenant } = await onServerOf(claim.organizationId, (server) =>
    plainTransaction(claim, server, 'write', async (handle) => ({
      result: await work(handle),
      tenant: handle,
    })),
  );
  await afterCommit(tenant);
  return result;
}

/**
 * Work that writes with one statement, which is a transaction by itself. It saves two round trips compared with `withTenantSql`,
 * which matters where thousands a second do nothing else. A second statement is refused, except what only reads (`preparedSql`).
 */
export async function withTenantStatement<T>(claim: TenantClaim, work: Work<T>): Promise<T> {
  const scope = scopeOf(claim, 'write');
  const result = await onServerOf(claim.organizationId, async (server) => {
    const client = await connectAs(server, scope);
    try {
      return await work(handleFor(claim, server, true, { kind: 'sql', client: onlyOnce(client) }));
    } finally {
      client.release();
    }
  });
  noteWrittenOrganization(claim.organizationId);
  return result;
}

/** One statement of background work in the name of an organization, not of a caller. It does not count as a write, which would ask for more of that work. */
export function systemStatement<Row extends pg.QueryResultRow>(
  organizationId: OrganizationId,
  statement: pg.QueryConfig,
): Promise<pg.QueryResult<Row>> {
  return onServerOf(organizationId, (server) =>
    connections(server).pool.queryAs<Row>({ organizationId, userId: null, work: 'job' }, statement),
  );
}

/** Whether the organization's books are on the directory itself, so that one transaction reaches people and sessions too. */
export const isAtDirectory = (tenant: Tenant): boolean => tenant.server === DIRECTORY;

/**
 * Adds what is to be done just before the transaction commits, when all its other work has succeeded: writes to the directory that
 * must not be missing when it has committed, and do no harm when it then fails to. Writing handles only, not of a single statement.
 */
export function doBeforeCommit(tenant: Tenant, work: () => Promise<void>): void {
  tenant[HANDLE].before.push(work);
}

/** Adds what is to be done once the transaction has committed. Its failure is logged: the caller's work is done. */
export function doAfterCommit(tenant: Tenant, work: () => Promise<void>): void {
  tenant[HANDLE].after.push(work);
}

async function beforeCommit(tenant: Tenant): Promise<void> {
  for (const work of tenant[HANDLE].before) await work();
}

async function afterCommit(tenant: Tenant): Promise<void> {
  noteWrittenOrganization(tenant.organizationId);
  for (const work of tenant[HANDLE].after) {
    await work().catch((error: unknown) => log.warn({ err: error }, 'work after a commit failed'));
  }
}

const connectAs = (at: string, scope: ConnectionScope) => connections(at, scope).pool.connectAs(scope);

/** Does long work within its share of the connections. Throws ShareFull when no place becomes free in time, CallerGone when the caller leaves first. */
export async function withinShare<T>(claim: TenantClaim, kind: LongWork, work: () => Promise<T>): Promise<T> {
  const server = await serverOf(claim.organizationId);
  const leave = await connections(server, scopeOf(claim, 'report')).shares[kind].enter(claim.gone);
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
  { knownAsOf, isOnPrimary = false }: ReportOptions = {},
): Promise<T> {
  const scope = scopeOf(claim, 'report');
  const server = await serverOf(claim.organizationId);
  // Asked of the server itself, and before the reader is chosen: a replica that is read then has whatever committed until now.
  const knownThrough = knownAsOf === undefined ? undefined : await knownThroughOf(server, scope, knownAsOf);
  const settled = (tenant: Tenant) => work(knownThrough === undefined ? tenant : { ...tenant, knownThrough });
  const reader = isOnPrimary ? server : await readerOf(server, scope);
  if (reader === server) return plainTransaction(claim, server, 'report', settled);
  try {
    return await plainTransaction(claim, reader, 'report', settled);
  } catch (error) {
    // A refusal is an answer; anything the replica itself could not do is read where the books are.
    if (!isOfReplica(error, claim.gone)) throw error;
    restAfter(server, error);
    return plainTransaction(claim, server, 'report', settled);
  }
}

interface ReportOptions {
  /** The past moment the report is requested for. */
  readonly knownAsOf?: string | undefined;
  /** Never from a replica: for verification, which is about the books themselves. */
  readonly isOnPrimary?: boolean;
}

/** A snapshot that stays open until it is closed, for what is read piece by piece. */
export interface OpenSnapshot {
  readonly tenant: Tenant;
  /** Ends the snapshot and gives the connection back, once. */
  close(): Promise<void>;
  /** Ends the statement that is running, which fails; the connection is then not used again. */
  cancel(): Promise<void>;
}

/**
 * Opens a read-only snapshot within the share of exports, so that slow readers of long answers never exhaust the pool. Throws ShareFull
 * when no place becomes free in time. Whoever opens it closes it.
 */
export async function openSnapshot(claim: TenantClaim): Promise<OpenSnapshot> {
  const server = await serverOf(claim.organizationId);
  const reader = await readerOf(server, scopeOf(claim, 'export'));
  if (reader === server) return snapshotOn(claim, server);
  try {
    return await snapshotOn(claim, reader);
  } catch (error) {
    if (!isOfReplica(error, claim.gone)) throw error;
    restAfter(server, error);
    return snapshotOn(claim, server);
  }
}

async function snapshotOn(claim: TenantClaim, server: string): Promise<OpenSnapshot> {
  const scope = scopeOf(claim, 'export');
  const leave = await connections(server, scope).shares.export.enter(scope.gone);
  const client = await connectAs(server, scope).catch((error: unknown) => {
    leave();
    throw error;
  });
  let isClosed = false;
  let failure: Error | undefined;
  const snapshot: OpenSnapshot = {
    tenant: handleFor(claim, server, false, { kind: 'sql', client: untilGone(client, scope.gone) }),
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
      await cancelStatement(client);
    },
  };
  try {
    await client.query(BEGIN.report);
    return snapshot;
  } catch (error) {
    await snapshot.close();
    throw error;
  }
}

const BEGIN = { write: 'begin', report: 'begin isolation level repeatable read read only' } as const;

async function plainTransaction<T>(
  claim: TenantClaim,
  server: string,
  kind: keyof typeof BEGIN,
  work: (tenant: Tenant) => Promise<T>,
): Promise<T> {
  const scope = scopeOf(claim, kind);
  const client = await connectAs(server, scope);
  let failure: Error | undefined;
  try {
    await client.query(BEGIN[kind]);
    const own = untilGone(client, scope.gone);
    const tenant = handleFor(claim, server, kind === 'write', { kind: 'sql', client: own });
    const result = await work(tenant);
    await beforeCommit(tenant);
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

/** Handles whose transaction has the time of a verification. */
const unhurried = new WeakSet<Handle>();

/** To be called when part of a transaction was undone, and with it the time limit that part may have set. */
export const forgetTimeLimit = (tenant: Tenant): boolean => unhurried.delete(tenant[HANDLE]);

/**
 * Like `sql` on a plain connection, with the time of a verification on both sides for this and later statements of the transaction: for
 * what reads everything and may take minutes.
 */
export async function verificationSql<Row>(
  tenant: Tenant,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const handle = tenant[HANDLE];
  if (handle.kind !== 'sql') return sql<Row>(tenant, text, values);
  const limit = limitMs('verification');
  if (!unhurried.has(handle)) {
    await handle.client.query(`set local statement_timeout = ${limit}`);
    unhurried.add(handle);
  }
  const statement = { text, values: [...values], types: AS_TEXT, query_timeout: patienceMs(limit) };
  return (await handle.client.query(statement)).rows as Row[];
}

/** What PostgreSQL keeps of a name; of two that differ only beyond it the second is refused. */
const LONGEST_NAME = 63;

/**
 * Like `sql` on a plain connection with a prepared statement of that name; the text must always be the same for a name. One that `onlyReads`
 * may go before the statement of a handle that writes with one. Throws for a name that PostgreSQL would cut short.
 */
export async function preparedSql<Row>(
  tenant: Tenant,
  name: string,
  text: string,
  values: readonly unknown[],
  { onlyReads = false } = {},
): Promise<Row[]> {
  if (name.length > LONGEST_NAME) throw new Error(`${name} is too long for the name of a statement`);
  const handle = tenant[HANDLE];
  if (handle.kind !== 'sql') return sql<Row>(tenant, text, values);
  const client = onlyReads && 'reader' in handle.client ? handle.client.reader : handle.client;
  const result = await client.query({ name, text, values: [...values], types: AS_TEXT });
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

type Connection =
  | { readonly kind: 'prisma'; readonly client: Prisma.TransactionClient | PrismaClient }
  | { readonly kind: 'sql'; readonly client: ReturnType<typeof onlyOnce> | Pick<pg.PoolClient, 'query'> };

function handleFor(claim: TenantClaim, server: string, writable: boolean, connection: Connection): Tenant {
  const { organizationId, userId, subsidiaryIds = null } = claim;
  const ends = { before: [], after: [] };
  return { organizationId, userId, subsidiaryIds, writable, server, [HANDLE]: { ...connection, ...ends } };
}

/** The scope of the rows a claim's connection may see, and the time it has for what is done. A write does not end with its caller. */
function scopeOf(claim: TenantClaim, work: TimedWork): ConnectionScope {
  const { organizationId, userId, subsidiaryIds = null, isJob, gone } = claim;
  const own = { organizationId, userId, subsidiaryIds, work: isJob === true ? 'job' : work } as const;
  return work === 'write' || gone === undefined ? own : { ...own, gone };
}
