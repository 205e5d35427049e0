import { baseAmounts } from '@/core/ledger/base-amounts';
import { type Decimal, dec, sum, toPlainString } from '@/core/money/decimal';
import {
  changeApplicationBases,
  type LiveApplication,
  liveApplications,
  type PostedLine,
  postedLines,
  type RatedDocument,
} from '@/db/stores/documents/corrected-documents';
import { carryingFacts } from '@/db/stores/documents/settlements';
import { lockTransactions, type TransactionRecord } from '@/db/stores/documents/transactions';
import { atRate, carriedShare, gainOf } from '../transactions/payments/exchange-difference';
import { type Correction, postDifference, resultLines, tableRate } from './correction';

/**
 * Corrects documents that took another rate from the table than it has now: each line of their entries is worked out at both
 * rates and the difference posted; then settlements take their share of what is carried now, and realize the rest. Of `documents`
 * it corrects those that took their rate from the table. Answers the documents it corrected.
 */
export async function correctDocuments(
  correction: Correction,
  documents: readonly RatedDocument[],
): Promise<string[]> {
  const { context, baseCurrencyCode: to } = correction;
  const wrong = documents
    .filter(({ isOwnRate }) => !isOwnRate)
    .map((one) => ({ ...one, rate: tableRate(correction, one.date) }))
    .filter(({ rate, carriedRate }) => !dec(rate).equals(carriedRate));
  const ids = wrong.map(({ id }) => id);
  const found = await lockTransactions(context.tenant, ids);
  const records = new Map(found.map((record) => [record.id, record]));
  const lines = new Map<string, PostedLine[]>();
  for (const line of await postedLines(context.tenant, ids)) {
    const known = lines.get(line.transactionId);
    if (known === undefined) lines.set(line.transactionId, [line]);
    else known.push(line);
  }
  const corrected = new Map<string, string>();
  for (const { id, carriedRate, rate } of wrong) {
    const record = records.get(id);
    if (record === undefined) continue;
    const own = lines.get(id) ?? [];
    const bases = (at: string) => baseAmounts(own.map(weighted), dec(at), to);
    const [before, after] = [bases(carriedRate), bases(rate)];
    const moved = own.map((line, index) => ({ ...placeOf(line), base: signed(line, after, before, index) }));
    const total = (side: readonly Decimal[]) => sum(side.filter((_, index) => own[index]?.isDebit === true));
    corrected.set(id, rate);
    postDifference(
      correction,
      {
        kind: 'DOCUMENT',
        sourceId: id,
        label: record.transactionNumber,
        originOn: record.postingDate ?? record.transactionDate,
        beforeRate: toPlainString(dec(carriedRate)),
        afterRate: toPlainString(dec(rate)),
        beforeBase: total(before).toFixed(),
        afterBase: total(after).toFixed(),
        transactionId: id,
      },
      moved,
    );
  }
  await correctSettlements(correction, corrected);
  return [...corrected.keys()];
}

const weighted = (line: PostedLine) => ({
  side: line.isDebit ? ('DEBIT' as const) : ('CREDIT' as const),
  amount: dec(line.amount),
  isControl: line.isControl,
});

function placeOf({
  accountId,
  classId,
  departmentId,
  locationId,
  projectId,
  entityType,
  entityId,
}: PostedLine) {
  return { accountId, classId, departmentId, locationId, projectId, entityType, entityId };
}

function signed(
  line: PostedLine,
  after: readonly Decimal[],
  before: readonly Decimal[],
  index: number,
): string {
  const change = (after[index] ?? dec('0')).minus(before[index] ?? '0');
  return (line.isDebit ? change : change.negated()).toFixed();
}

/** Settlements of corrected documents and payments: both sides' shares are taken again, in their order. */
async function correctSettlements(
  correction: Correction,
  corrected: ReadonlyMap<string, string>,
): Promise<void> {
  const { context } = correction;
  const { tenant } = context;
  if (corrected.size === 0) return;
  const touched = await liveApplications(tenant, [...corrected.keys()]);
  if (touched.length === 0) return;
  const ids = [...new Set(touched.flatMap(({ paymentId, documentId }) => [paymentId, documentId]))];
  const facts = await carryingFacts(tenant, ids);
  const records = new Map(
    (await lockTransactions(tenant, ids)).map((record): [string, TransactionRecord] => {
      const rate = corrected.get(record.id) ?? facts.get(record.id)?.correctedRate ?? null;
      return [record.id, rate === null ? record : atRate(record, rate)];
    }),
  );
  const shares = sharesOf(touched, records, new Set(corrected.keys()));
  for (const application of touched) {
    const document = records.get(application.documentId);
    const payment = records.get(application.paymentId);
    const control = facts.get(application.documentId)?.controlAccountId;
    if (document === undefined || payment === undefined || !control) continue;
    const after = { ...application, ...shares.get(application.id) };
    const [was, is] = [dec(gainOf(document, application)), dec(gainOf(document, after))];
    if (was.equals(is)) continue;
    const party = { entityType: document.entityType, entityId: document.entityId };
    postDifference(
      correction,
      {
        kind: 'SETTLEMENT',
        sourceId: application.id,
        label: `${payment.transactionNumber} on ${document.transactionNumber}`,
        originOn: application.appliedOn,
        beforeRate: null,
        afterRate: null,
        beforeBase: was.toFixed(),
        afterBase: is.toFixed(),
        transactionId: payment.id,
      },
      [
        { accountId: control, base: is.minus(was).toFixed(), ...party },
        ...(await resultLines(correction, 'REALIZED', { before: was, after: is })),
      ],
    );
  }
  await changeApplicationBases(
    tenant,
    touched.map((one) => ({ ...one, ...shares.get(one.id) })),
  );
}

/** What each settlement takes of the corrected sides, as if they had been applied at the corrected rates from the start. */
function sharesOf(
  applications: readonly LiveApplication[],
  records: ReadonlyMap<string, TransactionRecord>,
  corrected: ReadonlySet<string>,
): Map<string, Partial<Pick<LiveApplication, 'paymentBase' | 'documentBase'>>> {
  const shares = new Map<string, Partial<Pick<LiveApplication, 'paymentBase' | 'documentBase'>>>();
  for (const id of corrected) {
    const record = records.get(id);
    if (record === undefined) continue;
    let [applied, carriedOff] = [dec('0'), dec('0')];
    for (const one of applications) {
      if (one.paymentId !== id && one.documentId !== id) continue;
      const before = { applied: applied.toFixed(), carriedOff: carriedOff.toFixed() };
      const amount = one.paymentId === id ? one.paymentAmount : one.amount;
      const share = carriedShare(record, before, amount);
      [applied, carriedOff] = [applied.plus(amount), carriedOff.plus(share)];
      const side = one.paymentId === id ? { paymentBase: share } : { documentBase: share };
      shares.set(one.id, { ...shares.get(one.id), ...side });
    }
  }
  return shares;
}
