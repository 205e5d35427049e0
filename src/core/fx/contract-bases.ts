import { roundToCurrency } from '../money/currency';
import { type Decimal, type DecimalString, dec, ZERO } from '../money/decimal';

/** A movement of a contract's position in its own currency, and the rate it was booked at. */
export type MovedAmounts = {
  readonly kind: string;
  /** The month it was booked in, `YYYY-MM`. */
  readonly period: string;
  readonly rate: DecimalString;
  readonly receivable: DecimalString;
  readonly cash: DecimalString;
  readonly contractAsset: DecimalString;
  readonly deferred: DecimalString;
  readonly refund: DecimalString;
  readonly revenue: DecimalString;
  /** Of a document: what its own entry did to the contract liability, in base currency. */
  readonly documentBase: DecimalString;
};

export const BASE_ROLES = [
  'receivable',
  'cash',
  'contractAsset',
  'deferred',
  'refund',
  'revenue',
  'interest',
  'exchange',
  'document',
] as const;
export type BaseRole = (typeof BASE_ROLES)[number];
/** Base amounts of a movement, by role, with the signs of the columns of revenue_movements. */
export type MovedBases = Readonly<Record<BaseRole, Decimal>>;

/** What a change does to a balance's base: an increase comes at the rate of the day, a decrease takes its share of what is carried. */
export function carried(
  balance: Decimal,
  base: Decimal,
  by: Decimal,
  rate: Decimal,
  currency: string,
): Decimal {
  if (by.isZero()) return ZERO;
  if (balance.isZero() || balance.isNegative() === by.isNegative()) {
    return roundToCurrency(by.times(rate), currency);
  }
  if (by.equals(balance.negated())) return base.negated();
  return by.abs().lt(balance.abs())
    ? roundToCurrency(base.times(by).div(balance), currency)
    : base.negated().plus(roundToCurrency(balance.plus(by).times(rate), currency));
}

const above = (amount: Decimal, base: Decimal) => (amount.greaterThan(ZERO) ? base : ZERO);

/**
 * The base amounts of a contract's movements, in their order, as daybook_post_revenue_moves and daybook_recognise book them:
 * what is owed and owned comes at the rate of its day and leaves at what it is carried at; the rest is revenue, interest or an
 * exchange difference. Revenue is what the receivable gains and the position loses, unless an older asset falls due with it or a
 * credit of the customer is used up: what those were carried at otherwise is an exchange difference (830-20-35-1). Folded again with other rates it says what the movements should have been (ASC 830-10-45-18).
 */
export function contractBases(movements: readonly MovedAmounts[], currency: string): MovedBases[] {
  const balance = { receivable: ZERO, refund: ZERO, net: ZERO };
  const base = { receivable: ZERO, refund: ZERO, net: ZERO };
  const move = (role: 'receivable' | 'refund' | 'net', by: Decimal, rate: Decimal): Decimal => {
    const change = carried(balance[role], base[role], by, rate, currency);
    balance[role] = balance[role].plus(by);
    base[role] = base[role].plus(change);
    return change;
  };
  return movements.map((movement): MovedBases => {
    const rate = dec(movement.rate);
    const before = { net: balance.net, base: base.net };
    const hadCredit = balance.receivable.isNegative() && !balance.receivable.isZero();
    const receivable = move('receivable', dec(movement.receivable), rate);
    const refund = move('refund', dec(movement.refund), rate);
    const net = move('net', dec(movement.deferred).minus(movement.contractAsset), rate);
    const cash = dec(movement.cash).isZero()
      ? ZERO
      : roundToCurrency(dec(movement.cash).times(rate), currency);
    const document = dec(movement.documentBase);
    const isRevenue = movement.kind === 'REVENUE';
    const isInterest = movement.kind === 'INTEREST';
    const [due, earned] = [dec(movement.receivable), dec(movement.revenue)];
    const isDayRate = due.greaterThan(ZERO) && (due.greaterThan(earned) || hadCredit);
    const revenue = isDayRate
      ? carried(before.net, before.base, earned.negated(), rate, currency).negated()
      : receivable.minus(net);
    return {
      receivable,
      cash,
      refund,
      document,
      deferred: above(balance.net, base.net).minus(above(before.net, before.base)),
      contractAsset: above(balance.net.negated(), base.net.negated()).minus(
        above(before.net.negated(), before.base.negated()),
      ),
      revenue: isRevenue ? revenue : ZERO,
      interest: isInterest ? net : ZERO,
      exchange: isInterest
        ? ZERO
        : receivable
            .plus(cash)
            .plus(document)
            .minus(net)
            .minus(refund)
            .minus(isRevenue ? revenue : ZERO),
    };
  });
}
