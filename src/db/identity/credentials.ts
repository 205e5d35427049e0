import { booksQuery } from './scoped-query';

export interface StoredApiKey {
  readonly id: string;
  readonly name: string;
  readonly secretHash: string;
  /** Null: the key speaks for the whole organization. */
  readonly companyId: string | null;
  /** Whether there is a company: its own, or for a key without one that of the request. */
  readonly knowsCompany: boolean;
  /** The subsidiaries that company is mapped to. */
  readonly companySubsidiaryIds: readonly string[];
  readonly scopes: readonly string[];
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  readonly isDemo: boolean;
  readonly isClosed: boolean;
}

/** The key with this lookup prefix in the *claimed* organization; the caller must still compare the secret. */
export async function findApiKey(
  organizationId: string,
  prefix: string,
  /** The company the request names, for a key without one. */
  companyId: string | null,
): Promise<StoredApiKey | null> {
  const rows = await booksQuery<StoredApiKey>(
    { organizationId, userId: null },
    'api_key_by_prefix',
    `select k.id, k.name, k.secret_hash as "secretHash", k.company_id as "companyId", c.id is not null as "knowsCompany", coalesce(c.subsidiary_ids, '{}') as "companySubsidiaryIds",
            k.scopes, k.expires_at as "expiresAt", k.revoked_at as "revokedAt", o.is_demo as "isDemo",
            o.closed_at is not null as "isClosed"
     from api_keys k left join companies c on c.organization_id = k.organization_id
       and c.id = coalesce(k.company_id, $3::uuid)
     join organizations o on o.id = k.organization_id
     where k.organization_id = $1 and k.prefix = $2`,
    [organizationId, prefix, companyId],
  );
  return rows[0] ?? null;
}

/** Records that a key was used, at most once a minute. */
export async function touchApiKey(organizationId: string, id: string): Promise<void> {
  await booksQuery(
    { organizationId, userId: null },
    'touch_api_key',
    `update api_keys set last_used_at = now()
     where organization_id = $1 and id = $2 and (last_used_at is null or last_used_at < now() - interval '1 minute')`,
    [organizationId, id],
  );
}

export interface StoredApiClient {
  readonly id: string;
  readonly name: string;
  readonly secretHash: string;
  readonly roles: readonly string[];
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  readonly isDemo: boolean;
}

/** The API client with this id in the organization its id claims; the caller must still compare the secret. */
export async function findApiClient(
  organizationId: string,
  clientId: string,
): Promise<StoredApiClient | null> {
  const rows = await booksQuery<StoredApiClient>(
    { organizationId, userId: null },
    'api_client_by_client_id',
    `select c.id, c.name, c.secret_hash as "secretHash", c.roles, c.expires_at as "expiresAt", c.revoked_at as "revokedAt",
            o.is_demo as "isDemo"
     from api_clients c join organizations o on o.id = c.organization_id where c.organization_id = $1 and c.client_id = $2`,
    [organizationId, clientId],
  );
  return rows[0] ?? null;
}
