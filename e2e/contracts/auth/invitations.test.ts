import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tokensForPassword, tokensForRefresh } from '@/auth/credentials/tokens';
import type { Role } from '@/core/permissions';
import { closeConnections } from '@/db/client';
import { newId } from '@/lib/ids';
import { createContext } from '@/surfaces/trpc/context';
import { createCaller } from '@/surfaces/trpc/root';
import { contend, holdWrites } from '@/testing/contenders';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { runForOutput } from '@/usecases/kit/run';
import { createSubsidiary } from '@/usecases/subsidiaries/create-subsidiary';

// Inviting, accepting and leaving, as a person does it: tRPC with a token, and the link without one.
// Proves the law identity/lock-admins of prisma/sql.

let home: TestOrganization;
let other: TestOrganization;
beforeAll(async () => {
  home = await foundTestOrganization({ name: 'Home of the invited' });
  other = await foundTestOrganization({ name: 'Other house' });
});
afterAll(closeConnections);

const PASSWORD = 'nine copper kettles sing';
const inbound = (headers: Readonly<Record<string, string>>) =>
  createContext({ method: 'POST', header: (name) => headers[name] ?? null });

/** Anyone, without a session. */
const anyone = () => createCaller(inbound({}));
/** A member by role, as if signed in. */
const as = (role: Role, organization = home) =>
  createCaller({ ...inbound({}), principal: async () => organization.principals[role] });
const newAddress = () => `new-${newId()}@example.test`;
const secretOf = (link: string) => link.split('#')[1] ?? '';
const refused = (code: string) => ({ cause: { refusal: { code } } });
const signIn = (email: string, organization = home) =>
  tokensForPassword(
    { email, password: PASSWORD, organization: organization.organizationId },
    { address: '', userAgent: null },
  );
const bearer = (accessToken: string, organization = home) =>
  createCaller(
    inbound({
      authorization: `Bearer ${accessToken}`,
      'x-daybook-organization': organization.organizationId,
    }),
  );
const memberWith = async (email: string, organization = home) =>
  (await as('admin', organization).members.list({})).find((member) => member.email === email);

/** Invites someone new, who accepts and signs in. */
async function newcomer(roles: Role[] = ['accountant'], customRoleIds: string[] = []) {
  const email = newAddress();
  const { link } = await as('admin').members.invite({ email, name: 'New Person', roles, customRoleIds });
  await anyone().invitations.join({ secret: secretOf(link), name: 'New Person', password: PASSWORD });
  const tokens = await signIn(email);
  const member = await memberWith(email);
  if (member === undefined) throw new Error('the newcomer is not a member');
  return { email, member, tokens, door: bearer(tokens.accessToken) };
}

describe('an invitation', () => {
  it('lets in a person without an account, once, with exactly the roles and subsidiaries given', async () => {
    const email = newAddress();
    const subsidiaryIds = [home.ids.rootSubsidiary];
    const { invitation, link } = await as('admin').members.invite({
      email: email.toUpperCase(),
      name: 'Ina',
      roles: ['approver'],
      subsidiaryIds,
    });
    expect(invitation).toMatchObject({ email, status: 'PENDING', invitedBy: home.users.admin.name });
    const secret = secretOf(link);
    await expect(anyone().invitations.look({ secret })).resolves.toMatchObject({
      organizationName: 'Home of the invited',
      email,
      hasAccount: false,
    });
    const attempts = await contend(
      holdWrites(home.organizationId),
      [1, 2, 3].map(() => () => anyone().invitations.join({ secret, name: 'Ina Ray', password: PASSWORD })),
    );
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await memberWith(email)).toMatchObject({
      name: 'Ina Ray',
      roles: ['approver'],
      subsidiaryIds,
      recordStatus: 'active',
    });
    const { accessToken } = await signIn(email);
    await expect(bearer(accessToken).session.rights()).resolves.toMatchObject({
      subsidiaryScope: subsidiaryIds,
    });
    await expect(anyone().invitations.look({ secret })).rejects.toMatchObject(refused('NOT_FOUND'));
  });

  it('is accepted by the owner of an existing account only after signing in, and by no one else', async () => {
    const known = await newcomer();
    const stranger = await newcomer();
    const { link } = await as('admin', other).members.invite({
      email: known.email,
      name: 'x',
      roles: ['viewer'],
    });
    const secret = secretOf(link);
    await expect(anyone().invitations.look({ secret })).resolves.toMatchObject({ hasAccount: true });
    await expect(
      anyone().invitations.join({ secret, name: 'Thief', password: 'seven stolen kettles' }),
    ).rejects.toMatchObject(refused('IN_USE'));
    await expect(stranger.door.invitations.accept({ secret })).rejects.toMatchObject(refused('FORBIDDEN'));
    expect(await memberWith(known.email, other)).toBeUndefined();
    expect(await memberWith(stranger.email, other)).toBeUndefined();
    await signIn(known.email);

    await known.door.invitations.accept({ secret });
    expect(await memberWith(known.email, other)).toMatchObject({ name: 'New Person', roles: ['viewer'] });
  });

  it('stops working when it is sent again, is withdrawn or expires, or when its sender has left', async () => {
    const email = newAddress();
    const look = (link: string) => anyone().invitations.look({ secret: secretOf(link) });
    const first = await as('admin').members.invite({ email, name: 'x', roles: ['viewer'] });
    const second = await as('admin').members.resend({ id: first.invitation.id });
    await expect(look(first.link)).rejects.toMatchObject(refused('NOT_FOUND'));
    await expect(look(second.link)).resolves.toMatchObject({ email });
    await as('admin').members.withdraw({ id: first.invitation.id });
    await expect(look(second.link)).rejects.toMatchObject(refused('NOT_FOUND'));
    await expect(as('admin').members.resend({ id: first.invitation.id })).rejects.toMatchObject(
      refused('INVALID_STATUS_TRANSITION'),
    );

    const late = await as('admin').members.invite({ email, name: 'x', roles: ['viewer'] });
    await withOwner(async (client) => {
      await client.query(`select set_config('app.organization_id', $1, false)`, [home.organizationId]);
      await client.query(`update invitations set expires_at = now() - interval '1 second' where id = $1`, [
        late.invitation.id,
      ]);
    });
    await expect(look(late.link)).rejects.toMatchObject(refused('NOT_FOUND'));
    const listed = await as('admin').members.invitations({});
    expect(listed.find(({ id }) => id === late.invitation.id)?.status).toBe('EXPIRED');
    const again = await as('admin').members.resend({ id: late.invitation.id });
    await expect(look(again.link)).resolves.toMatchObject({ email });

    const host = await newcomer(['admin']);
    const guest = await host.door.members.invite({ email: newAddress(), name: 'x', roles: ['admin'] });
    await as('admin').members.remove({ id: host.member.id });
    await expect(look(guest.link)).rejects.toMatchObject(refused('NOT_FOUND'));
  });

  it('grants no more than the inviter has, neither roles nor subsidiaries, and names only what exists', async () => {
    const manager = await as('admin').roles.create({
      name: `People ${newId()}`,
      permissions: ['org.member.read', 'org.member.write', 'org.organization.read'],
    });
    const people = await newcomer([], [manager.id]);
    const invite = (wish: object) => people.door.members.invite({ email: newAddress(), name: 'x', ...wish });
    await expect(invite({ roles: ['viewer'] })).rejects.toMatchObject(refused('FORBIDDEN'));
    await expect(invite({ roles: ['admin'] })).rejects.toMatchObject(refused('FORBIDDEN'));
    await expect(invite({ customRoleIds: [newId()] })).rejects.toMatchObject(refused('REFERENCE_NOT_FOUND'));
    await expect(invite({ roles: [] })).rejects.toMatchObject(refused('INVALID_INPUT'));
    const before = (await as('admin').members.invitations({})).length;
    await invite({ customRoleIds: [manager.id] });
    expect((await as('admin').members.invitations({})).length).toBe(before + 1);

    const { id: branch } = await runForOutput(createSubsidiary, home.callAs('admin'), {
      name: `Branch ${newId()}`,
      code: newId(),
    });
    await as('admin').members.change({ id: people.member.id, subsidiaryIds: [branch] });
    const confined = bearer((await signIn(people.email)).accessToken);
    const elsewhere = confined.members.invite({
      email: newAddress(),
      name: 'x',
      customRoleIds: [manager.id],
      subsidiaryIds: [home.ids.rootSubsidiary],
    });
    await expect(elsewhere).rejects.toMatchObject(refused('FORBIDDEN'));
    await expect(
      confined.members.invite({ email: newAddress(), name: 'x', customRoleIds: [manager.id] }),
    ).rejects.toMatchObject(refused('FORBIDDEN'));
    expect(await confined.members.invitations({})).toEqual([]);
  });

  it('is sent once to an address at a time, and never to a member', async () => {
    const email = newAddress();
    await as('admin').members.invite({ email, name: 'x', roles: ['viewer'] });
    const again = as('admin').members.invite({ email, name: 'y', roles: ['admin'] });
    await expect(again).rejects.toMatchObject(refused('DUPLICATE'));
    const member = as('admin').members.invite({
      email: home.users.sales.email,
      name: 'x',
      roles: ['viewer'],
    });
    await expect(member).rejects.toMatchObject(refused('DUPLICATE'));
  });

  it('keeps only the hash of its secret, in the table and in the audit trail', async () => {
    const { link } = await as('admin').members.invite({ email: newAddress(), name: 'x', roles: ['viewer'] });
    const secret = secretOf(link);
    const found = await withOwner(async (client) => {
      await client.query(`select set_config('app.organization_id', $1, false)`, [home.organizationId]);
      const { rows } = await client.query<{ n: number }>(
        `select ((select count(*) from invitations i where i::text like '%' || $1 || '%')
               + (select count(*) from audit_log a where a::text like '%' || $1 || '%')
               + (select count(*) from outbox_events e where e::text like '%' || $1 || '%'))::int as n`,
        [secret.split('.')[1]],
      );
      return rows[0]?.n;
    });
    expect(found).toBe(0);
  });
});

describe('a member who is deactivated', () => {
  it('is out at once: sessions and tokens end, refreshing and signing in are refused', async () => {
    const { email, member, tokens, door } = await newcomer();
    await expect(door.session.rights()).resolves.toMatchObject({ roles: ['accountant'] });
    await as('admin').members.remove({ id: member.id });
    await expect(
      tokensForRefresh(tokens.refreshToken ?? '', { address: '', userAgent: null }),
    ).rejects.toMatchObject({
      refusal: { code: 'UNAUTHENTICATED' },
    });
    const standing = () =>
      bearer(tokens.accessToken)
        .session.rights()
        .then(
          () => 'in',
          (error: { cause?: { refusal?: { code: string } } }) => error.cause?.refusal?.code,
        );
    // A verified standing may be two seconds old.
    await expect.poll(standing).toBe('FORBIDDEN');
    await expect(signIn(email)).rejects.toMatchObject({ refusal: { code: 'UNAUTHENTICATED' } });
    // A person who is let in again has to sign in again: what was issued before stays revoked.
    await as('admin').members.restore({ id: member.id });
    await expect.poll(standing).toBe('UNAUTHENTICATED');
  });

  it('returns with the rights they had, if the caller has them too', async () => {
    const { email, member } = await newcomer(['controller']);
    await as('admin').members.remove({ id: member.id });
    await as('admin').members.restore({ id: member.id });
    expect(await memberWith(email)).toMatchObject({ roles: ['controller'], recordStatus: 'active' });
    await signIn(email);
    await expect(as('admin').members.restore({ id: member.id })).rejects.toMatchObject(refused('DUPLICATE'));
  });

  it('may leave, but not as the last owner, nor may the last two owners at once', async () => {
    const { email, door } = await newcomer();
    await door.members.leave({});
    expect(await memberWith(email)).toMatchObject({ recordStatus: 'inactive' });

    const house = await foundTestOrganization();
    await expect(as('admin', house).members.leave({})).rejects.toMatchObject(refused('IN_USE'));
    const second = (await as('admin', house).members.list({})).find(
      ({ userId }) => userId === house.users.controller.id,
    );
    await as('admin', house).members.change({ id: second?.id ?? '', roles: ['admin'] });
    const leaving = await contend(
      holdWrites(house.organizationId),
      (['admin', 'controller'] as const).map((role) => () => as(role, house).members.leave({})),
    );
    expect(leaving.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const owners = (await as('admin', house).members.list({})).filter(
      ({ roles, recordStatus }) => roles.includes('admin') && recordStatus === 'active',
    );
    expect(owners).toHaveLength(1);
  });

  it('does not count as an owner while their account is closed', async () => {
    const house = await foundTestOrganization();
    const list = await as('admin', house).members.list({});
    const idOf = (userId: string) => list.find((member) => member.userId === userId)?.id ?? '';
    await as('admin', house).members.change({ id: idOf(house.users.viewer.id), roles: ['admin'] });
    await withOwner((client) =>
      client.query('update users set is_disabled = true where id = $1', [house.users.viewer.id]),
    );
    await expect(
      as('admin', house).members.change({ id: idOf(house.users.admin.id), roles: ['viewer'] }),
    ).rejects.toMatchObject(refused('IN_USE'));
  });
});

describe('a role of the organization’s own', () => {
  const name = () => `Night clerk ${newId()}`;

  it('permits exactly what it lists, in addition to the built-in roles, and a change counts for everyone who has it', async () => {
    const clerk = await as('admin').roles.create({ name: name(), permissions: ['org.structure.read'] });
    const { member, door, tokens } = await newcomer(['sales'], [clerk.id]);
    await expect(door.accounts.tree({})).rejects.toMatchObject(refused('FORBIDDEN'));
    await as('admin').roles.update({
      id: clerk.id,
      permissions: ['gl.account.read', 'org.organization.read'],
    });
    await expect
      .poll(() =>
        bearer(tokens.accessToken)
          .accounts.tree({})
          .then(
            () => 'reads',
            () => 'refused',
          ),
      )
      .toBe('reads');
    const shown = await as('admin').members.permissions({ id: member.id });
    expect(shown.permissions.find(({ permission }) => permission === 'gl.account.read')?.from).toEqual([
      clerk.name,
    ]);
    expect(shown.permissions.some(({ permission }) => permission === 'org.member.write')).toBe(false);
  });

  it('is neither made nor changed by someone who lacks one of its permissions, and not deleted while someone has it', async () => {
    const people = await as('admin').roles.create({
      name: name(),
      permissions: ['org.member.read', 'org.member.write', 'org.organization.read'],
    });
    const { door, member } = await newcomer([], [people.id]);
    await expect(
      door.roles.create({ name: name(), permissions: ['gl.transaction.post'] }),
    ).rejects.toMatchObject(refused('FORBIDDEN'));
    await expect(
      door.roles.update({ id: people.id, permissions: ['org.member.write', 'gl.transaction.post'] }),
    ).rejects.toMatchObject(refused('FORBIDDEN'));
    const strong = await as('admin').roles.create({ name: name(), permissions: ['gl.transaction.post'] });
    await expect(
      door.roles.update({ id: strong.id, permissions: ['org.member.read'] }),
    ).rejects.toMatchObject(refused('FORBIDDEN'));
    await expect(
      door.members.change({ id: member.id, customRoleIds: [people.id, strong.id] }),
    ).rejects.toMatchObject(refused('FORBIDDEN'));
    await expect(as('admin').roles.remove({ id: people.id })).rejects.toMatchObject(refused('IN_USE'));
    const kept = (await as('admin').roles.list({})).filter(({ id }) => [people.id, strong.id].includes(id));
    expect(kept.map(({ permissions }) => permissions)).toEqual(
      expect.arrayContaining([people.permissions, strong.permissions]),
    );
    await as('admin').roles.remove({ id: strong.id });
    await expect(
      as('admin').roles.create({ name: people.name, permissions: ['gl.report.read'] }),
    ).rejects.toMatchObject(refused('DUPLICATE'));
  });

  it('does not let its holder change, deactivate or restore a member who may do more', async () => {
    const people = await as('admin').roles.create({
      name: name(),
      permissions: ['org.member.read', 'org.member.write', 'org.organization.read'],
    });
    const { door } = await newcomer([], [people.id]);
    const owner = await newcomer(['admin']);
    await expect(
      door.members.change({ id: owner.member.id, customRoleIds: [people.id], roles: [] }),
    ).rejects.toMatchObject(refused('FORBIDDEN'));
    await expect(door.members.remove({ id: owner.member.id })).rejects.toMatchObject(refused('FORBIDDEN'));
    expect(await memberWith(owner.email)).toMatchObject({ roles: ['admin'], recordStatus: 'active' });
    await as('admin').members.remove({ id: owner.member.id });
    await expect(door.members.restore({ id: owner.member.id })).rejects.toMatchObject(refused('FORBIDDEN'));
    expect(await memberWith(owner.email)).toMatchObject({ recordStatus: 'inactive' });
  });

  it('shows in the report of conflicts whom it lets both create and approve', async () => {
    const both = await as('admin').roles.create({
      name: name(),
      permissions: ['gl.transaction.create', 'gl.transaction.approve', 'org.organization.read'],
    });
    const { member, email } = await newcomer([], [both.id]);
    const of = async () => (await as('auditor').members.conflicts({})).find(({ id }) => id === member.id);
    expect(await of()).toMatchObject({ email, conflicts: [{ key: 'documents', isStopped: false }] });
    expect((await as('auditor').members.conflicts({})).some(({ id }) => id === home.users.viewer.id)).toBe(
      false,
    );
    await as('admin').organizations.update({
      id: home.organizationId,
      data: { segregationOfDuties: 'enforce', segregationThreshold: null },
    });
    expect(await of()).toMatchObject({ conflicts: [{ key: 'documents', isStopped: true }] });
    await as('admin').organizations.update({
      id: home.organizationId,
      data: { segregationThreshold: '1000' },
    });
    expect(await of()).toMatchObject({ conflicts: [{ isStopped: false }] });
  });
});
