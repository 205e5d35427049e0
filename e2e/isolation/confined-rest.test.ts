import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { IS_LONG } from '@/testing/long-run';
import { runForOutput } from '@/usecases/kit/run';
import { issueProvisioningToken } from '@/usecases/provisioning/token-verbs';
import { askDoorsAs, type DoorAsk, type DoorRoute, doorRoutes, WHOLE_ORGANIZATION } from '../support/doors';
import { fingerprint } from '../support/fingerprint';
import { foundTwoSubsidiaries, type TwoSubsidiaries } from '../support/generated/confined';
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

withoutStacks();

let world: TwoSubsidiaries;
let before: Record<string, string>;
let ask: (ask: DoorAsk) => Promise<Reply>;
const leaks: string[] = [];
let attempts = 0;

beforeAll(async () => {
  world = await foundTwoSubsidiaries();
  before = await fingerprint(world.organization.organizationId);
  ask = askDoorsAs(world.confined);
});

afterAll(closeConnections);

/** The requests a confined user can make. */
const routes = doorRoutes().filter(({ door }) => !WHOLE_ORGANIZATION.includes(door));

async function attempt(what: DoorAsk): Promise<Reply> {
  attempts += 1;
  const reply = await ask(what);
  if (reply.text.includes(world.canary)) leaks.push(`${what.method} ${what.path}`);
  return reply;
}

/** For the path, one of the caller's own records, so that the ids in the body are looked up; otherwise an unknown id. */
async function targetOf(route: DoorRoute): Promise<string> {
  const text = textOf(route);
  for (const [kind, id] of world.own) {
    const path = pathWith(route, id);
    if (path === route.path) return UNKNOWN;
    if (isNamed(kind, text) && (await attempt({ method: 'GET', path })).status === 200) return id;
  }
  return UNKNOWN;
}

describe('a user confined to one subsidiary', () => {
  it('is tested with records of at least thirty-five kinds that belong to another subsidiary', () => {
    expect(world.foreign.size).toBeGreaterThanOrEqual(35);
  });

  it('gets the same answer for another’s record as for an unknown id, in every path of every door', async () => {
    const different: string[] = [];
    for (const route of routes.filter(({ path }) => path.includes('{'))) {
      const body = bodyOf(route, () => UNKNOWN);
      const expected = shapeOf(await attempt({ method: route.method, path: pathWith(route, UNKNOWN), body }));
      await inParallel(kindsFor(textOf(route), world.foreign), async ([kind, id]) => {
        const answer = shapeOf(await attempt({ method: route.method, path: pathWith(route, id), body }));
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
    // A body without an id field is the same for every id.
    for (const route of routes.filter(takesIds)) {
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
    for (const route of routes.filter(({ method }) => method === 'GET')) {
      const names = idFieldsOf(schemaOf(route.query));
      for (const name of names) {
        const others = names.filter((other) => other !== name);
        const query = (id: string) =>
          `${pathWith(route, UNKNOWN)}?${new URLSearchParams([[name, id], ...others.map((other) => [other, UNKNOWN])])}`;
        const expected = shapeOf(await attempt({ method: 'GET', path: query(UNKNOWN) }));
        await inParallel(kindsFor(textOf(route), world.foreign), async ([kind, id]) => {
          const answer = shapeOf(await attempt({ method: 'GET', path: query(id) }));
          if (answer !== expected) different.push(`${route.operation}?${name} with ${kind}`);
        });
      }
    }
    expect(different).toEqual([]);
  });

  it('gets the same answer for another’s record as for an unknown id, in every id that a downloaded file or an uploaded table names', async () => {
    const different: string[] = [];
    let fields = 0;
    for (const route of routes.filter(({ door }) => door === 'downloads' || door === 'uploads')) {
      for (const { field, bodyWith } of bodiesByIdField(route)) {
        fields += 1;
        const answerTo = async (id: string) =>
          shapeOf(await attempt({ method: route.method, path: route.path, body: bodyWith(id) }));
        const expected = await answerTo(UNKNOWN);
        await inParallel(kindsFor(textOf(route), world.foreign), async ([kind, id]) => {
          const answer = await answerTo(id);
          if (answer !== expected)
            different.push(`${route.operation} ${field} with ${kind}: ${answer.slice(0, 200)}`);
        });
      }
    }
    expect(different).toEqual([]);
    expect(fields).toBeGreaterThan(40);
  });

  it('sees nothing of another subsidiary in any list, report, file or search', async () => {
    for (const route of routes.filter(({ method, path }) => method === 'GET' && !path.includes('{'))) {
      await attempt({ method: 'GET', path: route.path });
      await attempt({
        method: 'GET',
        path: `${route.path}?includeInactive=true&limit=100&search=${world.canary}`,
      });
      if (route.door !== 'downloads') continue;
      await attempt({ method: 'GET', path: route.path, body: JSON.stringify({ search: world.canary }) });
    }
    expect(leaks).toEqual([]);
  });

  it('cannot create a directory’s token, which would open the whole organization', async () => {
    const call = world.organization.callAs('admin', { principal: world.confined });
    await expect(runForOutput(issueProvisioningToken, call, { name: 'Okta' })).rejects.toMatchObject({
      refusal: { code: 'FORBIDDEN' },
    });
  });

  it('has changed no row of the organization with all these requests, and never saw the other’s canary', async () => {
    tally(attempts);
    expect(attempts).toBeGreaterThan(IS_LONG ? 5_000 : 2_000);
    expect(await fingerprint(world.organization.organizationId)).toEqual(before);
    expect(leaks).toEqual([]);
  });
});
