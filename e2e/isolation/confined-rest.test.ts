import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { foundTwoSubsidiaries, type TwoSubsidiaries } from '../support/confined';
import { fingerprint } from '../support/fingerprint';
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

const UNKNOWN = '01940000-0000-7000-8000-00000000dead';
const OTHER = '01940000-0000-7000-8000-00000000beef';

withoutStacks();

let world: TwoSubsidiaries;
let before: Record<string, string>;
let ask: (ask: Ask) => Promise<Reply>;
const leaks: string[] = [];
let attempts = 0;

beforeAll(async () => {
  world = await foundTwoSubsidiaries();
  before = await fingerprint(world.organization.organizationId);
  ask = askAs(world.confined);
});

afterAll(closeConnections);

/** An answer without its variable parts: the requested id, generated ids, moments, numbers. */
function shape(reply: Reply): string {
  const text = reply.text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<id>')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<moment>')
    .replaceAll(/[A-Z]+-(\d{4}-)?\d{5,}/g, '<number>');
  return `${reply.status} ${text}`;
}

async function attempt(what: Ask): Promise<Reply> {
  attempts += 1;
  const reply = await ask(what);
  if (reply.text.includes(world.canary)) leaks.push(`${what.method} ${what.path}`);
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

/**
 * For the path, one of the caller's own records, so that the ids in the body are looked up; otherwise an unknown id.
 */
async function targetOf(route: OpenRoute): Promise<string> {
  for (const id of world.own.values()) {
    const path = pathWith(route, id);
    if (path === route.path) return UNKNOWN;
    if ((await attempt({ method: 'GET', path })).status === 200) return id;
  }
  return UNKNOWN;
}

describe('a user confined to one subsidiary', () => {
  it('is tested with records of at least thirty-five kinds that belong to another subsidiary', () => {
    expect(world.foreign.size).toBeGreaterThanOrEqual(35);
  });

  it('gets the same answer for another’s record as for an unknown id, in every path of every surface', async () => {
    const different: string[] = [];
    for (const route of surfaceRoutes().filter(({ path }) => path.includes('{'))) {
      const body = bodyOf(route, () => UNKNOWN);
      const expected = shape(await attempt({ method: route.method, path: pathWith(route, UNKNOWN), body }));
      await inParallel(kindsFor(textOf(route), world.foreign), async ([kind, id]) => {
        const answer = shape(await attempt({ method: route.method, path: pathWith(route, id), body }));
        if (answer !== expected)
          different.push(
            `${route.operation} with ${kind}: ${answer.slice(0, 200)} ≠ ${expected.slice(0, 200)}`,
          );
      });
    }
    expect(different).toEqual([]);
  });

  it('gets the same answer for another’s record as for an unknown id, in every id field of every body', async () => {
    const different: string[] = [];
    let reached = 0;
    for (const route of surfaceRoutes().filter(({ body }) => body !== null)) {
      // A body without an id field is the same for every id.
      if (bodyOf(route, () => UNKNOWN) === bodyOf(route, () => OTHER)) continue;
      const target = await targetOf(route);
      if (target !== UNKNOWN) reached += 1;
      // Rolled back, so that a record created by one attempt cannot affect the answer to the next one.
      const path = `${pathWith(route, target)}?dryRun=true`;
      const expected = await attempt({ method: route.method, path, body: bodyOf(route, () => UNKNOWN) });
      await inParallel(kindsFor(textOf(route), world.foreign), async ([kind, id]) => {
        const reply = await attempt({ method: route.method, path, body: bodyOf(route, () => id) });
        if (reply.status !== expected.status)
          different.push(
            `${route.operation} with ${kind}: ${reply.text.slice(0, 200)} ≠ ${expected.text.slice(0, 200)}`,
          );
      });
    }
    expect(different).toEqual([]);
    expect(reached).toBeGreaterThan(20);
  });

  it('gets the same answer for another’s record as for an unknown id, in every filter and parameter of every query', async () => {
    const different: string[] = [];
    for (const route of surfaceRoutes().filter(({ method }) => method === 'GET')) {
      for (const name of idParameters(route)) {
        const others = idParameters(route).filter((other) => other !== name);
        const query = (id: string) =>
          `${pathWith(route, UNKNOWN)}?${new URLSearchParams([[name, id], ...others.map((other) => [other, UNKNOWN])])}`;
        const expected = shape(await attempt({ method: 'GET', path: query(UNKNOWN) }));
        await inParallel(kindsFor(textOf(route), world.foreign), async ([kind, id]) => {
          const answer = shape(await attempt({ method: 'GET', path: query(id) }));
          if (answer !== expected) different.push(`${route.operation}?${name} with ${kind}`);
        });
      }
    }
    expect(different).toEqual([]);
  });

  it('sees nothing of another subsidiary in any list, report or search', async () => {
    for (const route of surfaceRoutes().filter(
      ({ method, path }) => method === 'GET' && !path.includes('{'),
    )) {
      await attempt({ method: 'GET', path: route.path });
      await attempt({
        method: 'GET',
        path: `${route.path}?includeInactive=true&limit=100&search=${world.canary}`,
      });
    }
    expect(leaks).toEqual([]);
  });

  it('has changed no row of the organization by all these requests, and never saw the other’s canary', async () => {
    tally(attempts);
    expect(attempts).toBeGreaterThan(5_000);
    expect(await fingerprint(world.organization.organizationId)).toEqual(before);
    expect(leaks).toEqual([]);
  });
});
