import { tellDirectory } from '../../identity/elsewhere';
import { bringPeople, directorySql, insertAccount, type NewAccount } from '../../identity/people-elsewhere';
import { recordStore } from '../../record-store';
import { sql, type Tenant } from '../../tenancy';

const stored = recordStore('Membership');

/** Memberships of the organization, with roles. A person is known where the books are before they become a member there. */
export const memberships: typeof stored = {
  ...stored,
  async insert(tenant, data) {
    await bringPeople(tenant, data.userId === undefined ? [] : [data.userId]);
    tellDirectory(tenant);
    return stored.insert(tenant, data);
  },
  update(tenant, ...change) {
    tellDirectory(tenant);
    return stored.update(tenant, ...change);
  },
};

/** A membership with its person. */
export interface Member {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly roles: string[];
  readonly customRoleIds: string[];
  readonly subsidiaryIds: string[];
  readonly recordStatus: string;
  readonly isDisabled: boolean;
  readonly version: number;
  readonly createdAt: Date;
}

const MEMBER = `
  select m.id, m.user_id as "userId", u.name, u.email, m.roles, m.custom_role_ids as "customRoleIds", m.subsidiary_ids as "subsidiaryIds",
         m.record_status as "recordStatus", u.is_disabled as "isDisabled", m.version, m.created_at as "createdAt"
  from memberships m join users u on u.id = m.user_id
  where m.organization_id = $1::uuid`;

/** All members, by name. */
export function listMembers(tenant: Tenant): Promise<Member[]> {
  return sql<Member>(tenant, `${MEMBER} order by lower(u.name), m.id`, [tenant.organizationId]);
}

/** One member by membership id, or null. */
export async function findMember(tenant: Tenant, id: string): Promise<Member | null> {
  const rows = await sql<Member>(tenant, `${MEMBER} and m.id = $2::uuid`, [tenant.organizationId, id]);
  return rows[0] ?? null;
}

/** The members with these membership ids, by id. */
export function membersWith(tenant: Tenant, ids: readonly string[]): Promise<Member[]> {
  return sql<Member>(tenant, `${MEMBER} and m.id = any ($2::uuid[]) order by m.id`, [
    tenant.organizationId,
    ids,
  ]);
}

/** The roles and limits of a membership from now on. */
export interface GivenRights {
  readonly id: string;
  readonly roles: readonly string[];
  readonly customRoleIds: readonly string[];
}

/** Makes these memberships active with these roles, in one statement however many there are. */
export async function giveRoles(tenant: Tenant, rights: readonly GivenRights[]): Promise<void> {
  await sql(
    tenant,
    `update memberships m set roles = x.roles, custom_role_ids = x."customRoleIds", record_status = 'active'
     from jsonb_to_recordset($2::jsonb) as x(id uuid, roles text[], "customRoleIds" uuid[])
     where m.organization_id = $1::uuid and m.id = x.id`,
    [tenant.organizationId, JSON.stringify(rights)],
  );
}

/**
 * The membership ids of the organization's active admins, even outside the caller's scope, locked until the transaction ends so that two
 * admins cannot demote each other.
 */
export async function lockAdmins(tenant: Tenant): Promise<string[]> {
  const rows = await sql<{ id: string }>(tenant, 'select daybook_lock_admins()::text as id', []);
  return rows.map(({ id }) => id);
}

/** The account with this email address, or null. Accounts are global: a person may belong to several organizations. */
export async function findAccountByEmail(
  tenant: Tenant,
  email: string,
): Promise<{ readonly id: string; readonly name: string } | null> {
  const rows = await directorySql<{ id: string; name: string }>(
    tenant,
    'account_of_address',
    'select id, name from users where email = $1',
    [email],
  );
  return rows[0] ?? null;
}

/** Creates an account. Refuses an address that has one. */
export function insertUser(tenant: Tenant, account: NewAccount): Promise<void> {
  return insertAccount(tenant, account);
}

/**
 * Ends the person's sessions: those of this organization's tokens, and those of browsers, which may be used in any of their
 * organizations. Someone who belongs to another one signs in there again.
 */
export async function endSessionsOf(tenant: Tenant, userId: string): Promise<string[]> {
  const rows = await directorySql<{ id: string }>(
    tenant,
    'end_sessions_of',
    `update sessions set revoked_at = now(), updated_at = now()
     where user_id = $2::uuid and revoked_at is null
       and $1::uuid = coalesce(confined_organization_id, signed_in_organization_id, $1::uuid) returning id`,
    [tenant.organizationId, userId],
  );
  return rows.map(({ id }) => id);
}
