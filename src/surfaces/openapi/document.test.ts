import { beforeAll, describe, expect, it } from 'vitest';
import type { Route } from '../kit/route';

process.env.DATABASE_URL ??= 'postgres://nobody@127.0.0.1:1/none';

interface Operation {
  readonly operationId: string;
  readonly security: readonly object[];
  readonly responses: Readonly<Record<string, unknown>>;
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: object }>> };
}

let document: { paths: Record<string, Record<string, Operation>>; components: object };
let routes: { surface: string; route: Route }[];

beforeAll(async () => {
  const { describedSurfaces, openApiDocument } = await import('./document');
  const surfaces = describedSurfaces();
  document = JSON.parse(JSON.stringify(openApiDocument(surfaces)));
  routes = surfaces.flatMap((surface) =>
    surface.routes.map((route) => ({ surface: surface.name, route: route as unknown as Route })),
  );
});

describe('the OpenAPI document', () => {
  it('describes every route of every surface, with its success and its body, and nothing else', () => {
    for (const { route } of routes) {
      const operation = document.paths[route.path]?.[route.method.toLowerCase()];
      expect(operation?.operationId, `${route.method} ${route.path}`).toBe(route.operation);
      expect(Object.keys(operation?.responses ?? {})).toContain(String(route.success.status));
      expect(operation?.requestBody !== undefined, route.operation).toBe(route.body !== null);
    }
    const described = Object.values(document.paths).flatMap((path) => Object.values(path));
    expect(described).toHaveLength(routes.length);
  });

  it('states which credential each operation requires, except for the token endpoint', () => {
    for (const { surface, route } of routes) {
      const operation = document.paths[route.path]?.[route.method.toLowerCase()];
      expect((operation?.security.length ?? 0) > 0, route.operation).toBe(surface !== 'auth');
    }
  });

  it('shows no example that the operation itself would refuse', () => {
    for (const { route } of routes) {
      if (route.example?.body === undefined) continue;
      expect(route.body?.safeParse(route.example.body).error?.issues, route.operation).toBeUndefined();
    }
  });

  it('shows an example for every operation whose body has a required field', () => {
    const without = routes.filter(
      ({ route }) =>
        route.body !== null && !route.body.safeParse({}).success && route.example?.body === undefined,
    );
    expect(without.map(({ route }) => route.operation)).toEqual([]);
  });

  it('leaves no dangling reference', () => {
    const text = JSON.stringify(document);
    for (const [, target = ''] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
      const found = target
        .split('/')
        .reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], document);
      expect(found, target).toBeDefined();
    }
  });

  it('gives every body a schema', () => {
    const empty = Object.values(document.paths)
      .flatMap((path) => Object.values(path))
      .filter(
        ({ requestBody }) =>
          Object.keys(requestBody?.content['application/json']?.schema ?? { a: 1 }).length === 0,
      );
    expect(empty.map(({ operationId }) => operationId)).toEqual([]);
  });
});
