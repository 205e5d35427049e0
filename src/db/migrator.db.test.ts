import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type pg from 'pg';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';

interface Throwaway {
  readonly url: string;
  remove(): Promise<void>;
}
type Text = { name: string; sql: string };

const load = (name: string) => import(pathToFileURL(path.resolve('scripts/lib', name)).href);
const { checkLaws, makeLaws } = await load('laws/apply-laws.mjs');
const { arrangeLaws } = await load('laws/laws.mjs');
const { migrate } = await load('laws/migrate.mjs');
const { whileNoOneWrites } = await load('laws/upgrade.mjs');
const { withConnection, withPrepareLock } = await load('postgres/database.mjs');
const { throwawayDatabase } = await load('run/throwaway.mjs');

const BOOKS =
  'create table _daybook_laws (name text primary key, hash text, objects text[], needs text[], daybook text, applied_at timestamptz default now())';
const answer = (value: string): Text => ({
  name: 'one/answer',
  sql: `CREATE FUNCTION answer() RETURNS text LANGUAGE sql AS $$ SELECT '${value}' $$;`,
});
const guard: Text = {
  name: 'two/guard',
  sql: 'CREATE FUNCTION guard() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.a := answer(); RETURN NEW; END $$;\nCREATE TRIGGER things_guard BEFORE INSERT ON things FOR EACH ROW EXECUTE FUNCTION guard();',
};
const apart: Text = {
  name: 'three/apart',
  sql: "CREATE FUNCTION apart() RETURNS text LANGUAGE sql AS $$ SELECT 'x' $$;",
};

const databases: Throwaway[] = [];
let url = '';

/** A separate database for each test: a table, the migrator's own tables, and no laws. */
beforeEach(async () => {
  const database: Throwaway = await throwawayDatabase({ DATABASE_URL: process.env.DAYBOOK_TEST_OWNER_URL });
  databases.push(database);
  url = database.url;
  await run((client) => client.query(`create table things (a text, b text); ${BOOKS}`));
});
afterAll(async () => {
  for (const database of databases) await database.remove();
});

const run = <T>(work: (client: pg.Client) => Promise<T>): Promise<T> => withPrepareLock(url, work);
const apply = (texts: Text[], version = '0.1.0'): Promise<string[]> =>
  run(async (client) => {
    const release = { laws: arrangeLaws(texts), version };
    await checkLaws(client, url, release);
    return whileNoOneWrites(client, url, () => makeLaws(client, release));
  });

/** Everything a law can have created or written, with its identity, so that recreating the same object is detected as well as a change. */
async function standing(): Promise<string[]> {
  return run(async (client) => {
    const { rows } = await client.query<{ what: string }>(
      `select oid || ' ' || proname || ' ' || prosrc as what from pg_proc where pronamespace = 'public'::regnamespace
       union all select oid || ' ' || tgname from pg_trigger
       union all select name || ' ' || hash || ' ' || array_to_string(objects, ', ') || ' ' || daybook from _daybook_laws order by 1`,
    );
    return rows.map(({ what }) => what);
  });
}

const inserted = (): Promise<string | undefined> =>
  run(
    async (client) =>
      (await client.query<{ a: string }>('insert into things default values returning a')).rows[0]?.a,
  );

describe('the migrator and the laws of prisma/sql', () => {
  it('applies each law once, after those it needs, and finds nothing to do the next time', async () => {
    expect(await apply([guard, answer('yes'), apart])).toEqual(['one/answer', 'three/apart', 'two/guard']);
    const before = await standing();
    expect(await apply([guard, answer('yes'), apart])).toEqual([]);
    expect(await standing()).toEqual(before);
    expect(await inserted()).toBe('yes');
  });

  it('recreates a law whose text changed, with those that need it and no other', async () => {
    await apply([answer('yes'), guard, apart]);
    expect(await apply([answer('no'), guard, apart])).toEqual(['one/answer', 'two/guard']);
    expect(await inserted()).toBe('no');
  });

  it('drops everything created by a law that no longer has a file', async () => {
    await apply([answer('yes'), guard, apart]);
    expect(await apply([answer('yes'), apart])).toEqual(['two/guard']);
    expect((await standing()).filter((what) => what.includes('guard'))).toEqual([]);
    expect(await inserted()).toBeNull();
  });

  it('refuses to drop a law that a table still depends on, and leaves it', async () => {
    await apply([answer('yes')]);
    await run((client) => client.query('alter table things alter column b set default answer()'));
    const before = await standing();
    await expect(apply([apart])).rejects.toThrow(
      /^The law one\/answer could not be taken back and nothing was changed: .*default value for column b of table things depends on function answer\(\)/,
    );
    expect(await standing()).toEqual(before);
  });

  it('recreates what a migration dropped with its table, and nothing else', async () => {
    await apply([answer('yes'), guard, apart]);
    await run((client) => client.query('drop table things; create table things (a text)'));
    expect(await apply([answer('yes'), guard, apart])).toEqual(['two/guard']);
    expect(await inserted()).toBe('yes');
  });

  it('names the file and line of a law that fails, and leaves every law as it was', async () => {
    await apply([answer('yes'), guard]);
    const before = await standing();
    const broken: Text = { name: 'two/broken', sql: '-- fine\n-- fine\nCREATE FUNKTION broken();' };
    await expect(apply([answer('no'), guard, broken])).rejects.toThrow(
      'The law prisma/sql/two/broken.sql:3 failed and nothing was changed: syntax error at or near "FUNKTION".',
    );
    expect(await standing()).toEqual(before);
    expect(await inserted()).toBe('yes');
  });

  it('refuses a law that would replace something not created by a law', async () => {
    await run((client) =>
      client.query("create function apart() returns text language sql as $$ select 'mine' $$"),
    );
    await expect(apply([apart])).rejects.toThrow(
      'The law prisma/sql/three/apart.sql failed and nothing was changed: function "apart" already exists with same argument types.',
    );
  });

  it('refuses a law that creates nothing', async () => {
    await expect(apply([{ name: 'one/nothing', sql: 'GRANT SELECT ON things TO public;' }])).rejects.toThrow(
      'The law prisma/sql/one/nothing.sql makes nothing that a law can make.',
    );
  });

  it('leaves the laws as they were when its connection is lost midway, and the next start continues', async () => {
    await apply([answer('yes'), guard]);
    const before = await standing();
    const dies: Text = {
      name: 'zero/dies',
      sql: 'CREATE FUNCTION dies() RETURNS text LANGUAGE sql AS $$ SELECT answer() $$;\nSELECT pg_terminate_backend(pg_backend_pid());',
    };
    await expect(apply([answer('no'), guard, dies])).rejects.toThrow(/zero\/dies|terminat/i);
    expect(await standing()).toEqual(before);
    expect(await apply([answer('no'), guard])).toEqual(['one/answer', 'two/guard']);
    expect(await inserted()).toBe('no');
  });

  it('applies the laws once when two servers start at the same time', async () => {
    // Both wait for the lock before either has it.
    const { both } = await run(async (client) => {
      const servers = [apply([answer('yes'), guard]), apply([answer('yes'), guard])];
      await expect
        .poll(async () => {
          const { rows } = await client.query<{ waiting: number }>(
            `select count(*)::int as waiting from pg_locks l join pg_database d on d.oid = l.database
             where d.datname = current_database() and l.locktype = 'advisory' and not l.granted`,
          );
          return rows[0]?.waiting;
        })
        .toBe(2);
      return { both: servers };
    });
    const done = await Promise.all(both);
    expect(done.map(({ length }) => length).sort()).toEqual([0, 2]);
    expect(await inserted()).toBe('yes');
  });

  it('refuses, changing nothing, laws applied by a newer Daybook, and accepts those of the same or an older one', async () => {
    await apply([answer('new'), guard], '0.2.0');
    const before = await standing();
    await expect(apply([answer('old'), guard], '0.1.0')).rejects.toThrow(
      /^The database .+ has the law one\/answer of Daybook 0\.2\.0, this checkout is 0\.1\.0; update this checkout\.$/,
    );
    await expect(apply([guard], '0.1.0')).rejects.toThrow(/has the law one\/answer of Daybook 0\.2\.0/);
    expect(await standing()).toEqual(before);
    expect(await apply([answer('new'), guard], '0.1.0')).toEqual([]);
    expect(await apply([answer('newer'), guard], '0.3.0')).toEqual(['one/answer', 'two/guard']);
  });

  it('goes on with the migration that failed in a database that no server has served yet', async () => {
    const migration = (name: string, text: string) => ({ name, sql: text });
    const made = migration('20270101000000_made', 'CREATE TABLE made (a int);');
    const to = (...migrations: Text[]) =>
      run((client) => migrate(client, url, { migrations, laws: arrangeLaws([apart]), version: '0.1.0' }));
    await expect(to(made, migration('20270102000000_more', 'SELECT missing();'))).rejects.toThrow(
      'The migration 20270102000000_more failed at line 1 and was undone: function missing() does not exist.',
    );
    expect(await to(made, migration('20270102000000_more', 'CREATE TABLE more (a int);'))).toEqual([
      '20270102000000_more',
      '1 laws of prisma/sql',
    ]);
  });

  it('refuses a database of an unreleased build in one sentence that names --reset, and changes nothing', async () => {
    await run((client) =>
      client.query(
        "create table _prisma_migrations (migration_name text, checksum text, started_at timestamptz, finished_at timestamptz, rolled_back_at timestamptz); insert into _prisma_migrations values ('20261121000000_foundation', 'x', now(), now())",
      ),
    );
    const tables = () =>
      withConnection(
        url,
        async (client: pg.Client) => (await client.query('select tablename from pg_tables order by 1')).rows,
      );
    const before = await tables();
    await expect(run((client) => migrate(client, url))).rejects.toThrow(
      /^The database .+ was made by an unreleased build of Daybook, .+; npm start -- --reset drops it and builds the demo again\.$/,
    );
    expect(await tables()).toEqual(before);
  });
});
