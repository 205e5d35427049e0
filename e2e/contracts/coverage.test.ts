import { describe, expect, it } from 'vitest';
import { restRouter } from '@/surfaces/rest';
import { decidedOperations, documentedOperations } from '../support/interface-tables';

const normal = (path: string) => path.replace(/\{[^}]+\}/g, '{}');
const served = () =>
  new Set(
    restRouter().surfaces.flatMap((surface) =>
      surface.routes.map((route) => `${route.method} ${normal(route.path)}`),
    ),
  );

describe('the route tables', () => {
  it('serve every operation of section 4 of the interface', () => {
    const operations = documentedOperations();
    expect(operations).toHaveLength(126);
    const routes = served();
    expect(
      operations.map(({ method, path }) => `${method} ${path}`).filter((name) => !routes.has(name)),
    ).toEqual([]);
  });

  it('serve every operation that decisions.md adds', () => {
    const operations = decidedOperations();
    expect(operations.length).toBeGreaterThanOrEqual(22);
    const routes = served();
    expect(
      operations.map(({ method, path }) => `${method} ${path}`).filter((name) => !routes.has(name)),
    ).toEqual([]);
  });

  it('name every operation once, with the section that requires it', () => {
    const names = restRouter().surfaces.flatMap((surface) => surface.routes.map((route) => route.operation));
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    for (const route of restRouter().surfaces.flatMap((surface) => [...surface.routes])) {
      expect({ operation: route.operation, section: route.section }).toEqual({
        operation: route.operation,
        section: expect.stringMatching(/\S/),
      });
    }
  });
});
