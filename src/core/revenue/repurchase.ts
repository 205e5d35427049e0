import { toAmountString } from '@/core/money/currency';
import type { DecimalString } from '@/core/money/decimal';
import { granted, type Outcome } from '@/core/outcome';
import { type JournalLine, journal } from './journal';
import { reading } from './reading';

/** FORWARD: the entity must buy back. CALL: it may. PUT: the customer may require it. */
export type RepurchaseKind = 'FORWARD' | 'CALL' | 'PUT';
export type RepurchaseTreatment = 'FINANCING' | 'LEASE' | 'SALE_WITH_RETURN';

export type Repurchase = {
  treatment: RepurchaseTreatment;
  paragraph: string;
  /** Interest until the exercise date; zero unless FINANCING. */
  interest: DecimalString;
  /** Revenue when the option of a financing lapses unexercised; zero unless FINANCING by an option. */
  revenueOnLapse: DecimalString;
  onReceipt: JournalLine[];
  onInterest: JournalLine[];
  onLapse: JournalLine[];
};

/**
 * A sale with a repurchase agreement (606-10-55-66 to 55-78, Example 62). A forward or call at or above the price
 * received is a financing, below it a lease. A put with a significant economic incentive likewise, except that a put at or
 * above the price that is at or below the expected market value, like one without incentive, is a sale with a right of
 * return. Case A: sold for 1.0 million with a call at 1.1 million: 100,000 of interest, and 1.1 million of revenue on lapse.
 */
export function repurchase(input: {
  currencyCode: string;
  kind: RepurchaseKind;
  salePrice: DecimalString;
  repurchasePrice: DecimalString;
  /** Expected market value on the exercise date; required for a put. */
  expectedMarketValue?: DecimalString | undefined;
  /** Only for a put below the sale price: whether the customer has a significant economic incentive to exercise it. */
  significantIncentive?: boolean | undefined;
}): Outcome<Repurchase> {
  const read = reading(input.currencyCode);
  const sale = read.money(['salePrice'], input.salePrice);
  const back = read.money(['repurchasePrice'], input.repurchasePrice);
  const market = read.money(
    ['expectedMarketValue'],
    input.kind === 'PUT' ? input.expectedMarketValue : (input.expectedMarketValue ?? '0'),
  );
  const problems = read.refusal();
  if (problems !== null) return { ok: false, refusal: problems };

  const incentive = input.significantIncentive ?? back.gt(market);
  let treatment: RepurchaseTreatment;
  let paragraph: string;
  if (input.kind !== 'PUT') {
    treatment = back.gte(sale) ? 'FINANCING' : 'LEASE';
    paragraph = '606-10-55-68';
  } else if (back.lt(sale)) {
    treatment = incentive ? 'LEASE' : 'SALE_WITH_RETURN';
    paragraph = incentive ? '606-10-55-72' : '606-10-55-74';
  } else {
    treatment = back.gt(market) || incentive ? 'FINANCING' : 'SALE_WITH_RETURN';
    paragraph = treatment === 'FINANCING' ? '606-10-55-75' : '606-10-55-76';
  }
  const none = toAmountString(sale.minus(sale), input.currencyCode);
  if (treatment !== 'FINANCING') {
    return granted({
      treatment,
      paragraph,
      interest: none,
      revenueOnLapse: none,
      onReceipt: [],
      onInterest: [],
      onLapse: [],
    });
  }
  const interest = back.minus(sale);
  const optional = input.kind !== 'FORWARD';
  const entry = () => journal(input.currencyCode);
  return granted({
    treatment,
    paragraph,
    interest: toAmountString(interest, input.currencyCode),
    revenueOnLapse: optional ? toAmountString(back, input.currencyCode) : none,
    onReceipt: entry()
      .debit('CASH', sale, 'received')
      .credit('FINANCING_LIABILITY', sale, 'to be repaid')
      .lines(),
    onInterest: entry()
      .debit('INTEREST_EXPENSE', interest, 'up to the repurchase price')
      .credit('FINANCING_LIABILITY', interest, 'up to the repurchase price')
      .lines(),
    onLapse: optional
      ? entry()
          .debit('FINANCING_LIABILITY', back, 'option lapsed')
          .credit('REVENUE', back, 'option lapsed')
          .lines()
      : [],
  });
}
