import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { newId } from '@/lib/ids';
import { prepareBooks } from './book-servers.mjs';
import { dropDatabase } from './database.mjs';
import { withUrlParts } from './database-url.mjs';

const database = `daybook_test_${newId().replaceAll('-', '').slice(-12)}`;
const ownerUrl = withUrlParts(process.env.DAYBOOK_TEST_OWNER_URL ?? '', { database });

afterAll(async () => {
  await dropDatabase(ownerUrl);
  const owner = new pg.Client({ connectionString: process.env.DAYBOOK_TEST_OWNER_URL });
  await owner.connect();
  await owner.query(`drop role if exists ${database}_server`);
  await owner.end();
});

it('a start creates, migrates and guards every further server of books, once', async () => {
  const DAYBOOK_BOOKS = `east=${ownerUrl}`;
  const away: string[] = [];
  const done: string[][] = [];
  const prepare = () =>
    prepareBooks(
      { DAYBOOK_BOOKS },
      (name: string) => away.push(name),
      (_name: string, applied: string[]) => done.push(applied),
    );
  const prepared = await prepare();
  expect(await prepare()).toBe(prepared);
  expect(away).toEqual([]);
  expect(done[0]?.length).toBeGreaterThan(10);
  expect(done[1]).toEqual([]);
  const application = new pg.Client({ connectionString: prepared.slice('east='.length) });
  await application.connect();
  try {
    const { rows } = await application.query(
      `select r.rolsuper, r.rolbypassrls, current_user = $1 as "isOwn", to_regclass('placements') is not null as "isMigrated"
       from pg_roles r where r.rolname = current_user`,
      [`${database}_server`],
    );
    expect(rows).toEqual([{ rolsuper: false, rolbypassrls: false, isOwn: true, isMigrated: true }]);
  } finally {
    await application.end();
  }
});
