import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { CallerGone, whileWaited } from '../lib/caller-gone';
import { limitMs, patienceMs, type TimedWork } from '../lib/time-limits';

/** The rows a connection may see and the time it has for a statement: set before the first one runs on it. */
export interface ConnectionScope {
  readonly organizationId: string | null;
  readonly userId: string | null;
  /** The subsidiaries the caller is confined to; null or absent for all of the organization's. */
  readonly subsidiaryIds?: readonly string[] | null;
  /** The kind of work; a read by default. */
  readonly work?: TimedWork;
  /** Aborts when no one waits for what is read: the statement that is running ends, and no other begins. */
  readonly gone?: AbortSignal | undefined;
}

/**
 * The scope the running code is in. Only Prisma needs it, because it requests connections from the pool without naming a
 * scope. Other code passes the scope explicitly (`connectAs`, `queryAs`).
 */
interface RunningScope {
  readonly storage: AsyncLocalStorage<ConnectionScope>;
  /** Number of calls currently running in any scope. */
  inside: number;
}

/** Next bundles pages separately from the server in front of it. They share one pool, so they must share its scope as well. */
function sharedScope(): RunningScope {
  const holder = globalThis as typeof globalThis & { daybookScope?: RunningScope };
  holder.daybookScope ??= { storage: new AsyncLocalStorage<ConnectionScope>(), inside: 0 };
  return holder.daybookScope;
}

const running = sharedScope();

/** Runs work for which the connections Prisma requests serve that scope. */
export async function inScope<T>(scope: ConnectionScope, work: () => Promise<T>): Promise<T> {
  running.inside += 1;
  try {
    // Awaited inside: Prisma asks for its connection only when a query's promise is awaited.
    return await running.storage.run(scope, async () => await work());
  } finally {
    running.inside -= 1;
    // While a storage is enabled, Node tracks every promise, which a server that only posts would pay for without need.
    // Work that outlives its call finds no scope, and therefore no rows.
    if (running.inside === 0) running.storage.disable();
  }
}

const APPLIED = Symbol('applied scope');
type Marked = pg.PoolClient & {
  [APPLIED]?: string | undefined;
  /** Not in pg's own declarations: the time that this side waits for any statement of the connection. */
  readonly connectionParameters?: { query_timeout: number };
};

/**
 * A pool whose connections have the tenant's settings, and the time limit of what is done on them. They are sent only when the connection
 * last served another scope, and the connection's mark is cleared before and written after, so that a failure in between never leaves a
 * wrong mark: the common case costs nothing. Row security in the database restricts the rows. A caller confined to subsidiaries also works
 * as the role `daybook_confined`, to which the restrictive policies apply, so other callers' statements are planned without them. A
 * transaction-mode pooler in front of PostgreSQL does not keep such settings; use session mode.
 */
export class TenantPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(
    callback: (
      err: Error | undefined,
      client: pg.PoolClient | undefined,
      done: (release?: unknown) => void,
    ) => void,
  ): void;
  override connect(
    callback?: (
      err: Error | undefined,
      client: pg.PoolClient | undefined,
      done: (release?: unknown) => void,
    ) => void,
  ): Promise<pg.PoolClient> | undefined {
    const scope = running.storage.getStore();
    if (callback === undefined) return this.connectAs(scope);
    if (scope?.gone !== undefined) {
      this.connectAs(scope).then(
        (client) => callback(undefined, client, (failure) => client.release(failure as Error)),
        (reason: Error) => callback(reason, undefined, () => undefined),
      );
      return undefined;
    }
    super.connect((error, client, done) => {
      if (error || client === undefined) {
        callback(error, client, done);
        return;
      }
      applyScope(client, scope).then(
        () => callback(undefined, client, done),
        (reason: Error) => callback(reason, undefined, done),
      );
    });
    return undefined;
  }

  /**
   * A connection that serves that scope; undefined for no organization or person. Return it with `release`. Throws CallerGone where the
   * scope's caller leaves before there is one.
   */
  async connectAs(scope: ConnectionScope | undefined): Promise<pg.PoolClient> {
    const client = await (scope?.gone === undefined ? super.connect() : this.#connectFor(scope.gone));
    return isApplied(client, scope) ? client : applyScope(client, scope);
  }

  /** Whoever leaves while waiting does not get the connection: it goes to the next in line as soon as it comes. */
  async #connectFor(gone: AbortSignal): Promise<pg.PoolClient> {
    const client = await whileWaited(
      gone,
      () => super.connect(),
      (late) => late.release(),
    );
    serveUntilGone(client, gone);
    return client;
  }

  /** Runs one statement in that scope. A connection on which it fails is discarded, as in `query`. */
  async queryAs<Row extends pg.QueryResultRow>(
    scope: ConnectionScope,
    statement: pg.QueryConfig,
  ): Promise<pg.QueryResult<Row>> {
    const client = await this.connectAs(scope);
    let failure: Error | undefined;
    try {
      return await client.query<Row>(statement);
    } catch (error) {
      failure = error as Error;
      throw error;
    } finally {
      client.release(failure);
    }
  }
}

const limitOf = (scope: ConnectionScope | undefined) => limitMs(scope?.work ?? 'read');

// By the limit, not by the kind of work: kinds with equal limits share connections without another setting.
const nameOf = (scope: ConnectionScope | undefined) =>
  `${scope?.organizationId ?? ''}/${scope?.userId ?? ''}/${scope?.subsidiaryIds?.join() ?? 'all'}/${limitOf(scope)}`;

function isApplied(client: Marked, scope: ConnectionScope | undefined): boolean {
  return client[APPLIED] === nameOf(scope);
}

async function applyScope(client: Marked, scope: ConnectionScope | undefined): Promise<pg.PoolClient> {
  if (isApplied(client, scope)) return client;
  const organization = scope?.organizationId ?? '';
  const user = scope?.userId ?? '';
  const subsidiaries = scope?.subsidiaryIds ?? null;
  const limit = limitOf(scope);
  client[APPLIED] = undefined;
  try {
    await client.query({
      name: 'apply_scope',
      // The application name shows other sessions which organization a transaction serves (daybook_known_through).
      text: `select set_config('app.organization_id', $1, false), set_config('app.user_id', $2, false), set_config('application_name', $3, false),
               set_config('app.subsidiaries', $4, false), set_config('role', $5, false), set_config('statement_timeout', $6, false)`,
      values: [
        organization,
        user,
        `daybook ${organization}`.trim(),
        subsidiaries === null ? '' : `{${subsidiaries.join()}}`,
        subsidiaries === null ? 'none' : 'daybook_confined',
        String(limit),
      ],
    });
  } catch (error) {
    client.release(error instanceof Error ? error : true);
    throw error;
  }
  if (client.connectionParameters !== undefined)
    client.connectionParameters.query_timeout = patienceMs(limit);
  client[APPLIED] = nameOf(scope);
  return client;
}

/** Rows as text: money as decimal strings, dates as `YYYY-MM-DD`, 64-bit integers as strings, JSON parsed. */
export const AS_TEXT: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.DATE ? (value: string) => value : pg.types.getTypeParser(oid, format)) as never,
};

/** A connection that takes one statement, which is a transaction by itself, and any number of reads. */
interface OneStatement extends Pick<pg.PoolClient, 'query'> {
  readonly reader: Pick<pg.PoolClient, 'query'>;
}

/** A connection that takes one statement. Throws when it is asked for a second one. */
export function onlyOnce(client: pg.PoolClient): OneStatement {
  let asked = false;
  const query = (...statement: Parameters<pg.PoolClient['query']>) => {
    if (asked) throw new Error('a second statement would be a second transaction');
    asked = true;
    return client.query(...statement);
  };
  return { query: query as pg.PoolClient['query'], reader: client };
}

/** A connection for reading on which nothing more begins once the caller is gone. Throws CallerGone then. */
export function untilGone(
  client: pg.PoolClient,
  gone: AbortSignal | undefined,
): Pick<pg.PoolClient, 'query'> {
  if (gone === undefined) return client;
  const query = (...statement: Parameters<pg.PoolClient['query']>) => {
    if (gone.aborted) throw new CallerGone();
    return client.query(...statement);
  };
  return { query: query as pg.PoolClient['query'] };
}

/** How long a cancel request may take, and how long after it a statement that still runs gets another one. */
const CANCEL_MS = 2_000;
const AGAIN_MS = 250;

/** Fields of a pg connection that are not in its type declarations. */
interface Inside {
  readonly processID: number | null;
  readonly secretKey: number | null;
  /** False while a statement waits for its answer. */
  readonly readyForQuery: boolean;
  readonly host: string;
  readonly port: number;
  readonly connectionParameters: { readonly ssl: unknown; readonly sslnegotiation?: string };
}

/** The same of the wire below a connection. */
interface Line extends pg.Connection {
  connect(portOrSocket: number | string, host?: string): void;
  requestSsl(): void;
  cancel(processID: number, secretKey: number): void;
}

const inside = (client: pg.PoolClient) => client as unknown as Inside;

/**
 * Ends the statement that a connection is running, by the protocol's own cancel request. It takes a wire of its own for a moment, but no place in
 * the pool or among the server's connections: they may all be taken by what is to end. Resolves when the server has passed it on, or could
 * not be asked. It may still arrive after the statement, so the connection must not serve anyone else.
 */
export function cancelStatement(client: pg.PoolClient): Promise<void> {
  const { processID, secretKey, host, port, connectionParameters } = inside(client);
  if (processID === null || secretKey === null) return Promise.resolve();
  const { ssl, sslnegotiation = 'postgres' } = connectionParameters;
  const line = new pg.Connection({ ssl, sslNegotiation: sslnegotiation } as pg.ConnectionConfig) as Line;
  return new Promise((resolve) => {
    const late = setTimeout(() => line.stream.destroy(), CANCEL_MS);
    const ask = () => line.cancel(processID, secretKey);
    line.on('connect', () => {
      if (!ssl) ask();
      else if (sslnegotiation !== 'direct') line.requestSsl();
    });
    line.on('sslconnect', ask);
    // A server that cannot be asked ends the statement at its time limit.
    line.on('error', () => line.stream.destroy());
    // The server answers nothing; it closes the wire.
    line.once('end', () => {
      clearTimeout(late);
      resolve();
    });
    if (host.startsWith('/')) line.connect(`${host}/.s.PGSQL.${port}`);
    else line.connect(port, host);
  });
}

/**
 * Lets a connection that was just taken from the pool work only as long as its caller waits: once the caller is gone, the statement that is
 * running is canceled, again and again until it has ended, since a request that comes before the server reads the statement has no effect. A connection
 * on which something was canceled is closed when it is released, whatever it is released with.
 */
function serveUntilGone(client: pg.PoolClient, gone: AbortSignal): void {
  const { release } = client;
  let isCanceled = false;
  let again: NodeJS.Timeout | undefined;
  const look = () => {
    if (inside(client).readyForQuery) return;
    isCanceled = true;
    void cancelStatement(client);
  };
  const end = () => {
    look();
    again = setInterval(look, AGAIN_MS);
  };
  client.release = (failure) => {
    gone.removeEventListener('abort', end);
    clearInterval(again);
    release(isCanceled && !failure ? new Error('its statement was canceled') : failure);
  };
  if (gone.aborted) end();
  else gone.addEventListener('abort', end, { once: true });
}
