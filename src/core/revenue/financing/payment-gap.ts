import { addMonths } from '@/core/periods/calendar';
import { type Decimal, type DecimalString, dec, ZERO } from '../../money/decimal';
import type { BalanceEvent } from '../balances';
import type { DateString } from '../days';

/** Payment and transfer of the same part of a price that are more than a year apart (606-10-32-18). */
export type PaymentGap = {
  /** ADVANCE: paid or billed first. ARREARS: transferred first. */
  kind: 'ADVANCE' | 'ARREARS';
  from: DateString;
  /** When the other follows; null: not yet, and no schedule says when. */
  to: DateString | null;
  /** The day on which it is first known: of what is scheduled or has happened at once, otherwise when the year has passed. */
  knownFrom: DateString;
};

/** What it follows from: of a contract's state the changes of its balances, its revenue by month, and whether it has ended. */
type Facts = {
  readonly balanceEvents: readonly BalanceEvent[];
  readonly rows: readonly { readonly end: DateString; readonly amount: DecimalString }[];
  readonly status: string;
};

type Part = { readonly on: DateString; amount: Decimal };

/** The year within which a payment is not a financing component by the practical expedient: to the same day of the next year. */
const yearAfter = (day: DateString) => addMonths(day, 12);

/**
 * The first part of a contract's price that is paid and transferred more than a year apart, as its facts stand: what was billed or,
 * without a bill, paid, against what is earned and scheduled, the earliest of one with the earliest of the other. A scheduled
 * amount is transferred by the end of its days. Null: none.
 */
export function paymentGap(state: Facts): PaymentGap | null {
  const known = found.get(state);
  if (known !== undefined) return known;
  const gap = firstGap(state);
  found.set(state, gap);
  return gap;
}

/** The gap of each state already computed, since it reads every amount: a state never changes once it is created. */
const found = new WeakMap<Facts, PaymentGap | null>();

function firstGap(state: Facts): PaymentGap | null {
  const paid = considerationOf(state);
  const earned = transferOf(state);
  let [at, of] = [0, 0];
  let earliest: PaymentGap | null = null;
  const note = (gap: PaymentGap) => {
    if (earliest === null || gap.knownFrom < earliest.knownFrom) earliest = gap;
  };
  for (;;) {
    const [payment, transfer] = [paid[at], earned[of]];
    if (payment === undefined && transfer === undefined) return earliest;
    if (payment === undefined || transfer === undefined) {
      const rest = payment ?? transfer;
      // What an ended contract leaves open is settled, not financed.
      if (rest === undefined || state.status === 'TERMINATED') return earliest;
      const kind = payment === undefined ? 'ARREARS' : 'ADVANCE';
      const knownFrom = yearAfter(rest.on);
      note({ kind, from: rest.on, to: null, knownFrom });
      return earliest;
    }
    const [first, then] = payment.on <= transfer.on ? [payment.on, transfer.on] : [transfer.on, payment.on];
    if (then > yearAfter(first)) {
      const isAdvance = payment.on <= transfer.on;
      // A schedule is known when it is paid ahead; a payment that comes late is known when the year has passed.
      const knownFrom = isAdvance ? first : yearAfter(first);
      note({ kind: isAdvance ? 'ADVANCE' : 'ARREARS', from: first, to: then, knownFrom });
    }
    const size = payment.amount.lt(transfer.amount) ? payment.amount : transfer.amount;
    payment.amount = payment.amount.minus(size);
    transfer.amount = transfer.amount.minus(size);
    if (payment.amount.isZero()) at += 1;
    if (transfer.amount.isZero()) of += 1;
  }
}

const byDay = (a: Part, b: Part) => (a.on === b.on ? 0 : a.on < b.on ? -1 : 1);

/** Bills by day, and payments beyond them; what is credited or paid back leaves with what came last. */
function considerationOf({ balanceEvents }: Pick<Facts, 'balanceEvents'>): Part[] {
  let [billed, paid, counted] = [ZERO, ZERO, ZERO];
  const parts: Part[] = [];
  const events = balanceEvents.map((event) => ({ event, on: event.on, amount: dec(event.amount) }));
  for (const { event, on, amount } of [...events].sort(byDay)) {
    if (event.kind === 'DUE') billed = billed.plus(amount);
    else if (event.kind === 'CREDIT') billed = billed.minus(amount);
    else if (event.kind === 'PAYMENT') paid = paid.plus(amount);
    else if (event.kind === 'PAYOUT') paid = paid.minus(amount);
    else continue;
    const now = billed.gt(paid) ? billed : paid;
    const by = now.minus(counted);
    counted = now;
    if (by.gt(ZERO)) parts.push({ on, amount: by });
    else takeBack(parts, by.negated());
  }
  return parts;
}

/** What was earned and is scheduled, by the last day of each amount; what is taken back leaves with what came last. */
function transferOf({ rows }: Pick<Facts, 'rows'>): Part[] {
  const parts: Part[] = [];
  const amounts = rows.map(({ end, amount }) => ({ on: end, amount: dec(amount) }));
  for (const { on, amount } of amounts.sort(byDay)) {
    if (amount.gt(ZERO)) parts.push({ on, amount });
    else takeBack(parts, amount.negated());
  }
  return parts;
}

function takeBack(parts: Part[], amount: Decimal): void {
  let rest = amount;
  while (rest.gt(ZERO)) {
    const last = parts.at(-1);
    if (last === undefined) return;
    const taken = last.amount.lt(rest) ? last.amount : rest;
    last.amount = last.amount.minus(taken);
    rest = rest.minus(taken);
    if (last.amount.isZero()) parts.pop();
  }
}
