import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { fingerprint } from '../support/fingerprint';
import { furnish } from '../support/furnish';
import {
  type Ask,
  askAs,
  inParallel,
  type OpenRoute,
  type Reply,
  surfaceRoutes,
} from '../support/in-process';
import { kindsFor, withoutStacks } from '../support/kinds';
import { isIdSchema, type JsonSchema, sampleOf, schemaOf } from '../support/sample';
import { tally } from '../support/tally';
import { idsOfEveryKind } from '../support/victims';

const UNKNOWN = '01940000-0000-7000-8000-00000000dead';
const OTHER = '01940000-0000-7000-8000-00000000beef';

withoutStacks();

let victim: TestOrganization;
let attacker: TestOrganization;
let ids: Map<string, string>;
let canary: string;
let before: Record<string, string>;
let ask: (ask: Ask) => Promise<Reply>;
const leaks: string[] = [];
let attempts = 0;

beforeAll(async () => {
  victim = await foundTestOrganization({ name: 'Victim' });
  attacker = await foundTestOrganization({ name: 'Attacker' });
  canary = await furnish(victim);
  await furnish(attacker);
  ids = await idsOfEveryKind(victim.organizationId);
  before = await fingerprint(victim.organizationId);
  ask = askAs(attacker.principals.admin);
});

afterAll(closeConnections);

/** An answer without its variable parts: the requested id, generated ids, moments, versions. */
function shape(reply: Reply, id: string): string {
  const text = reply.text
    .replaceAll(id, '<id>')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<any>')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<moment>')
    .replaceAll(/[A-Z]+-(\d{4}-)?\d{5,}/g, '<number>');
  return `${reply.status} ${text.replaceAll('<any>', '<id>')}`;
}

async function attempt(what: Ask): Promise<Reply> {
  attempts += 1;
  const reply = await ask(what);
  if (reply.text.includes(canary)) leaks.push(`${what.method} ${what.path}`);
  return reply;
}

const pathWith = (route: OpenRoute, id: string) => route.path.replaceAll(/\{\w+\}/g, id);
/** What a route says of itself: its name, path, parameters and fields. */
const textOf = (route: OpenRoute) =>
  `${route.operation} ${route.path} ${JSON.stringify(schemaOf(route.query))} ${bodyOf(route, () => UNKNOWN) ?? ''}`;
const bodyOf = (route: OpenRoute, idFor: (field: string) => string) =>
  route.body === null ? undefined : JSON.stringify(sampleOf(schemaOf(route.body), idFor));

/** Query parameters of a route that take an id. */
function idParameters(route: OpenRoute): string[] {
  const schema: JsonSchema = schemaOf(route.query);
  return Object.entries(schema.properties ?? {})
    .filter(([name, inner]) => isIdSchema(inner) || /(_id|Id)$/.test(name))
    .map(([name]) => name);
}

describe('another organization', () => {
  it('has records of at least thirty kinds to attack', () => {
    expect(ids.size).toBeGreaterThanOrEqual(30);
  });

  it('gets the answer of an unknown id in every path of every surface', async () => {
    const different: string[] = [];
    for (const route of surfaceRoutes().filter(({ path }) => path.includes('{'))) {
      const body = bodyOf(route, () => UNKNOWN);
      const expected = shape(
        await attempt({ method: route.method, path: pathWith(route, UNKNOWN), body }),
        UNKNOWN,
      );
      await inParallel(kindsFor(textOf(route), ids), async ([kind, id]) => {
        const reply = await attempt({ method: route.method, path: pathWith(route, id), body });
        if (shape(reply, id) !== expected)
          different.push(
            `${route.operation} with ${kind}: ${shape(reply, id).slice(0, 200)} ≠ ${expected.slice(0, 200)}`,
          );
      });
    }
    expect(different).toEqual([]);
  });

  it('gets the answer of an unknown id in every id field of every body', async () => {
    const different: string[] = [];
    const own = await idsOfEveryKind(attacker.organizationId);
    for (const route of surfaceRoutes().filter(({ body }) => body !== null)) {
      // A body without an id field is the same for every id.
      if (bodyOf(route, () => UNKNOWN) === bodyOf(route, () => OTHER)) continue;
      const [target] = [...own.values()];
      // Rolled back, so that a record created by one attempt cannot affect the answer to the next one.
      const path = `${pathWith(route, target ?? UNKNOWN)}?dryRun=true`;
      const expected = await attempt({ method: route.method, path, body: bodyOf(route, () => UNKNOWN) });
      await inParallel(kindsFor(textOf(route), ids), async ([kind, id]) => {
        const reply = await attempt({ method: route.method, path, body: bodyOf(route, () => id) });
        if (reply.status !== expected.status)
          different.push(`${route.operation} with ${kind}: ${reply.status} ≠ ${expected.status}`);
      });
    }
    expect(different).toEqual([]);
  });

  it('gets the answer of an unknown id in every filter and parameter of every query', async () => {
    const different: string[] = [];
    for (const route of surfaceRoutes().filter(({ method }) => method === 'GET')) {
      for (const name of idParameters(route)) {
        const others = idParameters(route).filter((other) => other !== name);
        const query = (id: string) =>
          `${pathWith(route, UNKNOWN)}?${new URLSearchParams([[name, id], ...others.map((other) => [other, UNKNOWN])])}`;
        const expected = shape(await attempt({ method: 'GET', path: query(UNKNOWN) }), UNKNOWN);
        await inParallel(kindsFor(textOf(route), ids), async ([kind, id]) => {
          const reply = await attempt({ method: 'GET', path: query(id) });
          if (shape(reply, id) !== expected) different.push(`${route.operation}?${name} with ${kind}`);
        });
      }
    }
    expect(different).toEqual([]);
  });

  it('appears in no list, report or search of any other organization', async () => {
    for (const route of surfaceRoutes().filter(
      ({ method, path }) => method === 'GET' && !path.includes('{'),
    )) {
      await attempt({ method: 'GET', path: route.path });
      await attempt({ method: 'GET', path: `${route.path}?includeInactive=true&limit=100&search=${canary}` });
    }
    expect(leaks).toEqual([]);
  });

  it('is unchanged to the last row after all these requests, and its canary was never seen', async () => {
    tally(attempts);
    expect(attempts).toBeGreaterThan(5_000);
    expect(await fingerprint(victim.organizationId)).toEqual(before);
    expect(leaks).toEqual([]);
  });
});
