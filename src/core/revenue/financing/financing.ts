import { roundToCurrency, toAmountString } from '@/core/money/currency';
import {
  type Decimal,
  type DecimalString,
  dec,
  ONE,
  roundTo,
  sum,
  toPlainString,
  ZERO,
} from '@/core/money/decimal';
import { granted, type Outcome, refused } from '@/core/outcome';
import { type Reader, reading } from '../reading';

/** A payment at the end of a period (`at` 0: at contract start). The length of a period is that of the rate. */
export type TimedPayment = { at: number; amount: DecimalString };

const MOST_PERIODS = 1_200;

/** `count` equal payments at the ends of periods 1 to `count`. */
export function annuity(count: number, amount: DecimalString): TimedPayment[] {
  return Array.from({ length: count }, (_, index) => ({ at: index + 1, amount }));
}

function readPayments(read: Reader, payments: readonly TimedPayment[]): { at: number; amount: Decimal }[] {
  if (payments.length === 0) read.problem(['payments'], 'must name at least one payment');
  return payments.map(({ at, amount }, index) => {
    if (!Number.isInteger(at) || at < 0 || at > MOST_PERIODS) {
      read.problem(['payments', index, 'at'], `must be a whole number from 0 to ${MOST_PERIODS}`);
    }
    return { at, amount: read.money(['payments', index, 'amount'], amount) };
  });
}

function valueAt(rate: Decimal, payments: readonly { at: number; amount: Decimal }[]): Decimal {
  const factor = ONE.plus(rate);
  return sum(payments.map(({ at, amount }) => amount.div(factor.pow(at))));
}

/**
 * The cash selling price of promised payments at a rate per period (606-10-32-15, 32-19; Example 28 Case B).
 * Rounded once to the minor unit.
 */
export function presentValue(input: {
  currencyCode: string;
  /** Per period, e.g. '0.01' for 1% a month. */
  ratePerPeriod: DecimalString;
  payments: readonly TimedPayment[];
}): Outcome<DecimalString> {
  const read = reading(input.currencyCode);
  const rate = read.number(['ratePerPeriod'], input.ratePerPeriod, { min: '0', max: '10' });
  const payments = readPayments(read, input.payments);
  const problems = read.refusal();
  if (problems !== null) return { ok: false, refusal: problems };
  return granted(
    toAmountString(roundToCurrency(valueAt(rate, payments), input.currencyCode), input.currencyCode),
  );
}

/**
 * The rate per period that makes the payments worth the cash price (606-10-32-19), to ten decimals, by bisection
 * between −99% and 1,000%. Example 26: 121 due in two years for a cash price of 100 is 10% a year.
 * Refuses with REVENUE_RULE NO_RATE when no rate in that range fits.
 */
export function solveRate(input: {
  currencyCode: string;
  cashPrice: DecimalString;
  payments: readonly TimedPayment[];
}): Outcome<DecimalString> {
  const read = reading(input.currencyCode);
  const price = read.money(['cashPrice'], input.cashPrice);
  const payments = readPayments(read, input.payments);
  const problems = read.refusal();
  if (problems !== null) return { ok: false, refusal: problems };
  let low = dec('-0.99');
  let high = dec('10');
  if (price.gt(valueAt(low, payments)) || price.lt(valueAt(high, payments))) {
    return refused(
      'REVENUE_RULE',
      'No discount rate makes the present value of the payments equal to the cash price.',
      {
        rule: 'NO_RATE',
        paragraph: '606-10-32-19',
      },
    );
  }
  for (let step = 0; step < 60; step += 1) {
    const middle = low.plus(high).div('2');
    if (valueAt(middle, payments).gt(price)) low = middle;
    else high = middle;
  }
  return granted(toPlainString(roundTo(low.plus(high).div('2'), 10)));
}

export type UnwindRow = {
  period: number;
  opening: DecimalString;
  interest: DecimalString;
  payment: DecimalString;
  closing: DecimalString;
};
export type Unwinding = { rows: UnwindRow[]; interest: DecimalString; closing: DecimalString };

/**
 * Unwinds a financing component by the effective rate, period by period: interest on the opening balance, rounded to the
 * minor unit, less the payment at the end of the period (`at` 0 lowers the first opening balance). When the payments are
 * meant to settle the balance (RECEIVABLE with `settle`), the last interest absorbs the rounding so that it ends at 0.
 * Interest is presented separately from revenue (606-10-32-20; Examples 26, 29).
 */
export function unwind(input: {
  currencyCode: string;
  principal: DecimalString;
  ratePerPeriod: DecimalString;
  periods: number;
  payments?: readonly TimedPayment[] | undefined;
  settle?: boolean | undefined;
}): Outcome<Unwinding> {
  const read = reading(input.currencyCode);
  const principal = read.money(['principal'], input.principal);
  const rate = read.number(['ratePerPeriod'], input.ratePerPeriod, { min: '-0.99', max: '10' });
  const given = input.payments ?? [];
  const payments = given.length === 0 ? [] : readPayments(read, given);
  if (!Number.isInteger(input.periods) || input.periods < 1 || input.periods > MOST_PERIODS) {
    read.problem(['periods'], `must be a whole number from 1 to ${MOST_PERIODS}`);
  } else if (payments.some(({ at }) => at > input.periods)) {
    read.problem(['payments'], 'must not be after the last period');
  }
  const problems = read.refusal();
  if (problems !== null) return { ok: false, refusal: problems };

  const text = (value: Decimal) => toAmountString(value, input.currencyCode);
  const paidAt = (at: number) =>
    sum(payments.filter((payment) => payment.at === at).map(({ amount }) => amount));
  let balance = principal.minus(paidAt(0));
  let interestSum = ZERO;
  const rows: UnwindRow[] = [];
  for (let period = 1; period <= input.periods; period += 1) {
    const opening = balance;
    const payment = paidAt(period);
    const settles = input.settle === true && period === input.periods;
    const interest = settles
      ? payment.minus(opening)
      : roundToCurrency(opening.times(rate), input.currencyCode);
    balance = opening.plus(interest).minus(payment);
    interestSum = interestSum.plus(interest);
    rows.push({
      period,
      opening: text(opening),
      interest: text(interest),
      payment: text(payment),
      closing: text(balance),
    });
  }
  return granted({ rows, interest: text(interestSum), closing: text(balance) });
}
