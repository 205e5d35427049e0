import { describe, expect, test } from 'vitest';
import { statementsOf, unexplained } from '../laws/drift.mjs';
import { appRoleName } from './app-role.mjs';
import { checkServerVersion } from './database.mjs';
import { databaseNameOf, describeDatabase, withUrlParts } from './database-url.mjs';

describe('database addresses', () => {
  test('the role and password are replaced and escaped, and everything else stays', () => {
    expect(
      withUrlParts('postgresql://owner:pw@db.example:6000/books?sslmode=require', {
        user: 'a b',
        password: 'p@ss/1',
      }),
    ).toBe('postgresql://a%20b:p%40ss%2F1@db.example:6000/books?sslmode=require');
  });

  test('a socket directory becomes part of the address, so that it can have a user', () => {
    expect(withUrlParts('postgresql:///books?host=/var/run/postgresql', { user: 'me', password: 'x' })).toBe(
      'postgresql://me:x@%2Fvar%2Frun%2Fpostgresql/books',
    );
  });

  test('printed addresses contain no credentials', () => {
    expect(describeDatabase('postgresql://owner:secret@db.example/books')).toBe('db.example:5432/books');
  });

  test('without a database name, the user’s name is used, and without either the address is refused', () => {
    expect(databaseNameOf('postgresql://books@db.example')).toBe('books');
    expect(() => databaseNameOf('postgresql://db.example')).toThrow('names no database');
  });

  test.each(['mysql://x/y', 'books', ''])('%j is refused as DATABASE_URL', (url) => {
    expect(() => describeDatabase(url)).toThrow('DATABASE_URL');
  });

  test('the application’s role is never the group and fits PostgreSQL’s 63 bytes', () => {
    expect(appRoleName('daybook')).toBe('daybook_server');
    expect(appRoleName('x'.repeat(63))).toHaveLength(63);
  });
});

describe('the server on DATABASE_URL', () => {
  const server = (number: number) => ({ query: async () => ({ rows: [{ number }] }) });
  const url = 'postgresql://owner:secret@db.example/books';

  test.each([160_000, 170_004, 180_004])('version number %i is accepted', async (number) => {
    await expect(checkServerVersion(server(number), url)).resolves.toBeUndefined();
  });

  test('PostgreSQL 15 is refused in one sentence without credentials', async () => {
    await expect(checkServerVersion(server(150_012), url)).rejects.toThrow(
      'The database db.example:5432/books runs PostgreSQL 15; Daybook needs PostgreSQL 16 or newer.',
    );
  });
});

describe('drift between schema and migrations', () => {
  test('laws written by hand are recognized by their names; everything else is drift', () => {
    const script = `-- DropForeignKey
ALTER TABLE "lines" DROP CONSTRAINT "lines_account_org_fk";

-- DropIndex
DROP INDEX "lines_cover_sql_idx";

-- AlterTable
ALTER TABLE "lines" ADD COLUMN     "memo" TEXT;

-- DropTable
DROP TABLE "old";
`;
    expect(unexplained(statementsOf(script))).toEqual([
      'ALTER TABLE "lines" ADD COLUMN     "memo" TEXT',
      'DROP TABLE "old"',
    ]);
  });

  test('a recognized name inside a larger change does not excuse the change', () => {
    const statement = 'ALTER TABLE "lines" DROP CONSTRAINT "x_org_fk",\nDROP COLUMN "amount"';
    expect(unexplained([statement])).toEqual([statement]);
  });
});
