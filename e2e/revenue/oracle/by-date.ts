import { type Change, type Contract, type Happened, inOrder, type Term } from './happened';
import { day, Held, type Promised, total } from './held';
import { Interest } from './interest';
import { type LossRule, provided } from './losses';
import { Spent } from './spent';

/** What a part of the price is shared by (32-44, 32-45): promises it belongs to alone, or the price after so many changes. */
type Element = Term & { only: readonly string[] | null; since: number };
/** More changes than any contract has: as the price stands. */
const NOW = Number.POSITIVE_INFINITY;

/** A contract at the end of a day. */
export type Standing = {
  readonly earned: number;
  /** Provided for losses. */
  readonly provided: number;
  /** Interest that accrued: expense and income. */
  readonly expense: number;
  readonly income: number;
  /** Interest billed and not earned (below zero: earned and not billed), and interest on an advance not earned as revenue. */
  readonly ahead: number;
  readonly owed: number;
  /** What costs that follow promises took to expense, by their names. */
  readonly spent: ReadonlyMap<string, number>;
};

/**
 * Cumulative revenue by date, derived only from the text of the standard: no engine, no decimals library, no dependence
 * on the order of recording. Amounts are plain numbers, which are exact enough for sums far below a billion.
 */
class Told {
  private readonly held = new Map<string, Held>();
  private readonly tiers: Contract['tiers'];
  private units = 0;
  private used = 0;
  private passed = 0;
  private kept = { units: 0, price: 0, liability: 0 };
  private redeemed = 0;
  private readonly elements = new Map<string, Element>();
  private refund = 0;
  private readonly liabilities = new Map<string, number>();
  private readonly money = { billed: 0, paid: 0, paidOut: 0, credited: 0, returned: 0 };
  private readonly interest: Interest;
  private readonly losses: LossRule;
  /** The rest after each prospective change, by which later changes are shared (32-45). */
  private rests: { key: string; weight: number }[][] = [];
  private end: { at: number; earned: number; after: number } | null = null;
  private readonly spent: readonly Spent[];

  constructor(
    { fixed, included, promises, tiers, financing, interest, losses }: Contract,
    told: readonly Happened[],
  ) {
    this.spent = told.flatMap((fact) => (fact.kind === 'spent' ? [new Spent(fact)] : []));
    this.interest = new Interest(interest);
    this.losses = losses;
    this.elements.set('bonus', { key: 'bonus', included, rate: 0, only: null, since: 0 });
    this.tiers = tiers;
    const whole = total(promises.map(({ ssp }) => ssp));
    const keys = promises.map(({ key }) => key);
    const price = fixed + included + (financing === null ? 0 : this.interest.agree(financing, 0, keys));
    for (const promise of promises) this.add(promise, (price * promise.ssp) / whole, true);
  }

  private add(promise: Promised, share: number, atInception = false): void {
    this.held.set(promise.key, new Held(promise, share, atInception));
  }

  private get all(): Held[] {
    return [...this.held.values()];
  }

  earned(at: number): number {
    if (this.end === null) return total(this.all.map((one) => one.earned(at))) + this.used;
    const { billed, paid, paidOut, credited } = this.money;
    const own = this.end.earned + this.end.after;
    const interest = this.interest.expense - this.interest.income;
    const owed = Math.max(0, paidOut - Math.max(paid - billed, credited));
    const passed = this.all.map((one) =>
      'passes' in one.promise ? (one.promise.passes ?? 0) * one.done : 0,
    );
    return own + Math.max(0, billed + interest - own - this.refund - this.passed - total(passed) - owed);
  }

  standing(by: number): Standing {
    const [earned, { expense, income }] = [this.earned(by), this.interest];
    const spent = new Map(
      this.spent.map((one) => [one.key, one.takenBy(this.all, by, this.end !== null)] as const),
    );
    if (this.end !== null) return { earned, provided: 0, expense, income, ahead: 0, owed: 0, spent };
    const price = total(this.all.map(({ share }) => share)) + this.used;
    return {
      earned,
      spent,
      ...{ expense, income },
      provided: provided(this.all, this.losses, by),
      ahead: this.interest.billed(this.billed) - income,
      owed: expense - this.interest.performed(price > 0 ? earned / price : 0),
    };
  }

  /** What was billed or, without a bill, paid. */
  private get billed(): number {
    return Math.max(this.money.billed, this.money.paid - this.money.paidOut);
  }

  private one(key: string): Held {
    return this.held.get(key) as Held;
  }

  /**
   * A change of the price (32-43 to 32-45): by what was left when it was agreed, after so many changes (0: by standalone prices
   * at inception), and where that was open at every change since, by what the last one left.
   */
  private reprice(change: number, agreed: number): void {
    if (this.end !== null) this.end.after += change;
    if (this.end !== null) return;
    const last = this.rests.at(-1) ?? [];
    const left = total(last.map(({ weight }) => weight));
    let pool = left > 0 && agreed >= this.rests.length ? change : 0;
    const then = this.rests[agreed - 1];
    const isOpen = (key: string) =>
      then === undefined
        ? this.one(key).open
        : this.rests.slice(agreed).every((rest) => rest.some((one) => one.key === key));
    const first = this.all.filter(({ atInception }) => atInception).map(({ promise }) => promise);
    const basis = then ?? first.map(({ key, ssp }) => ({ key, weight: ssp }));
    const whole = total(basis.map(({ weight }) => weight));
    for (const { key, weight } of pool === 0 ? basis : []) {
      if (left > 0 && isOpen(key)) pool += (change * weight) / whole;
      else this.one(key).give((change * weight) / whole);
    }
    for (const { key, weight } of last) this.one(key).give((pool * weight) / left);
  }

  /** A change of a variable part of the price: it stays with what it belongs to alone. */
  private vary({ only, since }: Element, change: number): void {
    const whole = total((only ?? []).map((key) => this.one(key).promise.ssp));
    for (const key of only ?? []) this.one(key).give((change * this.one(key).promise.ssp) / whole);
    if (only === null) this.reprice(change, since);
  }

  private giveBack(key: string, amount: number): void {
    if (this.end === null) this.one(key).give(-amount, true);
    else this.end.after -= amount;
  }

  private get priced(): number {
    return total(this.tiers.map(({ from, price }) => Math.max(0, this.units - from) * price));
  }

  private change(
    { kind: how, added, minimum: raised, removed, ends, costed }: Change,
    agreed: number,
    at: number,
  ): Pick<Element, 'only' | 'since'> {
    const since = this.rests.length;
    const price = agreed + (removed === undefined ? 0 : this.one(removed).remove(at));
    const terms = ({ promise: { key } }: Held) => ({
      minimum: key === raised?.key ? raised.minimum : undefined,
      end: key === ends?.key ? ends.end : undefined,
      costs: key === costed?.key ? costed.costs : undefined,
    });
    if (how === 'separate') {
      if (added !== undefined) this.add(added, price);
      return { only: added === undefined ? [] : [added.key], since };
    }
    const left = (one: Held) => one.leftBy(at, terms(one).minimum ?? null);
    const open = this.all.filter((one) => left(one) > 0);
    if (how === 'catchUp') {
      const running = open.filter((one) => one.doneBy(at) > 0);
      // Where nothing is in progress, the whole contract is one.
      const parts = running.length > 0 ? running : this.all;
      const whole = total(parts.map(({ promise }) => promise.ssp));
      const own = (one: Held) => (running.length > 0 ? one.share : one.onceBy(at));
      const pool = price + total(parts.map((one) => (running.length > 0 ? 0 : one.share - one.onceBy(at))));
      for (const one of parts)
        one.beginAgain(at, own(one) + (pool * one.promise.ssp) / whole, true, terms(one));
      for (const one of open) if (!parts.includes(one) && ends?.key === one.promise.key) one.endOn(ends.end);
      return { only: parts.map(({ promise }) => promise.key), since };
    }
    const isTogether = ({ promise }: Held) => how === 'mixed' && 'together' in promise;
    const more = raised === undefined ? 0 : this.one(raised.key).raise(raised.minimum);
    const pool = price + more + total(open.map((one) => one.share - one.earned(at)));
    const whole = total(open.map(left)) + (added?.ssp ?? 0);
    const shares = open.map((one) => one.earned(at) + (pool * left(one)) / whole);
    for (const [index, one] of open.entries())
      one.beginAgain(at, shares[index] ?? 0, isTogether(one), terms(one));
    if (added !== undefined) this.add(added, (pool * added.ssp) / whole);
    const rest = this.all
      .map((one) => ({ key: one.promise.key, weight: one.share - one.earned(at) }))
      .filter(({ weight }) => weight > 0.004);
    this.rests = rest.length === 0 ? [] : [...this.rests, rest];
    for (const one of this.all) one.open &&= rest.some(({ key }) => key === one.promise.key);
    return { only: null, since: this.rests.length };
  }

  hear(fact: Happened, at: number): void {
    if ('share' in fact) {
      const one = this.one(fact.key);
      if (fact.kind === 'measured') one.report(fact.share);
      else one.done += fact.share;
    } else if ('costs' in fact) this.one(fact.key).expect(fact.costs);
    else if (fact.kind === 'redeemed') {
      this.redeemed += fact.units;
      this.one(fact.key).done = this.redeemed / fact.of;
    } else if (fact.kind === 'consumed') this.one(fact.key).use({ at: day(fact.on), amount: fact.amount });
    else if (fact.kind === 'foretold') this.one(fact.key).expected = fact.amount;
    else if (fact.kind === 'used') {
      const before = this.priced;
      this.units += fact.units;
      const calls = this.held.get('calls');
      if (calls === undefined) this.used += this.priced - before;
      else calls.use({ at: day(fact.on), amount: this.priced - before });
    } else if (fact.kind === 'brokered') {
      this.used += fact.amount * (1 - fact.passes);
      this.passed += fact.amount * fact.passes;
    } else if (fact.kind === 'kept') {
      const units = this.kept.units + fact.units;
      const liability = units * (fact.invoiced - fact.expected);
      this.used += units * fact.expected - this.kept.units * this.kept.price;
      this.refund += liability - this.kept.liability;
      this.kept = { units, price: fact.expected, liability };
    } else if (fact.kind === 'sold') {
      if (fact.license === undefined) this.reprice(fact.sales * fact.rate, 0);
      else this.one(fact.license).give(fact.sales * fact.rate, true);
    } else if (fact.kind === 'levied') {
      const element = this.elements.get(fact.key) as Element;
      const [license, ...more] = element.only ?? [];
      const isLicense = license !== undefined && more.length === 0 && 'start' in this.one(license).promise;
      if (isLicense) this.one(license).give(fact.sales * element.rate, true);
      else this.vary(element, fact.sales * element.rate);
    } else if (fact.kind === 'repriced') this.reprice(fact.change, fact.agreed === 'FIRST' ? 0 : NOW);
    else if (fact.kind === 'estimated') {
      const element = this.elements.get(fact.key) as Element;
      this.vary(element, fact.included - element.included);
      this.elements.set(fact.key, { ...element, included: fact.included });
    } else if ('liability' in fact) {
      const before = fact.kind === 'refundable' ? this.refund : (this.liabilities.get(fact.key) ?? 0);
      this.giveBack(fact.key, fact.liability - before);
      this.refund += fact.liability - before;
      if (fact.kind === 'returnable') this.liabilities.set(fact.key, fact.liability);
    } else if (fact.kind === 'returned') {
      const expected = Math.min(fact.amount, this.refund);
      this.giveBack(fact.key, fact.amount - expected);
      this.refund -= expected;
      this.liabilities.set(fact.key, Math.max(0, (this.liabilities.get(fact.key) ?? 0) - expected));
      const { billed, returned, paid, paidOut } = this.money;
      // What was neither billed nor paid is not credited.
      const open = Math.max(0, Math.max(billed + returned, paid - paidOut) - returned);
      const credited = Math.min(fact.amount, open);
      this.money.returned += credited;
      this.credit(credited);
    } else if (fact.kind === 'credited') {
      if (fact.mode === 'REFUND') this.refund -= fact.amount;
      else if (fact.mode === 'PRICE' || this.end !== null) this.reprice(-fact.amount, NOW);
      else this.cancel(fact.amount, at);
      this.credit(fact.amount);
    } else if (fact.kind === 'corrected') this.credit(fact.amount);
    else if (fact.kind === 'spent') this.spent.find(({ id }) => id === fact.id)?.begin();
    else if (fact.kind === 'accrued') this.interest.accrueThrough(Math.min(at, this.end?.at ?? at));
    else if (fact.kind === 'interest') this.interest.state(fact.amount);
    else if (fact.kind === 'ended') {
      this.end = { at, earned: this.earned(at), after: 0 };
      this.credit(fact.refund);
    } else if ('price' in fact) {
      const { term, financing } = fact;
      const keys = fact.added === undefined ? [] : [fact.added.key];
      const more = financing === undefined ? 0 : this.interest.agree(financing, this.billed, keys);
      for (const cost of this.spent) cost.meet(this.all, at);
      const owners = this.change(fact, fact.price + (term?.included ?? 0) + more, at);
      for (const cost of this.spent) cost.goOn(this.all, at);
      if (fact.costed !== undefined) this.one(fact.costed.key).state(fact.costed.costs);
      if (fact.past !== undefined) this.one(fact.past.key).give(fact.past.amount, true);
      if (term !== undefined) this.elements.set(term.key, { ...term, ...owners });
    } else {
      this.money[fact.kind] += fact.amount;
      if (fact.kind === 'billed') this.interest.bill(fact);
    }
  }

  private cancel(amount: number, at: number): void {
    const left = this.all.map((one) => Math.max(0, one.share - one.earned(at)));
    for (const [index, one] of this.all.entries()) {
      const part = ((left[index] ?? 0) * amount) / total(left);
      if (part > 0) one.beginAgain(at, one.share - part);
    }
  }

  private credit(amount: number): void {
    this.money.billed -= amount;
    this.money.credited += amount;
  }
}

/** A contract at the end of each of these days, in order: what happened before it is active counts from its date. */
export function standingBy(
  days: readonly string[],
  contract: Contract,
  told: readonly Happened[],
): (Standing | null)[] {
  const facts = inOrder(told, contract.on);
  const one = new Told(
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
