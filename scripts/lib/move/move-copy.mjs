import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { withConnection } from '../postgres/database.mjs';
import { withUrlParts } from '../postgres/database-url.mjs';
import { columnsOf, quoted, rowsOf } from './move-tables.mjs';

/** How many rows one statement removes, so that none holds its locks for long. */
const PORTION = 20_000;

/**
 * Creates the replication slot and copies every row of the organization as of that moment: the slot exports its snapshot, all tables are
 * read in it, and what is committed later comes through the slot. The copy is one transaction at the target, so it exists completely or not
 * at all. No trigger fires and no reference is checked there: the rows were checked where they were written.
 * @param {{source: string, target: string, organizationId: string, slot: string, tables: object[], reached: (point: string) => Promise<void>}} move
 * @returns {Promise<{rows: number, byTable: Map<string, number>, ms: number}>}
 */
export async function copyOrganization({ source, target, organizationId, slot, tables, reached }) {
  const started = performance.now();
  const replication = new pg.Client({
    connectionString: withUrlParts(source, {}),
    connectionTimeoutMillis: 10_000,
    replication: 'database',
  });
  replication.on('error', () => {});
  await replication.connect();
  try {
    const { rows } = await replication.query(
      `CREATE_REPLICATION_SLOT ${quoted(slot)} LOGICAL pgoutput (SNAPSHOT 'export')`,
    );
    await reached('slot');
    const copied = await withConnection(source, async (reader) => {
      await reader.query('begin isolation level repeatable read read only');
      await reader.query(`set transaction snapshot '${rows[0].snapshot_name}'`);
      return withConnection(target, (writer) =>
        copyTables({ reader, writer, organizationId, tables, reached }),
      );
    });
    const all = [...copied.values()].reduce((sum, n) => sum + n, 0);
    return { rows: all, byTable: copied, ms: Math.round(performance.now() - started) };
  } finally {
    await replication.end().catch(() => {});
  }
}

async function copyTables({ reader, writer, organizationId, tables, reached }) {
  const copied = new Map();
  await writer.query('begin');
  await writer.query('set local session_replication_role = replica');
  for (const table of tables) {
    const into = writer.query(copyFrom(`copy ${quoted(table.name)} (${columnsOf(table)}) from stdin`));
    const out = reader.query(
      copyTo(
        `copy (select ${columnsOf(table)} from ${quoted(table.name)} where ${rowsOf(table, organizationId)}) to stdout`,
      ),
    );
    await pipeline(out, into);
    copied.set(table.name, into.rowCount);
  }
  await reached('copying');
  await writer.query('commit');
  return copied;
}

/** Gathers statistics for the tables of which a large part was just copied, before they are queried. */
export async function analyzeCopied(client, byTable) {
  const { rows } = await client.query(
    `select c.relname as name from jsonb_each_text($1::jsonb) as t(name, n) join pg_class c on c.oid = t.name::regclass
     where t.n::bigint > 0 and c.reltuples < 10 * t.n::bigint`,
    [JSON.stringify(Object.fromEntries(byTable))],
  );
  if (rows.length > 0) await client.query(`analyze ${rows.map(({ name }) => quoted(name)).join(', ')}`);
}

/**
 * Removes every row of the organization from a server on which it is not, in portions that each commit. Triggers of append-only tables and
 * references are off: the books are elsewhere. Returns how many rows there were.
 * @param {import('pg').Client} client a connection of the owner, used for this only
 */
export async function removeRows(client, tables, organizationId, reached = async () => {}) {
  await client.query('set session_replication_role = replica');
  let removed = 0;
  for (const table of tables) {
    for (;;) {
      const { rowCount } = await client.query(
        `delete from ${quoted(table.name)} where ctid = any(array(
           select ctid from ${quoted(table.name)} where ${rowsOf(table, organizationId)} limit ${PORTION}))`,
      );
      removed += rowCount;
      if (rowCount < PORTION) break;
    }
    await reached('removing');
  }
  await client.query('reset session_replication_role');
  return removed;
}
