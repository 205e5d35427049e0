/**
 * Cumulative revenue by date, derived only from the text of the standard: no engine, no decimals library, no dependence
 * on the order of recording. Amounts are plain numbers, which are exact enough for sums far below a billion.
 */
export type Promised = { readonly key: string; readonly ssp: number } & (
  | { readonly kind: 'DAYS' | 'MONTHS'; readonly start: string; readonly end: string }
  /** By what is told of it; an agent passes something on to its supplier. */
  | { readonly kind: 'MEASURED'; readonly passes?: number; readonly together?: boolean }
);

export type Happened = {
  readonly id: string;
  readonly on: string;
} & /** The share transferred by now, or so much more of it. */
(
  | { readonly kind: 'measured'; readonly key: string; readonly share: number }
  | { readonly kind: 'delivered'; readonly key: string; readonly share: number }
  /** Rights used, of so many expected to be. */
  | { readonly kind: 'redeemed'; readonly key: string; readonly units: number; readonly of: number }
  /** Units at graduated prices, or an amount of which an agent passes a share on. */
  | { readonly kind: 'used'; readonly units: number }
  | { readonly kind: 'brokered'; readonly amount: number; readonly passes: number }
  /** Units at a price invoiced, of which another is expected to be kept for all of them. */
  | { readonly kind: 'kept'; readonly units: number; readonly invoiced: number; readonly expected: number }
  | { readonly kind: 'sold'; readonly sales: number; readonly rate: number; readonly license?: string }
  | { readonly kind: 'repriced'; readonly change: number; readonly agreed: 'FIRST' | 'SINCE' }
  | { readonly kind: 'estimated'; readonly included: number }
  | { readonly kind: 'refundable'; readonly key: string; readonly liability: number }
  | { readonly kind: 'returnable'; readonly key: string; readonly liability: number }
  | { readonly kind: 'returned'; readonly key: string; readonly amount: number }
  | { readonly kind: 'credited'; readonly amount: number; readonly mode: 'PRICE' | 'REST' | 'REFUND' }
  | { readonly kind: 'billed' | 'paid' | 'paidOut'; readonly amount: number }
  | {
      readonly kind: 'changed';
      readonly how: 'separate' | 'prospective' | 'catchUp' | 'mixed';
      readonly price: number;
      readonly added?: Promised;
    }
  | { readonly kind: 'ended'; readonly refund: number }
);
type Of<Kind extends Happened['kind']> = Extract<Happened, { kind: Kind }>;

const day = (date: string) => Date.parse(`${date}T00:00:00Z`) / 86_400_000;
const total = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);
const between = (low: number, value: number, high: number) => Math.min(Math.max(value, low), high);

/** Where a term stands at the beginning of a day: in days, or in months of equal weight with their days. */
function clock(kind: 'DAYS' | 'MONTHS', at: number): number {
  if (kind === 'DAYS') return at;
  const date = new Date(at * 86_400_000);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  const days = Date.UTC(year, month + 1, 1) - Date.UTC(year, month, 1);
  return year * 12 + month + ((date.getUTCDate() - 1) * 86_400_000) / days;
}

/** One promise: its share of the price, how much of it is transferred, and what was earned when its rest began again. */
class Held {
  readonly promise: Promised;
  share: number;
  done = 0;
  /** Earned or given back at once, whatever is transferred. */
  atOnce = 0;
  begun = { done: 0, earned: 0 };
  readonly atInception: boolean;
  open = true;

  constructor(promise: Promised, share: number, atInception: boolean) {
    this.promise = promise;
    this.share = share;
    this.atInception = atInception;
  }

  /** The share transferred before a day. */
  doneBy(at: number): number {
    const { promise } = this;
    if (promise.kind !== 'DAYS' && promise.kind !== 'MONTHS') return this.done;
    const [start, end] = [clock(promise.kind, day(promise.start)), clock(promise.kind, day(promise.end) + 1)];
    return between(0, (clock(promise.kind, at) - start) / (end - start), 1);
  }

  /** Earned before a day: what was earned when the rest began again, and of the rest what was transferred since. */
  earned(at: number): number {
    const done = this.doneBy(at);
    const { done: from, earned } = this.begun;
    const following = this.share - this.atOnce;
    if (done < from) return this.atOnce + (earned * done) / from;
    return (
      this.atOnce +
      earned +
      (from === 1 ? following - earned : ((following - earned) * (done - from)) / (1 - from))
    );
  }

  give(amount: number, atOnce = false): void {
    this.share += amount;
    if (atOnce) this.atOnce += amount;
  }

  /** The rest is a new contract from a day on (25-13(a)). */
  beginAgain(at: number, share: number): void {
    if (this.doneBy(at) < 1) this.begun = { done: this.doneBy(at), earned: this.earned(at) - this.atOnce };
    this.share = share;
  }
}

export interface Contract {
  readonly on: string;
  readonly fixed: number;
  readonly included: number;
  readonly promises: readonly Promised[];
  readonly tiers: readonly { readonly upTo: number; readonly price: number }[];
}

/** The order of one day: agreed, estimated, transferred, billed, paid, ended. */
const RANK: Readonly<Record<Happened['kind'], number>> = {
  changed: 1,
  ...{ repriced: 2, estimated: 2, refundable: 2, returnable: 2 },
  ...{ measured: 3, delivered: 3, redeemed: 3, used: 3, brokered: 3, kept: 3, sold: 3, returned: 3 },
  ...{ billed: 4, credited: 4, paid: 5, paidOut: 5, ended: 6 },
};

/** A contract told fact by fact in the order in which they happened. */
class Told {
  private readonly held = new Map<string, Held>();
  private readonly tiers: Contract['tiers'];
  private units = 0;
  private used = 0;
  private passed = 0;
  private kept = { units: 0, price: 0, liability: 0 };
  private redeemed = new Map<string, number>();
  private included: number;
  private refund = 0;
  private liabilities = new Map<string, number>();
  private money = { billed: 0, paid: 0, paidOut: 0, credited: 0 };
  /** The rest after a prospective change, by which later changes are shared (32-45). */
  private rest: { key: string; weight: number }[] | null = null;
  private end: { earned: number; after: number } | null = null;

  constructor({ fixed, included, promises, tiers }: Contract) {
    this.included = included;
    this.tiers = tiers;
    const whole = total(promises.map(({ ssp }) => ssp));
    for (const promise of promises) {
      this.held.set(promise.key, new Held(promise, ((fixed + included) * promise.ssp) / whole, true));
    }
  }

  earned(at: number): number {
    if (this.end === null) return total([...this.held.values()].map((one) => one.earned(at))) + this.used;
    const { billed, paid, paidOut, credited } = this.money;
    const own = this.end.earned + this.end.after;
    const owed = Math.max(0, paidOut - Math.max(paid - billed, credited));
    const passed = [...this.held.values()].map(({ promise, done }) =>
      'passes' in promise ? (promise.passes ?? 0) * done : 0,
    );
    return own + Math.max(0, billed - own - this.refund - this.passed - total(passed) - owed);
  }

  private one(key: string): Held {
    const found = this.held.get(key);
    if (found === undefined) throw new Error(key);
    return found;
  }

  /** A change of the price (32-43 to 32-45): by standalone prices at inception, or by what a modification left. */
  private reprice(change: number, agreed: 'FIRST' | 'SINCE'): void {
    if (this.end !== null) {
      this.end.after += change;
      return;
    }
    const first = [...this.held.values()].filter(({ atInception }) => atInception);
    const whole = total(first.map(({ promise }) => promise.ssp));
    const { rest } = this;
    const byRest = (amount: number) => {
      const left = total((rest ?? []).map(({ weight }) => weight));
      for (const { key, weight } of rest ?? []) this.one(key).give((amount * weight) / left);
    };
    if (rest !== null && agreed === 'SINCE') {
      byRest(change);
      return;
    }
    let pool = 0;
    for (const one of first) {
      const share = (change * one.promise.ssp) / whole;
      if (rest !== null && one.open) pool += share;
      else one.give(share);
    }
    byRest(pool);
  }

  private giveBack(key: string, amount: number): void {
    if (this.end === null) this.one(key).give(-amount, true);
    else this.end.after -= amount;
  }

  /** What stands to be refunded changes by way of revenue. */
  private setAside(key: string, change: number): void {
    this.giveBack(key, change);
    this.refund += change;
  }

  /** The price of all units so far: each at the price of its tier. */
  private get priced(): number {
    return total(
      this.tiers.map(({ upTo, price }, index) => {
        const from = this.tiers[index - 1]?.upTo ?? 0;
        return Math.max(0, Math.min(this.units, upTo) - from) * price;
      }),
    );
  }

  private change({ how, price, added }: Of<'changed'>, at: number): void {
    if (how === 'separate') {
      if (added !== undefined) this.held.set(added.key, new Held(added, price, false));
      return;
    }
    const all = [...this.held.values()];
    const left = (one: Held) => one.promise.ssp * (1 - one.doneBy(at));
    const isTogether = ({ promise }: Held) => 'together' in promise && promise.together === true;
    if (how === 'catchUp') {
      const targets = all.filter((one) => one.doneBy(at) > 0 && one.doneBy(at) < 1);
      const whole = total(targets.map(({ promise }) => promise.ssp));
      for (const one of targets) {
        one.begun = { done: 0, earned: 0 };
        one.give((price * one.promise.ssp) / whole);
      }
      return;
    }
    const open = all.filter((one) => one.doneBy(at) < 1);
    const pool = price + total(open.map((one) => one.share - one.earned(at)));
    const whole = total(open.map(left)) + (added?.ssp ?? 0);
    const shares = open.map((one) => one.earned(at) + (pool * left(one)) / whole);
    for (const [index, one] of open.entries()) {
      if (how === 'mixed' && isTogether(one)) {
        one.begun = { done: 0, earned: 0 };
        one.share = shares[index] ?? 0;
      } else one.beginAgain(at, shares[index] ?? 0);
    }
    if (added !== undefined) this.held.set(added.key, new Held(added, (pool * added.ssp) / whole, false));
    this.rest = [...this.held.values()]
      .map((one) => ({ key: one.promise.key, weight: one.share - one.earned(at) }))
      .filter(({ weight }) => weight > 0.004);
    for (const one of this.held.values()) one.open &&= this.rest.some(({ key }) => key === one.promise.key);
    if (this.rest.length === 0) this.rest = null;
  }

  hear(fact: Happened, at: number): void {
    switch (fact.kind) {
      case 'measured':
        this.one(fact.key).done = fact.share;
        return;
      case 'delivered':
        this.one(fact.key).done += fact.share;
        return;
      case 'redeemed': {
        const units = (this.redeemed.get(fact.key) ?? 0) + fact.units;
        this.redeemed.set(fact.key, units);
        this.one(fact.key).done = units / fact.of;
        return;
      }
      case 'used': {
        const before = this.priced;
        this.units += fact.units;
        this.used += this.priced - before;
        return;
      }
      case 'brokered':
        this.used += fact.amount * (1 - fact.passes);
        this.passed += fact.amount * fact.passes;
        return;
      case 'kept': {
        const units = this.kept.units + fact.units;
        const liability = units * (fact.invoiced - fact.expected);
        this.used += units * fact.expected - this.kept.units * this.kept.price;
        this.refund += liability - this.kept.liability;
        this.kept = { units, price: fact.expected, liability };
        return;
      }
      case 'sold':
        if (fact.license === undefined) this.reprice(fact.sales * fact.rate, 'FIRST');
        else this.one(fact.license).give(fact.sales * fact.rate, true);
        return;
      case 'repriced':
        this.reprice(fact.change, fact.agreed);
        return;
      case 'estimated':
        this.reprice(fact.included - this.included, 'FIRST');
        this.included = fact.included;
        return;
      case 'refundable':
        this.setAside(fact.key, fact.liability - this.refund);
        return;
      case 'returnable':
        this.setAside(fact.key, fact.liability - (this.liabilities.get(fact.key) ?? 0));
        this.liabilities.set(fact.key, fact.liability);
        return;
      case 'returned': {
        const expected = Math.min(fact.amount, this.refund);
        this.giveBack(fact.key, fact.amount - expected);
        this.refund -= expected;
        this.liabilities.set(fact.key, Math.max(0, (this.liabilities.get(fact.key) ?? 0) - expected));
        this.pay({ billed: -fact.amount, credited: fact.amount });
        return;
      }
      case 'credited': {
        if (fact.mode === 'REFUND') this.refund -= fact.amount;
        // Nothing is left of a contract that has ended.
        else if (fact.mode === 'PRICE' || this.end !== null) this.reprice(-fact.amount, 'SINCE');
        else {
          const all = [...this.held.values()];
          const left = all.map((one) => Math.max(0, one.share - one.earned(at)));
          for (const [index, one] of all.entries()) {
            const part = ((left[index] ?? 0) * fact.amount) / total(left);
            if (part > 0) one.beginAgain(at, one.share - part);
          }
        }
        this.pay({ billed: -fact.amount, credited: fact.amount });
        return;
      }
      case 'changed':
        this.change(fact, at);
        return;
      case 'ended':
        this.end = { earned: this.earned(at), after: 0 };
        this.pay({ billed: -fact.refund, credited: fact.refund });
        return;
      default:
        this.pay({ [fact.kind]: fact.amount });
    }
  }

  private pay(moved: Partial<Record<'billed' | 'paid' | 'paidOut' | 'credited', number>>): void {
    for (const [what, amount] of Object.entries(moved)) this.money[what as 'billed'] += amount;
  }
}

/** Revenue of a contract earned by the end of a day: nothing before it is active, and then what the facts by that day say. */
export function earnedBy(by: string, contract: Contract, told: readonly Happened[]): number {
  if (by < contract.on) return 0;
  const dated = told.map((fact) => ({ fact, on: fact.on < contract.on ? contract.on : fact.on }));
  const happened = dated
    .filter(({ on }) => on <= by)
    .sort((a, b) => {
      const order = [
        a.on.localeCompare(b.on),
        RANK[a.fact.kind] - RANK[b.fact.kind],
        a.fact.on.localeCompare(b.fact.on),
      ];
      return order.find((one) => one !== 0) ?? 0;
    });
  const one = new Told(contract);
  for (const { fact, on } of happened) one.hear(fact, day(on));
  return one.earned(day(by) + 1);
}
