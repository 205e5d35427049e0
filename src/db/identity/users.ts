import { identityQuery, NOBODY } from './scoped-query';

/** A person's account as used by sign-in. */
export interface SignInUser {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly passwordHash: string | null;
  readonly isDisabled: boolean;
}

const COLUMNS = `id, email, name, password_hash as "passwordHash", is_disabled as "isDisabled"`;

/** The person with this e-mail address (stored in lowercase), or null. */
export async function findUserByEmail(email: string): Promise<SignInUser | null> {
  const rows = await identityQuery<SignInUser>(
    NOBODY,
    'user_by_email',
    `select ${COLUMNS} from users where email = $1`,
    [email.trim().toLowerCase()],
  );
  return rows[0] ?? null;
}

/** The person with this id, or null. */
export async function findUser(id: string): Promise<SignInUser | null> {
  const rows = await identityQuery<SignInUser>(
    NOBODY,
    'user_by_id',
    `select ${COLUMNS} from users where id = $1`,
    [id],
  );
  return rows[0] ?? null;
}

/** Replaces a password hash, e.g. when the person changes the password. */
export async function storePasswordHash(userId: string, passwordHash: string): Promise<void> {
  await identityQuery(
    NOBODY,
    'store_password_hash',
    `update users set password_hash = $2, updated_at = now() where id = $1`,
    [userId, passwordHash],
  );
}
