import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeConnections } from '@/db/client';
import { foundTestOrganization } from '@/testing/organization';
import { statementsOf } from '@/testing/statements';
import { itemVerbs } from '@/usecases/items/item-records';
import type { Call } from '@/usecases/kit/define';
import { runForOutput } from '@/usecases/kit/run';
import { priceListVerbs } from './price-list-records';
import { findPrice, listPrices, priceVerbs } from './prices';

let call: Call;
let priceListId: string;
let itemId: string;

beforeAll(async () => {
  call = (await foundTestOrganization()).callAs('admin');
  priceListId = (await runForOutput(priceListVerbs.create, call, { currencyCode: 'USD' })).id;
  itemId = (await runForOutput(itemVerbs.create, call, { name: 'Seat' })).id;
});
afterAll(closeConnections);

const price = (unitPrice: string, minimumQuantity: string, validFrom: string, validTo?: string) =>
  runForOutput(priceVerbs.create, call, {
    priceListId,
    itemId,
    unitPrice,
    minimumQuantity,
    validFrom,
    validTo,
  });
const find = (quantity: string, onDay: string) =>
  runForOutput(findPrice, call, { priceListId, itemId, quantity, onDay });

describe('a dated price list', () => {
  test('returns the price of the largest minimum quantity reached, in its newest validity period on the day', async () => {
    await price('10.123456', '1', '2026-01-01');
    await price('11', '1', '2026-07-01');
    await price('8', '100', '2026-01-01', '2026-06-30');
    expect(await find('1', '2025-12-31')).toBeNull();
    expect(await find('1', '2026-03-01')).toBe('10.123456');
    expect(await find('99.5', '2026-07-01')).toBe('11.000000');
    expect(await find('100', '2026-06-30')).toBe('8.000000');
    expect(await find('100', '2026-07-01')).toBe('11.000000');
    expect((await runForOutput(listPrices, call, { priceListId })).total).toBe(3);
  });

  test('the same item, quantity and day twice is refused, and so is a validity period that ends before it begins', async () => {
    await expect(price('12', '1', '2026-07-01')).rejects.toMatchObject({ refusal: { code: 'DUPLICATE' } });
    await expect(price('12', '1', '2026-08-01', '2026-07-31')).rejects.toMatchObject({
      refusal: { code: 'INVALID_INPUT', data: { issues: [{ path: ['validTo'] }] } },
    });
    await expect(price('12.1234567', '1', '2026-09-01')).rejects.toMatchObject({
      refusal: { code: 'INVALID_INPUT' },
    });
  });

  test('a currency has one default list: the newest replaces the previous one', async () => {
    const make = (currencyCode: string) =>
      runForOutput(priceListVerbs.create, call, { currencyCode, isDefault: true });
    const [first, euro] = [await make('USD'), await make('EUR')];
    const second = await make('USD');
    const isDefault = async (id: string) => (await runForOutput(priceListVerbs.get, call, { id })).isDefault;
    expect(await Promise.all([first, euro, second].map(({ id }) => isDefault(id)))).toEqual([
      false,
      true,
      true,
    ]);
    await runForOutput(priceListVerbs.update, call, { id: first.id, data: { isDefault: true } });
    expect(await Promise.all([first, euro, second].map(({ id }) => isDefault(id)))).toEqual([
      true,
      true,
      false,
    ]);
  });

  test('is read page by page, by item, quantity and newest day, each price once, and those used today are marked', async () => {
    const list = await runForOutput(priceListVerbs.create, call, { currencyCode: 'USD' });
    const names = ['Zither', 'Anvil', 'Mast', 'Anvil'];
    const expected: { name: string; item: string; quantity: string; from: string; used: boolean }[] = [];
    for (const name of names) {
      const item = (await runForOutput(itemVerbs.create, call, { name })).id;
      for (const quantity of ['1', '10'])
        for (const [validFrom, validTo, used] of [
          ['2020-01-01', null, false],
          ['2021-01-01', '2021-12-31', false],
          ['2022-01-01', null, true],
          ['2999-01-01', null, false],
        ] as const) {
          await runForOutput(priceVerbs.create, call, {
            ...{ priceListId: list.id, itemId: item, unitPrice: '5', minimumQuantity: quantity },
            ...{ validFrom, validTo },
          });
          expected.push({ name, item, quantity, from: validFrom, used });
        }
    }
    const order = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
    expected.sort(
      (one, other) =>
        order(one.name, other.name) ||
        order(one.item, other.item) ||
        Number(one.quantity) - Number(other.quantity) ||
        order(other.from, one.from),
    );
    for (const [asked, wanted] of [
      [{ priceListId: list.id }, expected],
      [{ itemId: expected[0]?.item }, expected.slice(0, 8)],
    ] as const) {
      const found: object[] = [];
      for (let page = 1; found.length < wanted.length; page += 1) {
        const { rows, total } = await runForOutput(listPrices, call, { ...asked, page, limit: 5 });
        expect([total, rows.length > 0]).toEqual([wanted.length, true]);
        found.push(
          ...rows.map((row) => ({
            ...{ name: row.itemName, item: row.itemId, quantity: String(Number(row.minimumQuantity)) },
            ...{ from: row.validFrom, used: row.isInEffect },
          })),
        );
      }
      expect(found).toEqual(wanted);
      expect((await runForOutput(listPrices, call, { ...asked, page: 99 })).rows).toEqual([]);
    }
  });

  test('an item’s prices on many lists are read page by page, one list after the other by name, with as many statements as those of one list', async () => {
    const item = (await runForOutput(itemVerbs.create, call, { name: 'On many lists' })).id;
    const expected: string[] = [];
    const names = new Map<string, string>();
    for (const [at, quantities] of [
      ['10'],
      ['1', '5', '20'],
      [],
      ['2', '3'],
      ['7'],
      ['1'],
      ['4', '6'],
    ].entries()) {
      // By name they stand the other way around.
      const list = await runForOutput(priceListVerbs.create, call, {
        currencyCode: 'USD',
        name: `Many ${9 - at}`,
      });
      names.set(list.id, list.name);
      const own: string[] = [];
      for (const minimumQuantity of quantities) {
        await runForOutput(priceVerbs.create, call, {
          ...{ priceListId: list.id, itemId: item, unitPrice: '5', minimumQuantity, validFrom: '2026-01-01' },
        });
        own.push(`${list.name} ${minimumQuantity}`);
      }
      expected.unshift(...own);
    }
    for (const limit of [1, 2, 3, 4, 5, 7, 50]) {
      const found: string[] = [];
      for (let page = 1; page <= Math.ceil(expected.length / limit); page += 1) {
        const { result, count } = await statementsOf(() =>
          runForOutput(listPrices, call, { itemId: item, page, limit }),
        );
        expect([result.total, result.rows.length]).toEqual([
          expected.length,
          Math.min(limit, expected.length - (page - 1) * limit),
        ]);
        // Which lists, which prices, and these themselves.
        expect(count).toBeLessThanOrEqual(3);
        found.push(
          ...result.rows.map((row) => `${names.get(row.priceListId)} ${Number(row.minimumQuantity)}`),
        );
      }
      expect(found).toEqual(expected);
    }
  });
});
