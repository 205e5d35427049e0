import { type Decimal, type DecimalString, dec, ONE } from '../money/decimal';
import { ancestorsOf } from '../subsidiaries/tree';

/** NUMERIC(7,4): a percentage above 0 and up to 100. */
export const OWNERSHIP_COLUMN = { integer: 3, fraction: 4 } as const;

/** Null when the text is a percentage a parent can own, otherwise the sentence to show. Expects a plain decimal. */
export function ownershipProblem(percent: DecimalString): string | null {
  const value = dec(percent);
  return value.greaterThan('0') && value.lessThanOrEqualTo('100')
    ? null
    : 'must be more than 0 and at most 100 percent';
}

/**
 * The share of a subsidiary that belongs to the owners of the group's parent, 0 to 1: the product of the ownership
 * percentages down the chain (80% of a company that owns 60% is 48%). The parent itself belongs to them entirely.
 */
export function groupShare(
  id: string,
  parentId: string,
  subsidiaries: ReadonlyMap<string, { readonly parentId: string | null; readonly ownershipPercent: string }>,
): Decimal {
  const parents = new Map([...subsidiaries].map(([child, one]) => [child, one.parentId]));
  const chain = [id, ...ancestorsOf(id, parents)];
  let share = ONE;
  for (const owned of chain.slice(0, chain.indexOf(parentId))) {
    share = share.times(subsidiaries.get(owned)?.ownershipPercent ?? '100').div('100');
  }
  return share;
}
