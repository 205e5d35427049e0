import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changePassword } from '@/auth/account';
import { tokensForPassword } from '@/auth/credentials/tokens';
import { passwordLinkFor } from '@/auth/sign-in/one-time-link';
import { startBrowserSession } from '@/auth/sign-in/sign-in';
import { closeConnections } from '@/db/client';
import { newId } from '@/lib/ids';
import { createContext } from '@/surfaces/trpc/context';
import { createCaller } from '@/surfaces/trpc/root';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { runForOutput } from '@/usecases/kit/run';
import { addMember } from '@/usecases/members/member-verbs';

// The password that is created with a new member, for a person who has not chosen one yet.

const CHOSEN = 'nine copper kettles sing';
const NOWHERE = { address: '', userAgent: null };
let home: TestOrganization;
beforeAll(async () => {
  home = await foundTestOrganization({ name: 'House of new members' });
});
afterAll(() => closeConnections());

async function newMember() {
  const email = `new-${newId()}@example.test`;
  const { member, initialPassword } = await runForOutput(addMember, home.callAs('admin'), {
    email,
    name: 'New Person',
    roles: ['viewer'],
  });
  return { email, userId: member.userId, initial: initialPassword ?? '' };
}

const signsIn = (email: string, password: string) =>
  tokensForPassword({ email, password }, NOWHERE).then(
    () => true,
    () => false,
  );

/** When the password expires, in days from now; null when it never does. */
const daysLeft = (userId: string) =>
  withOwner(async (client) => {
    const { rows } = await client.query<{ days: number | null }>(
      'select round(extract(epoch from password_until - now()) / 86400)::int as days from users where id = $1',
      [userId],
    );
    return rows[0]?.days;
  });

const letTimePass = (userId: string) =>
  withOwner((client) =>
    client.query("update users set password_until = now() - interval '1 day' where id = $1", [userId]),
  );

describe('the password of a new member', () => {
  it('works for a week; after that it neither signs in nor lets the person choose another', async () => {
    const { email, userId, initial } = await newMember();
    expect(await signsIn(email, initial)).toBe(true);
    expect(await daysLeft(userId)).toBe(7);
    const caller = { userId, sessionId: await startBrowserSession(userId, null) };
    await letTimePass(userId);
    expect(await signsIn(email, initial)).toBe(false);
    await expect(changePassword(caller, initial, CHOSEN)).rejects.toMatchObject({
      refusal: { code: 'INVALID_INPUT' },
    });
    expect(await signsIn(email, CHOSEN)).toBe(false);
  });

  it('is replaced by one the person chooses, which does not expire', async () => {
    const { email, userId, initial } = await newMember();
    const caller = { userId, sessionId: await startBrowserSession(userId, null) };
    await changePassword(caller, initial, CHOSEN);
    expect(await daysLeft(userId)).toBeNull();
    expect([await signsIn(email, CHOSEN), await signsIn(email, initial)]).toEqual([true, false]);
  });

  it('once it has expired, a link lets the person choose another', async () => {
    const { email, userId } = await newMember();
    await letTimePass(userId);
    const { secret } = await passwordLinkFor(userId);
    const door = createCaller(createContext({ method: 'POST', header: () => null }));
    await door.passwords.choose({ secret, password: CHOSEN });
    expect(await daysLeft(userId)).toBeNull();
    expect(await signsIn(email, CHOSEN)).toBe(true);
  });
});
