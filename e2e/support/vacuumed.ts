import { setTimeout as delay } from 'node:timers/promises';
import { withOwner } from '@/testing/owner';

const MOST = 100;

/**
 * Vacuums and analyzes this database until every page of the tables is known to be visible to all: only then does the planner prefer an
 * index-only scan, and a transaction that happens to be open in the database, such as an automatic ANALYZE, keeps pages from being marked.
 */
export async function vacuumed(tables: readonly string[]): Promise<void> {
  for (let attempt = 1; attempt <= MOST; attempt += 1) {
    const { rows } = await withOwner(async (client) => {
      await client.query('vacuum (analyze)');
      return client.query<{ relname: string }>(
        'select relname from pg_class where relname = any ($1::text[]) and relallvisible < relpages',
        [tables],
      );
    });
    if (rows.length === 0) return;
    await delay(100);
  }
  throw new Error(`${tables.join(', ')}: something stays open in the database`);
}
