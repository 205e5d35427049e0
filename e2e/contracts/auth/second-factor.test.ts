import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ADDRESS_HEADER } from '@/auth/address-header';
import { tokensForPassword } from '@/auth/credentials/tokens';
import { credentialsProvider } from '@/auth/providers/next-auth-providers';
import { hashChosenPassword } from '@/auth/sign-in/chosen-password';
import { startBrowserSession } from '@/auth/sign-in/sign-in';
import { principalOfUser } from '@/auth/standing';
import { closeConnections } from '@/db/client';
import { storePasswordHash } from '@/db/identity/users';
import { createContext } from '@/surfaces/trpc/context';
import { createCaller } from '@/surfaces/trpc/root';
import { contend, holdIdentity, valuesOf } from '@/testing/contenders';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';

// A code from an authenticator app in addition to the password, where a person signs in.

let home: TestOrganization;
beforeAll(async () => {
  // The clock stands still; otherwise a code generated in one 30-second step could be checked in the next.
  vi.useFakeTimers({ toFake: ['Date'] });
  home = await foundTestOrganization({ name: 'House of two factors' });
});
afterAll(async () => {
  vi.useRealTimers();
  await closeConnections();
});

const PASSWORD = 'nine copper kettles sing';
const NOWHERE = { address: '', userAgent: null };
type Who = 'admin' | 'controller' | 'accountant' | 'approver' | 'revenue' | 'sales' | 'auditor' | 'viewer';

/** A person signed in with their password, and the procedures of their account. */
async function person(who: Who) {
  const user = home.users[who];
  await storePasswordHash(
    user.id,
    await hashChosenPassword(PASSWORD, { ...user, companies: [] }, 'password'),
  );
  const sessionId = await startBrowserSession(user.id, 'test');
  const account = createCaller({
    ...createContext({ method: 'POST', header: () => null }),
    caller: async () => ({ userId: user.id, sessionId }),
  }).session;
  return { user, sessionId, account };
}

/** An authenticator app: its code now, or this many 30-second steps from now. */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });

/** Signs in as the console does, from an address; the name of the error when it is refused. */
const signIn = (email: string, code?: string, address?: string): Promise<string> =>
  Promise.resolve(
    credentialsProvider.options.authorize?.(
      { email, password: PASSWORD, ...(code === undefined ? {} : { code }) } as never,
      { headers: address === undefined ? {} : { [ADDRESS_HEADER]: address } } as never,
    ),
  ).then(
    (user) => (user == null ? 'refused' : ((user as unknown as { sid: string }).sid ?? '')),
    (error: Error) => error.message,
  );
const isSession = expect.stringMatching(/^[0-9a-f-]{36}$/);
const refused = (code: string) => ({ cause: { refusal: { code } } });

async function withApp(who: Who) {
  const someone = await person(who);
  const { secret, qr } = await someone.account.beginFactor({ password: PASSWORD });
  // The step before: the codes of this step and the next are still to be used.
  const { recoveryCodes } = await someone.account.confirmFactor({ code: codeOf(secret, -1) });
  return { ...someone, secret, qr, recoveryCodes };
}

describe('two-factor sign-in', () => {
  it('is set up with the password and a first code; neither a wrong password nor a wrong code sets it up', async () => {
    const { account, user } = await person('accountant');
    await expect(account.beginFactor({ password: 'wrong password' })).rejects.toMatchObject(
      refused('INVALID_INPUT'),
    );
    const { secret, qr } = await account.beginFactor({ password: PASSWORD });
    expect(qr).toMatch(/^<svg /);
    const right = [-1, 0, 1].map((steps) => codeOf(secret, steps));
    const wrong = ['000000', '000001', '000002', '000003'].find((code) => !right.includes(code)) ?? '';
    await expect(account.confirmFactor({ code: wrong })).rejects.toMatchObject(refused('INVALID_INPUT'));
    expect(await account.factor()).toEqual({ isOn: false, recoveryCodesLeft: 0 });
    expect(await signIn(user.email)).toEqual(isSession);
    const { recoveryCodes } = await account.confirmFactor({ code: codeOf(secret) });
    expect(new Set(recoveryCodes).size).toBe(10);
    expect(await account.factor()).toEqual({ isOn: true, recoveryCodesLeft: 10 });
    await expect(account.beginFactor({ password: PASSWORD })).rejects.toMatchObject(refused('IN_USE'));
  });

  it('takes a code of the step before or after, unless the operator keeps each to its own 30 seconds', async () => {
    const { user, secret } = await withApp('revenue');
    process.env.DAYBOOK_CODE_STEPS = '0';
    try {
      expect(await signIn(user.email, codeOf(secret, 1))).toBe('SecondFactorWrong');
      expect(await signIn(user.email, codeOf(secret))).toEqual(isSession);
    } finally {
      delete process.env.DAYBOOK_CODE_STEPS;
    }
    expect(await signIn(user.email, codeOf(secret, 1))).toEqual(isSession);
    await withOwner((client) => client.query('delete from second_factors where user_id = $1', [user.id]));
  });

  it('then asks for a code, which counts once, even when several use it at once', async () => {
    const { user, secret } = await withApp('controller');
    expect(await signIn(user.email)).toBe('SecondFactorNeeded');
    expect(await signIn(user.email, '12345')).toBe('SecondFactorWrong');
    const code = codeOf(secret);
    const attempts = valuesOf(
      await contend(
        holdIdentity('second_factors', 'user_id', user.id),
        [1, 2, 3].map(() => () => signIn(user.email, code)),
      ),
    );
    expect(attempts.filter((answer) => answer === 'SecondFactorWrong')).toHaveLength(2);
    expect(attempts).toContainEqual(isSession);
    expect(await signIn(user.email, codeOf(secret, -1))).toBe('SecondFactorWrong');
    expect(await signIn(user.email, codeOf(secret, 1))).toEqual(isSession);
  });

  it('a recovery code signs in once instead, however it is typed, and new ones replace the old', async () => {
    const { user, account, secret, recoveryCodes } = await withApp('approver');
    const [first = '', second = ''] = recoveryCodes;
    expect(await signIn(user.email, ` ${first.toUpperCase().replace('-', ' ')} `)).toEqual(isSession);
    expect(await signIn(user.email, first)).toBe('SecondFactorWrong');
    expect(await account.factor()).toMatchObject({ recoveryCodesLeft: 9 });
    const renewed = await account.renewCodes({ code: codeOf(secret) });
    expect(await signIn(user.email, second)).toBe('SecondFactorWrong');
    expect(await signIn(user.email, renewed.recoveryCodes[0])).toEqual(isSession);
  });

  it('is removed only with the password and a code together', async () => {
    const { user, account, secret } = await withApp('revenue');
    await expect(
      account.endFactor({ password: 'wrong password', code: codeOf(secret) }),
    ).rejects.toMatchObject(refused('INVALID_INPUT'));
    await expect(account.endFactor({ password: PASSWORD, code: 'nonsense' })).rejects.toMatchObject(
      refused('INVALID_INPUT'),
    );
    expect(await signIn(user.email)).toBe('SecondFactorNeeded');
    await account.endFactor({ password: PASSWORD, code: codeOf(secret) });
    expect(await signIn(user.email)).toEqual(isSession);
  });

  it('cannot be avoided at the token endpoint, which has no field for a code', async () => {
    const { user } = await person('sales');
    await expect(tokensForPassword({ email: user.email, password: PASSWORD }, NOWHERE)).resolves.toBeTruthy();
    await withApp('sales');
    await expect(tokensForPassword({ email: user.email, password: PASSWORD }, NOWHERE)).rejects.toMatchObject(
      {
        refusal: { code: 'UNAUTHENTICATED' },
      },
    );
  });

  it('cannot be guessed: after five wrong codes even the right one has to wait', async () => {
    const { user, secret } = await withApp('auditor');
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expect(await signIn(user.email, '12345')).toBe('SecondFactorWrong');
    }
    expect(await signIn(user.email, codeOf(secret))).toMatch(/Too many/);
  });

  it('guesses from one network do not keep the owner out elsewhere; from many they are limited together, but not where the owner has signed in', async () => {
    const { user, secret } = await withApp('viewer');
    const home = '192.0.2.77';
    expect(await signIn(user.email, codeOf(secret), home)).toEqual(isSession);
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expect(await signIn(user.email, '12345', '198.51.100.1')).toBe('SecondFactorWrong');
    }
    expect(await signIn(user.email, codeOf(secret, 1), '198.51.100.1')).toMatch(/Too many/);
    // Ten more networks with five guesses each: from then on guesses from unknown networks are not checked.
    const guesses = await Promise.all(
      Array.from({ length: 10 }, async (_, network) => {
        const answers: string[] = [];
        for (let attempt = 0; attempt < 5; attempt += 1)
          answers.push(await signIn(user.email, '12345', `198.51.100.${network + 10}`));
        return answers;
      }),
    );
    expect(guesses.flat().filter((answer) => answer === 'SecondFactorWrong')).toHaveLength(45);
    expect(await signIn(user.email, codeOf(secret, 1), '203.0.113.9')).toMatch(/Too many/);
    expect(await signIn(user.email, codeOf(secret, 1), home)).toEqual(isSession);
  });

  it('keeps neither the secret nor a recovery code readable in the database', async () => {
    const { user, account } = await person('admin');
    const { secret } = await account.beginFactor({ password: PASSWORD });
    const { recoveryCodes } = await account.confirmFactor({ code: codeOf(secret) });
    const stored = await withOwner(async (client) => {
      const { rows } = await client.query<{ row: string }>(
        `select f::text as row from second_factors f where user_id = $1
         union all select c::text from recovery_codes c where user_id = $1`,
        [user.id],
      );
      return rows.map(({ row }) => row).join('\n');
    });
    expect(stored).not.toBe('');
    for (const kept of [secret, ...recoveryCodes]) expect(stored).not.toContain(kept);
  });
});

describe('an organization that requires two-factor sign-in', () => {
  it('lets in only sessions whose person proved a second factor, and everyone again when it no longer does', async () => {
    const house = await foundTestOrganization({ name: 'Strict house' });
    const admin = createCaller({
      ...createContext({ method: 'POST', header: () => null }),
      principal: async () => house.principals.admin,
    });
    const require = (requiresSecondFactor: boolean) =>
      admin.organizations.update({ id: house.organizationId, data: { requiresSecondFactor } });
    const { id } = house.users.accountant;
    const enter = (sessionId: string) =>
      principalOfUser(sessionId, id, house.organizationId).then(
        () => 'in',
        (error: { refusal: { data: { reason: string } } }) => error.refusal.data.reason,
      );
    const bare = () => startBrowserSession(id, null);
    const proved = () => startBrowserSession(id, null, true);
    expect(await enter(await bare())).toBe('in');
    await require(true);
    expect(await enter(await bare())).toBe('SECOND_FACTOR');
    expect(await enter(await proved())).toBe('in');
    await require(false);
    expect(await enter(await bare())).toBe('in');
  });
});
