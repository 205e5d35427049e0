import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dec, sum } from '@/core/money/decimal';
import { minorUnits } from '@/core/money/minor-units';
import { addDays } from '../../periods/calendar';
import { daysInclusive } from '../days';
import { buildSchedule, type Schedule, type ScheduleInput } from './schedule';
import { SCHEDULE_METHODS } from './schedule-methods';

function build(input: Omit<ScheduleInput, 'currencyCode'> & { currencyCode?: string }): Schedule {
  const outcome = buildSchedule({ currencyCode: 'USD', ...input });
  if (!outcome.ok) throw new Error(outcome.refusal.message);
  return outcome.value;
}

const amounts = (schedule: Schedule) => schedule.slices.map((slice) => slice.amount);
const year = { start: '2025-01-01', end: '2025-12-31' };

describe('exact days', () => {
  it('gives 986.30 to a 30-day month and 1,019.18 to a 31-day month of 12,000 over 365 days', () => {
    const { slices, total } = build({ amount: '12000', ...year, method: 'EXACT_DAYS' });
    expect(slices[3]?.amount).toBe('986.30');
    expect(slices[0]?.amount).toBe('1019.18');
    expect(total).toBe('12000.00');
  });

  it('spreads 1,200 over 2025 with 101.91 in December, so that the year is 1,200.00', () => {
    const schedule = build({ amount: '1200', ...year, method: 'EXACT_DAYS', residual: 'LAST' });
    expect(amounts(schedule)).toEqual([
      ...['101.92', '92.05', '101.92', '98.63', '101.92', '98.63'],
      ...['101.92', '101.92', '98.63', '101.92', '98.63', '101.91'],
    ]);
  });

  it('counts 29 February in a leap year', () => {
    const schedule = build({ amount: '366', start: '2024-01-01', end: '2024-12-31', method: 'EXACT_DAYS' });
    expect(schedule.slices[1]).toEqual({
      period: '2024-02',
      start: '2024-02-01',
      end: '2024-02-29',
      amount: '29.00',
    });
  });

  it('continues after a first month of zero', () => {
    const schedule = build({
      amount: '1.00',
      start: '2025-01-31',
      end: '2025-12-31',
      method: 'EXACT_DAYS',
    });
    expect(schedule.slices).toHaveLength(12);
    expect(schedule.slices[0]?.amount).toBe('0.00');
    expect(schedule.total).toBe('1.00');
  });

  it('accepts a term of one day', () => {
    expect(
      build({ amount: '9.99', start: '2025-03-31', end: '2025-03-31', method: 'EXACT_DAYS' }).slices,
    ).toEqual([{ period: '2025-03', start: '2025-03-31', end: '2025-03-31', amount: '9.99' }]);
  });
});

describe('even periods', () => {
  it('splits 1,000 over 12 months into eleven of 83.33 and a last of 83.37', () => {
    const schedule = build({ amount: '1000', ...year, method: 'EVEN_PERIODS' });
    expect(amounts(schedule)).toEqual([...Array.from({ length: 11 }, () => '83.33'), '83.37']);
  });

  it('spreads the residual over the year under cumulative rounding', () => {
    const schedule = build({ amount: '1000', ...year, method: 'EVEN_PERIODS', residual: 'CUMULATIVE' });
    expect(amounts(schedule).slice(0, 3)).toEqual(['83.33', '83.34', '83.33']);
    expect(amounts(schedule).at(-1)).toBe('83.33');
  });

  it('never gives a tiny amount a negative last slice', () => {
    const schedule = build({ amount: '0.07', ...year, method: 'EVEN_PERIODS' });
    expect(amounts(schedule).filter((amount) => amount === '0.01')).toHaveLength(7);
    expect(amounts(schedule).filter((amount) => amount === '0.00')).toHaveLength(5);
  });

  it('has no cents in yen and three decimals in dinars', () => {
    expect(
      amounts(build({ amount: '1000', ...year, method: 'EVEN_PERIODS', currencyCode: 'JPY' })).at(-1),
    ).toBe('87');
    expect(amounts(build({ amount: '1000', ...year, method: 'EVEN_PERIODS', currencyCode: 'BHD' }))[0]).toBe(
      '83.333',
    );
  });
});

describe('prorated first and last month', () => {
  it('makes full months equal and prorates the first and last month by days', () => {
    const schedule = build({
      amount: '1200',
      start: '2025-01-15',
      end: '2026-01-14',
      method: 'PRORATE_FIRST_LAST',
    });
    expect(schedule.slices).toHaveLength(13);
    expect(amounts(schedule)).toEqual(['54.84', ...Array.from({ length: 11 }, () => '100.00'), '45.16']);
  });

  it('does not drift from a start on the 31st', () => {
    const schedule = build({
      amount: '300',
      start: '2025-01-31',
      end: '2025-03-31',
      method: 'PRORATE_FIRST_LAST',
    });
    expect(schedule.slices.map((slice) => slice.period)).toEqual(['2025-01', '2025-02', '2025-03']);
    expect(schedule.slices[1]?.amount).toBe(schedule.slices[2]?.amount);
  });
});

describe('full months', () => {
  it('recognizes 100 in January from the 15th and makes no thirteenth month', () => {
    const schedule = build({
      amount: '1200',
      start: '2025-01-15',
      end: '2026-01-14',
      method: 'FULL_MONTHS',
    });
    expect(amounts(schedule)).toEqual(Array.from({ length: 12 }, () => '100.00'));
    expect(schedule.slices.at(-1)?.period).toBe('2025-12');
  });

  it('counts the last month when the term reaches its end', () => {
    const schedule = build({ amount: '300', start: '2025-01-30', end: '2025-03-31', method: 'FULL_MONTHS' });
    expect(amounts(schedule)).toEqual(['100.00', '100.00', '100.00']);
  });

  it('gives everything to the only month of the term', () => {
    const schedule = build({ amount: '300', start: '2025-01-05', end: '2025-01-20', method: 'FULL_MONTHS' });
    expect(amounts(schedule)).toEqual(['300.00']);
  });
});

describe('a price per month', () => {
  it('is totaled over full months and the prorated part of a partial month', () => {
    const schedule = build({
      monthlyAmount: '310',
      start: '2025-01-01',
      end: '2025-03-10',
      method: 'EXACT_DAYS',
    });
    expect(amounts(schedule)).toEqual(['310.00', '310.00', '100.00']);
    expect(schedule.total).toBe('720.00');
  });

  it('is charged in full for started months', () => {
    const input = { monthlyAmount: '100', start: '2025-01-15', end: '2026-01-14' };
    expect(build({ ...input, method: 'FULL_MONTHS' }).total).toBe('1200.00');
    expect(build({ ...input, method: 'EVEN_PERIODS' }).total).toBe('1300.00');
    expect(build({ ...input, method: 'PRORATE_FIRST_LAST' }).total).toBe('1200.00');
  });
});

describe('refusals', () => {
  const base: ScheduleInput = { amount: '1', currencyCode: 'USD', ...year, method: 'EXACT_DAYS' };
  const paths = (input: ScheduleInput) => {
    const outcome = buildSchedule(input);
    if (outcome.ok) return [];
    return outcome.refusal.code === 'INVALID_INPUT'
      ? outcome.refusal.data.issues.map((issue) => issue.path.join('.'))
      : [outcome.refusal.code];
  };

  it('names the field that is wrong', () => {
    expect(paths(base)).toEqual([]);
    expect(paths({ ...base, end: '2024-12-31' })).toEqual(['end']);
    expect(paths({ ...base, start: '2025-02-30' })).toContain('start');
    expect(paths({ ...base, amount: '1.005' })).toEqual(['amount']);
    expect(paths({ ...base, amount: '1e3' })).toEqual(['amount']);
    expect(paths({ ...base, amount: undefined })).toEqual(['amount']);
    expect(paths({ ...base, monthlyAmount: '1' })).toEqual(['monthlyAmount']);
    expect(paths({ ...base, currencyCode: 'XYZ' })).toEqual(['currencyCode']);
    expect(paths({ ...base, end: '2199-12-31' })).toEqual(['end']);
    expect(paths({ ...base, method: 'WEEKLY' as never })).toEqual(['method']);
    expect(paths({ ...base, residual: 'FIRST' as never })).toEqual(['residual']);
  });
});

describe('laws', () => {
  const term = fc
    .tuple(fc.integer({ min: 0, max: 9_000 }), fc.integer({ min: 0, max: 2_500 }))
    .map(([from, length]) => {
      const start = addDays('2015-01-01', from);
      return { start, end: addDays(start, length) };
    });
  const input = fc.record({
    minor: fc.bigInt({ min: -10_000_000_000_000n, max: 10_000_000_000_000n }),
    currencyCode: fc.constantFrom('USD', 'JPY', 'BHD'),
    term,
    method: fc.constantFrom(...SCHEDULE_METHODS),
    residual: fc.constantFrom('LAST', 'CUMULATIVE'),
  });
  type Drawn = typeof input extends fc.Arbitrary<infer T> ? T : never;
  const built = (drawn: Drawn) => {
    const unit = dec('10').pow(-minorUnits(drawn.currencyCode));
    const amount = dec(drawn.minor).times(unit);
    const schedule = build({
      amount: amount.toFixed(),
      currencyCode: drawn.currencyCode,
      ...drawn.term,
      method: drawn.method as ScheduleInput['method'],
      residual: drawn.residual as 'LAST' | 'CUMULATIVE',
    });
    return { unit, amount, schedule };
  };

  it('slices sum to the amount exactly and never have the opposite sign', () => {
    fc.assert(
      fc.property(input, (drawn) => {
        const { amount, schedule } = built(drawn);
        expect(sum(amounts(schedule)).equals(amount)).toBe(true);
        expect(schedule.slices.every((slice) => dec(slice.amount).times(amount).gte('0'))).toBe(true);
      }),
    );
  });

  it('slices follow one another from the start without gap or overlap', () => {
    fc.assert(
      fc.property(input, (drawn) => {
        const { schedule } = built(drawn);
        expect(schedule.slices[0]?.start).toBe(drawn.term.start);
        schedule.slices.slice(1).forEach((slice, index) => {
          expect(slice.start).toBe(addDays(schedule.slices[index]?.end ?? '', 1));
        });
      }),
    );
  });

  it('no slice is off by more than one minor unit under cumulative rounding', () => {
    fc.assert(
      fc.property(input, (drawn) => {
        const { unit, amount, schedule } = built({ ...drawn, method: 'EXACT_DAYS', residual: 'CUMULATIVE' });
        const days = String(daysInclusive(drawn.term.start, drawn.term.end));
        for (const slice of schedule.slices) {
          const exact = amount.times(String(daysInclusive(slice.start, slice.end))).div(days);
          expect(exact.minus(slice.amount).abs().lessThanOrEqualTo(unit)).toBe(true);
        }
        const even = built({ ...drawn, method: 'EVEN_PERIODS', residual: 'CUMULATIVE' }).schedule.slices;
        for (const slice of even) {
          const exact = amount.div(String(even.length));
          expect(exact.minus(slice.amount).abs().lessThanOrEqualTo(unit)).toBe(true);
        }
      }),
    );
  });
});
