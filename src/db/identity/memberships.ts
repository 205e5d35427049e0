import { serverOf } from '../placement';
import { DIRECTORY } from '../servers';
import { booksQuery, identityQuery, NOBODY } from './scoped-query';

/** One organization a person belongs to, with their roles there. */
export interface MembershipOfUser {
  readonly organizationId: string;
  readonly organizationName: string;
  readonly organizationSlug: string;
  readonly baseCurrency: string;
  readonly isDemo: boolean;
  /** Its books are read-only. */
  readonly isClosed: boolean;
  readonly roles: readonly string[];
  readonly subsidiaryIds: readonly string[];
}

/**
 * Every organization the person is an active member of, in the order they joined. Of those on other servers the directory has a copy,
 * a second or two old; rights are read where the books are. Rows that remain at the directory of books that were moved away do not count.
 */
export async function membershipsOf(userId: string): Promise<MembershipOfUser[]> {
  return identityQuery<MembershipOfUser>(
    { organizationId: null, userId },
    'memberships_of_user',
    `select "organizationId", "organizationName", "organizationSlug", "baseCurrency", "isDemo", "isClosed", roles, "subsidiaryIds" from (
       select o.id as "organizationId", o.name as "organizationName", o.slug as "organizationSlug",
              o.base_currency as "baseCurrency", o.is_demo as "isDemo", o.closed_at is not null as "isClosed", m.roles,
              m.subsidiary_ids as "subsidiaryIds", m.created_at as joined, m.id
       from memberships m join organizations o on o.id = m.organization_id
       where m.user_id = $1 and m.record_status = 'active' and o.record_status = 'active'
         and not exists (select from placements p where p.organization_id = o.id and p.server <> 'main')
       union all
       select e.organization_id, e.organization_name, e.organization_slug, e.base_currency, e.is_demo, e.is_closed, e.roles, e.scope,
              e.joined_at, e.organization_id
       from memberships_elsewhere e
       where e.user_id = $1 and exists (select from placements p where p.organization_id = e.organization_id and p.server <> 'main')
     ) every order by joined, id`,
    [userId],
  );
}

/**
 * What the organization's own roles of a membership `m` permit. Row security shows them only to a connection of that
 * organization.
 */
export const CUSTOM_PERMISSIONS = `coalesce((
    select array_agg(distinct p.name) from custom_roles r, unnest(r.permissions) as p(name)
    where r.organization_id = m.organization_id and r.id = any (m.custom_role_ids)), '{}') as "customPermissions"`;

/** A person's rights in one organization. */
export interface RightsIn extends Pick<MembershipOfUser, 'roles' | 'subsidiaryIds' | 'isDemo' | 'isClosed'> {
  readonly customPermissions: readonly string[];
  /** Whether the organization requires a second factor and the person of the session proved none. */
  readonly lacksSecondFactor: boolean;
}

/** The person's current rights in one organization; null when they are not an active member. */
export async function membershipIn(
  userId: string,
  organizationId: string,
  sessionId: string | null,
): Promise<RightsIn | null> {
  if ((await serverOf(organizationId)) !== DIRECTORY) {
    return membershipElsewhere(userId, organizationId, sessionId);
  }
  const rows = await identityQuery<RightsIn>(
    { organizationId, userId },
    'membership_in',
    `select m.roles, ${CUSTOM_PERMISSIONS}, m.subsidiary_ids as "subsidiaryIds", o.is_demo as "isDemo",
            o.closed_at is not null as "isClosed", o.requires_second_factor
              and not exists (select from sessions s where s.id = $3 and s.second_factor_at is not null) as "lacksSecondFactor"
     from memberships m join organizations o on o.id = m.organization_id
     where m.user_id = $1 and m.organization_id = $2 and m.record_status = 'active'
       and not exists (select from sessions s where s.id = $3 and s.confined_organization_id <> $2)`,
    [userId, organizationId, sessionId],
  );
  return rows[0] ?? null;
}

/** The same with two queries: the session at the directory, and the rights where the books are. */
async function membershipElsewhere(
  userId: string,
  organizationId: string,
  sessionId: string | null,
): Promise<RightsIn | null> {
  const [session, rights] = await Promise.all([
    sessionId === null ? undefined : sessionMarks(sessionId),
    rightsOf(userId, organizationId),
  ]);
  if (rights === null || (session?.confinedTo ?? organizationId) !== organizationId) return null;
  const { requiresSecondFactor, ...found } = rights;
  return { ...found, lacksSecondFactor: requiresSecondFactor && session?.hasSecondFactor !== true };
}

/** Which organizations a session opens. */
async function sessionMarks(
  sessionId: string,
): Promise<{ readonly confinedTo: string | null; readonly hasSecondFactor: boolean } | undefined> {
  const [session] = await identityQuery<{ confinedTo: string | null; hasSecondFactor: boolean }>(
    NOBODY,
    'session_marks',
    `select confined_organization_id as "confinedTo", second_factor_at is not null as "hasSecondFactor" from sessions where id = $1`,
    [sessionId],
  );
  return session;
}

/** A person's rights as stored on their organization's own server. */
export interface StoredRights extends Omit<RightsIn, 'lacksSecondFactor'> {
  readonly requiresSecondFactor: boolean;
}

/** A person's rights where the books are, whatever their session; null when they are not an active member. */
export async function rightsOf(userId: string, organizationId: string): Promise<StoredRights | null> {
  const [rights] = await booksQuery<StoredRights>(
    { organizationId, userId },
    'rights_of',
    `select m.roles, ${CUSTOM_PERMISSIONS}, m.subsidiary_ids as "subsidiaryIds", o.is_demo as "isDemo",
            o.closed_at is not null as "isClosed", o.requires_second_factor as "requiresSecondFactor"
     from memberships m join organizations o on o.id = m.organization_id
     where m.user_id = $1 and m.organization_id = $2 and m.record_status = 'active'`,
    [userId, organizationId],
  );
  return rights ?? null;
}
