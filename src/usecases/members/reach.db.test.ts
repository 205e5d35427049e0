import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeConnections } from '@/db/client';
import { sql, withTenantRead, withTenantSql } from '@/db/tenancy';
import { newId } from '@/lib/ids';
import { postedDocument } from '@/testing/documents';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { listChanges } from '../audit/list-changes';
import { issueApiClient, listApiClients } from '../credentials/api-client-verbs';
import { issueApiKey } from '../credentials/api-key-verbs';
import type { UseCase } from '../kit/define';
import { claimOf } from '../kit/reach';
import { runForOutput } from '../kit/run';
import { updateOrganization } from '../organizations/organization-records';
import { createCompany, updateCompany } from '../projects/company-records';
import { consolidation } from '../reports/show-consolidation';
import { glOverview } from '../reports/show-overview';
import { createPostingRule, listPostingRules, removePostingRule } from '../setup/posting-rules';
import { createSubsidiary } from '../subsidiaries/create-subsidiary';
import { getSubsidiary, updateSubsidiary } from '../subsidiaries/subsidiary-records';
import { vendorVerbs } from '../vendors/vendor-records';
import { verifyBooks } from '../verify/verify-books';
import { createWebhookEndpoint, listWebhookEndpoints } from '../webhooks/endpoint-records';
import { addMember, changeMember, listMembersOfOrganization, removeMember } from './member-verbs';
import { createRole, removeRole, updateRole } from './role-verbs';

// Proves the laws identity/confined, identity/confined-rights, identity/subsidiaries, identity/lock-admins, platform/audit-is-reached,
// platform/unsealed-audit-rows, structure/group-size and structure/subsidiary-ancestors of prisma/sql.

afterAll(closeConnections);

let org: TestOrganization;
let home: string;
let elsewhere: string;
let self: string;
let companyElsewhere: string;
let generalRule: string;
let role: string;

beforeAll(async () => {
  org = await foundTestOrganization();
  const admin = org.callAs('admin');
  home = (
    await runForOutput(createSubsidiary, admin, {
      name: 'Home',
      code: 'HOME',
      parentId: org.ids.rootSubsidiary,
    })
  ).id;
  elsewhere = (await runForOutput(createSubsidiary, admin, { name: 'Elsewhere', code: 'ELSE' })).id;
  const members = await runForOutput(listMembersOfOrganization, admin, {});
  self = members.find(({ userId }) => userId === org.users.controller.id)?.id ?? '';
  await runForOutput(changeMember, admin, { id: self, roles: ['admin'], subsidiaryIds: [home] });
  companyElsewhere = (
    await runForOutput(createCompany, admin, { code: 'E', name: 'E', subsidiaryIds: [elsewhere] })
  ).id;
  role = (await runForOutput(createRole, admin, { name: 'Clerk', permissions: ['billing.read'] })).id;
  const rules = await runForOutput(listPostingRules, admin, {});
  generalRule = rules.find(({ subsidiaryId }) => subsidiaryId === null)?.id ?? '';
});

/** An administrator whose membership is confined to one subsidiary. */
const confined = () => ({
  ...org.callAs('controller'),
  principal: {
    ...org.principals.controller,
    permissions: org.principals.admin.permissions,
    subsidiaryScope: [home],
  },
});

/** The operations that could widen a reach: on members, credentials, companies and rules. */
const rights = () =>
  withOwner(async (client) => {
    await client.query(`select set_config('app.organization_id', $1, false)`, [org.organizationId]);
    const { rows } = await client.query(
      `select (select jsonb_agg(m order by m.id) from memberships m where m.organization_id = $1) as members,
              (select jsonb_agg(c order by c.id) from api_clients c where c.organization_id = $1) as clients,
              (select jsonb_agg(k order by k.id) from api_keys k where k.organization_id = $1) as keys,
              (select jsonb_agg(c order by c.id) from companies c where c.organization_id = $1) as companies,
              (select jsonb_agg(w order by w.id) from webhook_endpoints w where w.organization_id = $1) as endpoints,
              (select jsonb_agg(r order by r.id) from custom_roles r where r.organization_id = $1) as roles,
              (select to_jsonb(o) from organizations o where o.id = $1) as organization,
              (select jsonb_agg(r order by r.id) from posting_rules r where r.organization_id = $1) as rules`,
      [org.organizationId],
    );
    return rows[0];
  });

const WIDER: readonly (readonly [string, UseCase<never, unknown>, () => object])[] = [
  ['their own, to every subsidiary', changeMember, () => ({ id: self, subsidiaryIds: [] })],
  ['their own, to another subsidiary', changeMember, () => ({ id: self, subsidiaryIds: [home, elsewhere] })],
  ['a member with every subsidiary', addMember, () => ({ email: 'a@b.test', name: 'A', roles: ['viewer'] })],
  [
    'a member of another subsidiary',
    addMember,
    () => ({ email: 'a@b.test', name: 'A', roles: ['viewer'], subsidiaryIds: [elsewhere] }),
  ],
  [
    'an API client with every subsidiary',
    issueApiClient,
    () => ({ name: 'x', roles: ['viewer'], subsidiaryIds: [] }),
  ],
  [
    'an API client of another subsidiary',
    issueApiClient,
    () => ({ name: 'x', roles: ['viewer'], subsidiaryIds: [elsewhere] }),
  ],
  [
    'a company of another subsidiary',
    createCompany,
    () => ({ code: 'X', name: 'X', subsidiaryIds: [elsewhere] }),
  ],
  [
    'a webhook, which receives events of every subsidiary',
    createWebhookEndpoint,
    () => ({ url: 'https://hooks.example.com/x' }),
  ],
  ['a rule for every subsidiary', removePostingRule, () => ({ id: generalRule })],
  [
    'a new rule for every subsidiary',
    createPostingRule,
    () => ({ transactionTypeId: org.ids.types.JOURNAL }),
  ],
  [
    'a role, whose holders may be anywhere',
    updateRole,
    () => ({ id: role, permissions: ['org.structure.read'] }),
  ],
  ['a role that others may be about to get', removeRole, () => ({ id: role })],
  [
    'the four eyes of every subsidiary',
    updateOrganization,
    () => ({ id: org.organizationId, data: { segregationOfDuties: 'off' } }),
  ],
  [
    'their own, written in capitals',
    changeMember,
    () => ({ id: self, subsidiaryIds: [home, elsewhere.toUpperCase()] }),
  ],
  [
    'their own, through a member who is added again',
    addMember,
    () => ({ email: org.users.controller.email, name: 'A', roles: ['admin'] }),
  ],
  [
    'a company mapped to every subsidiary',
    createCompany,
    () => ({ code: 'X', name: 'X', subsidiaryIds: [home, elsewhere] }),
  ],
  [
    'a rule of another subsidiary',
    createPostingRule,
    () => ({ transactionTypeId: org.ids.types.JOURNAL, subsidiaryId: elsewhere }),
  ],
] as never;

describe('a caller confined to subsidiaries', () => {
  test.each(WIDER)(
    'is refused to widen any reach, including their own, and nothing changes: %s',
    async (_what, verb, input) => {
      const before = await rights();
      await expect(runForOutput(verb, confined(), input())).rejects.toMatchObject({
        refusal: { code: 'FORBIDDEN', data: { reason: 'SUBSIDIARY_SCOPE' } },
      });
      expect(await rights()).toEqual(before);
    },
  );

  test('does not find a company with a reach beyond their own, and so cannot issue a key for it', async () => {
    const before = await rights();
    const input = { name: 'x', companyId: companyElsewhere, scopes: [] };
    const unknown = await runForOutput(issueApiKey, confined(), { ...input, companyId: newId() }).catch(
      (e) => e,
    );
    const foreign = await runForOutput(issueApiKey, confined(), input).catch((e) => e);
    expect(foreign.refusal?.code).toBe(unknown.refusal?.code);
    await expect(
      runForOutput(updateCompany, confined(), { id: companyElsewhere, data: { name: 'Y' } }),
    ).rejects.toMatchObject({ refusal: { code: 'NOT_FOUND' } });
    expect(await rights()).toEqual(before);
  });

  test('sees only members whose reach is within their own, and ends no other membership', async () => {
    const seen = await runForOutput(listMembersOfOrganization, confined(), {});
    expect(seen.map(({ id }) => id)).toEqual([self]);
    const everybody = await runForOutput(listMembersOfOrganization, org.callAs('admin'), {});
    const other = everybody.find(({ id }) => id !== self)?.id ?? '';
    await expect(runForOutput(removeMember, confined(), { id: other })).rejects.toMatchObject({
      refusal: { code: 'NOT_FOUND' },
    });
  });

  test('may end the only other admin they see when the organization keeps one outside their reach', async () => {
    const { member } = await runForOutput(addMember, org.callAs('admin'), {
      email: `${newId()}@example.test`,
      name: 'Second',
      roles: ['admin'],
      subsidiaryIds: [home],
    });
    await runForOutput(changeMember, org.callAs('admin'), { id: self, roles: ['controller'] });
    const ended = await runForOutput(removeMember, confined(), { id: member.id });
    expect(ended.recordStatus).toBe('inactive');
  });

  test('is never shown part of a group as if it were the whole group', async () => {
    const group = {
      ...confined(),
      principal: { ...confined().principal, subsidiaryScope: [org.ids.rootSubsidiary] },
    };
    const asked = { subsidiaryId: org.ids.rootSubsidiary };
    await expect(runForOutput(consolidation, group, asked)).rejects.toMatchObject({
      refusal: { code: 'FORBIDDEN', data: { reason: 'SUBSIDIARY_SCOPE' } },
    });
  });

  test('sees how many audit rows of the whole organization wait to be sealed', async () => {
    const { health } = await runForOutput(glOverview, confined(), {});
    const whole = await runForOutput(glOverview, org.callAs('admin'), {});
    expect(health.unsealedAuditRows).toBe(whole.health.unsealedAuditRows);
    expect(health.unsealedAuditRows).toBeGreaterThan(0);
  });

  test('creates an API client with their own reach, unless they name less', async () => {
    const { apiClient } = await runForOutput(issueApiClient, confined(), { name: 'Ours', roles: ['viewer'] });
    expect(apiClient.subsidiaryIds).toEqual([home]);
    const seen = await runForOutput(listApiClients, confined(), {});
    expect(seen.map(({ id }) => id)).toEqual([apiClient.id]);
  });

  test('creates a subsidiary below their own, with its periods, and reaches no more than before', async () => {
    const made = await runForOutput(createSubsidiary, confined(), {
      name: 'Below',
      code: 'BELOW',
      parentId: home,
    });
    expect(made.parentId).toBe(home);
    await expect(runForOutput(getSubsidiary, confined(), { id: made.id })).rejects.toMatchObject({
      refusal: { code: 'NOT_FOUND' },
    });
    const periods = await withTenantRead(claimOf(org.callAs('admin')), (tenant) =>
      sql(tenant, 'select 1 from fiscal_periods where subsidiary_id = $1::uuid', [made.id]),
    );
    expect(periods.length).toBeGreaterThan(0);
  });

  test('cannot close a circle in the tree, even through a subsidiary out of reach', async () => {
    const call = { ...confined() };
    const [a, b, c] = [newId(), newId(), newId()].map((id) => id.slice(-12));
    const admin = org.callAs('admin');
    const top = await runForOutput(createSubsidiary, admin, { name: 'a', code: `A${a}` });
    const between = await runForOutput(createSubsidiary, admin, {
      name: 'b',
      code: `B${b}`,
      parentId: top.id,
    });
    const below = await runForOutput(createSubsidiary, admin, {
      name: 'c',
      code: `C${c}`,
      parentId: between.id,
    });
    const both = { ...call, principal: { ...call.principal, subsidiaryScope: [top.id, below.id] } };
    await expect(
      runForOutput(updateSubsidiary, both, { id: top.id, data: { parentId: below.id } }),
    ).rejects.toMatchObject({ refusal: { code: 'CYCLE' } });
  });

  test('cannot delete a vendor that another subsidiary’s documents name', async () => {
    await postedDocument(org, { kind: 'VENDOR_BILL', lines: [{ accountId: org.account('6100') }] });
    await expect(runForOutput(vendorVerbs.remove, confined(), { id: org.ids.vendor })).rejects.toMatchObject({
      refusal: { code: 'IN_USE' },
    });
  });

  test('is not shown audit rows of another subsidiary, only those of their own', async () => {
    const there = await postedDocument(org, { subsidiaryId: elsewhere });
    const here = await postedDocument(org, { subsidiaryId: home });
    const { rows } = await runForOutput(listChanges, confined(), { limit: 500 });
    const named = rows.map(({ recordId }) => recordId);
    expect(named).toContain(here.id);
    expect(named).not.toContain(there.id);
    expect(JSON.stringify(rows)).not.toContain(elsewhere);
    expect((await runForOutput(listChanges, confined(), { recordId: there.id })).rows).toEqual([]);
  });

  test('cannot verify part of a chain, and is not shown where events are sent', async () => {
    const refusal = { refusal: { code: 'FORBIDDEN', data: { reason: 'SUBSIDIARY_SCOPE' } } };
    await expect(runForOutput(verifyBooks, confined(), {})).rejects.toMatchObject(refusal);
    await expect(runForOutput(listWebhookEndpoints, confined(), {})).rejects.toMatchObject(refusal);
  });

  test('cannot write a row of another subsidiary even where no use-case checks', async () => {
    const write = withTenantSql(claimOf(confined()), (tenant) =>
      sql(
        tenant,
        `insert into warehouses (organization_id, id, code, name, subsidiary_id) values ($1::uuid, $2::uuid, 'W', 'W', $3::uuid)`,
        [tenant.organizationId, newId(), elsewhere],
      ),
    );
    await expect(write).rejects.toThrow(/row-level security policy "confined"/);
  });
});
