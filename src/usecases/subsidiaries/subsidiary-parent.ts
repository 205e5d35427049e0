import { refuse } from '@/core/refusals';
import { checkParent } from '@/core/subsidiaries/tree';
import {
  ancestorsOfSubsidiary,
  lockSubsidiaryTree,
  type SubsidiaryRecord,
  subsidiaries,
} from '@/db/stores/structure/subsidiaries';
import type { Tenant } from '@/db/tenancy';
import { valueOrThrow } from '@/usecases/kit/value-or-throw';

/**
 * Checks that a subsidiary may have this parent (interface 4.4), and blocks other moves until this transaction ends.
 * Refuses SELF_PARENT, PARENT_NOT_FOUND, CYCLE. Returns the parent, null for top level.
 */
export async function demandSubsidiaryParent(
  tenant: Tenant,
  id: string | null,
  parentId: string | null,
): Promise<SubsidiaryRecord | null> {
  if (parentId === null) return null;
  await lockSubsidiaryTree(tenant);
  const ancestors = await ancestorsOfSubsidiary(tenant, parentId);
  valueOrThrow(checkParent({ noun: 'subsidiary', id }, parentId, ancestors));
  return subsidiaries.find(tenant, parentId);
}

/** Refuses DUPLICATE when another subsidiary has the code (interface 8, "Code uniqueness"). */
export async function demandFreeCode(tenant: Tenant, code: string, ownId: string | null): Promise<void> {
  const other = await subsidiaries.findWhere(tenant, { code });
  if (other === null || other.id === ownId) return;
  refuse('DUPLICATE', `Another subsidiary already has the code ${code}.`, {
    noun: 'subsidiary',
    field: 'code',
    value: code,
  });
}
