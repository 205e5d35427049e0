import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { IS_LONG } from '@/testing/long-run';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { askDoorsAs, type DoorAsk, type DoorRoute, doorRoutes } from '../support/doors';
import { fingerprint } from '../support/fingerprint';
import { furnish } from '../support/furnish';
import {
  bodiesByIdField,
  bodyOf,
  idFieldsOf,
  pathWith,
  shapeOf,
  takesIds,
  textOf,
  UNKNOWN,
} from '../support/generated/generated';
import { inParallel, type Reply } from '../support/in-process';
import { isNamed, kindsFor, withoutStacks } from '../support/kinds';
import { schemaOf } from '../support/sample';
import { tally } from '../support/tally';
import { idsOfEveryKind } from '../support/victims';

withoutStacks();

let victim: TestOrganization;
let attacker: TestOrganization;
let ids: Map<string, string>;
let own: Map<string, string>;
let canary: string;
let before: Record<string, string>;
let ask: (ask: DoorAsk) => Promise<Reply>;
const leaks: string[] = [];
let attempts = 0;

beforeAll(async () => {
  victim = await foundTestOrganization({ name: 'Victim' });
  attacker = await foundTestOrganization({ name: 'Attacker' });
  canary = await furnish(victim);
  await furnish(attacker);
  ids = await idsOfEveryKind(victim.organizationId);
  own = await idsOfEveryKind(attacker.organizationId);
  before = await fingerprint(victim.organizationId);
  ask = askDoorsAs(attacker.principals.admin);
});

afterAll(closeConnections);

async function attempt(what: DoorAsk): Promise<Reply> {
  attempts += 1;
  const reply = await ask(what);
  if (reply.text.includes(canary)) leaks.push(`${what.method} ${what.path}`);
  return reply;
}

/** For the path, a record of the attacker's own, so that the ids in the body are looked up; otherwise an unknown id. */
async function targetOf(route: DoorRoute): Promise<string> {
  const text = textOf(route);
  for (const [kind, id] of own) {
    const path = pathWith(route, id);
    if (path === route.path) return UNKNOWN;
    if (isNamed(kind, text) && (await attempt({ method: 'GET', path })).status === 200) return id;
  }
  return UNKNOWN;
}

describe('another organization', () => {
  it('has records of at least thirty kinds to attack', () => {
    expect(ids.size).toBeGreaterThanOrEqual(30);
  });

  it('gets the answer of an unknown id in every path of every door', async () => {
    const different: string[] = [];
    for (const route of doorRoutes().filter(({ path }) => path.includes('{'))) {
      const body = bodyOf(route, () => UNKNOWN);
      const expected = shapeOf(await attempt({ method: route.method, path: pathWith(route, UNKNOWN), body }));
      await inParallel(kindsFor(textOf(route), ids), async ([kind, id]) => {
        const answer = shapeOf(await attempt({ method: route.method, path: pathWith(route, id), body }));
        if (answer !== expected)
          different.push(
            `${route.operation} with ${kind}: ${answer.slice(0, 200)} ≠ ${expected.slice(0, 200)}`,
          );
      });
    }
    expect(different).toEqual([]);
  });

  it('gets the answer of an unknown id in every id field of every body', async () => {
    const different: string[] = [];
    let reached = 0;
    // A body without an id field is the same for every id.
    for (const route of doorRoutes().filter(takesIds)) {
      const target = await targetOf(route);
      if (target !== UNKNOWN) reached += 1;
      // Rolled back, so that a record created by one attempt cannot affect the answer to the next one.
      const path = `${pathWith(route, target)}?dryRun=true`;
      const expected = await attempt({ method: route.method, path, body: bodyOf(route, () => UNKNOWN) });
      await inParallel(kindsFor(textOf(route), ids), async ([kind, id]) => {
        const reply = await attempt({ method: route.method, path, body: bodyOf(route, () => id) });
        if (reply.status !== expected.status)
          different.push(`${route.operation} with ${kind}: ${reply.status} ≠ ${expected.status}`);
      });
    }
    expect(different).toEqual([]);
    expect(reached).toBeGreaterThan(20);
  });

  it('gets the answer of an unknown id in every filter and parameter of every query', async () => {
    const different: string[] = [];
    for (const route of doorRoutes().filter(({ method }) => method === 'GET')) {
      const names = idFieldsOf(schemaOf(route.query));
      for (const name of names) {
        const others = names.filter((other) => other !== name);
        const query = (id: string) =>
          `${pathWith(route, UNKNOWN)}?${new URLSearchParams([[name, id], ...others.map((other) => [other, UNKNOWN])])}`;
        const expected = shapeOf(await attempt({ method: 'GET', path: query(UNKNOWN) }));
        await inParallel(kindsFor(textOf(route), ids), async ([kind, id]) => {
          const answer = shapeOf(await attempt({ method: 'GET', path: query(id) }));
          if (answer !== expected) different.push(`${route.operation}?${name} with ${kind}`);
        });
      }
    }
    expect(different).toEqual([]);
  });

  it('gets the answer of an unknown id in every id that a downloaded file or an uploaded table names', async () => {
    const different: string[] = [];
    let fields = 0;
    for (const route of doorRoutes().filter(({ door }) => door === 'downloads' || door === 'uploads')) {
      for (const { field, bodyWith } of bodiesByIdField(route)) {
        fields += 1;
        const answerTo = async (id: string) =>
          shapeOf(await attempt({ method: route.method, path: route.path, body: bodyWith(id) }));
        const expected = await answerTo(UNKNOWN);
        await inParallel(kindsFor(textOf(route), ids), async ([kind, id]) => {
          const answer = await answerTo(id);
          if (answer !== expected)
            different.push(`${route.operation} ${field} with ${kind}: ${answer.slice(0, 200)}`);
        });
      }
    }
    expect(different).toEqual([]);
    expect(fields).toBeGreaterThan(40);
  });

  it('appears in no list, report, file or search of any other organization', async () => {
    for (const route of doorRoutes().filter(({ method, path }) => method === 'GET' && !path.includes('{'))) {
      await attempt({ method: 'GET', path: route.path });
      await attempt({ method: 'GET', path: `${route.path}?includeInactive=true&limit=100&search=${canary}` });
      if (route.door !== 'downloads') continue;
      await attempt({ method: 'GET', path: route.path, body: JSON.stringify({ search: canary }) });
    }
    expect(leaks).toEqual([]);
  });

  it('is unchanged to the last row after all these requests, and its canary was never seen', async () => {
    tally(attempts);
    expect(attempts).toBeGreaterThan(IS_LONG ? 5_000 : 3_000);
    expect(await fingerprint(victim.organizationId)).toEqual(before);
    expect(leaks).toEqual([]);
  });
});
