import { toAmountString } from '@/core/money/currency';
import { dec, sum } from '@/core/money/decimal';
import type { ContractState, CostState, LossView } from '@/core/revenue/contracts/contract-state';
import type { CostMonthRow } from '@/db/revenue/costs/cost-months';

/** The test for losses of a contract or of one obligation, and what was provided for. */
export interface ProvisionView extends LossView {
  /** Provided for in the ledger. */
  readonly posted: string;
  readonly months: readonly CostMonthRow[];
}

/** A cost of a contract, its months, and its carrying amount in the ledger. */
export interface ContractCostView extends CostState {
  readonly impaired: string;
  readonly amortized: string;
  readonly carrying: string;
  readonly months: readonly CostMonthRow[];
}

const NO_LOSS = { price: '0', totalCost: '0', expectedLoss: '0', provision: '0' };

function monthsOf(state: ContractState, rows: readonly CostMonthRow[], item: string) {
  const months = rows
    .filter((row) => row.item === item)
    .map((row) => ({ ...row, amount: toAmountString(dec(row.amount), state.currencyCode) }));
  return { months, posted: sum(months.filter(({ runId }) => runId !== null).map(({ amount }) => amount)) };
}

/** The tests as the facts stand; a provision whose test is gone, because its estimate was voided, stays with its months. */
export function provisionViews(state: ContractState, rows: readonly CostMonthRow[]): ProvisionView[] {
  const money = (amount: string) => toAmountString(dec(amount), state.currencyCode);
  const items = new Map<string, LossView>(state.losses.map((one) => [one.item, one]));
  for (const { item, kind } of rows) {
    if (kind === 'PROVISION' && !items.has(item)) {
      items.set(item, { ...NO_LOSS, item, key: item.split(':')[1] ?? null });
    }
  }
  return [...items.values()].map((one) => {
    const { months, posted } = monthsOf(state, rows, one.item);
    return {
      ...one,
      price: money(one.price),
      totalCost: money(one.totalCost),
      expectedLoss: money(one.expectedLoss),
      provision: money(one.provision),
      posted: toAmountString(posted, state.currencyCode),
      months,
    };
  });
}

/** The costs of a contract as its facts stand, with what the ledger carries of them. */
export function contractCostViews(state: ContractState, rows: readonly CostMonthRow[]): ContractCostView[] {
  return state.costs.map((cost) => {
    const { months, posted } = monthsOf(state, rows, cost.key);
    const impaired = sum(cost.impairments.map(({ amount }) => amount));
    return {
      ...cost,
      impaired: toAmountString(impaired, state.currencyCode),
      amortized: toAmountString(posted, state.currencyCode),
      carrying: toAmountString(dec(cost.capitalized).minus(posted).minus(impaired), state.currencyCode),
      months,
    };
  });
}
