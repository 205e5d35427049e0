import type { Change, Contract, Happened, Promised, Term } from '../histories/happened';
import { between, committedOf, day, Held, total } from './held';

const withTerms = (one: Promised, terms?: { key: string }): Promised =>
  one.key === terms?.key ? { ...one, ...terms } : one;
/** Obligations with the weights by which they share an amount. */
type Weights = readonly { one: Held; weight: number }[];
const weigh = (all: readonly Held[], of = ({ promise }: Held) => promise.ssp): Weights =>
  all.map((one) => ({ one, weight: of(one) }));
const whole = (weights: Weights) => total(weights.map(({ weight }) => weight));
function share(amount: number, weights: Weights, all = whole(weights)): void {
  for (const { one, weight } of weights) one.give((amount * weight) / all);
}
/**
 * How a part of the price is allocated (32-44, 32-45): to `only` these obligations, or on the basis of the contract after `since` changes.
 */
type Owners = { only: readonly Held[] | null; since: number };
const FIRST: Owners = { only: null, since: 0 };
const NOW: Owners = { only: null, since: Number.POSITIVE_INFINITY };
/**
 * Cumulative revenue by date, derived only from the text of the standard: no engine, no decimals library. Amounts are plain numbers,
 * exact enough below a billion. Prices exclude interest, and interest is received as it accrues: `interest.ts` computes both.
 */
export class Revenue {
  readonly all: Held[] = [];
  readonly sums = { used: 0, units: 0, passed: 0, redeemed: 0, refund: 0, interest: 0, kept: 0, rebates: 0 };
  readonly money = { billed: 0, paid: 0, paidOut: 0, credited: 0, returned: 0 };
  hasEnded = false;
  /** Revenue earned up to the end of the contract, and price changes since. */
  private own = 0;
  private readonly tiers: Contract['tiers'];
  private readonly elements = new Map<string, Term & Owners>();
  /** The remaining obligations after each prospective modification, by which later changes are allocated (32-45). */
  private rests: Weights[] = [];
  constructor({ fixed, variable, promises, tiers }: Contract) {
    this.tiers = tiers;
    this.all.push(...promises.map((promise) => new Held(promise, 0, true)));
    share(fixed + total(variable.map(({ included }) => included)), weigh(this.all));
    for (const { to, ...term } of variable)
      this.elements.set(term.key, { ...term, only: to === undefined ? null : [this.one(to)], since: 0 });
  }
  one(key: string): Held {
    return this.all.find(({ promise }) => promise.key === key) as Held;
  }
  /** Revenue before a day; for a contract that has ended, including what the customer paid and does not get back (55-46). */
  earned(at: number): number {
    if (!this.hasEnded) return total(this.all.map((one) => one.earned(at))) + this.sums.used;
    const { paid, paidOut, credited } = this.money;
    const billed = this.money.billed - credited;
    const owed = Math.max(0, paidOut - Math.max(paid - billed, credited)) + this.sums.refund;
    const agent = ({ promise, done }: Held) => ('passes' in promise ? (promise.passes ?? 0) * done : 0);
    const passed = this.sums.passed + total(this.all.map(agent));
    return this.own + Math.max(0, billed + this.sums.interest - this.own - passed - owed);
  }
  /**
   * A change in the price (32-43 to 32-45): allocated by what remained when it was agreed, after `since` modifications (0: by standalone
   * prices at inception) and, where those obligations were open at every modification since, by what remained after the last one; or to the
   * obligations it belongs to alone.
   */
  private reprice(change: number, { only, since: agreed }: Owners): void {
    this.own += only === null ? change : 0;
    const then = this.rests[Math.min(agreed, this.rests.length) - 1];
    const last = this.rests.at(-1) ?? [];
    const isIn = (one: Held) => (rest: Weights) => rest.some((other) => other.one === one);
    const isOpen = (one: Held) => (then === undefined ? one.open : this.rests.slice(agreed).every(isIn(one)));
    const first = weigh(only ?? this.all.filter(({ atInception }) => atInception));
    const basis = only === null ? (then ?? first) : first;
    const late = basis.filter(({ one }) => only === null && last.length > 0 && isOpen(one));
    const others = basis.filter((one) => !late.includes(one));
    share(change, others, whole(basis));
    share((change * whole(late)) / whole(basis), last);
  }
  private change(change: Change, at: number): Owners {
    const { kind, term, added, minimum, removed, ends, costed } = change;
    const price = change.price + (term?.included ?? 0) + (removed ? this.one(removed).remove(at) : 0);
    if (added !== undefined && kind === 'separate') this.all.push(new Held(added, price));
    if (kind === 'separate') return { only: added === undefined ? [] : [this.one(added.key)], since: 0 };
    const raised = ({ promise }: Held) => withTerms(promise, minimum);
    const changed = (one: Held) => withTerms(raised(one), ends);
    const left = (one: Held) => one.leftBy(at, changed(one));
    const begin = (one: Held, share: number, isTogether: boolean) => {
      if (isTogether && costed?.key === one.promise.key) one.expect(costed.costs);
      one.beginAgain(at, share, isTogether, changed(one));
    };
    const open = this.all.filter((one) => left(one) > 0);
    if (kind === 'catchUp') {
      const running = open.filter((one) => one.doneBy(at) > 0);
      // Where nothing is in progress, the contract is treated as a whole; what was removed before it began is worth nothing and keeps its part.
      const parts =
        running.length > 0 ? running : this.all.filter((one) => !one.isGone || one.worth(changed(one)) > 0);
      const own = (one: Held) => (running.length > 0 ? one.share : one.onceBy(at));
      const pool = price + total(parts.map((one) => one.share - own(one)));
      const worth = (one: Held) => one.worth(changed(one));
      const all = total(parts.map(worth));
      for (const one of parts) begin(one, own(one) + (pool * worth(one)) / all, true);
      for (const one of open) if (!parts.includes(one)) one.promise = changed(one);
      return { only: parts, since: 0 };
    }
    const more = total(this.all.map((one) => committedOf(raised(one)) - committedOf(one.promise)));
    const pool = price + more + total(open.map((one) => one.share - one.earned(at)));
    const all = total(open.map(left)) + (added?.ssp ?? 0);
    const isOne = (one: Held) => kind === 'mixed' && 'together' in one.promise;
    for (const one of open) begin(one, one.earned(at) + (pool * left(one)) / all, isOne(one));
    if (added !== undefined) this.all.push(new Held(added, (pool * added.ssp) / all));
    const rest = weigh(this.all, (one) => one.share - one.earned(at)).filter(({ weight }) => weight > 0.004);
    this.rests = rest.length === 0 ? [] : [...this.rests, rest];
    for (const one of this.all) one.open &&= rest.some((open) => open.one === one);
    return { only: null, since: this.rests.length };
  }
  hear(fact: Happened, at: number): void {
    const { sums, money } = this;
    const key = 'key' in fact ? (fact.key ?? '') : '';
    const [one, element] = [this.one(key), this.elements.get(key) as Term & Owners];
    if (fact.kind === 'measured') Object.assign(one, { done: fact.share, spent: undefined, lifts: null });
    else if (fact.kind === 'delivered') one.done += fact.share;
    else if ('costs' in fact)
      one.expect(fact.costs, fact.kind === 'costed' ? (fact.lifts ?? null) : one.lifts);
    else if (fact.kind === 'redeemed') {
      sums.redeemed += fact.units;
      one.done = sums.redeemed / fact.of;
    } else if (fact.kind === 'consumed') one.use(day(fact.on), fact.amount);
    else if (fact.kind === 'foretold') one.expected = fact.amount;
    else if (fact.kind === 'used') {
      const priced = () => total(this.tiers.map(({ from, price }) => Math.max(0, sums.units - from) * price));
      const before = priced();
      sums.units += fact.units;
      const calls = this.all.find(({ promise }) => promise.key === 'calls');
      if (calls === undefined) sums.used += priced() - before;
      else calls.use(day(fact.on), priced() - before);
    } else if (fact.kind === 'brokered') {
      sums.used += fact.amount * (1 - fact.passes);
      sums.passed += fact.amount * fact.passes;
    } else if (fact.kind === 'kept') {
      sums.kept += fact.units;
      const more = sums.kept * (fact.invoiced - fact.expected) - sums.rebates;
      sums.used += fact.units * fact.invoiced - more;
      [sums.rebates, sums.refund] = [sums.rebates + more, sums.refund + more];
    } else if (fact.kind === 'levied') {
      const [license, more] = element.only ?? [];
      if (license !== undefined && more === undefined && 'start' in license.promise)
        license.give(fact.sales * element.rate, true);
      else this.reprice(fact.sales * element.rate, element);
    } else if (fact.kind === 'repriced') this.reprice(fact.change, fact.agreed === 'FIRST' ? FIRST : NOW);
    else if (fact.kind === 'estimated') {
      this.reprice(fact.included - element.included, element);
      element.included = fact.included;
    } else if ('liability' in fact) {
      const more = fact.liability - (fact.kind === 'refundable' ? sums.refund : one.liability);
      one.give(-more, true);
      this.own -= more;
      sums.refund += more;
      if (fact.kind === 'returnable') one.liability = fact.liability;
    } else if (fact.kind === 'returned') {
      const expected = Math.min(fact.amount, sums.refund);
      one.give(expected - fact.amount, true);
      this.own -= fact.amount - expected;
      sums.refund -= expected;
      one.liability = Math.max(0, one.liability - expected);
      // What was neither billed nor paid is not credited.
      const open = Math.max(money.billed - money.credited, money.paid - money.paidOut - money.returned);
      const credited = between(0, open, fact.amount);
      money.returned += credited;
      money.credited += credited;
    } else if (fact.kind === 'credited') {
      if (fact.mode === 'REFUND') sums.refund -= fact.amount;
      else if (fact.mode === 'PRICE' || this.hasEnded) this.reprice(-fact.amount, NOW);
      else {
        const left = weigh(this.all, (one) => Math.max(0, one.share - one.earned(at)));
        for (const { one, weight } of left)
          if (weight > 0) one.beginAgain(at, one.share - (weight * fact.amount) / whole(left));
      }
      money.credited += fact.amount;
    } else if (fact.kind === 'corrected') money.credited += fact.amount;
    else if (fact.kind === 'interest') sums.interest += fact.amount;
    else if (fact.kind === 'ended') {
      [this.own, this.hasEnded] = [this.earned(at), true];
      money.credited += fact.refund;
    } else if ('price' in fact) {
      const owners = this.change(fact, at);
      const { costs } = fact.costed ?? {};
      if (costs !== undefined)
        Object.assign(this.one(fact.costed?.key ?? ''), { spent: costs.toDate, whole: costs.total });
      if (fact.past !== undefined) this.one(fact.past.key).give(fact.past.amount, true);
      if (fact.term !== undefined) this.elements.set(fact.term.key, { ...fact.term, ...owners });
    } else if (fact.kind === 'billed') money.billed += fact.amount;
    else if (fact.kind === 'paid' || fact.kind === 'paidOut') money[fact.kind] += fact.amount;
  }
}
