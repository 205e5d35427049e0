import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';

/** Whose rows a connection may see: set before the first statement runs on it. */
export interface ConnectionScope {
  readonly organizationId: string | null;
  readonly userId: string | null;
}

/**
 * Which scope the running code is in. Private to src/db: everything above is handed a tenant explicitly. It exists
 * because Prisma asks the pool for connections by itself, and the pool must know for whom.
 */
export const connectionScope = sharedScope();

/** Next bundles pages apart from the server in front of it. They share one pool, so they must share its scope too. */
function sharedScope(): AsyncLocalStorage<ConnectionScope> {
  const holder = globalThis as typeof globalThis & { daybookScope?: AsyncLocalStorage<ConnectionScope> };
  holder.daybookScope ??= new AsyncLocalStorage<ConnectionScope>();
  return holder.daybookScope;
}

const APPLIED = Symbol('applied scope');
type Marked = pg.PoolClient & { [APPLIED]?: string | undefined };

/**
 * A pool whose connections carry the tenant. The settings are sent only when the connection last served somebody else,
 * and its mark is cleared before and written after, so a failure in between can never leave a wrong mark: the common
 * case costs nothing. Row security in the database does the confining. A transaction-mode pooler in front of
 * PostgreSQL does not keep such settings; use session mode.
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
    const scope = connectionScope.getStore();
    if (callback === undefined) return super.connect().then((client) => applyScope(client, scope));
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
}

async function applyScope(client: pg.PoolClient, scope: ConnectionScope | undefined): Promise<pg.PoolClient> {
  const marked = client as Marked;
  const organization = scope?.organizationId ?? '';
  const user = scope?.userId ?? '';
  const wanted = `${organization}/${user}`;
  if (marked[APPLIED] === wanted) return client;
  marked[APPLIED] = undefined;
  try {
    await client.query({
      name: 'apply_scope',
      // The name lets others see for whom a transaction runs (daybook_known_through).
      text: `select set_config('app.organization_id', $1, false), set_config('app.user_id', $2, false), set_config('application_name', $3, false)`,
      values: [organization, user, `daybook ${organization}`.trim()],
    });
  } catch (error) {
    client.release(error instanceof Error ? error : true);
    throw error;
  }
  marked[APPLIED] = wanted;
  return client;
}
