import { toAmountString } from '@/core/money/currency';
import { type Decimal, sum, ZERO } from '@/core/money/decimal';
import { type DateString, later } from '../../days';
import { billedItems } from '../billed-items';
import type { InterestDay } from '../contract-state';
import type { Draft } from '../drafts/draft';
import type { ContractEvent, EventKind } from '../events';
import { accruedIn, positionOf } from './interest-position';

/** Facts that leave the price as it is. */
const LEAVES_PRICE: readonly EventKind[] = [
  'invoice',
  'invoiceReversed',
  'payment',
  'payout',
  'interest',
  'accrual',
];

/** Keeps what interest depends on as a fact leaves it; of several facts of a day the last one counts. */
export function keepInterestDay(draft: Draft, event: ContractEvent): void {
  const before = draft.interestDays.at(-1);
  if (before === undefined && draft.interest.length === 0 && event.kind !== 'interest') return;
  const { currencyCode, status, interest, installments, balanceEvents } = draft;
  const text = (amount: Decimal) => toAmountString(amount, currencyCode);
  const isAccrual = event.kind === 'interest' || event.kind === 'accrual';
  const accrued = accruedIn(isAccrual ? balanceEvents.filter(({ eventId }) => eventId === event.id) : []);
  const isSamePrice = before !== undefined && LEAVES_PRICE.includes(event.kind);
  const price = () => text(sum([...draft.obligations.values()].map(({ allocated }) => allocated)));
  // What comes before the contract counts from its date.
  const on = later(event.effectiveDate, draft.inception);
  if (before?.on === on) draft.interestDays.pop();
  draft.interestDays.push({
    ...{ on, currencyCode, status, interest, installments },
    transactionPrice: isSamePrice ? before.transactionPrice : price(),
    billed: text(draft.billed),
    billedFor: billedItems(draft),
    paid: text(draft.paid),
    earned: text(accrued.earned.plus(before?.earned ?? ZERO)),
    expensed: text(accrued.expensed.plus(before?.expensed ?? ZERO)),
  });
}

/** The accounts of interest: accrued is an asset, the other two are liabilities. */
export type InterestAccount = 'accrued' | 'unearned' | 'advance';
export type InterestBalances = { readonly [account in InterestAccount]: Decimal };
/** An amount by which each of them grows on a day. */
export type InterestChange = InterestBalances & { readonly on: DateString };

const NONE: InterestBalances = { accrued: ZERO, unearned: ZERO, advance: ZERO };
const above = (amount: Decimal) => (amount.gt(ZERO) ? amount : ZERO);

/** Interest billed and not earned, or earned and not billed (below zero): one account for each sign. */
export const sidesOfIncome = (income: Decimal): Pick<InterestBalances, 'accrued' | 'unearned'> => ({
  accrued: above(income.negated()),
  unearned: above(income),
});

/** What stands in each account through a day. */
const through = (changes: readonly InterestChange[], day: DateString): InterestBalances => {
  const own = changes.filter(({ on }) => on <= day);
  const of = (account: InterestAccount) => sum(own.map((change) => change[account]));
  return { accrued: of('accrued'), unearned: of('unearned'), advance: of('advance') };
};

/**
 * The interest of a contract that belongs in accounts of its own (606-10-32-20), less what stands there: for each day on which something of
 * it happened, was recognized or was posted, what belongs there by the facts through that day and by the revenue posted through it. So
 * neither the order in which facts were recorded nor the moment of a run makes a difference, by day and account.
 * `days`: the facts. `recognised`: revenue by the day of its posting. `posted`: what was moved into the accounts. `booked`: the day on which
 * what concerns a day is posted: itself where its period is open, else the first open day after it; null where there is none yet.
 * Answers every such day in order, also those on which nothing differs.
 */
export function interestShifts(
  {
    days,
    recognised,
    posted,
  }: {
    readonly days: readonly InterestDay[];
    readonly recognised: readonly { readonly on: DateString; readonly amount: Decimal }[];
    readonly posted: readonly InterestChange[];
  },
  booked: (on: DateString) => DateString | null,
): InterestChange[] {
  const places = new Set<DateString>();
  for (const { on } of [...days, ...recognised, ...posted]) {
    const place = booked(on);
    if (place !== null) places.add(place);
  }
  let moved: InterestBalances = NONE;
  return [...places].sort().map((on) => {
    const day = days.findLast((one) => one.on <= on);
    const earned = sum(recognised.filter((one) => one.on <= on).map(({ amount }) => amount));
    const { income, advance } = day === undefined ? { income: ZERO, advance: ZERO } : positionOf(day, earned);
    const belongs: InterestBalances = { ...sidesOfIncome(income), advance };
    const stands = through(posted, on);
    const by = (account: InterestAccount) => belongs[account].minus(stands[account]).minus(moved[account]);
    const shift = { on, accrued: by('accrued'), unearned: by('unearned'), advance: by('advance') };
    moved = {
      accrued: moved.accrued.plus(shift.accrued),
      unearned: moved.unearned.plus(shift.unearned),
      advance: moved.advance.plus(shift.advance),
    };
    return shift;
  });
}
