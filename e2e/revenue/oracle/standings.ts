import type { Contract, Happened } from '../histories/happened';
import { Revenue } from './by-date';
import { day, total } from './held';
import { Interest } from './interest';
import { Losses } from './losses';
import { Spent } from './spent';

/** Facts of one day take effect in this order: agreed, estimated, transferred, billed, paid, ended. */
const ORDER = [
  'separate prospective catchUp mixed',
  'repriced estimated foretold expected refundable returnable spent',
  'measured costed delivered redeemed used consumed brokered kept levied returned',
  'billed corrected credited interest accrued',
  'paid paidOut',
  'ended',
];
const rank = ({ kind }: Happened) => ORDER.findIndex((kinds) => kinds.split(' ').includes(kind));

/** Money may be billed and paid before there is a contract (606-10-25-8), on its own day. */
const MONEY = ['billed', 'corrected', 'paid'];

/** The facts in the order in which they take effect: what was performed before the contract counts from its date. */
function inOrder(told: readonly Happened[], from: string): { fact: Happened; at: number }[] {
  const facts = told.map((fact) => {
    const first = MONEY.includes(fact.kind) ? day(fact.on) : day(from);
    return { fact, at: Math.max(day(fact.on), first) };
  });
  return facts.sort((a, b) => a.at - b.at || rank(a.fact) - rank(b.fact) || day(a.fact.on) - day(b.fact.on));
}

/** A contract at the end of a day, according to the oracles of revenue, losses, interest and costs that follow obligations. */
export type Standing = {
  readonly earned: number;
  /** Provided for losses. */
  readonly provided: number;
  /** Accrued interest: expense and income. */
  readonly expense: number;
  readonly income: number;
  /** Interest billed and not earned (below zero: earned and not billed), and interest on an advance not earned as revenue. */
  readonly ahead: number;
  readonly owed: number;
  /** The expense of costs that follow obligations, by name. */
  readonly spent: ReadonlyMap<string, number>;
};

/** A contract as all oracles see it: the interest oracle gives the revenue oracle prices without interest, and the accrued interest. */
class Heard {
  private readonly revenue: Revenue;
  private readonly interest: Interest;
  private readonly losses: Losses;
  private readonly spent: readonly Spent[];
  /** No interest accrues after it. */
  private end = Number.POSITIVE_INFINITY;

  constructor(contract: Contract, told: readonly Happened[]) {
    const { financing, promises, fixed } = contract;
    this.interest = new Interest(contract.interest);
    this.losses = new Losses(contract.losses);
    this.spent = told.flatMap((fact) => (fact.kind === 'spent' ? [new Spent(fact)] : []));
    const keys = promises.map(({ key }) => key);
    const more = financing === null ? 0 : this.interest.agree(financing, 0, keys);
    this.revenue = new Revenue({ ...contract, fixed: fixed + more });
  }

  /** The amount billed or, without a bill, paid. */
  private get billed(): number {
    const { billed, credited, paid, paidOut } = this.revenue.money;
    return Math.max(billed - credited, paid - paidOut);
  }

  hear(fact: Happened, at: number): void {
    if (fact.kind === 'spent') this.spent.find(({ id }) => id === fact.id)?.begin();
    else if (fact.kind === 'billed') this.interest.bill(fact);
    if (fact.kind === 'accrued' || fact.kind === 'interest') this.accrue(fact, at);
    else if ('price' in fact) this.agree(fact, at);
    else this.revenue.hear(fact, at);
    if (fact.kind === 'ended') this.end = at;
    this.losses.hear(fact);
  }

  private accrue(fact: Extract<Happened, { kind: 'accrued' } | { kind: 'interest' }>, at: number): void {
    const before = this.interest.expense - this.interest.income;
    if (fact.kind === 'interest') this.interest.state(fact.amount);
    else this.interest.accrueThrough(Math.min(at, this.end));
    const amount = this.interest.expense - this.interest.income - before;
    this.revenue.hear({ ...fact, kind: 'interest', amount }, at);
  }

  private agree(fact: Extract<Happened, { price: number }>, at: number): void {
    const { financing, added, price } = fact;
    const keys = added === undefined ? [] : [added.key];
    const more = financing === undefined ? 0 : this.interest.agree(financing, this.billed, keys);
    for (const cost of this.spent) cost.meet(this.revenue.all, at);
    this.revenue.hear({ ...fact, price: price + more }, at);
    for (const cost of this.spent) cost.goOn(this.revenue.all, at);
  }

  standing(by: number): Standing {
    const { revenue, interest } = this;
    const { expense, income } = interest;
    const earned = revenue.earned(by);
    const price = total(revenue.all.map(({ share }) => share)) + revenue.sums.used;
    const spent = new Map(
      this.spent.map((one) => [one.key, one.takenBy(revenue.all, by, revenue.hasEnded)] as const),
    );
    if (revenue.hasEnded) return { earned, provided: 0, expense, income, ahead: 0, owed: 0, spent };
    return {
      ...{ earned, expense, income, spent },
      provided: this.losses.provided(revenue.all, by),
      ahead: interest.billed(this.billed) - income,
      owed: expense - interest.performed(price > 0 ? earned / price : 0),
    };
  }
}

/** A contract at the end of each of these days, which are in order: what happened before the contract date counts from that date. */
export function standingBy(
  days: readonly string[],
  contract: Contract,
  told: readonly Happened[],
): (Standing | null)[] {
  const facts = inOrder(told, contract.on);
  const one = new Heard(
    contract,
    facts.map(({ fact }) => fact),
  );
  let heard = 0;
  return days.map((by) => {
    for (; (facts[heard]?.at ?? Number.POSITIVE_INFINITY) <= day(by); heard += 1) {
      const next = facts[heard];
      if (next !== undefined) one.hear(next.fact, next.at);
    }
    return by < contract.on ? null : one.standing(day(by) + 1);
  });
}

/** Revenue of a contract earned by the end of each of these days. */
export const earnedBy = (days: readonly string[], contract: Contract, told: readonly Happened[]): number[] =>
  standingBy(days, contract, told).map((one) => one?.earned ?? 0);
