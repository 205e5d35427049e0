import { identityQuery } from './scoped-query';

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

/** Every organization the person is an active member of, in the order they joined. */
export async function membershipsOf(userId: string): Promise<MembershipOfUser[]> {
  return identityQuery<MembershipOfUser>(
    { organizationId: null, userId },
    'memberships_of_user',
    `select o.id as "organizationId", o.name as "organizationName", o.slug as "organizationSlug",
            o.base_currency as "baseCurrency", o.is_demo as "isDemo", o.closed_at is not null as "isClosed", m.roles, m.subsidiary_ids as "subsidiaryIds"
     from memberships m join organizations o on o.id = m.organization_id
     where m.user_id = $1 and m.record_status = 'active' and o.record_status = 'active'
     order by m.created_at, m.id`,
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
