import type { AskedContract } from '../contract-draft';
import type { ObligationDraft } from '../promise-form';
import { percentOf, words } from '../said';
import { type FinancingDraft, NO_PRICE_TERMS, type PriceTermsDraft } from './price-terms';

type StoredPrice = NonNullable<AskedContract['price']>;

/** The further elements of a saved price as form values. */
export function priceTermsOf(
  price: StoredPrice,
  discounts: NonNullable<AskedContract['discounts']>,
  cards: readonly ObligationDraft[],
): PriceTermsDraft {
  return {
    nonCash: (price.nonCash ?? []).map(({ key, quantity, fairValue }, at) => ({
      id: `n${at}`,
      key,
      quantity: words(quantity),
      fairValue: words(fairValue),
    })),
    payableToCustomer: (price.payableToCustomer ?? []).map(({ key, amount, distinctFairValue }, at) => ({
      id: `c${at}`,
      key,
      amount: words(amount),
      distinctFairValue: words(distinctFairValue),
    })),
    royalties: (price.royalties ?? []).map(({ key, rate, to, expected }, at) => ({
      id: `r${at}`,
      key,
      percent: percentOf(rate),
      to: cardsOf(to ?? [], cards)[0] ?? '',
      expected: words(expected),
    })),
    discounts: discounts.map(({ amount, to }, at) => ({
      id: `d${at}`,
      amount: words(amount),
      to: cardsOf(to, cards),
    })),
    financing: financingOf(price),
  };
}

/** The cards with these names. */
export function cardsOf(names: readonly string[], cards: readonly ObligationDraft[]): string[] {
  return names.flatMap((name) => cards.find(({ key }) => key === name)?.id ?? []);
}

function financingOf({ financing, noFinancing }: StoredPrice): FinancingDraft {
  const none = NO_PRICE_TERMS.financing;
  if (noFinancing !== undefined) return { ...none, kind: 'NONE', ...noFinancing };
  if (financing === undefined) return none;
  if (typeof financing !== 'object') return { ...none, kind: 'STATED', interest: words(financing) };
  const { payments } = financing;
  return {
    ...none,
    kind: financing.kind,
    start: words(financing.start),
    monthsPerPeriod: words(financing.monthsPerPeriod),
    periods: words(financing.periods),
    by: financing.cashPrice === undefined ? 'RATE' : 'CASH_PRICE',
    ratePercent: percentOf(financing.ratePerPeriod),
    cashPrice: words(financing.cashPrice),
    paid: payments === undefined ? 'EVERY_PERIOD' : 'LISTED',
    payment: words(financing.payment),
    payments: (payments ?? []).map(({ at, amount }, index) => ({
      id: `f${index}`,
      at: words(at),
      amount: words(amount),
    })),
  };
}
