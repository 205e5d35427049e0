import { describe, expect, test } from 'vitest';
import { passRates, rateJump } from './rate-change';

const stated = (rate: string, last: string | null = '1.10') => ({
  from: 'EUR',
  to: 'USD',
  date: '2026-10-31',
  rate,
  last: last === null ? null : { rate: last, date: '2026-10-01' },
});

describe('a rate that moved', () => {
  test.each([
    ['1.21', null],
    ['1.2101', '10.01'],
    ['0.99', null],
    ['0.9899', '10.01'],
    ['110', '9900'],
    ['0.011', '99'],
  ])('1.10 to %s: more than 10% is a jump, either way (%s)', (rate, percent) => {
    expect(rateJump(stated(rate), '10')?.changePercent ?? null).toBe(percent);
  });

  test('the first rate of a pair has nothing to differ from', () => {
    expect(rateJump(stated('110', null), '10')).toBeNull();
  });

  test('a jump is refused with its figures, and passes with a reason; a blank is not a reason', () => {
    const refused = passRates([stated('1.11'), stated('11')], '10', '  ');
    expect(refused).toMatchObject({
      ok: false,
      refusal: {
        code: 'RATE_JUMP',
        data: {
          limitPercent: '10',
          rates: [{ rate: '11', last: '1.1', lastDate: '2026-10-01', changePercent: '900' }],
        },
      },
    });
    const passed = passRates([stated('1.11'), stated('11')], '10', 'Redenominated');
    expect(passed).toMatchObject({ ok: true, value: [{ rate: '11' }] });
  });
});
