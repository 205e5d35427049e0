import { type Mirror, type MissingSetting, mirrorOf } from '@/core/intercompany/mirror';
import type { LineType, TransactionKind } from '@/core/transactions/kinds';
import { STANDING_STATUSES } from '@/core/transactions/status';
import { documentDefaults } from '@/db/stores/documents/document-references';
import {
  findTransactions,
  linesOfTransactions,
  type TransactionRecord,
} from '@/db/stores/documents/transactions';
import {
  entryOf,
  findTwin,
  lockWaitingPairs,
  setMirror,
  setPairProblem,
  type WaitingPair,
} from '@/db/stores/structure/intercompany';
import { currencyOfSubsidiary } from '@/db/stores/structure/root-subsidiary';
import type { Tenant } from '@/db/tenancy';
import type { Call, Change } from '../kit/define';
import { storeDocuments } from '../transactions/store-documents';

/** What became of a pair that waited for its mirror. */
export interface MirrorTried {
  readonly pairId: string;
  readonly sourceId: string;
  /** The number of the document. */
  readonly number: string;
  /** Why no mirror was made; null: it was made. */
  readonly problem: string | null;
  readonly changes: readonly Change[];
}

/**
 * Makes the mirrors of pairs that wait for one, of those whose companies the caller reaches; answers what became of each. The caller has locked
 * the documents, so that none is withdrawn meanwhile.
 */
export async function makeMirrors(
  tenant: Tenant,
  call: Call,
  pairIds: readonly string[],
): Promise<MirrorTried[]> {
  const tried: MirrorTried[] = [];
  const scope = call.principal.subsidiaryScope;
  for (const pair of await lockWaitingPairs(tenant, pairIds)) {
    const isReached = [pair.subsidiaryId, pair.sisterId].every((id) => scope === null || scope.includes(id));
    const [source] = isReached ? await findTransactions(tenant, [pair.sourceId]) : [];
    if (source === undefined) continue;
    const made = await makeMirror(tenant, call, pair, source);
    const of = { pairId: pair.id, sourceId: pair.sourceId, number: source.transactionNumber };
    if (typeof made !== 'string') tried.push({ ...of, problem: null, changes: made });
    else if (isWithdrawn(source)) await setPairProblem(tenant, pair.id, made, { isFinal: true });
    else {
      await setPairProblem(tenant, pair.id, made);
      tried.push({ ...of, problem: made, changes: [] });
    }
  }
  return tried;
}

const isWithdrawn = ({ transactionStatus }: TransactionRecord) =>
  !(STANDING_STATUSES as readonly string[]).includes(transactionStatus);

const MISSING: Readonly<Record<MissingSetting, string>> = {
  CUSTOMER: 'No customer represents the company that made the document.',
  VENDOR: 'No vendor represents the company that made the document.',
  ACCOUNTS: 'The accounts between the two companies are not set.',
  LINES: 'No line of the document is on the accounts between the two companies.',
};

/** The changes to record, or why no mirror can be made. */
async function makeMirror(
  tenant: Tenant,
  call: Call,
  pair: WaitingPair,
  source: TransactionRecord,
): Promise<Change[] | string> {
  if (isWithdrawn(source)) return 'The document was canceled or reversed before its mirror was made.';
  const lines = await linesOfTransactions(tenant, [source.id]);
  const kind = source.kind as TransactionKind;
  const typed = lines.map((line) => ({ ...line, lineType: line.lineType as LineType }));
  const entry = await entryOf(tenant, source.id);
  const mirror = mirrorOf({ kind, byAccount: pair.byAccount, lines: typed, entry }, pair);
  if (mirror === null) return 'A document of this kind has no mirror.';
  if (typeof mirror === 'string') return MISSING[mirror];
  const twin = await twinOf(tenant, pair, mirror);
  if (twin?.isPaired === true) {
    return `${twin.number}, which the reference names, has another mirror. Pair the two.`;
  }
  if (twin !== null) {
    await setMirror(tenant, pair.id, twin.id);
    return [pairedChange(pair, twin.id)];
  }
  const wish = await wishOf(tenant, pair, source, mirror);
  if (wish === null) return 'There is no transaction type for the mirror.';
  const [stored] = await storeDocuments(tenant, [
    { ...wish, status: null, confirmedRate: null, authorId: source.createdBy, call: quiet(call) },
  ]);
  if (stored === undefined) throw new Error('nothing was stored');
  if (!stored.ok) return stored.error.message;
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
