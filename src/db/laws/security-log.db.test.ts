import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { sql, withTenantSql } from '@/db/tenancy';
import { newId } from '@/lib/ids';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { sealSecurityLog } from '@/usecases/security/seal-security-log';

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
const sealed = (claim: ReturnType<typeof claimOf>, id: string) =>
  withTenantSql(claim, (tenant) =>
    sql(tenant, 'select sequence from security_seals where event_id = $1', [id]),
  );

describe('the security log', () => {
  it.each([
    "update security_log set event = 'sign-out'",
    'delete from security_log',
    'truncate security_log cascade',
  ])('refuses %s, even to its owner, and keeps its rows', async (statement) => {
    const id = newId();
    await append(claimOf(home), home.organizationId, id);
    await withOwner(async (client) => {
      await client.query(`select set_config('app.organization_id', $1, false)`, [home.organizationId]);
      await expect(client.query(statement)).rejects.toThrow(/security_log is append-only/);
    });
    expect(await read(claimOf(home), id)).toHaveLength(1);
  });

  it.each([
    ["update security_seals set hash = repeat('a', 64)", false],
    ['update security_seals set event_id = null', false],
    ['delete from security_seals', false],
    // Rows of three years ago, of an organization that keeps its log for good.
    ['delete from security_log', '3 years'],
    // Of a year ago, of one that keeps it for two.
    ['update organizations set security_log_months = 24; delete from security_log', '1 year'],
  ])('refuses %s, even to its owner (age of the rows: %s)', async (statement, age) => {
    const id = newId();
    await append(claimOf(home), home.organizationId, id);
    // Nothing is sealed while another transaction, in any database of the server, is still writing.
    await expect
      .poll(async () => {
        await sealSecurityLog(home.principals.admin);
        return sealed(claimOf(home), id);
      })
      .toHaveLength(1);
    await withOwner(async (client) => {
      await client.query('begin');
      await client.query(`select set_config('app.organization_id', $1, true)`, [home.organizationId]);
      if (age !== false) {
        await client.query('set local session_replication_role = replica');
        await client.query(`update security_log set occurred_at = now() - '${age}'::interval`);
        await client.query('set local session_replication_role = origin');
      }
      await expect(client.query(statement)).rejects.toThrow(/is append-only/);
      await client.query('rollback');
    });
    expect(await read(claimOf(home), id)).toHaveLength(1);
  });

  it('gives the application no right to change it', async () => {
    for (const statement of [
      "update security_log set event = 'x'",
      'delete from security_log',
      "update security_seals set hash = ''",
      'delete from security_seals',
    ]) {
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
