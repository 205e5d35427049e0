import { roundToCurrency, toAmountString } from '../money/currency';
import { type Decimal, type DecimalString, dec, toPlainString, ZERO } from '../money/decimal';

/** A monetary account's balance in a foreign currency: debits less credits, in that currency and as carried in base. */
export type MonetaryBalance = {
  readonly accountId: string;
  readonly currencyCode: string;
  readonly amount: DecimalString;
  readonly carrying: DecimalString;
  /** What earlier revaluations of the same day have posted to it; part of `carrying`. Base currency, debits above zero. */
  readonly posted: DecimalString;
};

export type Revalued = MonetaryBalance & {
  readonly rate: DecimalString;
  /** The amount at the closing rate, in base currency. */
  readonly revalued: DecimalString;
  /** revalued − carrying, what this run posts: above zero debits the account. */
  readonly difference: DecimalString;
  /** posted + difference, what all runs of the day have posted: above zero an unrealized gain, below zero a loss. */
  readonly unrealized: DecimalString;
};

export type RevaluationLine = {
  /** Null for the gain or loss account. */
  readonly accountId: string | null;
  readonly role: 'ACCOUNT' | 'UNREALIZED_GAIN' | 'UNREALIZED_LOSS';
  readonly currencyCode: string;
  readonly baseDebit: DecimalString;
  readonly baseCredit: DecimalString;
};

/**
 * Revalues monetary balances at the closing rate (ASC 830-20-35-2, IAS 21.23): the difference to the carrying amount is
 * an unrealized gain or loss. A day is revalued any number of times: the carrying amount holds what earlier runs posted,
 * so a run posts the difference to the last one, and takes an earlier gain back before it books a loss. `seen` is every
 * balance, `revalued` those not yet at the closing rate, which make the lines. The entry is in base currency alone and is
 * mirrored on the first day of the next period, so that settlement is against the original carrying amount.
 */
export function revalue(
  balances: readonly MonetaryBalance[],
  rates: ReadonlyMap<string, DecimalString>,
  baseCurrencyCode: string,
): { seen: Revalued[]; revalued: Revalued[]; lines: RevaluationLine[] } {
  const text = (value: Decimal) => toAmountString(value, baseCurrencyCode);
  const seen = balances.map((balance): Revalued => {
    const rate = rates.get(balance.currencyCode);
    if (rate === undefined) throw new Error(`no rate for ${balance.currencyCode}`);
    const worth = roundToCurrency(dec(balance.amount).times(rate), baseCurrencyCode);
    const difference = worth.minus(balance.carrying);
    return {
      ...balance,
      amount: toAmountString(dec(balance.amount), balance.currencyCode),
      carrying: text(dec(balance.carrying)),
      posted: text(dec(balance.posted)),
      rate: toPlainString(dec(rate)),
      revalued: text(worth),
      difference: text(difference),
      unrealized: text(difference.plus(balance.posted)),
    };
  });
  const revalued = seen.filter(({ difference }) => !dec(difference).isZero());
  return { seen, revalued, lines: revalued.flatMap((one) => linesOf(one, baseCurrencyCode)) };
}

const gainIn = (unrealized: DecimalString): Decimal =>
  dec(unrealized).greaterThan(ZERO) ? dec(unrealized) : ZERO;

/** Debits before credits. */
function linesOf(
  { accountId, currencyCode, difference, posted, unrealized }: Revalued,
  base: string,
): RevaluationLine[] {
  const gain = gainIn(unrealized).minus(gainIn(posted));
  const line = (account: string | null, role: RevaluationLine['role'], debit: Decimal): RevaluationLine[] =>
    debit.isZero()
      ? []
      : [
          {
            accountId: account,
            role,
            currencyCode,
            baseDebit: toAmountString(debit.greaterThan(ZERO) ? debit : ZERO, base),
            baseCredit: toAmountString(debit.greaterThan(ZERO) ? ZERO : debit.negated(), base),
          },
        ];
  return [
    ...line(accountId, 'ACCOUNT', dec(difference)),
    ...line(null, 'UNREALIZED_GAIN', gain.negated()),
    // The rest of the difference; so the lines sum to zero whatever the sign.
    ...line(null, 'UNREALIZED_LOSS', gain.minus(difference)),
  ].sort((one, other) => dec(other.baseDebit).cmp(one.baseDebit));
}

/** One balance of a day that does not stand as the last revaluation left it. */
export type Unrevalued = {
  readonly accountId: string;
  readonly currencyCode: string;
  /** What the last revaluation saw and left, null when it saw nothing there. */
  readonly before: {
    readonly amount: DecimalString;
    readonly carrying: DecimalString;
    readonly rate: DecimalString;
  } | null;
  readonly now: {
    readonly amount: DecimalString;
    readonly carrying: DecimalString;
    readonly rate: DecimalString | null;
  };
};

/**
 * Balances of a day that moved after it was last revalued, or whose closing rate has changed since (`last` null: it never
 * was). The amounts are compared, not the clocks: what was recorded and taken back in between asks for nothing.
 */
export function unrevalued(
  now: readonly MonetaryBalance[],
  rates: ReadonlyMap<string, DecimalString>,
  last: readonly Pick<Revalued, 'accountId' | 'currencyCode' | 'amount' | 'revalued' | 'rate'>[] | null,
): Unrevalued[] {
  const keyOf = (one: { accountId: string; currencyCode: string }) => `${one.accountId}/${one.currencyCode}`;
  const known = new Map((last ?? []).map((one) => [keyOf(one), one]));
  const open = now.flatMap((balance): Unrevalued[] => {
    const left = known.get(keyOf(balance));
    known.delete(keyOf(balance));
    const rate = rates.get(balance.currencyCode) ?? null;
    if (
      left !== undefined &&
      dec(left.amount).equals(balance.amount) &&
      dec(left.revalued).equals(balance.carrying) &&
      rate !== null &&
      dec(left.rate).equals(rate)
    ) {
      return [];
    }
    const { accountId, currencyCode, amount, carrying } = balance;
    const before =
      left === undefined ? null : { amount: left.amount, carrying: left.revalued, rate: left.rate };
    return [{ accountId, currencyCode, before, now: { amount, carrying, rate } }];
  });
  const gone = [...known.values()].flatMap(({ accountId, currencyCode, amount, revalued, rate }) =>
    dec(amount).isZero() && dec(revalued).isZero()
      ? []
      : [
          {
            accountId,
            currencyCode,
            before: { amount, carrying: revalued, rate },
            now: { amount: '0', carrying: '0', rate: rates.get(currencyCode) ?? null },
          },
        ],
  );
  return [...open, ...gone];
}
