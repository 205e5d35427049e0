import { toAmountString } from '@/core/money/currency';
import { type Decimal, type DecimalString, dec, ZERO } from '@/core/money/decimal';
import { later, type PeriodString } from '../../days';
import type { ContractState, CostMonth } from '../contract-state';

/** The stored sum of one month of a cost. */
export type StoredCostMonth = Pick<CostMonth, 'item' | 'kind' | 'period'> & {
  amount: DecimalString;
  eventId: string | null;
};

/** A month of a cost to store: the month it belongs to, and the one it is booked in. */
export type AddedCostMonth = {
  item: string;
  kind: CostMonth['kind'];
  amount: DecimalString;
  naturalPeriod: PeriodString;
  period: PeriodString;
  eventId: string | null;
};

/**
 * The picture's months of costs less what is stored of them, as `rowDifferences` is for revenue: each is booked in the month it
 * belongs to while that is open, otherwise in the first open one. The same picture a second time adds nothing.
 */
export function costDifferences(
  state: ContractState,
  stored: readonly StoredCostMonth[],
  firstOpen: PeriodString,
): AddedCostMonth[] {
  const known = new Map(stored.map((row) => [nameOf(row), row]));
  const added: AddedCostMonth[] = [];
  const add = (row: Pick<CostMonth, 'item' | 'kind' | 'period'>, eventId: string | null, by: Decimal) => {
    if (by.isZero()) return;
    added.push({
      item: row.item,
      kind: row.kind,
      amount: toAmountString(by, state.currencyCode),
      naturalPeriod: row.period,
      period: later(row.period, firstOpen),
      eventId,
    });
  };
  for (const row of state.costMonths) {
    const before = known.get(nameOf(row));
    known.delete(nameOf(row));
    add(row, row.eventId, dec(row.amount).minus(before?.amount ?? ZERO));
  }
  for (const row of known.values()) add(row, row.eventId, dec(row.amount).negated());
  return added;
}

const nameOf = ({ item, kind, period }: Pick<CostMonth, 'item' | 'kind' | 'period'>) =>
  [item, kind, period].join(' ');
