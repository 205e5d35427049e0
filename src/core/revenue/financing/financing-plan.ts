import { amountInFull, roundToCurrency, toAmountString } from '@/core/money/currency';
import { type DecimalString, dec, ONE, sum, toPlainString, ZERO } from '@/core/money/decimal';
import { granted, type Outcome, refused } from '@/core/outcome';
import { addDays, addMonths } from '../../periods/calendar';
import type { DateString } from '../days';
import { reading } from '../reading';
import { annuity, presentValue, solveRate, type TimedPayment, type UnwindRow, unwind } from './financing';

/** ARREARS: the customer pays after the transfer. ADVANCE: it pays `fixed` before the transfer. */
export type FinancingTerms = {
  kind: 'ARREARS' | 'ADVANCE';
  /** Start of the first period; each period is `monthsPerPeriod` months long. */
  start: DateString;
  monthsPerPeriod: number;
  periods: number;
  /** The rate per period of a separate financing transaction at inception (606-10-32-19). */
  ratePerPeriod?: DecimalString | undefined;
  /** Instead of the rate: the cash price on transfer. */
  cashPrice?: DecimalString | undefined;
  /** ARREARS: the dated payments, or the same amount at the end of every period. */
  payments?: readonly TimedPayment[] | undefined;
  payment?: DecimalString | undefined;
};

export type FinancingPlan = {
  ratePerPeriod: DecimalString;
  /** Interest included in the payments: above zero it lowers the price, below zero (paid in advance) it raises it. */
  interest: DecimalString;
  /** Expense above zero, income below, each on the last day of a month. */
  rows: { on: DateString; amount: DecimalString }[];
  /** ARREARS: the payments by the day each is due. */
  installments: { on: DateString; amount: DecimalString }[];
  /** The balance by period: what is owed to the customer (ADVANCE) or by it (ARREARS). */
  periods: (UnwindRow & { end: DateString })[];
};

/**
 * The significant financing component of a contract from its terms (606-10-32-15 to 32-20; Examples 26, 28, 29): the
 * rate, given or solved from the cash price, the interest included in the price, and when it accrues.
 * Refuses with INVALID_INPUT and REVENUE_RULE FINANCING_PAYMENTS when the payments do not sum to the promised amount, NO_RATE.
 */
export function financingPlan(
  input: FinancingTerms & { currencyCode: string; fixed: DecimalString },
): Outcome<FinancingPlan> {
  const { currencyCode, kind, start, periods, fixed, ratePerPeriod, cashPrice } = input;
  const read = reading(currencyCode);
  read.date(['start'], start);
  if ((ratePerPeriod === undefined) === (cashPrice === undefined)) {
    read.problem(['ratePerPeriod'], 'is required unless cashPrice is given');
  }
  const given = input.payments ?? [];
  const each = input.payment;
  if (kind === 'ARREARS' && (given.length === 0) === (each === undefined)) {
    read.problem(['payments'], 'is required unless the payment per period is given');
  }
  if (kind === 'ADVANCE' && (given.length > 0 || each !== undefined)) {
    read.problem(['payments'], 'must be omitted when the customer pays in advance');
  }
  const problems = read.refusal();
  if (problems !== null) return { ok: false, refusal: problems };

  if (kind === 'ADVANCE') {
    const payments = cashPrice === undefined ? [] : [{ at: periods, amount: cashPrice }];
    const rate =
      ratePerPeriod === undefined
        ? solveRate({ currencyCode, cashPrice: fixed, payments })
        : granted(ratePerPeriod);
    if (!rate.ok) return rate;
    const settle = cashPrice !== undefined;
    const grown = unwind({
      currencyCode,
      principal: fixed,
      ratePerPeriod: rate.value,
      periods,
      payments,
      settle,
    });
    if (!grown.ok) return grown;
    return granted({
      ratePerPeriod: rate.value,
      interest: toAmountString(dec(grown.value.interest).negated(), currencyCode),
      rows: byMonth(input, rate.value, grown.value.rows),
      installments: [],
      periods: dated(input, grown.value.rows),
    });
  }
  const payments = each === undefined ? given : annuity(periods, each);
  const promised = sum(payments.map(({ amount }) => amount));
  if (!promised.equals(fixed)) {
    return refused(
      'REVENUE_RULE',
      `The payments add up to ${amountInFull(promised, currencyCode)}, not to the fixed price of ${amountInFull(fixed, currencyCode)}.`,
      {
        rule: 'FINANCING_PAYMENTS',
        paragraph: '606-10-32-15',
        payments: toPlainString(promised),
        fixed,
      },
    );
  }
  const rate =
    cashPrice === undefined
      ? granted(ratePerPeriod ?? '0')
      : solveRate({ currencyCode, cashPrice, payments });
  if (!rate.ok) return rate;
  const price =
    cashPrice === undefined
      ? presentValue({ currencyCode, ratePerPeriod: rate.value, payments })
      : granted(cashPrice);
  if (!price.ok) return price;
  const settled = unwind({
    currencyCode,
    principal: price.value,
    ratePerPeriod: rate.value,
    periods,
    payments,
    settle: true,
  });
  if (!settled.ok) return settled;
  return granted({
    ratePerPeriod: rate.value,
    interest: toAmountString(promised.minus(price.value), currencyCode),
    rows: byMonth(input, rate.value, settled.value.rows).map(({ on, amount }) => ({
      on,
      amount: toAmountString(dec(amount).negated(), currencyCode),
    })),
    installments: payments
      .map(({ at, amount }) => ({
        on: endOf(input, at),
        amount: toAmountString(dec(amount), currencyCode),
      }))
      .sort((a, b) => (a.on === b.on ? 0 : a.on < b.on ? -1 : 1)),
    periods: dated(input, settled.value.rows),
  });
}

/** The last day of a period; the start of the first one for period 0. */
const endOf = ({ start, monthsPerPeriod }: FinancingTerms, period: number): DateString =>
  period === 0 ? start : addDays(addMonths(start, period * monthsPerPeriod), -1);

const dated = (terms: FinancingTerms, rows: readonly UnwindRow[]) =>
  rows.map((row) => ({ ...row, end: endOf(terms, row.period) }));

/**
 * Allocates each period's interest to the last days of its months, growing within the period at the same effective rate;
 * rounded cumulatively, so that a period's months sum to its interest.
 */
function byMonth(
  { start, monthsPerPeriod, currencyCode }: FinancingTerms & { currencyCode: string },
  rate: DecimalString,
  periods: readonly UnwindRow[],
): FinancingPlan['rows'] {
  const growth = ONE.plus(rate);
  return periods.flatMap(({ period, opening, interest }) => {
    let before = ZERO;
    return Array.from({ length: monthsPerPeriod }, (_, index) => {
      const month = index + 1;
      const grown = growth.pow(dec(String(month)).div(String(monthsPerPeriod))).minus(ONE);
      const reached =
        month === monthsPerPeriod ? dec(interest) : roundToCurrency(grown.times(opening), currencyCode);
      const amount = toAmountString(reached.minus(before), currencyCode);
      before = reached;
      return { on: addDays(addMonths(start, (period - 1) * monthsPerPeriod + month), -1), amount };
    });
  });
}
