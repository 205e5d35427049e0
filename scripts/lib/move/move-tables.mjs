/** A column whose value is a transaction number of this server; each server assigns its own. */
const OF_THE_SERVER = 'pg_current_xact_id()';

/**
 * The tables whose rows move with an organization: those whose writes pass its gate (daybook_pass_gate). `key` is the column that names
 * the organization. `columns` are the ones that are copied: not those that PostgreSQL computes, and not transaction numbers, which are
 * meaningful on one server only.
 * @param {import('pg').Client} client
 * @returns {Promise<{name: string, key: string, columns: string[], isWhole: boolean}[]>} isWhole: no column is left out
 */
export async function movedTables(client) {
  const { rows } = await client.query(
    `select c.relname as name, case when c.relname = 'organizations' then 'id' else 'organization_id' end as key,
       array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '' and d.oid is null) as columns,
       bool_and(a.attgenerated = '' and d.oid is null) as "isWhole"
     from pg_class c join pg_trigger t on t.tgrelid = c.oid and t.tgfoid = 'daybook_pass_gate'::regproc
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum and pg_get_expr(d.adbin, d.adrelid) like '%' || $1 || '%'
     where c.relnamespace = 'public'::regnamespace
     group by c.relname order by c.relname`,
    [OF_THE_SERVER],
  );
  return rows;
}

/** A name in quotes, for a statement. */
export const quoted = (name) => `"${name.replaceAll('"', '""')}"`;

/** The columns of a table that are copied, for a statement. */
export const columnsOf = (table) => table.columns.map(quoted).join(', ');

/** The condition that finds the organization's rows. The id is a uuid, checked by `demandUuid`. */
export const rowsOf = (table, organizationId) =>
  `${quoted(table.key)} = '${demandUuid(organizationId)}'::uuid`;

/** Statements that cannot have parameters name the organization literally, so nothing else may appear there. */
export function demandUuid(text) {
  if (!/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text))
    throw new Error(`${text} is not the id of an organization`);
  return text;
}
