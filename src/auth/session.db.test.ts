import { setTimeout as pause } from 'node:timers/promises';
import { encode } from 'next-auth/jwt';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { RefusalError } from '@/core/refusals';
import { closeConnections } from '@/db/client';
import { insertSession } from '@/db/identity/sessions';
import { newId } from '@/lib/ids';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { endSession, ownSessions, standingSession } from './account';
import { signAccessToken } from './credentials/access-token';
import { principalFromSession } from './session';
import { STANDING_LIFE_MS } from './sign-in/short-memory';
import { startBrowserSession } from './sign-in/sign-in';

const SECRET = 'a browser secret of these tests, long enough';
const HOST = 'books.example.test';
let home: TestOrganization;
let other: TestOrganization;
beforeAll(async () => {
  process.env.NEXTAUTH_SECRET = SECRET;
  home = await foundTestOrganization();
  other = await foundTestOrganization();
});
afterAll(async () => {
  delete process.env.NEXTAUTH_SECRET;
  await closeConnections();
});

async function browser(userId: string) {
  const sid = await startBrowserSession(userId, 'tests');
  const token = await encode({ token: { sub: userId, sid }, secret: SECRET });
  return { sid, cookie: `theme=dark; next-auth.session-token=${token}; other=1` };
}

const inbound = (method: string, headers: Record<string, string>) => ({
  method,
  header: (name: string) => headers[name] ?? null,
});

const refusalOf = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof RefusalError)) throw new Error('it was not refused');
  const { code, data } = error.refusal;
  return { code, reason: 'reason' in data ? data.reason : undefined };
};

describe('a browser’s session', () => {
  it('acts as the member in the named organization', async () => {
    const { cookie } = await browser(home.users.accountant.id);
    const principal = await principalFromSession(inbound('GET', { cookie }), home.organizationId);
    expect(principal).toMatchObject({ organizationId: home.organizationId, roles: ['accountant'] });
    expect(principal.actor).toMatchObject({ kind: 'user', id: home.users.accountant.id });
  });

  it('ends when the person is disabled, at once where it is not cached', async () => {
    const [before, after] = [await browser(home.users.sales.id), await browser(home.users.sales.id)];
    const enter = ({ cookie }: { readonly cookie: string }) =>
      principalFromSession(inbound('GET', { cookie }), home.organizationId);
    await enter(before);
    await withOwner((client) =>
      client.query('update users set is_disabled = true where id = $1', [home.users.sales.id]),
    );
    expect(await refusalOf(enter(after))).toMatchObject({ code: 'UNAUTHENTICATED' });
    await pause(STANDING_LIFE_MS + 50);
    expect(await refusalOf(enter(before))).toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  it('ends when no one has used it for a day, for good and at every door; used within the day it goes on', async () => {
    const { id } = home.users.accountant;
    const [left, used] = [await browser(id), await browser(id)];
    const unusedFor = (sid: string, hours: number) =>
      withOwner((client) =>
        client.query(
          `update sessions set updated_at = now() - make_interval(hours => $2::int) where id = $1`,
          [sid, hours],
        ),
      );
    const enter = ({ cookie }: { readonly cookie: string }) =>
      principalFromSession(inbound('GET', { cookie }), home.organizationId);
    await unusedFor(left.sid, 25);
    await unusedFor(used.sid, 23);
    expect(await refusalOf(standingSession({ userId: id, sessionId: left.sid }))).toEqual({
      code: 'UNAUTHENTICATED',
      reason: 'idle session',
    });
    expect(await refusalOf(enter(left))).toMatchObject({ code: 'UNAUTHENTICATED' });
    expect((await standingSession({ userId: id, sessionId: used.sid })).user.id).toBe(id);
    expect((await enter(used)).actor.id).toBe(id);
    // The use was noted, so the day begins again.
    await vi.waitFor(async () => {
      const [session] = (await ownSessions({ userId: id, sessionId: used.sid })).filter(
        (one) => one.id === used.sid,
      );
      expect(Date.now() - (session?.updatedAt.getTime() ?? 0)).toBeLessThan(3_600_000);
    });
    await unusedFor(left.sid, 1);
    expect(await refusalOf(enter(left))).toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  it('of a program, which is a family of tokens, does not end when it is idle', async () => {
    const { id } = home.users.accountant;
    const sessionId = newId();
    const { organizationId } = home;
    await insertSession({
      id: sessionId,
      userId: id,
      apiClientId: null,
      organizationId,
      refreshTokenHash: newId(),
      expiresAt: new Date(Date.now() + 3_600_000),
      userAgent: null,
    });
    await withOwner((client) =>
      client.query(`update sessions set updated_at = now() - interval '6 days' where id = $1`, [sessionId]),
    );
    const token = await signAccessToken({ kind: 'user', subject: id, organizationId, sessionId }, [
      'accountant',
    ]);
    const principal = principalFromSession(
      inbound('GET', { authorization: `Bearer ${token}` }),
      organizationId,
    );
    expect((await principal).actor.id).toBe(id);
  });

  it('is refused in an organization the person does not belong to, or that does not exist', async () => {
    const { cookie } = await browser(home.users.admin.id);
    for (const organization of [other.organizationId, newId(), 'not an id']) {
      expect(await refusalOf(principalFromSession(inbound('GET', { cookie }), organization))).toEqual({
        code: 'FORBIDDEN',
        reason: 'NOT_A_MEMBER',
      });
    }
  });

  it.each([
    ['same-origin', 'GRANTED'],
    ['same-site', 'CROSS_SITE'],
    ['cross-site', 'CROSS_SITE'],
    ['none', 'CROSS_SITE'],
  ])('a write with Sec-Fetch-Site %s: %s', async (site, verdict) => {
    const { cookie } = await browser(home.users.admin.id);
    const write = inbound('POST', { cookie, host: HOST, 'sec-fetch-site': site, origin: `https://${HOST}` });
    const answer = principalFromSession(write, home.organizationId);
    if (verdict === 'GRANTED') expect((await answer).organizationId).toBe(home.organizationId);
    else expect(await refusalOf(answer)).toEqual({ code: 'FORBIDDEN', reason: verdict });
  });

  it.each([
    [`https://${HOST}`, true],
    [`https://${HOST}.evil.test`, false],
    ['https://evil.test', false],
    ['null', false],
    [null, false],
  ])('a write with Origin %s, from a browser without Sec-Fetch-Site: %s', async (origin, granted) => {
    const { cookie } = await browser(home.users.admin.id);
    const headers = { cookie, host: HOST, ...(origin === null ? {} : { origin }) };
    const answer = principalFromSession(inbound('PUT', headers), home.organizationId);
    if (granted) expect((await answer).roles).toEqual(['admin']);
    else expect(await refusalOf(answer)).toMatchObject({ reason: 'CROSS_SITE' });
  });

  it('ends when it is revoked, at once in this process', async () => {
    const { cookie, sid } = await browser(home.users.viewer.id);
    const ask = () => principalFromSession(inbound('GET', { cookie }), home.organizationId);
    expect((await ask()).roles).toEqual(['viewer']);
    await endSession(sid);
    expect(await refusalOf(ask())).toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  it('is refused when the cookie is encrypted with another secret, or names someone else’s session', async () => {
    const mine = await startBrowserSession(home.users.viewer.id, null);
    const foreign = await encode({ token: { sub: home.users.viewer.id, sid: mine }, secret: 'x'.repeat(40) });
    const stolen = await encode({ token: { sub: home.users.admin.id, sid: mine }, secret: SECRET });
    for (const token of [foreign, stolen, 'nonsense', '']) {
      const asked = inbound('GET', { cookie: `next-auth.session-token=${token}` });
      expect(await refusalOf(principalFromSession(asked, home.organizationId))).toMatchObject({
        code: 'UNAUTHENTICATED',
      });
    }
  });
});

describe('a Bearer token where an organization is named', () => {
  const tokenFor = async (userId: string) =>
    signAccessToken(
      {
        kind: 'user',
        subject: userId,
        organizationId: home.organizationId,
        sessionId: await startBrowserSession(userId, null),
      },
      ['admin'],
    );

  it('needs no same-origin proof to write, because browsers do not send it on their own', async () => {
    const authorization = `Bearer ${await tokenFor(home.users.approver.id)}`;
    const principal = await principalFromSession(inbound('POST', { authorization }), home.organizationId);
    expect(principal.roles, 'the roles written into the token are not believed').toEqual(['approver']);
  });

  it('is refused with 403 in an organization its bearer is not a member of', async () => {
    const authorization = `Bearer ${await tokenFor(home.users.approver.id)}`;
    const asked = principalFromSession(inbound('GET', { authorization }), other.organizationId);
    expect(await refusalOf(asked)).toEqual({ code: 'FORBIDDEN', reason: 'NOT_A_MEMBER' });
  });

  it('is not replaced by a valid cookie when it is malformed', async () => {
    const { cookie } = await browser(home.users.admin.id);
    const asked = inbound('GET', { cookie, authorization: 'Bearer nonsense' });
    expect(await refusalOf(principalFromSession(asked, home.organizationId))).toMatchObject({
      code: 'UNAUTHENTICATED',
    });
  });
});
