import { expect, test } from 'vitest';
import type { Contract } from './contract-months';
import { versionOn } from './contract-versions';

const version = (number: number, effectiveDate: string, price: string, shares: Record<string, string>) => ({
  version: number,
  effectiveDate,
  transactionPrice: price,
  allocations: Object.entries(shares).map(([key, allocated]) => ({ key, allocated })),
});

const contract = {
  contract: { transactionPrice: '300' },
  obligations: [
    { key: 'a', allocated: '180', recognised: '50', remaining: '130' },
    { key: 'b', allocated: '120', recognised: '0', remaining: '120' },
  ],
  versions: [
    version(1, '2026-01-01', '200', { a: '200' }),
    version(2, '2026-06-01', '300', { a: '180', b: '120' }),
  ],
  events: [{ event: { effectiveDate: '2026-01-01' } }, { event: { effectiveDate: '2026-06-01' } }],
} as unknown as Contract;

test('as of a day before a modification the contract has the price, obligations and events of that day', () => {
  const then = versionOn(contract, '2026-05-31');
  expect(then.contract.transactionPrice).toBe('200');
  expect(then.obligations).toEqual([{ key: 'a', allocated: '200', recognised: '50', remaining: '150' }]);
  expect(then.events).toHaveLength(1);
});

test('without a day, or on the day of the modification, the contract is as modified', () => {
  expect(versionOn(contract, null)).toBe(contract);
  expect(versionOn(contract, '2026-06-01').obligations).toHaveLength(2);
});
