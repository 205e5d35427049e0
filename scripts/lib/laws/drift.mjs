import { FILTERS, openSchemaEngine, readSchema } from './schema-engine.mjs';

/**
 * The parts of the hand-written SQL that the Prisma schema leaves out on purpose, recognized by name alone: composite foreign
 * keys (`…_org_fk`), checks (`…_ck`), indexes Prisma cannot express (`…_sql_idx`) and the migrator's own tables. Policies,
 * triggers, functions and grants are invisible to the engine.
 */
const ON_PURPOSE = [
  /^ALTER TABLE "[^"]+" DROP CONSTRAINT "[^"]+_(?:org_fk|ck)"$/,
  /^DROP INDEX (?:"[^"]+"\.)?"[^"]+_sql_idx"$/,
  /^DROP TABLE (?:"daybook_private"\."[^"]+"|"_daybook_laws")$/,
];

/** Splits the engine's script into statements, dropping its comments. */
export function statementsOf(script) {
  return script
    .split(/;\s*(?:\n|$)/)
    .map((part) => part.replace(/^\s*--.*$/gm, '').trim())
    .filter(Boolean);
}

/** The statements about anything other than the names left out of the Prisma schema on purpose. */
export function unexplained(statements) {
  return statements.filter((statement) => !ON_PURPOSE.some((pattern) => pattern.test(statement)));
}

/**
 * Compares a migrated database with prisma/schema.
 * @param {string} url a connection of the owner
 * @returns {Promise<string[]>} the statements that would change the database to match the schema; empty when they agree
 */
export async function driftOf(url) {
  const engine = await openSchemaEngine(url);
  const files = readSchema();
  const { stdout } = await engine.diff({
    from: { tag: 'schemaDatasource', files, configDir: '.' },
    to: { tag: 'schemaDatamodel', files },
    script: true,
    shadowDatabaseUrl: null,
    exitCode: null,
    filters: FILTERS,
  });
  return unexplained(statementsOf(stdout ?? ''));
}
