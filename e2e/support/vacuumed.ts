import { setTimeout as delay } from 'node:timers/promises';
import { withOwner } from '@/testing/owner';

const MOST = 100;

/**
 * Vacuums and analyzes this database until every page of the tables is known to be visible to all: only then does the planner prefer an
 * index-only scan, and a transaction that happens to be open in the database, such as an automatic ANALYZE, keeps pages from being marked.
 * What is left then is vacuumed again, and nothing else.
 */
export async function vacuumed(tables: readonly string[]): Promise<void> {
  let left = '';
  for (let attempt = 1; attempt <= MOST; attempt += 1) {
    const { rows } = await withOwner(async (client) => {
      await client.query(left === '' ? 'vacuum (analyze)' : `vacuum ${left}`);
      return client.query<{ name: string }>(
        'select quote_ident(relname) as name from pg_class where relname = any ($1::text[]) and relallvisible < relpages',
        [tables],
      );
    });
    if (rows.length === 0) return;
    left = rows.map(({ name }) => name).join(', ');
    await delay(100);
  }
  throw new Error(`${tables.join(', ')}: something stays open in the database`);
}
