import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { sql, withTenantSql } from '@/db/tenancy';
import { createDocument } from '@/testing/documents';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { runForOutput } from '@/usecases/kit/run';
import { createSubsidiary } from '@/usecases/subsidiaries/create-subsidiary';

// Proves the laws identity/confined, identity/confined-rights, identity/subsidiaries, identity/lock-admins,
// platform/audit-is-reached, platform/unsealed-audit-rows, structure/group-size, structure/subsidiary-ancestors of prisma/sql.

let org: TestOrganization;
let root: string;
let branch: string;
let leaf: string;

beforeAll(async () => {
  org = await foundTestOrganization();
  root = org.ids.rootSubsidiary;
  const below = async (code: string, parentId: string) =>
    (await runForOutput(createSubsidiary, org.callAs('admin'), { name: code, code, parentId })).id;
  branch = await below('BRANCH', root);
  leaf = await below('LEAF', branch);
});
afterAll(closeConnections);

/** Runs one statement as a caller confined to these subsidiaries; null for all of them. */
const as = (subsidiaryIds: readonly string[] | null, text: string, values: readonly unknown[] = []) =>
  withTenantSql(
    { organizationId: org.principals.admin.organizationId, userId: null, subsidiaryIds },
    (tenant) => sql<Record<string, unknown>>(tenant, text, values),
  );

const only = async (subsidiaryIds: readonly string[] | null, text: string, values: readonly unknown[] = []) =>
  Object.values((await as(subsidiaryIds, text, values))[0] ?? {})[0];

describe('what the database returns to a caller confined to subsidiaries', () => {
  it('their own subsidiaries; other callers are not affected, because the policies apply only to the confined role', async () => {
    expect(await only([leaf], 'select daybook_subsidiaries()')).toEqual([leaf]);
    expect(await only(null, 'select daybook_subsidiaries()')).toEqual([]);
    expect(await only([leaf], 'select current_user::text')).toBe('daybook_confined');
    expect(await only(null, 'select current_user::text')).not.toBe('daybook_confined');
  });

  it('no document of another subsidiary, and no audit row about one', async () => {
    const { id } = await createDocument(org);
    for (const [who, seen] of [
      [null, 1],
      [[root], 1],
      [[leaf], 0],
    ] as const) {
      expect(await only(who, 'select count(*)::int from business_transactions where id = $1', [id])).toBe(
        seen,
      );
      expect(await only(who, 'select count(*)::int from audit_log where record_id = $1', [id])).toBe(seen);
    }
  });

  it('no member, API client or company with a wider scope than theirs, and they cannot create one', async () => {
    expect(Number(await only(null, 'select count(*) from memberships'))).toBeGreaterThan(1);
    expect(await only([leaf], 'select count(*)::int from memberships')).toBe(0);
    const widen = `update memberships set subsidiary_ids = '{}' where user_id = $1 returning 1`;
    const { id } = org.users.viewer;
    await as(null, 'update memberships set subsidiary_ids = array[$2::uuid] where user_id = $1', [id, leaf]);
    await expect(as([leaf], widen, [id])).rejects.toThrow(/confined/);
    expect(await only(null, 'select subsidiary_ids from memberships where user_id = $1', [id])).toEqual([
      leaf,
    ]);
  });

  it('the number of companies in a group, including those outside their scope', async () => {
    expect(await only([leaf], 'select daybook_group_size($1)', [root])).toBe(3);
    expect(await only([leaf], 'select daybook_group_size($1)', [leaf])).toBe(1);
  });

  it('the ancestors of a subsidiary, nearest first, including those outside their scope', async () => {
    expect(await as([leaf], 'select id, depth from daybook_subsidiary_ancestors($1)', [leaf])).toEqual([
      { id: leaf, depth: 0 },
      { id: branch, depth: 1 },
      { id: root, depth: 2 },
    ]);
  });

  it('every active admin of the organization, so that the last one is the last of all', async () => {
    const former = `update memberships set roles = '{admin}', record_status = 'inactive' where user_id = $1`;
    await as(null, former, [org.users.auditor.id]);
    const admins = `select array_agg(id order by id) from memberships where 'admin' = any (roles) and record_status = 'active'`;
    const answered = await only([leaf], 'select array_agg(a order by a) from daybook_lock_admins() a');
    expect(answered).toEqual(await only(null, admins));
    expect(answered).toHaveLength(1);
  });

  it('the admins so that no one else changes them until the transaction ends', async () => {
    const change = `select id from memberships where organization_id = '${org.organizationId}' and 'admin' = any (roles)
      and record_status = 'active' for update nowait`;
    await withOwner((first) =>
      withOwner(async (second) => {
        for (const client of [first, second]) {
          await client.query(`select set_config('app.organization_id', $1, false)`, [org.organizationId]);
        }
        await first.query('begin; select daybook_lock_admins()');
        await expect(second.query(change)).rejects.toThrow(/could not obtain lock/);
        await first.query('commit');
        expect((await second.query(change)).rows).toHaveLength(1);
      }),
    );
  });

  it('how much of the audit trail is not sealed, for any caller', async () => {
    const written = await only(null, 'select count(*) from audit_log');
    expect(await only(null, 'select daybook_unsealed_audit_rows()')).toBe(written);
    // A seal made by hand: when the background makes one depends on what else runs on the server.
    await as(
      null,
      `insert into audit_seals (organization_id, sequence, audit_id, previous_hash, hash)
       select organization_id, 1, id, repeat('0', 64), repeat('1', 64) from audit_log order by inserted_in_transaction, id limit 1`,
    );
    const all = await only(null, 'select daybook_unsealed_audit_rows()');
    expect(Number(all)).toBe(Number(written) - 1);
    expect(await only([leaf], 'select daybook_unsealed_audit_rows()')).toBe(all);
  });
});
