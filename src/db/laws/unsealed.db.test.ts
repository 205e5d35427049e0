import { afterAll, expect, test } from 'vitest';
import { createDocument } from '@/testing/documents';
import { foundTestOrganization } from '@/testing/organization';
import { sealAudit } from '@/usecases/audit/seal-audit';
import { closeConnections } from '../client';
import { sql, withTenantReport } from '../tenancy';

// Proves the law platform/unsealed-audit-rows of prisma/sql.

afterAll(closeConnections);

test('the rows written since the last seal are unsealed, and none once they are sealed', async () => {
  const org = await foundTestOrganization();
  const claim = { organizationId: org.principals.admin.organizationId, userId: null };
  const count = (what: string) =>
    withTenantReport(claim, async (tenant) => {
      const [row] = await sql<{ n: number }>(tenant, `select (${what})::int as n`);
      return row?.n;
    });
  const unsealed = () => count('daybook_unsealed_audit_rows()');
  expect(await unsealed()).toBe(await count('select count(*) from audit_log'));
  // A transaction elsewhere on the server can delay what may be sealed.
  await expect
    .poll(async () => {
      await sealAudit(org.principals.admin);
      return unsealed();
    })
    .toBe(0);
  const before = await count('select count(*) from audit_log');
  await createDocument(org);
  const after = await count('select count(*) from audit_log');
  expect(await unsealed()).toBe((after ?? 0) - (before ?? 0));
  expect(after).not.toBe(before);
});
