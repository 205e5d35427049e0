import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { GateWriter as Writer } from '@/testing/gate-writer';
import { contents, gate, leftovers, placed } from '@/testing/moved-books';
import type { TestOrganization } from '@/testing/organization';
import { asDirectory } from '@/testing/outside/as-directory';
import { type ReplicatingServers, replicatingServers } from '@/testing/replicating-servers';
import { readMigrations } from '../laws/apply-migrations.mjs';
import { arrangeLaws, readLaws } from '../laws/laws.mjs';
import { migrate } from '../laws/migrate.mjs';
import { withPrepareLock } from '../postgres/database.mjs';
import { goBack, moveOrganization } from './move-commands.mjs';

// A move that is under way while its servers are upgraded: each of them fills a new sum from the rows it has by then.

type Text = { readonly name: string; readonly sql: string };

let servers: ReplicatingServers;
let leave: () => Promise<void>;
let GateWriter: typeof Writer;
let found: (options?: { name?: string }) => Promise<TestOrganization>;

beforeAll(async () => {
  servers = await replicatingServers(['main', 'north']);
  leave = await asDirectory(servers);
  ({ GateWriter } = await import('@/testing/gate-writer'));
  ({ foundTestOrganization: found } = await import('@/testing/organization'));
});

afterAll(() => leave());

/** What each release brings: a number of customers by organization, filled from those there are and kept from then on. Releases follow each other, in whatever order tests do. */
const released: string[] = [];
function release(): string {
  const table = `customer_sums_${released.length + 1}`;
  released.push(table);
  return table;
}

/** Brings a server up to the newest release. */
async function upgrade(server: string): Promise<void> {
  const url = servers.urls.get(server) ?? '';
  const tables = [...released];
  const migrations = tables.map((table, at) => ({
    name: `209901010000${at + 10}_${table}`,
    sql: `CREATE TABLE ${table} (organization_id uuid PRIMARY KEY, n bigint NOT NULL);
      GRANT SELECT, INSERT, UPDATE, DELETE ON ${table} TO daybook_app;
      INSERT INTO ${table} SELECT organization_id, count(*) FROM customers GROUP BY 1;`,
  }));
  const laws = tables.map((table) => ({
    name: `test/keep-${table}`,
    sql: `CREATE FUNCTION keep_${table}() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO ${table} AS c SELECT organization_id, count(*) FROM made GROUP BY 1
        ON CONFLICT (organization_id) DO UPDATE SET n = c.n + excluded.n;
        RETURN NULL;
      END $$;
      CREATE TRIGGER customers_${table} AFTER INSERT ON customers REFERENCING NEW TABLE AS made
        FOR EACH STATEMENT EXECUTE FUNCTION keep_${table}();
      CREATE TRIGGER ${table}_gate BEFORE INSERT OR UPDATE OR DELETE ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate();`,
  }));
  const others = readLaws().map(({ name, sql }: Text) => ({ name, sql }));
  const texts = {
    migrations: [...readMigrations(), ...migrations],
    laws: arrangeLaws([...others, ...laws]),
    version: '9.9.9',
  };
  await withPrepareLock(url, (client: Parameters<typeof migrate>[0]) => migrate(client, url, texts));
}

/** The number that is kept of an organization's customers, and how many there are. */
const kept = async (server: string, table: string, { organizationId }: TestOrganization) => {
  const [row] = await servers.asked<{ kept: number; present: number }>(
    server,
    `select coalesce((select n from ${table} where organization_id = $1), 0)::int as kept,
       (select count(*)::int from customers where organization_id = $1) as present`,
    [organizationId],
  );
  return row ?? { kept: -1, present: 0 };
};

/** Moves an organization that is written meanwhile; at a point of the move something else happens first, once. */
async function moving(
  organization: TestOrganization,
  to: string,
  point: string,
  happens: (writer: Writer) => Promise<void>,
): Promise<{ failure: unknown; writer: Writer }> {
  const writer = new GateWriter(servers, organization, 40).start();
  await expect.poll(() => writer.written.length).toBeGreaterThan(3);
  let isDue = true;
  const reached = async (at: string) => {
    if (at !== point || !isDue) return;
    isDue = false;
    await happens(writer);
  };
  const failure = await moveOrganization({
    servers: servers.urls,
    organization: organization.organizationId,
    to,
    reached,
  }).then(
    () => undefined,
    (error: unknown) => error,
  );
  return { failure, writer };
}

const further = (writer: Writer, count = 5) => {
  const until = writer.written.length + count;
  return expect.poll(() => writer.written.length).toBeGreaterThanOrEqual(until);
};

describe('a move during which its servers are upgraded', () => {
  test('is refused before it switches, and the command called again copies the organization once more: the new sum is right where it is written', async () => {
    const organization = await found({ name: 'Upgraded while it moves' });
    const sums = release();
    const { failure, writer } = await moving(organization, 'north', 'checked', async (busy) => {
      for (const server of ['north', 'main']) {
        await upgrade(server);
        await further(busy);
      }
    });
    expect(failure).toMatchObject({
      message: expect.stringMatching(/main and north were upgraded since .* call the command again/),
    });
    // It was never closed.
    expect(await gate(servers, 'main', organization)).toBeUndefined();
    await further(writer);
    await moveOrganization({
      servers: servers.urls,
      organization: organization.organizationId,
      to: 'north',
    });
    await further(writer);
    await writer.stop();
    expect(writer.failures).toEqual([]);
    expect(await placed(servers, organization)).toMatchObject({ server: 'north', state: 'SETTLED' });
    const { kept: sum, present } = await kept('north', sums, organization);
    expect(present).toBe(writer.written.length + 1);
    expect(sum).toBe(present);
    expect(await leftovers(servers)).toEqual([]);
  });

  test('and only one of them so far is refused until the other is, and taken back leaves nothing there, in its new tables either', async () => {
    const sums = release();
    const organization = await found({ name: 'Half upgraded' });
    const { failure, writer } = await moving(organization, 'north', 'subscribed', async (busy) => {
      await further(busy);
      await upgrade('north');
    });
    const wish = { servers: servers.urls, organization: organization.organizationId };
    expect(failure).toMatchObject({ message: expect.stringMatching(/different schemas/) });
    await expect(moveOrganization({ ...wish, to: 'north' })).rejects.toThrow(/different schemas/);
    await goBack(wish);
    await upgrade('main');
    await further(writer);
    await writer.stop();
    expect(writer.failures).toEqual([]);
    expect(await kept('north', sums, organization)).toEqual({ kept: 0, present: 0 });
    expect(Object.values(await contents(servers, 'north', organization)).flat()).toEqual([]);
    expect(await placed(servers, organization)).toBeUndefined();
    expect(await leftovers(servers)).toEqual([]);
  });

  test('is not switched while an upgrade is under way, and goes on after it', async () => {
    const organization = await found({ name: 'Beside an upgrade' });
    let held = Promise.resolve(false);
    const { failure, writer } = await moving(organization, 'north', 'checked', async () => {
      const client = new pg.Client({ connectionString: servers.urls.get('north') });
      await client.connect();
      await client.query(`select pg_advisory_lock(hashtextextended('upgrade', 0))`);
      // The move goes on meanwhile: what happens here is not waited for.
      held = (async () => {
        await new Promise((resolve) => setTimeout(resolve, 1_500));
        const isHere = (await placed(servers, organization)) === undefined;
        await client.end();
        return isHere;
      })();
    });
    expect(failure).toBeUndefined();
    expect(await held).toBe(true);
    await further(writer);
    await writer.stop();
    expect(writer.failures).toEqual([]);
    expect(await placed(servers, organization)).toMatchObject({ server: 'north', state: 'SETTLED' });
  });
});
