import { Failure } from '../failure.mjs';
import { bookServersOf } from '../postgres/book-servers.mjs';
import { connect } from '../postgres/database.mjs';
import { describeDatabase } from '../postgres/database-url.mjs';

/** The directory, which is itself a server of books. */
export const MAIN = 'main';

/**
 * The servers of books by name, each with the URL of its owner: `main` is the directory, the others are those of DAYBOOK_BOOKS.
 * @returns {Map<string, string>}
 */
export const namedServers = (ownerUrl, env) =>
  new Map([[MAIN, ownerUrl], ...bookServersOf(env).map(({ name, url }) => [name, url])]);

/** The URL of a server of books; refused with an explanation when there is none of that name. */
export function urlOf(servers, name) {
  const url = servers.get(name);
  if (url === undefined)
    throw new Failure(
      `There is no server ${name}; there are ${[...servers.keys()].join(', ')} (DAYBOOK_BOOKS).`,
    );
  return url;
}

/**
 * A connection of the owner for moving: commits are on disk before they are confirmed, and waiting for a table lock is limited, so that a
 * move never holds up others.
 */
export async function connectToMove(url) {
  const client = await connect(url);
  await client.query(`set synchronous_commit = on; set lock_timeout = '10s'; set statement_timeout = 0`);
  return client;
}

/** The requirements of a server, by its role in a move. */
const DEMANDS = {
  source: [
    {
      holds: (found) => found.wal === 'logical',
      words: 'runs with wal_level = %wal; set wal_level = logical in its configuration and restart it',
    },
    {
      holds: (found) => found.senders > 0,
      words: 'allows no replication; set max_wal_senders to 10 and restart it',
    },
    {
      holds: (found) => found.slots > found.slotsUsed,
      words: 'has no free replication slot (%slotsUsed of %slots in use); raise max_replication_slots',
    },
    {
      holds: (found) => found.super || (found.replication && found.bypass),
      words:
        'is used by %user, which may not read every row through replication; it must be a superuser, or have REPLICATION and BYPASSRLS',
    },
  ],
  target: [
    {
      holds: (found) => found.super || (found.bypass && found.subscribes && found.setsRole),
      words:
        'is used by %user, which may not receive rows; it must be a superuser, or have BYPASSRLS, pg_create_subscription and GRANT SET ON PARAMETER session_replication_role',
    },
    {
      holds: (found) => found.workers > 0,
      words: 'allows no subscriptions; set max_logical_replication_workers to 4 and restart it',
    },
  ],
};

/** Refuses a source or target on which the move could not be carried out, saying what to set. */
export async function demandFit(client, part, { name, url, slot }) {
  const { rows } = await client.query(
    `select current_setting('wal_level') as wal, current_setting('max_wal_senders')::int as senders,
       current_setting('max_replication_slots')::int as slots, (select count(*)::int from pg_replication_slots where slot_name <> $1) as "slotsUsed",
       current_setting('max_logical_replication_workers')::int as workers, current_user as user,
       r.rolsuper as super, r.rolreplication as replication, r.rolbypassrls as bypass,
       pg_has_role(current_user, 'pg_create_subscription', 'member') as subscribes,
       has_parameter_privilege(current_user, 'session_replication_role', 'set') as "setsRole"
     from pg_roles r where r.rolname = current_user`,
    [slot],
  );
  const [found] = rows;
  const missed = DEMANDS[part].find(({ holds }) => !holds(found));
  if (missed === undefined) return;
  const words = missed.words.replace(/%(\w+)/g, (_all, what) => String(found[what]));
  throw new Failure(`The server ${name} (${describeDatabase(url)}) ${words}.`);
}

/** A description of a server's schema: its migrations, its laws, and the columns of every table. */
async function schemaOf(client) {
  const { rows: present } = await client.query(
    "select to_regclass('_prisma_migrations') is not null and to_regclass('organization_gates') is not null as made",
  );
  if (!present[0].made) return undefined;
  const { rows } = await client.query(
    `select (select string_agg(format('%s %s', migration_name, checksum), ',' order by migration_name) from _prisma_migrations where finished_at is not null) as migrations,
       (select string_agg(format('%s %s', name, hash), ',' order by name) from _daybook_laws) as laws,
       (select md5(string_agg(format('%s.%s %s', c.relname, a.attname, a.atttypid::regtype), ',' order by c.relname, a.attname))
        from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        where c.relnamespace = 'public'::regnamespace and c.relkind = 'r') as columns`,
  );
  return JSON.stringify(rows[0]);
}

/** Refuses two servers whose schemas are not the same. */
export async function demandSameSchema(source, target, { from, to }) {
  const [here, there] = await Promise.all([schemaOf(source), schemaOf(target)]);
  if (there === undefined)
    throw new Failure(
      `The server ${to} has no books; run npm run migrate on it, or npm start with it in DAYBOOK_BOOKS.`,
    );
  if (here !== there)
    throw new Failure(
      `The servers ${from} and ${to} have different schemas; bring both to this version (npm run migrate), then move.`,
    );
}
