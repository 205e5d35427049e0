import { dec, toPlainString } from '@/core/money/decimal';
import { refuse } from '@/core/refusals';
import type { ContractEvent } from '@/core/revenue/contracts/events';
import { picture } from '@/core/revenue/contracts/picture';
import type { RecordedEvent } from '@/db/revenue/events';
import { type ContractDocument, liabilityOfDocument } from '@/db/revenue/sources';
import { findTransactions } from '@/db/stores/transactions';
import { newId } from '@/lib/ids';
import { valueOrThrow } from '@/usecases/kit/value-or-throw';
import type { Context } from '../../kit/define';
import { eventsOf, type History, lockHistory } from '../contracts/lock-history';
import { type Fact, recordFacts } from '../contracts/record-facts';

import { INVOICE_TAKEN, moveEarned } from './take-over-invoices';

/** What of a document the contract's liability sees: amount and base amount its entry credited, above zero for an invoice. */
async function creditedBy({ tenant }: Context, document: ContractDocument) {
  const lines = await liabilityOfDocument(tenant, document.id);
  const total = (pick: (line: (typeof lines)[number]) => string) =>
    lines.reduce((sum, line) => sum.plus(pick(line)), dec('0'));
  return { amount: total(({ amount }) => amount), base: total(({ base }) => base) };
}

/**
 * Tells a contract that one of its documents was posted, in the same transaction: an invoice bills it, a credit memo
 * settles what was set aside for refunds, else lowers its price, so that recognized and deferred shrink in the mix they
 * stand in. The entry is in the ledger already, on the contract liability; here the contract's position follows it.
 * Refuses REVENUE_RULE (CONTRACT_NOT_ACTIVE, CREDIT_OVER_REMAINING …).
 */
export async function recordPostedDocument(
  context: Context,
  document: ContractDocument,
  postingDate: string,
): Promise<void> {
  const { amount, base } = await creditedBy(context, document);
  if (document.kind !== 'INVOICE' && document.kind !== 'CREDIT_MEMO') {
    if (amount.isZero() && base.isZero()) return;
    refuse(
      'REVENUE_RULE',
      `${document.transactionNumber} changes a contract's balance. Use an invoice or a credit memo for that.`,
      { rule: 'CONTRACT_DOCUMENT', kind: document.kind },
    );
  }
  if (amount.isZero()) return;
  if (amount.isNegative() !== (document.kind === 'CREDIT_MEMO')) {
    refuse('REVENUE_RULE', `${document.transactionNumber} bills the contract with the wrong sign.`, {
      rule: 'CONTRACT_DOCUMENT',
      kind: document.kind,
    });
  }
  const history = await lockHistory(context, document.contractId);
  const on = { id: newId(), effectiveDate: postingDate, amount: toPlainString(amount.abs()) };
  const event: ContractEvent =
    document.kind === 'INVOICE'
      ? { ...on, kind: 'invoice', unconditional: true }
      : history.state.status === 'DRAFT'
        ? { ...on, kind: 'invoiceReversed' }
        : { ...on, kind: 'creditNote', mode: modeOf(history, on) };
  await recordDocumentFacts(context, history, document, [
    {
      event,
      sourceKind: document.kind,
      sourceId: document.id,
      document: { base: toPlainString(base) },
    },
  ]);
}

/** What is set aside for refunds on the day of the memo is settled first; anything else is a concession on the price. */
function modeOf(
  { contract, recorded }: History,
  { amount, effectiveDate }: { amount: string; effectiveDate: string },
): 'REFUND_LIABILITY' | 'CONCESSION' {
  const byThen = eventsOf(contract, recorded).filter(
    (fact) => fact.kind === 'created' || fact.kind === 'activated' || fact.effectiveDate <= effectiveDate,
  );
  const { refundLiability } = valueOrThrow(picture(byThen));
  return dec(refundLiability).gte(amount) ? 'REFUND_LIABILITY' : 'CONCESSION';
}

/** Tells a contract that one of its posted documents was reversed: what it said is taken back. */
export async function recordReversedDocument(
  context: Context,
  document: ContractDocument,
  reversalDate: string,
): Promise<void> {
  const history = await lockHistory(context, document.contractId);
  const told = history.recorded.find(({ sourceId }) => sourceId === document.id);
  if (told === undefined) return;
  const base = await reversedBase(context, history, told, document, reversalDate);
  const facts = takenBack(told, reversalDate, document);
  const [first, ...rest] = facts;
  if (first === undefined) return;
  await recordDocumentFacts(context, history, document, [
    {
      event: first,
      sourceKind: `${document.kind}_REVERSAL`,
      sourceId: document.id,
      document: { base: toPlainString(base.negated()) },
    },
    ...rest.map((event) => ({ event })),
  ]);
}

/** Base amount the reversal took off the contract liability; of an invoice taken over it is moved back there first. */
async function reversedBase(
  context: Context,
  { contract }: History,
  told: RecordedEvent,
  document: ContractDocument,
  date: string,
) {
  if (told.sourceKind !== INVOICE_TAKEN) return (await creditedBy(context, document)).base;
  const [invoice] = await findTransactions(context.tenant, [document.id]);
  const moved = invoice && (await moveEarned(context, contract, invoice, date, 'BACK'));
  return dec(moved?.base ?? '0');
}

function takenBack(
  { event }: RecordedEvent,
  effectiveDate: string,
  document: ContractDocument,
): ContractEvent[] {
  const at = () => ({ id: newId(), effectiveDate });
  switch (event.kind) {
    case 'invoice':
      return [{ ...at(), kind: 'invoiceReversed', amount: event.amount }];
    case 'invoiceReversed':
      return [{ ...at(), kind: 'invoice', amount: event.amount, unconditional: true }];
    case 'creditNote':
      if (event.mode === 'CONCESSION') {
        return [
          { ...at(), kind: 'invoice', amount: event.amount, unconditional: true },
          { ...at(), kind: 'estimateChange', change: event.amount },
        ];
      }
      break;
    default:
      return [];
  }
  refuse(
    'REVENUE_RULE',
    `${document.transactionNumber} settled a refund liability of its contract. Issue an invoice instead.`,
    { rule: 'CONTRACT_DOCUMENT', kind: document.kind },
  );
}

async function recordDocumentFacts(
  context: Context,
  history: History,
  document: ContractDocument,
  facts: readonly Fact[],
): Promise<void> {
  const state = await recordFacts(context, history, facts);
  context.record({
    action: 'revenue.events.record',
    noun: 'revenue contract',
    recordId: document.contractId,
    before: { status: history.state.status, transactionPrice: history.state.transactionPrice },
    after: {
      events: facts.map(({ event }) => event),
      document: document.transactionNumber,
      status: state.status,
      transactionPrice: state.transactionPrice,
    },
    event: {
      type: 'revenue.event.recorded',
      payload: {
        contractId: document.contractId,
        eventId: facts[0]?.event.id,
        kind: facts[0]?.event.kind,
        transactionId: document.id,
      },
    },
  });
}
