import { type Decimal, type DecimalString, sum, ZERO } from '@/core/money/decimal';

/** Amounts summed by key, in the order in which the keys first appear. */
export class Tally {
  readonly #amounts = new Map<string, Decimal>();

  add(key: string, amount: Decimal | DecimalString): void {
    this.#amounts.set(key, (this.#amounts.get(key) ?? ZERO).plus(amount));
  }

  get(key: string): Decimal {
    return this.#amounts.get(key) ?? ZERO;
  }

  keys(): string[] {
    return [...this.#amounts.keys()];
  }

  sortedKeys(): string[] {
    return this.keys().sort();
  }

  total(): Decimal {
    return sum(this.#amounts.values());
  }
}
