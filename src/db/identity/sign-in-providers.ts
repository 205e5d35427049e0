import { booksQuery, identityQuery, NOBODY } from './scoped-query';
import { findUser, type SignInUser } from './users';

/** An organization's OpenID provider, as its buttons name it. */
export interface NamedProvider {
  readonly organizationId: string;
  readonly id: string;
  readonly name: string;
}

/** Queried when a short name is unknown, so that the answer takes as long as for one without providers. */
const NO_ONE = '00000000-0000-0000-0000-000000000000';

/** The active providers of the organization with this short name, by name; none for an unknown one. */
export async function providersOfSlug(slug: string): Promise<NamedProvider[]> {
  const [known] = await identityQuery<{ id: string }>(
    NOBODY,
    'organization_of_slug',
    'select id from organization_slugs where slug = $1',
    [slug],
  );
  const organizationId = known?.id ?? NO_ONE;
  return booksQuery<NamedProvider>(
    { organizationId, userId: null },
    'providers_of',
    `select p.organization_id as "organizationId", p.id, p.name
     from sign_in_providers p join organizations o on o.id = p.organization_id
     where p.organization_id = $1 and p.record_status = 'active' and o.record_status = 'active' order by p.name`,
    [organizationId],
  );
}

/** The encrypted secrets of an organization's providers, also of those that are turned off. */
export function sealedProviders(organizationId: string): Promise<{ id: string; sealedSecret: string }[]> {
  return booksQuery(
    { organizationId, userId: null },
    'sealed_providers',
    'select id, sealed_secret as "sealedSecret" from sign_in_providers where organization_id = $1 order by id',
    [organizationId],
  );
}

/** The same secret in another encryption; false when the provider has another one already. */
export async function resealProvider(
  organizationId: string,
  id: string,
  from: string,
  to: string,
): Promise<boolean> {
  const rows = await booksQuery(
    { organizationId, userId: null },
    'reseal_provider',
    `update sign_in_providers set sealed_secret = $4
     where organization_id = $1 and id = $2 and sealed_secret = $3 returning id`,
    [organizationId, id, from, to],
  );
  return rows.length > 0;
}

/** An organization's OpenID provider with all that signing in needs. */
export interface StoredProvider extends NamedProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly sealedSecret: string;
}

/** The active provider with this id in an organization that is active; otherwise null. */
export async function findProvider(organizationId: string, id: string): Promise<StoredProvider | null> {
  const rows = await booksQuery<StoredProvider>(
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
  const [known] = await booksQuery<{ userId: string }>(
    { organizationId, userId: null },
    'user_at_provider',
    `select user_id as "userId" from provider_people
     where organization_id = $1 and provider_id = $2 and subject = $3`,
    [organizationId, providerId, subject],
  );
  return known === undefined ? null : findUser(known.userId);
}
