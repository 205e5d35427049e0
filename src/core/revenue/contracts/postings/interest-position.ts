import { roundToCurrency } from '@/core/money/currency';
import { type Decimal, dec, sum, ZERO } from '@/core/money/decimal';
import type { ContractBalanceEvent, ContractState, InterestDay } from '../contract-state';

/**
 * The part of a contract's interest that is kept in separate accounts. `income`: interest billed and not earned yet (above zero), or
 * earned and not billed yet (below zero). `advance`: interest accrued on what the customer paid in advance and not yet earned as
 * revenue.
 */
export type InterestPosition = { income: Decimal; advance: Decimal };

const ZERO_POSITION: InterestPosition = { income: ZERO, advance: ZERO };
const larger = (a: Decimal, b: Decimal) => (a.gt(b) ? a : b);
const smaller = (a: Decimal, b: Decimal) => (a.lt(b) ? a : b);

/** What decides where the interest of a contract stands. */
type Terms = Omit<InterestDay, 'on' | 'earned' | 'expensed'>;
type Accrued = { readonly earned: Decimal; readonly expensed: Decimal };

/** Whether interest accrues on a contract, by its terms or as it was recorded. */
export function bearsInterest({
  interest,
  balanceEvents,
}: Pick<ContractState, 'interest' | 'balanceEvents'>): boolean {
  return interest.length > 0 || balanceEvents.some(({ kind }) => kind === 'INTEREST');
}

/**
 * The interest of a contract that is presented apart from its price (606-10-32-20), as its facts stand and as much of its revenue is
 * `recognised` in the ledger. Depends on sums alone, so that the order in which facts were recorded makes no difference. An ended
 * contract keeps none: what was billed ahead is earned, and what was accrued is settled, with the rest of its position.
 */
export const interestPosition = (
  facts: Terms & Pick<ContractState, 'balanceEvents'>,
  recognised: Decimal,
): InterestPosition => positionAt(facts, accruedIn(facts.balanceEvents), recognised);

/** What accrued by changes of balances: income, and expense. */
export function accruedIn(events: readonly Pick<ContractBalanceEvent, 'kind' | 'amount'>[]): Accrued {
  const accrued = events.flatMap((one) => (one.kind === 'INTEREST' ? [dec(one.amount)] : []));
  return {
    earned: sum(accrued.filter((amount) => amount.lt(ZERO))).negated(),
    expensed: sum(accrued.filter((amount) => amount.gt(ZERO))),
  };
}

/** The same at the end of a day. */
export const positionOf = (day: Omit<InterestDay, 'on'>, recognised: Decimal): InterestPosition =>
  positionAt(day, { earned: dec(day.earned), expensed: dec(day.expensed) }, recognised);

function positionAt(facts: Terms, { earned, expensed }: Accrued, recognised: Decimal): InterestPosition {
  if (facts.status === 'TERMINATED') return ZERO_POSITION;
  return {
    income: billedInterest(facts, earned).minus(earned),
    advance: expensed.minus(performedInterest(facts, expensed, recognised)),
  };
}

/**
 * The interest in what was billed or, without a bill, paid. A bill that says which obligation it is for covers the payments agreed for
 * that obligation and no others. Other bills cover the payments of the plans in their order, those before a plan was agreed none of it.
 * Each payment covers the interest accrued by its day first, and a bill of part of it as large a part of that. Without a plan,
 * interest is billed as it accrues, and whatever is billed beyond the price is interest.
 */
function billedInterest(facts: Terms, earned: Decimal): Decimal {
  const { currencyCode, transactionPrice, installments } = facts;
  const billed = larger(dec(facts.billed), dec(facts.paid));
  const planned = sum(facts.interest.map(({ amount }) => dec(amount)).filter((amount) => amount.lt(ZERO)));
  if (installments.length === 0) {
    const all = larger(planned.negated(), earned);
    const recorded = larger(smaller(earned, billed), billed.minus(transactionPrice));
    return smaller(larger(recorded, ZERO), all);
  }
  const named = new Map<string, Decimal>();
  for (const { key, amount } of facts.billedFor) named.set(key, dec(amount).plus(named.get(key) ?? ZERO));
  const unnamed = larger(billed.minus(sum([...named.values()])), ZERO);
  let covered = ZERO;
  let found = ZERO;
  for (const { amount, interest, after, keys } of sharesOf(facts)) {
    let own = ZERO;
    for (const key of keys) {
      const taken = smaller(amount.minus(own), named.get(key) ?? ZERO);
      named.set(key, (named.get(key) ?? ZERO).minus(taken));
      own = own.plus(taken);
    }
    covered = larger(covered, after);
    const open = amount.minus(own);
    const paid = own.plus(smaller(larger(unnamed.minus(covered), ZERO), open));
    covered = covered.plus(open);
    const part = paid.gte(amount) ? interest : interest.times(paid).div(amount);
    found = found.plus(roundToCurrency(part, currencyCode));
  }
  return found;
}

/** A payment of a plan, and the interest in it. */
type Share = {
  readonly amount: Decimal;
  readonly interest: Decimal;
  readonly after: Decimal;
  readonly keys: readonly string[];
};

/** The shares of a plan by its payments, and the interest they were computed from: the same for every day on which it stands. */
const known = new WeakMap<Terms['installments'], { readonly of: Terms['interest']; shares: Share[] }>();

/** The interest in each payment of the plan; the last has what the others left. */
function sharesOf({ interest, installments }: Terms): readonly Share[] {
  const kept = known.get(installments);
  if (kept?.of === interest) return kept.shares;
  const ordered = [...installments].sort((a, b) => (a.on === b.on ? 0 : a.on < b.on ? -1 : 1));
  const rows = interest.filter(({ amount }) => dec(amount).lt(ZERO));
  let covered = ZERO;
  const shares = ordered.map((payment, index) => {
    const isLast = index === ordered.length - 1;
    const due = sum(
      rows.filter(({ on }) => isLast || on <= payment.on).map(({ amount }) => amount),
    ).negated();
    const open = larger(due.minus(covered), ZERO);
    const share = isLast ? open : smaller(open, dec(payment.amount));
    covered = covered.plus(share);
    const after = dec(payment.after ?? '0');
    return { amount: dec(payment.amount), interest: share, after, keys: payment.keys ?? [] };
  });
  known.set(installments, { of: interest, shares });
  return shares;
}

/** The interest on an advance that was earned as revenue: the same part of it as of the price, and at most what has accrued. */
function performedInterest(facts: Terms, expensed: Decimal, recognised: Decimal): Decimal {
  const { currencyCode, transactionPrice } = facts;
  const planned = sum(facts.interest.map(({ amount }) => dec(amount)).filter((amount) => amount.gt(ZERO)));
  return performedPart({ currencyCode, transactionPrice, planned, expensed, recognised });
}

/** The same from sums alone, for contracts that are read without their facts. */
export function performedPart({
  currencyCode,
  transactionPrice,
  planned,
  expensed,
  recognised,
}: {
  readonly currencyCode: string;
  readonly transactionPrice: string;
  readonly planned: Decimal;
  readonly expensed: Decimal;
  readonly recognised: Decimal;
}): Decimal {
  const price = dec(transactionPrice);
  if (price.lte(ZERO) || recognised.lte(ZERO)) return ZERO;
  const all = larger(planned, expensed);
  const part = recognised.gte(price) ? all : roundToCurrency(all.times(recognised).div(price), currencyCode);
  return smaller(part, expensed);
}
