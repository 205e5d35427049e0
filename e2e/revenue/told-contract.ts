import type { ContractEvent, ObligationPattern, ObligationTerms } from '@/core/revenue/contracts/events';
import { periodsTouched } from '@/core/revenue/days';
import type { Contract } from './oracle/by-date';
import type { Promised } from './oracle/held';

export const BEGIN = '2026-01-10';
export const MONTHS = periodsTouched(BEGIN, '2027-02-28');
export const LICENSE = '2026-03-01';
export const UNITS = 1000;
const FIXED = 3_300_000;
const BONUS = 33_000;

/** One promise of every kind, for the engine and for the oracle. */
const KINDS: readonly { promise: Promised; pattern: ObligationPattern; terms?: Partial<ObligationTerms> }[] =
  [
    ratable('term', 600, BEGIN, '2026-07-31'),
    ratable('early', 200, '2025-11-20', '2026-04-15'),
    ratable('months', 240, '2026-02-01', '2026-08-31', 'EVEN_PERIODS'),
    ratable('license', 300, LICENSE, '2026-08-31'),
    measured('point', 300, { kind: 'POINT' }),
    measured('project', 500, { kind: 'PROGRESS' }, { together: true }),
    measured('works', 450, { kind: 'PROGRESS' }, { together: true }),
    measured(
      'steps',
      150,
      {
        kind: 'MILESTONES',
        milestones: [1, 2, 3, 4].map((weight) => ({ key: `s${weight}`, weight: `${weight}` })),
      },
      { together: true },
    ),
    measured('units', 400, { kind: 'UNITS', quantity: String(UNITS) }),
    measured('points', 100, { kind: 'RIGHTS', expectedUsed: '400' }),
    {
      ...measured('agency', 60, { kind: 'POINT' }, { passes: 50 }),
      terms: { supplier: { capacity: 'AGENT', amount: '50' } },
    },
  ];

function ratable(key: string, ssp: number, start: string, end: string, method?: 'EVEN_PERIODS') {
  const promise: Promised = { key, ssp, kind: method === undefined ? 'DAYS' : 'MONTHS', start, end };
  return { promise, pattern: { kind: 'RATABLE', start, end, method, residual: 'CUMULATIVE' } } as const;
}

function measured(key: string, ssp: number, pattern: ObligationPattern, more: object = {}) {
  return { promise: { key, ssp, kind: 'MEASURED', ...more } as Promised, pattern };
}

export const PROMISES = KINDS.map(({ promise }) => promise);
export const INTEREST = [
  { on: '2026-03-31', amount: 111 },
  { on: '2026-05-31', amount: 222 },
];
const TIERS = [
  { upTo: 20_000, price: 0.45 },
  { upTo: Number.POSITIVE_INFINITY, price: 0.3005 },
];

export const contractOf = (scale = 1): Contract => ({
  on: BEGIN,
  fixed: FIXED * scale,
  included: BONUS * scale,
  promises: PROMISES,
  tiers: TIERS.map(({ price }, index) => {
    const { upTo = 0, price: before = 0 } = TIERS[index - 1] ?? {};
    return { from: upTo, price: (price - before) * scale };
  }),
});

export function begun(scale = 1): ContractEvent[] {
  const text = (amount: number) => String(amount * scale);
  const whole = PROMISES.reduce((sum, { ssp }) => sum + ssp, 0);
  const used: Partial<Extract<ObligationPattern, { kind: 'USAGE' }>>[] = [
    {
      tiers: TIERS.map(({ upTo, price }) => ({
        upTo: Number.isFinite(upTo) ? String(upTo) : null,
        unitPrice: text(price),
      })),
    },
    { invoicedPrice: text(10), expectedPrice: text(8) },
    {},
  ];
  return [
    {
      id: 'created',
      kind: 'created',
      effectiveDate: BEGIN,
      currencyCode: 'USD',
      obligations: [
        ...KINDS.map(({ promise, pattern, terms }) => ({
          key: promise.key,
          allocated: text(((FIXED + BONUS) * promise.ssp) / whole),
          ssp: text(promise.ssp),
          pattern,
          ...(terms?.supplier !== undefined && { supplier: { ...terms.supplier, amount: text(50) } }),
        })),
        ...['calls', 'rebated', 'brokered'].map(
          (key, index): ObligationTerms => ({
            key,
            allocated: '0',
            ssp: '0',
            pattern: { kind: 'USAGE', ...used[index] },
            ...(key === 'brokered' && { supplier: { capacity: 'AGENT', amount: '0', rate: '0.9' } }),
          }),
        ),
        // Owes its supplier with time, and is earned with time.
        {
          key: 'resold',
          allocated: '0',
          ssp: '0',
          pattern: { kind: 'RATABLE', start: BEGIN, end: '2026-05-31' },
          supplier: { capacity: 'PRINCIPAL', amount: '0' },
        },
      ],
      variable: [{ key: 'bonus', included: text(BONUS) }],
      royalties: [
        { key: 'sales', rate: '0.03' },
        { key: 'plays', rate: '0.05', to: ['license'] },
      ],
      interest: INTEREST.map(({ on, amount }) => ({ on, amount: text(amount) })),
    },
    { id: 'activated', kind: 'activated', effectiveDate: BEGIN },
  ];
}
