import { roundToCurrency, toAmountString } from '../money/currency';
import { type Decimal, type DecimalString, dec, toPlainString, ZERO } from '../money/decimal';

/** A monetary account's balance in a foreign currency: debits less credits, in that currency and as carried in base. */
export type MonetaryBalance = {
  readonly accountId: string;
  readonly currencyCode: string;
  readonly amount: DecimalString;
  readonly carrying: DecimalString;
};

export type Revalued = MonetaryBalance & {
  readonly rate: DecimalString;
  /** The amount at the closing rate, in base currency. */
  readonly revalued: DecimalString;
  /** revalued − carrying: above zero debits the account. */
  readonly difference: DecimalString;
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
 * Revalues monetary balances at the closing rate (ASC 830-20-35-2, IAS 21.23): the difference from the carrying amount is
 * an unrealized gain or loss. Balances already at the closing rate make no line. The entry is in base currency only and
 * is reversed on the first day of the next period, so that settlement is measured against the original carrying amount.
 */
export function revalue(
  balances: readonly MonetaryBalance[],
  rates: ReadonlyMap<string, DecimalString>,
  baseCurrencyCode: string,
): { revalued: Revalued[]; lines: RevaluationLine[] } {
  const revalued = balances.flatMap((balance): Revalued[] => {
    const rate = rates.get(balance.currencyCode);
    if (rate === undefined) throw new Error(`no rate for ${balance.currencyCode}`);
    const worth = roundToCurrency(dec(balance.amount).times(rate), baseCurrencyCode);
    const difference = worth.minus(balance.carrying);
    if (difference.isZero()) return [];
    const text = (value: Decimal) => toAmountString(value, baseCurrencyCode);
    return [
      {
        ...balance,
        amount: toAmountString(dec(balance.amount), balance.currencyCode),
        carrying: text(dec(balance.carrying)),
        rate: toPlainString(dec(rate)),
        revalued: text(worth),
        difference: text(difference),
      },
    ];
  });
  return { revalued, lines: revalued.flatMap((one) => linesOf(one, baseCurrencyCode)) };
}

function linesOf({ accountId, currencyCode, difference }: Revalued, base: string): RevaluationLine[] {
  const isGain = dec(difference).greaterThan(ZERO);
  const size = toAmountString(dec(difference).abs(), base);
  const none = toAmountString(ZERO, base);
  const debit = { currencyCode, baseDebit: size, baseCredit: none };
  const credit = { currencyCode, baseDebit: none, baseCredit: size };
  return isGain
    ? [
        { accountId, role: 'ACCOUNT', ...debit },
        { accountId: null, role: 'UNREALIZED_GAIN', ...credit },
      ]
    : [
        { accountId: null, role: 'UNREALIZED_LOSS', ...debit },
        { accountId, role: 'ACCOUNT', ...credit },
      ];
}
