import fs from 'node:fs';
import { inRoot } from '../paths.mjs';

const FILE = inRoot('prisma', 'schema.sql');

/** The dump is compared only on the PostgreSQL version this checkout includes: others print some laws differently (ids, grants). */
const MAJOR = 18;

const HEAD = `-- The database as the migrations and the laws of prisma/sql make it, in the order of names. Made by npm run migrate:dump; npm run
-- check fails when a fresh database is not exactly this. For reading and comparing: change prisma/migrations or prisma/sql instead.

`;

/** Schemas whose objects are ours. */
const OURS = "n.nspname in ('public', 'daybook_private')";
/** Names are looked up in `public`, so its name is left out. */
const NAME =
  "case when n.nspname = 'public' then quote_ident(c.relname) else n.nspname || '.' || quote_ident(c.relname) end";

const QUERIES = {
  extensions:
    "select format('CREATE EXTENSION %I;', extname) as text from pg_extension where extname <> 'plpgsql' order by extname",
  types: `
    select ${NAME} as name, string_agg(format('  %s %s', quote_ident(a.attname), format_type(a.atttypid, a.atttypmod)), E',\\n' order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where ${OURS} and c.relkind = 'c' group by 1, c.relname order by c.relname`,
  otherTypes: `
    select t.typname as name, t.typtype::text as kind from pg_type t join pg_namespace n on n.oid = t.typnamespace
    where ${OURS} and t.typtype in ('d', 'e', 'r') order by t.typname`,
  functions: `
    select p.oid::regprocedure::text as name, pg_get_functiondef(p.oid) as text, pg_get_userbyid(p.proowner) = current_user as owned,
      obj_description(p.oid, 'pg_proc') as comment, ${rights('p.proacl', "'f'", 'p.proowner')} as rights
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace where ${OURS} and p.prokind in ('f', 'p') order by p.proname, p.oid::regprocedure::text collate "C"`,
  relations: `
    select ${NAME} as name, c.oid::text as oid, c.relkind::text as kind, c.relrowsecurity as secured, c.relforcerowsecurity as forced,
      c.reloptions as options, c.relpersistence::text as persistence, pg_get_userbyid(c.relowner) = current_user as owned,
      obj_description(c.oid, 'pg_class') as comment, ${rights('c.relacl', "case c.relkind when 'S' then 's' else 'r' end::\"char\"", 'c.relowner')} as rights,
      case when c.relkind in ('v', 'm') then pg_get_viewdef(c.oid) end as body, pg_get_partkeydef(c.oid) as parts
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${OURS} and c.relkind in ('r', 'p', 'v', 'm', 'S', 'f') order by c.relname`,
  columns: `
    select a.attrelid::text as oid, quote_ident(a.attname) || ' ' || format_type(a.atttypid, a.atttypmod)
      || case when a.attcollation <> t.typcollation then ' COLLATE ' || a.attcollation::regcollation else '' end
      || case when a.attstorage <> t.typstorage then ' STORAGE ' || a.attstorage::text else '' end
      || case when coalesce(a.attstattarget, -1) >= 0 then ' STATISTICS ' || a.attstattarget else '' end
      || case when a.attidentity <> '' then ' IDENTITY ' || a.attidentity::text else '' end
      || case when d.oid is null then '' when a.attgenerated <> '' then ' GENERATED ALWAYS AS (' || pg_get_expr(d.adbin, d.adrelid) || ')'
              else ' DEFAULT ' || pg_get_expr(d.adbin, d.adrelid) end
      || case when a.attnotnull then ' NOT NULL' else '' end
      || coalesce(' -- ' || col_description(a.attrelid, a.attnum), '')
      || coalesce(' -- ' || a.attacl::text, '') as text
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace join pg_type t on t.oid = a.atttypid
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where ${OURS} and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped order by a.attrelid, a.attnum`,
  constraints: `
    select k.conrelid::text as oid, format('CONSTRAINT %I %s', k.conname, pg_get_constraintdef(k.oid))
      || coalesce(' -- ' || obj_description(k.oid, 'pg_constraint'), '') as text
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
    where ${OURS} and k.contype in ('p', 'u', 'f', 'c', 'x')
    order by array_position('{p,u,x,c,f}'::text[], k.contype::text), k.conname`,
  indexes: `
    select i.indrelid::text as oid, pg_get_indexdef(i.indexrelid) || ';'
      || case when i.indisvalid then '' else ' -- invalid' end || case when i.indisclustered then ' -- clustered' else '' end
      || coalesce(' -- statistics ' || (select string_agg(a.attnum || ': ' || a.attstattarget, ', ' order by a.attnum)
           from pg_attribute a where a.attrelid = i.indexrelid and coalesce(a.attstattarget, -1) >= 0), '') as text
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace
    where ${OURS} order by c.relname`,
  statistics: `
    select s.stxrelid::text as oid, pg_get_statisticsobjdef(s.oid) || ';' as text
    from pg_statistic_ext s join pg_namespace n on n.oid = s.stxnamespace where ${OURS} order by s.stxname`,
  triggers: `
    select t.tgrelid::text as oid, pg_get_triggerdef(t.oid) || ';' || case t.tgenabled when 'O' then '' else ' -- enabled: ' || t.tgenabled::text end as text
    from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
    where ${OURS} and not t.tgisinternal order by t.tgname`,
  policies: `
    select p.polrelid::text as oid, format('CREATE POLICY %I ON %s AS %s FOR %s TO %s', p.polname, p.polrelid::regclass,
        case when p.polpermissive then 'PERMISSIVE' else 'RESTRICTIVE' end,
        case p.polcmd when 'r' then 'SELECT' when 'a' then 'INSERT' when 'w' then 'UPDATE' when 'd' then 'DELETE' else 'ALL' end,
        (select string_agg(case when r = 0 then 'PUBLIC' else pg_get_userbyid(r) end, ', ' order by r) from unnest(p.polroles) r))
      || coalesce(' USING (' || pg_get_expr(p.polqual, p.polrelid) || ')', '')
      || coalesce(' WITH CHECK (' || pg_get_expr(p.polwithcheck, p.polrelid) || ')', '') || ';' as text
    from pg_policy p join pg_class c on c.oid = p.polrelid join pg_namespace n on n.oid = c.relnamespace
    where ${OURS} order by p.polname`,
  schemas: `
    select n.nspname as name, ${rights('n.nspacl', "'n'", 'n.nspowner')} as rights from pg_namespace n where ${OURS} order by 1`,
};

/** The grants on an object as "role: RIGHT, RIGHT", except the owner's; if none have been changed, PostgreSQL's defaults. */
function rights(acl, kind, owner) {
  return `(select array_agg(who || ': ' || what order by who collate "C") from (
      select case when x.grantee = 0 then 'PUBLIC' else pg_get_userbyid(x.grantee) end as who,
        string_agg(x.privilege_type || case when x.is_grantable then ' *' else '' end, ', ' order by x.privilege_type collate "C") as what
      from aclexplode(coalesce(${acl}, acldefault(${kind}, ${owner}))) x where x.grantee <> ${owner} group by 1) granted)`;
}

/**
 * Dumps a database: types, functions, tables with columns, keys, checks, indexes, triggers, policies and grants. Meant to be
 * read and compared, not executed: everything is sorted by name.
 * @param {import('pg').Client} client a connection of the owner of a migrated database
 * @returns {Promise<string>}
 */
export async function dumpSchema(client) {
  // Names are printed without their schema while it is on the search path.
  await client.query('set search_path = public');
  const found = {};
  for (const [key, text] of Object.entries(QUERIES)) found[key] = (await client.query(text)).rows;
  await client.query('reset search_path');
  const of = (rows, oid) => rows.filter((row) => row.oid === oid).map(({ text }) => unqualified(text));
  const parts = found.extensions.map(({ text }) => text);
  for (const { name, rights: granted } of found.schemas) parts.push(`-- schema ${name}${grants(granted)}`);
  for (const { name, columns } of found.types) parts.push(`CREATE TYPE ${name} AS (\n${columns}\n);`);
  for (const { name, kind } of found.otherTypes) parts.push(`-- type ${name} (${kind})`);
  for (const fn of found.functions) parts.push(`${unqualified(fn.text).trimEnd()};${foot(fn)}`);
  for (const relation of found.relations) {
    const inside = [...of(found.columns, relation.oid), ...of(found.constraints, relation.oid)];
    const after = ['indexes', 'statistics', 'triggers', 'policies'].flatMap((key) =>
      of(found[key], relation.oid),
    );
    parts.push([`${headOf(relation, inside)}${foot(relation)}`, ...after].join('\n'));
  }
  return `${HEAD}${parts.join('\n\n')}\n`;
}

/** Writes prisma/schema.sql from a migrated database. */
export async function writeSchema(client) {
  if (!(await isComparable(client))) throw new Error(`prisma/schema.sql is written on PostgreSQL ${MAJOR}.`);
  fs.writeFileSync(FILE, await dumpSchema(client));
}

/**
 * Compares a migrated database with prisma/schema.sql.
 * @returns {Promise<string[]>} the lines that differ, `-` only in the file, `+` only in the database; at most forty
 */
export async function schemaDifferences(client) {
  if (!(await isComparable(client))) return [];
  const count = (lines) =>
    lines.reduce((counts, line) => counts.set(line, (counts.get(line) ?? 0) + 1), new Map());
  const beyond = (lines, others, sign) => {
    const left = count(others);
    return lines
      .filter((line) => {
        const found = left.get(line) ?? 0;
        left.set(line, found - 1);
        return found <= 0;
      })
      .map((line) => `${sign}${line}`);
  };
  const written = fs.existsSync(FILE) ? fs.readFileSync(FILE, 'utf8') : '';
  const standing = await dumpSchema(client);
  if (written === standing) return [];
  const [file, database] = [written.split('\n'), standing.split('\n')];
  const lines = [...beyond(file, database, '-'), ...beyond(database, file, '+')].slice(0, 40);
  return lines.length > 0 ? lines : ['the same lines in another order'];
}

async function isComparable(client) {
  const { rows } = await client.query(
    "select current_setting('server_version_num')::int / 10000 = $1 as same",
    [MAJOR],
  );
  return rows[0].same;
}

function headOf({ name, kind, options, secured, forced, persistence, body, parts }, inside) {
  if (body) return `CREATE ${kind === 'm' ? 'MATERIALIZED ' : ''}VIEW ${name} AS\n${body}`;
  if (kind === 'S') return `CREATE SEQUENCE ${name};`;
  const security = `${secured ? '\n-- row security' : ''}${forced ? ', forced' : ''}`;
  const rest = `${parts ? ` PARTITION BY ${parts}` : ''}${options ? ` WITH (${[...options].sort().join(', ')})` : ''}`;
  return `CREATE ${persistence === 'u' ? 'UNLOGGED ' : ''}TABLE ${name} (\n${inside.map((line) => `  ${line}`).join(',\n')}\n)${rest};${security}`;
}

const grants = (granted) => (granted ?? []).map((line) => `\n-- ${line}`).join('');
const foot = ({ owned, comment, rights: granted }) =>
  `${owned ? '' : '\n-- not owned by the owner'}${comment ? `\n-- ${comment.replaceAll('\n', ' ')}` : ''}${grants(granted)}`;

/** pg_get_functiondef and similar functions print the schema whatever the search path is. */
function unqualified(text) {
  return text.replaceAll(/\b(FUNCTION|PROCEDURE|ON|FROM|INTO) public\./g, '$1 ');
}
