import { describe, expect, it } from 'vitest';
import { dec } from '../../money/decimal';
import type { ObligationPattern } from '../contracts/agreed/promised-terms';
import type { ChangedPromise, ContractEvent } from '../contracts/events';
import { picture } from '../contracts/picture';
import type { Treatment } from '../modifications/modification';
import { expectValue, ruleOf } from './expect-value';

const on = (effectiveDate: string) => ({ effectiveDate });
/** One promise of 1,000 that is worth as much. */
const begun = (pattern: ObligationPattern): ContractEvent[] => [
  {
    id: 'created',
    kind: 'created',
    ...on('2026-01-01'),
    currencyCode: 'USD',
    obligations: [{ key: 'A', allocated: '1000', ssp: '1000', pattern }],
  },
  { id: 'activated', kind: 'activated', ...on('2026-01-01') },
];
const half: ContractEvent = { id: 'half', kind: 'progress', ...on('2026-02-10'), key: 'A', progress: '0.5' };
const agreed = (
  treatment: Treatment,
  own: Omit<ChangedPromise, 'key'>,
  priceChange = '200',
): ContractEvent => ({
  id: 'change',
  kind: 'modification',
  ...on('2026-04-01'),
  treatment,
  decidedFor: treatment,
  reason: 'agreed',
  priceChange,
  obligations: [{ key: 'A', ...own }],
});

/** What is earned by the end of March, and on the day of the change and after it by month. */
function earned(facts: readonly ContractEvent[]): { by: string; since: Record<string, string> } {
  let by = dec('0');
  const since: Record<string, string> = {};
  for (const { period, amount } of expectValue(picture(facts)).rows) {
    if (period < '2026-04') by = by.plus(amount);
    else
      since[period] = dec(since[period] ?? '0')
        .plus(amount)
        .toFixed(2);
  }
  return { by: by.toFixed(2), since };
}

describe('606-10-25-13(b): what remains is stated at another standalone price than it had at inception', () => {
  const works = [...begun({ kind: 'PROGRESS' }), half];

  it('is refused where progress that is reported would have to be measured again and nothing says how much of it is satisfied', () => {
    const told = (treatment: Treatment, own: Omit<ChangedPromise, 'key'>) =>
      picture([...works, agreed(treatment, own)]);
    for (const treatment of ['catchUp', 'mixed'] as const) {
      expect(ruleOf(told(treatment, { remainingSsp: '900' }))).toBe('TREATMENT_IMPOSSIBLE');
      const refused = told(treatment, { remainingSsp: '900' });
      expect(refused.ok ? '' : refused.refusal.message).toContain('does not say how much of A is satisfied');
    }
    // The customer takes more for the rest, and nothing of it is measured again (25-13(a)).
    expect(earned([...works, agreed('prospective', { remainingSsp: '900' })]).by).toBe('500.00');
    expect(earned([...works, agreed('mixed', { remainingSsp: '900', remainingDistinct: true })]).by).toBe(
      '500.00',
    );
  });

  it.each([
    // 1,200 × 40% − 500 = −20.00, by each of the three ways in which that share can be said.
    ['a stated share', { remainingSsp: '900', satisfiedAfter: '0.4' }, '-20.00'],
    ['stated costs', { remainingSsp: '900', costs: { toDate: '400', totalAfter: '1000' } }, '-20.00'],
    ['what was transferred, worth 600 of 1,500', { remainingSsp: '900', satisfiedSsp: '600' }, '-20.00'],
    // 1,200 × 50% − 500: half of 1,000 is left, as the contract knows it.
    ['the price that it had at inception', { remainingSsp: '500' }, '100.00'],
    ['nothing but its progress', {}, '100.00'],
  ])('is measured by %s', (_by, own, caught) => {
    expect(earned([...works, agreed('catchUp', own)]).since).toEqual({ '2026-04': caught });
  });

  it('a late report of progress before the change is refused where the change would then have to be measured again', () => {
    const before = [...begun({ kind: 'PROGRESS' }), agreed('catchUp', { remainingSsp: '900' })];
    expect(picture(before).ok).toBe(true);
    expect(ruleOf(picture([...before, half]))).toBe('TREATMENT_IMPOSSIBLE');
  });

  it.each<[string, ObligationPattern, ContractEvent[], string]>([
    // 40% of 1,200 are 480.00, of which 400.00 were earned: whatever the rest costs today, four of ten are delivered.
    [
      'units',
      { kind: 'UNITS', quantity: '10' },
      [{ id: 'four', kind: 'delivery', ...on('2026-03-10'), key: 'A', quantity: '4' }],
      '80.00',
    ],
    [
      'milestones',
      {
        kind: 'MILESTONES',
        milestones: [
          { key: 'm1', weight: '2' },
          { key: 'm2', weight: '3' },
        ],
      },
      [{ id: 'first', kind: 'milestone', ...on('2026-03-10'), key: 'A', milestone: 'm1' }],
      '80.00',
    ],
    [
      'rights',
      { kind: 'RIGHTS', expectedUsed: '10' },
      [{ id: 'used', kind: 'redemption', ...on('2026-03-10'), key: 'A', quantity: '4' }],
      '80.00',
    ],
  ])('does not change what %s say', (_by, pattern, facts, caught) => {
    const change = agreed('catchUp', { remainingSsp: '900', remainingDistinct: false });
    expect(earned([...begun(pattern), ...facts, change]).since).toEqual({ '2026-04': caught });
  });

  it('does not change what time says', () => {
    // Three of ten months earned 300.00; 1,200 × 3 / 10 = 360.00, and 840.00 over seven months.
    const term = { kind: 'RATABLE', start: '2026-01-01', end: '2026-10-31', method: 'EVEN_PERIODS' } as const;
    const change = agreed('catchUp', { remainingSsp: '900', remainingDistinct: false });
    const { by, since } = earned([...begun(term), change]);
    expect([by, since['2026-04'], since['2026-05']]).toEqual(['300.00', '180.00', '120.00']);
  });
});

describe('606-10-25-13: an obligation of which nothing remains', () => {
  const units = begun({ kind: 'UNITS', quantity: '10' });
  const all: ContractEvent = { id: 'all', kind: 'delivery', ...on('2026-03-10'), key: 'A', quantity: '10' };

  it('is refused a standalone price of what remains, under any treatment', () => {
    for (const treatment of ['prospective', 'catchUp', 'mixed'] as const) {
      const told = (own: Omit<ChangedPromise, 'key'>) => picture([...units, all, agreed(treatment, own)]);
      expect(ruleOf(told({ remainingSsp: '500' }))).toBe('NOTHING_REMAINS');
      expect(ruleOf(told({ remainingSsp: '500', satisfiedAfter: '0.5' }))).toBe('NOTHING_REMAINS');
    }
  });

  it('has one where its new terms leave something: five units more for 200 are earned as they are delivered', () => {
    const more = agreed('prospective', {
      remainingSsp: '500',
      pattern: { kind: 'UNITS', quantity: '15' },
    });
    const two: ContractEvent = { id: 'two', kind: 'delivery', ...on('2026-05-10'), key: 'A', quantity: '2' };
    // 200 × 2 / 5.
    expect(earned([...units, all, more, two])).toEqual({ by: '1000.00', since: { '2026-05': '80.00' } });
  });

  it('may be progress of which the change says how much of the new scope is satisfied', () => {
    const done: ContractEvent = {
      id: 'done',
      kind: 'progress',
      ...on('2026-02-10'),
      key: 'A',
      progress: '1',
    };
    const works = [...begun({ kind: 'PROGRESS' }), done];
    expect(ruleOf(picture([...works, agreed('mixed', { remainingSsp: '500' })]))).toBe('NOTHING_REMAINS');
    // 1,200 × 80% − 1,000.
    const measured = agreed('mixed', { remainingSsp: '500', satisfiedAfter: '0.8' });
    expect(earned([...works, measured]).since).toEqual({ '2026-04': '-40.00' });
  });
});

describe('606-10-25-13(a): what remains on new terms', () => {
  const service = {
    kind: 'RATABLE',
    start: '2026-01-01',
    end: '2026-12-31',
    method: 'EVEN_PERIODS',
  } as const;
  const two = (pattern: ObligationPattern): ContractEvent[] => [
    {
      id: 'created',
      kind: 'created',
      ...on('2026-01-01'),
      currencyCode: 'USD',
      obligations: [
        { key: 'A', allocated: '1200', ssp: '1200', pattern },
        { key: 'B', allocated: '600', ssp: '600', pattern: { kind: 'POINT' } },
      ],
    },
    { id: 'activated', kind: 'activated', ...on('2026-01-01') },
  ];
  const shares = (facts: readonly ContractEvent[]) =>
    Object.fromEntries(expectValue(picture(facts)).obligations.map(({ key, allocated }) => [key, allocated]));

  it('weighs in the price of the rest by what a part of it cost at inception: a term of twice the months, half as many units more', () => {
    // Nine months of 100 are left of the service; with twelve more it is 2,100 of 2,700. 900 + 600 + 1,200 are shared: 2,100 and 600.
    const longer = { pattern: { ...service, end: '2027-12-31' } } as const;
    expect(shares([...two(service), agreed('prospective', longer, '1200')])).toEqual({
      A: '2400.00',
      B: '600.00',
    });
    // Six of twelve units at 100 are left; with six more they are 1,200 of 1,800. 600 + 600 + 600: 1,200 and 600.
    const units = two({ kind: 'UNITS', quantity: '12' });
    const six: ContractEvent = { id: 'six', kind: 'delivery', ...on('2026-03-10'), key: 'A', quantity: '6' };
    const more = { pattern: { kind: 'UNITS', quantity: '18' } } as const;
    const changed = [...units, six, agreed('prospective', more, '600')];
    expect(shares(changed)).toEqual({ A: '1800.00', B: '600.00' });
    // At the next change what is left still weighs so: 800 of 1,400 for a further 140.
    const four: ContractEvent = {
      id: 'four',
      kind: 'delivery',
      ...on('2026-05-10'),
      key: 'A',
      quantity: '4',
    };
    const again = { ...agreed('prospective', {}, '140'), id: 'again', ...on('2026-06-01') };
    expect(shares([...changed, four, again])).toEqual({ A: '1880.00', B: '660.00' });
  });

  it('is there again of units that were all delivered, without a standalone price from the caller', () => {
    const all: ContractEvent = { id: 'all', kind: 'delivery', ...on('2026-03-10'), key: 'A', quantity: '12' };
    const more = { pattern: { kind: 'UNITS', quantity: '18' } } as const;
    const facts = [...two({ kind: 'UNITS', quantity: '12' }), all, agreed('prospective', more, '600')];
    // 600 + 600 by 600 and 600.
    expect(shares(facts)).toEqual({ A: '1800.00', B: '600.00' });
  });

  it('is nothing of units that are cut to those delivered: what was not earned of them belongs to what remains', () => {
    const six: ContractEvent = { id: 'six', kind: 'delivery', ...on('2026-03-10'), key: 'A', quantity: '6' };
    const fewer = { pattern: { kind: 'UNITS', quantity: '6' } } as const;
    const cut = (treatment: Treatment) => [
      ...two({ kind: 'UNITS', quantity: '12' }),
      six,
      agreed(treatment, fewer, '-500'),
    ];
    // 600 + 600 − 500 for the other obligation alone.
    expect(shares(cut('prospective'))).toEqual({ A: '600.00', B: '700.00' });
    // As one with the units delivered, 700 are earned by them (25-13(b)).
    expect(shares(cut('catchUp'))).toEqual({ A: '700.00', B: '600.00' });
    expect(earned(cut('catchUp'))).toEqual({ by: '600.00', since: { '2026-04': '100.00' } });
  });

  it('is measured again of a service that had ended, where it goes on as one with what was transferred (25-13(b))', () => {
    const short = { ...service, end: '2026-03-31' };
    const longer = { pattern: { ...service, end: '2026-05-31' } } as const;
    // 1,200 of three months; 1,500 over five, of which 900 for three: 300.00 less, and 300.00 for each of the two to come.
    const facts = [...two(short), agreed('catchUp', longer, '300')];
    expect(earned(facts)).toEqual({ by: '1200.00', since: { '2026-04': '0.00', '2026-05': '300.00' } });
  });

  it('what the modification states it to be worth takes precedence', () => {
    const longer = { remainingSsp: '1400', pattern: { ...service, end: '2027-12-31' } } as const;
    // 2,700 by 1,400 and 600.
    expect(shares([...two(service), agreed('prospective', longer, '1200')])).toEqual({
      A: '2190.00',
      B: '810.00',
    });
  });
});

describe('606-10-55-48: rights of which another number is agreed', () => {
  const rights = [
    ...begun({ kind: 'RIGHTS', expectedUsed: '100' }),
    { id: 'used', kind: 'redemption', ...on('2026-03-10'), key: 'A', quantity: '50' } as const,
  ];
  const more = { pattern: { kind: 'RIGHTS', expectedUsed: '200' } } as const;
  const again: ContractEvent = {
    id: 'again',
    kind: 'redemption',
    ...on('2026-05-10'),
    key: 'A',
    quantity: '15',
  };

  it('earn what is left of the price as the rest of them is used (25-13(a))', () => {
    // 500 + 900 are left for 150 rights, of which 15 are used: 140.00.
    const change = agreed('prospective', more, '900');
    expect(earned([...rights, change, again])).toEqual({ by: '500.00', since: { '2026-05': '140.00' } });
  });

  it('are measured again by how many of all of them were used (25-13(b))', () => {
    // 1,900 × 50 / 200 − 500 = −25.00; 15 more of 200 are 142.50.
    const change = agreed('catchUp', more, '900');
    expect(earned([...rights, change, again]).since).toEqual({ '2026-04': '-25.00', '2026-05': '142.50' });
  });

  it('that lapsed stay satisfied', () => {
    const lapsed: ContractEvent = { id: 'lapsed', kind: 'lapse', ...on('2026-03-20'), key: 'A' };
    const change = agreed('prospective', { ...more, remainingSsp: '500' });
    expect(ruleOf(picture([...rights, lapsed, change]))).toBe('NOTHING_REMAINS');
  });
});
