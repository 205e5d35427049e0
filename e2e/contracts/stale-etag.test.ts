import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { newId } from '@/lib/ids';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { askDoorsAs, doorRoutes } from '../support/doors';
import { fingerprint } from '../support/fingerprint';
import { bodyOf, pathWith, UNKNOWN } from '../support/generated/generated';
import { callProcedure, procedures, takesIds } from '../support/generated/procedures';
import { withoutStacks } from '../support/kinds';
import { sampleOf } from '../support/sample';
import { type Directory, ERROR, GROUP, openDirectory, USER } from './scim/directory';

withoutStacks();

/** The version of a record that is gone. */
const STALE = 7;

/** Procedures that do not name a single record with a version, with the reason. */
const WITHOUT_VERSION: Readonly<Record<string, string>> = {
  'periods.addAdjustment': 'it names a year',
  'transactions.approveAndPost': 'each of its documents has a version of its own',
  'transactions.postBatch': 'each of its documents has a version of its own',
  'transactions.applyPayments': 'each of its payments has a version of its own',
};

let org: TestOrganization;
let before: Record<string, string>;
beforeAll(async () => {
  org = await foundTestOrganization();
  before = await fingerprint(org.organizationId);
});
afterAll(closeConnections);

describe('an ETag of a record that is gone', () => {
  it('is stale and never “not found”, on every writing route of every REST door that names a record', async () => {
    const ask = askDoorsAs(org.principals.admin);
    const routes = doorRoutes().filter(({ method, path }) => method !== 'GET' && path.includes('{'));
    const answered: string[] = [];
    let stale = 0;
    for (const route of routes) {
      const { status, text } = await ask({
        method: route.method,
        path: `${pathWith(route, UNKNOWN)}?dryRun=true`,
        body: bodyOf(route, () => UNKNOWN),
        headers: { 'if-match': `"${STALE}"` },
      });
      if (status === 412) stale += 1;
      // A body that is wrong for another reason is refused for that first.
      if (![400, 412, 422].includes(status))
        answered.push(`${route.operation}: ${status} ${text.slice(0, 150)}`);
    }
    expect(answered).toEqual([]);
    expect(stale).toBeGreaterThan(routes.length / 2);
    expect(await fingerprint(org.organizationId)).toEqual(before);
  });

  it('is stale and never “not found”, in every procedure of the console that changes a record', async () => {
    const all = procedures().filter(
      ({ name, schema, writes }) => writes && takesIds(schema) && !(name in WITHOUT_VERSION),
    );
    const wrong: string[] = [];
    let stale = 0;
    for (const procedure of all) {
      const input = sampleOf(procedure.schema, () => UNKNOWN);
      const answer = await callProcedure(org.principals.admin, procedure, input, { expectedVersion: STALE });
      if (answer === 'STALE_VERSION') stale += 1;
      if (answer === 'NOT_FOUND') wrong.push(procedure.name);
    }
    expect(wrong).toEqual([]);
    expect(stale).toBeGreaterThan(all.length / 3);
    expect(await fingerprint(org.organizationId)).toEqual(before);
  });
});

describe('a directory that names the version of someone it has deleted', () => {
  let home: Directory;
  beforeAll(async () => {
    home = await openDirectory();
  });

  it('gets 412 from every writing route of users and groups, as an ID that never existed does', async () => {
    const person = await home.tell();
    const group = await home.group(`Gone ${newId()}`);
    const gone = [`/Users/${person.id}`, `/Groups/${group.id}`];
    const tags = new Map<string, string>();
    for (const path of gone) {
      tags.set(path, (await home.send('GET', path)).headers.etag ?? '');
      expect((await home.send('DELETE', path, undefined, { 'if-match': tags.get(path) ?? '' })).status).toBe(
        204,
      );
    }
    const here = await fingerprint(home.org.organizationId);
    const never = [`/Users/${newId()}`, `/Groups/${newId()}`, '/Users/not-an-id', '/Groups/not-an-id'];
    for (const path of [...gone, ...never]) {
      const etag = { 'if-match': tags.get(path) ?? 'W/"1"' };
      const isUser = path.startsWith('/Users');
      const whole = isUser
        ? { schemas: [USER], userName: 'someone@example.test' }
        : { schemas: [GROUP], displayName: 'Someone' };
      const patch = {
        schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
        Operations: [{ op: 'replace', path: 'displayName', value: 'Someone' }],
      };
      for (const [method, body] of [
        ['PUT', whole],
        ['PATCH', patch],
        ['DELETE', undefined],
      ] as const) {
        const sent = await home.send(method, path, body, etag);
        expect([method, path, sent.status, sent.body.schemas]).toEqual([method, path, 412, [ERROR]]);
        expect((await home.send(method, path, body)).status, `${method} ${path} without a version`).toBe(404);
      }
    }
    expect(await fingerprint(home.org.organizationId)).toEqual(here);
  });
});
