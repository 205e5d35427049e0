import { toAmountString } from '@/core/money/currency';
import { dec, sum } from '@/core/money/decimal';
import type { ContractState, LossView } from '@/core/revenue/contracts/contract-state';
import type { ProvisionRow } from '@/db/revenue/cost-months';

/** The test for losses of a contract or of one obligation, and what was provided for. */
export interface ProvisionView extends LossView {
  /** Provided for in the ledger. */
  readonly posted: string;
  readonly months: readonly ProvisionRow[];
}

const NO_LOSS = { price: '0', totalCost: '0', expectedLoss: '0', provision: '0' };

/** The tests as the facts stand; a provision whose test is gone, because its estimate was voided, stays with its months. */
export function provisionViews(state: ContractState, rows: readonly ProvisionRow[]): ProvisionView[] {
  const money = (amount: string) => toAmountString(dec(amount), state.currencyCode);
  const items = new Map<string, LossView>(state.losses.map((one) => [one.item, one]));
  for (const { item } of rows) {
    if (!items.has(item)) items.set(item, { ...NO_LOSS, item, key: item.split(':')[1] ?? null });
  }
  return [...items.values()].map((one) => {
    const months = rows.filter(({ item }) => item === one.item);
    const posted = sum(months.filter(({ runId }) => runId !== null).map(({ amount }) => amount));
    return {
      ...one,
      price: money(one.price),
      totalCost: money(one.totalCost),
      expectedLoss: money(one.expectedLoss),
      provision: money(one.provision),
      posted: toAmountString(posted, state.currencyCode),
      months: months.map((row) => ({ ...row, amount: money(row.amount) })),
    };
  });
}
