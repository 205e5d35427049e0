import { refuse } from '@/core/refusals';
import { lockContracts } from '@/db/revenue/contracts/contracts';
import { type ContractDocument, contractDocuments } from '@/db/revenue/contracts/sources';
import { openingsAmong } from '@/db/stores/cut-overs';
import { type Reversal, reverseTransactions } from '@/db/stores/documents/postings';
import { correctedAmong } from '@/db/stores/documents/rate-corrections';
import { lockTransactions, type TransactionRecord } from '@/db/stores/documents/transactions';
import { unpostedMirrorsAmong } from '@/db/stores/structure/intercompany';
import type { Tenant } from '@/db/tenancy';
import { takeBackCorrections } from '../../fx/correction';
import { cancelMirrors } from '../../intercompany/cancel-mirrors';
import { refuseNotFound } from '../../kit/crud';
import type { Context } from '../../kit/define';
import { recordReversedDocument } from '../../revenue/events/record-document';
import { refusalOfVerdict, statusRefusal } from './posting-refusals';

/** The result of a reversal. */
export interface Reversed {
  readonly id: string;
  readonly status: 'REVERSED';
  /** The journal that mirrors the document, posted on `reversalDate`. */
  readonly reversalTransactionId: string;
  readonly reversalNumber: string;
  readonly glTransactionId: string;
  readonly entryNumber: string;
  readonly reversalReason: string;
  readonly reversalDate: string;
}

/** A document to be reversed, locked by the caller, on a day; `tied`: it belongs to a contract, which the caller has locked before. */
export interface LockedReversal {
  readonly record: TransactionRecord;
  readonly date: string;
  readonly tied: ContractDocument | null;
}

/**
 * Reverses documents together, all of them or none: the ledger in one call of the database, then what hangs on each. Documents of contracts
 * go one by one, since their contract records each before the next. Throws the first refusal of reversing one
 * (reverse-transaction).
 */
export async function reverseDocuments(
  context: Context,
  asked: readonly { readonly id: string; readonly date: string }[],
  reversalReason: string,
): Promise<Reversed[]> {
  const { tenant } = context;
  const ids = asked.map(({ id }) => id);
  const contracts = new Map((await contractDocuments(tenant, ids)).map((one) => [one.id, one]));
  if (contracts.size > 0) {
    await lockContracts(tenant, [...new Set([...contracts.values()].map(({ contractId }) => contractId))]);
  }
  const records = new Map((await lockTransactions(tenant, ids)).map((record) => [record.id, record]));
  const reversed: Reversed[] = [];
  let together: LockedReversal[] = [];
  const settle = async () => {
    reversed.push(...(await reverseLocked(context, together, reversalReason)));
    together = [];
  };
  for (const { id, date } of asked) {
    const record = records.get(id) ?? refuseNotFound('transaction', id);
    const tied = contracts.get(id) ?? null;
    if (tied !== null) await settle();
    together.push({ record, date, tied });
    if (tied !== null) await settle();
  }
  await settle();
  return reversed;
}

/** An opening entry is reversed with its cut-over, which would otherwise say that the books are open. Refuses IN_USE. */
async function demandNoOpening(tenant: Tenant, ids: readonly string[]): Promise<void> {
  const [opening] = await openingsAmong(tenant, ids);
  if (opening === undefined) return;
  refuse('IN_USE', 'This entry opened the books. Undo it under Cut-over.', {
    noun: 'transaction',
    id: opening,
    by: 'the cut-over',
  });
}

/** Reverses documents that are locked already. Throws the first refusal. */
export async function reverseLocked(
  context: Context,
  items: readonly LockedReversal[],
  reversalReason: string,
): Promise<Reversed[]> {
  if (items.length === 0) return [];
  const { tenant, principal } = context;
  const ids = items.map(({ record }) => record.id);
  await demandNoOpening(tenant, ids);
  const made = await reverseTransactions(
    tenant,
    items.map(({ record, date }) => ({ transactionId: record.id, date })),
    { reason: reversalReason, actorId: principal.actor.id },
  );
  for (const one of made) {
    if (one.refusal === 'INVALID_STATUS_TRANSITION') throw statusRefusal(one, 'REVERSED');
    if (one.refusal !== null) throw refusalOfVerdict(one);
  }
  const corrected = await correctedAmong(tenant, 'DOCUMENT', ids);
  const mirrored = await unpostedMirrorsAmong(tenant, ids);
  const reversed: Reversed[] = [];
  for (const [at, { record, date, tied }] of items.entries()) {
    const { id } = record;
    if (corrected.has(id))
      await takeBackCorrections(context, record, { kind: 'DOCUMENT', sourceId: id, date });
    if (tied !== null) await recordReversedDocument(context, tied, date);
    reversed.push(recordReversal(context, made[at], { id, reversalReason, reversalDate: date }));
    if (mirrored.has(id)) {
      const why = `${record.transactionNumber}, which it mirrors, was reversed: ${reversalReason}`;
      await cancelMirrors(context, id, why);
    }
  }
  return reversed;
}

function recordReversal(
  context: Context,
  made: Reversal | undefined,
  { id, reversalReason, reversalDate }: Pick<Reversed, 'id' | 'reversalReason' | 'reversalDate'>,
): Reversed {
  const reversalTransactionId = made?.reversalId ?? '';
  const entryNumber = made?.entryNumber ?? '';
  const glTransactionId = made?.entryId ?? '';
  context.record({
    action: 'gl.transaction.reverse',
    noun: 'transaction',
    recordId: id,
    before: { status: 'POSTED' },
    after: { status: 'REVERSED', reversalTransactionId, entryNumber, reversalReason, reversalDate },
    event: { type: 'gl.transaction.reversed', payload: { transactionId: id, reversalTransactionId } },
  });
  context.record({
    action: 'gl.transaction.post',
    noun: 'transaction',
    recordId: reversalTransactionId,
    after: { status: 'POSTED', reversesTransactionId: id, entryNumber, postingDate: reversalDate },
    event: {
      type: 'gl.transaction.posted',
      payload: { transactionId: reversalTransactionId, glTransactionId },
    },
  });
  return {
    id,
    status: 'REVERSED',
    reversalTransactionId,
    reversalNumber: made?.reversalNumber ?? '',
    glTransactionId,
    entryNumber,
    reversalReason,
    reversalDate,
  };
}
