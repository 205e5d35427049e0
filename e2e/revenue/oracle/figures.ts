import { toAmountString } from '@/core/money/currency';
import { type Decimal, type DecimalString, dec, sum, ZERO } from '@/core/money/decimal';
import type { BalanceEvent } from '@/core/revenue/balances';
import type { ContractState } from '@/core/revenue/contracts/contract-state';
import { lastDayOf, type PeriodString } from '@/core/revenue/days';

/** Recognized through the end of a month, by obligation key. */
export function recognisedThrough(state: ContractState, period: PeriodString): Record<string, DecimalString> {
  const totals = new Map<string, Decimal>(state.obligations.map(({ key }) => [key, ZERO]));
  for (const row of state.rows) {
    if (row.period <= period) totals.set(row.key, (totals.get(row.key) ?? ZERO).plus(row.amount));
  }
  return Object.fromEntries(
    [...totals].map(([key, total]) => [key, toAmountString(total, state.currencyCode)]),
  );
}

/** Remaining performance obligations at the end of a month: Σ allocated − recognized (606-10-50-13). */
export function remainingAt(state: ContractState, period: PeriodString): DecimalString {
  const recognised = sum(Object.values(recognisedThrough(state, period)));
  return toAmountString(dec(state.transactionPrice).minus(recognised), state.currencyCode);
}

/** All events that move the contract's balances through the end of a month, for `contractEntries`. */
export function balanceEventsThrough(state: ContractState, period: PeriodString): BalanceEvent[] {
  const revenue = state.rows
    .filter((row) => row.period <= period && !dec(row.amount).isZero())
    .map((row): BalanceEvent => {
      return { kind: 'REVENUE', on: lastDayOf(row.period), amount: row.amount, key: row.key };
    });
  const end = lastDayOf(period);
  return [...state.balanceEvents.filter(({ on }) => on <= end), ...revenue];
}

/** The revenue of each month, in order: the amounts that a run proposes and a waterfall shows. */
export function revenueByPeriod(state: ContractState): { period: PeriodString; amount: DecimalString }[] {
  const months = new Map<PeriodString, Decimal>();
  for (const row of state.rows) months.set(row.period, (months.get(row.period) ?? ZERO).plus(row.amount));
  return [...months]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([period, amount]) => ({ period, amount: toAmountString(amount, state.currencyCode) }));
}
