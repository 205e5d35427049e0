import { doBeforeCommit, isAtDirectory, sql, type Tenant } from '../tenancy';
import { identityQuery, NOBODY } from './scoped-query';

/**
 * Runs a statement about people or sessions for a tenant: in the tenant's transaction where its books are at the directory, otherwise in
 * one of its own there. So its effect must be harmless when the tenant's transaction then fails.
 */
export function directorySql<Row>(
  tenant: Tenant,
  name: string,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> {
  return isAtDirectory(tenant)
    ? sql<Row>(tenant, text, values)
    : identityQuery<Row>(NOBODY, name, text, values);
}

/** A person as stored on a server of books: what rows refer to and lists show, never a password. */
export interface KnownPerson {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly isDisabled: boolean;
}

/** Adds people to a server of books, or updates its copies of them. */
export const BRING_PEOPLE = `
  insert into users as u (id, email, name, is_disabled)
  select id, email, name, "isDisabled" from jsonb_to_recordset($1::jsonb) as p(id uuid, email text, name text, "isDisabled" boolean)
  order by id
  on conflict (id) do update set email = excluded.email, name = excluded.name, is_disabled = excluded.is_disabled
  where (u.email, u.name, u.is_disabled) is distinct from (excluded.email, excluded.name, excluded.is_disabled)`;

/** People as the directory has them. */
export const PEOPLE_KNOWN = `
  select id, email, name, is_disabled as "isDisabled" from users where id = any ($1::uuid[]) order by id`;

/** Makes sure the tenant's rows can refer to these people. Nothing to do where the books are at the directory. */
export async function bringPeople(tenant: Tenant, userIds: readonly string[]): Promise<void> {
  if (isAtDirectory(tenant) || userIds.length === 0) return;
  const people = await identityQuery<KnownPerson>(NOBODY, 'people_known', PEOPLE_KNOWN, [userIds]);
  if (people.length > 0) await sql(tenant, BRING_PEOPLE, [JSON.stringify(people)]);
}

/** An account to be made. */
export interface NewAccount {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly passwordHash: string | null;
  /** How many days a password counts that was generated for the person; absent when they chose it. */
  readonly passwordDays?: number;
}

const INSERT_ACCOUNT = `insert into users as u (id, email, name, password_hash, password_until)
  values ($1::uuid, $2, $3, $4, now() + make_interval(days => $5::int))`;

/**
 * Creates an account in the tenant's transaction. Where the books are elsewhere, the account itself is made at the directory just before
 * the transaction commits: one that fails before has created none. If the commit itself fails, an account without a membership is left, and
 * the same call made again finds it. Throws the violation of `users_email_key` for an address that has an account.
 */
export async function insertAccount(tenant: Tenant, account: NewAccount): Promise<void> {
  const { id, email, name, passwordHash, passwordDays = null } = account;
  const values = [id, email, name, passwordHash, passwordDays];
  if (isAtDirectory(tenant)) {
    await sql(tenant, INSERT_ACCOUNT, values);
    return;
  }
  await sql(tenant, BRING_PEOPLE, [JSON.stringify([{ id, email, name, isDisabled: false }])]);
  doBeforeCommit(tenant, async () => {
    await identityQuery(
      NOBODY,
      'insert_account',
      `${INSERT_ACCOUNT} on conflict (id) do update
       set password_hash = excluded.password_hash, password_until = excluded.password_until where u.email = excluded.email`,
      values,
    );
  });
}
