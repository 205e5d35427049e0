import { dec, toPlainString } from '@/core/money/decimal';
import { refuse } from '@/core/refusals';
import { itemsOfLines } from '@/core/revenue/contracts/billed-items';
import type { BilledItem, ContractEvent } from '@/core/revenue/contracts/events';
import { picture } from '@/core/revenue/contracts/picture';
import type { RecordedEvent } from '@/db/revenue/contracts/events';
import { billedLines, type ContractDocument, liabilityOfDocument } from '@/db/revenue/contracts/sources';
import { findTransactions } from '@/db/stores/documents/transactions';
import { newId } from '@/lib/ids';
import { valueOrThrow } from '@/usecases/kit/value-or-throw';
import type { Context } from '../../kit/define';
import { eventsOf, type History, lockHistory } from '../contracts/lock-history';
import { type Fact, recordFacts } from '../contracts/record-facts';

import { INVOICE_TAKEN, moveEarned } from './take-over-invoices';

/**
 * The part of a document that affects the contract liability: the amount and base amount its entry
 * credited, positive for an invoice.
 */
async function creditedBy({ tenant }: Context, document: ContractDocument) {
  const lines = await liabilityOfDocument(tenant, document.id);
  const total = (pick: (line: (typeof lines)[number]) => string) =>
    lines.reduce((sum, line) => sum.plus(pick(line)), dec('0'));
  return { amount: total(({ amount }) => amount), base: total(({ base }) => base) };
}

/** What an invoice or a credit memo is for, as far as its lines say so. */
async function billedItems(
  { tenant }: Context,
  { id, kind }: ContractDocument,
  currencyCode: string,
): Promise<{ items?: BilledItem[] }> {
  const lines = await billedLines(tenant, id);
  const items = itemsOfLines(
    lines.map((line) => ({
      ...line,
      amount: kind === 'CREDIT_MEMO' ? dec(line.amount).negated() : dec(line.amount),
    })),
    currencyCode,
  );
  return items.length === 0 ? {} : { items };
}

/**
 * Records on a contract that one of its documents was posted, in the same transaction: an invoice is a billing of
 * what its lines say it is for; a credit memo settles the refund liability or else lowers the price, which reduces recognized and deferred revenue in
 * proportion. The entry on the contract liability is already in the ledger; this brings the contract's position in
 * line. Refuses REVENUE_RULE (CONTRACT_NOT_ACTIVE, CREDIT_OVER_REMAINING …).
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
  const items = await billedItems(context, document, history.contract.currencyCode);
  const event: ContractEvent =
    document.kind === 'INVOICE'
      ? { ...on, kind: 'invoice', unconditional: true, ...items }
      : history.state.status === 'DRAFT'
        ? { ...on, kind: 'invoiceReversed', ...items }
        : { ...on, kind: 'creditNote', mode: modeOf(history, on), ...items };
  await recordDocumentFacts(context, history, document, [
    {
      event,
      sourceKind: document.kind,
      sourceId: document.id,
      document: { base: toPlainString(base) },
    },
  ]);
}

/** The refund liability on the date of the memo is settled first; any excess is a price concession. */
function modeOf(
  { contract, recorded, grid }: History,
  { amount, effectiveDate }: { amount: string; effectiveDate: string },
): 'REFUND_LIABILITY' | 'CONCESSION' {
  const byThen = eventsOf(contract, recorded).filter(
    (fact) => fact.kind === 'created' || fact.kind === 'activated' || fact.effectiveDate <= effectiveDate,
  );
  const { refundLiability } = valueOrThrow(picture(byThen, grid));
  return dec(refundLiability).gte(amount) ? 'REFUND_LIABILITY' : 'CONCESSION';
}

/** Records on a contract that one of its posted documents was reversed: the document's fact is voided. */
export async function recordReversedDocument(
  context: Context,
  document: ContractDocument,
  reversalDate: string,
): Promise<void> {
  const history = await lockHistory(context, document.contractId);
  const recorded = history.recorded.find(({ sourceId }) => sourceId === document.id);
  if (recorded === undefined) return;
  const base = await reversedBase(context, history, recorded, document, reversalDate);
  const facts = takenBack(recorded, reversalDate, document);
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

/**
 * Base amount that the reversal removed from the contract liability; for an invoice taken over by the
 * contract, it is first moved back there.
 */
async function reversedBase(
  context: Context,
  { contract }: History,
  recorded: RecordedEvent,
  document: ContractDocument,
  date: string,
) {
  if (recorded.sourceKind !== INVOICE_TAKEN) return (await creditedBy(context, document)).base;
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
      return [
        {
          ...at(),
          kind: 'invoiceReversed',
          amount: event.amount,
          ...(event.items && { items: event.items }),
        },
      ];
    case 'invoiceReversed':
      return [
        {
          ...at(),
          kind: 'invoice',
          amount: event.amount,
          unconditional: true,
          ...(event.items && { items: event.items }),
        },
      ];
    case 'creditNote':
      if (event.mode === 'CONCESSION') {
        return [
          {
            ...at(),
            kind: 'invoice',
            amount: event.amount,
            unconditional: true,
            ...(event.items && { items: event.items }),
          },
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
