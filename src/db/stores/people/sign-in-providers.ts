import { directorySql } from '../../identity/people-elsewhere';
import type { Plain } from '../../record-row';
import { recordStore } from '../../record-store';
import { sql, type Tenant } from '../../tenancy';

export type SignInProviderRecord = Plain<'SignInProvider'>;

/** The organization's OpenID providers. */
export const signInProviders = recordStore('SignInProvider');

/**
 * Connects a person to a subject of the organization's provider for good. False when either is already connected to another:
 * of two who try at once, one succeeds.
 */
export async function connectAtProvider(
  tenant: Tenant,
  providerId: string,
  subject: string,
  userId: string,
): Promise<boolean> {
  const rows = await sql<{ subject: string }>(
    tenant,
    `insert into provider_people (organization_id, provider_id, subject, user_id)
     values ($1::uuid, $2::uuid, $3, $4::uuid) on conflict do nothing returning subject`,
    [tenant.organizationId, providerId, subject, userId],
  );
  return rows.length > 0;
}

/** How many people have signed in by each provider. */
export async function countPeopleOfProviders(tenant: Tenant): Promise<ReadonlyMap<string, number>> {
  const rows = await sql<{ id: string; n: number }>(
    tenant,
    'select provider_id as id, count(*)::int as n from provider_people where organization_id = $1::uuid group by 1',
    [tenant.organizationId],
  );
  return new Map(rows.map(({ id, n }) => [id, n]));
}

/** Ends every session that a provider began; their ids. */
export async function endSessionsOfProvider(tenant: Tenant, providerId: string): Promise<string[]> {
  const rows = await directorySql<{ id: string }>(
    tenant,
    'end_sessions_of_provider',
    `update sessions set revoked_at = now(), updated_at = now()
     where sign_in_provider_id = $2::uuid and confined_organization_id = $1::uuid and revoked_at is null returning id`,
    [tenant.organizationId, providerId],
  );
  return rows.map(({ id }) => id);
}
