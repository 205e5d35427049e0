import { z } from 'zod';
import { type Mirror, type MissingSetting, mirrorOf } from '@/core/intercompany/mirror';
import type { Principal } from '@/core/principal';
import type { LineType, TransactionKind } from '@/core/transactions/kinds';
import { readUnpaired } from '@/db/reports/intercompany/unpaired';
import { documentDefaults } from '@/db/stores/documents/document-references';
import {
  findTransactions,
  linesOfTransactions,
  type TransactionRecord,
} from '@/db/stores/documents/transactions';
import {
  findTwin,
  lockWaitingPairs,
  noteIntercompany,
  setMirror,
  setPairProblem,
  type WaitingPair,
  waitingPairs,
} from '@/db/stores/structure/intercompany';
import { currencyOfSubsidiary } from '@/db/stores/structure/root-subsidiary';
import { type Tenant, withTenantReport } from '@/db/tenancy';
import { systemClock } from '@/lib/clock';
import { env } from '@/lib/env';
import { newId } from '@/lib/ids';
import { type Call, type Change, defineUseCase } from '../kit/define';
import { runForOutput } from '../kit/run';
import { storeDocuments } from '../transactions/store-documents';

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
    if (call !== undefined) made.push({ id: sourceId, changes: await makeMirrors(tenant, call, [pairId]) });
  }
  return made;
}

/** Makes the mirrors of pairs that wait for one. Answers the changes to record. */
async function makeMirrors(tenant: Tenant, call: Call, pairIds: readonly string[]): Promise<Change[]> {
  const changes: Change[] = [];
  const scope = call.principal.subsidiaryScope;
  for (const pair of await lockWaitingPairs(tenant, pairIds)) {
    const isReached = [pair.subsidiaryId, pair.sisterId].every((id) => scope === null || scope.includes(id));
    const [source] = isReached ? await findTransactions(tenant, [pair.sourceId]) : [];
    if (source !== undefined) changes.push(...(await makeMirror(tenant, call, pair, source)));
  }
  return changes;
}

const MISSING: Readonly<Record<MissingSetting, string>> = {
  CUSTOMER: 'No customer represents the company that made the document.',
  VENDOR: 'No vendor represents the company that made the document.',
  ACCOUNTS: 'The accounts between the two companies are not set.',
};

async function makeMirror(
  tenant: Tenant,
  call: Call,
  pair: WaitingPair,
  source: TransactionRecord,
): Promise<Change[]> {
  const fail = async (problem: string): Promise<Change[]> => {
    await setPairProblem(tenant, pair.id, problem);
    return [];
  };
  const lines = await linesOfTransactions(tenant, [source.id]);
  const kind = source.kind as TransactionKind;
  const typed = lines.map((line) => ({ ...line, lineType: line.lineType as LineType }));
  const mirror = mirrorOf({ kind, lines: typed }, pair);
  if (mirror === null) return fail('A document of this kind has no mirror.');
  if (typeof mirror === 'string') return fail(MISSING[mirror]);
  const twin = await twinOf(tenant, pair, mirror);
  if (twin?.isPaired === true) {
    return fail(`${twin.number}, which the reference names, has another mirror. Pair the two.`);
  }
  if (twin !== null) {
    await setMirror(tenant, pair.id, twin.id);
    return [pairedChange(pair, twin.id)];
  }
  const wish = await wishOf(tenant, pair, source, mirror);
  if (wish === null) return fail('There is no transaction type for the mirror.');
  const [stored] = await storeDocuments(tenant, [
    { ...wish, status: null, confirmedRate: null, authorId: source.createdBy, call: quiet(call) },
  ]);
  if (stored === undefined) throw new Error('nothing was stored');
  if (!stored.ok) return fail(stored.error.message);
  await setMirror(tenant, pair.id, stored.output.id);
  return [...stored.changes, pairedChange(pair, stored.output.id)];
}

/** A rate from the table is not asked about, and neither a version nor a key of the caller's is the mirror's. */
const quiet = (call: Call): Call => ({
  ...call,
  surface: 'job',
  expectedVersion: undefined,
  idempotency: undefined,
});

function twinOf(tenant: Tenant, pair: WaitingPair, mirror: Mirror) {
  if (mirror.entityId === null) return null;
  const { sourceId, sisterId } = pair;
  return findTwin(tenant, { sourceId, sisterId, kind: mirror.kind, entityId: mirror.entityId });
}

/** The mirror as someone in the sister's books would enter it: on the same day, with its own rate of that day. */
async function wishOf(tenant: Tenant, pair: WaitingPair, source: TransactionRecord, mirror: Mirror) {
  const { transactionTypeId } = await documentDefaults(tenant, mirror.kind);
  if (transactionTypeId === null) return null;
  const sameBase = (await currencyOfSubsidiary(tenant, pair.sisterId)) === source.baseCurrencyCode;
  const { transactionDate, dueDate, paymentTerms, memo, currencyCode } = source;
  return {
    header: {
      transactionTypeId,
      subsidiaryId: pair.sisterId,
      entityId: mirror.entityId,
      entityType: mirror.entityType,
      ...{ transactionDate, currencyCode, dueDate, paymentTerms, memo },
      referenceNumber: source.transactionNumber,
      exchangeRate: sameBase && source.exchangeRateGiven ? source.exchangeRate : null,
    },
    lines: mirror.lines,
  };
}

function pairedChange(pair: WaitingPair, mirrorId: string): Change {
  return {
    action: 'intercompany.pair',
    noun: 'transaction',
    recordId: pair.sourceId,
    after: { pairId: pair.id, mirrorId, sisterId: pair.sisterId },
    event: { type: 'gl.transaction.mirrored', payload: { transactionId: pair.sourceId, mirrorId } },
  };
}

/** Most mirrors made by one call. */
const AT_ONCE = 200;

/** What was made, and how many documents still have no mirror. */
export interface MirrorsMade {
  readonly made: number;
  readonly waiting: number;
}

/**
 * Makes the mirrors that are missing, as drafts: of documents approved before the settings said whom their counterparty represents,
 * and of those whose mirror could not be made. Up to 200 at a time; run again, it makes none twice.
 */
export const mirrorMissing = defineUseCase({
  name: 'intercompany.mirror',
  permission: 'gl.transaction.create',
  mode: 'sql',
  input: z.object({}),
  async run(context): Promise<MirrorsMade> {
    const { tenant } = context;
    const unpaired = await readUnpaired(tenant, { limit: AT_ONCE });
    await noteIntercompany(tenant, [...new Set(unpaired.map(({ id }) => id))]);
    const ids = await waitingPairs(tenant, { tried: true, limit: AT_ONCE });
    const changes = await makeMirrors(tenant, context, ids);
    for (const change of changes) context.record(change);
    const made = changes.filter(({ action }) => action === 'intercompany.pair').length;
    return { made, waiting: ids.length - made };
  },
});

const mirrorLeft = defineUseCase({
  name: 'intercompany.mirrorLeft',
  permission: 'gl.transaction.create',
  mode: 'sql',
  input: z.object({}),
  async run(context): Promise<boolean> {
    const ids = await waitingPairs(context.tenant, { tried: false, limit: AT_ONCE });
    for (const change of await makeMirrors(context.tenant, context, ids)) context.record(change);
    return ids.length === AT_ONCE;
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
    (tenant) => waitingPairs(tenant, { tried: false, limit: 1 }),
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
