import type { Plain } from '../../record-row';
import { recordStore } from '../../record-store';
import { sql, type Tenant } from '../../tenancy';

/** The tokens of the organization's directories. */
export const provisioningTokens = recordStore('ProvisioningToken');

/** Groups of the directory, with the roles that an administrator has given them. */
export const provisionedGroups = recordStore('ProvisionedGroup');

/** People as the directory reports them; read them through `findPerson` and `listPeople`, which add members. */
export const provisionedPeople = recordStore('ProvisionedPerson');

export type ProvisionedGroupRecord = Plain<'ProvisionedGroup'>;

/**
 * A person as the directory sees them: everyone it has reported, and every member. A member it has not reported yet has the ID of
 * their membership, which becomes that of the person when it does.
 */
export interface DirectoryPerson {
  readonly id: string;
  /** Whether the directory has reported them. */
  readonly isTold: boolean;
  readonly userName: string;
  readonly externalId: string | null;
  readonly email: string;
  readonly displayName: string | null;
  readonly givenName: string | null;
  readonly familyName: string | null;
  /** Of a member: whether the membership is active; of anyone else, whether they may join. */
  readonly isActive: boolean;
  readonly givenRoles: readonly string[];
  readonly givenCustomRoleIds: readonly string[];
  readonly invitedAt: Date | null;
  /** Null while they have not joined. */
  readonly memberId: string | null;
  /** The roles of the membership, active or not. */
  readonly roles: readonly string[];
  readonly customRoleIds: readonly string[];
  /** The roles that their groups give. */
  readonly wantedRoles: readonly string[];
  readonly wantedCustomRoleIds: readonly string[];
  /** Grows with every change of the person or the membership. */
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Whom to look for; a text is compared without regard to case, an ID of the directory as it is. */
export interface PersonFilter {
  readonly ids?: readonly string[] | undefined;
  readonly userName?: string | undefined;
  readonly externalId?: string | undefined;
  readonly email?: string | undefined;
}

const wantedOf = (column: string, type: string) => `coalesce((
    select array_agg(distinct one order by one) from provisioned_group_members gm
    join provisioned_groups g on g.organization_id = gm.organization_id and g.id = gm.group_id, unnest(g.${column}) one
    where gm.organization_id = $1::uuid and gm.person_id = person.id), '{}'::${type}[])`;

const PEOPLE = `
  with person as (
    select p.id, true as told, p.user_name, p.external_id, p.email, p.display_name, p.given_name, p.family_name,
           coalesce(m.record_status = 'active', p.is_active) as is_active, p.given_roles, p.given_custom_role_ids, p.invited_at,
           m.id as member_id, m.roles, m.custom_role_ids, p.version + coalesce(m.version, 0) as version, p.created_at,
           greatest(p.updated_at, m.updated_at) as updated_at
    from provisioned_people p
    left join users u on u.email = p.email
    left join memberships m on m.organization_id = p.organization_id and m.user_id = u.id
    where p.organization_id = $1::uuid
    union all
    select m.id, false, u.email, null, u.email, u.name, null, null, true, '{}'::text[], '{}'::uuid[], null,
           m.id, m.roles, m.custom_role_ids, m.version, m.created_at, m.updated_at
    from memberships m join users u on u.id = m.user_id
    where m.organization_id = $1::uuid and m.record_status = 'active'
      and not exists (select from provisioned_people p where p.organization_id = $1::uuid and p.email = u.email)
  )
  select id, told as "isTold", user_name as "userName", external_id as "externalId", email, display_name as "displayName",
         given_name as "givenName", family_name as "familyName", is_active as "isActive",
         coalesce(given_roles, '{}') as "givenRoles", coalesce(given_custom_role_ids, '{}') as "givenCustomRoleIds",
         invited_at as "invitedAt", member_id as "memberId", coalesce(roles, '{}') as roles,
         coalesce(custom_role_ids, '{}') as "customRoleIds", ${wantedOf('roles', 'text')} as "wantedRoles",
         ${wantedOf('custom_role_ids', 'uuid')} as "wantedCustomRoleIds", version, created_at as "createdAt",
         updated_at as "updatedAt", count(*) over ()::int as total
  from person
  where ($2::uuid[] is null or id = any ($2::uuid[])) and ($3::text is null or lower(user_name) = lower($3))
    and ($4::text is null or external_id = $4) and ($5::text is null or email = lower($5))`;

const valuesOf = (tenant: Tenant, { ids, userName, externalId, email }: PersonFilter) => [
  tenant.organizationId,
  ids ?? null,
  userName ?? null,
  externalId ?? null,
  email ?? null,
];

/** A page of people in the order they were reported or joined, and how many there are in all. */
export async function listPeople(
  tenant: Tenant,
  filter: PersonFilter,
  page: { readonly skip: number; readonly take: number },
): Promise<{ readonly rows: DirectoryPerson[]; readonly total: number }> {
  const rows = await sql<DirectoryPerson & { readonly total: number }>(
    tenant,
    `${PEOPLE} order by created_at, id offset $6::int limit $7::int`,
    [...valuesOf(tenant, filter), page.skip, page.take],
  );
  if (rows.length > 0 || (page.skip === 0 && page.take > 0)) return { rows, total: rows[0]?.total ?? 0 };
  // An empty page does not say how many there are before it.
  const [count] = await sql<{ n: number }>(
    tenant,
    `select count(*)::int as n from (${PEOPLE}) all_of_them`,
    valuesOf(tenant, filter),
  );
  return { rows: [], total: count?.n ?? 0 };
}

/** Every person with one of these IDs. */
export function peopleWith(tenant: Tenant, ids: readonly string[]): Promise<DirectoryPerson[]> {
  return sql<DirectoryPerson>(tenant, `${PEOPLE} order by created_at, id`, valuesOf(tenant, { ids }));
}

/** The first person who fits, or null. */
export async function findPerson(tenant: Tenant, filter: PersonFilter): Promise<DirectoryPerson | null> {
  const [found] = await sql<DirectoryPerson>(tenant, PEOPLE, valuesOf(tenant, filter));
  return found ?? null;
}

/**
 * Makes the directory's changes of one organization take turns until the transaction ends: of two that report one person or
 * group at once, the second sees what the first did.
 */
export async function lockDirectory(tenant: Tenant): Promise<void> {
  await sql(tenant, `select pg_advisory_xact_lock(hashtextextended('provisioning:' || $1::text, 0))::text`, [
    tenant.organizationId,
  ]);
}

/** A member of a group, as the group names them. */
export interface GroupMember {
  readonly groupId: string;
  readonly personId: string;
  readonly display: string;
}

/** Who is in these groups. */
export function membersOfGroups(tenant: Tenant, groupIds: readonly string[]): Promise<GroupMember[]> {
  return sql<GroupMember>(
    tenant,
    `select gm.group_id as "groupId", gm.person_id as "personId", coalesce(p.display_name, p.user_name) as display
     from provisioned_group_members gm
     join provisioned_people p on p.organization_id = gm.organization_id and p.id = gm.person_id
     where gm.organization_id = $1::uuid and gm.group_id = any ($2::uuid[]) order by p.created_at, p.id`,
    [tenant.organizationId, groupIds],
  );
}

/** A group that a person is in. */
export interface GroupOfPerson {
  readonly personId: string;
  readonly groupId: string;
  readonly displayName: string;
}

/** The groups these people are in. */
export function groupsOfPeople(tenant: Tenant, personIds: readonly string[]): Promise<GroupOfPerson[]> {
  return sql<GroupOfPerson>(
    tenant,
    `select gm.person_id as "personId", g.id as "groupId", g.display_name as "displayName"
     from provisioned_group_members gm
     join provisioned_groups g on g.organization_id = gm.organization_id and g.id = gm.group_id
     where gm.organization_id = $1::uuid and gm.person_id = any ($2::uuid[]) order by g.created_at, g.id`,
    [tenant.organizationId, personIds],
  );
}

/** Puts people into a group; those who are in it already stay. */
export async function addToGroup(
  tenant: Tenant,
  groupId: string,
  personIds: readonly string[],
): Promise<void> {
  await sql(
    tenant,
    `insert into provisioned_group_members (organization_id, group_id, person_id)
     select $1::uuid, $2::uuid, unnest($3::uuid[]) on conflict do nothing`,
    [tenant.organizationId, groupId, personIds],
  );
}

/** Takes people out of a group. */
export async function takeFromGroup(
  tenant: Tenant,
  groupId: string,
  personIds: readonly string[],
): Promise<void> {
  await sql(
    tenant,
    `delete from provisioned_group_members
     where organization_id = $1::uuid and group_id = $2::uuid and person_id = any ($3::uuid[])`,
    [tenant.organizationId, groupId, personIds],
  );
}

/** How many people are in each group. */
export async function countGroupMembers(tenant: Tenant): Promise<ReadonlyMap<string, number>> {
  const rows = await sql<{ id: string; n: number }>(
    tenant,
    `select group_id as id, count(*)::int as n from provisioned_group_members where organization_id = $1::uuid group by 1`,
    [tenant.organizationId],
  );
  return new Map(rows.map(({ id, n }) => [id, n]));
}

/** Records the roles that groups have given to people, in one statement however many there are. */
export async function rememberGiven(
  tenant: Tenant,
  given: readonly {
    readonly id: string;
    readonly roles: readonly string[];
    readonly customRoleIds: readonly string[];
  }[],
): Promise<void> {
  if (given.length === 0) return;
  await sql(
    tenant,
    `update provisioned_people p set given_roles = x.roles, given_custom_role_ids = x."customRoleIds"
     from jsonb_to_recordset($2::jsonb) as x(id uuid, roles text[], "customRoleIds" uuid[])
     where p.organization_id = $1::uuid and p.id = x.id`,
    [tenant.organizationId, JSON.stringify(given)],
  );
}

/** Members of the organization become people the directory has reported, with the IDs of their memberships. */
export async function reportMembers(tenant: Tenant, memberIds: readonly string[]): Promise<void> {
  await sql(
    tenant,
    `insert into provisioned_people (organization_id, id, user_name, email, display_name)
     select m.organization_id, m.id, u.email, u.email, u.name from memberships m join users u on u.id = m.user_id
     where m.organization_id = $1::uuid and m.id = any ($2::uuid[]) and m.record_status = 'active'
     on conflict do nothing`,
    [tenant.organizationId, memberIds],
  );
}

/** The directory's entry for an address, for someone who signs in; null when it has not reported it. */
export async function provisionedEntry(
  tenant: Tenant,
  email: string,
): Promise<{
  readonly isActive: boolean;
  readonly roles: readonly string[];
  readonly customRoleIds: string[];
} | null> {
  const found = await findPerson(tenant, { email });
  if (found === null || !found.isTold) return null;
  return {
    isActive: found.isActive,
    roles: found.wantedRoles,
    customRoleIds: [...found.wantedCustomRoleIds],
  };
}
