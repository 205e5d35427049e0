import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeConnections } from '@/db/client';
import { describedSurfaces, openApiDocument } from '@/surfaces/openapi/document';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { furnish } from '../support/furnish';
import { askAs, inParallel, type OpenRoute, type Reply, surfaceRoutes } from '../support/in-process';
import { kindsFor, withoutStacks } from '../support/kinds';
import { isIdSchema, type JsonSchema, sampleOf, schemaOf } from '../support/sample';
import { idsOfEveryKind } from '../support/victims';

interface Documented {
  readonly responses: Readonly<Record<string, { readonly headers: Readonly<Record<string, unknown>> }>>;
}

const UNKNOWN = '01940000-0000-7000-8000-00000000dead';
const document = openApiDocument(describedSurfaces()) as {
  paths: Record<string, Record<string, Documented>>;
};
const documentedOf = (route: OpenRoute) => document.paths[route.path]?.[route.method.toLowerCase()];

withoutStacks();

let organization: TestOrganization;
let own: Map<string, string>;
beforeAll(async () => {
  organization = await foundTestOrganization();
  await furnish(organization);
  own = await idsOfEveryKind(organization.organizationId);
});
afterAll(closeConnections);

/** What a route declares: its name, path, parameters and fields. */
const textOf = (route: OpenRoute) =>
  `${route.operation} ${route.path} ${JSON.stringify(schemaOf(route.query))} ${route.body === null ? '' : JSON.stringify(sampleOf(schemaOf(route.body), () => UNKNOWN))}`;

/** The query with every id parameter filled in and sample values for the other required ones. */
function queryOf(route: OpenRoute, id: string): string {
  const schema: JsonSchema = schemaOf(route.query);
  const filled = Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => {
    if (isIdSchema(inner) || /(_id|Id)$/.test(name)) return [[name, id]];
    return /^(date_from|date_to|as_of)$/.test(name) ? [[name, '2026-11-05']] : [];
  });
  return new URLSearchParams([...filled, ...(route.method === 'GET' ? [] : [['dryRun', 'true']])]).toString();
}

describe('the OpenAPI document and the actual answers', () => {
  test('every status and every header that any kind of request receives is documented for its operation', async () => {
    const ask = askAs(organization.principals.admin);
    const viewer = askAs(organization.principals.viewer);
    const missing = new Set<string>();
    const seen = new Set<number>();
    const note = (route: OpenRoute, reply: Reply) => {
      seen.add(reply.status);
      const response = documentedOf(route)?.responses[String(reply.status)];
      if (response === undefined) {
        missing.add(`${route.operation}: ${reply.status} ${reply.text.slice(0, 120)}`);
        return;
      }
      const headers = Object.keys(response.headers).map((name) => name.toLowerCase());
      for (const name of Object.keys(reply.headers)) {
        if (['content-type', 'cache-control', 'allow'].includes(name) || headers.includes(name)) continue;
        missing.add(`${route.operation}: header ${name} of ${reply.status}`);
      }
    };
    await inParallel(surfaceRoutes(), async (route) => {
      const ids = [UNKNOWN, 'malformed', ...kindsFor(textOf(route), own).map(([, id]) => id)];
      const asked = new Map<string, number>();
      for (const id of ids) {
        const path = `${route.path.replaceAll(/\{\w+\}/g, id)}?${queryOf(route, id)}`;
        const body =
          route.body === null ? undefined : JSON.stringify(sampleOf(schemaOf(route.body), () => id));
        const request = `${path} ${body}`;
        // Sent a second time, a write may get a different answer; a third time shows nothing new.
        const times = asked.get(request) ?? 0;
        if (times >= (route.method === 'GET' ? 1 : 2)) continue;
        asked.set(request, times + 1);
        note(route, await ask({ method: route.method, path, body }));
      }
      const path = `${route.path.replaceAll(/\{\w+\}/g, UNKNOWN)}?${queryOf(route, UNKNOWN)}`;
      const json = route.body === null ? undefined : JSON.stringify(route.example?.body ?? {});
      note(route, await viewer({ method: route.method, path, body: json }));
      note(route, await ask({ method: route.method, path, body: json }));
      note(route, await ask({ method: route.method, path, body: json, headers: { 'if-match': '"999"' } }));
      if (route.body !== null) {
        note(route, await ask({ method: route.method, path, body: '{' }));
        note(route, await ask({ method: route.method, path, body: `"${'x'.repeat(1 << 20)}"` }));
      }
      if (route.method === 'GET' && !route.path.includes('{')) {
        note(route, await ask({ method: 'GET', path: `${route.path}?limit=1` }));
      }
    });
    expect([...missing].sort()).toEqual([]);
    expect([...seen].sort()).toEqual(expect.arrayContaining([200, 201, 400, 403, 404, 409, 413]));
  });
});
