import type { Costs, Lifts, Minimum, Promised, Use } from '../histories/happened';

export const day = (date: string) => Date.parse(`${date}T00:00:00Z`) / 86_400_000;
export const total = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);
const sumOf = (all: readonly { amount: number }[]) => total(all.map(({ amount }) => amount));
export const between = (low: number, value: number, high: number) => Math.min(Math.max(value, low), high);

/** A minimum at the beginning of a day: the share earned, the use beyond it, and the part of that which is earned (55-44 to 55-65). */
function standingOf(minimum: Minimum, uses: readonly Use[], at: number, estimated: number | null) {
  const { method, isCarried, spans, expected: agreed } = minimum;
  const whole = sumOf(spans);
  const expected = estimated ?? agreed ?? whole;
  const [first, end] = [spans[0]?.from ?? 0, spans.at(-1)?.to ?? 0];
  const passed = between(0, (at - first) / (end - first), 1);
  const part = method === 'AS_USED' ? Math.min(1, expected / whole) : 1;
  // The committed amounts are drawn down span by span.
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
/** The committed amount of an obligation; one without a minimum counts as one. */
export const committedOf = (one: Promised) => ('minimum' in one ? sumOf(one.minimum.spans) : 1);
/** The size of an obligation: the committed amount, the length of a term, or one. */
const sizeOf = (one: Promised) =>
  'start' in one ? clock(one.kind, day(one.end) + 1) - clock(one.kind, day(one.start)) : committedOf(one);
/** A position in time at the beginning of a day: in days, or in months of equal weight with fractions by days. */
function clock(kind: Promised['kind'], at: number): number {
  const date = new Date(at * 86_400_000);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  const days = (Date.UTC(year, month + 1, 1) - Date.UTC(year, month, 1)) / 86_400_000;
  return kind === 'DAYS' ? at : year * 12 + month + (date.getUTCDate() - 1) / days;
}

const NOTHING = { done: 0, earned: 0, bought: 0, worked: 0 };

/** One obligation: its share of the price, how much of it is transferred, and what was earned when its remainder last started again. */
export class Held {
  promise: Promised;
  /** The terms for which its standalone price was stated. */
  private first: Promised;
  share: number;
  readonly atInception: boolean;
  done = 0;
  /** Costs so far, where they measure progress, and in total; the materials among them, recognized at zero margin (55-21). */
  spent: number | undefined;
  whole = 0;
  lifts: Lifts | null = null;
  /** Revenue recognized or reversed at once, independently of progress. */
  atOnce = 0;
  /** The state when its remainder last started again; with materials, how much was bought and how much of the other work was done. */
  begun = NOTHING;
  liability = 0;
  /** `open`: it was part of the remainder at every modification so far. `isGone`: it was removed; only what was transferred is left. */
  open = true;
  isGone = false;
  /** Use of a committed minimum, and the use that is expected. */
  readonly uses: Use[] = [];
  expected: number | null = null;
  constructor(promise: Promised, share: number, atInception = false) {
    [this.promise, this.first, this.share, this.atInception] = [promise, promise, share, atInception];
  }
  private committed(at: number, promise = this.promise) {
    if (this.isGone) return { done: 1, beyond: 0, freed: 0 };
    if ('minimum' in promise) return standingOf(promise.minimum, this.uses, at, this.expected);
    return { done: this.done, beyond: 0, freed: 0 };
  }
  /** Records use of a committed minimum; use beyond it is added to the price. */
  use(at: number, amount: number): void {
    this.share -= this.committed(at).beyond;
    this.uses.push({ at, amount });
    this.share += this.committed(at).beyond;
  }
  /** Where costs measure progress, it is measured again when the expected costs change. */
  expect({ total: whole, toDate = this.spent }: Costs, lifts = this.lifts): void {
    [this.spent, this.whole, this.lifts] = [toDate, whole, lifts];
    this.done = toDate === undefined ? this.done : this.workedOf(whole);
  }
  /** The part of the work performed, by its costs out of a total, without materials. */
  workedOf(whole: number): number {
    const { total: materials, toDate: bought } = this.lifts ?? { total: 0, toDate: 0 };
    return ((this.spent ?? 0) - bought) / (whole - materials);
  }
  onceBy(at: number): number {
    return this.atOnce + this.committed(at).freed;
  }
  /** The part that is transferred; with materials, the part of its price that is earned. */
  doneBy(at: number, promise = this.promise): number {
    if (this.lifts !== null) {
      const { done: from, earned: before } = this.begun;
      const earned = this.earnedWith(this.lifts);
      return earned < before
        ? (from * earned) / before
        : from + ((1 - from) * (earned - before)) / (this.share - this.atOnce - before);
    }
    if (this.isGone || !('start' in promise)) return this.committed(at, promise).done;
    const start = clock(promise.kind, day(promise.start));
    const term = clock(promise.kind, day(promise.end) + 1) - start;
    return between(0, (clock(promise.kind, at) - start) / term, 1);
  }
  /** The part that was transferred, whatever the price; with materials, the part of all its costs that was incurred. */
  transferredBy(at: number): number {
    return this.lifts === null ? this.doneBy(at) : (this.spent ?? 0) / this.whole;
  }
  /**
   * Revenue of an obligation with materials: materials earn what they cost, the other work earns its part of the remaining price. After its
   * remainder started again, this applies to what was bought and done since.
   */
  private earnedWith({ total: materials, toDate }: Lifts): number {
    const { earned, bought, worked: from } = this.begun;
    if (this.done < from) return toDate + ((earned - bought) * this.done) / from;
    const left = this.share - this.atOnce - earned;
    // All the work was done before: the remaining price follows the materials.
    if (from === 1)
      return materials === bought ? earned : earned + (left * (toDate - bought)) / (materials - bought);
    return earned + toDate - bought + ((left - (materials - bought)) * (this.done - from)) / (1 - from);
  }
  /** The standalone price of the whole; a different minimum or term is priced pro rata. `leftBy`: that of what remains. */
  worth(promise = this.promise): number {
    return (this.promise.ssp * sizeOf(promise)) / sizeOf(this.first);
  }
  leftBy(at: number, promise: Promised): number {
    return this.worth(promise) * (1 - this.doneBy(at, promise));
  }
  /** Revenue before a day: what was earned when the remainder last started again, and the part of the remainder transferred since. */
  earned(at: number): number {
    const { done: from, earned } = this.begun;
    const [done, once] = [this.doneBy(at), this.onceBy(at)];
    if (this.lifts !== null) return once + this.earnedWith(this.lifts);
    if (done < from) return once + (earned * done) / from;
    const left = this.share - this.committed(at).beyond - this.atOnce - earned;
    return once + earned + (from === 1 ? left : (left * (done - from)) / (1 - from));
  }
  /** Removes what is not transferred yet; returns its part of the price. */
  remove(at: number): number {
    const [earned, share, ssp] = [this.earned(at), this.share, this.worth() * this.doneBy(at)];
    [this.atOnce, this.share, this.spent, this.isGone] = [this.onceBy(at), earned, undefined, true];
    [this.promise, this.lifts] = [{ ...this.promise, ssp }, null];
    this.first = this.promise;
    return share - earned;
  }
  give(amount: number, atOnce = false): void {
    this.share += amount;
    this.atOnce += atOnce ? amount : 0;
  }
  /** Treats the remainder as a new contract from a day on (25-13(a)), or as one with what was transferred (25-13(b)). */
  beginAgain(at: number, share: number, isTogether = false, promise = this.promise): void {
    const earned = this.earned(at) - this.onceBy(at);
    const { lifts } = this;
    const before = this.doneBy(at);
    [this.promise, this.share] = [promise, share];
    const done = lifts === null ? this.doneBy(at) : before;
    if (isTogether) this.begun = NOTHING;
    else if (done < 1)
      this.begun = { done, earned, bought: lifts?.toDate ?? 0, worked: lifts === null ? done : this.done };
  }
}
