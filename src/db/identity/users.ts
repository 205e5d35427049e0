import { identityQuery, NOBODY } from './scoped-query';

/** A person's account as used by sign-in. */
export interface SignInUser {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly passwordHash: string | null;
  readonly isDisabled: boolean;
}

/** The password's hash; null once a generated password has expired, so that for every reader there is none. */
export const USABLE_PASSWORD =
  'case when u.password_until is null or u.password_until > now() then u.password_hash end as "passwordHash"';

const COLUMNS = `u.id, u.email, u.name, ${USABLE_PASSWORD}, u.is_disabled as "isDisabled"`;

/** The person with this email address (stored in lowercase), or null. */
export async function findUserByEmail(email: string): Promise<SignInUser | null> {
  const rows = await identityQuery<SignInUser>(
    NOBODY,
    'user_by_email',
    `select ${COLUMNS} from users u where u.email = $1`,
    [email.trim().toLowerCase()],
  );
  return rows[0] ?? null;
}

/** The person with this id, or null. */
export async function findUser(id: string): Promise<SignInUser | null> {
  const rows = await identityQuery<SignInUser>(
    NOBODY,
    'user_by_id',
    `select ${COLUMNS} from users u where u.id = $1`,
    [id],
  );
  return rows[0] ?? null;
}

/** Replaces a password hash, e.g. when the person changes the password. A chosen one has no end. */
export async function storePasswordHash(userId: string, passwordHash: string): Promise<void> {
  await identityQuery(
    NOBODY,
    'store_password_hash',
    `update users set password_hash = $2, password_until = null, updated_at = now() where id = $1`,
    [userId, passwordHash],
  );
}

/** Removes a person's password: they can sign in again once they have chosen another. */
export async function clearPassword(userId: string): Promise<void> {
  await identityQuery(
    NOBODY,
    'clear_password',
    'update users set password_hash = null, password_until = null, updated_at = now() where id = $1',
    [userId],
  );
}

/** Closes an account, or opens it again. */
export async function setAccountDisabled(userId: string, isDisabled: boolean): Promise<void> {
  await identityQuery(
    NOBODY,
    'set_account_disabled',
    'update users set is_disabled = $2, updated_at = now() where id = $1',
    [userId, isDisabled],
  );
}

/** People by email address, after the given one. */
export function listUsers(afterEmail: string, limit: number): Promise<SignInUser[]> {
  return identityQuery<SignInUser>(
    NOBODY,
    'list_users',
    `select ${COLUMNS} from users u where u.email > $1 order by u.email limit $2`,
    [afterEmail, limit],
  );
}

/** Whether anyone has an account. */
export async function anyUser(): Promise<boolean> {
  const rows = await identityQuery(NOBODY, 'any_user', 'select id from users limit 1', []);
  return rows.length > 0;
}
