import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { sql, withTenantReport, withTenantSql } from '@/db/tenancy';
import { newId } from '@/lib/ids';
import { unavailableCause } from '@/lib/unavailable';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { migratedDatabase, pointEnvironment } from '@/testing/pointed-environment';
import { withConnection, withPrepareLock } from '../postgres/database.mjs';
import { readMigrations } from './apply-migrations.mjs';
import { arrangeLaws, readLaws } from './laws.mjs';
import { migrate } from './migrate.mjs';

// Proves scripts/lib/laws/upgrade.mjs and the part of servers/gate that an upgrade closes.

type Text = { readonly name: string; readonly sql: string };

let url = '';
let remove = async () => {};
let pointBack = async () => {};
beforeAll(async () => {
  const database = await migratedDatabase();
  ({ url, remove } = database);
  pointBack = await pointEnvironment({
    DATABASE_URL: database.appUrl,
    DAYBOOK_TEST_OWNER_URL: url,
    DAYBOOK_BOOKS: undefined,
  });
});
afterAll(async () => {
  await closeConnections();
  await pointBack();
  await remove();
});

/** A sum that a migration fills from the rows there are, and a law that keeps it: what a release brings. Between the two it takes its time. */
const fills = (table: string, seconds = 0.4): Text => ({
  name: `20990101000000_${table}`,
  sql: `CREATE TABLE ${table} (organization_id uuid PRIMARY KEY, n bigint NOT NULL);
    GRANT SELECT, INSERT, UPDATE ON ${table} TO daybook_app;
    INSERT INTO ${table} SELECT organization_id, count(*) FROM classes GROUP BY 1;
    SELECT pg_sleep(${seconds});`,
});
const keeps = (table: string, before = ''): Text => ({
  name: `test/keep-${table}`,
  sql: `${before}CREATE FUNCTION keep_${table}() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO ${table} AS c SELECT organization_id, count(*) FROM made GROUP BY 1
      ON CONFLICT (organization_id) DO UPDATE SET n = c.n + excluded.n;
      RETURN NULL;
    END $$;
    CREATE TRIGGER classes_${table} AFTER INSERT ON classes REFERENCING NEW TABLE AS made
      FOR EACH STATEMENT EXECUTE FUNCTION keep_${table}();`,
});

/** Releases follow each other, so that each test has what the ones before it brought. */
const applied: { migrations: Text[]; laws: Text[] } = { migrations: [], laws: [] };
const textsOf = (laws: readonly Text[]) => laws.map(({ name, sql: text }) => ({ name, sql: text }));
const release = (migrations: readonly Text[], laws: readonly Text[]) => ({
  migrations: [...readMigrations(), ...applied.migrations, ...migrations],
  laws: arrangeLaws([...textsOf(readLaws()), ...applied.laws, ...laws]),
  version: '9.9.9',
});
const HURRIED = { lockMs: 300, pauseMs: 100, giveUpMs: 600 };
const upgrade = (migrations: readonly Text[], laws: readonly Text[], patience?: typeof HURRIED) =>
  withPrepareLock(url, (client: pg.Client) => migrate(client, url, release(migrations, laws), patience));
async function upgraded(migrations: readonly Text[], laws: readonly Text[]): Promise<void> {
  await upgrade(migrations, laws);
  applied.migrations.push(...migrations);
  applied.laws.push(...laws);
}

const asked = <T extends object>(text: string): Promise<T[]> =>
  withConnection(url, async (client: pg.Client) => (await client.query(text)).rows);

/** The tables, the laws and the history, with what identifies them. */
const standing = () =>
  asked(`select relname || ' ' || oid as what from pg_class where relnamespace = 'public'::regnamespace
    union all select name || ' ' || hash || ' ' || applied_at from _daybook_laws
    union all select migration_name || ' ' || started_at from _prisma_migrations order by 1`);

let org: TestOrganization;
let other: TestOrganization;
beforeEach(async () => {
  org = await foundTestOrganization();
  other = await foundTestOrganization();
});
const claimOf = ({ principals }: TestOrganization) => ({
  organizationId: principals.admin.organizationId,
  userId: null,
});
const ADD = `insert into classes (organization_id, id, code, name) values ($1::uuid, $2::uuid, $3, 'Class')`;
const add = (of: TestOrganization) =>
  withTenantSql(claimOf(of), (tenant) => sql(tenant, ADD, [of.organizationId, newId(), newId()]));

/** Adds classes as the application does, in two organizations at once, until it is stopped; each failure is kept. */
function writers() {
  const state = { written: 0, failures: [] as unknown[], isStopped: false };
  const loops = [org, other, org, other].map(async (of) => {
    while (!state.isStopped) {
      await add(of).then(
        () => {
          state.written += 1;
        },
        (error: unknown) => state.failures.push(error),
      );
    }
  });
  return {
    state,
    further: (count: number) => {
      const until = state.written + count;
      return expect.poll(() => state.written, { interval: 5 }).toBeGreaterThanOrEqual(until);
    },
    stop: async () => {
      state.isStopped = true;
      await Promise.all(loops);
    },
  };
}

/** Organizations whose kept number of classes is not how many there are. */
const differing = (table: string) =>
  asked(`select o.id from organizations o left join ${table} k on k.organization_id = o.id
    where coalesce(k.n, 0) <> (select count(*) from classes c where c.organization_id = o.id)`);

/** A session of the application's role in a transaction of its own, which comes to nothing. */
async function within<T>(of: TestOrganization, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  try {
    await client.query(
      `select set_config('app.organization_id', $1, false), set_config('statement_timeout', '20s', false)`,
      [of.organizationId],
    );
    await client.query('begin');
    return await work(client);
  } finally {
    await client.end();
  }
}

describe('an upgrade while servers of the version before write', () => {
  it('fills a new sum and keeps it from the same moment on: no row is missing or counted twice, and no write fails', async () => {
    const busy = writers();
    await busy.further(20);
    await upgraded([fills('class_counts')], [keeps('class_counts')]);
    await busy.further(20);
    await busy.stop();
    expect(busy.state.failures).toEqual([]);
    expect(await differing('class_counts')).toEqual([]);
  });

  it.each([
    ['one of its laws fails', 'SELECT 1 / 0;', /division by zero/],
    [
      'its connection is lost after the tables were made',
      'SELECT pg_terminate_backend(pg_backend_pid());',
      /terminat/i,
    ],
  ])('leaves tables, laws and history as they were when %s, and writes go on', async (_when, spoils, why) => {
    const before = await standing();
    const busy = writers();
    await busy.further(5);
    await expect(upgrade([fills('spoiled', 0.1)], [keeps('spoiled', spoils)])).rejects.toThrow(why);
    await busy.further(5);
    await busy.stop();
    expect(busy.state.failures).toEqual([]);
    expect(await standing()).toEqual(before);
  });

  it('leaves everything as it was when a migration after another one fails', async () => {
    const before = await standing();
    const broken = { name: '20990102000000_broken', sql: 'SELECT 1;\nSELECT missing();' };
    await expect(upgrade([fills('first_of_two', 0), broken], [])).rejects.toThrow(
      'The migration 20990102000000_broken failed at line 2 and was undone: function missing() does not exist.',
    );
    expect(await standing()).toEqual(before);
  });

  it('refuses writes with DB002 and changes nothing, while reports read', async () => {
    const isClosed = `select pg_try_advisory_lock(hashtextextended('upgrade', 0)) as held`;
    await withConnection(url, async (client: pg.Client) => {
      await client.query(isClosed);
      await within(org, async (session) => {
        await expect(session.query(ADD, [org.organizationId, newId(), 'A'])).rejects.toMatchObject({
          code: 'DB002',
        });
      });
      const rows = await withTenantReport(claimOf(org), (tenant) => sql(tenant, 'select from classes', []));
      expect(rows).toEqual([]);
    });
    await add(org);
  });

  it('keeps a write waiting for ten seconds, refuses it then as unavailable and writes nothing', async () => {
    await withConnection(url, async (client: pg.Client) => {
      await client.query(`select pg_advisory_lock(hashtextextended('upgrade', 0))`);
      const began = performance.now();
      const failure: unknown = await add(org).catch((error: unknown) => error);
      expect(unavailableCause(failure)).toBe('DATABASE_UPGRADING');
      expect(performance.now() - began).toBeGreaterThanOrEqual(10_000);
    });
    expect(await withTenantReport(claimOf(org), (tenant) => sql(tenant, 'select from classes', []))).toEqual(
      [],
    );
  });

  it('gives up in one sentence when a transaction goes on writing, and has let others write meanwhile', async () => {
    const before = await standing();
    const third = await foundTestOrganization();
    await within(third, async (session) => {
      await session.query(ADD, [third.organizationId, newId(), 'LONG']);
      const busy = writers();
      await expect(upgrade([fills('never', 0)], [], HURRIED)).rejects.toThrow(
        /^The database .+ was in use throughout 1 seconds, so that it could not be upgraded, and nothing was changed \(.*lock timeout\); try again when no long report, import or run is under way\.$/,
      );
      await busy.further(5);
      await busy.stop();
      expect(busy.state.failures).toEqual([]);
    });
    expect(await standing()).toEqual(before);
  });

  it('begins again after a deadlock with a report', async () => {
    const alters = {
      name: '20990103000000_altered',
      sql: 'ALTER TABLE classes ADD COLUMN altered_a int;\nSELECT pg_sleep(0.3);\nALTER TABLE departments ADD COLUMN altered_b int;',
    };
    await within(org, async (session) => {
      await session.query('select from departments');
      const done = upgraded([alters], []);
      await expect
        .poll(
          async () =>
            (
              await asked(
                `select from pg_locks where relation = 'classes'::regclass and mode = 'AccessExclusiveLock'`,
              )
            ).length,
          { interval: 5 },
        )
        .toBe(1);
      // Whichever of the two is chosen as the victim, the report ends and the upgrade succeeds.
      await session.query('select from classes').catch(() => undefined);
      await session.query('rollback');
      await done;
    });
    expect(
      await asked(
        `select from pg_attribute where attname in ('altered_a', 'altered_b') and not attisdropped`,
      ),
    ).toHaveLength(2);
  });
});
