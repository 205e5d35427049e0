import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changePassword } from '@/auth/account';
import { principalFrom } from '@/auth/principal';
import { startBrowserSession } from '@/auth/sign-in/sign-in';
import { ROLES } from '@/core/permissions';
import { insertRows } from '@/db/bulk';
import { closeConnections } from '@/db/client';
import { withTenantSql } from '@/db/tenancy';
import { newId } from '@/lib/ids';
import type { TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { issueApiClient, revokeApiClient } from '@/usecases/credentials/api-client-verbs';
import { issueApiKey, revokeApiKey } from '@/usecases/credentials/api-key-verbs';
import { runForOutput } from '@/usecases/kit/run';
import { addMember, changeMember, removeMember } from '@/usecases/members/member-verbs';
import { updateOrganization } from '@/usecases/organizations/organization-records';
import { createProspect } from '@/usecases/prospects/prospect-records';
import { listSecurityEvents } from '@/usecases/security/list-security-events';
import { organizationWithPasswords, PASSWORD, send, signIn } from '../contracts/auth/sign-in-fixture';

let home: TestOrganization;
let other: TestOrganization;
beforeAll(async () => {
  [home, other] = [await organizationWithPasswords(), await organizationWithPasswords()];
}, 60_000);
afterAll(closeConnections);

const ask = (input: object = {}, of = home) =>
  runForOutput(listSecurityEvents, of.callAs('admin'), { limit: 500, ...input });
type Row = Awaited<ReturnType<typeof ask>>['rows'][number];

/** The event of a person or credential. Refusals are logged without being waited for, so this waits. */
async function toldOf(event: string, actorId: string | null, also: (row: Row) => boolean = () => true) {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const found = (await ask({ event })).rows.find((row) => row.actorId === actorId && also(row));
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`${event} was not told`);
}
const detailOf = (row: Row) => row.detail as Record<string, unknown>;
const isAbout = (recordId: string) => (row: Row) => detailOf(row).recordId === recordId;

describe('the security log records', () => {
  it('a sign-in with its address and program, and its end', async () => {
    const { id, email } = home.users.accountant;
    const signedIn = await send('POST', '/auth/token', {
      json: { grant_type: 'password', email, password: PASSWORD },
      address: '192.0.2.50',
      headers: { 'user-agent': 'a program of the tests' },
    });
    expect(signedIn.status).toBe(200);
    const entry = await toldOf('sign-in', id);
    expect(entry).toMatchObject({
      actorKind: 'user',
      address: '192.0.2.50',
      userAgent: 'a program of the tests',
      detail: { method: 'token' },
    });
    await send('POST', '/auth/revoke', { json: { token: signedIn.body.access_token } });
    expect((await toldOf('sign-out', id)).sessionId).toBe(entry.sessionId);
  });

  it('refused sign-ins, and the one after which the account is blocked at that address', async () => {
    const { id, email } = home.users.sales;
    for (let guess = 0; guess < 5; guess += 1) {
      await send('POST', '/auth/token', {
        json: { grant_type: 'password', email, password: `guess ${guess}` },
        address: '192.0.2.51',
      });
    }
    expect(await toldOf('sign-in refused', id)).toMatchObject({ address: '192.0.2.51' });
    await toldOf('sign-in blocked', id);
    const refusals = async () => (await ask({ event: 'sign-in refused', address: '192.0.2.51' })).rows.length;
    await expect.poll(refusals).toBe(4);
  });

  it('a changed password, and a wrong present one', async () => {
    const { id } = home.users.revenue;
    const caller = { userId: id, sessionId: await startBrowserSession(id, null) };
    await expect(changePassword(caller, 'wrong', 'otter lantern quiet')).rejects.toBeDefined();
    await changePassword(caller, PASSWORD, 'otter lantern quiet');
    expect((await toldOf('password refused', id)).sessionId).toBe(caller.sessionId);
    expect((await toldOf('password changed', id)).sessionId).toBe(caller.sessionId);
  });

  it('permissions granted, changed and withdrawn, with their former values', async () => {
    const call = home.callAs('admin');
    const admin = home.users.admin.id;
    const email = `${newId()}@example.test`;
    const { member } = await runForOutput(addMember, call, { email, name: 'Rita', roles: ['viewer'] });
    await runForOutput(changeMember, call, { id: member.id, roles: ['accountant'] });
    await runForOutput(changeMember, call, { id: member.id, subsidiaryIds: [home.ids.rootSubsidiary] });
    await runForOutput(removeMember, call, { id: member.id });
    const granted = await toldOf('rights granted', admin, isAbout(member.id));
    expect(detailOf(granted)).toMatchObject({ before: null, after: { email, roles: ['viewer'] } });
    const changes = (await ask({ event: 'rights changed' })).rows.filter(isAbout(member.id));
    expect(changes.map(detailOf)).toEqual([
      expect.objectContaining({
        before: expect.objectContaining({ subsidiaryIds: [] }),
        after: expect.objectContaining({ subsidiaryIds: [home.ids.rootSubsidiary] }),
      }),
      expect.objectContaining({
        before: { name: 'Rita', email, roles: ['viewer'] },
        after: { name: 'Rita', email, roles: ['accountant'] },
      }),
    ]);
    expect(detailOf(await toldOf('rights withdrawn', admin, isAbout(member.id)))).toMatchObject({
      before: { recordStatus: 'active' },
      after: { recordStatus: 'inactive' },
    });
  });

  it('keys and clients issued, refused and revoked, and settings changed, without any secret', async () => {
    const call = home.callAs('admin');
    const admin = home.users.admin.id;
    const companyId = newId();
    const claim = { organizationId: home.principals.admin.organizationId, userId: null };
    await withTenantSql(claim, (tenant) =>
      insertRows(tenant, 'companies', [{ id: companyId, code: newId(), name: 'Builders' }]),
    );
    const { apiKey, key } = await runForOutput(issueApiKey, call, { name: 'K', companyId });
    const { apiClient, clientSecret } = await runForOutput(issueApiClient, call, {
      name: 'C',
      roles: ['viewer'],
    });
    const grant = {
      grant_type: 'client_credentials',
      client_id: apiClient.clientId,
      client_secret: clientSecret,
    };
    expect((await send('POST', '/auth/token', { json: grant })).status).toBe(200);
    await toldOf('sign-in', apiClient.id);
    await runForOutput(revokeApiKey, call, { id: apiKey.id });
    await runForOutput(revokeApiClient, call, { id: apiClient.id });
    const headers = { 'x-api-key': key, 'x-organization-id': home.organizationId, 'x-company-id': companyId };
    await send('GET', `/api/external/budget-views?project_id=${newId()}`, { headers });
    await send('POST', '/auth/token', { json: grant });
    for (const { id } of [apiKey, apiClient]) {
      await toldOf('credential issued', admin, isAbout(id));
      await toldOf('credential revoked', admin, isAbout(id));
      expect(detailOf(await toldOf('credential refused', id)).reason).toMatch(/revoked/);
    }
    await runForOutput(updateOrganization, call, {
      id: home.organizationId,
      data: { segregationOfDuties: 'enforce' },
    });
    await toldOf('settings changed', admin);
    const whole = await withOwner(async (client) => {
      const { rows } = await client.query('select to_jsonb(e) from security_log e');
      return JSON.stringify(rows);
    });
    for (const secret of [PASSWORD, 'otter lantern quiet', clientSecret, key.split('_').slice(2).join('_')]) {
      expect(whole).not.toContain(secret);
    }
    expect(whole).not.toContain('$argon2');
    expect(whole).not.toContain('secretHash');
  });

  it('a missing permission, once a minute, and the refused call changes nothing else', async () => {
    const viewer = home.callAs('viewer');
    const attempt = () => runForOutput(createProspect, viewer, { name: 'Not mine' });
    await expect(attempt()).rejects.toMatchObject({ refusal: { code: 'FORBIDDEN' } });
    await expect(attempt()).rejects.toMatchObject({ refusal: { code: 'FORBIDDEN' } });
    const entry = await toldOf('permission refused', home.users.viewer.id);
    expect(entry.detail).toMatchObject({ verb: 'prospects.create', permission: 'crm.prospect.write' });
    const reported = (await ask({ event: 'permission refused', actorId: home.users.viewer.id })).rows;
    expect(reported.filter((row) => detailOf(row).verb === 'prospects.create')).toHaveLength(1);
  });

  it('nothing about an account that does not exist, and nothing about one organization for another', async () => {
    const { id } = other.users.accountant;
    expect((await signIn(`${newId()}@example.test`, 'a guess')).status).toBe(400);
    expect((await signIn(other.users.accountant.email)).status).toBe(200);
    expect((await ask({}, other)).rows.map((row) => row.actorId)).toContain(id);
    expect((await ask()).rows.map((row) => row.actorId)).not.toContain(id);
    const known = new Set(
      [...Object.values(home.users), ...Object.values(other.users)].map((user) => user.id),
    );
    for (const row of [...(await ask({ event: 'sign-in refused' })).rows]) {
      expect(known.has(row.actorId ?? '')).toBe(true);
    }
  });
});

describe('the security log is read', () => {
  it.each(ROLES)('by %s only as an admin or auditor', async (role) => {
    const asked = runForOutput(listSecurityEvents, home.callAs(role), {});
    if (role === 'admin' || role === 'auditor') await expect(asked).resolves.toBeDefined();
    else await expect(asked).rejects.toMatchObject({ refusal: { code: 'FORBIDDEN' } });
  });

  it('not by an admin confined to subsidiaries', async () => {
    const { admin } = home.principals;
    const confined = principalFrom({
      organizationId: admin.organizationId,
      actorKind: 'user',
      actorId: admin.actor.id,
      actorName: admin.actor.name,
      roles: ['admin'],
      subsidiaryIds: [home.ids.rootSubsidiary],
      credential: admin.credential,
    });
    const call = { ...home.callAs('admin'), principal: confined };
    await expect(runForOutput(listSecurityEvents, call, {})).rejects.toMatchObject({
      refusal: { code: 'FORBIDDEN' },
    });
  });

  it('page by page, each event once, newest first, and by day', async () => {
    for (let visit = 0; visit < 9; visit += 1) await signIn(other.users.viewer.email);
    const whole = (await ask({}, other)).rows.map(({ id }) => id);
    const paged: string[] = [];
    let before: string | undefined;
    do {
      const page = await ask({ limit: 4, ...(before === undefined ? {} : { before }) }, other);
      paged.push(...page.rows.map(({ id }) => id));
      before = page.nextCursor ?? undefined;
    } while (before !== undefined);
    expect(paged).toEqual(whole);
    expect([...whole].sort().reverse()).toEqual(whole);
    expect((await ask({ from: '1900-01-01', to: '2199-12-31' }, other)).rows).toHaveLength(whole.length);
    expect((await ask({ to: '2001-01-01' }, other)).rows).toEqual([]);
  });
});
