import { type Decimal, type DecimalString, dec, sum, toPlainString, ZERO } from '@/core/money/decimal';
import type { BalanceDifference } from './balance-shifts';
import type { ContractJournal } from './contract-state';

const larger = (amounts: readonly Decimal[]): Decimal =>
  amounts.reduce((most, amount) => (amount.abs().gt(most) ? amount.abs() : most), ZERO);

/**
 * How much a change of a contract moves, in its currency: the largest of the change of its price, the revenue it adds, the revenue
 * it takes back, what it does to balances, and the debits of its journals. What four eyes compare with the threshold.
 */
export function effectOf(change: {
  priceBefore: DecimalString;
  priceAfter: DecimalString;
  rows: readonly { amount: DecimalString }[];
  balances: BalanceDifference;
  journals: readonly ContractJournal[];
}): DecimalString {
  const rows = change.rows.map(({ amount }) => dec(amount));
  const events = change.balances.events.map((event) => dec(event.amount));
  const shifts = change.balances.shifts.flatMap(
    ({ receivable, cash, refund, interest, income, supplier }) => [
      receivable,
      cash,
      refund,
      interest,
      income,
      supplier,
    ],
  );
  return toPlainString(
    larger([
      dec(change.priceAfter).minus(change.priceBefore),
      sum(rows.filter((amount) => amount.gt(ZERO))),
      sum(rows.filter((amount) => amount.lt(ZERO))),
      ...events,
      ...shifts,
      sum(change.journals.flatMap(({ lines }) => lines.map(({ debit }) => dec(debit)))),
    ]),
  );
}
