import type { TransactionKind } from '@/core/transactions/kinds';

/**
 * A list of kinds in the text of a query, from the table of kinds (core/transactions/kinds). As constants, not as
 * parameters: the planner matches them with the conditions of partial indexes.
 */
export const kindList = (kinds: readonly TransactionKind[]): string =>
  `(${kinds.map((kind) => `'${kind}'`).join(', ')})`;
