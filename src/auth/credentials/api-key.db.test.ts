import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertRows } from '@/db/bulk';
import { closeConnections } from '@/db/client';
import { sql, withTenantSql } from '@/db/tenancy';
import { newId } from '@/lib/ids';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { issueApiKey, listApiKeys, revokeApiKey } from '@/usecases/credentials/api-key-verbs';
import { runForOutput } from '@/usecases/kit/run';
import { STANDING_LIFE_MS } from '../sign-in/short-memory';
import { principalFromApiKey } from './api-key';

let home: TestOrganization;
let other: TestOrganization;
const company = newId();
const sibling = newId();
beforeAll(async () => {
  home = await foundTestOrganization();
  other = await foundTestOrganization();
  const claim = { organizationId: home.principals.admin.organizationId, userId: null };
  await withTenantSql(claim, (tenant) =>
    insertRows(tenant, 'companies', [
      { id: company, code: 'BUILD', name: 'Builders' },
      { id: sibling, code: 'OTHER', name: 'Others' },
    ]),
  );
});
afterAll(closeConnections);

const issue = (more: object = {}) =>
  runForOutput(issueApiKey, home.callAs('admin'), { name: 'Site office', companyId: company, ...more });
const use = (
  key: string | null,
  organizationId: string | null = home.organizationId,
  companyId: string | null = company,
) => principalFromApiKey({ key, organizationId, companyId });
const refused = { refusal: { code: 'UNAUTHENTICATED' } };

describe('5 Authentication, surface D: an API key', () => {
  it('belongs to one organization and one company, and has only the permissions it was given', async () => {
    const { key } = await issue({ scopes: ['project.read'] });
    const principal = await use(key);
    expect(principal).toMatchObject({ organizationId: home.organizationId, companyId: company });
    expect([...principal.permissions]).toEqual(['project.read']);
    expect(principal.actor.kind).toBe('api_key');
  });

  it('is shown once: neither the list nor the database contains it', async () => {
    const { key, apiKey } = await issue();
    const secret = key.split('_').slice(2).join('_');
    const listed = await runForOutput(listApiKeys, home.callAs('admin'), {});
    expect(listed.map(({ id }) => id)).toContain(apiKey.id);
    expect(JSON.stringify(listed)).not.toContain(secret);
    const claim = { organizationId: home.principals.admin.organizationId, userId: null };
    const rows = await withTenantSql(claim, (tenant) =>
      sql(tenant, `select to_jsonb(k) from api_keys k union all select to_jsonb(a) from audit_log a`),
    );
    expect(JSON.stringify(rows)).not.toContain(secret);
  });

  it('without a company speaks for the whole organization, and for a company of it that is named', async () => {
    const { key } = await issue({ companyId: null });
    const whole = await use(key, home.organizationId, null);
    expect(whole).toMatchObject({ companyId: null, subsidiaryScope: null });
    expect(await use(key)).toMatchObject({ companyId: company, subsidiaryScope: [] });
    await expect(use(key, home.organizationId, newId())).rejects.toMatchObject(refused);
    await expect(use(key, home.organizationId, 'x')).rejects.toMatchObject(refused);
    await expect(use(key, other.organizationId, null)).rejects.toMatchObject(refused);
  });

  it('is refused with anything missing, wrong or mismatched', async () => {
    const { key } = await issue();
    await use(key);
    const twisted = `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`;
    const attempts: Parameters<typeof use>[] = [
      [null],
      [key, null],
      [key, home.organizationId, null],
      [key, other.organizationId],
      [key, home.organizationId, sibling],
      [key, home.organizationId, newId()],
      [key, 'not an id'],
      [twisted],
      [key.toUpperCase()],
      [`${key}x`],
      [key.slice(0, 20)],
      [''],
    ];
    for (const attempt of attempts) {
      await expect(use(...attempt), JSON.stringify(attempt)).rejects.toMatchObject(refused);
    }
  });

  it('ends when it is revoked or expires', async () => {
    const { key, apiKey } = await issue();
    await use(key);
    await runForOutput(revokeApiKey, home.callAs('admin'), { id: apiKey.id });
    await pause(STANDING_LIFE_MS + 50);
    await expect(use(key)).rejects.toMatchObject(refused);

    const short = await issue({ expiresAt: '2199-01-01T00:00:00Z' });
    await use(short.key);
    // Makes the key expire; this process's cached answer is cleared first.
    await withOwner(async (client) => {
      await client.query(`select set_config('app.organization_id', $1, false)`, [home.organizationId]);
      await client.query(`update api_keys set expires_at = now() - interval '1 second' where id = $1`, [
        short.apiKey.id,
      ]);
    });
    await pause(STANDING_LIFE_MS + 50);
    await expect(use(short.key)).rejects.toMatchObject(refused);
  });

  it('is issued only by an admin, for a company of the organization, and never with an expiry in the past', async () => {
    const input = { name: 'x', companyId: company };
    await expect(runForOutput(issueApiKey, home.callAs('controller'), input)).rejects.toMatchObject({
      refusal: { code: 'FORBIDDEN' },
    });
    await expect(issue({ companyId: newId() })).rejects.toMatchObject({
      refusal: { code: 'REFERENCE_NOT_FOUND' },
    });
    await expect(issue({ expiresAt: '2020-01-01T00:00:00Z' })).rejects.toMatchObject({
      refusal: { code: 'INVALID_INPUT' },
    });
  });
});
