import { type Decimal, type DecimalString, dec, isPlainDecimal, ONE, sum, ZERO } from '@/core/money/decimal';
import { addDays, addMonths, isDate } from '../periods/calendar';
import { type DateString, later } from './days';
import { elapsedShare } from './schedules/schedule';
import type { ScheduleMethod } from './schedules/schedule-methods';

/** How long a commitment period is: the customer owes its minimum at the end of each, whatever it used. */
export const COMMITMENT_PERIODS = ['MONTH', 'QUARTER', 'YEAR', 'TERM'] as const;
type CommitmentLength = (typeof COMMITMENT_PERIODS)[number];

/**
 * How a committed minimum is earned. It is fixed consideration (606-10-32-2); what is used beyond it is earned as it is used under
 * every method (606-10-32-40, 55-65).
 *
 * AS_USED: the units are goods or rights the customer takes as it wants; unused ones are breakage, in proportion to use as far as
 * it is expected, else when the customer can no longer take them (606-10-55-46 to 55-49).
 * OVER_TIME: standing ready is a series (606-10-25-14(b), 25-18(e)): with time. Also the guaranteed minimum of a license of symbolic
 * intellectual property, view C of TRG paper 58.
 * AT_START: the guaranteed minimum of a license of functional intellectual property, when the license begins (606-10-55-58B, 55-58C).
 * ROYALTIES: of symbolic intellectual property as the royalties occur, as long as they are expected to exceed the minimum (view A);
 * with time when they are not.
 * ESTIMATE: of symbolic intellectual property by the time elapsed of all that is expected, never more than the minimum or, beyond it,
 * the royalties that occurred (view B; 606-10-55-65).
 */
export const MINIMUM_METHODS = ['AS_USED', 'OVER_TIME', 'AT_START', 'ROYALTIES', 'ESTIMATE'] as const;
export type MinimumMethod = (typeof MINIMUM_METHODS)[number];

/** How each method earns a minimum, in the words of an explanation. */
export const MINIMUM_RULES: Readonly<Record<MinimumMethod, string>> = {
  AS_USED: 'the committed minimum as it is used, and any unused part when it expires (606-10-55-48)',
  OVER_TIME: 'the elapsed part of the minimum, and any usage beyond it (606-10-25-18(e), 55-65)',
  AT_START: 'the guaranteed minimum when the license begins, and royalties beyond it (606-10-55-58C, 55-65)',
  ROYALTIES: 'royalties as they occur, and any shortfall against the minimum when it ends (606-10-55-65)',
  ESTIMATE:
    'the elapsed part of all that is expected, at most the minimum or the royalties that occurred (606-10-55-65)',
};

/** The three views of a minimum guaranteed for a license of symbolic intellectual property; a policy names one. */
export const ROYALTY_METHODS = ['OVER_TIME', 'ROYALTIES', 'ESTIMATE'] as const;
export type RoyaltyMethod = (typeof ROYALTY_METHODS)[number];

/** What becomes of a part of a minimum that was not used in its commitment period: lost, or good until the last one ends. */
export const UNUSED = ['FORFEITED', 'CARRIED_OVER'] as const;

/** A minimum the customer committed to for using something, or guaranteed as royalties of a license. */
export type MinimumTerms = {
  start: DateString;
  end: DateString;
  every: CommitmentLength;
  /** The minimum of each commitment period, in the currency of the contract. */
  amount: DecimalString;
  /** The minimum of the commitment periods from a day on, which begins one of them. */
  changes?: readonly { from: DateString; amount: DecimalString }[] | undefined;
  method: MinimumMethod;
  unused?: (typeof UNUSED)[number] | undefined;
  /** What is expected to be used, or due in royalties, over all commitment periods; omitted: at least the minimum. */
  expected?: DecimalString | undefined;
  /** How a method that goes with time spreads; omitted: by days. */
  spread?: ScheduleMethod | undefined;
  /** The day a license begins: nothing is earned before, and royalties on earlier sales count from it (606-10-55-58C, 55-65). */
  begins?: DateString | undefined;
};

/** A span of days with the minimum committed for it. */
type Commitment = { start: DateString; end: DateString; amount: Decimal };

const MONTHS_OF: Readonly<Record<Exclude<CommitmentLength, 'TERM'>, number>> = {
  MONTH: 1,
  QUARTER: 3,
  YEAR: 12,
};
/** A hundred years of months; a longer term is a typing error. */
const MOST_PERIODS = 1_200;

const cut = new WeakMap<MinimumTerms, readonly Commitment[]>();

/** The commitment periods of a minimum, in order. */
export function commitmentsOf(terms: MinimumTerms): readonly Commitment[] {
  const known = cut.get(terms);
  if (known !== undefined) return known;
  const { start, end, every, amount, changes = [] } = terms;
  const found: Commitment[] = [];
  for (let first = start, count = 1; first <= end && count <= MOST_PERIODS; count += 1) {
    const next = every === 'TERM' ? addDays(end, 1) : addMonths(start, MONTHS_OF[every] * count);
    const own = changes.filter(({ from }) => from <= first).at(-1)?.amount ?? amount;
    found.push({ start: first, end: addDays(next, -1), amount: dec(own) });
    first = next;
  }
  cut.set(terms, found);
  return found;
}

/** A sentence on what is wrong with a minimum, or null. */
export function minimumProblem(terms: MinimumTerms): string | null {
  const { start, end, amount, changes = [], method, expected } = terms;
  if (!isDate(start) || !isDate(end)) return 'must have a minimum with dates YYYY-MM-DD';
  if (end < start) return 'must not have a minimum that ends before it starts';
  if (
    ![amount, ...changes.map((one) => one.amount)].every(
      (text) => isPlainDecimal(text) && dec(text).gte(ZERO),
    )
  ) {
    return 'must have a minimum that is not negative';
  }
  const periods = commitmentsOf(terms);
  if (periods.at(-1)?.end !== end) return 'must have a minimum that ends with one of its commitment periods';
  if (totalOf(terms).isZero()) return 'must have a minimum above zero';
  const starts = periods.map((one) => one.start);
  if (
    changes.some(({ from }, index) => !starts.includes(from) || from <= (changes[index - 1]?.from ?? start))
  ) {
    return 'must change its minimum at the start of later commitment periods, in order';
  }
  if (expected !== undefined && !(isPlainDecimal(expected) && dec(expected).gt(ZERO))) {
    return 'must have an expected amount above zero';
  }
  if (expected === undefined && (method === 'ROYALTIES' || method === 'ESTIMATE')) {
    return 'must say which royalties are expected, since that decides how the minimum is earned';
  }
  return method === 'ROYALTIES' && dec(expected ?? '0').lt(totalOf(terms))
    ? 'must have expected royalties of at least the minimum to be earned as royalties occur'
    : null;
}

/** The minimum committed for an obligation; null: it has none. */
export const minimumOf = (pattern: {
  readonly kind: string;
  readonly minimum?: MinimumTerms | undefined;
}): MinimumTerms | null => (pattern.kind === 'USAGE' ? (pattern.minimum ?? null) : null);

/** The minimum of all commitment periods. */
export const totalOf = (terms: MinimumTerms): Decimal =>
  sum(commitmentsOf(terms).map(({ amount }) => amount));

/** The days on which a minimum is earned without anything recorded, from its terms: `ends` are the last days of the periods of the books. */
export function daysOfMinimum(
  terms: MinimumTerms,
  ends: (start: DateString, end: DateString) => DateString[],
): DateString[] {
  const { start, end, method, unused, begins } = terms;
  const first = begins === undefined ? [] : [begins];
  if (method === 'AT_START') return [later(start, begins ?? start)];
  const last = unused === 'CARRIED_OVER' ? [end] : commitmentsOf(terms).map((one) => one.end);
  return [...new Set([...first, ...(method === 'AS_USED' ? [] : ends(start, end)), ...last])].sort();
}

/** One commitment period as used: what was open when it began, and what of that was used, exceeded and left. */
export type Coverage = Commitment & {
  carriedIn: Decimal;
  used: Decimal;
  /** Used out of the minimum, its own and what was carried in. */
  covered: Decimal;
  over: Decimal;
  left: Decimal;
};

/** What was used in each commitment period, by its first day; under the empty text what was used outside all of them. */
export type UsedIn = ReadonlyMap<DateString | '', Decimal>;

/** The first day of the commitment period a day lies in; empty: it lies in none. */
export const commitmentOn = (terms: MinimumTerms, on: DateString): DateString | '' =>
  commitmentsOf(terms).find(({ start, end }) => start <= on && on <= end)?.start ?? '';

/** The commitment periods as used; what was used outside all of them is beyond any minimum. */
export function coverageOf(terms: MinimumTerms, used: UsedIn): { periods: Coverage[]; over: Decimal } {
  let over = used.get('') ?? ZERO;
  let carried = ZERO;
  const periods = commitmentsOf(terms).map((period): Coverage => {
    const carriedIn = terms.unused === 'CARRIED_OVER' ? carried : ZERO;
    const open = period.amount.plus(carriedIn);
    const own = used.get(period.start) ?? ZERO;
    const covered = own.lt(open) ? own : open;
    carried = open.minus(covered);
    over = over.plus(own).minus(covered);
    return { ...period, carriedIn, used: own, covered, over: own.minus(covered), left: carried };
  });
  return { periods, over };
}

/** How far a minimum is earned: the share of it, and how much of what was used beyond it. */
export type Earned = { share: Decimal; over: Decimal };

/**
 * What of a minimum is earned when all days through one have passed, after these uses. `expected`: as estimated last; null: at
 * least the minimum.
 */
export function earnedOfMinimum(
  terms: MinimumTerms,
  { periods, over }: ReturnType<typeof coverageOf>,
  through: DateString,
  expected: Decimal | null,
): Earned {
  const total = totalOf(terms);
  const { start, end, method, spread } = terms;
  const elapsed = () =>
    through < start
      ? ZERO
      : elapsedShare({ start, end, method: spread ?? 'EXACT_DAYS', before: addDays(through, 1) });
  const isExceeded = expected === null || expected.gte(total);
  if (terms.begins !== undefined && through < addDays(terms.begins, -1)) return { share: ZERO, over: ZERO };
  switch (method) {
    case 'AT_START':
      return { share: through < later(start, terms.begins ?? start) ? ZERO : ONE, over };
    case 'OVER_TIME':
      return { share: elapsed(), over };
    case 'ROYALTIES':
      return { share: isExceeded ? byUse(terms, periods, through, ONE) : elapsed(), over };
    case 'AS_USED':
      return { share: byUse(terms, periods, through, isExceeded ? ONE : expected.div(total)), over };
    case 'ESTIMATE': {
      const line = elapsed().times(isExceeded ? (expected ?? total) : total);
      const most = total.plus(over);
      const earned = through >= end || line.gt(most) ? most : line;
      return earned.lt(total)
        ? { share: earned.div(total), over: ZERO }
        : { share: ONE, over: earned.minus(total) };
    }
  }
}

/**
 * The share of a minimum that was used, or can no longer be used. `expected`: the part of it that is expected to be used; the rest
 * is breakage to which the seller expects to be entitled, earned in proportion (606-10-55-48).
 */
function byUse(
  terms: MinimumTerms,
  periods: readonly Coverage[],
  through: DateString,
  expected: Decimal,
): Decimal {
  const total = totalOf(terms);
  const earnedOf = (amount: Decimal, used: Decimal, end: DateString) => {
    if (end <= through) return amount;
    const share = used.div(expected);
    return share.lt(amount) ? share : amount;
  };
  if (terms.unused === 'CARRIED_OVER') {
    return earnedOf(total, sum(periods.map(({ covered }) => covered)), terms.end).div(total);
  }
  return sum(periods.map(({ amount, covered, end }) => earnedOf(amount, covered, end))).div(total);
}

/**
 * Why an obligation cannot take a share of the price, in words; null where it can. What is priced as used earns what is used and nothing
 * else (606-10-32-40), so that a share on it would never be earned, unless it has a committed minimum. `amount` in the contract's currency.
 */
export function unearnableShare(share: {
  readonly key: string;
  readonly amount: string;
  readonly isPricedAsUsed: boolean;
  readonly hasMinimum: boolean;
}): string | null {
  const { key, amount, isPricedAsUsed, hasMinimum } = share;
  if (!isPricedAsUsed || hasMinimum || dec(amount).isZero()) return null;
  return `${amount} of the price would be allocated to ${key}, which is priced as used and cannot earn it. Set its standalone selling price to 0, or state a committed minimum.`;
}
