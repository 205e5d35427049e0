import { roundToCurrency } from '@/core/money/currency';
import { type Decimal, dec, toPlainString, ZERO } from '@/core/money/decimal';
import { picture } from '@/core/revenue/contracts/picture';
import { later } from '@/core/revenue/days';
import { listEventsOf } from '@/db/revenue/contracts/events';
import {
  contractsOfMovements,
  lockRatedCosts,
  postedOfCosts,
  type RatedCost,
  rateCosts,
  ratedJournals,
} from '@/db/revenue/costs/corrected-costs';
import { gridOfBooks } from '@/db/stores/structure/fiscal-calendars';
import { valueOrThrow } from '../kit/value-or-throw';
import { type Drafted, eventsOf } from '../revenue/contracts/lock-history';
import { basesAt } from '../revenue/events/post-journal';
import { type Correction, postDifference, tableRate } from './correction';

/**
 * Corrects contract costs and provisions for losses that are carried at another rate than the table has for the day they were
 * booked: what was capitalized, amortized and impaired is worked out at both rates and the differences posted, each on its day;
 * from then on the cost is carried at the table's rate.
 */
export async function correctCosts(correction: Correction): Promise<void> {
  const { tenant } = correction.context;
  const wrong = (await lockRatedCosts(tenant, { ...correction }))
    .map((cost) => ({ cost, rate: tableRate(correction, cost.postingDate) }))
    .filter(({ cost, rate }) => !dec(rate).equals(cost.exchangeRate));
  for (let first = 0; first < wrong.length; first += MOST_AT_A_TIME) {
    await correctThem(correction, wrong.slice(first, first + MOST_AT_A_TIME));
  }
  await rateCosts(
    tenant,
    wrong.map(({ cost: { id }, rate }) => ({ id, rate })),
  );
}

/** Costs whose amortization and impairment are read together. */
const MOST_AT_A_TIME = 500;

/** A cost, and the rate it is to be carried at. */
interface WrongCost {
  readonly cost: RatedCost;
  readonly rate: string;
}

/** What was taken of a cost on a day: amortized, or found impaired. */
interface Taken {
  readonly on: string;
  readonly amount: string;
}

async function correctThem(correction: Correction, wrong: readonly WrongCost[]): Promise<void> {
  const amortized = new Map<string, Taken[]>();
  for (const { costId, ...one } of await postedOfCosts(
    correction.context.tenant,
    wrong.map(({ cost }) => cost.id),
  )) {
    const known = amortized.get(costId);
    if (known === undefined) amortized.set(costId, [one]);
    else known.push(one);
  }
  const impaired = await impairmentsOf(
    correction,
    wrong.map(({ cost }) => cost),
  );
  for (const one of wrong) {
    const { id } = one.cost;
    correctCost(correction, one, { amortized: amortized.get(id) ?? [], impaired: impaired.get(id) ?? [] });
  }
}

function correctCost(
  correction: Correction,
  { cost, rate }: WrongCost,
  { amortized, impaired }: { readonly amortized: readonly Taken[]; readonly impaired: readonly Taken[] },
): void {
  const { baseCurrencyCode } = correction;
  const at = (amount: Decimal, used: string) => roundToCurrency(amount.times(used), baseCurrencyCode);
  /** One posting: its debit and credit account, and the change of what was posted in all by then. */
  const post = (
    on: string,
    debit: string,
    credit: string,
    { from, to }: { readonly from: Decimal; readonly to: Decimal },
  ) => {
    const base = (used: string) => at(to, used).minus(at(from, used));
    const [was, is] = [base(cost.exchangeRate), base(rate)];
    const change = is.minus(was);
    postDifference(
      correction,
      {
        kind: 'COST',
        sourceId: cost.id,
        label: cost.contractNumber,
        originOn: on,
        beforeRate: toPlainString(dec(cost.exchangeRate)),
        afterRate: rate,
        beforeBase: was.toFixed(),
        afterBase: is.toFixed(),
        transactionId: null,
      },
      [
        { accountId: debit, base: toPlainString(change) },
        { accountId: credit, base: toPlainString(change.negated()) },
      ],
    );
  };
  post(cost.postingDate, cost.assetAccountId, cost.offsetAccountId, {
    from: ZERO,
    to: dec(cost.amount),
  });
  const { expenseAccountId, impairAccountId } = cost;
  const tested = impaired.map(({ on, amount }) => ({
    on: later(on, cost.postingDate),
    amount,
    debit: impairAccountId,
  }));
  const taken = [...amortized.map((one) => ({ ...one, debit: expenseAccountId })), ...tested];
  let posted = ZERO;
  for (const { on, amount, debit } of taken) {
    const to = posted.plus(amount);
    post(on, debit, cost.assetAccountId, { from: posted, to });
    posted = to;
  }
}

/** What tests took of costs, by cost: from the facts of their contracts, which are read only where there was a test. */
async function impairmentsOf(
  { context: { tenant }, subsidiaryId, currencyCode }: Correction,
  costs: readonly RatedCost[],
): Promise<ReadonlyMap<string, readonly Taken[]>> {
  const tested = costs.filter(({ costKind, isTested }) => costKind !== 'LOSS' && isTested);
  const contracts = new Map<string, Drafted>();
  for (const { contractId: id, contractDate } of tested)
    contracts.set(id, { id, contractDate, currencyCode });
  const seen = new Map<string, readonly Taken[]>();
  if (contracts.size === 0) return seen;
  // A cost is booked in the subsidiary and the currency of its contract.
  const grid = await gridOfBooks(tenant, subsidiaryId);
  const events = await listEventsOf(tenant, [...contracts.keys()]);
  for (const contract of contracts.values()) {
    const { costs: folded } = valueOrThrow(picture(eventsOf(contract, events.get(contract.id) ?? []), grid));
    for (const { key, impairments } of folded) seen.set(key, impairments);
  }
  return new Map(tested.map(({ id }) => [id, seen.get(id) ?? []]));
}

/** Contracts to fold again because a journal beside a movement was corrected, and the table's rates of the days. */
export interface CorrectedJournals {
  readonly contracts: readonly string[];
  readonly rates: ReadonlyMap<string, string>;
}

/**
 * Corrects the journals of contracts, such as the cost of what was sold, that were posted at another rate than the table has for
 * their day: each line is worked out at both rates and the differences posted. Answers the contracts whose movements stand beside
 * a corrected journal, and the rates of those days.
 */
export async function correctJournals(correction: Correction): Promise<CorrectedJournals> {
  const { context, baseCurrencyCode } = correction;
  const rates = new Map<string, string>();
  const movements: string[] = [];
  for (const entry of await ratedJournals(context.tenant, { ...correction })) {
    const rate = tableRate(correction, entry.postingDate);
    if (dec(rate).equals(entry.carriedRate)) continue;
    const bases = (used: string) => basesAt(entry.lines, used, baseCurrencyCode);
    const [was, is] = [bases(entry.carriedRate), bases(rate)];
    const size = (sides: readonly Decimal[]) =>
      sides.reduce((total, side) => (side.isNegative() ? total : total.plus(side)), ZERO).toFixed();
    postDifference(
      correction,
      {
        kind: 'JOURNAL',
        sourceId: entry.id,
        label: entry.entryNumber,
        originOn: entry.postingDate,
        beforeRate: toPlainString(dec(entry.carriedRate)),
        afterRate: rate,
        beforeBase: size(was),
        afterBase: size(is),
        transactionId: null,
      },
      entry.lines.map(({ accountId }, index) => ({
        accountId,
        base: toPlainString((is[index] ?? ZERO).minus(was[index] ?? ZERO)),
      })),
    );
    if (entry.movementId === null) continue;
    movements.push(entry.movementId);
    rates.set(entry.postingDate, rate);
  }
  return { contracts: await contractsOfMovements(context.tenant, correction, movements), rates };
}
