import { type Decimal, dec, sum, ZERO } from '@/core/money/decimal';
import type { DateString } from '../../days';
import type { ContractBalanceEvent } from '../contract-state';

/** The change one fact makes to each balance on its day; the change of the net position follows from these. */
export type BalanceShift = {
  on: DateString;
  eventId: string;
  receivable: Decimal;
  cash: Decimal;
  refund: Decimal;
  /** Interest expense, and income, which is below zero: taken back each stays on its own account. */
  interest: Decimal;
  income: Decimal;
  supplier: Decimal;
};

/** What to post so that the ledger agrees with the second picture: new facts as they are, and shifts of existing balances. */
export type BalanceDifference = {
  events: readonly ContractBalanceEvent[];
  shifts: readonly BalanceShift[];
};

/**
 * The balances of the second picture less those of the first. What was recorded in the order in which it happened is posted as it
 * is. A fact that was late, or is void, changes what others did: a payment recorded before its invoice was an advance and now
 * settles it. Then the differences are posted, each on its day. `documents`: facts whose document keeps its own receivable;
 * they move the position alone. What a customer may still cancel falls due with performance, which is posted by runs: those facts are
 * posted as they are, and `waitingBalances` says what else. A contract that has ended is settled as a whole.
 */
export function balanceDifference(
  before: readonly ContractBalanceEvent[],
  after: readonly ContractBalanceEvent[],
  documents: ReadonlySet<string>,
): BalanceDifference {
  const changed = goesOn(before, after)
    ? differingEvents([], after.slice(before.length))
    : differingEvents(before, after);
  const cancellable = [...before, ...after].some((event) => event.kind === 'DUE' && !event.unconditional);
  const hasEnded = [...before, ...after].some(({ kind }) => kind === 'SETTLE');
  if (cancellable || (!hasEnded && continues(before, after, documents)))
    return { events: changed, shifts: [] };
  const was = new Map(shiftsOf(before, documents).map((shift) => [nameOf(shift), shift]));
  const is = new Map(shiftsOf(after, documents).map((shift) => [nameOf(shift), shift]));
  const shifts = [...new Set([...was.keys(), ...is.keys()])]
    .map((name) => minus(is.get(name), was.get(name)))
    .filter((shift) => !isStill(shift) && !documents.has(shift.eventId))
    .sort(byDay);
  return { events: changed.filter(({ eventId }) => documents.has(eventId)), shifts };
}

/** Whether the second begins with the very events of the first, as a picture to which facts were added does. */
const goesOn = (before: readonly ContractBalanceEvent[], after: readonly ContractBalanceEvent[]): boolean =>
  before.every((event, index) => after[index] === event);

/** Whether the order-dependent balances simply continue, so that each new fact starts from the balances its day ended with. */
function continues(
  before: readonly ContractBalanceEvent[],
  after: readonly ContractBalanceEvent[],
  documents: ReadonlySet<string>,
): boolean {
  const settles = after.some((event) => event.kind === 'CREDIT' && event.keepRefund !== true);
  const depends = ({ kind, eventId }: ContractBalanceEvent) =>
    (['DUE', 'PAYMENT', 'PAYOUT', 'CREDIT'].includes(kind) && !documents.has(eventId)) ||
    (kind === 'REFUND' && settles);
  const is = [...after].filter(depends).sort(byDay);
  return [...before]
    .filter(depends)
    .sort(byDay)
    .every((event, index) => {
      const now = is[index];
      if (now === event) return true;
      return now !== undefined && eventName(now) === eventName(event) && now.amount === event.amount;
    });
}

const byDay = (a: { on: DateString }, b: { on: DateString }) => (a.on === b.on ? 0 : a.on < b.on ? -1 : 1);

function eventName(event: ContractBalanceEvent): string {
  const { kind, on, eventId } = event;
  const unconditional = 'unconditional' in event && event.unconditional;
  // One accrual may have both expense and income, which stand in different accounts.
  const isIncome = kind === 'INTEREST' && dec(event.amount).lt(ZERO);
  return [kind, on, eventId, unconditional, 'keepRefund' in event && event.keepRefund, isIncome].join(' ');
}

/** New events as they are; changed and removed ones by the difference of their amounts. */
function differingEvents(
  before: readonly ContractBalanceEvent[],
  after: readonly ContractBalanceEvent[],
): ContractBalanceEvent[] {
  const total = (events: readonly ContractBalanceEvent[]) => {
    const sums = new Map<string, { event: ContractBalanceEvent; amount: Decimal }>();
    for (const event of events) {
      const known = sums.get(eventName(event))?.amount ?? ZERO;
      sums.set(eventName(event), { event, amount: known.plus(event.amount) });
    }
    return sums;
  };
  const [was, is] = [total(before), total(after)];
  const gone = [...was]
    .filter(([key]) => !is.has(key))
    .map(([, one]) => ({ ...one, amount: one.amount.negated() }));
  const here = [...is].map(([key, { event, amount }]) => ({
    event,
    amount: amount.minus(was.get(key)?.amount ?? ZERO),
  }));
  return [...gone, ...here]
    .filter(({ event, amount }) => event.kind !== 'SETTLE' && !amount.isZero())
    .map(({ event, amount }) => ({ ...event, ...sideOf(event, amount), amount: amount.toFixed() }));
}

/** Which side of interest a difference is on, where it is less of what stands. */
function sideOf(event: ContractBalanceEvent, by: Decimal): { isIncome?: boolean } {
  const stands = dec(event.amount);
  if (event.kind !== 'INTEREST' || stands.isZero() || stands.lt(ZERO) === by.lt(ZERO)) return {};
  return { isIncome: stands.lt(ZERO) };
}

/** Each fact's share of the balances, folded by day (`contractEntries`, without revenue). */
function shiftsOf(events: readonly ContractBalanceEvent[], documents: ReadonlySet<string>): BalanceShift[] {
  let stands = nothingStands;
  const ordered = [...events].sort(byDay);
  const shifts = new Map<string, BalanceShift>();
  for (const event of ordered) {
    const one = shiftOf(event, stands, documents.has(event.eventId));
    stands = standsAfter(stands, event, one);
    shifts.set(nameOf(one), plus(one, shifts.get(nameOf(one))));
  }
  return [...shifts.values()];
}

/** What stands while facts are folded; `ahead` is what was paid into the position less what was paid out of it. */
type Stands = { receivable: Decimal; refund: Decimal; ahead: Decimal; hasEnded: boolean };
export const nothingStands: Stands = { receivable: ZERO, refund: ZERO, ahead: ZERO, hasEnded: false };

/** What stands after a fact. */
export const standsAfter = (stands: Stands, event: ContractBalanceEvent, one: BalanceShift): Stands => ({
  receivable: stands.receivable.plus(one.receivable),
  refund: stands.refund.plus(one.refund),
  // Money the receivable did not take went into the position.
  ahead: aheadAfter(stands, event, one),
  hasEnded: stands.hasEnded || event.kind === 'SETTLE',
});

const aheadAfter = ({ ahead }: Stands, { kind }: ContractBalanceEvent, { cash, receivable }: BalanceShift) =>
  ['PAYMENT', 'PAYOUT', 'SETTLE'].includes(kind) ? ahead.plus(cash).plus(receivable) : ahead;

/** What a fact changes, by what stands before it. */
export function shiftOf(event: ContractBalanceEvent, stands: Stands, isDocument: boolean): BalanceShift {
  const amount = dec(event.amount);
  const still = stillAt(event.on, event.eventId);
  switch (event.kind) {
    case 'DUE':
      return { ...still, receivable: isDocument ? ZERO : amount };
    case 'PAYMENT': {
      const settled = stands.hasEnded ? amount : smaller(amount, stands.receivable);
      return { ...still, cash: amount, receivable: settled.negated() };
    }
    case 'PAYOUT': {
      const owed = stands.receivable.lt(ZERO) ? smaller(amount, stands.receivable.negated()) : ZERO;
      return { ...still, cash: amount.negated(), receivable: stands.hasEnded ? amount : owed };
    }
    case 'SETTLE': {
      const settled = stands.ahead.plus(amount);
      const beyond = settled.minus(stands.receivable);
      const covered = beyond.gt(ZERO) ? smaller(beyond, dec(event.unbilled)) : ZERO;
      return { ...still, receivable: covered.minus(settled) };
    }
    case 'CREDIT': {
      const settled = event.keepRefund === true ? ZERO : smaller(amount, stands.refund);
      return { ...still, receivable: isDocument ? ZERO : amount.negated(), refund: settled.negated() };
    }
    case 'REFUND':
      return { ...still, refund: amount };
    case 'INTEREST':
      return amount.lt(ZERO) ? { ...still, income: amount } : { ...still, interest: amount };
    case 'SUPPLIER':
      return { ...still, supplier: amount };
    case 'REVENUE':
      return still;
  }
}

const smaller = (a: Decimal, b: Decimal) => (a.lt(b) ? a : b);
const nameOf = ({ on, eventId }: BalanceShift) => `${on} ${eventId}`;
const ROLES = ['receivable', 'cash', 'refund', 'interest', 'income', 'supplier'] as const;

function stillAt(on: DateString, eventId: string): BalanceShift {
  return {
    on,
    eventId,
    receivable: ZERO,
    cash: ZERO,
    refund: ZERO,
    interest: ZERO,
    income: ZERO,
    supplier: ZERO,
  };
}

const isStill = (shift: BalanceShift) => ROLES.every((role) => shift[role].isZero());

function plus(a: BalanceShift, b: BalanceShift | undefined): BalanceShift {
  const added = { ...a };
  for (const role of ROLES) added[role] = sum([a[role], b?.[role] ?? ZERO]);
  return added;
}

function minus(a: BalanceShift | undefined, b: BalanceShift | undefined): BalanceShift {
  const still = a ?? b;
  const taken = stillAt(still?.on ?? '', still?.eventId ?? '');
  for (const role of ROLES) taken[role] = dec(a?.[role] ?? ZERO).minus(b?.[role] ?? ZERO);
  return taken;
}
