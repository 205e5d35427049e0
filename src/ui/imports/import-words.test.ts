import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { IMPORT_NOUNS } from '@/core/imports/import-noun';
import { isCounted, listPlace, recordPlace, shownCounts, stateOf, waitingPlace } from './import-words';

/** Whether the console has a page there. */
const isPage = (place: string) =>
  existsSync(`src/app/books/[org]/${place.replace(/\?.*/, '').replace(/\/an-id$/, '/[id]')}/page.tsx`);

const ordersWaiting = (waiting: number, ready = 0) => ({
  sourceId: 'an-id',
  waiting: waiting + ready,
  waitingRows: { imported: waiting, ready },
});

describe('the links of an import', () => {
  test.each(IMPORT_NOUNS)('lead to pages that exist: %s', (noun) => {
    const orders = noun === 'orders' ? ordersWaiting(0) : null;
    const places = [listPlace({ noun, orders }), recordPlace(noun, 'an-id'), waitingPlace('an-id')];
    expect(places.filter((place) => place !== null && !isPage(place))).toEqual([]);
  });

  test('lead from a file of orders to its source, and from an open item to its document', () => {
    expect(listPlace({ noun: 'orders', orders: ordersWaiting(3) })).toBe('order-sources/an-id');
    expect(recordPlace('openPayables', 'an-id')).toBe('transactions/an-id');
    expect(recordPlace('prices', 'an-id')).toBeNull();
  });
});

test('a file with waiting orders is not shown as done', () => {
  const counts = { total: 3, pending: 0, ready: 0, failed: 0, imported: 3, left: 0, waiting: 0 };
  const done = { importStatus: 'DONE' as const, counts };
  expect(stateOf({ ...done, orders: ordersWaiting(1) })).toBe('ORDERS_WAIT');
  expect(stateOf({ ...done, orders: ordersWaiting(0) })).toBe('DONE');
  expect(stateOf({ ...done, counts: { ...counts, imported: 2, failed: 1 } })).toBe('DONE_WITH_ERRORS');
});

test('a row of an order that waits is counted as waiting alone, not as imported or ready too', () => {
  const counts = { total: 9, pending: 0, ready: 4, failed: 1, imported: 4, left: 0, waiting: 0 };
  expect(shownCounts({ counts, orders: ordersWaiting(3, 1) })).toMatchObject({
    imported: 1,
    ready: 3,
    waiting: 4,
    failed: 1,
    total: 9,
  });
  expect(shownCounts({ counts, orders: null })).toMatchObject({ imported: 4, ready: 4, waiting: 0 });
});

test('which orders of a file wait is not known while it is gone through', () => {
  expect(isCounted({ sourceId: 'an-id', orders: null })).toBe(false);
  expect(isCounted({ sourceId: 'an-id', orders: ordersWaiting(0) })).toBe(true);
  expect(isCounted({ sourceId: null, orders: null })).toBe(true);
});
