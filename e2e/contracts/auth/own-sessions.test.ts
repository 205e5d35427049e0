import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBrowserSession } from '@/auth/sign-in/sign-in';
import { closeConnections } from '@/db/client';
import { clearPassword } from '@/db/identity/users';
import { createContext } from '@/surfaces/trpc/context';
import { createCaller } from '@/surfaces/trpc/root';
import type { TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { organizationWithPasswords, PASSWORD } from './sign-in-fixture';

let home: TestOrganization;
beforeAll(async () => {
  home = await organizationWithPasswords();
});
afterAll(() => closeConnections());

const refused = (code: string) => ({ cause: { refusal: { code } } });

/** A person signed in here and in two other browsers. */
async function inThreeBrowsers(who: keyof TestOrganization['users']) {
  const { id } = home.users[who];
  const [here, lost, office] = [
    await startBrowserSession(id, 'here'),
    await startBrowserSession(id, 'lost laptop'),
    await startBrowserSession(id, 'office'),
  ];
  const account = createCaller({
    ...createContext({ method: 'POST', header: () => null }),
    caller: async () => ({ userId: id, sessionId: here }),
  }).session;
  const open = async () => (await account.list()).map(({ id: session }) => session).sort();
  return { id, here, lost, office, account, open };
}

describe('a person ends their sessions', () => {
  it('one of them, with the password', async () => {
    const { here, lost, office, account, open } = await inThreeBrowsers('accountant');
    await account.endOne({ id: lost, password: PASSWORD });
    expect(await open()).toEqual([here, office].sort());
    // Asked twice, it changes nothing more.
    await account.endOne({ id: lost, password: PASSWORD });
    expect(await open()).toEqual([here, office].sort());
  });

  it('all but this one, with the password', async () => {
    const { here, account, open } = await inThreeBrowsers('controller');
    expect(await account.endOthers({ password: PASSWORD })).toEqual({ ended: 2 });
    expect(await open()).toEqual([here]);
    expect(await account.endOthers({ password: PASSWORD })).toEqual({ ended: 0 });
  });

  it('none with a wrong password or without one', async () => {
    const { lost, account, open } = await inThreeBrowsers('approver');
    const before = await open();
    for (const work of [
      () => account.endOne({ id: lost, password: 'not the password' }),
      () => account.endOthers({ password: 'not the password' }),
      () => account.endOthers({ password: '' }),
    ])
      await expect(work()).rejects.toMatchObject(refused('INVALID_INPUT'));
    expect(await open()).toEqual(before);
  });

  it('without a password only in a session that has just begun', async () => {
    const { id, here, account, open } = await inThreeBrowsers('sales');
    await clearPassword(id);
    const age = (interval: string) =>
      withOwner((client) =>
        client.query(`update sessions set created_at = now() - interval '${interval}' where id = $1`, [here]),
      );
    const before = await open();
    await age('1 day');
    await expect(account.endOthers({ password: '' })).rejects.toMatchObject(refused('FORBIDDEN'));
    expect(await open()).toEqual(before);
    await age('-1 day');
    expect(await account.endOthers({ password: '' })).toEqual({ ended: 2 });
  });

  it('never one of someone else', async () => {
    const other = await inThreeBrowsers('viewer');
    const { account } = await inThreeBrowsers('revenue');
    await expect(account.endOne({ id: other.lost, password: PASSWORD })).rejects.toMatchObject(
      refused('NOT_FOUND'),
    );
    await account.endOthers({ password: PASSWORD });
    expect(await other.open()).toEqual([other.here, other.lost, other.office].sort());
  });
});
