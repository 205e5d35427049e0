import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { sql, withTenantSql } from '@/db/tenancy';
import { newId } from '@/lib/ids';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';

// Proves the law identity/security-log of prisma/sql.

let home: TestOrganization;
let other: TestOrganization;
beforeAll(async () => {
  [home, other] = [await foundTestOrganization(), await foundTestOrganization()];
});
afterAll(closeConnections);

const claimOf = ({ principals }: TestOrganization, subsidiaryIds: readonly string[] | null = null) => ({
  organizationId: principals.admin.organizationId,
  userId: null,
  subsidiaryIds,
});
const append = (claim: ReturnType<typeof claimOf>, organizationId: string, id = newId()) =>
  withTenantSql(claim, (tenant) =>
    sql(
      tenant,
      `insert into security_log (organization_id, id, event, actor_kind, surface) values ($1, $2, 'sign-in', 'user', 'auth')`,
      [organizationId, id],
    ),
  );
const read = (claim: ReturnType<typeof claimOf>, id: string) =>
  withTenantSql(claim, (tenant) => sql(tenant, 'select id from security_log where id = $1', [id]));

describe('the security log', () => {
  it.each([
    "update security_log set event = 'sign-out'",
    'delete from security_log',
    'truncate security_log',
  ])('refuses %s, even to its owner, and keeps its rows', async (statement) => {
    const id = newId();
    await append(claimOf(home), home.organizationId, id);
    await withOwner(async (client) => {
      await client.query(`select set_config('app.organization_id', $1, false)`, [home.organizationId]);
      await expect(client.query(statement)).rejects.toThrow(/security_log is append-only/);
    });
    expect(await read(claimOf(home), id)).toHaveLength(1);
  });

  it('gives the application no right to change it', async () => {
    for (const statement of ["update security_log set event = 'x'", 'delete from security_log']) {
      await expect(withTenantSql(claimOf(home), (tenant) => sql(tenant, statement, []))).rejects.toThrow(
        /permission denied/,
      );
    }
  });

  it('shows an organization its own rows, and takes none of another', async () => {
    const id = newId();
    await append(claimOf(home), home.organizationId, id);
    expect(await read(claimOf(other), id)).toEqual([]);
    await expect(append(claimOf(other), home.organizationId)).rejects.toThrow(/row-level security/);
  });

  it('is appended by a caller confined to subsidiaries, who does not read it', async () => {
    const id = newId();
    const confined = claimOf(home, [home.ids.rootSubsidiary]);
    await append(confined, home.organizationId, id);
    expect(await read(confined, id)).toEqual([]);
    expect(await read(claimOf(home), id)).toHaveLength(1);
  });
});
