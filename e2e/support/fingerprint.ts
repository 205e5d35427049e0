import { withOwner } from '@/testing/owner';

/** Tables that count calls rather than hold records: a refused call may change them. */
const METERS = ['rate_counters', 'rate_hits'];

/**
 * A table and a column that a server's background work may change at any time: a server that another test starts seals
 * audit rows and marks events as published in every organization of the database.
 */
const SEALS = 'audit_seals';
const MARK = 'published_at';

/** A hash of every row in every tenant table of one organization: if it is unchanged, nothing was written. */
export function fingerprint(organizationId: string): Promise<Record<string, string>> {
  return withOwner(async (client) => {
    await client.query(`select set_config('app.organization_id', $1, false)`, [organizationId]);
    const { rows: tables } = await client.query<{ name: string }>(
      `select table_name as name from information_schema.columns
       where table_schema = 'public' and column_name = 'organization_id' order by 1`,
    );
    const prints: Record<string, string> = {};
    for (const { name } of tables) {
      if (METERS.includes(name) || name === SEALS) continue;
      const { rows } = await client.query<{ print: string }>(
        `select count(*) || ':' || coalesce(md5(string_agg(r.row, '|' order by r.row)), '') as print
         from "${name}" t cross join lateral (select (to_jsonb(t) - $2)::text as row) r where t.organization_id = $1`,
        [organizationId, MARK],
      );
      prints[name] = rows[0]?.print ?? '';
    }
    return prints;
  });
}
