import { refuse } from '@/core/refusals';
import { subsidiaryOrRoot } from '@/db/stores/structure/root-subsidiary';
import type { Tenant } from '@/db/tenancy';

/** The subsidiary an input names, or the root when it names none. Refuses REFERENCE_NOT_FOUND. */
export async function reachSubsidiary(
  tenant: Tenant,
  id: string | undefined,
): Promise<{ id: string; baseCurrency: string }> {
  return (
    (await subsidiaryOrRoot(tenant, id ?? null)) ??
    refuse('REFERENCE_NOT_FOUND', 'The subsidiary does not exist.', {
      field: 'subsidiaryId',
      noun: 'subsidiaries',
      id: id ?? '',
    })
  );
}
