import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { principalFromApiKey } from '@/auth/credentials/api-key';
import { ownMemberships } from '@/auth/memberships';
import { founderOf, principalIn } from '@/auth/other-organization';
import { principalOfUser } from '@/auth/standing';
import { newId } from '@/lib/ids';
import { unavailableCause } from '@/lib/unavailable';
import { documentBody, postedDocument } from '@/testing/documents';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { issueApiKey } from '@/usecases/credentials/api-key-verbs';
import { runForOutput } from '@/usecases/kit/run';
import { addMember, removeMember } from '@/usecases/members/member-verbs';
import { closeOrganization } from '@/usecases/organizations/close-organization';
import { copyNews } from '@/usecases/organizations/copy-news';
import { foundOrganization } from '@/usecases/organizations/found-organization';
import { listKnownOrganizations } from '@/usecases/organizations/list-organizations';
import {
  createOrganization,
  getOrganization,
  removeOrganization,
} from '@/usecases/organizations/organization-records';
import { createTransaction } from '@/usecases/transactions/create-transaction';
import { verifyBooks } from '@/usecases/verify/verify-books';
import { insertSession } from './identity/sessions';
import { providersOfSlug } from './identity/sign-in-providers';
import { placeNewOrganization } from './stores/placements';
import { sql, withTenantReport, withTenantSql } from './tenancy';

const servers = await vi.hoisted(async () =>
  (await import('@/testing/book-servers')).bookServers(['east', 'west']),
);
afterAll(() => servers.leave());

let home: TestOrganization;
let east: TestOrganization;
beforeAll(async () => {
  home = await foundTestOrganization({ name: 'Home' });
  east = await foundTestOrganization({ name: 'East', server: 'east' });
});

/** In how many tables of a server the organization has rows, and how many documents. */
async function held(server: string, organizationId: string): Promise<number> {
  const [row] = await servers.asOwner<{ n: number }>(
    server,
    `select (select count(*) from organizations where id = $1)::int + (select count(*) from business_transactions where organization_id = $1)::int
       + (select count(*) from memberships where organization_id = $1)::int + (select count(*) from audit_log where organization_id = $1)::int as n`,
    [organizationId],
  );
  return row?.n ?? 0;
}

const claimOf = (org: TestOrganization) => ({
  organizationId: org.principals.admin.organizationId,
  userId: null,
});

/** A session of a member, begun at the directory. */
async function sessionOf(userId: string, more: object = {}): Promise<string> {
  const id = newId();
  const expiresAt = new Date(Date.now() + 3_600_000);
  const none = { apiClientId: null, organizationId: null, refreshTokenHash: null, userAgent: null };
  await insertSession({ id, userId, expiresAt, ...none, ...more });
  return id;
}

describe('an organization on another server', () => {
  it('has its books there alone: it posts, reports and passes every check', async () => {
    await postedDocument(east);
    await postedDocument(home);
    const verdict = await runForOutput(verifyBooks, east.callAs('admin'), {});
    expect(verdict.breaches).toEqual([]);
    expect(await held('main', east.organizationId)).toBe(0);
    expect(await held('west', east.organizationId)).toBe(0);
    expect(await held('east', east.organizationId)).toBeGreaterThan(10);
    expect(await held('east', home.organizationId)).toBe(0);
    expect(await listKnownOrganizations(null, 1_000)).toEqual(
      [home.organizationId, east.organizationId].sort(),
    );
  });

  it('answers a session of the directory with the rights of its own server, which end there at once', async () => {
    const { id } = east.users.auditor;
    const sessionId = await sessionOf(id);
    const principal = await principalOfUser(sessionId, id, east.organizationId);
    expect([...principal.permissions]).toEqual([...east.principals.auditor.permissions]);
    const [member] = await withTenantReport(claimOf(east), (tenant) =>
      sql<{ id: string }>(tenant, 'select id from memberships where user_id = $1::uuid', [id]),
    );
    await runForOutput(removeMember, east.callAs('admin'), { id: member?.id });
    await expect(principalOfUser(await sessionOf(id), id, east.organizationId)).rejects.toMatchObject({
      refusal: { code: 'FORBIDDEN' },
    });
    const [session] = await servers.asOwner<{ ended: boolean }>(
      'main',
      'select revoked_at is not null as ended from sessions where id = $1',
      [sessionId],
    );
    expect(session?.ended).toBe(true);
  });

  it('is closed to a session that another organization’s provider began, and to one without a second factor it requires', async () => {
    const { id } = east.users.viewer;
    const confined = await sessionOf(id, { provider: { organizationId: home.organizationId, id: newId() } });
    await expect(principalOfUser(confined, id, east.organizationId)).rejects.toMatchObject({
      refusal: { code: 'FORBIDDEN' },
    });
    const require = (isRequired: boolean) =>
      servers.asOwner('east', 'update organizations set requires_second_factor = $2 where id = $1', [
        east.organizationId,
        isRequired,
      ]);
    await require(true);
    try {
      const weak = await sessionOf(id);
      await expect(principalOfUser(weak, id, east.organizationId)).rejects.toMatchObject({
        refusal: { code: 'FORBIDDEN', data: { reason: 'SECOND_FACTOR' } },
      });
      const strong = await sessionOf(id, { hasSecondFactor: true });
      expect((await principalOfUser(strong, id, east.organizationId)).actor.id).toBe(id);
    } finally {
      await require(false);
    }
  });

  it('knows its API keys, and no one else’s', async () => {
    const { key } = (await runForOutput(issueApiKey, east.callAs('admin'), {
      name: 'Till',
      scopes: [],
    })) as unknown as { key: string };
    const asked = { key, companyId: null };
    const principal = await principalFromApiKey({ ...asked, organizationId: east.organizationId });
    expect(principal.organizationId).toBe(east.organizationId);
    await expect(
      principalFromApiKey({ ...asked, organizationId: home.organizationId }),
    ).rejects.toMatchObject({
      refusal: { code: 'UNAUTHENTICATED' },
    });
  });

  it('is offered at sign-in next to those of the directory, as of its latest change', async () => {
    const { id } = home.users.controller;
    const asAdmin = east.callAs('admin');
    await runForOutput(addMember, asAdmin, {
      email: home.users.controller.email,
      name: 'Controller',
      roles: ['viewer'],
    });
    const shown = async () => {
      const { membershipsOf } = await import('./identity/memberships');
      return (await membershipsOf(id)).map(({ organizationName, roles, isClosed }) => ({
        organizationName,
        roles,
        isClosed,
      }));
    };
    const athome = { organizationName: 'Home', roles: ['controller'], isClosed: false };
    expect(await shown()).toEqual([athome, { organizationName: 'East', roles: ['viewer'], isClosed: false }]);
    // What no use-case reported is reported by the background copy, once.
    await servers.asOwner(
      'east',
      `with own as (select set_config('app.organization_id', $1::text, true) as id)
       update organizations set name = 'Far East' from own where organizations.id = own.id::uuid`,
      [east.organizationId],
    );
    expect(await copyNews()).toBeGreaterThan(0);
    expect(await copyNews()).toBe(0);
    expect(await shown()).toMatchObject([{ organizationName: 'Home' }, { organizationName: 'Far East' }]);
  });

  it('knows the account of a new member under the directory’s id, without the password', async () => {
    const email = `new-${newId()}@example.test`;
    const input = { email, name: 'New Person', roles: ['viewer'] };
    const { member } = await runForOutput(addMember, east.callAs('admin'), input);
    const account = `select id, name, password_hash is not null as "hasPassword" from users where email = $1`;
    expect(await servers.asOwner('main', account, [email])).toEqual([
      { id: member.userId, name: 'New Person', hasPassword: true },
    ]);
    expect(await servers.asOwner('east', account, [email])).toEqual([
      { id: member.userId, name: 'New Person', hasPassword: false },
    ]);
    await servers.asOwner('main', 'update users set is_disabled = true where email = $1', [email]);
    await copyNews();
    expect(await servers.asOwner('east', 'select is_disabled from users where email = $1', [email])).toEqual([
      { is_disabled: true },
    ]);
  });

  it('makes no account when its transaction is refused, or is only tried', async () => {
    const email = `refused-${newId()}@example.test`;
    const subsidiaryIds = [newId()];
    // A trial comes as far as the commit.
    const tried = await runForOutput(addMember, east.callAs('admin', { dryRun: true }), {
      email,
      name: 'Tried',
      roles: ['viewer'],
    });
    expect(tried.initialPassword).not.toBeNull();
    await expect(
      runForOutput(addMember, east.callAs('admin'), {
        email,
        name: 'Refused',
        roles: ['viewer'],
        subsidiaryIds,
      }),
    ).rejects.toMatchObject({ refusal: { code: 'REFERENCE_NOT_FOUND' } });
    for (const server of ['main', 'east']) {
      expect(await servers.asOwner(server, 'select 1 from users where email = $1', [email])).toEqual([]);
    }
  });
});

describe('founding', () => {
  const found = (id: string, input: object) =>
    runForOutput(
      foundOrganization,
      { ...home.callAs('admin'), principal: founderOf(home.principals.admin, id) },
      { name: 'Found', ...input },
    );

  it('refuses a short name that an organization on any other server has, and stores nothing', async () => {
    const slug = `taken-${newId()}`;
    const [first, second, third] = [newId(), newId(), newId()];
    await placeNewOrganization(first, 'east');
    await found(first, { slug });
    await placeNewOrganization(second, 'west');
    const refused = { refusal: { code: 'DUPLICATE', data: { field: 'slug' } } };
    await expect(found(second, { slug })).rejects.toMatchObject(refused);
    await expect(found(third, { slug })).rejects.toMatchObject(refused);
    expect(await held('west', second)).toBe(0);
    expect(await held('main', third)).toBe(0);
    expect(await providersOfSlug(slug)).toEqual([]);
    expect(
      await servers.asOwner('main', 'select id from organization_slugs where slug = $1', [slug]),
    ).toEqual([{ id: first }]);
  });

  it('goes to the server with the fewest organizations, or the one that is named', async () => {
    const serverOf = async (id: string) =>
      (
        await servers.asOwner<{ server: string }>(
          'main',
          'select server from placements where organization_id = $1',
          [id],
        )
      )[0]?.server ?? 'main';
    const counts = await servers.asOwner<{ server: string; n: number }>(
      'main',
      `select server, count(*)::int as n from placements group by server`,
    );
    const held = new Map(counts.map(({ server, n }) => [server, n]));
    const least = (held.get('west') ?? 0) < (held.get('east') ?? 0) ? 'west' : 'east';
    const [main] = await servers.asOwner<{ n: number }>(
      'main',
      'select count(*)::int as n from known_organizations',
    );
    const expected = (main?.n ?? 0) <= (held.get(least) ?? 0) ? 'main' : least;
    const [unnamed, named, kept] = [newId(), newId(), newId()];
    await placeNewOrganization(unnamed, undefined);
    expect(await serverOf(unnamed)).toBe(expected);
    await placeNewOrganization(named, 'east');
    expect(await serverOf(named)).toBe('east');
    await placeNewOrganization(kept, 'west');
    await placeNewOrganization(kept, 'east');
    expect(await serverOf(kept)).toBe('west');
    await expect(placeNewOrganization(newId(), 'north')).rejects.toThrow(/north/);
  });

  it('shows its founder the new organization at once, by id, in the list and at sign-in', async () => {
    const admin = home.principals.admin;
    const id = newId();
    await placeNewOrganization(id, 'west');
    const call = { ...home.callAs('admin'), principal: founderOf(admin, id) };
    await runForOutput(createOrganization, call, { name: 'West Branch' });
    expect(await runForOutput(getOrganization, home.callAs('admin'), { id })).toMatchObject({
      name: 'West Branch',
    });
    expect((await ownMemberships(admin.actor.id ?? '')).map((one) => one.organizationName)).toContain(
      'West Branch',
    );
    expect((await principalIn(admin, id))?.organizationId).toBe(id);
    // Someone else does not see it.
    await expect(runForOutput(getOrganization, home.callAs('controller'), { id })).rejects.toMatchObject({
      refusal: { code: 'NOT_FOUND' },
    });
  });

  it('is undone by deleting, which leaves the short name free and the organization off every list', async () => {
    const id = newId();
    const slug = `gone-${id}`;
    await placeNewOrganization(id, 'west');
    await found(id, { slug });
    const principal = founderOf(home.principals.admin, id);
    await runForOutput(removeOrganization, { ...home.callAs('admin'), principal }, { id });
    const { membershipsOf } = await import('./identity/memberships');
    const left = await membershipsOf(home.users.admin.id);
    expect(left.map(({ organizationId }) => organizationId)).not.toContain(id);
    const next = newId();
    await placeNewOrganization(next, 'east');
    expect((await found(next, { slug })).slug).toBe(slug);
  });
});

describe('an organization that moves', () => {
  /** The same id founded on two servers stands for books that were copied. */
  async function onBoth(): Promise<TestOrganization> {
    const org = await foundTestOrganization();
    await servers.asOwner('main', `select daybook_place($1, 'east', 'SETTLED')`, [org.organizationId]);
    const { serverOf } = await import('./placement');
    await expect.poll(() => serverOf(org.organizationId)).toBe('east');
    await runForOutput(foundOrganization, org.callAs('admin'), {
      name: 'Copied',
      slug: `copy-${org.organizationId}`,
    });
    await servers.asOwner('main', `select daybook_place($1, 'main', 'SETTLED')`, [org.organizationId]);
    // The announcement takes its time: a write sent before would go to the copy, which no gate guards here.
    await expect.poll(() => serverOf(org.organizationId)).toBe('main');
    return org;
  }
  const gate = (server: string, id: string, state: string) =>
    servers.asOwner(server, 'select daybook_set_gate($1, $2)', [id, state]);
  const place = (id: string, server: string, state: string) =>
    servers.asOwner('main', 'select daybook_place($1, $2, $3)', [id, server, state]);
  /** Adds a class; `refused` is called whenever the gate has refused it, before it waits or tries again. */
  const addClass = (org: TestOrganization, refused: () => void = () => {}, code = 'C') =>
    withTenantSql(claimOf(org), (tenant) =>
      sql(
        tenant,
        `insert into classes (organization_id, id, code, name) values ($1::uuid, $2::uuid, $3, 'Class')`,
        [org.organizationId, newId(), code],
      ).catch((error) => {
        refused();
        throw error;
      }),
    );
  const classesOn = async (server: string, id: string) =>
    (await servers.asOwner(server, 'select 1 from classes where organization_id = $1', [id])).length;

  it('keeps its writes waiting until it has moved, and then makes them on the new server, once', async () => {
    const org = await onBoth();
    const id = org.organizationId;
    await place(id, 'main', 'MOVING');
    await gate('main', id, 'CLOSED');
    let refused = 0;
    const count = () => {
      refused += 1;
    };
    const settled = Promise.all(['C0', 'C1', 'C2'].map((code) => addClass(org, count, code)));
    await expect.poll(() => refused).toBeGreaterThanOrEqual(3);
    expect([await classesOn('main', id), await classesOn('east', id)]).toEqual([0, 0]);
    await place(id, 'east', 'SETTLED');
    await gate('main', id, 'GONE');
    await settled;
    expect([await classesOn('main', id), await classesOn('east', id)]).toEqual([0, 3]);
  });

  it('that is given up is written where it was', async () => {
    const org = await onBoth();
    const id = org.organizationId;
    await place(id, 'main', 'MOVING');
    await gate('main', id, 'CLOSED');
    let isRefused = false;
    const written = addClass(org, () => {
      isRefused = true;
    });
    await expect.poll(() => isRefused).toBe(true);
    await place(id, 'main', 'SETTLED');
    await gate('main', id, 'OPEN');
    await written;
    expect([await classesOn('main', id), await classesOn('east', id)]).toEqual([1, 0]);
  });

  it('is offered once at sign-in, from where it is', async () => {
    const org = await onBoth();
    await place(org.organizationId, 'east', 'SETTLED');
    await gate('main', org.organizationId, 'GONE');
    await copyNews();
    const { membershipsOf } = await import('./identity/memberships');
    expect(await membershipsOf(org.users.admin.id)).toMatchObject([
      { organizationId: org.organizationId, organizationName: 'Copied' },
    ]);
    await place(org.organizationId, 'main', 'SETTLED');
    await copyNews();
    expect(await membershipsOf(org.users.admin.id)).toMatchObject([
      { organizationName: 'Test organization' },
    ]);
  });
});

it('books on a server that this process does not know are unavailable, and only they', async () => {
  const org = await foundTestOrganization();
  await servers.asOwner('main', `select daybook_place($1, 'north', 'SETTLED')`, [org.organizationId]);
  const { serverOf } = await import('./placement');
  await expect.poll(() => serverOf(org.organizationId)).toBe('north');
  const failure = await runForOutput(createTransaction, org.callAs('accountant'), documentBody(org)).catch(
    (error: unknown) => error,
  );
  expect(unavailableCause(failure)).toBe('DATABASE_LOST');
  await postedDocument(home);
  await runForOutput(closeOrganization, east.callAs('admin'), { id: east.organizationId });
});
