import { granted, type Outcome, refused } from '../outcome';

/** A record to be placed in a tree: its noun in the singular, for sentences, and its id, null while it is being created. */
export type TreeChild = { readonly noun: string; readonly id: string | null };

/**
 * Whether a record of a tree (subsidiaries, departments, accounts, customers …) may be placed under `parentId`.
 * `ancestors` are the parent's own ancestors, nearest first, or null when the parent does not exist in the
 * organization. Refuses, in this order, with SELF_PARENT, PARENT_NOT_FOUND, CYCLE (interface 4.4).
 */
export function checkParent(
  child: TreeChild,
  parentId: string | null,
  ancestors: readonly string[] | null,
): Outcome<string | null> {
  const { noun, id } = child;
  if (parentId === null) return granted(null);
  if (id !== null && sameId(parentId, id)) {
    return refused('SELF_PARENT', `A ${noun} cannot be its own parent.`, { noun, id });
  }
  if (ancestors === null) {
    return refused('PARENT_NOT_FOUND', `The parent ${noun} does not exist.`, { noun, parentId });
  }
  if (id !== null && ancestors.some((ancestor) => sameId(ancestor, id))) {
    return refused('CYCLE', `The parent is below this ${noun}, which would create a cycle.`, {
      noun,
      id,
      parentId,
    });
  }
  return granted(parentId);
}

/** A record with children cannot be deleted: refuses with HAS_CHILDREN (interface 4.4; children are deleted or moved first). */
export function checkChildless(
  record: { readonly noun: string; readonly id: string },
  children: number,
): Outcome<null> {
  const { noun, id } = record;
  if (children === 0) return granted(null);
  const have = children === 1 ? 'has a child' : `has ${children} children`;
  return refused('HAS_CHILDREN', `The ${noun} ${have}; delete or reassign first.`, { noun, id, children });
}

/**
 * The ancestors of a record, nearest first, from a map of child to parent. Stops at the top, at a parent missing from the
 * map, and where a cycle already in the data would close.
 */
export function ancestorsOf(id: string, parents: ReadonlyMap<string, string | null>): string[] {
  const chain: string[] = [];
  let next = parents.get(id) ?? null;
  while (next !== null && next !== id && !chain.includes(next)) {
    chain.push(next);
    next = parents.get(next) ?? null;
  }
  return chain;
}

/** Ids are hexadecimal, so their case does not matter. */
function sameId(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
