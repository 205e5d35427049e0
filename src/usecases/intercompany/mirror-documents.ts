import { z } from 'zod';
import type { Principal } from '@/core/principal';
import { readUnpaired } from '@/db/reports/intercompany/unpaired';
import { lockTransactions } from '@/db/stores/documents/transactions';
import {
  databaseMoment,
  noteIntercompany,
  untriedPairs,
  waitingPairs,
} from '@/db/stores/structure/intercompany';
import { type Tenant, withTenantReport } from '@/db/tenancy';
import { systemClock } from '@/lib/clock';
import { env } from '@/lib/env';
import { newId } from '@/lib/ids';
import { type Call, type Change, defineUseCase } from '../kit/define';
import { momentText } from '../kit/fields';
import { runForOutput } from '../kit/run';
import { type MirrorTried, makeMirrors } from './create-mirrors';

/**
 * After documents were approved: notes those with a sister subsidiary on the other side, and makes their mirrors as drafts, where the
 * caller reaches both companies; otherwise the note waits for the background work. The approval stands whether a mirror can be made
 * or not; what prevents it is kept in words. Answers the changes to record for each document.
 */
export async function mirrorApproved(
  tenant: Tenant,
  approved: readonly { readonly id: string; readonly call: Call }[],
): Promise<{ readonly id: string; readonly changes: Change[] }[]> {
  if (approved.length === 0) return [];
  const noted = await noteIntercompany(
    tenant,
    approved.map(({ id }) => id),
  );
  const made: { id: string; changes: Change[] }[] = [];
  for (const { pairId, sourceId } of noted) {
    const call = approved.find(({ id }) => id === sourceId)?.call;
    if (call === undefined) continue;
    const tried = await makeMirrors(tenant, call, [pairId]);
    made.push({ id: sourceId, changes: tried.flatMap(({ changes }) => changes) });
  }
  return made;
}

/** Most mirrors tried by one call. */
const AT_ONCE = 200;

/** Documents that got no mirror for the same reason. */
export interface MirrorsRefused {
  readonly reason: string;
  readonly count: number;
  /** The numbers of some of the documents. */
  readonly examples: readonly string[];
}

/** What was made, and what could not be made. */
export interface MirrorsMade {
  readonly made: number;
  /** How many of those tried still have no mirror; `refused` says why. */
  readonly waiting: number;
  readonly refused: readonly MirrorsRefused[];
  /** Where there is more to try: sent back as `after`, it goes on with what was not tried since the first call. */
  readonly next: string | null;
}

const EXAMPLES = 5;

function refusedOf(tried: readonly MirrorTried[]): MirrorsRefused[] {
  const numbers = new Map<string, string[]>();
  for (const { problem, number } of tried) {
    if (problem !== null) numbers.set(problem, [...(numbers.get(problem) ?? []), number]);
  }
  return [...numbers].map(([reason, of]) => ({
    reason,
    count: of.length,
    examples: of.slice(0, EXAMPLES),
  }));
}

/**
 * Makes the mirrors that are missing, as drafts: of documents approved before the settings said whom their counterparty represents,
 * and of those whose mirror could not be made. Up to 200 are tried at a time, those tried longest ago last, so that what cannot be made keeps
 * nothing else waiting; `next` goes on with the others. Run again, it makes none twice.
 */
export const mirrorMissing = defineUseCase({
  name: 'intercompany.mirror',
  permission: 'gl.transaction.create',
  mode: 'sql',
  input: z.object({
    /** The `next` of the call before. */
    after: momentText.optional(),
  }),
  async run(context, { after }): Promise<MirrorsMade> {
    const { tenant, principal } = context;
    const since = after ?? (await databaseMoment(tenant));
    const asked = { reach: principal.subsidiaryScope, since };
    const unpaired = await readUnpaired(tenant, { limit: AT_ONCE });
    const noted = [...new Set(unpaired.map(({ id }) => id))];
    const waiting = await waitingPairs(tenant, { ...asked, limit: AT_ONCE });
    // Documents before pairs, all at once, as whoever approves, pairs or withdraws them does.
    const locked = new Set([...noted, ...waiting.map(({ sourceId }) => sourceId)]);
    await lockTransactions(tenant, [...locked]);
    const added = await noteIntercompany(tenant, noted);
    const first = await waitingPairs(tenant, { ...asked, limit: AT_ONCE });
    const ids = first.flatMap(({ id, sourceId }) => (locked.has(sourceId) ? [id] : []));
    const tried = await makeMirrors(tenant, context, ids);
    for (const change of tried.flatMap(({ changes }) => changes)) context.record(change);
    const made = tried.filter(({ problem }) => problem === null).length;
    // What was noted is not among those without a pair any more: the next call finds others, and one that notes nothing is the last.
    const isMore =
      (unpaired.length === AT_ONCE && added.length > 0) ||
      (await waitingPairs(tenant, { ...asked, limit: 1 })).length > 0;
    return {
      made,
      waiting: tried.length - made,
      refused: refusedOf(tried),
      next: isMore ? since : null,
    };
  },
});

const mirrorLeft = defineUseCase({
  name: 'intercompany.mirrorLeft',
  permission: 'gl.transaction.create',
  mode: 'sql',
  input: z.object({}),
  async run(context): Promise<boolean> {
    const { tenant } = context;
    const waiting = await untriedPairs(tenant, AT_ONCE);
    await lockTransactions(
      tenant,
      waiting.map(({ sourceId }) => sourceId),
    );
    const tried = await makeMirrors(
      tenant,
      context,
      waiting.map(({ id }) => id),
    );
    for (const change of tried.flatMap(({ changes }) => changes)) context.record(change);
    return waiting.length === AT_ONCE;
  },
});

/**
 * Makes the mirrors that callers confined to one of the companies left, as drafts for those who may see the other. Background work;
 * true when there may be more. Where nothing waits it writes nothing.
 */
export async function mirrorWaiting(principal: Principal): Promise<boolean> {
  const claim = { organizationId: principal.organizationId, userId: null };
  const waiting = await withTenantReport(
    claim,
    (tenant) => untriedPairs(tenant, 1),
    // What is written next is decided by it.
    { isOnPrimary: true },
  );
  if (waiting.length === 0) return false;
  const call = {
    principal,
    surface: 'job',
    requestId: newId(),
    clock: systemClock(env().DAYBOOK_TODAY),
  } as const;
  return runForOutput(mirrorLeft, call, {});
}
