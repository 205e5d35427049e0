import { z } from 'zod';
import { RefusalError } from '@/core/refusals';
import { lockContracts } from '@/db/revenue/contracts/contracts';
import { type ContractDocument, contractDocuments } from '@/db/revenue/contracts/sources';
import {
  type Posting as PostingAnswer,
  type PostingRequest,
  postTransactions,
} from '@/db/stores/documents/postings';
import { lockTransactions } from '@/db/stores/documents/transactions';
import type { Tenant } from '@/db/tenancy';
import { withSavepoint } from '@/db/transaction';
import { staleVersion } from '@/usecases/kit/crud';
import { type BatchResult, type Call, type Change, type Context, defineUseCase } from '../../kit/define';
import { anId, day } from '../../kit/fields';
import { writeChanges } from '../../kit/run';
import { recordPostedDocument } from '../../revenue/events/record-document';
import { refusalOfVerdict, statusRefusal } from './posting-refusals';

export const postingInput = z.object({
  id: anId,
  /** Default: the document's date over tRPC, today over the interface's endpoints (interface 4.5). */
  postingDate: day.optional(),
  /** Skips the overridable checks (decisions.md). */
  overrideChecks: z.boolean().default(false),
});

export type PostingInput = z.output<typeof postingInput>;

/** The result of posting. */
export interface Posted {
  readonly id: string;
  readonly status: 'POSTED';
  readonly glTransactionId: string;
  readonly entryNumber: string;
  readonly postingDate: string;
  readonly postedAt: Date;
}

/**
 * Posts an approved document to the ledger (interface 4.5). Every check and the entry are one statement of the
 * database; simultaneous calls share it and its commit. Of many attempts to post one document exactly one wins.
 * Refuses, in this order: NOT_FOUND, FORBIDDEN (scope), STALE_VERSION, ALREADY_POSTED or INVALID_STATUS_TRANSITION,
 * FORBIDDEN (four eyes), INCOMPLETE_DOCUMENT, NOT_BALANCED, ACCOUNT_UNRESOLVED, ACCOUNT_NOT_POSTABLE,
 * PERIOD_NOT_OPEN, CHECKS_FAILED.
 */
export const postTransaction = defineUseCase({
  name: 'gl.transaction.post',
  permission: 'gl.transaction.post',
  mode: 'sql',
  input: postingInput,
  async run(context, input): Promise<Posted> {
    const [result] = await postDocuments(context.tenant, [{ input, call: context }]);
    if (result === undefined) throw new Error('a posting lost its answer');
    if (!result.ok) throw result.error;
    return result.output;
  },
  runTogether: (tenant, items) => postDocuments(tenant, items),
  runInOneStatement: (tenant, items) => postFreeDocuments(tenant, items),
});

interface Posting {
  readonly input: PostingInput;
  readonly call: Call;
}

/**
 * Posts documents together; each gets its own answer. The database writes the audit rows and events. A
 * document of a revenue contract is posted separately and recorded on the contract, so that it is not
 * posted when the contract refuses it.
 */
export async function postDocuments(
  tenant: Tenant,
  items: readonly Posting[],
): Promise<BatchResult<Posted>[]> {
  const ids = items.map(({ input }) => input.id);
  const tied = new Map((await contractDocuments(tenant, ids)).map((one) => [one.id, one]));
  if (tied.size === 0) return postTogether(tenant, items);
  await lockContracts(tenant, [...new Set([...tied.values()].map(({ contractId }) => contractId))]);
  const free = items.filter(({ input }) => !tied.has(input.id));
  const together = free.length === 0 ? [] : await postTogether(tenant, free);
  const results: BatchResult<Posted>[] = [];
  for (const item of items) {
    const document = tied.get(item.input.id);
    const own = document === undefined ? together.shift() : await postTied(tenant, item, document);
    if (own === undefined) throw new Error('a posting lost its answer');
    results.push(own);
  }
  return results;
}

async function postTied(
  tenant: Tenant,
  item: Posting,
  document: ContractDocument,
): Promise<BatchResult<Posted>> {
  const { call } = item;
  const changes: Change[] = [];
  const context: Context = {
    ...call,
    tenant,
    expectedVersion: call.expectedVersion,
    dryRun: call.dryRun === true,
    record: (change) => changes.push(change),
  };
  try {
    return await withSavepoint(tenant, async () => {
      const [posted] = await postTogether(tenant, [item]);
      if (posted === undefined) throw new Error('a posting lost its answer');
      if (!posted.ok) return posted;
      await recordPostedDocument(context, document, posted.output.postingDate);
      await writeChanges(tenant, 'gl.transaction.post', call, changes);
      return posted;
    });
  } catch (error) {
    if (error instanceof RefusalError) return { ok: false, error };
    throw error;
  }
}

/**
 * Posts documents that need only the posting statement; null for the others: those with a version to
 * compare or a contract to update.
 */
async function postFreeDocuments(
  tenant: Tenant,
  items: readonly Posting[],
): Promise<(BatchResult<Posted> | null)[]> {
  if (items.some(({ call }) => call.expectedVersion !== undefined)) return items.map(() => null);
  const postings = await postTransactions(
    tenant,
    items.map((item) => requestOf(item.input, item.call)),
    todayOf(items),
    { freeOnly: true },
  );
  return items.map((_, index) =>
    postings[index]?.refusal === 'CONTRACT_DOCUMENT' ? null : resultOf(postings[index]),
  );
}

async function postTogether(tenant: Tenant, items: readonly Posting[]): Promise<BatchResult<Posted>[]> {
  const stale = await staleOnes(tenant, items);
  const asked = items.filter((_, index) => stale[index] === undefined);
  const postings =
    asked.length === 0
      ? []
      : await postTransactions(
          tenant,
          asked.map((item) => requestOf(item.input, item.call)),
          todayOf(items),
        );
  let next = 0;
  return items.map((_, index) => {
    const refused = stale[index];
    if (refused !== undefined) return { ok: false, error: refused };
    next += 1;
    return resultOf(postings[next - 1]);
  });
}

const todayOf = (items: readonly Posting[]) => items[0]?.call.clock.today() ?? '';

function resultOf(posting: PostingAnswer | undefined): BatchResult<Posted> {
  if (posting === undefined) throw new Error('a posting lost its answer');
  if (posting.refusal === 'INVALID_STATUS_TRANSITION') {
    return { ok: false, error: statusRefusal(posting, 'POSTED') };
  }
  if (posting.refusal !== null) return { ok: false, error: refusalOfVerdict(posting) };
  return {
    ok: true,
    output: {
      id: posting.transactionId,
      status: 'POSTED',
      glTransactionId: posting.entryId ?? '',
      entryNumber: posting.entryNumber ?? '',
      postingDate: posting.postingDate,
      postedAt: posting.postedAt,
    },
  };
}

/** A call in the form the database function takes. */
export function requestOf(
  input: PostingInput,
  { principal, clock, surface, requestId }: Call,
): PostingRequest {
  return {
    transactionId: input.id,
    postingDate: input.postingDate ?? (surface === 'trpc' ? null : clock.today()),
    overrideChecks: input.overrideChecks,
    maySoftClosed: principal.permissions.has('gl.period.postSoftClosed'),
    actorKind: principal.actor.kind,
    actorId: principal.actor.id,
    actorName: principal.actor.name,
    surface,
    requestId,
    scope: principal.subsidiaryScope,
  };
}

/** The items whose `If-Match` names a version other than the document's; a missing document is not stale. */
async function staleOnes(
  tenant: Tenant,
  items: readonly { readonly input: PostingInput; readonly call: Call }[],
): Promise<(RefusalError | undefined)[]> {
  const ids = items.flatMap(({ input, call }) => (call.expectedVersion === undefined ? [] : [input.id]));
  if (ids.length === 0) return [];
  const versions = new Map((await lockTransactions(tenant, ids)).map(({ id, version }) => [id, version]));
  return items.map(({ input, call }) => {
    const actual = versions.get(input.id);
    if (call.expectedVersion === undefined || actual === undefined || actual === call.expectedVersion) {
      return undefined;
    }
    return staleVersion(call.expectedVersion, actual);
  });
}
