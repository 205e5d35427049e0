import type { TransactionKind } from '@/core/transactions/kinds';

/** Collects the values of a statement; `add` answers the placeholder that stands for the value. */
export interface Parameters {
  readonly values: readonly unknown[];
  add(value: unknown): string;
}

/** A fresh collector. */
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
 * A list of kinds in the text of a query, from the table of kinds (core/transactions/kinds). As constants, not as
 * parameters: the planner matches them with the conditions of partial indexes.
 */
export const kindList = (kinds: readonly TransactionKind[]): string =>
  `(${kinds.map((kind) => `'${kind}'`).join(', ')})`;
