import { allocateByWeight } from '@/core/money/allocate';
import { roundToCurrency } from '@/core/money/currency';
import { type Decimal, dec, sum, toPlainString, ZERO } from '@/core/money/decimal';
import { refuse } from '@/core/refusals';
import { itemsOfLines } from '@/core/revenue/contracts/billed-items';
import type { BilledItem, ContractEvent } from '@/core/revenue/contracts/events';
import { picture } from '@/core/revenue/contracts/picture';
import type { RecordedEvent } from '@/db/revenue/contracts/events';
import { billedLines, type ContractDocument, liabilityOfDocument } from '@/db/revenue/contracts/sources';
import { findTransactions } from '@/db/stores/documents/transactions';
import { subsidiaryOrRoot } from '@/db/stores/structure/root-subsidiary';
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
 * what its lines say it is for; a credit memo settles the refund liability, and lowers the price by what exceeds it, which reduces recognized and deferred revenue in
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
  const whole = { sourceKind: document.kind, sourceId: document.id, document: { base: toPlainString(base) } };
  const isCredit = document.kind === 'CREDIT_MEMO' && history.state.status !== 'DRAFT';
  const facts: readonly Fact[] = isCredit
    ? await creditsOf(context, history, { ...on, ...items }, whole)
    : document.kind === 'INVOICE'
      ? [{ ...whole, event: { ...on, kind: 'invoice', unconditional: true, ...items } }]
      : [{ ...whole, event: { ...on, kind: 'invoiceReversed', ...items } }];
  await recordDocumentFacts(context, history, document, facts);
}

/** The source of what a credit memo lowers the price by, where it settles a refund liability too. */
const CONCEDED = 'CREDIT_MEMO_CONCESSION';

/** A credit memo of a contract in force, and what it is for. */
interface Credited {
  readonly id: string;
  readonly effectiveDate: string;
  readonly amount: string;
  readonly items?: BilledItem[];
}

/**
 * What a credit memo says: it settles the refund liability of its date first, which had lowered the price already (606-10-32-10). What
 * exceeds that changes the price (606-10-32-42): a fact of its own, with its part of the base amount and of what the memo is for.
 */
async function creditsOf(
  { tenant }: Context,
  history: History,
  credited: Credited,
  whole: Required<Omit<Fact, 'event' | 'document'>> & { readonly document: { readonly base: string } },
): Promise<Fact[]> {
  const { id, effectiveDate } = credited;
  const amount = dec(credited.amount);
  const liability = refundLiabilityOn(history, effectiveDate);
  const alone = (mode: 'REFUND_LIABILITY' | 'CONCESSION'): Fact[] => [
    { ...whole, event: { ...credited, kind: 'creditNote', mode } },
  ];
  if (liability.gte(amount)) return alone('REFUND_LIABILITY');
  if (liability.lte(ZERO)) return alone('CONCESSION');
  const { subsidiaryId, currencyCode } = history.contract;
  const books = await subsidiaryOrRoot(tenant, subsidiaryId);
  const base = dec(whole.document.base);
  const own = roundToCurrency(base.times(liability).div(amount), books?.baseCurrency ?? currencyCode);
  const items = dividedItems(credited, liability, currencyCode);
  const at = { effectiveDate, kind: 'creditNote' as const };
  return [
    {
      ...whole,
      event: { ...at, id, mode: 'REFUND_LIABILITY', amount: toPlainString(liability), ...items.settled },
      document: { base: toPlainString(own) },
    },
    {
      ...whole,
      event: {
        ...{ ...at, id: newId(), mode: 'CONCESSION' as const },
        amount: toPlainString(amount.minus(liability)),
        ...items.conceded,
      },
      sourceKind: CONCEDED,
      document: { base: toPlainString(base.minus(own)) },
    },
  ];
}

/** What a credit memo is for, divided to the cent as its amount is; the part that says nothing is divided too. */
function dividedItems({ amount, items = [] }: Credited, settled: Decimal, currencyCode: string) {
  const unnamed = dec(amount).minus(sum(items.map((item) => item.amount)));
  const weights = [...items.map((item) => dec(item.amount)), unnamed];
  const parts = allocateByWeight(settled, weights, currencyCode);
  const of = (amountOf: (item: BilledItem, part: Decimal) => Decimal): { items?: BilledItem[] } => {
    const own = items.flatMap((item, index) => {
      const part = amountOf(item, parts[index] ?? ZERO);
      return part.gt(ZERO) ? [{ ...item, amount: toPlainString(part) }] : [];
    });
    return own.length === 0 ? {} : { items: own };
  };
  return { settled: of((_item, part) => part), conceded: of((item, part) => dec(item.amount).minus(part)) };
}

/** What the facts known so far set aside for refunds by a day. */
function refundLiabilityOn({ contract, recorded, grid }: History, day: string): Decimal {
  const byThen = eventsOf(contract, recorded).filter(
    (fact) => fact.kind === 'created' || fact.kind === 'activated' || fact.effectiveDate <= day,
  );
  return dec(valueOrThrow(picture(byThen, grid)).refundLiability);
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
