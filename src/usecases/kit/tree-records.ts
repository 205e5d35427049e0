import { RefusalError } from '@/core/refusals';
import { checkChildless, checkParent } from '@/core/subsidiaries/tree';
import { childrenOf, lockedAncestors, type TreeTable } from '@/db/stores/trees';
import type { Tenant } from '@/db/tenancy';

/** Refuses SELF_PARENT, PARENT_NOT_FOUND or CYCLE when a record may not hang under `parentId`. */
export async function demandParent(
  tenant: Tenant,
  tree: TreeTable,
  child: { readonly noun: string; readonly id: string | null },
  parentId: string | null | undefined,
): Promise<void> {
  if (parentId === null || parentId === undefined) return;
  const allowed = checkParent(child, parentId, await lockedAncestors(tenant, tree, parentId));
  if (!allowed.ok) throw new RefusalError(allowed.refusal);
}

/** Refuses HAS_CHILDREN when records hang under this one. */
export async function demandChildless(
  tenant: Tenant,
  tree: TreeTable,
  record: { readonly noun: string; readonly id: string },
): Promise<void> {
  const allowed = checkChildless(record, await childrenOf(tenant, tree, record.id));
  if (!allowed.ok) throw new RefusalError(allowed.refusal);
}
