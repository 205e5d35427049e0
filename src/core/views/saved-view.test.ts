import { describe, expect, test } from 'vitest';
import type { Principal } from '../principal';
import { mayChangeView, maySeeView, viewIssues, viewQuery } from './saved-view';

describe('the filters a view stores', () => {
  test.each([
    ['', ''],
    ['?status=POSTED&page=3', 'status=POSTED'],
    ['status=POSTED&from=2026-01-01', 'from=2026-01-01&status=POSTED'],
    ['from=2026-01-01&new=true&search=&status=POSTED', 'from=2026-01-01&status=POSTED'],
    ['search=a%26b+c', 'search=a%26b+c'],
    ['search=a%26b%20c', 'search=a%26b+c'],
    ['elected=B&elected=A', 'elected=A&elected=B'],
  ])('%j are stored as %j: the same filters give the same text', (address, query) => {
    expect(viewQuery(address)).toBe(query);
    expect(viewQuery(query)).toBe(query);
    expect(viewIssues({ name: 'Mine', query })).toEqual([]);
  });
});

describe('a view is refused, field by field', () => {
  test.each([
    ['', '', ['name']],
    [' Mine', '', ['name']],
    ['Mine ', '', ['name']],
    ['two\nlines', '', ['name']],
    ['x'.repeat(61), '', ['name']],
    ['Mine', '?status=POSTED', ['query']],
    ['Mine', 'status=POSTED&page=2', ['query']],
    ['Mine', 'status=POSTED&from=2026-01-01', ['query']],
    ['Mine', `search=${'x'.repeat(2_000)}`, ['query']],
    ['', '?', ['name', 'query']],
  ])('name %j with filters %j', (name, query, fields) => {
    expect(viewIssues({ name, query }).map(({ path }) => path[0])).toEqual(fields);
  });

  test('a name may have 60 characters, counting letters of two code units as one; filters may have 2,000', () => {
    expect(viewIssues({ name: '𝔸'.repeat(60), query: '' })).toEqual([]);
    expect(viewIssues({ name: 'x', query: `search=${'x'.repeat(1_993)}` })).toEqual([]);
  });
});

const who = (id: string, roles: Principal['roles'] = ['viewer'], kind: Principal['actor']['kind'] = 'user') =>
  ({ actor: { kind, id, name: id }, roles }) as unknown as Principal;

describe('who sees and who changes a view', () => {
  const mine = { userId: 'me', isShared: false };
  const shared = { userId: 'me', isShared: true };
  test.each([
    ['its maker', who('me'), true, true, true, true],
    ['a colleague', who('you'), false, false, true, false],
    ['an admin', who('you', ['admin']), false, false, true, true],
    ['a program with the same id', who('me', ['viewer'], 'api_client'), false, false, true, false],
  ])('%s', (_, principal, seesOwn, changesOwn, seesShared, changesShared) => {
    expect([
      maySeeView(mine, principal),
      mayChangeView(mine, principal),
      maySeeView(shared, principal),
      mayChangeView(shared, principal),
    ]).toEqual([seesOwn, changesOwn, seesShared, changesShared]);
  });
});
