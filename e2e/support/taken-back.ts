import { type Tenant, withTenantSql } from '@/db/tenancy';
import type { TestOrganization } from '@/testing/organization';

class TakeBack extends Error {}

/** Work whose changes are rolled back when it ends, so that every case starts with the same books. */
export async function takenBack(
  org: Pick<TestOrganization, 'principals'>,
  work: (tenant: Tenant) => Promise<void>,
): Promise<void> {
  const claim = { organizationId: org.principals.admin.organizationId, userId: null };
  await withTenantSql(claim, async (tenant) => {
    await work(tenant);
    throw new TakeBack();
  }).catch((error) => {
    if (!(error instanceof TakeBack)) throw error;
  });
}
