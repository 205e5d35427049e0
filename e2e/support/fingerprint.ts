import type pg from 'pg';
import { withOwner } from '@/testing/owner';

/** Tables that count or log calls rather than hold records: a refused call may change them. */
const METERS = ['rate_counters', 'rate_hits', 'security_log'];

/** The statement that prints every tenant table; the schema is the same for all tests. */
let statement: Promise<string> | undefined;

async function statementFor(client: pg.ClientBase): Promise<string> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'organization_id' order by 1`,
  );
  // One statement, prepared once: eighty of them would take most of the time of the suites that compare before and after every request.
  return tables
    .filter(({ name }) => !METERS.includes(name))
    .map(
      ({ name }) =>
        `select '${name}' as name, count(*) || ':' || coalesce(sum(hashtextextended(t.xmin::text || t.ctid, 0)), 0) as print
         from "${name}" t where t.organization_id = $1`,
    )
    .join(' union all ');
}

/**
 * A hash of every row version in every tenant table of one organization: if it is unchanged, nothing was written. A row that is written gets
 * the number of its transaction and another place, even when it is written as it was, so its contents need not be read.
 */
export function fingerprint(organizationId: string): Promise<Record<string, string>> {
  return withOwner(async (client) => {
    await client.query(`select set_config('app.organization_id', $1, false)`, [organizationId]);
    statement ??= statementFor(client);
    const { rows } = await client.query<{ name: string; print: string }>({
      name: 'fingerprint',
      text: await statement,
      values: [organizationId],
    });
    return Object.fromEntries(rows.map(({ name, print }) => [name, print]));
  });
}
