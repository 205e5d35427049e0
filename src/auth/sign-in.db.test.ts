import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

// The environment is read once, on first use, and test files share modules, so this one needs its own.
vi.hoisted(() => {
  process.env.DAYBOOK_DEMO = '0';
  vi.resetModules();
});

import { closeConnections } from '@/db/client';
import { sql, withTenantSql } from '@/db/tenancy';
import { hashPassword } from '@/lib/password';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { changePassword } from './account';
import { provePassword, startBrowserSession } from './sign-in';
import { principalOfUser } from './standing';
import { tokensForPassword } from './tokens';

const PASSWORD = 'printed on a terminal';
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
  vi.resetModules();
});

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
    await expect(changePassword(caller, 'not the password', 'a new password')).rejects.toMatchObject({
      refusal: { code: 'INVALID_INPUT' },
    });
    await changePassword(caller, PASSWORD, 'a new password');
    await expect(tokensForPassword({ email, password: PASSWORD }, origin)).rejects.toMatchObject(refused);
    await expect(tokensForPassword({ email, password: 'a new password' }, origin)).resolves.toBeDefined();
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

  it('guesses at the current password are blocked after five, and the password is unchanged', async () => {
    const { id, email } = real.users.auditor;
    const caller = { userId: id, sessionId: await startBrowserSession(id, null) };
    for (let guess = 0; guess < 5; guess += 1) {
      await expect(changePassword(caller, `guess ${guess}`, 'a new password')).rejects.toMatchObject({
        refusal: { code: 'INVALID_INPUT' },
      });
    }
    await expect(changePassword(caller, PASSWORD, 'a new password')).rejects.toMatchObject({
      refusal: { code: 'RATE_LIMITED' },
    });
    await expect(tokensForPassword({ email, password: PASSWORD }, origin)).resolves.toBeDefined();
  });
});
