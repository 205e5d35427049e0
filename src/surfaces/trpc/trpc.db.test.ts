import superjson from 'superjson';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signAccessToken } from '@/auth/credentials/access-token';
import { startBrowserSession } from '@/auth/sign-in/sign-in';
import { closeConnections } from '@/db/client';
import { newId } from '@/lib/ids';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { answerTrpcRequest, isLongProcedure, TRPC_PATH } from './handler';
import { appRouter } from './root';
import { ORGANIZATION_HEADER } from './upload-path';

let home: TestOrganization;
let other: TestOrganization;
const tokens = new Map<string, string>();
beforeAll(async () => {
  home = await foundTestOrganization();
  other = await foundTestOrganization();
  for (const role of ['admin', 'sales', 'viewer'] as const) {
    const { id } = home.users[role];
    const sessionId = await startBrowserSession(id, null);
    const claims = { kind: 'user', subject: id, organizationId: home.organizationId, sessionId } as const;
    tokens.set(role, await signAccessToken(claims, [role]));
  }
});
afterAll(closeConnections);

interface Answered {
  readonly status: number;
  readonly data: Record<string, unknown>;
  readonly error: { readonly message: string; readonly data: Record<string, unknown> };
  readonly text: string;
}

async function call(
  path: string,
  options: {
    readonly role?: string;
    readonly organization?: string | null;
    readonly input?: unknown;
    /** The body as it is sent, instead of `input`. */
    readonly raw?: string;
    readonly mutation?: boolean;
  } = {},
): Promise<Answered> {
  const { role = 'admin', organization = home.organizationId, input, raw, mutation = false } = options;
  const body = raw ?? (input === undefined ? undefined : superjson.stringify(input));
  const query = !mutation && body !== undefined ? `?input=${encodeURIComponent(body)}` : '';
  const response = await answerTrpcRequest(
    new Request(`http://daybook.test${TRPC_PATH}/${path}${query}`, {
      method: mutation ? 'POST' : 'GET',
      headers: {
        'content-type': 'application/json',
        ...(tokens.has(role) ? { authorization: `Bearer ${tokens.get(role)}` } : {}),
        ...(organization === null ? {} : { [ORGANIZATION_HEADER]: organization }),
      },
      ...(mutation ? { body: body ?? '{}' } : {}),
    }),
  );
  const text = await response.text();
  const parsed = JSON.parse(text);
  return {
    status: response.status,
    text,
    data: parsed.result === undefined ? {} : superjson.deserialize(parsed.result.data),
    error: parsed.error === undefined ? { message: '', data: {} } : superjson.deserialize(parsed.error),
  };
}

const add = (more: object = {}, role = 'admin') =>
  call('members.add', {
    role,
    mutation: true,
    input: { email: `${newId()}@example.test`, name: 'New', roles: ['viewer'], ...more },
  });
const countMembers = async () => ((await call('members.list')).data as unknown as unknown[]).length;

describe('tRPC', () => {
  it('finds the organization by id or by the slug of one of the person’s own', async () => {
    const me = (await call('session.me')).data as { organizations: { organizationSlug: string }[] };
    const slug = me.organizations[0]?.organizationSlug ?? '';
    expect((await call('members.list', { organization: slug })).status).toBe(200);
    expect((await call('members.list', { organization: slug.toUpperCase() })).status).toBe(200);
  });

  it('returns a refusal with its code, its message and its data', async () => {
    const missing = await call('members.list', { organization: null });
    expect(missing).toMatchObject({
      status: 401,
      error: { data: { refusal: { code: 'MISSING_ORGANIZATION' } } },
    });
    for (const organization of [other.organizationId, newId(), 'nobody-s-books']) {
      expect(await call('members.list', { organization })).toMatchObject({
        status: 403,
        error: { data: { refusal: { code: 'FORBIDDEN', data: { reason: 'NOT_A_MEMBER' } } } },
      });
    }
    expect(await call('members.list', { role: 'nobody' })).toMatchObject({
      status: 401,
      error: { data: { refusal: { code: 'UNAUTHENTICATED' } } },
    });
    const wrong = await add({ email: 'not an address' });
    expect(wrong).toMatchObject({ status: 400, error: { data: { refusal: { code: 'INVALID_INPUT' } } } });
    expect(wrong.error.data).toMatchObject({ refusal: { data: { issues: [{ path: ['email'] }] } } });
    expect(wrong.text).not.toMatch(/stack|node_modules/);
  });

  it('refuses callers without the permission, and nothing changes', async () => {
    const before = await countMembers();
    expect(await add({}, 'viewer')).toMatchObject({
      status: 403,
      error: { data: { refusal: { code: 'FORBIDDEN', data: { permission: 'org.member.write' } } } },
    });
    expect(await countMembers()).toBe(before);
  });

  it('a dry run returns the same answer as the real call and stores nothing', async () => {
    const before = await countMembers();
    const dry = await add({ $call: { dryRun: true } });
    expect(dry.data).toMatchObject({ member: { roles: ['viewer'] } });
    expect(await countMembers()).toBe(before);
  });

  it('the same idempotency key returns the same answer, dates included, and acts once', async () => {
    const create = (name: string, idempotencyKey: string) =>
      call('prospects.create', { mutation: true, input: { name, $call: { idempotencyKey } } });
    const key = newId();
    const first = await create('Acme', key);
    const again = await create('Acme', key);
    expect(first.status).toBe(200);
    expect(again.data).toEqual(first.data);
    expect(again.data.createdAt).toBeInstanceOf(Date);
    expect((await create('Changed', key)).error.data).toMatchObject({
      refusal: { code: 'IDEMPOTENCY_MISMATCH' },
    });
  });

  it.each(['constructor', 'prototype'])(
    'free-form data with a field named %s, which could not be read back, is refused with a key as without one',
    async (field) => {
      const names = async () => (await call('prospects.list', { input: {} })).data;
      const before = await names();
      for (const $call of [{}, { idempotencyKey: newId() }]) {
        const inner = `{"name":"Acme","customFields":{"deep":{"${field}":1}},"$call":${JSON.stringify($call)}}`;
        const answer = await call('prospects.create', { mutation: true, raw: `{"json":${inner}}` });
        expect(answer).toMatchObject({
          status: 400,
          error: { data: { refusal: { code: 'INVALID_INPUT' } } },
        });
      }
      expect(before).toHaveProperty('rows');
      expect(await names()).toEqual(before);
    },
  );

  it('an answer with a secret is never stored, so its idempotency key has no effect', async () => {
    const input = { email: `${newId()}@example.test`, $call: { idempotencyKey: newId() } };
    const first = await add(input);
    expect(first.data.initialPassword).toEqual(expect.any(String));
    expect((await add(input)).error.data).toMatchObject({ refusal: { code: 'DUPLICATE' } });
  });

  it('an outdated expected version is refused', async () => {
    const { member } = (await add()).data as { member: { id: string; version: number } };
    const change = (roles: string[], expectedVersion: number) =>
      call('members.change', { mutation: true, input: { id: member.id, roles, $call: { expectedVersion } } });
    expect((await change(['sales'], member.version)).status).toBe(200);
    expect(await change(['auditor'], member.version)).toMatchObject({
      status: 412,
      error: { data: { refusal: { code: 'STALE_VERSION' } } },
    });
  });

  it('a person sees and ends their own sessions only', async () => {
    const lost = await startBrowserSession(home.users.sales.id, 'a lost laptop');
    const ids = async () =>
      ((await call('session.list', { role: 'sales' })).data as unknown as { id: string }[]).map(
        ({ id }) => id,
      );
    expect(await ids()).toContain(lost);
    const end = (role: string) =>
      call('session.endOne', { role, mutation: true, input: { id: lost, password: '' } });
    expect(await end('admin')).toMatchObject({ status: 404 });
    expect(await ids()).toContain(lost);
    expect((await end('sales')).status).toBe(200);
    expect(await ids()).not.toContain(lost);
  });

  it('a mutation cannot be called with GET', async () => {
    const answer = await call('members.add', { input: { email: 'a@b.cd', name: 'x', roles: ['viewer'] } });
    expect(answer.status).toBe(405);
  });
});

describe('the work of a procedure', () => {
  it('is long where it is a report or has a share of the connections, under whatever name, and unknown names are not', () => {
    const long = Object.keys(appRouter._def.procedures).filter(isLongProcedure);
    expect(long).toEqual(expect.arrayContaining(['reports.trialBalance', 'verify.books']));
    expect(long.filter((name) => !/^(reports|verify|imports)\./.test(name)).length).toBeGreaterThan(5);
    expect(
      ['session.me', 'customers.get', 'constructor', '__proto__', 'nothing'].filter(isLongProcedure),
    ).toEqual([]);
  });
});
