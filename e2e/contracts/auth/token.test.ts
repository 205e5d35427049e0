import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { contend, holdIdentity, valuesOf } from '@/testing/contenders';
import type { TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { bearer, organizationWithPasswords, PASSWORD, send, signIn } from './sign-in-fixture';

let home: TestOrganization;
let other: TestOrganization;
beforeAll(async () => {
  home = await organizationWithPasswords();
  other = await organizationWithPasswords();
});
afterAll(closeConnections);

const readProspects = (token: unknown) => send('GET', '/prospects', { headers: bearer(token) });

describe('5 Authentication, POST /auth/token', () => {
  it('a password is exchanged for a Bearer token valid for at most an hour, which works on surface A', async () => {
    const { status, body, headers } = await signIn(home.users.sales.email.toUpperCase());
    expect(status).toBe(200);
    expect(body).toMatchObject({ token_type: 'Bearer', organization_id: home.organizationId });
    expect(body.expires_in).toBeLessThanOrEqual(3_600);
    expect(headers['cache-control']).toBe('no-store');
    expect((await readProspects(body.access_token)).status).toBe(200);
  });

  it('a form-encoded body gets the same answer as JSON', async () => {
    const form = { grant_type: 'password', email: home.users.viewer.email, password: PASSWORD };
    expect((await send('POST', '/auth/token', { form })).status).toBe(200);
  });

  it('an organization may be named; one of which the person is not a member is refused', async () => {
    const { email } = home.users.viewer;
    expect((await signIn(email, PASSWORD, { organization: home.organizationId })).status).toBe(200);
    expect(await signIn(email, PASSWORD, { organization: other.organizationId })).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant' },
    });
  });

  it('a wrong password and an unknown address get the same answer', async () => {
    const wrong = await signIn(home.users.auditor.email, 'not the password');
    const unknown = await signIn('nobody@example.test', 'not the password');
    expect(wrong).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    expect(unknown.body).toEqual(wrong.body);
  });

  it('after five wrong passwords even the right one must wait, with 429 and Retry-After; so must an unknown address', async () => {
    for (const email of [home.users.revenue.email, `${home.organizationId}@example.test`]) {
      for (let round = 0; round < 5; round += 1) {
        expect((await signIn(email, 'not the password')).status).toBe(400);
      }
      const locked = await signIn(email);
      expect(locked.status).toBe(429);
      expect(Number(locked.headers['retry-after'])).toBeGreaterThan(0);
      expect(locked.body.error).toBe('temporarily_unavailable');
    }
  });

  it('a success resets the count of failures', async () => {
    const { email } = home.users.controller;
    for (let round = 0; round < 12; round += 1) {
      expect((await signIn(email, round % 4 === 3 ? PASSWORD : 'not the password')).status).toBe(
        round % 4 === 3 ? 200 : 400,
      );
    }
  });

  it('many failures from one address block that address only', async () => {
    const from = (address: string, email: string) =>
      send('POST', '/auth/token', { json: { grant_type: 'password', email, password: 'guess' }, address });
    for (let round = 0; round < 100; round += 1) await from('203.0.113.7', `guess-${round}@example.test`);
    expect((await from('203.0.113.7', 'fresh-1@example.test')).status).toBe(429);
    expect((await from('203.0.113.8', 'fresh-2@example.test')).status).toBe(400);
  });

  it.each([
    [{}, 'invalid_request'],
    [{ grant_type: 'implicit' }, 'unsupported_grant_type'],
    [{ grant_type: 'password', email: 'a@b.c' }, 'invalid_request'],
    [{ grant_type: 'client_credentials' }, 'invalid_request'],
  ])('%j is refused as %s', async (json, error) => {
    expect(await send('POST', '/auth/token', { json })).toMatchObject({ status: 400, body: { error } });
  });
});

describe('5 Authentication, refreshing', () => {
  const refresh = (token: unknown) =>
    send('POST', '/auth/token', { json: { grant_type: 'refresh_token', refresh_token: token } });

  it('a refresh token is exchanged for the next pair once; using it again ends the whole session', async () => {
    const first = (await signIn(home.users.accountant.email)).body;
    const second = await refresh(first.refresh_token);
    expect(second.status).toBe(200);
    expect((await readProspects(second.body.access_token)).status).toBe(200);

    expect((await refresh(first.refresh_token)).body.error).toBe('invalid_grant');
    expect((await refresh(second.body.refresh_token)).body.error).toBe('invalid_grant');
    expect((await readProspects(second.body.access_token)).status).toBe(401);
  });

  it('of ten simultaneous uses of one refresh token at most one succeeds, and the session has ended: the token was copied', async () => {
    const { refresh_token: token } = (await signIn(home.users.accountant.email)).body;
    const answers = valuesOf(
      await contend(
        holdIdentity('sessions', 'id', String(token).split('.')[0] ?? ''),
        Array.from({ length: 10 }, () => () => refresh(token)),
      ),
    );
    const succeeded = answers.filter(({ status }) => status === 200);
    expect(succeeded.length).toBeLessThanOrEqual(1);
    for (const { body } of succeeded) {
      expect((await readProspects(body.access_token)).status).toBe(401);
      expect((await refresh(body.refresh_token)).body.error).toBe('invalid_grant');
    }
    const left = await withOwner((client) =>
      client.query('select revoked_at is null as lives from sessions where id = $1', [
        String(token).split('.')[0],
      ]),
    );
    expect(left.rows).toEqual([{ lives: false }]);
  });

  it('a forged refresh token for a real session changes nothing', async () => {
    const { refresh_token: token } = (await signIn(home.users.accountant.email)).body;
    const [session] = String(token).split('.');
    expect((await refresh(`${session}.invented.signature`)).body.error).toBe('invalid_grant');
    expect((await refresh(token)).status).toBe(200);
  });

  it('a revoked session is refused everywhere; revoking twice, or revoking an invalid token, is not an error', async () => {
    const { access_token: access, refresh_token: token } = (await signIn(home.users.sales.email)).body;
    expect((await readProspects(access)).status).toBe(200);
    for (const ended of [token, token, 'nonsense']) {
      expect((await send('POST', '/auth/revoke', { form: { token: String(ended) } })).status).toBe(200);
    }
    expect((await readProspects(access)).status).toBe(401);
    expect((await refresh(token)).status).toBe(400);
  });
});
