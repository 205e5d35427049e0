import { toAmountString } from '../money/currency';
import { type Decimal, type DecimalString, dec, sum, ZERO } from '../money/decimal';
import type { Side } from '../transactions/kinds';
import { type AccountType, isProfitAndLoss } from './accounts';

export type Movement = { readonly debit: DecimalString; readonly credit: DecimalString };

/** An account's movements from the balance table, in base currency. */
export type AccountBalance = {
  readonly accountId: string;
  readonly code: string;
  readonly name: string;
  readonly type: AccountType;
  readonly normalSide: Side;
  /** Everything before the first day of the fiscal year. */
  readonly beforeYear: Movement;
  /** From the first day of the fiscal year to the date of the report; includes `period`. */
  readonly yearToDate: Movement;
  /** The part of `yearToDate` in the report's period. */
  readonly period: Movement;
};

/** Amounts at the base currency's scale. Net and activity are positive on the account's normal side. */
export type TrialBalanceRow = {
  accountId: string;
  code: string;
  name: string;
  type: AccountType;
  normalSide: Side;
  debitBalance: DecimalString;
  creditBalance: DecimalString;
  netBalance: DecimalString;
  periodActivity: DecimalString;
  ytdActivity: DecimalString;
};

export type TrialBalance = {
  rows: TrialBalanceRow[];
  totals: { totalDebits: DecimalString; totalCredits: DecimalString; difference: DecimalString };
};

/**
 * The trial balance (decisions.md, surface D, gl/reports/trial-balance), ordered by account code.
 *
 * Prior years' profit and loss is shown in retained earnings. No closing entry is written: the roll-forward is computed,
 * so an entry posted late to a prior year changes retained earnings without further steps (accounting.md 1). Without a
 * retained earnings account, profit and loss accounts carry their whole history, and the report still balances.
 */
export function trialBalance(
  balances: readonly AccountBalance[],
  options: { readonly baseCurrencyCode: string; readonly retainedEarningsAccountId: string | null },
): TrialBalance {
  const { baseCurrencyCode, retainedEarningsAccountId } = options;
  const rolls = balances.some((balance) => balance.accountId === retainedEarningsAccountId);
  const earlierEarnings = rolls
    ? sum(
        balances.filter((balance) => isProfitAndLoss(balance.type)).map((balance) => net(balance.beforeYear)),
      )
    : ZERO;
  const closing = (balance: AccountBalance): Decimal => {
    const opening = rolls && isProfitAndLoss(balance.type) ? ZERO : net(balance.beforeYear);
    const rolled = balance.accountId === retainedEarningsAccountId ? earlierEarnings : ZERO;
    return opening.plus(rolled).plus(net(balance.yearToDate));
  };

  const inOrder = [...balances].sort((a, b) => (a.code < b.code ? -1 : a.code > b.code ? 1 : 0));
  const nets = inOrder.map(closing);
  const text = (value: Decimal) => toAmountString(value, baseCurrencyCode);
  const rows = inOrder.map((balance, index): TrialBalanceRow => {
    const value = nets[index] ?? ZERO;
    const normal = (amount: Decimal) => text(balance.normalSide === 'DEBIT' ? amount : amount.negated());
    return {
      accountId: balance.accountId,
      code: balance.code,
      name: balance.name,
      type: balance.type,
      normalSide: balance.normalSide,
      debitBalance: text(value.greaterThan(ZERO) ? value : ZERO),
      creditBalance: text(value.lessThan(ZERO) ? value.negated() : ZERO),
      netBalance: normal(value),
      periodActivity: normal(net(balance.period)),
      ytdActivity: normal(net(balance.yearToDate)),
    };
  });
  const totalDebits = sum(nets.filter((value) => value.greaterThan(ZERO)));
  const totalCredits = sum(nets.filter((value) => value.lessThan(ZERO))).negated();
  return {
    rows,
    totals: {
      totalDebits: text(totalDebits),
      totalCredits: text(totalCredits),
      difference: text(totalDebits.minus(totalCredits)),
    },
  };
}

/** Debits less credits; over all accounts these sum to zero. */
function net(movement: Movement): Decimal {
  return dec(movement.debit).minus(movement.credit);
}
