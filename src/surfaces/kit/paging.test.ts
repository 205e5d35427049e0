import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { inboundFromRequest } from './inbound';
import { envelope, pageFields, pageLinks } from './paging';

describe('page and limit', () => {
  const fields = z.object(pageFields({ limit: 20, max: 100 }));

  test('may be omitted, and accept values up to their maximum', () => {
    expect(fields.parse({})).toEqual({ page: 1, limit: 20 });
    expect(fields.parse({ page: '7', limit: '1' })).toEqual({ page: 7, limit: 1 });
    expect(fields.parse({ limit: '100' })).toEqual({ page: 1, limit: 100 });
  });

  test.each([
    ['limit', '101'],
    ['limit', '0'],
    ['limit', '1.5'],
    ['limit', ''],
    ['page', '0'],
    ['page', '1000001'],
  ])('%s=%s is refused, naming the field', (name, value) => {
    const { error } = fields.safeParse({ [name]: value });
    expect(error?.issues.map(({ path }) => path)).toEqual([[name]]);
  });
});

describe('the Link header of a page', () => {
  /** The pages that the links of a page lead to, for a list of `total` records, ten per page. */
  const linked = (page: number, total: number) => {
    const inbound = inboundFromRequest(new Request(`http://daybook.test/list?page=${page}&sort=name`));
    const { link = '' } = pageLinks(inbound, envelope([], total, { page, limit: 10 }));
    const found = link.matchAll(/<\/list\?page=(\d+)&sort=name>; rel="(\w+)"/g);
    return Object.fromEntries([...found].map(([, to, relation]) => [relation, Number(to)]));
  };

  test.each([
    [1, 0, {}],
    [1, 10, {}],
    [1, 11, { next: 2 }],
    [2, 21, { next: 3, prev: 1 }],
    [3, 21, { prev: 2 }],
    [9, 21, { prev: 3 }],
    [9, 0, {}],
  ])('page %i of %i records links to %j, so the last page has no next link', (page, total, pages) => {
    expect(linked(page, total)).toEqual(pages);
  });
});
