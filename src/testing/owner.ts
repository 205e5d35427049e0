import pg from 'pg';
import { AS_NEW } from './worker/as-new';

/**
 * The owner's connections of this worker, by database, since the environment may name another one for a while: opening one, with nothing in
 * its caches, costs more than what most tests ask of it.
 */
const pools = new Map<string, pg.Pool>();

function ownersPool(): pg.Pool {
  const url = process.env.DAYBOOK_TEST_OWNER_URL ?? '';
  const known = pools.get(url);
  if (known !== undefined) return known;
  const pool = new pg.Pool({
    connectionString: url,
    max: 20,
    // The worker ends when its tests have ended, whatever is connected.
    allowExitOnIdle: true,
    idleTimeoutMillis: 60_000,
  });
  // The run drops its database while connections are idle.
  pool.on('error', () => undefined);
  pools.set(url, pool);
  return pool;
}

/**
 * A connection as the database's owner, for tests that query the catalog or try to break a law with the owner's rights. It
 * comes back as if it were new: open transactions are rolled back, settings and temporary tables are gone.
 */
export async function withOwner<T>(work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
  const client = await ownersPool().connect();
  let isAsNew = false;
  try {
    return await work(client);
  } finally {
    await client.query(AS_NEW).then(
      () => {
        isAsNew = true;
      },
      () => undefined,
    );
    // One that cannot be cleaned, such as one that was terminated, is closed.
    client.release(!isAsNew);
  }
}
