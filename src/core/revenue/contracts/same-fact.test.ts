import { describe, expect, it } from 'vitest';
import type { ContractEvent } from './events';
import { differingFields } from './same-fact';

const recorded = (more: object): ContractEvent =>
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
    expect(differingFields(recorded({}), recorded({ id: 'b', amount: '5.00', key: undefined }))).toEqual([]);
    const lines = [{ account: 'INVENTORY', debit: '1.0', credit: '0' }];
    const again = [{ credit: '0.00', debit: '1', account: 'INVENTORY' }];
    expect(differingFields(recorded({ lines }), recorded({ lines: again }))).toEqual([]);
  });

  it('differ by the fields that say something else, and a name that looks like a number is a name', () => {
    expect(differingFields(recorded({}), recorded({ amount: '5.01', effectiveDate: '2026-01-11' }))).toEqual([
      'amount',
      'effectiveDate',
    ]);
    expect(differingFields(recorded({ key: '1.0' }), recorded({ key: '1' }))).toEqual(['key']);
    expect(differingFields(recorded({}), recorded({ unconditional: false }))).toEqual(['unconditional']);
    expect(differingFields(recorded({ onlyTo: ['a'] }), recorded({ onlyTo: ['a', 'b'] }))).toEqual([
      'onlyTo',
    ]);
  });
});
