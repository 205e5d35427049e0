import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeConnections } from '@/db/client';
import { createContext } from '@/surfaces/trpc/context';
import { appRouter } from '@/surfaces/trpc/root';
import { createCallerFactory } from '@/surfaces/trpc/trpc';
import { documentBody } from '@/testing/documents';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { openBooks } from '../revenue/books';
import { fingerprint } from '../support/fingerprint';
import { procedures } from '../support/generated/procedures';
import { askAs, inParallel, type OpenRoute, surfaceRoutes } from '../support/in-process';
import { PLANT, plantedIn } from '../support/planted';
import { schemaOf } from '../support/sample';

/** The routes that refuse unknown fields: all that are not in the interface's own tables. */
const isAddition = ({ path }: OpenRoute) =>
  path.startsWith('/api/v1/') &&
  !/^\/api\/v1\/(subsidiaries(\/\{id\})?$|gl\/transactions(\/batch.*|\/\{id\}(\/(post|reverse|approve|submit|cancel|gl-impact))?)?$|gl\/transaction-types)/.test(
    path,
  );
const UNKNOWN = '01940000-0000-7000-8000-00000000dead';
const STRICT = { prefer: 'return=minimal, handling=strict' };

let organization: TestOrganization;
beforeAll(async () => {
  organization = await foundTestOrganization();
});
afterAll(closeConnections);

const routes = surfaceRoutes();
const at = (route: OpenRoute, query = '') => `${route.path.replaceAll(/\{\w+\}/g, UNKNOWN)}?${query}`;
/** The bodies to try at a route: one for each object of its schema, or only the planted field where the route takes no body. */
const bodiesOf = (route: OpenRoute) => {
  if (route.method === 'GET') return [];
  if (route.body === null) return [{ value: { [PLANT]: 1 }, path: [PLANT] }];
  return plantedIn(schemaOf(route.body), () => UNKNOWN);
};

describe('decisions, all surfaces, "Unknown and read-only fields in a body"', () => {
  test('every addition refuses an unknown field by name, at the top and in every nested object, and nothing is written', async () => {
    const ask = askAs(organization.principals.admin);
    const before = await fingerprint(organization.organizationId);
    const wrong: string[] = [];
    let tried = 0;
    await inParallel(routes.filter(isAddition), async (route) => {
      for (const { value, path } of bodiesOf(route)) {
        const body = JSON.stringify(value);
        const { status, text } = await ask({ method: route.method, path: at(route), body });
        tried += 1;
        if (status !== 400 || !text.includes(`${path.join('.')}: is not a known field`))
          wrong.push(`${route.operation} ${path.join('.')}: ${status} ${text.slice(0, 100)}`);
      }
      const asked = await ask({ method: route.method, path: at(route, `${PLANT}=1`) });
      if (asked.status !== 400 || !asked.text.includes(PLANT))
        wrong.push(`${route.operation}?${PLANT}: ${asked.status} ${asked.text.slice(0, 100)}`);
    });
    expect(wrong.sort()).toEqual([]);
    expect(tried).toBeGreaterThan(150);
    expect(await fingerprint(organization.organizationId)).toEqual(before);
  });

  test("the interface's own resources name what they ignore in X-Ignored-Fields, and refuse it under Prefer: handling=strict", async () => {
    const ask = askAs(organization.principals.admin);
    const before = await fingerprint(organization.organizationId);
    const wrong: string[] = [];
    let tried = 0;
    const own = routes.filter((route) => !isAddition(route));
    await inParallel(own, async (route) => {
      for (const { value, path } of bodiesOf(route)) {
        const name = path.join('.');
        const body = JSON.stringify(value);
        const kept = await ask({ method: route.method, path: at(route, 'dryRun=true'), body });
        tried += 1;
        if (!kept.headers['x-ignored-fields']?.split(', ').includes(name))
          wrong.push(`${route.operation} ${name}: ${kept.status} ${kept.headers['x-ignored-fields']}`);
        const strict = await ask({ method: route.method, path: at(route), body, headers: STRICT });
        if (
          strict.status !== 400 ||
          !strict.text.replaceAll(': is not', ' is not').includes(`${name} is not a known field`) ||
          strict.headers['preference-applied'] !== 'handling=strict'
        )
          wrong.push(`strict ${route.operation} ${name}: ${strict.status} ${strict.text.slice(0, 100)}`);
      }
      if (route.method !== 'GET') return;
      const path = at(route, `${PLANT}=1`);
      const kept = await ask({ method: 'GET', path });
      const strict = await ask({ method: 'GET', path, headers: STRICT });
      if (kept.headers['x-ignored-fields'] !== PLANT || strict.status !== 400 || !strict.text.includes(PLANT))
        wrong.push(
          `${route.operation}?${PLANT}: ${kept.status} ${strict.status} ${strict.text.slice(0, 100)}`,
        );
    });
    expect(wrong.sort()).toEqual([]);
    expect(tried).toBeGreaterThan(60);
    expect(await fingerprint(organization.organizationId)).toEqual(before);
  });

  test('a body that has only known fields carries no X-Ignored-Fields, and what a client got it may PUT back', async () => {
    const ask = askAs(organization.principals.admin);
    const made = await ask({ method: 'POST', path: '/prospects', body: JSON.stringify({ name: 'Acme' }) });
    expect([made.status, made.headers['x-ignored-fields']]).toEqual([201, undefined]);
    const { id } = JSON.parse(made.text) as { id: string };
    const back = await ask({ method: 'PUT', path: `/prospects/${id}`, body: made.text });
    expect(back.status, back.text).toBe(200);
    expect(back.headers['x-ignored-fields']).toBe('id, organizationId, createdAt, updatedAt');
  });

  test('a name that a header cannot carry is percent-encoded, and at most fifty are named', async () => {
    const ask = askAs(organization.principals.admin);
    const many = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`x${index}`, 1]));
    const body = JSON.stringify({ name: 'Acme', 'größe\r\nx: y': 1, ...many });
    const { status, headers } = await ask({ method: 'POST', path: '/prospects?dryRun=true', body });
    const named = headers['x-ignored-fields']?.split(', ') ?? [];
    expect([status, named.length, named[0]]).toEqual([201, 50, 'gr%C3%B6%C3%9Fe%0D%0Ax%3A%20y']);
  });
});

describe('the revenue contract and the reference of an invoice', () => {
  test('are known fields at every endpoint that takes invoices, and the same at each', async () => {
    const { org, ...books } = await openBooks();
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      price: { fixed: '100' },
      obligations: [{ key: 'goods', ssp: '100', pattern: { kind: 'POINT' } }],
    });
    const ask = askAs(org.principals.admin);
    const strictly = async (method: string, path: string, body: object, status: number) => {
      const sent = await ask({ method, path, body: JSON.stringify(body), headers: STRICT });
      expect(sent.status, sent.text).toBe(status);
      return JSON.parse(sent.text) as { id: string };
    };
    const said = (referenceNumber: string) => ({ revenueContractId: contract.id, referenceNumber });
    const { transaction, lines } = documentBody(org);
    const shownOn = async (id: string, resource: string) =>
      JSON.parse((await ask({ method: 'GET', path: `/api/${resource}/${id}` })).text);
    const body = { transaction: { ...transaction, ...said('PO-1') }, lines };
    const { id } = await strictly('POST', '/api/v1/gl/transactions', body, 201);
    for (const resource of ['invoices', 'business-transactions'])
      expect(await shownOn(id, resource)).toMatchObject(said('PO-1'));
    await strictly('PUT', `/api/v1/gl/transactions/${id}`, { transaction: said('PO-2') }, 200);
    expect(await shownOn(id, 'invoices')).toMatchObject(said('PO-2'));
    await strictly('PUT', `/api/v1/gl/transactions/${id}`, said('PO-3'), 200);
    expect(await shownOn(id, 'invoices')).toMatchObject(said('PO-3'));
    for (const resource of ['invoices', 'business-transactions']) {
      await strictly('PUT', `/api/${resource}/${id}`, said(`PO-${resource}`), 200);
      expect(await shownOn(id, resource)).toMatchObject(said(`PO-${resource}`));
    }
  });
});

describe('tRPC', () => {
  test('every procedure refuses an unknown field by name, at the top, in every nested object and in $call, and nothing is written', async () => {
    const before = await fingerprint(organization.organizationId);
    const context = {
      ...createContext({ method: 'POST', header: () => null }),
      clock: organization.clock,
      principal: async () => organization.principals.admin,
      caller: async () => ({ userId: organization.users.admin.id, sessionId: UNKNOWN }) as never,
    };
    const caller = createCallerFactory(appRouter)(context);
    const wrong: string[] = [];
    let tried = 0;
    const call = async (name: string, input: unknown, path: readonly string[]) => {
      let target: unknown = caller;
      for (const part of name.split('.')) target = (target as Record<string, unknown>)[part];
      tried += 1;
      const answered = await (target as (input: unknown) => Promise<unknown>)(input).then(
        () => 'ok',
        (error: { cause?: { refusal?: { message: string } }; message: string }) =>
          error.cause?.refusal?.message ?? `error ${error.message}`,
      );
      if (answered !== `${path.join('.')}: is not a known field`)
        wrong.push(`${name} ${path.join('.')}: ${answered.slice(0, 100)}`);
    };
    await inParallel(procedures(), async ({ name, schema, writes }) => {
      for (const { value, path } of plantedIn(schema, () => UNKNOWN)) await call(name, value, path);
      if (writes) await call(name, { $call: { [PLANT]: 1 } }, ['$call', PLANT]);
    });
    await call('session.changePassword', { presentPassword: 'x', newPassword: 'y', [PLANT]: 1 }, [PLANT]);
    await call('session.endOne', { id: UNKNOWN, password: 'x', [PLANT]: 1 }, [PLANT]);
    expect(wrong.sort()).toEqual([]);
    expect(tried).toBeGreaterThan(500);
    expect(await fingerprint(organization.organizationId)).toEqual(before);
  });
});
