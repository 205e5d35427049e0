import type { Breach, SourceFile } from '../house/breach';

const MIGRATION = /^prisma\/migrations\/[^/]+\/migration\.sql$/;
/**
 * Older than this rule, and applied to databases that would be refused if they changed: one dismisses steps of organizations that were there; one
 * notes contracts that were there, which an owner without superuser rights is refused.
 */
const LEFT = new Set([
  'prisma/migrations/20261122134000_founding/migration.sql',
  'prisma/migrations/20261201010000_checked_standings/migration.sql',
]);

/** A statement of a migration that reads or changes rows, and the tables it names. */
const WRITES = /^(?:UPDATE|DELETE|INSERT|WITH)\b/;
const NAMED = /\b(?:UPDATE|FROM|JOIN|INTO)\s+(\w+)/g;

/** The tables of the dump whose row security holds for their owner too. */
function forcedTables(dump: string): Set<string> {
  const tables = dump.split(/^CREATE TABLE /m).slice(1);
  return new Set(
    tables.flatMap((table) => {
      const name = /^\w+/.exec(table)?.[0];
      return name !== undefined && table.includes('-- row security, forced') ? [name] : [];
    }),
  );
}

/**
 * Migrations that read or change rows of a table without lifting its forced row security (NO FORCE): an owner who is not a superuser sees
 * none of them, and changes nothing without an error. Tables that the migration creates itself are empty.
 */
export function unseenRows(files: readonly SourceFile[]): Breach[] {
  const dump = files.find(({ path }) => path === 'prisma/schema.sql')?.text ?? '';
  const forced = forcedTables(dump);
  return files.flatMap(({ path, text }) => {
    if (!MIGRATION.test(path) || LEFT.has(path)) return [];
    // What stands in a function runs later, with whoever calls it.
    const plain = text.replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, '$$$$').replaceAll(/--.*$/gm, '');
    const lifted = (table: string) =>
      new RegExp(`ALTER TABLE ${table} NO FORCE ROW LEVEL SECURITY|CREATE TABLE ${table}\\b`).test(plain);
    const statements = plain.split(';').map((statement) => statement.trim());
    const named = statements
      .filter((statement) => WRITES.test(statement))
      .flatMap((statement) => [...statement.matchAll(NAMED)].map(([, table = '']) => table));
    return [...new Set(named)]
      .filter((table) => forced.has(table) && !lifted(table))
      .map((table) => ({
        path,
        rule: `rows of ${table} behind row security`,
        why: `An owner who is not a superuser sees none of them: ALTER TABLE ${table} NO FORCE ROW LEVEL SECURITY before, FORCE after.`,
      }));
  });
}
