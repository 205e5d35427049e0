import { roundToCurrency, toAmountString } from '@/core/money/currency';
import { type Decimal, type DecimalString, ONE, roundTo, toPlainString, ZERO } from '@/core/money/decimal';
import { granted, type Outcome, refused } from '@/core/outcome';
import { type Reader, reading } from '../reading';

/** Materials bought but not yet installed that the customer controls: revenue at cost (606-10-55-21(b)). */
export type UninstalledMaterials = { totalCost: DecimalString; costToDate: DecimalString };

export type CostToCostInput = {
  transactionPrice: DecimalString;
  currencyCode: string;
  /** Costs incurred so far, uninstalled materials included; the caller leaves out wasted costs (55-21(a)). */
  costToDate: DecimalString;
  /** Expected total costs, uninstalled materials included. */
  totalCost: DecimalString;
  /** Revenue recognized before, from which `change` is computed. Default 0. */
  recognised?: DecimalString | undefined;
  uninstalled?: UninstalledMaterials | undefined;
  /** Rounds the percentage to this many decimals of a percent (1 gives 51.2%); omitted: not rounded. */
  percentDecimals?: number | undefined;
};

export type ProgressResult = {
  /** Share satisfied, 0 to 1, as used: rounded when rounding was requested. */
  progress: DecimalString;
  revenueToDate: DecimalString;
  /** What to recognize now: cumulative catch-up, negative when an estimate went down (606-10-25-35). */
  change: DecimalString;
};

export type CostToCostResult = ProgressResult & {
  /** The loss expected on the whole contract, to be accrued at once (605-35-25-45); zero for a profitable one. */
  expectedLoss: DecimalString;
};

/** Rounds a share of one half-even to `decimals` decimals of a percent. */
export function roundPercent(share: Decimal, decimals: number | undefined): Decimal {
  return decimals === undefined ? share : roundTo(share, decimals + 2);
}

function overHundred(what: string): Outcome<never> {
  return refused('REVENUE_RULE', `${what} would be more than 100% complete.`, {
    rule: 'PROGRESS_OVER_100',
    paragraph: '606-10-25-31',
  });
}

function result(progress: Decimal, revenue: Decimal, before: Decimal, currency: string): ProgressResult {
  const rounded = roundToCurrency(revenue, currency);
  return {
    progress: toPlainString(roundTo(progress, 20)),
    revenueToDate: toAmountString(rounded, currency),
    change: toAmountString(rounded.minus(before), currency),
  };
}

/**
 * Percent complete by costs (606-10-55-20, Examples 8 and 19): progress = cost to date / total cost, both without
 * uninstalled materials; revenue = progress × (price − cost of those materials) + their cost so far, without margin.
 * Refuses with INVALID_INPUT, and REVENUE_RULE PROGRESS_OVER_100 when costs to date exceed the expected total.
 */
export function costToCost(input: CostToCostInput): Outcome<CostToCostResult> {
  const read = reading(input.currencyCode);
  const price = read.money(['transactionPrice'], input.transactionPrice);
  const costToDate = read.money(['costToDate'], input.costToDate);
  const totalCost = read.money(['totalCost'], input.totalCost);
  const before = read.money(['recognised'], input.recognised ?? '0', 'NEGATIVE');
  const materials = read.money(['uninstalled', 'totalCost'], input.uninstalled?.totalCost ?? '0');
  const delivered = read.money(['uninstalled', 'costToDate'], input.uninstalled?.costToDate ?? '0');
  checkPercentDecimals(read, input.percentDecimals);
  if (materials.gt(price))
    read.problem(['uninstalled', 'totalCost'], 'must not exceed the transaction price');
  if (delivered.gt(costToDate)) read.problem(['uninstalled', 'costToDate'], 'must not exceed costToDate');
  const measured = totalCost.minus(materials);
  if (measured.lte(ZERO))
    read.problem(['totalCost'], 'must exceed the cost of uninstalled materials and zero');
  const problems = read.refusal();
  if (problems !== null) return { ok: false, refusal: problems };

  const share = costToDate.minus(delivered).div(measured);
  if (share.gt(ONE) || delivered.gt(materials)) return overHundred('The obligation');
  const progress = roundPercent(share, input.percentDecimals);
  const revenue = price.minus(materials).times(progress).plus(delivered);
  const loss = totalCost.minus(price);
  return granted({
    ...result(progress, revenue, before, input.currencyCode),
    expectedLoss: toAmountString(loss.gt(ZERO) ? loss : ZERO, input.currencyCode),
  });
}

function checkPercentDecimals(read: Reader, decimals: number | undefined): void {
  if (decimals !== undefined && !(Number.isInteger(decimals) && decimals >= 0 && decimals <= 10)) {
    read.problem(['percentDecimals'], 'must be a whole number from 0 to 10');
  }
}
