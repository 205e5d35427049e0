import { amountInFull } from '../money/currency';
import { type Decimal, dec, sum } from '../money/decimal';
import { later } from '../revenue/days';
import type {
  Wait,
  WantedContract,
  WantedFact,
  WantedInvoice,
  WantedObligation,
  WantedOrder,
} from './wanted-order';

/** What was created from an order: its records with the terms they were created from, and the facts by their part. */
export interface MadeOrder {
  readonly customerKey: string | null;
  readonly contract: { readonly id: string; readonly terms: WantedContract } | null;
  readonly facts: Readonly<Record<string, { readonly eventId: string; readonly fact: WantedFact }>>;
  readonly invoice: { readonly id: string; readonly terms: WantedInvoice } | null;
  readonly endsOn: string | null;
  readonly isCalledOff: boolean;
  /** How often its contract was undone and made again. */
  readonly again: number;
}

export const NOTHING_MADE: MadeOrder = {
  customerKey: null,
  contract: null,
  facts: {},
  invoice: null,
  endsOn: null,
  isCalledOff: false,
  again: 0,
};

/** How what became of a row begins when its order waits for a person. */
export const WAITS = 'Waits: ';

/** What has to happen so that the books reflect what an order should be. */
export interface OrderActs {
  readonly draft: WantedContract | null;
  /** Obligations that join a contract in force: a modification on the day of the contract's latest line. */
  readonly add: { readonly on: string; readonly obligations: readonly WantedObligation[] } | null;
  readonly tell: readonly { readonly part: string; readonly fact: WantedFact }[];
  readonly replace: readonly { readonly part: string; readonly eventId: string; readonly fact: WantedFact }[];
  readonly void: readonly { readonly part: string; readonly eventId: string }[];
  readonly endOn: string | null;
  readonly invoice: WantedInvoice | null;
  readonly reverse: string | null;
}

const changed = (words: string): { readonly waits: Wait } => ({
  waits: { code: 'CHANGED', words, rowKey: null },
});

/**
 * The difference between what was created from an order and what it should be. Facts that say something else are voided and reported again,
 * facts that are no longer reported are voided, and lines that came later join the contract by a modification. What would rewrite the
 * terms of a contract in force (a line with another price or period, one that is gone, another customer) waits for a person.
 */
export function actsOf(
  made: MadeOrder,
  wanted: WantedOrder,
): { readonly acts: OrderActs } | { readonly waits: Wait } | null {
  // An order canceled before it was taken in was never in the books.
  if (wanted.isCalledOff && made.contract === null && made.invoice === null) return null;
  if (made.customerKey !== null && made.customerKey !== wanted.customer.key)
    return changed(`The customer was ${made.customerKey}, and is now ${wanted.customer.key}.`);
  if (made.isCalledOff && !wanted.isCalledOff)
    return changed('The order was canceled, but the new file shows it in force again.');
  const contract = contractActs(made, wanted);
  if ('waits' in contract) return contract;
  const invoice = invoiceActs(made, wanted);
  if ('waits' in invoice) return invoice;
  const end = endOf(made, wanted);
  if ('waits' in end) return end;
  const facts = factActs(made, wanted);
  const acts: OrderActs = { ...contract, ...facts, ...invoice, ...end };
  const isNone =
    acts.draft === null &&
    acts.add === null &&
    acts.endOn === null &&
    acts.invoice === null &&
    acts.reverse === null &&
    acts.tell.length + acts.replace.length + acts.void.length === 0;
  return isNone ? null : { acts };
}

function contractActs(made: MadeOrder, { contract, isCalledOff }: WantedOrder) {
  const none = { draft: null, add: null };
  if (isCalledOff) return none;
  if (made.contract === null) return { draft: contract, add: null };
  if (contract === null) return changed('No line of the order is still an obligation.');
  const { terms } = made.contract;
  if (terms.currencyCode !== contract.currencyCode)
    return changed(`The currency was ${terms.currencyCode}, and is now ${contract.currencyCode}.`);
  const now = new Map(contract.obligations.map((one) => [one.key, one]));
  for (const before of terms.obligations) {
    const after = now.get(before.key);
    if (after === undefined) return changed(`The new file no longer has ${before.description}.`);
    const words = differenceOf(before, after, terms.currencyCode);
    if (words !== null) return changed(words);
  }
  const known = new Set(terms.obligations.map(({ key }) => key));
  const added = contract.obligations.filter(({ key }) => !known.has(key));
  const expected = sum([terms.fixed, ...added.filter(isFixed).map(({ amount }) => amount)]);
  if (!expected.equals(contract.fixed)) {
    const [was, is] = [terms.fixed, contract.fixed].map((fixed) => amountInFull(fixed, terms.currencyCode));
    return changed(`The price was ${was}, and is now ${is}.`);
  }
  if (added.length === 0) return none;
  const days = added.map(({ pattern }) => (pattern.kind === 'RATABLE' ? pattern.start : contract.date));
  const on = days.sort()[0] ?? contract.date;
  return { draft: null, add: { on: later(on, terms.date), obligations: added } };
}

const isFixed = ({ pattern }: WantedObligation) => pattern.kind !== 'USAGE';

/** What differs about a line, in words; usage states its amount in its fact. */
function differenceOf(
  before: WantedObligation,
  after: WantedObligation,
  currencyCode: string,
): string | null {
  const money = (amount: string) => amountInFull(amount, currencyCode);
  if (isFixed(before) && !dec(before.amount).equals(after.amount))
    return `${before.description}: the amount was ${money(before.amount)}, and is now ${money(after.amount)}.`;
  if (isSameTerms(before.pattern, after.pattern)) return null;
  const words = ({ pattern }: WantedObligation) =>
    pattern.kind === 'RATABLE' ? `${pattern.start} to ${pattern.end}` : pattern.kind.toLowerCase();
  return `${before.description}: it was ${words(before)}, and is now ${words(after)}.`;
}

function factActs(made: MadeOrder, { facts, isCalledOff }: WantedOrder) {
  const wanted = isCalledOff ? {} : facts;
  const tell = Object.entries(wanted).flatMap(([part, fact]) =>
    made.facts[part] === undefined ? [{ part, fact }] : [],
  );
  const replace = Object.entries(wanted).flatMap(([part, fact]) => {
    const before = made.facts[part];
    return before === undefined || isSameTerms(before.fact, fact)
      ? []
      : [{ part, eventId: before.eventId, fact }];
  });
  const gone = Object.entries(made.facts).flatMap(([part, { eventId }]) =>
    wanted[part] === undefined ? [{ part, eventId }] : [],
  );
  return { tell, replace, void: gone };
}

function invoiceActs(made: MadeOrder, { invoice }: WantedOrder) {
  if (made.invoice === null) return { invoice, reverse: null };
  if (invoice === null) return { invoice: null, reverse: made.invoice.id };
  return isSameTerms(made.invoice.terms, invoice)
    ? { invoice: null, reverse: null }
    : changed(
        'The new file has different lines for the posted invoice. Reverse the invoice, and take the order in again.',
      );
}

function endOf(made: MadeOrder, wanted: WantedOrder) {
  if (wanted.isCalledOff) return { endOn: made.isCalledOff ? null : (made.contract?.terms.date ?? null) };
  if (made.endsOn === wanted.endsOn) return { endOn: null };
  if (made.endsOn === null) return { endOn: wanted.endsOn };
  return changed(
    `The services ended on ${made.endsOn}; in the new file they ${wanted.endsOn === null ? 'continue' : `end on ${wanted.endsOn}`}.`,
  );
}

/** Whether two terms say the same: fields in any order, amounts as they are written. */
export function isSameTerms(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((one, at) => isSameTerms(one, b[at]));
  if (!isRecord(a) || !isRecord(b)) return false;
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names].every((name) => isSameTerms(a[name], b[name]));
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The acts in words, a sentence for each: what a line of a file becomes. */
export function actWords(acts: OrderActs, currency: string): string {
  const money = (amount: string | Decimal) => `${amountInFull(amount, currency)} ${currency}`;
  const factWords = (fact: WantedFact) =>
    fact.kind === 'delivery'
      ? `delivered on ${fact.effectiveDate}`
      : `${FACTS[fact.kind]} ${money(fact.amount)} on ${fact.effectiveDate}`;
  return [
    acts.draft === null
      ? null
      : `Contract ${acts.draft.number}: ${money(acts.draft.fixed)}, ${obligationWords(acts.draft.obligations)}`,
    acts.add === null ? null : `modification on ${acts.add.on}: ${obligationWords(acts.add.obligations)}`,
    ...acts.tell.map(({ fact }) => factWords(fact)),
    ...acts.replace.map(({ fact }) => `corrected: ${factWords(fact)}`),
    ...acts.void.map(({ part }) => `voided: ${part}`),
    acts.endOn === null ? null : `ends on ${acts.endOn}`,
    acts.invoice === null
      ? null
      : `invoice ${acts.invoice.number}: ${money(sum(acts.invoice.lines.map(({ amount }) => amount)))}`,
    acts.reverse === null ? null : 'invoice reversed',
  ]
    .filter((words) => words !== null)
    .join('; ');
}

const FACTS = {
  invoice: 'billed',
  payment: 'paid',
  payout: 'refunded',
  creditNote: 'credited',
  usage: 'used',
} as const;

const obligationWords = (obligations: readonly WantedObligation[]) =>
  obligations
    .map(({ description, pattern }) =>
      pattern.kind === 'RATABLE' ? `${description} from ${pattern.start} to ${pattern.end}` : description,
    )
    .join(', ');
