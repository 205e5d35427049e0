import pg from 'pg';
import { withUrlParts } from './database-url.mjs';

/** True when the server accepts these credentials (tested on the `postgres` database, which always exists). */
export async function connectable(url) {
  const client = new pg.Client({
    connectionString: withUrlParts(url, { database: 'postgres' }),
    connectionTimeoutMillis: 2_000,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
