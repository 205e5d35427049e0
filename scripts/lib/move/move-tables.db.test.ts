import { afterAll, describe, expect, test } from 'vitest';
import { closeConnections } from '@/db/client';
import { withOwner } from '@/testing/owner';
import { movedTables } from './move-tables.mjs';

// What logical replication with a row filter, and a copy between servers, require of the schema.

afterAll(closeConnections);

interface MovedTable {
  readonly name: string;
  readonly key: string;
  readonly columns: readonly string[];
  readonly isWhole: boolean;
}

const rows = (text: string, values: unknown[] = []) =>
  withOwner(async (client) => (await client.query<Record<string, string>>(text, values)).rows);
const moved = (): Promise<MovedTable[]> =>
  withOwner((client) => movedTables(client) as Promise<MovedTable[]>);
const names = async () => (await moved()).map(({ name }) => name);

/** Tables with organization_id that stay where they are, each for a reason; a new one must be added here deliberately. */
const STAYING = [
  'memberships_elsewhere', // the directory's copy, written when a move switches
  'organization_gates', // says for each server whether the organization may be written there
  'organization_moves', // the journal, at the directory
  'placements', // at the directory
];

describe('the tables that move with an organization', () => {
  test('are all those with organization_id, except those listed here, and organizations', async () => {
    const withOrganization = await rows(
      `select c.relname from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
         and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'organization_id' and not a.attisdropped)`,
    );
    const expected = withOrganization
      .map((row) => row.relname)
      .filter((name) => !STAYING.includes(name ?? ''));
    expect(await names()).toEqual([...expected, 'organizations'].sort());
  });

  test('have a primary key that leads with the organization, by which the row filter sees updates and deletions', async () => {
    for (const { name, key } of await moved()) {
      const [found] = await rows(
        `select a.attname as first, c.relreplident as identity, c.relkind as kind from pg_class c
         join pg_index i on i.indrelid = c.oid and i.indisprimary
         join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0] where c.oid = $1::regclass`,
        [name],
      );
      expect({ name, ...found }).toEqual({ name, first: key, identity: 'd', kind: 'r' });
    }
  });

  test('leave out no column but transaction numbers, which only one server can assign', async () => {
    const short = (await moved()).filter(({ isWhole }) => !isWhole);
    expect(short.map(({ name }) => name)).toEqual(['audit_log', 'ledger_entries', 'security_log']);
    for (const { name, columns } of short) {
      const all = await rows(
        `select attname from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
        [name],
      );
      expect(all.map((row) => row.attname).filter((column) => !columns.includes(column ?? ''))).toEqual([
        'inserted_in_transaction',
      ]);
    }
  });

  test('have no column that a sequence or an identity fills, and none that names a large object', async () => {
    const found = await rows(
      `select c.relname, a.attname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
       where c.oid = any($1::regclass[]) and (a.attidentity <> '' or a.atttypid = 'oid'::regtype
         or pg_get_expr(d.adbin, d.adrelid) like '%nextval%')`,
      [await names()],
    );
    expect(found).toEqual([]);
  });

  test('have no trigger that fires where rows only arrive: they were checked where they were written', async () => {
    const found = await rows(
      `select t.tgrelid::regclass::text as relation, t.tgname from pg_trigger t
       where t.tgrelid = any($1::regclass[]) and t.tgenabled in ('A', 'R')`,
      [await names()],
    );
    expect(found).toEqual([]);
  });
});
