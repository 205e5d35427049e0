import {
  exact,
  type Fraction,
  halfEven,
  isNothing,
  minus,
  NOTHING,
  negative,
  plus,
  sized,
  times,
  total,
} from '../../support/exact';

export interface OracleLine {
  readonly type: string;
  readonly quantity: string;
  readonly price: string;
  /** In percent. */
  readonly taxRate: string | null;
}

/** A document's amounts, figure by figure as surface C words them ("Amounts"). */
export function totalsOf(
  lines: readonly OracleLine[],
  { kind, rate, places, basePlaces }: { kind: string; rate: string; places: number; basePlaces: number },
) {
  const computed = lines.map(({ type, quantity, price, taxRate }) => {
    const amount = halfEven(times(exact(quantity), exact(price)), places);
    const isTaxed = kind !== 'JOURNAL' && type !== 'TAX' && taxRate !== null;
    // A discount lowers what is taxed, whichever sign it was written with.
    const taxed = type === 'DISCOUNT' ? negative(sized(amount)) : amount;
    const tax = isTaxed ? halfEven(times(taxed, times(exact(taxRate), exact(1n, 100n))), places) : NOTHING;
    return { type, amount, tax };
  });
  const sumOf = (types: readonly string[], of: (amount: Fraction) => Fraction = (amount) => amount) =>
    total(computed.filter(({ type }) => types.includes(type)).map(({ amount }) => of(amount)));
  const subtotal = sumOf(['ITEM', 'SERVICE', 'SHIPPING']);
  const discount = sumOf(['DISCOUNT'], sized);
  const tax = plus(total(computed.map((line) => line.tax)), sumOf(['TAX']));
  const whole = minus(plus(subtotal, tax), discount);
  return {
    lines: computed.map(({ amount, tax: own }) => ({ amount, tax: own })),
    ...{ subtotal, discount, tax, total: whole },
    base: halfEven(times(whole, exact(rate)), basePlaces),
  };
}

/** Whether the two sides are equal and there are at least two lines. */
export function isBalanced(
  lines: readonly { debit: string; credit: string; baseDebit: string; baseCredit: string }[],
) {
  const sides = (a: 'debit' | 'baseDebit', b: 'credit' | 'baseCredit') =>
    isNothing(total(lines.map((line) => minus(exact(line[a]), exact(line[b])))));
  return lines.length >= 2 && sides('debit', 'credit') && sides('baseDebit', 'baseCredit');
}
