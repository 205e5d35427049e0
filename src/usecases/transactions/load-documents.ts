import { RefusalError } from '@/core/refusals';
import { withSavepoint } from '@/db/transaction';
import { mirrorApproved } from '../intercompany/mirror-documents';
import type { BatchResult, Change, Context } from '../kit/define';
import { postDocuments } from './posting/post-transaction';
import { type Stored, type StoreWish, storeDocuments } from './store-documents';

/** A document of a file: stored as wished, and posted when it is approved at once. */
export interface LoadWish {
  readonly wish: StoreWish;
  /** The day on which it is posted. Null: it is stored only. */
  readonly postsOn: string | null;
  /** Skips the overridable checks. */
  readonly overrideChecks?: boolean;
  /** Whether a document between subsidiaries gets its mirror in the other one's books. */
  readonly mirrors?: boolean;
}

/** A document that was loaded, and whether it waits for a second person instead of being posted. */
export type LoadedDocument = BatchResult<{ readonly id: string; readonly waits: boolean }>;

/** Undoes a round in which some documents could not be posted; the others are then made without them. */
class SomeRefused extends Error {}

/**
 * Stores documents in sets and posts them together, each with its own answer, in the order given. One that posting refuses is not stored
 * either: the others are then made again without it, so a portion costs one round for each round of refusals, at most
 * two. Refuses what creating and posting refuse.
 */
export async function loadDocuments(
  context: Context,
  wanted: readonly LoadWish[],
): Promise<LoadedDocument[]> {
  const answers = new Map<number, LoadedDocument>();
  let left = wanted.map((load, at) => ({ load, at }));
  while (left.length > 0) {
    const refused = new Map<number, Error>();
    const changes: Change[] = [];
    try {
      const made = await withSavepoint(context.tenant, async () => {
        const stored = await storeDocuments(
          context.tenant,
          left.map(({ load }) => load.wish),
        );
        for (const [index, { at }] of left.entries()) {
          const one = stored[index];
          if (one?.ok === false) refused.set(at, one.error);
        }
        changes.push(...stored.flatMap((one) => (one.ok ? one.changes : [])));
        await postStored(context, left, stored, refused, changes);
        return stored;
      });
      for (const change of changes) context.record(change);
      for (const [index, { at, load }] of left.entries()) {
        const one = made[index];
        if (one?.ok !== true) continue;
        const waits = load.postsOn !== null && one.output.status === 'PENDING_APPROVAL';
        answers.set(at, { ok: true, output: { id: one.output.id, waits } });
      }
      left = [];
    } catch (error) {
      if (!(error instanceof SomeRefused)) throw error;
      left = left.filter(({ at }) => !refused.has(at));
    }
    for (const [at, error] of refused) answers.set(at, { ok: false, error });
  }
  return wanted.map((_, at) => answers.get(at) ?? lost());
}

/** Posts those of the stored documents that are approved. Throws SomeRefused when posting refuses any. */
async function postStored(
  context: Context,
  left: readonly { readonly load: LoadWish; readonly at: number }[],
  stored: readonly Stored[],
  refused: Map<number, Error>,
  changes: Change[],
): Promise<void> {
  const approved = left.flatMap(({ load, at }, index) => {
    const one = stored[index];
    if (one?.ok !== true || load.postsOn === null || one.output.status !== 'APPROVED') return [];
    return [{ at, load, id: one.output.id, postingDate: load.postsOn }];
  });
  if (approved.length === 0) return;
  const call = { ...context, expectedVersion: undefined };
  const mirrored = approved.filter(({ load }) => load.mirrors === true).map(({ id }) => ({ id, call }));
  for (const { changes: own } of await mirrorApproved(context.tenant, mirrored)) changes.push(...own);
  const posted = await postDocuments(
    context.tenant,
    approved.map(({ id, postingDate, load }) => ({
      input: { id, postingDate, overrideChecks: load.overrideChecks === true },
      call,
    })),
  );
  let isRefused = false;
  for (const [index, { at }] of approved.entries()) {
    const result = posted[index];
    if (result === undefined) lost();
    if (result.ok) continue;
    if (!(result.error instanceof RefusalError)) throw result.error;
    refused.set(at, result.error);
    isRefused = true;
  }
  if (isRefused) throw new SomeRefused();
}

function lost(): never {
  throw new Error('a document lost its answer');
}
