import { MAIN } from './move-servers.mjs';

/** Everyone to whom rows of the organization refer by a key, as the application copies them: never a password. */
const PEOPLE = `
  select u.id, u.email, u.name, u.is_disabled, u.created_at, u.updated_at from users u`;

/**
 * Copies to a target that is not the directory what it must know about people, since keys refer to them, and lists the organization there.
 * `directory` has the people, `target` already has the organization's rows.
 */
export async function bringPeople(directory, target, { organizationId, to }) {
  if (to !== MAIN) {
    const { rows } = await directory.query(`${PEOPLE} where u.id = any($1::uuid[])`, [
      await peopleIn(target, organizationId),
    ]);
    await target.query(
      `insert into users (id, email, name, is_disabled, created_at, updated_at)
       select id, email, name, is_disabled, created_at, updated_at
       from jsonb_to_recordset($1::jsonb) as u(id uuid, email text, name text, is_disabled boolean, created_at timestamptz, updated_at timestamptz)
       on conflict (id) do update set email = excluded.email, name = excluded.name, is_disabled = excluded.is_disabled, updated_at = excluded.updated_at`,
      [JSON.stringify(rows)],
    );
  }
  await target.query('insert into known_organizations (id) values ($1) on conflict do nothing', [
    organizationId,
  ]);
  await target.query('select daybook_take_slug(id, slug) from organizations where id = $1', [organizationId]);
  // The application reports the members to the directory again, in case they changed during the move.
  if (to !== MAIN)
    await target.query('insert into organization_news (id) values ($1) on conflict do nothing', [
      organizationId,
    ]);
}

/** Everyone to whom the organization's rows on a server refer by a key. */
async function peopleIn(server, organizationId) {
  const { rows: references } = await server.query(
    `select format('select %I from %s where organization_id = $1', a.attname, f.conrelid::regclass) as text from pg_constraint f
     join pg_attribute a on a.attrelid = f.conrelid and a.attnum = f.conkey[1]
     join pg_trigger g on g.tgrelid = f.conrelid and g.tgfoid = 'daybook_pass_gate'::regproc
     where f.contype = 'f' and f.confrelid = 'users'::regclass`,
  );
  const { rows } = await server.query(
    `select array(${references.map(({ text }) => text).join(' union ')})::text[] as ids`,
    [organizationId],
  );
  return rows[0].ids;
}

/** The rows by which the directory offers an organization elsewhere at sign-in, read where its books now are. */
export async function membersOf(target, organizationId) {
  const { rows } = await target.query(
    `select coalesce(jsonb_agg(jsonb_build_object('user_id', m.user_id, 'organization_name', o.name, 'organization_slug', o.slug,
       'base_currency', o.base_currency, 'is_demo', o.is_demo, 'is_closed', o.closed_at is not null, 'roles', to_jsonb(m.roles),
       'scope', to_jsonb(m.subsidiary_ids), 'joined_at', m.created_at)), '[]')::text as members
     from memberships m join organizations o on o.id = m.organization_id
     where m.organization_id = $1 and m.record_status = 'active' and o.deleted_at is null`,
    [organizationId],
  );
  return rows[0].members;
}

/** Replaces those rows at the directory, in the current transaction; there are none when the books are at the directory itself. */
export async function tellDirectory(directory, { organizationId, to, members }) {
  // The copying of the application's reports takes the same lock.
  await directory.query(`select pg_advisory_xact_lock(hashtextextended('card:' || $1, 0))`, [organizationId]);
  await directory.query('delete from memberships_elsewhere where organization_id = $1', [organizationId]);
  if (to === MAIN) return;
  await directory.query(
    `insert into memberships_elsewhere (organization_id, user_id, organization_name, organization_slug, base_currency, is_demo, is_closed, roles,
       scope, joined_at)
     select $1, m.user_id, m.organization_name, m.organization_slug, m.base_currency, m.is_demo, m.is_closed, m.roles, m.scope, m.joined_at
     from jsonb_to_recordset($2::jsonb) as m(user_id uuid, organization_name text, organization_slug text, base_currency text, is_demo boolean,
       is_closed boolean, roles text[], scope uuid[], joined_at timestamptz)`,
    [organizationId, members],
  );
}

/** Removes what a server that is not the directory knew about an organization that has left it. */
export async function forgetOrganization(server, { organizationId, from }) {
  if (from === MAIN) return;
  await server.query('delete from organization_slugs where id = $1', [organizationId]);
  await server.query('delete from organization_news where id = $1', [organizationId]);
  await server.query('delete from known_organizations where id = $1', [organizationId]);
}
