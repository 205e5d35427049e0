import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { personOfOrganization } from '@/auth/providers/organization-person';
import { organizationProviderAt } from '@/auth/providers/organization-provider';
import { signInIdOf } from '@/core/identity/own-providers';
import { newId } from '@/lib/ids';
import { enter } from '@/surfaces/auth/browser-sign-in';
import { createContext } from '@/surfaces/trpc/context';
import { createCaller } from '@/surfaces/trpc/root';
import { type Directory, invitationOf, memberCalled, openDirectory } from './directory';

// Where the books are on another server than the accounts, that server knows only the accounts of those who belong to an organization there.
// A directory's people are still found by their address.

const servers = await vi.hoisted(async () => (await import('@/testing/book-servers')).bookServers(['east']));
afterAll(() => servers.leave());

let home: Directory;
let east: Directory;
beforeAll(async () => {
  home = await openDirectory('Home');
  east = await openDirectory('East', { server: 'east' });
});

/** The accounts with this address on a server. */
const accountsAt = (server: string, email: unknown) =>
  servers.asOwner<{ id: string }>(server, 'select id from users where email = $1', [email]);

async function grouped(directory: Directory, id: string, roles: ('approver' | 'viewer')[]): Promise<void> {
  const group = await directory.group(`Group ${newId()}`, [id]);
  await directory.as('admin').provisioning.mapGroup({ id: group.id, roles, customRoleIds: [] });
}

describe('a directory of an organization on another server', () => {
  it('names someone without an account, who makes one by the invitation: the account is at the directory', async () => {
    const { id, userName } = await east.tell({ displayName: 'Ida' });
    await grouped(east, id, ['viewer']);
    const invitation = await invitationOf(east, userName);
    const { link } = await east.as('admin').members.resend({ id: invitation?.id ?? '', sendMail: false });
    const anyone = createCaller(createContext({ method: 'POST', header: () => null }));
    const secret = link.split('#')[1] ?? '';
    await anyone.invitations.join({ secret, name: 'Ida R.', password: 'nine copper kettles sing' });
    expect(await memberCalled(east, userName)).toMatchObject({ name: 'Ida R.', roles: ['viewer'] });
    const [account] = await accountsAt('main', userName);
    expect(await accountsAt('east', userName)).toEqual([account]);
    expect((await east.send('GET', `/Users/${id}`)).body).toMatchObject({ id, userName, active: true });
  });

  it('names someone who has an account elsewhere: they join with that account, whose server learns of them then', async () => {
    const made = await east.as('admin').providers.create({
      name: 'Company account',
      issuer: 'https://idp.example.com',
      clientId: 'daybook',
      clientSecret: 'a secret',
      joiningRoles: [],
    });
    const { email, id: userId, name } = home.org.users.accountant;
    const { id } = await east.tell({ userName: email, displayName: 'Renamed' });
    await grouped(east, id, ['approver']);
    expect(await accountsAt('east', email)).toEqual([]);
    expect(await memberCalled(east, email)).toBeUndefined();
    const provider = await organizationProviderAt(signInIdOf(made.organizationId, made.id));
    if (provider === null) throw new Error('the provider is gone');
    const claims = { sub: newId(), email, email_verified: true, name: 'As the provider says' };
    const person = await personOfOrganization(provider, claims, { address: '', userAgent: null }, enter);
    expect(person).toMatchObject({ id: userId, name });
    expect(await memberCalled(east, email)).toMatchObject({ name, roles: ['approver'] });
    expect(await accountsAt('east', email)).toEqual([{ id: userId }]);
    expect(await memberCalled(home, email)).toMatchObject({ name, roles: ['accountant'] });
  });

  it('finds a member by their address, and shuts them out there and nowhere else', async () => {
    const { email } = east.org.users.auditor;
    const found = await east.send('GET', `/Users?filter=${encodeURIComponent(`userName eq "${email}"`)}`);
    const [resource] = found.body.Resources as { id: string; active: boolean }[];
    expect(resource).toMatchObject({ active: true });
    await east.patch(`/Users/${resource?.id}`, { op: 'replace', path: 'active', value: false });
    expect(await memberCalled(east, email)).toMatchObject({ recordStatus: 'inactive' });
    expect((await east.send('GET', `/Users/${resource?.id}`)).body).toMatchObject({ active: false });
    const elsewhere = await home.send('GET', `/Users?filter=${encodeURIComponent(`userName eq "${email}"`)}`);
    expect(elsewhere.body).toMatchObject({ totalResults: 0 });
  });
});
