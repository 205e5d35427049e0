import { booksQuery } from './scoped-query';

/** A directory's token as stored. */
export interface StoredProvisioningToken {
  readonly id: string;
  readonly name: string;
  readonly secretHash: string;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  readonly isDemo: boolean;
  readonly isClosed: boolean;
}

/** The token with this lookup prefix in the *claimed* organization; the caller must still compare the secret. */
export async function findProvisioningToken(
  organizationId: string,
  prefix: string,
): Promise<StoredProvisioningToken | null> {
  const rows = await booksQuery<StoredProvisioningToken>(
    { organizationId, userId: null },
    'provisioning_token_by_prefix',
    `select t.id, t.name, t.secret_hash as "secretHash", t.expires_at as "expiresAt", t.revoked_at as "revokedAt",
            o.is_demo as "isDemo", o.closed_at is not null as "isClosed"
     from provisioning_tokens t join organizations o on o.id = t.organization_id
     where t.organization_id = $1 and t.prefix = $2 and o.record_status = 'active'`,
    [organizationId, prefix],
  );
  return rows[0] ?? null;
}

/** Records that a token was used, at most once a minute. */
export async function touchProvisioningToken(organizationId: string, id: string): Promise<void> {
  await booksQuery(
    { organizationId, userId: null },
    'touch_provisioning_token',
    `update provisioning_tokens set last_used_at = now()
     where organization_id = $1 and id = $2 and (last_used_at is null or last_used_at < now() - interval '1 minute')`,
    [organizationId, id],
  );
}
