import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { doorRoutes, HANDLERS } from '../support/doors';
import { bodyOf, UNKNOWN } from '../support/generated/generated';

/** Where Next looks for the handlers of requests that are not pages. */
const APP = 'src/app';

const routeFiles = fs
  .readdirSync(APP, { recursive: true, encoding: 'utf8' })
  .filter((name) => /(^|[\\/])route\.[jt]sx?$/.test(name))
  .map((name) => path.join(APP, name));

/** The functions that a route file exports as its methods, by the names they were imported under. */
function handlersOf(file: string): string[] {
  const text = fs.readFileSync(file, 'utf8');
  const exported = [...text.matchAll(/(\w+) as (?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)\b/g)];
  return [...new Set(exported.map(([, name]) => name ?? ''))];
}

describe('a door that a request can come in by', () => {
  it('is attacked by the generated suites, or by separate suites that exist, whichever route file opens it', () => {
    expect(routeFiles.length).toBeGreaterThan(10);
    const found = routeFiles.map((file) => ({ file, handlers: handlersOf(file) }));
    // A route file that writes its handler itself would be seen by no suite.
    expect(found.filter(({ handlers }) => handlers.length === 0)).toEqual([]);
    const unguarded = found.filter(({ handlers }) => handlers.some((name) => !Object.hasOwn(HANDLERS, name)));
    expect(unguarded).toEqual([]);
    const known = new Set(found.flatMap(({ handlers }) => handlers));
    expect(Object.keys(HANDLERS).filter((name) => !known.has(name))).toEqual([]);
    for (const [name, handler] of Object.entries(HANDLERS)) {
      if ('routes' in handler) expect(handler.routes().length, name).toBeGreaterThan(0);
      else expect(handler.provedBy.filter((file) => !fs.existsSync(file))).toEqual([]);
    }
  });

  it('is requested by the suites at every path below each route file that REST answers', () => {
    const paths = doorRoutes().map((route) => route.path);
    for (const file of routeFiles.filter((one) => handlersOf(one).includes('answerRestRequest'))) {
      const parts = path.dirname(path.relative(APP, file)).split(path.sep);
      const prefix = `/${parts.filter((part) => !part.startsWith('[')).join('/')}`;
      expect(paths.filter((one) => `${one}/`.startsWith(`${prefix}/`)).length, file).toBeGreaterThan(0);
    }
  });

  it('takes only bodies that the generator knows', () => {
    const unknown = doorRoutes().filter((route) => {
      const body = bodyOf(route, () => UNKNOWN);
      return body === '{}';
    });
    expect(unknown.map(({ operation }) => operation)).toEqual([]);
  });
});
