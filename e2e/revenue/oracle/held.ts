import { type Minimum, standingOf, type Use } from './minimums';

/** A promise of a contract, as the oracle of `by-date` hears of it. */
export type Promised = Readonly<
  { key: string; ssp: number } & (
    | { kind: 'DAYS' | 'MONTHS'; start: string; end: string }
    /** By what is recorded about it; an agent passes something on to its supplier. */
    | { kind: 'MEASURED'; passes?: number; together?: boolean }
    /** By what is used of a committed minimum. */
    | { kind: 'COMMITTED'; minimum: Minimum }
  )
>;

/** Costs expected of a promise in total; `toDate`: it is measured by those so far. */
export type Costs = Readonly<{ total: number; toDate?: number; scope?: string; exit?: number }>;

export const day = (date: string) => Date.parse(`${date}T00:00:00Z`) / 86_400_000;
export const total = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);
const between = (low: number, value: number, high: number) => Math.min(Math.max(value, low), high);

/** Where a term stands at the beginning of a day: in days, or in months of equal weight with their days. */
function clock(kind: 'DAYS' | 'MONTHS', at: number): number {
  if (kind === 'DAYS') return at;
  const date = new Date(at * 86_400_000);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  const days = (Date.UTC(year, month + 1, 1) - Date.UTC(year, month, 1)) / 86_400_000;
  return year * 12 + month + (date.getUTCDate() - 1) / days;
}

const termOf = (promise: Promised): readonly [number, number] | null =>
  'start' in promise
    ? [clock(promise.kind, day(promise.start)), clock(promise.kind, day(promise.end) + 1)]
    : null;

/** One promise: its share of the price, how much of it is transferred, and what was earned when its rest began again. */
export class Held {
  promise: Promised;
  share: number;
  done = 0;
  /** Earned or given back at once, whatever is transferred. */
  atOnce = 0;
  begun = { done: 0, earned: 0 };
  readonly atInception: boolean;
  open = true;
  /** No longer promised: what was transferred is all there is. */
  isGone = false;
  costs: Costs | null = null;
  /** What was used of a committed minimum, and how much is expected to be. */
  readonly uses: Use[] = [];
  expected: number | null = null;
  private minimum: Minimum | null;
  private term: readonly [number, number] | null;

  constructor(promise: Promised, share: number, atInception: boolean) {
    this.promise = promise;
    this.share = share;
    this.atInception = atInception;
    this.minimum = 'minimum' in promise ? promise.minimum : null;
    this.term = termOf(promise);
  }

  private committed(at: number, minimum = this.minimum) {
    if (minimum === null) return { done: this.done, beyond: 0, freed: 0 };
    return standingOf(minimum, this.uses, at, this.expected);
  }

  /** By how much another minimum is more. */
  raise({ spans }: Minimum): number {
    return (
      total(spans.map(({ amount }) => amount)) -
      total((this.minimum?.spans ?? []).map(({ amount }) => amount))
    );
  }

  /** The standalone price of what is left, of another minimum at what a part of it cost. */
  leftBy(at: number, minimum: Minimum | null): number {
    const { ssp } = this.promise;
    if (minimum === null || this.minimum === null) return ssp * (1 - this.doneBy(at));
    const now = total(minimum.spans.map(({ amount }) => amount));
    return (ssp * now * (1 - this.committed(at, minimum).done)) / (now - this.raise(minimum));
  }

  /** Used of a committed minimum; what is beyond it is part of the price. */
  use(use: Use): void {
    const before = this.committed(use.at).beyond;
    this.uses.push(use);
    this.share += this.committed(use.at).beyond - before;
  }

  /** Earned or given back at once by a day. */
  onceBy(at: number): number {
    if (this.isGone) return this.atOnce;
    return this.atOnce + this.committed(at).freed;
  }

  doneBy(at: number): number {
    if (this.isGone) return 1;
    if (this.term === null || !('start' in this.promise)) return this.committed(at).done;
    const [start, end] = this.term;
    return between(0, (clock(this.promise.kind, at) - start) / (end - start), 1);
  }

  /** Costs are expected; what is not said of their kind stays as it was said. Measured by its costs, it is measured again. */
  expect({ total: whole, toDate, scope, exit }: Costs): void {
    const spent = toDate ?? this.costs?.toDate;
    const [kind, leave] = [scope ?? this.costs?.scope, exit ?? this.costs?.exit];
    if (spent !== undefined) this.done = spent / whole;
    this.costs = {
      total: whole,
      ...(spent !== undefined && { toDate: spent }),
      ...(kind !== undefined && { scope: kind }),
      ...(leave !== undefined && { exit: leave }),
    };
  }

  /** Costs are stated with a change, which measures it again where it does. */
  state(costs: Costs): void {
    this.costs = { ...this.costs, ...costs };
  }

  /** Its progress is reported, so its costs no longer measure it. */
  report(share: number): void {
    this.done = share;
    if (this.costs === null) return;
    const { toDate: _spent, ...rest } = this.costs;
    this.costs = rest;
  }

  /** Earned before a day: what was earned when the rest began again, and of the rest what was transferred since. */
  earned(at: number): number {
    if (this.isGone) return this.share;
    const done = this.doneBy(at);
    const { done: from, earned } = this.begun;
    const once = this.onceBy(at);
    if (done < from) return once + (earned * done) / from;
    const left = this.share - this.committed(at).beyond - this.atOnce - earned;
    return once + earned + (from === 1 ? left : (left * (done - from)) / (1 - from));
  }

  /** What is not transferred yet is no longer promised; answers what of the price that was. */
  remove(at: number): number {
    const [earned, done] = [this.earned(at), this.doneBy(at)];
    const left = this.share - earned;
    this.atOnce = this.onceBy(at);
    this.promise = { ...this.promise, ssp: this.promise.ssp * done };
    this.share = earned;
    this.costs = null;
    this.isGone = true;
    return left;
  }

  /** Its term ends on another day. */
  endOn(end: string): void {
    this.promise = { ...this.promise, end } as Promised;
    this.term = termOf(this.promise);
  }

  give(amount: number, atOnce = false): void {
    this.share += amount;
    if (atOnce) this.atOnce += amount;
  }

  /** The rest is a new contract from a day on (25-13(a)); or it is one with what was transferred (25-13(b)). */
  beginAgain(
    at: number,
    share: number,
    together = false,
    {
      minimum,
      end,
      costs,
    }: { minimum?: Minimum | undefined; end?: string | undefined; costs?: Costs | undefined } = {},
  ): void {
    const earned = this.earned(at) - this.onceBy(at);
    if (minimum !== undefined) this.minimum = minimum;
    if (end !== undefined) this.endOn(end);
    if (costs !== undefined && together) this.done = (costs.toDate ?? 0) / costs.total;
    if (together) this.begun = { done: 0, earned: 0 };
    else if (this.doneBy(at) < 1) this.begun = { done: this.doneBy(at), earned };
    this.share = share;
  }
}
