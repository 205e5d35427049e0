import { describe, expect, it } from 'vitest';
import { sum } from '../../money/decimal';
import type { ObligationTerms } from '../contracts/agreed/promised-terms';
import type { BeginningTerms, ContractEvent } from '../contracts/events';
import { picture } from '../contracts/picture';
import { expectValue } from './expect-value';

/** A contract of one obligation, or of the obligations given, from 1 January 2026. */
function began(
  obligations: readonly (Pick<ObligationTerms, 'key' | 'pattern'> & { allocated: string; ssp?: string })[],
  terms: Partial<BeginningTerms> = {},
): ContractEvent[] {
  return [
    {
      id: 'created',
      kind: 'created',
      effectiveDate: '2026-01-01',
      currencyCode: 'USD',
      obligations: obligations.map(({ ssp, ...one }) => ({ ...one, ssp: ssp ?? one.allocated })),
      ...terms,
    },
    { id: 'activated', kind: 'activated', effectiveDate: '2026-01-01' },
  ];
}

const year = {
  kind: 'RATABLE',
  start: '2026-01-01',
  end: '2026-12-31',
  method: 'EVEN_PERIODS',
  residual: 'CUMULATIVE',
} as const;
const service = began([{ key: 'A', allocated: '1200', pattern: year }]);
const project = began([{ key: 'A', allocated: '1000', pattern: { kind: 'PROGRESS' } }]);
type Change = Partial<Extract<ContractEvent, { kind: 'modification' }>>;

function changed(id: string, on: string, treatment: 'prospective' | 'catchUp', more: Change): ContractEvent {
  const decided = { treatment, decidedFor: treatment, reason: 'agreed' } as const;
  return { id, kind: 'modification', effectiveDate: on, ...decided, ...more };
}
const progress = (id: string, on: string, share: string): ContractEvent => {
  return { id, kind: 'progress', effectiveDate: on, key: 'A', progress: share };
};
const refundable = (on: string, liability: string): ContractEvent => {
  return { id: `refund ${on}`, kind: 'refundEstimate', effectiveDate: on, key: 'A', liability };
};
const repriced = (on: string, change: string): ContractEvent => {
  return { id: `price ${on}`, kind: 'estimateChange', effectiveDate: on, change };
};

/** Revenue of the months of 2026 from one on, to the cent. */
function months(facts: readonly ContractEvent[], from: number): string[] {
  const { rows } = expectValue(picture(facts));
  return Array.from({ length: 13 - from }, (_, index) => {
    const month = `2026-${String(from + index).padStart(2, '0')}`;
    const own = rows.filter(({ period }) => period === month);
    return sum(own.map(({ amount }) => amount)).toFixed(2);
  });
}

describe('a price that changes in the middle of a month of an even term', () => {
  // 100.00 a month. By 16 June 5.5 of 12 months are over: 550.00 earned, 6.5 months left.
  it('+65.00 for the rest: 715.00 over 6.5 months, so June has 50.00 + 55.00 and each later month 110.00', () => {
    const facts = [...service, changed('m', '2026-06-16', 'prospective', { priceChange: '65' })];
    expect(months(facts, 5)).toEqual(['100.00', '105.00', ...Array(6).fill('110.00')]);
  });

  it('-65.00 of what is not earned yet: 585.00 over 6.5 months, so June has 95.00 and each later month 90.00', () => {
    const mode = 'CANCEL_REMAINING';
    const facts: ContractEvent[] = [
      ...service,
      { id: 'c', kind: 'creditNote', effectiveDate: '2026-06-16', amount: '65', mode },
    ];
    expect(months(facts, 5)).toEqual(['100.00', '95.00', ...Array(6).fill('90.00')]);
  });

  it('+120.00 of the whole: 55.00 at once and 10.00 a month more, so that June ends at 6 of 12 months of 1,320', () => {
    const facts = [...service, repriced('2026-06-16', '120')];
    expect(months(facts, 5)).toEqual(['100.00', '160.00', ...Array(6).fill('110.00')]);
  });
});

describe('a price that changes while part of an obligation is transferred', () => {
  it('what is transferred follows from the days, not from a royalty that was earned at once: half a year, 60.00 of 120.00', () => {
    const facts: ContractEvent[] = [
      ...began([{ key: 'A', allocated: '1200', pattern: year }], {
        royalties: [{ key: 'sales', rate: '0.1', to: ['A'] }],
      }),
      { id: 'r', kind: 'royalty', effectiveDate: '2026-03-10', key: 'sales', sales: '10000' },
      repriced('2026-07-01', '120'),
    ];
    expect(months(facts, 6).slice(0, 3)).toEqual(['100.00', '170.00', '110.00']);
  });

  it('after a change for the rest, the share of that rest counts (606-10-32-45): three of six months, 60.00 of 120.00', () => {
    const facts = [
      ...service,
      changed('m', '2026-07-01', 'prospective', { priceChange: '600' }),
      repriced('2026-10-01', '120'),
    ];
    expect(months(facts, 9)).toEqual(['200.00', '280.00', '220.00', '220.00']);
  });

  it('a credit on what remains starts every rest again, also one whose share rounds to nothing: three of six months, 60.00 of 120.00', () => {
    const facts: ContractEvent[] = [
      ...began([
        { key: 'A', allocated: '1200', pattern: year },
        { key: 'B', allocated: '1000000', pattern: { kind: 'PROGRESS' } },
      ]),
      { id: 'c', kind: 'creditNote', effectiveDate: '2026-07-01', amount: '0.01', mode: 'CANCEL_REMAINING' },
      { id: 'e', kind: 'estimateChange', effectiveDate: '2026-10-01', change: '120', onlyTo: ['A'] },
    ];
    expect(months(facts, 9)).toEqual(['100.00', '180.00', '120.00', '120.00']);
  });

  it('a rest without a price is still a rest: -600.00 from July, +300.00 from October is 100.00 a month', () => {
    const facts = [
      ...service,
      changed('m', '2026-07-01', 'prospective', { priceChange: '-600' }),
      changed('n', '2026-10-01', 'prospective', { priceChange: '300' }),
    ];
    expect(months(facts, 6)).toEqual(['100.00', '0.00', '0.00', '0.00', '100.00', '100.00', '100.00']);
  });

  it('an expected refund is not a measure: of 1,000 half done and 30 to be refunded, +100 earns 50 at once', () => {
    const facts = [...project, progress('p', '2026-02-10', '0.5'), refundable('2026-03-10', '30')];
    expect(months([...facts, repriced('2026-04-10', '100')], 2).slice(0, 3)).toEqual([
      '500.00',
      '-30.00',
      '50.00',
    ]);
    const together = changed('m', '2026-04-10', 'catchUp', { priceChange: '100' });
    expect(months([...facts, together], 2).slice(0, 3)).toEqual(['500.00', '-30.00', '50.00']);
  });
});

describe('progress that turns out to be less', () => {
  it('after a change for the rest: below it, what was earned by then shrinks in proportion; above it, the rest', () => {
    // 60% of 1,000; +200, so 600 for the last 40%. 30% is half of what was done by then: 300. 80% is half of the rest: 900.
    const facts = [
      ...project,
      progress('p', '2026-02-10', '0.6'),
      changed('m', '2026-03-10', 'prospective', { priceChange: '200' }),
    ];
    expect(months([...facts, progress('q', '2026-04-10', '0.3')], 2).slice(0, 3)).toEqual([
      '600.00',
      '0.00',
      '-300.00',
    ]);
    expect(months([...facts, progress('q', '2026-04-10', '0.8')], 4).slice(0, 1)).toEqual(['300.00']);
  });

  it('after a refund of finished work: 1,000 done and 30 to be refunded, then only half done: 470.00 stay', () => {
    const facts = [...project, progress('p', '2026-02-10', '1'), refundable('2026-03-10', '30')];
    expect(months([...facts, progress('q', '2026-04-10', '0.5')], 2).slice(0, 3)).toEqual([
      '1000.00',
      '-30.00',
      '-500.00',
    ]);
  });
});

describe('what belongs to another time or another obligation', () => {
  it('a royalty before the contract on a license that begins in March is earned in March (606-10-55-65)', () => {
    const term = { ...year, start: '2026-03-01' };
    const facts: ContractEvent[] = [
      ...began([{ key: 'A', allocated: '1000', pattern: term }], {
        royalties: [{ key: 'sales', rate: '0.1', to: ['A'] }],
      }),
      { id: 'r', kind: 'royalty', effectiveDate: '2025-12-20', key: 'sales', sales: '500' },
    ];
    expect(months(facts, 1).slice(0, 4)).toEqual(['0.00', '0.00', '150.00', '100.00']);
  });

  it('a change of the whole contract with nothing in progress is shared by standalone prices, and leaves usage alone', () => {
    // 1,200 for A and B at 500 each; A is delivered, 50 were used. +200 over both: A is 700, 100 of it at once.
    const facts: ContractEvent[] = [
      ...began([
        { key: 'A', allocated: '600', ssp: '500', pattern: { kind: 'POINT' } },
        { key: 'B', allocated: '600', ssp: '500', pattern: { kind: 'POINT' } },
        { key: 'U', allocated: '0', pattern: { kind: 'USAGE' } },
      ]),
      { id: 'd', kind: 'delivery', effectiveDate: '2026-02-10', key: 'A' },
      { id: 'u', kind: 'usage', effectiveDate: '2026-02-11', key: 'U', amount: '50' },
      changed('m', '2026-03-10', 'catchUp', { priceChange: '200' }),
    ];
    expect(months(facts, 2).slice(0, 2)).toEqual(['650.00', '100.00']);
    const { obligations } = expectValue(picture(facts));
    expect(obligations.map(({ allocated }) => allocated)).toEqual(['700.00', '700.00', '50.00']);
  });
});
