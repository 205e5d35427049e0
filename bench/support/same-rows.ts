import type { ClientBase } from 'pg';
import { withOwner } from '@/testing/owner';

/** The copies of the tables, so that a peer's rows are in no one's books. */
const SCHEMA = 'bench_same';

export interface SameRows {
  /** A script of pgbench that inserts the rows with one statement, each time with keys of its own. */
  readonly script: string;
  /** How many rows a call leaves, by table, the most first. */
  readonly rows: ReadonlyMap<string, number>;
}

interface Column {
  readonly name: string;
  readonly type: string;
}

/**
 * What the transaction left that wrote this version of a document, as one statement of bare inserts: the same rows (new versions of changed
 * ones included) in copies of their tables with all of their indexes, but without checks, references, triggers or row security. The copies
 * begin empty, and what the transaction deleted is not counted, which both favor the peer.
 */
export function sameRows(documentId: string): Promise<SameRows> {
  return withOwner(async (client) => {
    const written = await client.query<{ xid: string }>(
      'select xmin::text as xid from business_transactions where id = $1',
      [documentId],
    );
    const xid = written.rows[0]?.xid;
    if (xid === undefined) throw new Error(`There is no document ${documentId}.`);
    await client.query(
      `create schema if not exists ${SCHEMA}; create sequence if not exists ${SCHEMA}.numbers cache 100`,
    );
    const tables = await client.query<{ name: string }>(
      `select c.relname as name from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
       and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'organization_id') order by 1`,
    );
    const rows = new Map<string, number>();
    const statements: string[] = [];
    for (const { name } of tables.rows) {
      const inserts = await insertsInto(client, name, xid);
      if (inserts.length === 0) continue;
      rows.set(name, inserts.length);
      statements.push(`insert into ${SCHEMA}.${name} values ${inserts.join(', ')}`);
    }
    const [last, ...others] = statements.reverse();
    const named = others.map((statement, n) => `i${n} as (${statement})`).join(',\n');
    return {
      script: `${named === '' ? '' : `with ${named}\n`}${last};\n`,
      rows: new Map([...rows].sort(([, a], [, b]) => b - a)),
    };
  });
}

/** The rows of one table as values, with a copy of the table to insert them into. */
async function insertsInto(client: ClientBase, table: string, xid: string): Promise<string[]> {
  const columns = await client.query<Column>(
    `select a.attname as name, format_type(a.atttypid, a.atttypmod) as type from pg_attribute a
     where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped order by a.attnum`,
    [`public.${table}`],
  );
  const found = await client.query<Record<string, string | null>>(
    `select ${columns.rows.map(({ name }) => `"${name}"::text as "${name}"`).join(', ')} from public.${table} where xmin = $1::text::xid`,
    [xid],
  );
  if (found.rows.length === 0) return [];
  await client.query(
    `create table if not exists ${SCHEMA}.${table} (like public.${table} including indexes including storage); truncate ${SCHEMA}.${table}`,
  );
  const own = await ownColumns(client, table, columns.rows);
  return found.rows.map(
    (row) =>
      `(${columns.rows.map((column) => (own.has(column.name) ? ownValue(column, row[column.name]) : literal(column, row[column.name]))).join(', ')})`,
  );
}

/** A column of each unique index that gets a value of its own in every row. */
async function ownColumns(
  client: ClientBase,
  table: string,
  columns: readonly Column[],
): Promise<ReadonlySet<string>> {
  const unique = await client.query<{ names: string[] }>(
    `select array_agg(a.attname::text order by k.place) as names
     from pg_index i cross join lateral unnest(i.indkey::int2[]) with ordinality k (attnum, place)
     join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
     where i.indrelid = $1::regclass and i.indisunique and a.attname <> 'organization_id' group by i.indexrelid`,
    [`public.${table}`],
  );
  const typeOf = new Map(columns.map(({ name, type }) => [name, type]));
  const rank = (name: string) => ['uuid', 'bigint', 'integer', 'text'].indexOf(typeOf.get(name) ?? '');
  const chosen = unique.rows.flatMap(({ names }) =>
    names
      .filter((name) => rank(name) >= 0)
      .sort((a, b) => rank(a) - rank(b))
      .slice(0, 1),
  );
  return new Set(chosen);
}

function ownValue({ type }: Column, value: string | null | undefined): string {
  if (value === null || value === undefined) return 'null';
  if (type === 'uuid') return 'uuidv7()';
  const next = `nextval('${SCHEMA}.numbers')`;
  return type === 'text' ? `'B' || ${next}` : `${next}::${type}`;
}

function literal({ type }: Column, value: string | null | undefined): string {
  return value === null || value === undefined ? 'null' : `'${value.replaceAll("'", "''")}'::${type}`;
}
