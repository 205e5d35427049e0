import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { newId } from '@/lib/ids';
import { contend, holdWrites } from '@/testing/contenders';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { runForOutput } from '../kit/run';
import { addMember, changeMember, listMembersOfOrganization, removeMember } from './member-verbs';

let home: TestOrganization;
let other: TestOrganization;
beforeAll(async () => {
  home = await foundTestOrganization();
  other = await foundTestOrganization();
});
afterAll(closeConnections);

const list = (of = home) => runForOutput(listMembersOfOrganization, of.callAs('admin'), {});
const memberOf = async (userId: string) => {
  const found = (await list()).find((member) => member.userId === userId);
  if (found === undefined) throw new Error('no such member');
  return found;
};

describe('members', () => {
  it('a new person gets an account and a password that is returned once', async () => {
    const email = `New.Person-${newId()}@Example.test`;
    const { member, initialPassword } = await runForOutput(addMember, home.callAs('admin'), {
      email,
      name: 'New Person',
      roles: ['accountant', 'accountant'],
      subsidiaryIds: [home.ids.rootSubsidiary],
    });
    expect(member).toMatchObject({
      email: email.toLowerCase(),
      roles: ['accountant'],
      subsidiaryIds: [home.ids.rootSubsidiary],
      recordStatus: 'active',
    });
    expect(initialPassword?.length).toBeGreaterThanOrEqual(16);
  });

  it('a person with an account keeps their name and password, and joins once', async () => {
    const { email, id } = other.users.sales;
    const input = { email, name: 'Someone Else', roles: ['viewer'] };
    const joined = await runForOutput(addMember, home.callAs('admin'), input);
    expect(joined).toMatchObject({
      initialPassword: null,
      member: { userId: id, name: other.users.sales.name },
    });
    await expect(runForOutput(addMember, home.callAs('admin'), input)).rejects.toMatchObject({
      refusal: { code: 'DUPLICATE' },
    });
    expect((await list(other)).find(({ userId }) => userId === id)?.roles).toEqual(['sales']);
  });

  it('a former member returns with the roles given now', async () => {
    const member = await memberOf(home.users.viewer.id);
    const gone = await runForOutput(removeMember, home.callAs('admin'), { id: member.id });
    expect(gone.recordStatus).toBe('inactive');
    const back = await runForOutput(addMember, home.callAs('admin'), {
      email: home.users.viewer.email,
      name: 'x',
      roles: ['auditor'],
    });
    expect(back.member).toMatchObject({ id: member.id, roles: ['auditor'], recordStatus: 'active' });
  });

  it('the last admin can be neither demoted nor removed, even by two requests at once', async () => {
    const admin = await memberOf(home.users.admin.id);
    const sole = { refusal: { code: 'IN_USE' } };
    const demote = (id: string) =>
      runForOutput(changeMember, home.callAs('admin'), { id, roles: ['viewer'] });
    await expect(demote(admin.id)).rejects.toMatchObject(sole);
    await expect(runForOutput(removeMember, home.callAs('admin'), { id: admin.id })).rejects.toMatchObject(
      sole,
    );

    const second = await memberOf(home.users.controller.id);
    await runForOutput(changeMember, home.callAs('admin'), { id: second.id, roles: ['admin'] });
    const outcomes = await contend(
      holdWrites(home.organizationId),
      [admin.id, second.id].map((id) => () => demote(id)),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await list()).filter(({ roles }) => roles.includes('admin'))).toHaveLength(1);
  });

  it('only an admin changes members, and an unknown subsidiary is refused', async () => {
    const member = await memberOf(home.users.sales.id);
    await expect(
      runForOutput(changeMember, home.callAs('accountant'), { id: member.id, roles: ['admin'] }),
    ).rejects.toMatchObject({ refusal: { code: 'FORBIDDEN' } });
    await expect(
      runForOutput(changeMember, home.callAs('admin'), { id: member.id, subsidiaryIds: [newId()] }),
    ).rejects.toMatchObject({ refusal: { code: 'REFERENCE_NOT_FOUND' } });
    expect(await memberOf(home.users.sales.id)).toEqual(member);
  });

  it('another organization’s member is not found', async () => {
    const [foreign] = await list(other);
    await expect(
      runForOutput(removeMember, home.callAs('admin'), { id: foreign?.id ?? '' }),
    ).rejects.toMatchObject({ refusal: { code: 'NOT_FOUND' } });
  });
});
