import { z } from 'zod';
import { lockContracts } from '@/db/revenue/contracts/contracts';
import { contractDocuments } from '@/db/revenue/contracts/sources';
import { lockTransactions } from '@/db/stores/documents/transactions';
import { withSavepoint } from '@/db/transaction';
import { type BatchResult, type Context, defineUseCase } from '../../kit/define';
import { anId, day } from '../../kit/fields';
import { demand } from '../../kit/run';
import { batchMode, batchOf, type ItemResult, itemResults, refuseFirst } from '../batch';
import { approveDocuments } from './approve-documents';
import { type Posted, postDocuments } from './post-transaction';

const item = z.object({
  id: anId,
  /** The version the caller read; another one is refused STALE_VERSION. */
  version: z.int().optional(),
});

/**
 * Approves documents and posts them, in one step: a document that cannot be posted is not approved either. All or nothing, or each on
 * its own (`mode`), with the reason of every refusal. Requires both permissions. Without a posting date each is posted on its own date.
 * Refuses what approving and posting refuse.
 */
export const approveAndPostTransactions = defineUseCase({
  name: 'gl.transaction.approveAndPost',
  permission: 'gl.transaction.approve',
  mode: 'sql',
  input: z.object({
    items: batchOf(item),
    approvalComment: z.string().max(2000).nullish(),
    postingDate: day.optional(),
    overrideChecks: z.boolean().default(false),
    mode: batchMode,
  }),
  async run(context, { items, mode, ...how }): Promise<ItemResult<Posted>[]> {
    demand(context.principal, 'gl.transaction.post');
    const { tenant } = context;
    const ids = items.map(({ id }) => id);
    // In the order of posting: contracts before documents.
    const tied = await contractDocuments(tenant, ids);
    if (tied.length > 0) await lockContracts(tenant, [...new Set(tied.map(({ contractId }) => contractId))]);
    await lockTransactions(tenant, ids);
    const results = new Map<number, BatchResult<Posted>>();
    for (;;) {
      const asked = items.flatMap((one, index) => (results.has(index) ? [] : [{ ...one, index }]));
      const done = await attemptAll(context, asked, how);
      for (const [index, result] of done) results.set(index, result);
      if (results.size === items.length) break;
    }
    const answers = itemResults(items.map((_, index) => results.get(index) ?? lost()));
    if (mode === 'all') refuseFirst(answers);
    return answers;
  },
});

type Asked = z.output<typeof item> & { readonly index: number };
type Settled = readonly (readonly [number, BatchResult<Posted>])[];

/** What undoes an attempt in which something was refused: the others are attempted again without it. */
class SomeRefused extends Error {
  readonly refused: Settled;
  constructor(refused: Settled) {
    super('some documents cannot be posted');
    this.refused = refused;
  }
}

/** All of them at once; or, when some are refused, the refusals alone, and nothing is approved or posted. */
async function attemptAll(
  context: Context,
  asked: readonly Asked[],
  { approvalComment, ...posting }: { approvalComment?: string | null | undefined } & Omit<PostingHow, 'id'>,
): Promise<Settled> {
  try {
    return await withSavepoint(context.tenant, async () => {
      const approved = await approveDocuments(
        context,
        asked.map(({ id, version: expectedVersion }) => ({ id, expectedVersion })),
        { approvalComment, demandPostable: true },
      );
      const refused = approved.flatMap((one, at): [number, BatchResult<Posted>][] =>
        one.ok ? [] : [[asked[at]?.index ?? lost(), one]],
      );
      if (refused.length > 0) throw new SomeRefused(refused);
      const call = { ...context, expectedVersion: undefined };
      const posted = await postDocuments(
        context.tenant,
        asked.map(({ id }) => ({ input: { id, ...posting }, call })),
      );
      const settled = posted.map((result, at): [number, BatchResult<Posted>] => [
        asked[at]?.index ?? lost(),
        result,
      ]);
      const unposted = settled.filter(([, result]) => !result.ok);
      if (unposted.length > 0) throw new SomeRefused(unposted);
      for (const { changes } of approved) for (const change of changes) context.record(change);
      return settled;
    });
  } catch (error) {
    if (error instanceof SomeRefused) return error.refused;
    throw error;
  }
}

interface PostingHow {
  readonly id: string;
  readonly postingDate?: string | undefined;
  readonly overrideChecks: boolean;
}

function lost(): never {
  throw new Error('a posting lost its answer');
}
