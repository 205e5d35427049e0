import { Failure } from '../failure.mjs';
import { describeDatabase } from '../postgres/database-url.mjs';
import { isNewer } from '../release/version.mjs';
import { inOrder } from './laws.mjs';

/** The objects in `public` that a law can create: (catalog, id). */
const OBJECTS = `
  select 'pg_proc'::regclass::oid as catalogue, oid from pg_proc where pronamespace = 'public'::regnamespace
  union all select 'pg_trigger'::regclass, oid from pg_trigger where not tgisinternal
  union all select 'pg_policy'::regclass, oid from pg_policy
  union all select 'pg_class'::regclass, oid from pg_class where relnamespace = 'public'::regnamespace and relkind in ('v', 'm')
  union all select 'pg_type'::regclass, t.oid from pg_type t join pg_class c on c.oid = t.typrelid
    where t.typnamespace = 'public'::regnamespace and c.relkind = 'c'`;

/**
 * Refuses a database with laws applied by a newer Daybook that differ from this release's. Changes nothing.
 * @param {import('pg').Client} client
 * @param {import('./migrate.mjs').Release} release
 */
export async function checkLaws(client, url, { laws, version }) {
  const applied = await appliedLaws(client);
  const newer = differing(applied, laws).find((law) => isNewer(law.daybook, version));
  if (newer) {
    throw new Failure(
      `The database ${describeDatabase(url)} has the law ${newer.name} of Daybook ${newer.daybook}, this checkout is ${version}; update this checkout.`,
    );
  }
}

/**
 * Updates a migrated database to the laws of a release, within the transaction of the caller: creates those that are new, changed or partly
 * missing and those that depend on one of them, and drops those that no longer have a file.
 * @param {import('pg').Client} client a connection of the owner, holding the prepare lock
 * @param {import('./migrate.mjs').Release} release
 * @returns {Promise<string[]>} the names of the laws created and dropped
 */
export async function makeLaws(client, { laws, version }) {
  const applied = await appliedLaws(client);
  const { made, gone } = planLaws(applied, laws, await standing(client));
  await dropObjects(client, applied, new Set([...made, ...gone].map(({ name }) => name)));
  for (const law of made) await make(client, law, version);
  if (gone.length > 0)
    await client.query('delete from _daybook_laws where name = any($1)', [gone.map(({ name }) => name)]);
  return [...made, ...gone].map(({ name }) => name);
}

/** Whether a migrated database has exactly these laws. */
export async function hasLaws(client, laws) {
  const { made, gone } = planLaws(await appliedLaws(client), laws, await standing(client));
  return made.length === 0 && gone.length === 0;
}

/**
 * Plans what has to be done, without doing it.
 * @param {{name: string, hash: string, objects: string[], needs: string[]}[]} applied the laws in the database
 * @param {import('./laws.mjs').Law[]} laws the laws it should have, each after those it needs
 * @param {Set<string>} present the objects that exist in the catalog
 * @returns {{made: import('./laws.mjs').Law[], gone: {name: string}[]}} in the order of creation
 */
export function planLaws(applied, laws, present) {
  const before = new Map(applied.map((law) => [law.name, law]));
  const gone = applied.filter(({ name }) => !laws.some((law) => law.name === name));
  const redone = new Set(gone.map(({ name }) => name));
  for (const { name, hash } of laws) {
    const law = before.get(name);
    if (law?.hash !== hash || !law.objects.every((object) => present.has(object))) redone.add(name);
  }
  // A law that depends on one being recreated is recreated too, judged both by the database and by the files.
  for (let size = -1; size !== redone.size; ) {
    size = redone.size;
    for (const { name, needs } of [...applied, ...laws])
      if (needs.some((need) => redone.has(need))) redone.add(name);
  }
  return { made: laws.filter(({ name }) => redone.has(name)), gone };
}

/** The laws a database has, by name. */
export async function appliedLaws(client) {
  const { rows } = await client.query("select to_regclass('public._daybook_laws') is not null as present");
  if (!rows[0].present) return [];
  return (await client.query('select name, hash, objects, needs, daybook from _daybook_laws order by name'))
    .rows;
}

const differing = (applied, laws) =>
  applied.filter(({ name, hash }) => !laws.some((law) => law.name === name && law.hash === hash));

/** Every object a law can have created except those already known, in the form for DROP: "TRIGGER accounts_touch on public.accounts". */
async function objectsBeside(client, known) {
  const { rows } = await client.query(
    `select upper(case when i.type = 'composite type' then 'type' else i.type end) || ' ' || i.identity as object
     from (${OBJECTS}) o, pg_identify_object(o.catalogue, o.oid, 0) i where o.oid <> all($1::oid[]) order by o.oid`,
    [known],
  );
  return rows.map(({ object }) => object);
}

const standing = async (client) => new Set(await objectsBeside(client, []));

/** Drops objects in reverse order of creation. */
async function dropObjects(client, applied, names) {
  const present = await standing(client);
  for (const law of inOrder(applied).reverse()) {
    if (!names.has(law.name)) continue;
    for (const object of [...law.objects].reverse().filter((object) => present.has(object))) {
      try {
        await client.query(`drop ${object}`);
      } catch (error) {
        throw failure(
          `The law ${law.name} could not be taken back and nothing was changed: ${sentence(error)}`,
          error,
        );
      }
    }
  }
}

async function make(client, law, version) {
  const before = (await client.query(OBJECTS)).rows.map(({ oid }) => oid);
  try {
    await client.query(law.sql);
  } catch (error) {
    const line = error.position ? `:${law.sql.slice(0, Number(error.position)).split('\n').length}` : '';
    throw failure(`The law ${law.file}${line} failed and nothing was changed: ${sentence(error)}`, error);
  }
  const objects = await objectsBeside(client, before);
  if (objects.length === 0) throw new Failure(`The law ${law.file} makes nothing that a law can make.`);
  await client.query(
    `insert into _daybook_laws (name, hash, objects, needs, daybook) values ($1, $2, $3, $4, $5)
     on conflict (name) do update set hash = $2, objects = $3, needs = $4, daybook = $5, applied_at = now()`,
    [law.name, law.hash, objects, law.needs, version],
  );
}

const sentence = ({ message, detail }) => `${message}${detail ? ` (${detail.replaceAll('\n', ', ')})` : ''}.`;

/** Keeps the code, by which the caller tells a lock that was not to be had from a mistake. */
const failure = (message, { code }) => Object.assign(new Failure(message), { code });
