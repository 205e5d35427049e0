import { afterAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { type Books, openBooks } from './books';

afterAll(closeConnections);

const on = (effectiveDate: string) => ({ effectiveDate });
const point = (key: string, ssp: string) => ({ key, ssp, pattern: { kind: 'POINT' as const } });

describe('what is wrong is refused and nothing is written', () => {
  it.each<[string, (books: Books, id: string) => Promise<unknown>, string]>([
    [
      'progress over 100 %',
      (b, id) => b.tell(id, { kind: 'progress', ...on('2026-02-01'), key: 'p', progress: '1.2' }),
      'REVENUE_RULE',
    ],
    [
      'an unknown obligation',
      (b, id) => b.tell(id, { kind: 'delivery', ...on('2026-02-01'), key: 'none' }),
      'REVENUE_RULE',
    ],
    [
      'a day that is none',
      (b, id) => b.tell(id, { kind: 'payment', ...on('2026-02-30'), amount: '1' }),
      'INVALID_INPUT',
    ],
    [
      'a negative amount',
      (b, id) => b.tell(id, { kind: 'payment', ...on('2026-02-01'), amount: '-1' }),
      'INVALID_INPUT',
    ],
    [
      'an event beyond the last period',
      (b, id) => b.tell(id, { kind: 'payment', ...on('2099-02-01'), amount: '1' }),
      'PERIOD_NOT_OPEN',
    ],
    [
      'a journal that does not balance',
      (b, id) =>
        b.tell(id, {
          kind: 'journal',
          ...on('2026-02-01'),
          memo: 'x',
          lines: [
            { account: 'INVENTORY', debit: '1' },
            { account: 'COST_OF_SALES', credit: '2' },
          ],
        }),
      'REVENUE_RULE',
    ],
    ['a run of no month', (b) => b.run('2026-13'), 'INVALID_INPUT'],
    ['a run of a month without books', (b) => b.run('2020-01'), 'PERIOD_NOT_OPEN'],
    [
      'a negative standalone price',
      (b) => b.contract({ price: { fixed: '1' }, obligations: [point('a', '-1')] }),
      'INVALID_INPUT',
    ],
    [
      'a term that ends before it starts',
      (b) =>
        b.contract({
          price: { fixed: '1' },
          obligations: [
            { key: 'a', ssp: '1', pattern: { kind: 'RATABLE', start: '2026-02-01', end: '2026-01-01' } },
          ],
        }),
      'INVALID_INPUT',
    ],
    [
      'an unknown currency',
      (b) => b.contract({ currencyCode: 'ZZZ', price: { fixed: '1' }, obligations: [point('a', '1')] }),
      'INVALID_INPUT',
    ],
    [
      'a currency without a rate',
      (b) =>
        b
          .contract({ currencyCode: 'CHF', price: { fixed: '1' }, obligations: [point('a', '1')] })
          .then(({ contract }) => b.tell(contract.id, { kind: 'payment', ...on('2026-02-01'), amount: '1' })),
      'RATE_MISSING',
    ],
  ])('%s', async (_what, attempt, code) => {
    const books = await openBooks();
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      price: { fixed: '100' },
      obligations: [{ key: 'p', ssp: '100', pattern: { kind: 'PROGRESS' } }],
    });
    const before = await books.read(contract.id);
    await expect(attempt(books, contract.id)).rejects.toMatchObject({ refusal: { code } });
    expect(await books.read(contract.id)).toEqual(before);
    expect(await books.entries()).toEqual([]);
  });
});
