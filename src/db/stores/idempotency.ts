import { preparedSql, type Tenant } from '../tenancy';

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

/** A key in its scope, and the hash of the request that carries it. */
export interface KeyedRequest {
  readonly scope: IdempotencyScope;
  readonly requestHash: string;
}

export type IdempotencyClaim =
  | { readonly state: 'fresh' }
  | { readonly state: 'running' }
  | { readonly state: 'mismatch' }
  | { readonly state: 'replay'; readonly answer: StoredAnswer };

interface Claimed {
  readonly free: boolean;
  readonly hash: string | null;
  readonly status: number;
  readonly body: string;
  readonly headers: Record<string, string>;
}

/** Claims keys for the rest of the transaction (daybook_claim_keys), each once; the answers are in the order of the requests. */
export async function claimIdempotencyKeys(
  tenant: Tenant,
  requests: readonly KeyedRequest[],
): Promise<IdempotencyClaim[]> {
  const rows = await preparedSql<Claimed>(
    tenant,
    'claim_keys',
    `select o_is_free as free, o_request_hash as hash, o_status as status, o_body as body, o_headers as headers
     from daybook_claim_keys($1::jsonb) order by o_ord`,
    [JSON.stringify(requests.map(({ scope }) => scope))],
  );
  return requests.map(({ requestHash }, index) => {
    const row = rows[index];
    if (row === undefined) throw new Error('the claim of a key lost its answer');
    if (!row.free) return { state: 'running' };
    if (row.hash === null) return { state: 'fresh' };
    if (row.hash !== requestHash) return { state: 'mismatch' };
    return { state: 'replay', answer: { status: row.status, body: row.body, headers: row.headers } };
  });
}

/** Stores answers for 24 hours, in the same transaction as the writes they belong to. */
export async function storeIdempotentAnswers(
  tenant: Tenant,
  answers: readonly (KeyedRequest & { readonly answer: StoredAnswer })[],
): Promise<void> {
  await preparedSql(
    tenant,
    'store_answers',
    `insert into idempotency_keys (organization_id, credential, route, key, request_hash, response_status, response_body, response_headers, expires_at)
     select $1::uuid, a.credential, a.route, a.key, a.hash, a.status, a.body, a.headers, now() + interval '24 hours'
     from jsonb_to_recordset($2::jsonb) as a (credential text, route text, key text, hash text, status int, body text, headers jsonb)
     on conflict (organization_id, credential, route, key) do update set request_hash = excluded.request_hash,
       response_status = excluded.response_status, response_body = excluded.response_body,
       response_headers = excluded.response_headers, created_at = now(), expires_at = excluded.expires_at`,
    [
      tenant.organizationId,
      JSON.stringify(
        answers.map(({ scope: { credential, route, key }, requestHash: hash, answer }) => ({
          ...{ credential, route, key, hash },
          ...{ status: answer.status, body: answer.body, headers: answer.headers },
        })),
      ),
    ],
  );
}
