import { type Decimal, type DecimalString, dec, ZERO } from '@/core/money/decimal';
import type { DateString } from '../../days';
import type { ContractBalanceEvent } from '../contract-state';
import { nothingStands, shiftOf, standsAfter } from './balance-shifts';

/** A movement of a contract's position as it was posted. */
export type PostedMove = {
  kind: string;
  on: DateString;
  eventId: string | null;
  amount: Decimal;
  receivable: Decimal;
  refund: Decimal;
  /** Contract liability less contract asset. */
  net: Decimal;
  /** What a run earned by it. */
  revenue: Decimal;
};

/** What stands to be posted on a day so that receivable and refund liability are what they should be by then. */
export type WaitingShift = { on: DateString; receivable: Decimal; refund: Decimal };

export type WaitingBalances = {
  shifts: WaitingShift[];
  /** Billed, and still waiting for performance or for the customer’s money. */
  pending: Decimal;
};

/**
 * The balances of a contract with bills that the customer can still cancel, less those posted. Such a bill is a receivable only as far as
 * the contract is performed (606-10-45-4; Example 38 Case A), and what is paid ahead of performance pays the part that still waits.
 * Facts count on their days, posted revenue on the day by which it was earned, whatever else moved the position on the day of its
 * posting; at the end of each day what
 * waits falls due as far as more is performed than was paid or is due. So neither the order of recording nor the moment of a run makes
 * a difference. `documents`: facts whose document keeps its own receivable. `days`: the days of all facts, of those taken back too.
 * `earned`: posted revenue.
 * `booked`: the day on which a difference of a day is posted, in an open period.
 */
export function waitingBalances(
  {
    events,
    documents,
    days,
    earned,
  }: {
    readonly events: readonly ContractBalanceEvent[];
    readonly documents: ReadonlySet<string>;
    readonly days: ReadonlyMap<string, DateString>;
    readonly earned: readonly { readonly on: DateString; readonly amount: DecimalString }[];
  },
  posted: readonly PostedMove[],
  booked: (on: DateString) => DateString,
): WaitingBalances {
  const places = new Map<DateString, WaitingShift>();
  const add = (day: DateString, receivable: Decimal, refund: Decimal) => {
    const on = booked(day);
    const known = places.get(on) ?? { on, receivable: ZERO, refund: ZERO };
    places.set(on, { on, receivable: known.receivable.plus(receivable), refund: known.refund.plus(refund) });
  };
  const moves = [
    ...posted
      .filter(({ kind }) => kind !== 'REVENUE')
      .map((move) => ({
        // A movement of a fact counts on the day of the fact, whenever it was recorded.
        day: days.get(move.eventId ?? '') ?? move.on,
        amount: move.net.minus(move.receivable).plus(move.refund),
      })),
    ...earned.map(({ on, amount }) => ({ day: on, amount: dec(amount).negated() })),
  ];
  for (const { on, receivable, refund } of posted) add(on, receivable.negated(), refund.negated());

  let [stands, pending, rest, paidAhead] = [nothingStands, ZERO, ZERO, ZERO];
  for (const day of [...new Set([...events.map(({ on }) => on), ...moves.map((move) => move.day)])].sort()) {
    for (const event of events.filter(({ on }) => on === day)) {
      const isDocument = documents.has(event.eventId);
      if (event.kind === 'DUE' && !event.unconditional && !isDocument) {
        pending = pending.plus(event.amount);
        continue;
      }
      // At the end of a contract all that was paid ahead settles what is due then, the bills that it had paid among it.
      const due = event.kind === 'SETTLE' ? paidAhead : ZERO;
      stands = { ...stands, receivable: stands.receivable.plus(due) };
      add(event.on, due, ZERO);
      paidAhead = paidAhead.minus(due);
      const met =
        event.kind === 'SETTLE' ? { ...stands, receivable: stands.receivable.plus(pending) } : stands;
      const shift = shiftOf(event, met, isDocument);
      if (event.kind === 'PAYMENT') {
        const waits = lessAtMost(pending, shift.cash.plus(shift.receivable));
        paidAhead = paidAhead.plus(pending).minus(waits);
        pending = waits;
      }
      add(postedDay(event, posted), shift.receivable, shift.refund);
      stands = standsAfter(stands, event, shift);
    }
    // What neither settles a receivable nor fills or uses the refund liability: performance, money, documents, interest.
    for (const move of moves.filter((one) => one.day === day)) rest = rest.plus(move.amount);
    const performed = rest.plus(stands.receivable).minus(stands.refund).negated();
    const waits = lessAtMost(pending, performed);
    add(day, pending.minus(waits), ZERO);
    stands = { ...stands, receivable: stands.receivable.plus(pending).minus(waits) };
    pending = waits;
  }
  const shifts = [...places.values()]
    .filter(({ receivable, refund }) => !receivable.isZero() || !refund.isZero())
    .sort((a, b) => (a.on < b.on ? -1 : 1));
  return { shifts, pending };
}

/** The movement kinds of balance events that have other names there. */
const MOVED_AS: { readonly [kind: string]: string } = { PAYOUT: 'PAYMENT' };

/** The day on which a fact was posted: its own, unless its period was closed when it was recorded. */
function postedDay(event: ContractBalanceEvent, posted: readonly PostedMove[]): DateString {
  const kind = MOVED_AS[event.kind] ?? event.kind;
  const size = dec(event.amount).abs();
  const move = posted.find(
    (one) => one.eventId === event.eventId && one.kind === kind && one.amount.abs().equals(size),
  );
  return move === undefined || move.on < event.on ? event.on : move.on;
}

/** What is left of an amount after some of it, possibly none, was taken. */
function lessAtMost(amount: Decimal, taken: Decimal): Decimal {
  if (taken.lte(ZERO)) return amount;
  return taken.lt(amount) ? amount.minus(taken) : ZERO;
}
