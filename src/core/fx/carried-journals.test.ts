import { expect, it } from 'vitest';
import { dec } from '../money/decimal';
import { isMonetary, isNonmonetary, JOURNAL_ROLES, journalBases } from './carried-journals';

const bases = (amounts: readonly string[], rate: string) =>
  journalBases(amounts.map(dec), rate, 'USD').map((one) => one.toFixed());

it('a journal in base currency is at the rate of the day; the last side takes what rounding leaves', () => {
  expect(bases(['0.33', '0.33', '-0.66'], '1.55')).toEqual(['0.51', '0.51', '-1.02']);
  expect(bases(['0.67', '0.67', '-1.34'], '1.5')).toEqual(['1', '1', '-2']);
  expect(bases([], '1.5')).toEqual([]);
});

it('IAS 21.16: goods to be recovered and a provision that is settled by work are nonmonetary, what is owed to a supplier is monetary', () => {
  expect(JOURNAL_ROLES.filter(isNonmonetary)).toEqual(['RETURN_ASSET', 'LOSS_PROVISION']);
  expect(JOURNAL_ROLES.filter(isMonetary)).toEqual(['SUPPLIER_PAYABLE']);
});
