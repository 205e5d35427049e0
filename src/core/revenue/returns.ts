import { roundToCurrency, toAmountString } from '@/core/money/currency';
import { type Decimal, type DecimalString, ZERO } from '@/core/money/decimal';
import { granted, type Outcome, refused } from '@/core/outcome';
import { type JournalLine, journal } from './journal';
import { reading } from './reading';

export type ReturnSaleInput = {
  currencyCode: string;
  units: DecimalString;
  unitPrice: DecimalString;
  unitCost: DecimalString;
  /** Units expected to be returned, by the estimate that passes the constraint. */
  expectedReturns: DecimalString;
  /** Expected cost of recovering one unit, and its loss of value; reduces the return asset (606-10-55-27). */
  recoveryCost?: DecimalString | undefined;
};

export type ReturnSale = {
  revenue: DecimalString;
  refundLiability: DecimalString;
  returnAsset: DecimalString;
  costOfSales: DecimalString;
  entries: JournalLine[];
};

/**
 * A sale with a right of return (606-10-55-22 to 55-29, Example 22): revenue only for what is not expected to be returned,
 * a refund liability for the rest, and an asset for the right to recover the goods, presented separately.
 * Refuses with INVALID_INPUT and REVENUE_RULE RETURNS_OVER_SALES.
 */
export function saleWithReturns(input: ReturnSaleInput): Outcome<ReturnSale> {
  const read = reading(input.currencyCode);
  const units = read.number(['units'], input.units, { min: '0' });
  const price = read.number(['unitPrice'], input.unitPrice, { min: '0' });
  const cost = read.number(['unitCost'], input.unitCost, { min: '0' });
  const returns = read.number(['expectedReturns'], input.expectedReturns, { min: '0' });
  const recovery = read.number(['recoveryCost'], input.recoveryCost ?? '0', { min: '0' });
  const problems = read.refusal();
  if (problems !== null) return { ok: false, refusal: problems };
  if (returns.gt(units)) {
    return refused('REVENUE_RULE', 'More returns are expected than units were sold.', {
      rule: 'RETURNS_OVER_SALES',
      paragraph: '606-10-55-23',
    });
  }
  const round = (value: Decimal) => roundToCurrency(value, input.currencyCode);
  const billed = round(units.times(price));
  const refund = round(returns.times(price));
  const unitAsset = cost.gt(recovery) ? cost.minus(recovery) : ZERO;
  const asset = round(returns.times(unitAsset));
  const inventory = round(units.times(cost));
  const text = (value: Decimal) => toAmountString(value, input.currencyCode);
  return granted({
    revenue: text(billed.minus(refund)),
    refundLiability: text(refund),
    returnAsset: text(asset),
    costOfSales: text(inventory.minus(asset)),
    entries: journal(input.currencyCode)
      .debit('RECEIVABLE', billed, 'sale')
      .credit('REVENUE', billed.minus(refund), 'units expected to stay')
      .credit('REFUND_LIABILITY', refund, 'expected returns')
      .debit('COST_OF_SALES', inventory.minus(asset), 'cost of units expected to stay')
      .debit('RETURN_ASSET', asset, 'right to recover goods')
      .credit('INVENTORY', inventory, 'units delivered')
      .lines(),
  });
}
