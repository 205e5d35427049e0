import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeConnections } from '@/db/client';
import { foundTestOrganization } from '@/testing/organization';
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
    expect((await runForOutput(listPrices, call, { priceListId })).length).toBe(3);
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
});
