import { describe, expect, test } from 'vitest';
import { unseenRows } from './migrated-rows';

const DUMP = {
  path: 'prisma/schema.sql',
  text: 'CREATE TABLE items (\n  id uuid\n);\n-- row security, forced\n\nCREATE TABLE migrations (\n  id uuid\n);\n\nCREATE TABLE prices (\n  id uuid\n);\n-- row security, forced\n',
};
const LIFTED = 'ALTER TABLE items NO FORCE ROW LEVEL SECURITY;';
const refused = (text: string) =>
  unseenRows([DUMP, { path: 'prisma/migrations/20270101000000_more/migration.sql', text }]).map(
    ({ rule }) => rule,
  );

describe('a migration', () => {
  test.each([
    ['UPDATE items SET price = 1;', ['items']],
    ['DELETE FROM items;', ['items']],
    [`${LIFTED}\nUPDATE items i SET price = p.price FROM prices p;`, ['prices']],
    ['WITH old AS (SELECT * FROM items) INSERT INTO migrations SELECT id FROM old;', ['items']],
  ])('that says %j is refused: its owner may see no rows', (text, tables) => {
    expect(refused(text)).toEqual(tables.map((table) => `rows of ${table} behind row security`));
  });

  test.each([
    [`${LIFTED}\nUPDATE items SET price = 1;`],
    ['UPDATE migrations SET id = null;'],
    ['-- UPDATE items SET price = 1;\nSELECT 1;'],
    ['CREATE TABLE items (id uuid);\nINSERT INTO items SELECT id FROM migrations;'],
    ['CREATE FUNCTION f() RETURNS void LANGUAGE sql AS $$\n  DELETE FROM items;\n$$;'],
  ])('that says %j is accepted', (text) => {
    expect(refused(text)).toEqual([]);
  });
});
