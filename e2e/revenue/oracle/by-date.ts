import type { Change, Contract, Costs, Happened, Minimum, Promised, Term, Use } from '../histories/happened';

export const day = (date: string) => Date.parse(`${date}T00:00:00Z`) / 86_400_000;
export const total = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);
const sumOf = (all: readonly { amount: number }[]) => total(all.map(({ amount }) => amount));
const between = (low: number, value: number, high: number) => Math.min(Math.max(value, low), high);

/** Of a minimum at the beginning of a day: the share earned, what was used beyond it, and what of that is earned (55-44 to 55-65). */
function standingOf(minimum: Minimum, uses: readonly Use[], at: number, estimated: number | null) {
  const { method, isCarried, spans, expected: agreed } = minimum;
  const whole = sumOf(spans);
  const expected = estimated ?? agreed ?? whole;
  const [first, end] = [spans[0]?.from ?? 0, spans.at(-1)?.to ?? 0];
  const passed = between(0, (at - first) / (end - first), 1);
  const part = method === 'AS_USED' ? Math.min(1, expected / whole) : 1;
  // What can be used is drawn down span by span.
  let [left, drawn, earned] = [0, 0, 0];
  for (const { from, to, amount } of spans) {
    const used = total(uses.map((use) => (from <= use.at && use.at < to ? use.amount : 0)));
    const taken = Math.min(used, amount + (isCarried ? left : 0));
    left += (isCarried ? amount : 0) - taken;
    drawn += taken;
    earned += to <= at ? amount : Math.min(amount, taken / part);
  }
  if (isCarried) earned = end <= at ? whole : Math.min(whole, drawn / part);
  const beyond = sumOf(uses) - drawn;
  if (method === 'AT_START') return { done: at > first ? 1 : 0, beyond, freed: beyond };
  const line = passed === 1 ? whole + beyond : passed * Math.max(whole, expected);
  const reached = Math.min(line, whole + beyond);
  const freed = Math.max(0, reached - whole);
  if (method === 'ESTIMATE') return { done: Math.min(1, reached / whole), beyond, freed };
  const isByTime = method === 'OVER_TIME' || (method === 'ROYALTIES' && expected < whole);
  return { done: isByTime ? passed : earned / whole, beyond, freed: beyond };
}
/** What is committed with a promise; one without a minimum counts as one. */
const committedOf = (one: Promised) => ('minimum' in one ? sumOf(one.minimum.spans) : 1);
const withTerms = (one: Promised, terms?: { key: string }): Promised =>
  one.key === terms?.key ? { ...one, ...terms } : one;
/** Where a term stands at the beginning of a day: in days, or in months of equal weight with their days. */
function clock(kind: Promised['kind'], at: number): number {
  const date = new Date(at * 86_400_000);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  const days = (Date.UTC(year, month + 1, 1) - Date.UTC(year, month, 1)) / 86_400_000;
  return kind === 'DAYS' ? at : year * 12 + month + (date.getUTCDate() - 1) / days;
}

/** One promise: its share of the price, how much of it is transferred, and what was earned when its rest began again. */
export class Held {
  promise: Promised;
  share: number;
  readonly atInception: boolean;
  done = 0;
  /** Costs so far, where they measure it. */
  spent: number | undefined;
  /** Earned or given back at once, whatever is transferred. */
  atOnce = 0;
  begun = { done: 0, earned: 0 };
  liability = 0;
  /** In the rest of every change so far; no longer promised: what was transferred is all there is. */
  open = true;
  isGone = false;
  /** What was used of a committed minimum, and how much is expected to be. */
  readonly uses: Use[] = [];
  expected: number | null = null;
  constructor(promise: Promised, share: number, atInception = false) {
    [this.promise, this.share, this.atInception] = [promise, share, atInception];
  }
  private committed(at: number, promise = this.promise) {
    if (this.isGone) return { done: 1, beyond: 0, freed: 0 };
    if ('minimum' in promise) return standingOf(promise.minimum, this.uses, at, this.expected);
    return { done: this.done, beyond: 0, freed: 0 };
  }
  /** Used of a committed minimum; what is beyond it is part of the price. */
  use(at: number, amount: number): void {
    this.share -= this.committed(at).beyond;
    this.uses.push({ at, amount });
    this.share += this.committed(at).beyond;
  }
  /** Measured by its costs, it is measured again when others are expected. */
  expect({ total: whole, toDate = this.spent }: Costs): void {
    this.spent = toDate;
    this.done = toDate === undefined ? this.done : toDate / whole;
  }
  onceBy(at: number): number {
    return this.atOnce + this.committed(at).freed;
  }
  doneBy(at: number, promise = this.promise): number {
    if (this.isGone || !('start' in promise)) return this.committed(at, promise).done;
    const start = clock(promise.kind, day(promise.start));
    const term = clock(promise.kind, day(promise.end) + 1) - start;
    return between(0, (clock(promise.kind, at) - start) / term, 1);
  }
  /** The standalone price of what is left, of another minimum at what a part of it cost. */
  leftBy(at: number, promise: Promised): number {
    const raised = committedOf(promise) / committedOf(this.promise);
    return this.promise.ssp * raised * (1 - this.doneBy(at, promise));
  }
  /** Earned before a day: what was earned when the rest began again, and of the rest what was transferred since. */
  earned(at: number): number {
    const { done: from, earned } = this.begun;
    const [done, once] = [this.doneBy(at), this.onceBy(at)];
    if (done < from) return once + (earned * done) / from;
    const left = this.share - this.committed(at).beyond - this.atOnce - earned;
    return once + earned + (from === 1 ? left : (left * (done - from)) / (1 - from));
  }
  /** What is not transferred yet is no longer promised; answers what of the price that was. */
  remove(at: number): number {
    const [earned, share, ssp] = [this.earned(at), this.share, this.promise.ssp * this.doneBy(at)];
    [this.atOnce, this.share, this.spent, this.isGone] = [this.onceBy(at), earned, undefined, true];
    this.promise = { ...this.promise, ssp };
    return share - earned;
  }
  give(amount: number, atOnce = false): void {
    this.share += amount;
    this.atOnce += atOnce ? amount : 0;
  }
  /** The rest is a new contract from a day on (25-13(a)); or it is one with what was transferred (25-13(b)). */
  beginAgain(at: number, share: number, isTogether = false, promise = this.promise): void {
    const earned = this.earned(at) - this.onceBy(at);
    [this.promise, this.share] = [promise, share];
    if (isTogether) this.begun = { done: 0, earned: 0 };
    else if (this.doneBy(at) < 1) this.begun = { done: this.doneBy(at), earned };
  }
}
/** Promises, and by how much each shares in an amount. */
type Weights = readonly { one: Held; weight: number }[];
const weigh = (all: readonly Held[], of = ({ promise }: Held) => promise.ssp): Weights =>
  all.map((one) => ({ one, weight: of(one) }));
const whole = (weights: Weights) => total(weights.map(({ weight }) => weight));
function share(amount: number, weights: Weights, all = whole(weights)): void {
  for (const { one, weight } of weights) one.give((amount * weight) / all);
}
/** What a part of the price is shared by (32-44, 32-45): promises it belongs to alone, or the price after so many changes. */
type Owners = { only: readonly Held[] | null; since: number };
const FIRST: Owners = { only: null, since: 0 };
const NOW: Owners = { only: null, since: Number.POSITIVE_INFINITY };
/**
 * Cumulative revenue by date, derived only from the text of the standard: no engine, no decimals library. Amounts are plain numbers,
 * exact enough below a billion. A price comes without the interest in it, and interest as it accrues: `interest.ts` states both.
 */
export class Revenue {
  readonly all: Held[] = [];
  readonly sums = { used: 0, units: 0, passed: 0, redeemed: 0, refund: 0, interest: 0, kept: 0, rebates: 0 };
  readonly money = { billed: 0, paid: 0, paidOut: 0, credited: 0, returned: 0 };
  hasEnded = false;
  /** Earned when the contract ended, and since. */
  private own = 0;
  private readonly tiers: Contract['tiers'];
  private readonly elements = new Map<string, Term & Owners>();
  /** The rest after each prospective change, by which later changes are shared (32-45). */
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
  /** Revenue before a day; of a contract that ended, also what the customer paid and does not get back (55-46). */
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
   * A change of the price (32-43 to 32-45): by what was left when it was agreed, after so many changes (0: by standalone prices
   * at inception), and where that was open at every change since, by what the last one left; or by the promises it belongs to alone.
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
    const left = (one: Held) => one.leftBy(at, raised(one));
    const begin = (one: Held, share: number, isTogether: boolean) => {
      if (isTogether && costed?.key === one.promise.key) one.expect(costed.costs);
      one.beginAgain(at, share, isTogether, changed(one));
    };
    const open = this.all.filter((one) => left(one) > 0);
    if (kind === 'catchUp') {
      const running = open.filter((one) => one.doneBy(at) > 0);
      // Where nothing is in progress, the whole contract is one.
      const parts = running.length > 0 ? running : this.all;
      const own = (one: Held) => (running.length > 0 ? one.share : one.onceBy(at));
      const pool = price + total(parts.map((one) => one.share - own(one)));
      const all = whole(weigh(parts));
      for (const one of parts) begin(one, own(one) + (pool * one.promise.ssp) / all, true);
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
    if (fact.kind === 'measured') Object.assign(one, { done: fact.share, spent: undefined });
    else if (fact.kind === 'delivered') one.done += fact.share;
    else if ('costs' in fact) one.expect(fact.costs);
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
      if (fact.costed !== undefined) this.one(fact.costed.key).spent = fact.costed.costs.toDate;
      if (fact.past !== undefined) this.one(fact.past.key).give(fact.past.amount, true);
      if (fact.term !== undefined) this.elements.set(fact.term.key, { ...fact.term, ...owners });
    } else if (fact.kind === 'billed') money.billed += fact.amount;
    else if (fact.kind === 'paid' || fact.kind === 'paidOut') money[fact.kind] += fact.amount;
  }
}
