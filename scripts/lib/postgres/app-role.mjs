import { randomBytes } from 'node:crypto';
import { Failure } from '../failure.mjs';
import { ensureSettings, settingOrMake } from '../settings.mjs';
import { databaseNameOf, withUrlParts } from './database-url.mjs';

/** The group that holds the application's grants; created by the migrations. */
const GROUP = 'daybook_app';
/** The role the application takes for a caller confined to subsidiaries; also created by the migrations. */
const CONFINED = 'daybook_confined';

/** The application's login on a database: `<database>_server`, within PostgreSQL's 63 bytes (`daybook_app` is the group). */
export function appRoleName(database) {
  return `${database.slice(0, 56)}_server`;
}

/**
 * Makes sure the application has its own login: not a superuser, no BYPASSRLS, not an owner, a member of `daybook_app` that may switch to
 * `daybook_confined`. Its password is in daybook_private.settings, which only the owner can read, so that several servers can share one
 * database. Call it after the migrations, under the prepare lock.
 * @param {import('pg').Client} client a connection of the owner
 * @param {string} ownerUrl the URL of that connection
 * @returns {Promise<string>} the URL for the server
 */
export async function ensureAppRole(client, ownerUrl) {
  const database = databaseNameOf(ownerUrl);
  const role = appRoleName(database);
  await ensureSettings(client);
  const password = await settingOrMake(client, 'app_role_password', () =>
    randomBytes(24).toString('base64url'),
  );
  const name = client.escapeIdentifier(role);
  try {
    const { rows } = await client.query('select rolsuper, rolbypassrls from pg_roles where rolname = $1', [
      role,
    ]);
    const [found] = rows;
    if (found && (found.rolsuper || found.rolbypassrls)) {
      throw new Failure(
        `The role ${role} exists and may bypass row security; drop it or take that right away.`,
      );
    }
    const verb = found ? 'alter' : 'create';
    const rights = 'login inherit nosuperuser nocreatedb nocreaterole nobypassrls';
    await client.query(
      `${verb} role ${name} ${found ? 'login inherit' : rights} password ${client.escapeLiteral(password)}`,
    );
    await client.query(`grant ${GROUP} to ${name}`);
    // Not inherited, or the policies for confined callers would apply to everyone.
    await client.query(`grant ${CONFINED} to ${name} with inherit false, set true`);
    await client.query(`grant connect on database ${client.escapeIdentifier(database)} to ${name}`);
  } catch (error) {
    if (error instanceof Failure) throw error;
    if (error.code === '42501') {
      throw new Failure(
        `The user of DATABASE_URL may not manage roles; give it CREATEROLE, so that the application can have a role without the owner's rights.`,
      );
    }
    throw error;
  }
  return withUrlParts(ownerUrl, { user: role, password });
}
