import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { sql, withTenantSql } from '@/db/tenancy';
import { newId } from '@/lib/ids';
import { contend } from '@/testing/contenders';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { runForOutput } from '@/usecases/kit/run';
import { changeMember, listMembersOfOrganization } from '@/usecases/members/member-verbs';
import { createRole, removeRole } from '@/usecases/members/role-verbs';
import { verifyBooks } from '@/usecases/verify/verify-books';

// Proves the law identity/hold-custom-roles of prisma/sql.

afterAll(closeConnections);

let books: TestOrganization;
let roleId: string;
let memberId: string;

const claim = () => ({ organizationId: books.principals.admin.organizationId, userId: null });
const run = (text: string, values: readonly unknown[]) =>
  withTenantSql(claim(), (tenant) => sql<{ ids: string[] }>(tenant, text, [...values]));
const rolesOf = async (id: string) =>
  (await run('select custom_role_ids as ids from memberships where id = $1', [id]))[0]?.ids;
const give = () =>
  runForOutput(changeMember, books.callAs('admin'), { id: memberId, customRoleIds: [roleId] });
const remove = () => runForOutput(removeRole, books.callAs('admin'), { id: roleId });
const exists = async () => (await run('select id from custom_roles where id = $1', [roleId])).length === 1;

beforeEach(async () => {
  books = await foundTestOrganization();
  const made = await runForOutput(createRole, books.callAs('admin'), {
    name: 'Reader',
    permissions: ['gl.transaction.read'],
  });
  roleId = made.id;
  const members = await runForOutput(listMembersOfOrganization, books.callAs('admin'), {});
  memberId = members.find(({ userId }) => userId === books.users.sales.id)?.id ?? '';
});

describe('a role of the organization’s own', () => {
  it('given and deleted at once is either had and there, or gone and had by no one', async () => {
    const outcomes = await contend(
      async (client) => {
        await client.query('select 1 from custom_roles where id = $1 for update', [roleId]);
      },
      [give, remove] as readonly (() => Promise<unknown>)[],
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await rolesOf(memberId)).toEqual((await exists()) ? [roleId] : []);
  });

  it('is not deleted in raw SQL either while a member or an open invitation has it', async () => {
    await give();
    await expect(run('delete from custom_roles where id = $1', [roleId])).rejects.toThrow(
      /is used by memberships/,
    );
    await run(`update memberships set custom_role_ids = '{}' where id = $1`, [memberId]);
    await run(
      `insert into invitations (organization_id, id, email, name, roles, custom_role_ids, secret_hash, expires_at)
       values ($1, $2, 'new@example.test', 'New', '{}', array[$3::uuid], 'hash', now() + interval '1 day')`,
      [books.organizationId, newId(), roleId],
    );
    await expect(run('delete from custom_roles where id = $1', [roleId])).rejects.toThrow(
      /is used by invitations/,
    );
    await run(
      `update invitations set invitation_status = 'WITHDRAWN', secret_hash = null where $1 = any (custom_role_ids)`,
      [roleId],
    );
    await run(
      `insert into provisioned_groups (organization_id, id, display_name, custom_role_ids) values ($1, $2, 'Group', array[$3::uuid])`,
      [books.organizationId, newId(), roleId],
    );
    await expect(run('delete from custom_roles where id = $1', [roleId])).rejects.toThrow(
      /is used by provisioned_groups/,
    );
    expect(await exists()).toBe(true);
  });

  it('that does not exist is given to no one', async () => {
    await expect(
      run('update memberships set custom_role_ids = array[$2::uuid] where id = $1', [memberId, newId()]),
    ).rejects.toThrow(/role that does not exist/);
    await expect(
      run(
        `insert into provisioned_groups (organization_id, id, display_name, custom_role_ids) values ($1, $2, 'Group', array[$3::uuid])`,
        [books.organizationId, newId(), newId()],
      ),
    ).rejects.toThrow(/role that does not exist/);
    expect(await rolesOf(memberId)).toEqual([]);
  });

  it('is deleted when only people who left had it, and nothing refers to it afterward', async () => {
    await give();
    await run(`update memberships set record_status = 'inactive' where id = $1`, [memberId]);
    await remove();
    expect(await rolesOf(memberId)).toEqual([]);
    expect((await runForOutput(verifyBooks, books.callAs('auditor'), {})).breaches).toEqual([]);
  });
});
