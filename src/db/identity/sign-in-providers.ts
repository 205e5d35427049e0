import { identityQuery, NOBODY } from './scoped-query';
import type { SignInUser } from './users';

/** An organization's OpenID provider, as its buttons name it. */
export interface NamedProvider {
  readonly organizationId: string;
  readonly id: string;
  readonly name: string;
}

/** The active providers of the organization with this short name, by name; none for an unknown one. */
export function providersOfSlug(slug: string): Promise<NamedProvider[]> {
  return identityQuery<NamedProvider>(
    NOBODY,
    'providers_of_slug',
    'select organization_id as "organizationId", id, name from daybook_providers_of_slug($1)',
    [slug],
  );
}

/** An organization's OpenID provider with all that signing in needs. */
export interface StoredProvider extends NamedProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly sealedSecret: string;
}

/** The active provider with this id in an organization that is active; otherwise null. */
export async function findProvider(organizationId: string, id: string): Promise<StoredProvider | null> {
  const rows = await identityQuery<StoredProvider>(
    { organizationId, userId: null },
    'find_sign_in_provider',
    `select p.organization_id as "organizationId", p.id, p.name, p.issuer, p.client_id as "clientId",
            p.sealed_secret as "sealedSecret"
     from sign_in_providers p join organizations o on o.id = p.organization_id
     where p.organization_id = $1 and p.id = $2 and p.record_status = 'active' and o.record_status = 'active'`,
    [organizationId, id],
  );
  return rows[0] ?? null;
}

/** The person whom a provider of the organization knows by this subject, or null. */
export async function findUserAtProvider(
  organizationId: string,
  providerId: string,
  subject: string,
): Promise<SignInUser | null> {
  const rows = await identityQuery<SignInUser>(
    { organizationId, userId: null },
    'user_at_provider',
    `select u.id, u.email, u.name, u.password_hash as "passwordHash", u.is_disabled as "isDisabled"
     from provider_people p join users u on u.id = p.user_id
     where p.organization_id = $1 and p.provider_id = $2 and p.subject = $3`,
    [organizationId, providerId, subject],
  );
  return rows[0] ?? null;
}
