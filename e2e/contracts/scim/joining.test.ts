import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { personOfOrganization } from '@/auth/providers/organization-person';
import { organizationProviderAt } from '@/auth/providers/organization-provider';
import { signInIdOf } from '@/core/identity/own-providers';
import { closeConnections } from '@/db/client';
import { newId } from '@/lib/ids';
import { enter } from '@/surfaces/auth/browser-sign-in';
import { createContext } from '@/surfaces/trpc/context';
import { createCaller } from '@/surfaces/trpc/root';
import { withOwner } from '@/testing/owner';
import { type Directory, invitationOf, memberCalled, openDirectory } from './directory';

// How someone a directory reports joins: through the organization's own provider, or by the invitation emailed to them.

let home: Directory;
let byMail: Directory;
let signInId: string;
let providerId: string;
beforeAll(async () => {
  home = await openDirectory('Directory with a provider');
  byMail = await openDirectory('Directory without a provider');
  const made = await home.as('admin').providers.create({
    name: 'Company account',
    issuer: 'https://idp.example.com',
    clientId: 'daybook',
    clientSecret: 'a secret',
    joiningRoles: ['sales'],
  });
  providerId = made.id;
  signInId = signInIdOf(made.organizationId, made.id);
});
afterAll(closeConnections);

/** The provider has verified the address and signs its person in; null when they do not come in. */
async function comeIn(email: unknown, sub = newId()) {
  const provider = await organizationProviderAt(signInId);
  if (provider === null) throw new Error('the provider is gone');
  const claims = { sub, email, email_verified: true, name: 'As the provider says' };
  return personOfOrganization(provider, claims, { address: '', userAgent: null }, enter);
}
const grouped = async (directory: Directory, ids: readonly string[], roles: ('approver' | 'viewer')[]) => {
  const group = await directory.group(`Group ${newId()}`, ids);
  await directory.as('admin').provisioning.mapGroup({ id: group.id, roles, customRoleIds: [] });
  return group;
};

describe('someone the directory names', () => {
  it('comes in by the organization’s provider with the roles of their groups, not with those for strangers, and gets no mail', async () => {
    const { id, userName } = await home.tell({ displayName: 'Ada' });
    await grouped(home, [id], ['approver']);
    expect(await invitationOf(home, userName)).toBeUndefined();
    expect(await comeIn(userName)).toMatchObject({ email: userName });
    expect(await memberCalled(home, userName)).toMatchObject({ roles: ['approver'], recordStatus: 'active' });
    expect((await home.send('GET', `/Users/${id}`)).body).toMatchObject({ id, active: true });
  });

  it('without a group that gives a role, or deactivated, does not come in, although strangers do', async () => {
    const idle = await home.tell();
    expect(await comeIn(idle.userName)).toBeNull();
    const off = await home.tell({ active: false });
    await grouped(home, [off.id], ['approver']);
    expect(await comeIn(off.userName)).toBeNull();
    expect(await memberCalled(home, off.userName)).toBeUndefined();
    const stranger = `stranger-${newId()}@example.test`;
    expect(await comeIn(stranger)).toMatchObject({ email: stranger });
    expect(await memberCalled(home, stranger)).toMatchObject({ roles: ['sales'] });
  });

  it('deactivated after they came in is shut out, and the provider does not let them in again', async () => {
    const { id, userName } = await home.tell();
    await grouped(home, [id], ['viewer']);
    const sub = newId();
    expect(await comeIn(userName, sub)).not.toBeNull();
    await home.patch(`/Users/${id}`, { op: 'replace', path: 'active', value: false });
    expect(await comeIn(userName, sub)).toBeNull();
    await home.patch(`/Users/${id}`, { op: 'replace', path: 'active', value: true });
    expect(await comeIn(userName, sub)).not.toBeNull();
    expect(await memberCalled(home, userName)).toMatchObject({ roles: ['viewer'] });
  });

  it('of another organization keeps their account, and joins with it', async () => {
    const { email, name, id: userId } = byMail.org.users.accountant;
    const { id } = await home.tell({ userName: email, displayName: 'Renamed' });
    await grouped(home, [id], ['viewer']);
    expect(await comeIn(email)).toMatchObject({ id: userId, name });
    expect(await memberCalled(home, email)).toMatchObject({ name, roles: ['viewer'] });
    expect(await memberCalled(byMail, email)).toMatchObject({ name, roles: ['accountant'] });
  });

  it('where there is no provider is mailed one invitation, whose roles follow their groups until they accept', async () => {
    const { id, userName } = await byMail.tell({ name: { givenName: 'Ida', familyName: 'Rhodes' } });
    const group = await grouped(byMail, [id], ['viewer']);
    await byMail
      .as('admin')
      .provisioning.mapGroup({ id: group.id, roles: ['approver', 'viewer'], customRoleIds: [] });
    const invitation = await invitationOf(byMail, userName);
    expect(invitation).toMatchObject({ name: 'Ida Rhodes', roles: ['approver', 'viewer'], invitedBy: null });
    const { mails } = await byMail.as('admin').mail.outbox({});
    expect(mails.filter(({ recipient }) => recipient === userName)).toHaveLength(1);
    // A link from the administrator stands in for the one in the email, which is stored encrypted.
    const { link } = await byMail.as('admin').members.resend({ id: invitation?.id ?? '', sendMail: false });
    const anyone = createCaller(createContext({ method: 'POST', header: () => null }));
    const secret = link.split('#')[1] ?? '';
    await anyone.invitations.join({ secret, name: 'Ida R.', password: 'nine copper kettles sing' });
    expect(await memberCalled(byMail, userName)).toMatchObject({
      name: 'Ida R.',
      roles: ['approver', 'viewer'],
    });
    await byMail.patch(`/Groups/${group.id}`, { op: 'remove', path: `members[value eq "${id}"]` });
    expect(await memberCalled(byMail, userName)).toMatchObject({ recordStatus: 'active', roles: [] });
  });

  it('whose provider was turned off meanwhile is invited when a group gives them a role', async () => {
    await home.as('admin').providers.update({ id: providerId, recordStatus: 'inactive' });
    const { id, userName } = await home.tell();
    await grouped(home, [id], ['viewer']);
    expect(await invitationOf(home, userName)).toMatchObject({ roles: ['viewer'] });
    await home.as('admin').providers.update({ id: providerId, recordStatus: 'active' });
    await home.send('DELETE', `/Users/${id}`);
    expect(await invitationOf(home, userName)).toBeUndefined();
  });
});

describe('a group of a thousand members', () => {
  it('is sent in one request, gives its role to all of them and takes it away again, each recorded once in the audit trail', async () => {
    const crowd = await openDirectory('A thousand members');
    const ids = await withOwner(async (client) => {
      await client.query(`select set_config('app.organization_id', $1, false)`, [crowd.org.organizationId]);
      const { rows } = await client.query<{ id: string }>(
        `with people as (
           insert into users (id, email, name)
           select uuidv7(), 'thousand-' || n || '-' || $1 || '@example.test', 'Person ' || n from generate_series(1, 1000) n
           returning id
         )
         insert into memberships (organization_id, id, user_id, roles) select $1::uuid, uuidv7(), id, '{viewer}' from people
         returning id`,
        [crowd.org.organizationId],
      );
      return rows.map(({ id }) => id);
    });
    const group = await crowd.group('Everyone', ids);
    const audited = () =>
      withOwner(async (client) => {
        await client.query(`select set_config('app.organization_id', $1, false)`, [crowd.org.organizationId]);
        const { rows } = await client.query<{ n: number }>(
          `select count(*)::int as n from audit_log
           where organization_id = $1 and noun = 'member' and action = 'provisioning.mapGroup'`,
          [crowd.org.organizationId],
        );
        return rows[0]?.n;
      });
    const withRole = async () =>
      (await crowd.as('admin').members.list({})).filter(({ roles }) => roles.includes('approver')).length;
    const map = (roles: 'approver'[]) =>
      crowd.as('admin').provisioning.mapGroup({ id: group.id, roles, customRoleIds: [] });
    const before = await withRole();
    await map(['approver']);
    expect(await withRole()).toBe(before + 1_000);
    expect(await audited()).toBe(1_000);
    await crowd.patch(`/Groups/${group.id}`, { op: 'remove', path: 'members' });
    expect(await withRole()).toBe(before);
  });
});
