import type { Costs, Promised } from '../histories/happened';
import { between, standingOf, total, type Use } from './minimums';

export const day = (date: string) => Date.parse(`${date}T00:00:00Z`) / 86_400_000;

/** Where a term stands at the beginning of a day: in days, or in months of equal weight with their days. */
function clock(kind: Promised['kind'], at: number): number {
  if (kind === 'DAYS') return at;
  const date = new Date(at * 86_400_000);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  const days = (Date.UTC(year, month + 1, 1) - Date.UTC(year, month, 1)) / 86_400_000;
  return year * 12 + month + (date.getUTCDate() - 1) / days;
}
/** What is committed with a promise; a promise without a minimum counts as one. */
export const committedOf = (promise: Promised) =>
  'minimum' in promise ? total(promise.minimum.spans.map(({ amount }) => amount)) : 1;

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
  open = true;
  /** No longer promised: what was transferred is all there is. */
  isGone = false;
  /** What was used of a committed minimum, and how much is expected to be. */
  readonly uses: Use[] = [];
  expected: number | null = null;

  constructor(promise: Promised, share: number, atInception: boolean) {
    [this.promise, this.share, this.atInception] = [promise, share, atInception];
  }

  private committed(at: number, promise = this.promise) {
    if ('minimum' in promise) return standingOf(promise.minimum, this.uses, at, this.expected);
    return { done: this.done, beyond: 0, freed: 0 };
  }

  /** Used of a committed minimum; what is beyond it is part of the price. */
  use(at: number, amount: number): void {
    const before = this.committed(at).beyond;
    this.uses.push({ at, amount });
    this.share += this.committed(at).beyond - before;
  }

  /** Measured by its costs, it is measured again when others are expected. */
  expect({ total: whole, toDate = this.spent }: Costs): void {
    this.spent = toDate;
    if (toDate !== undefined) this.done = toDate / whole;
  }

  onceBy(at: number): number {
    return this.atOnce + (this.isGone ? 0 : this.committed(at).freed);
  }

  doneBy(at: number, promise = this.promise): number {
    if (this.isGone) return 1;
    if (!('start' in promise)) return this.committed(at, promise).done;
    const [start, end] = [day(promise.start), day(promise.end) + 1].map((on) => clock(promise.kind, on));
    return between(0, (clock(promise.kind, at) - (start ?? 0)) / ((end ?? 0) - (start ?? 0)), 1);
  }

  /** The standalone price of what is left, of another minimum at what a part of it cost. */
  leftBy(at: number, promise: Promised): number {
    const raised = committedOf(promise) / committedOf(this.promise);
    return this.promise.ssp * raised * (1 - this.doneBy(at, promise));
  }

  /** Earned before a day: what was earned when the rest began again, and of the rest what was transferred since. */
  earned(at: number): number {
    if (this.isGone) return this.share;
    const { done: from, earned } = this.begun;
    const [done, once] = [this.doneBy(at), this.onceBy(at)];
    if (done < from) return once + (earned * done) / from;
    const left = this.share - this.committed(at).beyond - this.atOnce - earned;
    return once + earned + (from === 1 ? left : (left * (done - from)) / (1 - from));
  }

  /** What is not transferred yet is no longer promised; answers what of the price that was. */
  remove(at: number): number {
    const [earned, share, done] = [this.earned(at), this.share, this.doneBy(at)];
    [this.atOnce, this.share, this.spent, this.isGone] = [this.onceBy(at), earned, undefined, true];
    this.promise = { ...this.promise, ssp: this.promise.ssp * done };
    return share - earned;
  }

  give(amount: number, atOnce = false): void {
    this.share += amount;
    if (atOnce) this.atOnce += amount;
  }

  /** The rest is a new contract from a day on (25-13(a)); or it is one with what was transferred (25-13(b)). */
  beginAgain(at: number, share: number, together = false, promise = this.promise): void {
    const earned = this.earned(at) - this.onceBy(at);
    this.promise = promise;
    this.share = share;
    const done = this.doneBy(at);
    if (together) this.begun = { done: 0, earned: 0 };
    else if (done < 1) this.begun = { done, earned };
  }
}
