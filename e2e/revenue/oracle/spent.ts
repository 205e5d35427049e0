import type { Happened } from '../histories/happened';
import { type Held, total } from './held';

/**
 * A cost that follows obligations: each transfer expenses the same fraction of the cost as it is of what was still to be transferred
 * (340-40-35-1). A modification transfers nothing: from then on the same remainder is spread over the obligations as modified (35-2).
 */
export class Spent {
  readonly id: string;
  readonly key: string;
  private readonly amount: number;
  private readonly follows: readonly string[];
  /** The fraction left to transfer at the last modification, and how much of the modified obligations was done. */
  private left = 1;
  private from = 0;
  /** What was left at the end of the period before the cost; null while it is not incurred. */
  private begun: number | null = null;
  private before = 1;

  constructor({ id, key, amount, follows }: Extract<Happened, { kind: 'spent' }>) {
    this.id = id;
    this.key = key;
    this.amount = amount;
    this.follows = follows;
  }

  private done(all: readonly Held[], at: number): number {
    const mine = all.filter(({ promise }) => this.follows.includes(promise.key));
    const whole = total(mine.map(({ promise }) => promise.ssp));
    // Obligations without a price, such as one removed before any of it was transferred, have equal weights.
    const weight = (one: Held) => (whole === 0 ? 1 / mine.length : one.promise.ssp / whole);
    return total(mine.map((one) => weight(one) * Math.min(1, one.transferredBy(at))));
  }

  private leftBy(all: readonly Held[], at: number): number {
    return this.from === 1 ? 0 : (this.left * (1 - this.done(all, at))) / (1 - this.from);
  }

  /** Called just before a modification. */
  meet(all: readonly Held[], at: number): void {
    this.left = this.leftBy(all, at);
  }

  /** Called just after a modification. */
  goOn(all: readonly Held[], at: number): void {
    this.from = this.done(all, at);
  }

  begin(): void {
    this.begun = this.before;
  }

  /** The amount expensed by the end of a period; the end of the contract writes off the rest. */
  takenBy(all: readonly Held[], at: number, hasEnded: boolean): number {
    const left = this.leftBy(all, at);
    this.before = left;
    if (this.begun === null) return 0;
    if (hasEnded || this.begun === 0) return this.amount;
    return this.amount * Math.max(0, 1 - left / this.begun);
  }
}
