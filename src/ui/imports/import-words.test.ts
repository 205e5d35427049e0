import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { IMPORT_NOUNS } from '@/core/imports/import-noun';
import { listPlace, recordPlace, stateOf } from './import-words';

/** Whether the console has a page there. */
const isPage = (place: string) =>
  existsSync(`src/app/books/[org]/${place.replace(/\?.*/, '').replace(/\/an-id$/, '/[id]')}/page.tsx`);

describe('the links of an import', () => {
  test.each(IMPORT_NOUNS)('lead to pages that exist: %s', (noun) => {
    const orders = noun === 'orders' ? { sourceId: 'an-id', waiting: 0 } : null;
    const places = [listPlace({ noun, orders }), recordPlace(noun, 'an-id')];
    expect(places.filter((place) => place !== null && !isPage(place))).toEqual([]);
  });

  test('lead from a file of orders to its source, and from an open item to its document', () => {
    expect(listPlace({ noun: 'orders', orders: { sourceId: 'an-id', waiting: 3 } })).toBe(
      'order-sources/an-id',
    );
    expect(recordPlace('openPayables', 'an-id')).toBe('transactions/an-id');
    expect(recordPlace('prices', 'an-id')).toBeNull();
  });
});

test('a file of which orders wait is not called done', () => {
  const counts = { total: 3, pending: 0, ready: 0, failed: 0, imported: 3, left: 0, waiting: 0 };
  const done = { importStatus: 'DONE' as const, counts };
  expect(stateOf({ ...done, orders: { sourceId: 'an-id', waiting: 1 } })).toBe('ORDERS_WAIT');
  expect(stateOf({ ...done, orders: { sourceId: 'an-id', waiting: 0 } })).toBe('DONE');
  expect(stateOf({ ...done, counts: { ...counts, imported: 2, failed: 1 } })).toBe('DONE_WITH_ERRORS');
});
