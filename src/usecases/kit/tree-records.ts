import { checkChildless, checkParent } from '@/core/subsidiaries/tree';
import { countChildren, lockAncestors, type TreeTable } from '@/db/stores/structure/trees';
import type { Tenant } from '@/db/tenancy';
import { valueOrThrow } from '@/usecases/kit/value-or-throw';

/** Refuses SELF_PARENT, PARENT_NOT_FOUND or CYCLE when `parentId` cannot be the record's parent. */
export async function demandParent(
  tenant: Tenant,
  tree: TreeTable,
  child: { readonly noun: string; readonly id: string | null },
  parentId: string | null | undefined,
): Promise<void> {
  if (parentId === null || parentId === undefined) return;
  valueOrThrow(checkParent(child, parentId, await lockAncestors(tenant, tree, parentId)));
}

/** Refuses HAS_CHILDREN when the record has children. */
export async function demandChildless(
  tenant: Tenant,
  tree: TreeTable,
  record: { readonly noun: string; readonly id: string },
): Promise<void> {
  valueOrThrow(checkChildless(record, await countChildren(tenant, tree, record.id)));
}
