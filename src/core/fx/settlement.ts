import { roundToCurrency, toAmountString } from '../money/currency';
import { type DecimalString, dec } from '../money/decimal';
import type { Side } from '../transactions/kinds';

export type Settlement = {
  /** The side of the open item: DEBIT for a receivable, CREDIT for a payable. */
  readonly side: Side;
  /** The open amount before this settlement, in the item's currency, and its carrying amount in base currency. */
  readonly openAmount: DecimalString;
  readonly openBase: DecimalString;
  /** Settled now, in the item's currency; at most openAmount. */
  readonly settledAmount: DecimalString;
  /** The value of the settlement in base currency at its own rate. */
  readonly settledBase: DecimalString;
  readonly baseCurrencyCode: string;
};

export type RealizedResult = {
  /** The base amount that leaves the control account: the settled share of the *carrying* amount. */
  carryingBase: DecimalString;
  /** Base currency; above zero a gain, below zero a loss. */
  realized: DecimalString;
};

/**
 * Realized exchange gain or loss on one settlement, full or partial: measured against the *carrying* amount, so that a
 * revaluation in between is not counted twice (ASC 830-20-35-1, IAS 21.28). The share is rounded half-even; the
 * settlement that closes the item takes all that is left, so that nothing stays behind in base currency.
 * Owner: daybook_carried, of which this is a case; held to it by e2e/revenue/runs/carried.test.ts.
 */
export function realizeSettlement(settlement: Settlement): RealizedResult {
  const { openAmount, settledAmount, baseCurrencyCode, side } = settlement;
  const openBase = dec(settlement.openBase);
  const closes = dec(settledAmount).equals(openAmount);
  const carrying = closes
    ? openBase
    : roundToCurrency(openBase.times(settledAmount).div(openAmount), baseCurrencyCode);
  const more = dec(settlement.settledBase).minus(carrying);
  return {
    carryingBase: toAmountString(carrying, baseCurrencyCode),
    realized: toAmountString(side === 'DEBIT' ? more : more.negated(), baseCurrencyCode),
  };
}
