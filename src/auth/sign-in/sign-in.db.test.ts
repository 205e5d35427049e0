import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { contend } from '@/testing/contenders';

// The environment is read once, on first use, and test files share modules, so it is read again.
const forgetEnv = await vi.hoisted(async () => {
  process.env.DAYBOOK_DEMO = '0';
  const { forgetEnv: forget } = await import('@/lib/env');
  forget();
  return forget;
});

import { closeConnections } from '@/db/client';
import { sql, withTenantSql } from '@/db/tenancy';
import { hashPassword } from '@/lib/password';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { changePassword } from '../account';
import { tokensForPassword } from '../credentials/tokens';
import { ownMemberships } from '../memberships';
import { principalOfUser } from '../standing';
import { attemptKeys, takeAttempt } from './attempts';
import { provePassword, startBrowserSession } from './sign-in';

const PASSWORD = 'printed on a terminal';
const NEXT_PASSWORD = 'otter lantern quiet';
const origin = { address: '', userAgent: null };
let demo: TestOrganization;
let real: TestOrganization;

async function founded(isDemo: boolean): Promise<TestOrganization> {
  const organization = await foundTestOrganization();
  const passwordHash = await hashPassword(PASSWORD);
  await withTenantSql(
    { organizationId: organization.principals.admin.organizationId, userId: null },
    async (tenant) => {
      await sql(tenant, 'update organizations set is_demo = $1', [isDemo]);
      await sql(tenant, 'update users set password_hash = $1 where id = any($2::uuid[])', [
        passwordHash,
        Object.values(organization.users).map(({ id }) => id),
      ]);
    },
  );
  return organization;
}
beforeAll(async () => {
  demo = await founded(true);
  real = await founded(false);
});
afterAll(async () => {
  await closeConnections();
  delete process.env.DAYBOOK_DEMO;
  forgetEnv();
});

/** A failed attempt: counted, and never given back. */
const takeAndKeep = (account: string, address: string) => takeAttempt(attemptKeys(account, address));

const refused = { refusal: { code: 'UNAUTHENTICATED' } };

describe('signing in by password', () => {
  it('does not open a demo organization on a server that was not started on a demo', async () => {
    const enter = ({ users }: TestOrganization) =>
      tokensForPassword({ email: users.viewer.email, password: PASSWORD }, origin);
    await expect(enter(demo)).rejects.toMatchObject(refused);
    expect((await enter(real)).organizationId).toBe(real.organizationId);
  });

  it('accepts the new password after a change, not the old one, and ends the other sessions', async () => {
    const { id, email } = real.users.accountant;
    const [kept, ended] = [await startBrowserSession(id, null), await startBrowserSession(id, null)];
    const caller = { userId: id, sessionId: kept };
    await expect(changePassword(caller, 'not the password', NEXT_PASSWORD)).rejects.toMatchObject({
      refusal: { code: 'INVALID_INPUT' },
    });
    await changePassword(caller, PASSWORD, NEXT_PASSWORD);
    await expect(tokensForPassword({ email, password: PASSWORD }, origin)).rejects.toMatchObject(refused);
    await expect(tokensForPassword({ email, password: NEXT_PASSWORD }, origin)).resolves.toBeDefined();
    await expect(principalOfUser(ended, id, real.organizationId)).rejects.toMatchObject(refused);
    expect((await principalOfUser(kept, id, real.organizationId)).roles).toEqual(['accountant']);
  });

  it('is refused for a disabled person in every way of signing in, and works again once they are enabled', async () => {
    const { id, email } = real.users.controller;
    const turn = (isDisabled: boolean) =>
      withOwner((client) =>
        client.query('update users set is_disabled = $2 where id = $1', [id, isDisabled]),
      );
    const sessions = () =>
      withOwner(async (client) => {
        const { rows } = await client.query('select count(*)::int as n from sessions where user_id = $1', [
          id,
        ]);
        return rows;
      });
    const before = await sessions();
    await turn(true);
    await expect(provePassword(email, PASSWORD, '')).rejects.toMatchObject(refused);
    await expect(tokensForPassword({ email, password: PASSWORD }, origin)).rejects.toMatchObject(refused);
    expect(await sessions()).toEqual(before);
    await turn(false);
    expect((await provePassword(email, PASSWORD, '')).id).toBe(id);
  });

  it('wrong guesses from one address block the account there, but not for its owner elsewhere', async () => {
    const { email } = real.users.sales;
    const from = (address: string, password: string) =>
      tokensForPassword({ email, password }, { address, userAgent: null });
    for (let guess = 0; guess < 5; guess += 1) {
      await expect(from('192.0.2.10', `guess ${guess}`)).rejects.toMatchObject(refused);
    }
    await expect(from('192.0.2.10', PASSWORD)).rejects.toMatchObject({ refusal: { code: 'RATE_LIMITED' } });
    await expect(from('192.0.2.11', PASSWORD)).resolves.toBeDefined();
  });

  it('a block from a time that the clock was set back from does not last until then: the next attempt is judged and counted', async () => {
    const account = real.users.viewer.email;
    const address = '198.51.100.7';
    for (let n = 0; n < 5; n += 1) await takeAndKeep(account, address);
    await expect(takeAndKeep(account, address)).rejects.toMatchObject({ refusal: { code: 'RATE_LIMITED' } });
    const keys = attemptKeys(account, address);
    // As if all of it had happened a day from now.
    await withOwner((client) =>
      client.query(
        `update sign_in_guards set window_started_at = window_started_at + interval '1 day', blocked_until = blocked_until + interval '1 day'
         where key = any ($1)`,
        [Object.values(keys)],
      ),
    );
    for (let n = 0; n < 5; n += 1) await takeAndKeep(account, address);
    await expect(takeAndKeep(account, address)).rejects.toMatchObject({ refusal: { code: 'RATE_LIMITED' } });
  });

  it('guesses from the same network count together, whichever address of an IPv6 network they come from', async () => {
    const { email } = real.users.revenue;
    const from = (address: string, password: string) => provePassword(email, password, address);
    for (let guess = 0; guess < 5; guess += 1) {
      await expect(from(`2001:db8:7:7::${guess}`, 'a guess')).rejects.toMatchObject(refused);
    }
    await expect(from('2001:db8:7:7:ffff::1', PASSWORD)).rejects.toMatchObject({
      refusal: { code: 'RATE_LIMITED' },
    });
    await expect(from('2001:db8:7:8::1', PASSWORD)).resolves.toMatchObject({ email });
  });

  it('of forty guesses sent at once exactly five are judged, and the right password waits like the others', async () => {
    const { email } = real.users.approver;
    // The counter is made and held before anyone counts on it.
    const holdGuard = (client: pg.ClientBase) =>
      client.query('insert into sign_in_guards (key, failures, window_started_at) values ($1, 0, now())', [
        attemptKeys(email, '192.0.2.20').account,
      ]);
    const guesses = await contend(
      holdGuard,
      Array.from(
        { length: 40 },
        (_, guess) => () =>
          provePassword(email, `guess ${guess}`, '192.0.2.20').then(
            () => 'OPEN',
            (error: { refusal: { code: string } }) => error.refusal.code,
          ),
      ),
      { waiting: 10 },
    );
    const codes = guesses.map((guess) => (guess.status === 'fulfilled' ? guess.value : guess.reason));
    expect(codes.filter((code) => code === 'UNAUTHENTICATED')).toHaveLength(5);
    expect(codes.filter((code) => code === 'RATE_LIMITED')).toHaveLength(35);
    await expect(provePassword(email, PASSWORD, '192.0.2.20')).rejects.toMatchObject({
      refusal: { code: 'RATE_LIMITED' },
    });
  });

  it('sign-ins that succeed do not use up what an office shares, guesses at many accounts do', async () => {
    const { email } = real.users.viewer;
    const office = '192.0.2.30';
    for (let guess = 0; guess < 99; guess += 1) await takeAndKeep(`nobody-${guess}@example.test`, office);
    for (let visit = 0; visit < 3; visit += 1) {
      await expect(provePassword(email, PASSWORD, office)).resolves.toMatchObject({ email });
    }
    await takeAndKeep('nobody-99@example.test', office);
    await expect(provePassword(email, PASSWORD, office)).rejects.toMatchObject({
      refusal: { code: 'RATE_LIMITED' },
    });
    await expect(provePassword(email, PASSWORD, '192.0.2.31')).resolves.toMatchObject({ email });
  });

  it.each([
    ['daybook-demo', 'the demo’s'],
    ['Password1234', 'a common one'],
    ['short one', 'a short one'],
    ['o'.repeat(257), 'one beyond 256 characters'],
  ])('%s is refused as a new password: %s, and the old one stays', async (chosen) => {
    const { id, email } = real.users.admin;
    const caller = { userId: id, sessionId: await startBrowserSession(id, null) };
    const other = await startBrowserSession(id, null);
    await expect(changePassword(caller, PASSWORD, chosen)).rejects.toMatchObject({
      refusal: { code: 'INVALID_INPUT', data: { issues: [{ path: ['newPassword'] }] } },
    });
    expect((await provePassword(email, PASSWORD, '')).id).toBe(id);
    expect((await principalOfUser(other, id, real.organizationId)).roles).toEqual(['admin']);
  });

  it('one’s own name, address and company are refused as a new password', async () => {
    const { id, email, name } = real.users.admin;
    const caller = { userId: id, sessionId: await startBrowserSession(id, null) };
    const [{ organizationName } = { organizationName: '' }] = await ownMemberships(id);
    for (const chosen of [email, `${name} ${name} 1`, `${organizationName} ${organizationName}`]) {
      await expect(changePassword(caller, PASSWORD, chosen)).rejects.toMatchObject({
        refusal: { code: 'INVALID_INPUT' },
      });
    }
    expect((await provePassword(email, PASSWORD, '')).id).toBe(id);
  });

  it('guesses at the current password are blocked after five, and the password is unchanged', async () => {
    const { id, email } = real.users.auditor;
    const caller = { userId: id, sessionId: await startBrowserSession(id, null) };
    for (let guess = 0; guess < 5; guess += 1) {
      await expect(changePassword(caller, `guess ${guess}`, NEXT_PASSWORD)).rejects.toMatchObject({
        refusal: { code: 'INVALID_INPUT' },
      });
    }
    await expect(changePassword(caller, PASSWORD, NEXT_PASSWORD)).rejects.toMatchObject({
      refusal: { code: 'RATE_LIMITED' },
    });
    await expect(tokensForPassword({ email, password: PASSWORD }, origin)).resolves.toBeDefined();
    // Whoever guesses in one session does not keep the owner from acting in another.
    const own = { userId: id, sessionId: await startBrowserSession(id, null) };
    await expect(changePassword(own, PASSWORD, NEXT_PASSWORD)).resolves.toBeUndefined();
  });
});
