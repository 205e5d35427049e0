import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ADDRESS_HEADER } from '@/auth/address-header';
import { withdrawPassword } from '@/auth/people';
import { passkeyProvider } from '@/auth/providers/next-auth-providers';
import { hashChosenPassword } from '@/auth/sign-in/chosen-password';
import { startBrowserSession } from '@/auth/sign-in/sign-in';
import { principalOfUser } from '@/auth/standing';
import { closeConnections } from '@/db/client';
import { storePasswordHash } from '@/db/identity/users';
import { createContext } from '@/surfaces/trpc/context';
import { createCaller } from '@/surfaces/trpc/root';
import { contend, valuesOf } from '@/testing/contenders';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { PATIENCE_MS } from '@/testing/patience';
import { Authenticator, type Lies } from '../../support/authenticator';

// Passkeys where a person signs in: registered, used, refused, removed.

let home: TestOrganization;
beforeAll(async () => {
  home = await foundTestOrganization({ name: 'House of passkeys' });
});
afterAll(closeConnections);

/** Locks every challenge that is open; no other file makes any. */
const holdChallenges = (client: pg.ClientBase) => client.query('select 1 from passkey_challenges for update');

const PASSWORD = 'nine copper kettles sing';
const refused = (code: string) => ({ cause: { refusal: { code } } });
const isSession = expect.stringMatching(/^[0-9a-f-]{36}$/);
type Who = keyof TestOrganization['users'];

const anyone = (address?: string) =>
  createCaller(
    createContext({ method: 'POST', header: (name) => (name === ADDRESS_HEADER ? (address ?? null) : null) }),
  ).session;

/** A person signed in with their password, and the procedures of their account. */
async function person(who: Who) {
  const user = home.users[who];
  const hash = await hashChosenPassword(PASSWORD, { ...user, companies: [] }, 'password');
  await storePasswordHash(user.id, hash);
  return session(user);
}

async function session(user: TestOrganization['users'][Who]) {
  const sessionId = await startBrowserSession(user.id, 'test');
  const account = createCaller({
    ...createContext({ method: 'POST', header: () => null }),
    caller: async () => ({ userId: user.id, sessionId }),
  }).session;
  return { user, sessionId, account };
}

/** A person with a registered passkey. */
async function withPasskey(who: Who, counts = true) {
  const someone = await person(who);
  const key = new Authenticator(counts);
  const asked = await someone.account.beginPasskey({ password: PASSWORD });
  const made = await someone.account.finishPasskey({ name: 'Telephone', response: key.register(asked) });
  return { ...someone, key, made };
}

/** Signs in as the console does; the session, or the name of the error. */
const signIn = (response: unknown, address?: string): Promise<string> =>
  Promise.resolve(
    passkeyProvider.options.authorize?.(
      { response: typeof response === 'string' ? response : JSON.stringify(response) } as never,
      { headers: address === undefined ? {} : { [ADDRESS_HEADER]: address } } as never,
    ),
  ).then(
    (user) => (user == null ? 'refused' : ((user as unknown as { sid: string }).sid ?? '')),
    (error: Error) => error.message,
  );
const enter = async (key: Authenticator, lies: Lies = {}) =>
  signIn(key.answer(await anyone().beginPasskeySignIn(), lies));

const logged = (event: string, userId: string) =>
  withOwner(async (client) => {
    await client.query(`select set_config('app.organization_id', $1, false)`, [home.organizationId]);
    const { rows } = await client.query<{ detail: Record<string, unknown> }>(
      'select detail from security_log where organization_id = $3 and event = $1 and actor_id = $2 order by id',
      [event, userId, home.organizationId],
    );
    return rows.map(({ detail }) => detail);
  });

/** Refusals are logged without being waited for, so that their timing gives nothing away. */
const refusals = async (userId: string, least: number) => {
  await vi.waitFor(
    async () => expect((await logged('passkey refused', userId)).length).toBeGreaterThanOrEqual(least),
    { timeout: PATIENCE_MS, interval: 50 },
  );
  return logged('passkey refused', userId);
};

describe('a passkey', () => {
  it('is registered with the password, several by name, and signs its owner in without saying who they are', async () => {
    const { user, account, key } = await withPasskey('accountant');
    const second = new Authenticator();
    const asked = await account.beginPasskey({ password: PASSWORD });
    expect(asked).toMatchObject({
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ transports: ['internal'] }],
    });
    await account.finishPasskey({ name: 'Blue key', response: second.register(asked) });
    expect((await account.passkeys()).map(({ name }) => name)).toEqual(['Telephone', 'Blue key']);
    const offered = await anyone().beginPasskeySignIn();
    expect(offered).toMatchObject({ userVerification: 'required' });
    expect(offered.allowCredentials ?? []).toEqual([]);
    expect(await signIn(key.answer(offered))).toEqual(isSession);
    expect(await enter(second)).toEqual(isSession);
    expect(await logged('passkey added', user.id)).toEqual([{ method: 'Telephone' }, { method: 'Blue key' }]);
    expect((await logged('sign-in', user.id)).at(-1)).toEqual({ method: 'passkey' });
  });

  it('is not registered with a wrong password, nor by an answer that is old, from another site or without its owner', async () => {
    const { account } = await person('controller');
    await expect(account.beginPasskey({ password: 'wrong password' })).rejects.toMatchObject(
      refused('INVALID_INPUT'),
    );
    for (const lies of [
      { origin: 'https://evil.example' },
      { rpId: 'evil.example' },
      { challenge: Buffer.from('another').toString('base64url') },
      { type: 'webauthn.get' },
      { isUnverified: true },
    ] satisfies Lies[]) {
      const asked = await account.beginPasskey({ password: PASSWORD });
      const response = new Authenticator().register(asked, lies);
      await expect(account.finishPasskey({ name: 'x', response })).rejects.toMatchObject(
        refused('INVALID_INPUT'),
      );
    }
    const asked = await account.beginPasskey({ password: PASSWORD });
    const other = await person('controller');
    const inOther = other.account.finishPasskey({ name: 'x', response: new Authenticator().register(asked) });
    await expect(inOther).rejects.toMatchObject(refused('INVALID_INPUT'));
    expect(await account.passkeys()).toEqual([]);
  });

  it('answers a challenge once: of several answers at once one is registered, and one signs in', async () => {
    const { account } = await person('approver');
    const asked = await account.beginPasskey({ password: PASSWORD });
    const keys = [new Authenticator(), new Authenticator(), new Authenticator()];
    const made = await contend(
      holdChallenges,
      keys.map((key) => () => account.finishPasskey({ name: 'x', response: key.register(asked) })),
    );
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await account.passkeys()).toHaveLength(1);
    const key = keys[made.findIndex(({ status }) => status === 'fulfilled')] ?? new Authenticator();
    const answer = key.answer(await anyone().beginPasskeySignIn());
    const entered = valuesOf(
      await contend(
        holdChallenges,
        [1, 2, 3].map(() => () => signIn(answer)),
      ),
    );
    expect(entered.filter((one) => one === 'refused')).toHaveLength(2);
    expect(await signIn(answer)).toBe('refused');
  });

  it('does not sign in from another site, without its owner, for another person, or for a challenge that is not open', async () => {
    const { user, key, account } = await withPasskey('revenue');
    for (const lies of [
      { origin: 'https://evil.example' },
      { rpId: 'evil.example' },
      { challenge: Buffer.from('another').toString('base64url') },
      { type: 'webauthn.create' },
      { isUnverified: true },
      { userHandle: Buffer.from('someone else').toString('base64url') },
    ] satisfies Lies[]) {
      expect({ lies, entered: await enter(key, lies) }).toEqual({ lies, entered: 'refused' });
    }
    expect(await signIn(key.answer(await account.beginConfirmation()))).toBe('refused');
    const old = await anyone().beginPasskeySignIn();
    await withOwner((client) =>
      client.query(`update passkey_challenges set expires_at = now() - interval '1 second'`),
    );
    expect(await signIn(key.answer(old))).toBe('refused');
    expect(await signIn('nonsense')).toBe('refused');
    expect(await signIn({ id: 'x' })).toBe('refused');
    expect((await refusals(user.id, 6)).every(({ reason }) => typeof reason === 'string')).toBe(true);
  });

  it('whose counter did not increase is a copy and signs no one in; one without a counter keeps working', async () => {
    const { user, key } = await withPasskey('sales');
    expect(await enter(key)).toEqual(isSession);
    expect(await enter(key, { counter: 1 })).toBe('refused');
    expect((await refusals(user.id, 1)).at(-1)?.reason).toMatch(/counter/i);
    expect(await enter(key)).toEqual(isSession);
    const synced = await withPasskey('viewer', false);
    expect(await enter(synced.key)).toEqual(isSession);
    expect(await enter(synced.key)).toEqual(isSession);
  });

  it('is removed with the password, at once, and only by its owner', async () => {
    const { user, account, key, made } = await withPasskey('auditor');
    const stranger = await person('viewer');
    const { id } = made;
    await expect(stranger.account.endPasskey({ id, password: PASSWORD })).rejects.toMatchObject(
      refused('NOT_FOUND'),
    );
    await expect(stranger.account.namePasskey({ id, name: 'Mine' })).rejects.toMatchObject(
      refused('NOT_FOUND'),
    );
    await expect(account.endPasskey({ id, password: 'wrong password' })).rejects.toMatchObject(
      refused('INVALID_INPUT'),
    );
    await account.namePasskey({ id, name: 'Old telephone' });
    expect(await account.passkeys()).toMatchObject([{ id, name: 'Old telephone' }]);
    expect(await enter(key)).toEqual(isSession);
    await account.endPasskey({ id, password: PASSWORD });
    expect(await account.passkeys()).toEqual([]);
    expect(await enter(key)).toBe('refused');
    expect(await logged('passkey removed', user.id)).toEqual([{ method: 'Old telephone' }]);
  });

  it('is removed with the password by an operator’s reset, so that whoever had both is locked out', async () => {
    const { user, key } = await withPasskey('admin');
    await withdrawPassword(user);
    expect(await enter(key)).toBe('refused');
    // For an account without a password, a session that has just begun is proof enough to add a passkey; an older session is not.
    const { account, sessionId } = await session(user);
    const again = new Authenticator();
    const asked = await account.beginPasskey({ password: '' });
    await account.finishPasskey({ name: 'New', response: again.register(asked) });
    expect(await enter(again)).toEqual(isSession);
    await withOwner((client) =>
      client.query(`update sessions set created_at = now() - interval '1 hour' where id = $1`, [sessionId]),
    );
    await expect(account.beginPasskey({ password: '' })).rejects.toMatchObject(refused('FORBIDDEN'));
  });

  it('of someone deactivated everywhere, or whose account is closed, signs no one in', async () => {
    const { user, key } = await withPasskey('accountant');
    const set = (isDisabled: boolean) =>
      withOwner((client) =>
        client.query('update users set is_disabled = $2 where id = $1', [user.id, isDisabled]),
      );
    await set(true);
    expect(await enter(key)).toBe('refused');
    await set(false);
    expect(await enter(key)).toEqual(isSession);
  });
});

describe('an organization that requires two factors', () => {
  it('takes a passkey for both, and lets one confirm a session that was begun by password', async () => {
    const { user, key, account, sessionId } = await withPasskey('controller');
    await withOwner(async (client) => {
      await client.query(`select set_config('app.organization_id', $1, false)`, [home.organizationId]);
      await client.query('update organizations set requires_second_factor = true where id = $1', [
        home.organizationId,
      ]);
    });
    const standing = (id: string) => principalOfUser(id, user.id, home.organizationId);
    await expect(standing(sessionId)).rejects.toMatchObject({
      refusal: { code: 'FORBIDDEN', data: { reason: 'SECOND_FACTOR' } },
    });
    const wrong = new Authenticator().answer(await account.beginConfirmation());
    await expect(account.confirmWithPasskey({ response: wrong })).rejects.toMatchObject(
      refused('INVALID_INPUT'),
    );
    const stranger = await withPasskey('viewer');
    const theirs = stranger.key.answer(await account.beginConfirmation());
    await expect(account.confirmWithPasskey({ response: theirs })).rejects.toMatchObject(
      refused('INVALID_INPUT'),
    );
    await account.confirmWithPasskey({ response: key.answer(await account.beginConfirmation()) });
    await expect(standing(sessionId)).resolves.toMatchObject({ roles: ['controller'] });
    await expect(standing(await enter(key))).resolves.toMatchObject({ roles: ['controller'] });
  });
});

describe('challenges to sign in', () => {
  it('are given to anyone, but to one network only up to a limit', async () => {
    const address = '198.51.100.9';
    await withOwner((client) =>
      client.query(`delete from sign_in_guards where key like 'account:%:198.51.100.9%'`),
    );
    let given = 0;
    for (; given < 320; given += 1) {
      const answered = await anyone(address)
        .beginPasskeySignIn()
        .catch(() => null);
      if (answered === null) break;
    }
    expect(given).toBe(300);
    await expect(anyone('198.51.100.10').beginPasskeySignIn()).resolves.toBeTruthy();
  });
});
