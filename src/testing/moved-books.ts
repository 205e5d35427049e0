import path from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { expect } from 'vitest';
import type { ReplicatingServers } from './replicating-servers';

// What tests of moves between servers ask of an organization's books.

type Organization = { readonly organizationId: string };

const { movedTables } = (await import(
  pathToFileURL(path.resolve('scripts/lib/move/move-tables.mjs')).href
)) as {
  movedTables(client: pg.Client): Promise<{ name: string; key: string }[]>;
};

/** Where the directory says it is; undefined when it has never been moved. */
export const placed = async (servers: ReplicatingServers, { organizationId }: Organization) =>
  (
    await servers.asked<object>(
      'main',
      'select server, state, epoch::int from placements where organization_id = $1',
      [organizationId],
    )
  )[0];

/** Its gate on a server; undefined when it has none. */
export const gate = async (servers: ReplicatingServers, server: string, { organizationId }: Organization) =>
  (
    await servers.asked<{ state: string }>(
      server,
      'select state from organization_gates where organization_id = $1',
      [organizationId],
    )
  )[0]?.state;

/** Its moves, oldest first. */
export const journal = (servers: ReplicatingServers, { organizationId }: Organization) =>
  servers.asked<{
    from: string;
    to: string;
    step: string;
    error: string | null;
    figures: Record<string, number>;
  }>(
    'main',
    'select from_server as "from", to_server as "to", step, error, figures from organization_moves where organization_id = $1 order by started_at',
    [organizationId],
  );

/** What replication leaves behind where a move did not tidy up: none on any server. */
export async function leftovers(servers: ReplicatingServers): Promise<object[]> {
  const all = [];
  for (const name of servers.urls.keys())
    all.push(
      ...(await servers.asked<object>(
        name,
        `select slot_name as name from pg_replication_slots union all select pubname from pg_publication union all select subname from pg_subscription`,
      )),
    );
  return all;
}

/** Every row of the organization on a server, table by table, without the numbers of transactions. */
export async function contents(
  servers: ReplicatingServers,
  server: string,
  { organizationId }: Organization,
): Promise<Record<string, string[]>> {
  const client = new pg.Client({ connectionString: servers.urls.get(server) });
  await client.connect();
  try {
    const all: Record<string, string[]> = {};
    for (const { name, key } of await movedTables(client)) {
      const { rows } = await client.query<{ row: string }>(
        `select (to_jsonb(t) - 'inserted_in_transaction')::text as row from "${name}" t where "${key}" = $1 order by 1`,
        [organizationId],
      );
      if (rows.length > 0) all[name] = rows.map(({ row }) => row);
    }
    return all;
  } finally {
    await client.end();
  }
}

/** What an audit trail, sealed to its end as the application does it, says of itself. */
export async function sealed(servers: ReplicatingServers, server: string, { organizationId }: Organization) {
  const client = new pg.Client({ connectionString: servers.appUrls.get(server) });
  await client.connect();
  try {
    await client.query(`select set_config('app.organization_id', $1, false)`, [organizationId]);
    const state = async () =>
      (
        await client.query<{ unsealed: string; broken: string | null; own: string }>(
          'select o_unsealed::text as unsealed, o_first_broken::text as broken, daybook_unsealed_audit_rows()::text as own from daybook_verify_audit(0)',
        )
      ).rows[0];
    // A transaction elsewhere on the server can delay what may be sealed.
    await expect
      .poll(async () => {
        await client.query('select daybook_seal_audit(), daybook_seal_ledger(), daybook_seal_security_log()');
        return (await state())?.unsealed;
      })
      .toBe('0');
    const { rows } = await client.query('select * from daybook_verify_numbers()');
    return { ...(await state()), ...rows[0] };
  } finally {
    await client.end();
  }
}
