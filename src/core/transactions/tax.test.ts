import { expect, test } from 'vitest';
import { recordCode } from './numbers';
import { taxRateOn } from './tax';

const VAT = {
  code: 'VAT',
  rates: [
    { validFrom: '2007-01-01', validTo: '2020-06-30', rate: '19' },
    { validFrom: '2020-07-01', validTo: '2020-12-31', rate: '16' },
    { validFrom: '2021-01-01', validTo: null, rate: '19' },
    { validFrom: '2026-01-01', validTo: null, rate: '20' },
  ],
};

test.each([
  ['2020-06-30', '19'],
  ['2020-07-01', '16'],
  ['2020-12-31', '16'],
  ['2025-12-31', '19'],
  ['2026-01-01', '20'],
])('the rate on %s is %s %%, first and last day included, the latest start first', (date, rate) => {
  expect(taxRateOn(VAT, date)).toEqual({ ok: true, value: rate });
});

test('a day without a rate is an error on the line, not a silent zero', () => {
  expect(taxRateOn(VAT, '2006-12-31', ['lines', '0', 'taxCodeId'])).toMatchObject({
    refusal: { code: 'INVALID_INPUT', data: { issues: [{ path: ['lines', '0', 'taxCodeId'] }] } },
  });
});

test('the code of a record without a fiscal year has five digits', () => {
  expect(recordCode('DEPT', 12)).toBe('DEPT-00012');
});
