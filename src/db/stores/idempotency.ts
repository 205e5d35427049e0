import { sql, type Tenant } from '../tenancy';

/** A write's stored answer. */
export interface StoredAnswer {
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The scope of an Idempotency-Key: organization (from the tenant), credential and route (decisions.md). */
export interface IdempotencyScope {
  readonly credential: string;
  readonly route: string;
  readonly key: string;
}

export type IdempotencyClaim =
  | { readonly state: 'fresh' }
  | { readonly state: 'running' }
  | { readonly state: 'mismatch' }
  | { readonly state: 'replay'; readonly answer: StoredAnswer };

/**
 * Claims a key for the rest of the transaction. An advisory lock rather than a row marks a call in progress: it ends with
 * the transaction, so a crashed call never blocks its own retry. Keys are kept for 24 hours.
 */
export async function claimIdempotencyKey(
  tenant: Tenant,
  scope: IdempotencyScope,
  requestHash: string,
): Promise<IdempotencyClaim> {
  const [lock] = await sql<{ free: boolean }>(
    tenant,
    `select pg_try_advisory_xact_lock(hashtextextended($1::text, 7)) as free`,
    [[tenant.organizationId, scope.credential, scope.route, scope.key].join('\n')],
  );
  if (lock?.free !== true) return { state: 'running' };
  const [row] = await sql<{
    request_hash: string;
    response_status: number;
    response_body: string;
    response_headers: Record<string, string>;
  }>(
    tenant,
    `select request_hash, response_status, response_body, response_headers from idempotency_keys
     where organization_id = $1::uuid and credential = $2 and route = $3 and key = $4 and expires_at > now()`,
    [tenant.organizationId, scope.credential, scope.route, scope.key],
  );
  if (row === undefined) return { state: 'fresh' };
  if (row.request_hash !== requestHash) return { state: 'mismatch' };
  return {
    state: 'replay',
    answer: { status: row.response_status, body: row.response_body, headers: row.response_headers },
  };
}

/** Stores the answer in the same transaction as the write it belongs to. */
export async function storeIdempotentAnswer(
  tenant: Tenant,
  scope: IdempotencyScope,
  requestHash: string,
  answer: StoredAnswer,
): Promise<void> {
  await sql(
    tenant,
    `insert into idempotency_keys (organization_id, credential, route, key, request_hash, response_status, response_body, response_headers, expires_at)
     values ($1::uuid, $2, $3, $4, $5, $6, $7, $8::jsonb, now() + interval '24 hours')
     on conflict (organization_id, credential, route, key) do update set request_hash = excluded.request_hash,
       response_status = excluded.response_status, response_body = excluded.response_body,
       response_headers = excluded.response_headers, created_at = now(), expires_at = excluded.expires_at`,
    [
      tenant.organizationId,
      scope.credential,
      scope.route,
      scope.key,
      requestHash,
      answer.status,
      answer.body,
      JSON.stringify(answer.headers),
    ],
  );
}
