import { type Decimal, type DecimalString, dec, sum, toPlainString, ZERO } from '@/core/money/decimal';
import type { ContractJournal, ContractState } from './contract-state';
import type { BalanceDifference } from './postings/balance-shifts';

const larger = (amounts: readonly Decimal[]): Decimal =>
  amounts.reduce((most, amount) => (amount.abs().gt(most) ? amount.abs() : most), ZERO);

type Costs = Pick<ContractState, 'costs' | 'losses'>;
const capitalized = ({ costs }: Costs) => sum(costs.map((one) => dec(one.capitalized)));
const impaired = ({ costs }: Costs) =>
  sum(costs.flatMap(({ impairments }) => impairments.map(({ amount }) => dec(amount))));
const provided = ({ losses }: Costs) => sum(losses.map(({ provision }) => dec(provision)));

/**
 * How much a change of a contract moves, in its currency: the largest of the change of its price, the revenue it adds, the revenue
 * it takes back, its effect on balances, cost assets and provisions, and the debits of its journals. What segregation of duties compares
 * with the threshold.
 */
export function effectOf(change: {
  priceBefore: DecimalString;
  priceAfter: DecimalString;
  rows: readonly { amount: DecimalString }[];
  balances: BalanceDifference;
  /** The costs of the contract and the provisions for its losses, before and after. */
  before: Pick<ContractState, 'costs' | 'losses'>;
  after: Pick<ContractState, 'costs' | 'losses'>;
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
      capitalized(change.after).minus(capitalized(change.before)),
      impaired(change.after).minus(impaired(change.before)),
      provided(change.after).minus(provided(change.before)),
      sum(change.journals.flatMap(({ lines }) => lines.map(({ debit }) => dec(debit)))),
    ]),
  );
}
