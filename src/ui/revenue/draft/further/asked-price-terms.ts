import type { AskedContract, ContractDraft } from '../contract-draft';
import { countOf, said, shareOf } from '../said';
import type { FinancingDraft, PriceTermsDraft } from './price-terms';

type AskedPrice = NonNullable<AskedContract['price']>;

/** The further elements of a price as the endpoint expects them; empty ones are omitted. */
export function askedPriceTerms(
  draft: PriceTermsDraft & Pick<ContractDraft, 'obligations'>,
): Omit<AskedPrice, 'fixed' | 'variable'> {
  const { nonCash, payableToCustomer, royalties, financing } = draft;
  return {
    ...(nonCash.length > 0 && {
      nonCash: nonCash.map(({ key, quantity, fairValue }) => ({ key: key.trim(), quantity, fairValue })),
    }),
    ...(payableToCustomer.length > 0 && {
      payableToCustomer: payableToCustomer.map(({ key, amount, distinctFairValue }) => ({
        key: key.trim(),
        amount,
        ...said('distinctFairValue', distinctFairValue),
      })),
    }),
    ...(royalties.length > 0 && {
      royalties: royalties.map(({ key, percent, to, expected }) => {
        const licence = namesOf([to], draft);
        return {
          key: key.trim(),
          rate: shareOf(percent),
          ...(licence.length > 0 && { to: licence }),
          ...said('expected', expected),
        };
      }),
    }),
    ...askedFinancing(financing),
  };
}

/** Discounts on specific obligations, by their current names. */
export function askedDiscounts(
  draft: Pick<ContractDraft, 'discounts' | 'obligations'>,
): NonNullable<AskedContract['discounts']> {
  return draft.discounts.map(({ amount, to }) => ({ amount, to: namesOf(to, draft) }));
}

/** The names of cards in the order chosen; a removed card has none. */
export function namesOf(
  cards: readonly string[],
  { obligations }: Pick<ContractDraft, 'obligations'>,
): string[] {
  return cards.flatMap((id) => obligations.find((one) => one.id === id)?.key.trim() ?? []);
}

/** The financing component only, or the reason there is none. */
export function askedFinancing(financing: FinancingDraft): Pick<AskedPrice, 'financing' | 'noFinancing'> {
  const { kind, start, by, ratePercent, cashPrice, paid, payment, payments, reason } = financing;
  switch (kind) {
    case '':
      return {};
    case 'STATED':
      return { financing: financing.interest };
    case 'NONE':
      // Without a reason, the gap check prevents sending.
      return reason === '' ? {} : { noFinancing: { reason, evidence: financing.evidence.trim() } };
    case 'ARREARS':
    case 'ADVANCE': {
      const inParts = { payments: payments.map(({ at, amount }) => ({ at: countOf(at), amount })) };
      return {
        financing: {
          kind,
          ...said('start', start),
          monthsPerPeriod: countOf(financing.monthsPerPeriod),
          periods: countOf(financing.periods),
          ...(by === 'RATE' ? said('ratePerPeriod', shareOf(ratePercent)) : said('cashPrice', cashPrice)),
          ...(kind === 'ADVANCE' ? {} : paid === 'LISTED' ? inParts : said('payment', payment)),
        },
      };
    }
  }
}
