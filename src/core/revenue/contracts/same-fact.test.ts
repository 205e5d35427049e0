import { describe, expect, it } from 'vitest';
import type { ContractEvent } from './events';
import { differingFields } from './same-fact';

const told = (more: object): ContractEvent =>
  ({
    id: 'a',
    kind: 'invoice',
    effectiveDate: '2026-01-10',
    amount: '5',
    unconditional: true,
    ...more,
  }) as ContractEvent;

describe('two tellings of a fact', () => {
  it('say the same whatever their ids, the digits of an amount and the order of fields', () => {
    expect(differingFields(told({}), told({ id: 'b', amount: '5.00', key: undefined }))).toEqual([]);
    const lines = [{ account: 'INVENTORY', debit: '1.0', credit: '0' }];
    const again = [{ credit: '0.00', debit: '1', account: 'INVENTORY' }];
    expect(differingFields(told({ lines }), told({ lines: again }))).toEqual([]);
  });

  it('differ by the fields that say something else, and a name that looks like a number is a name', () => {
    expect(differingFields(told({}), told({ amount: '5.01', effectiveDate: '2026-01-11' }))).toEqual([
      'amount',
      'effectiveDate',
    ]);
    expect(differingFields(told({ key: '1.0' }), told({ key: '1' }))).toEqual(['key']);
    expect(differingFields(told({}), told({ unconditional: false }))).toEqual(['unconditional']);
    expect(differingFields(told({ onlyTo: ['a'] }), told({ onlyTo: ['a', 'b'] }))).toEqual(['onlyTo']);
  });
});
