import type { Happened } from '../histories/happened';
import { type Held, total } from './held';

/**
 * A cost that follows promises: each transfer takes the part of it that it is of all that was still to be transferred (340-40-35-1). A
 * change of the contract transfers nothing: from then on the same rest is spread over what is promised then (35-2).
 */
export class Spent {
  readonly id: string;
  readonly key: string;
  private readonly amount: number;
  private readonly follows: readonly string[];
  /** What was left to transfer at the last change, and how much of what was promised then was done. */
  private left = 1;
  private from = 0;
  /** What was left at the end of the period before the cost; null: it is not incurred yet. */
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
    // Promises without a price, such as one removed before any of it was transferred, weigh alike.
    const weight = (one: Held) => (whole === 0 ? 1 / mine.length : one.promise.ssp / whole);
    return total(mine.map((one) => weight(one) * Math.min(1, one.transferredBy(at))));
  }

  private leftBy(all: readonly Held[], at: number): number {
    return this.from === 1 ? 0 : (this.left * (1 - this.done(all, at))) / (1 - this.from);
  }

  /** Just before a change. */
  meet(all: readonly Held[], at: number): void {
    this.left = this.leftBy(all, at);
  }

  /** Just after it. */
  goOn(all: readonly Held[], at: number): void {
    this.from = this.done(all, at);
  }

  begin(): void {
    this.begun = this.before;
  }

  /** What it took to expense by the end of a period; the contract may have ended, which writes it off. */
  takenBy(all: readonly Held[], at: number, hasEnded: boolean): number {
    const left = this.leftBy(all, at);
    this.before = left;
    if (this.begun === null) return 0;
    if (hasEnded || this.begun === 0) return this.amount;
    return this.amount * Math.max(0, 1 - left / this.begun);
  }
}
