import type { TransactionKind } from '@/core/transactions/kinds';

/** Collects the values of a statement; `add` returns the placeholder for the value. */
export interface Parameters {
  readonly values: readonly unknown[];
  add(value: unknown): string;
}

/** A new, empty collector. */
export function parameters(): Parameters {
  const values: unknown[] = [];
  return {
    values,
    add(value) {
      values.push(value);
      return `$${values.length}`;
    },
  };
}

/**
 * A list of kinds for the text of a query, from the table of kinds (core/transactions/kinds). They are constants rather
 * than parameters, so that the planner can match them with the conditions of partial indexes.
 */
export const kindList = (kinds: readonly TransactionKind[]): string =>
  `(${kinds.map((kind) => `'${kind}'`).join(', ')})`;
