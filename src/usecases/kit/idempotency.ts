import { RefusalError, refusal } from '@/core/refusals';
import { claimIdempotencyKeys, storeIdempotentAnswers } from '@/db/stores/idempotency';
import type { Tenant } from '@/db/tenancy';
import type { BatchResult, Call, Outcome, Present } from './define';

/** A call that may carry an Idempotency-Key, and how its door words the answer stored under the key. */
export interface KeyedCall<Output> {
  readonly call: Call;
  readonly present: Present<Output> | undefined;
}

/** Where keys are claimed and answers stored: the transaction of the write, or a separate one each time. */
export type InTenant = <Result>(work: (tenant: Tenant) => Promise<Result>) => Promise<Result>;

/**
 * Does the work of each call once per Idempotency-Key (decisions.md, "Idempotency"). Calls without a key and calls with
 * a new key are processed together. A call that was answered before gets the same answer again; a call whose key is in
 * use (IDEMPOTENCY_RUNNING) or was used for another request (IDEMPOTENCY_MISMATCH) is refused without affecting the
 * others. Answers are in the order of the calls. Nothing is stored when `work` throws. Within one transaction, claim,
 * work and answer succeed or fail together. A verb of many transactions stores its answer after the last one: repeated
 * before that, it continues where it stopped.
 */
export async function oncePerKey<Output, Item extends KeyedCall<Output>>(
  inTenant: InTenant,
  items: readonly Item[],
  work: (fresh: readonly Item[]) => Promise<readonly BatchResult<Output>[]>,
): Promise<(Outcome<Output> | Error)[]> {
  const claims = items.some(({ call }) => call.idempotency !== undefined)
    ? await inTenant((tenant) => claimAll(tenant, items))
    : items.map(() => 'fresh' as const);
  const fresh = items.filter((_, index) => claims[index] === 'fresh');
  const results = fresh.length === 0 ? [] : await work(fresh);
  const answers = fresh.flatMap((item, position) => answerOf(item, results[position]));
  if (answers.length > 0) await inTenant((tenant) => storeIdempotentAnswers(tenant, answers));
  let next = 0;
  return claims.map((claim) => {
    if (claim !== 'fresh') return claim;
    const result = results[next];
    next += 1;
    if (result === undefined) throw new Error('a batch lost an item');
    return result.ok ? { replayed: false, output: result.output } : result.error;
  });
}

async function claimAll<Output>(
  tenant: Tenant,
  items: readonly KeyedCall<Output>[],
): Promise<('fresh' | Outcome<Output> | Error)[]> {
  // The database's lock is re-entrant within a transaction, so a duplicate key in the same batch is detected here.
  const claimedHere = new Set<string>();
  const requests = items.flatMap(({ call, present }, index) => {
    const { idempotency: key } = call;
    if (key === undefined) return [];
    if (present === undefined) throw new Error('an idempotent call needs a presenter');
    const scope = scopeOf(call, key);
    const name = [scope.credential, scope.route, scope.key].join('\n');
    if (claimedHere.has(name)) return [];
    claimedHere.add(name);
    return [{ index, scope, requestHash: key.requestHash }];
  });
  const claimed = await claimIdempotencyKeys(tenant, requests);
  const claimOf = new Map(requests.map(({ index }, position) => [index, claimed[position]]));
  return items.map(({ call: { idempotency: key } }, index) => {
    if (key === undefined) return 'fresh';
    const claim = claimOf.get(index) ?? { state: 'running' };
    if (claim.state === 'fresh') return 'fresh';
    if (claim.state === 'replay') return { replayed: true, answer: claim.answer };
    return keyRefusal(claim.state, key.key);
  });
}

/** The answer to store for a completed call: none without a key, and none for a refusal. */
function answerOf<Output>({ call, present }: KeyedCall<Output>, result: BatchResult<Output> | undefined) {
  const { idempotency: key } = call;
  if (key === undefined || present === undefined || result?.ok !== true) return [];
  return [{ scope: scopeOf(call, key), requestHash: key.requestHash, answer: present(result.output) }];
}

const scopeOf = ({ principal }: Call, { route, key }: NonNullable<Call['idempotency']>) => ({
  credential: principal.credential,
  route,
  key,
});

function keyRefusal(state: 'running' | 'mismatch', key: string): RefusalError {
  return new RefusalError(
    state === 'running'
      ? refusal(
          'IDEMPOTENCY_RUNNING',
          'A request with this Idempotency-Key is still running. Try again shortly.',
          { key },
        )
      : refusal('IDEMPOTENCY_MISMATCH', 'This Idempotency-Key was used for a different request.', { key }),
  );
}
