import type { Change, Contract, Happened, Promised, Term } from '../histories/happened';
import { committedOf, day, Held } from './held';
import { total } from './minimums';

/** What happens on one day counts in this order: agreed, estimated, transferred, billed, paid, ended. */
const ORDER = [
  'separate prospective catchUp mixed',
  'repriced estimated foretold expected refundable returnable spent',
  'measured costed delivered redeemed used consumed brokered kept sold levied returned',
  'billed corrected credited interest accrued',
  'paid paidOut',
  'ended',
].map((kinds) => kinds.split(' '));
const rank = ({ kind }: Happened) => ORDER.findIndex((kinds) => kinds.includes(kind));

/** What happened in the order in which it counts: what happened before the contract counts from its date. */
export function inOrder(told: readonly Happened[], from: string): { fact: Happened; at: number }[] {
  const facts = told.map((fact) => ({ fact, at: Math.max(day(fact.on), day(from)) }));
  return facts.sort((a, b) => a.at - b.at || rank(a.fact) - rank(b.fact) || day(a.fact.on) - day(b.fact.on));
}

/** What a part of the price is shared by (32-44, 32-45): promises it belongs to alone, or the price after so many changes. */
type Owners = { only: readonly string[] | null; since: number };
/** More changes than any contract has: as the price stands. */
const NOW = Number.POSITIVE_INFINITY;
type Weight = { one: Held; weight: number };

/**
 * Cumulative revenue by date (issue 11), derived only from the text of the standard: no engine, no decimals library, no dependence on
 * the order of recording. Amounts are plain numbers, exact enough below a billion. With what it imports it stays under 300 lines.
 * Prices come without the interest in them and interest as it accrues: `interest.ts` states both.
 */
export class Revenue {
  readonly all: Held[] = [];
  readonly money = { billed: 0, paid: 0, paidOut: 0, credited: 0, returned: 0 };
  hasEnded = false;
  private readonly tiers: Contract['tiers'];
  private readonly elements = new Map<string, Term & Owners>();
  private readonly liabilities = new Map<string, number>();
  /** The rest after each prospective change, by which later changes are shared (32-45). */
  private rests: Weight[][] = [];
  private units = 0;
  private used = 0;
  private passed = 0;
  private redeemed = 0;
  private refund = 0;
  private interest = 0;
  private kept = { units: 0, revenue: 0, liability: 0 };
  /** Earned when the contract ended, and since. */
  private own = 0;

  constructor({ fixed, included, promises, tiers }: Contract) {
    this.tiers = tiers;
    this.elements.set('bonus', { key: 'bonus', included, rate: 0, only: null, since: 0 });
    const whole = total(promises.map(({ ssp }) => ssp));
    for (const one of promises) this.all.push(new Held(one, ((fixed + included) * one.ssp) / whole, true));
  }

  /** Revenue before a day; of a contract that ended, also what the customer paid and does not get back (55-46). */
  earned(at: number): number {
    if (!this.hasEnded) return total(this.all.map((one) => one.earned(at))) + this.used;
    const { billed, paid, paidOut, credited } = this.money;
    const owed = Math.max(0, paidOut - Math.max(paid - billed, credited));
    const passed = total(
      this.all.map(({ promise, done }) => ('passes' in promise ? (promise.passes ?? 0) * done : 0)),
    );
    return (
      this.own + Math.max(0, billed + this.interest - this.own - this.refund - this.passed - passed - owed)
    );
  }

  get price(): number {
    return total(this.all.map(({ share }) => share)) + this.used;
  }

  one(key: string): Held {
    return this.all.find(({ promise }) => promise.key === key) as Held;
  }

  /**
   * A change of the price (32-43 to 32-45): by what was left when it was agreed, after so many changes (0: by standalone prices
   * at inception), and where that was open at every change since, by what the last one left.
   */
  private reprice(change: number, agreed: number): void {
    if (this.hasEnded) this.own += change;
    if (this.hasEnded) return;
    const last = this.rests.at(-1) ?? [];
    const left = total(last.map(({ weight }) => weight));
    let pool = left > 0 && agreed >= this.rests.length ? change : 0;
    const first = this.all.filter((one) => one.atInception).map((one) => ({ one, weight: one.promise.ssp }));
    const basis = this.rests[agreed - 1] ?? first;
    const isOpen = (one: Held) =>
      basis === first
        ? one.open
        : this.rests.slice(agreed).every((rest) => rest.some((open) => open.one === one));
    const whole = total(basis.map(({ weight }) => weight));
    for (const { one, weight } of pool === 0 ? basis : []) {
      if (left > 0 && isOpen(one)) pool += (change * weight) / whole;
      else one.give((change * weight) / whole);
    }
    for (const { one, weight } of last) one.give((pool * weight) / left);
  }

  /** A change of a variable part of the price: it stays with what it belongs to alone. */
  private vary({ only, since }: Owners, change: number): void {
    const owners = (only ?? []).map((key) => this.one(key));
    const whole = total(owners.map(({ promise }) => promise.ssp));
    for (const one of owners) one.give((change * one.promise.ssp) / whole);
    if (only === null) this.reprice(change, since);
  }

  private giveBack(key: string, amount: number): void {
    if (this.hasEnded) this.own -= amount;
    else this.one(key).give(-amount, true);
  }

  private change(change: Change, agreed: number, at: number): Owners {
    const { kind: how, added, minimum: raised, removed, ends, costed } = change;
    const price = agreed + (removed === undefined ? 0 : this.one(removed).remove(at));
    const since = this.rests.length;
    if (how === 'separate') {
      if (added !== undefined) this.all.push(new Held(added, price, false));
      return { only: added === undefined ? [] : [added.key], since };
    }
    const agreedOf = ({ promise }: Held) =>
      raised?.key === promise.key
        ? { ...promise, kind: 'COMMITTED' as const, minimum: raised.minimum }
        : promise;
    const left = (one: Held) => one.leftBy(at, agreedOf(one));
    const next = (one: Held) =>
      ends?.key === one.promise.key ? ({ ...agreedOf(one), end: ends.end } as Promised) : agreedOf(one);
    const begin = (one: Held, share: number, isTogether: boolean) => {
      const isMeasured = isTogether && costed?.key === one.promise.key;
      if (isMeasured) one.done = costed.costs.toDate / costed.costs.total;
      one.beginAgain(at, share, isTogether, next(one));
    };
    const open = this.all.filter((one) => left(one) > 0);
    if (how === 'catchUp') {
      const running = open.filter((one) => one.doneBy(at) > 0);
      // Where nothing is in progress, the whole contract is one.
      const parts = running.length > 0 ? running : this.all;
      const whole = total(parts.map(({ promise }) => promise.ssp));
      const own = (one: Held) => (running.length > 0 ? one.share : one.onceBy(at));
      const pool = price + total(parts.map((one) => one.share - own(one)));
      for (const one of parts) begin(one, own(one) + (pool * one.promise.ssp) / whole, true);
      for (const one of open) if (!parts.includes(one)) one.promise = next(one);
      return { only: parts.map(({ promise }) => promise.key), since };
    }
    const more =
      raised === undefined
        ? 0
        : committedOf(agreedOf(this.one(raised.key))) - committedOf(this.one(raised.key).promise);
    const pool = price + more + total(open.map((one) => one.share - one.earned(at)));
    const whole = total(open.map(left)) + (added?.ssp ?? 0);
    const shares = open.map((one) => one.earned(at) + (pool * left(one)) / whole);
    for (const [index, one] of open.entries())
      begin(one, shares[index] ?? 0, how === 'mixed' && 'together' in one.promise);
    if (added !== undefined) this.all.push(new Held(added, (pool * added.ssp) / whole, false));
    const rest = this.all
      .map((one) => ({ one, weight: one.share - one.earned(at) }))
      .filter(({ weight }) => weight > 0.004);
    if (rest.length > 0) this.rests.push(rest);
    else this.rests = [];
    for (const one of this.all) one.open &&= rest.some((open) => open.one === one);
    return { only: null, since: this.rests.length };
  }

  hear(fact: Happened, at: number): void {
    if (fact.kind === 'measured')
      [this.one(fact.key).done, this.one(fact.key).spent] = [fact.share, undefined];
    else if (fact.kind === 'delivered') this.one(fact.key).done += fact.share;
    else if ('costs' in fact) this.one(fact.key).expect(fact.costs);
    else if (fact.kind === 'redeemed') {
      this.redeemed += fact.units;
      this.one(fact.key).done = this.redeemed / fact.of;
    } else if (fact.kind === 'consumed') this.one(fact.key).use(day(fact.on), fact.amount);
    else if (fact.kind === 'foretold') this.one(fact.key).expected = fact.amount;
    else if (fact.kind === 'used') {
      const priced = () => total(this.tiers.map(({ from, price }) => Math.max(0, this.units - from) * price));
      const before = priced();
      this.units += fact.units;
      const calls = this.all.find(({ promise }) => promise.key === 'calls');
      if (calls === undefined) this.used += priced() - before;
      else calls.use(day(fact.on), priced() - before);
    } else if (fact.kind === 'brokered') {
      this.used += fact.amount * (1 - fact.passes);
      this.passed += fact.amount * fact.passes;
    } else if (fact.kind === 'kept') {
      const units = this.kept.units + fact.units;
      const [revenue, liability] = [units * fact.expected, units * (fact.invoiced - fact.expected)];
      this.used += revenue - this.kept.revenue;
      this.refund += liability - this.kept.liability;
      this.kept = { units, revenue, liability };
    } else if (fact.kind === 'sold') {
      if (fact.license === undefined) this.reprice(fact.sales * fact.rate, 0);
      else this.one(fact.license).give(fact.sales * fact.rate, true);
    } else if (fact.kind === 'levied') {
      const element = this.elements.get(fact.key) as Term & Owners;
      const [license, ...more] = (element.only ?? []).map((key) => this.one(key));
      const isLicense = license !== undefined && more.length === 0 && 'start' in license.promise;
      if (isLicense) license.give(fact.sales * element.rate, true);
      else this.vary(element, fact.sales * element.rate);
    } else if (fact.kind === 'repriced') this.reprice(fact.change, fact.agreed === 'FIRST' ? 0 : NOW);
    else if (fact.kind === 'estimated') {
      const element = this.elements.get(fact.key) as Term & Owners;
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
      // What was neither billed nor paid is not credited.
      const { billed, returned, paid, paidOut } = this.money;
      const credited = Math.min(fact.amount, Math.max(0, billed, paid - paidOut - returned));
      this.money.returned += credited;
      this.credit(credited);
    } else if (fact.kind === 'credited') {
      if (fact.mode === 'REFUND') this.refund -= fact.amount;
      else if (fact.mode === 'PRICE' || this.hasEnded) this.reprice(-fact.amount, NOW);
      else this.cancel(fact.amount, at);
      this.credit(fact.amount);
    } else if (fact.kind === 'corrected') this.credit(fact.amount);
    else if (fact.kind === 'interest') this.interest += fact.amount;
    else if (fact.kind === 'ended') {
      [this.own, this.hasEnded] = [this.earned(at), true];
      this.credit(fact.refund);
    } else if ('price' in fact) {
      const { term, costed, past } = fact;
      const owners = this.change(fact, fact.price + (term?.included ?? 0), at);
      if (costed !== undefined) this.one(costed.key).spent = costed.costs.toDate;
      if (past !== undefined) this.one(past.key).give(past.amount, true);
      if (term !== undefined) this.elements.set(term.key, { ...term, ...owners });
    } else if (fact.kind === 'billed' || fact.kind === 'paid' || fact.kind === 'paidOut')
      this.money[fact.kind] += fact.amount;
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
