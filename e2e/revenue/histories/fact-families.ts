import { type Books, type Draft, type Fact, PROBABLE } from '../books';

/** A contract with an obligation of every kind; some of it is performed and billed in January. */
export const draft: Draft = {
  contractDate: '2026-01-10',
  endDate: '2026-12-31',
  price: {
    fixed: '2930',
    variable: [
      { key: 'bonus', ...PROBABLE, method: 'MOST_LIKELY', outcomes: [{ amount: '80', probability: '1' }] },
    ],
    royalties: [{ key: 'sales', rate: '0.05' }],
    financing: { kind: 'ADVANCE', monthsPerPeriod: 1, periods: 12, ratePerPeriod: '0.005' },
  },
  obligations: [
    { key: 'term', ssp: '600', pattern: { kind: 'RATABLE', start: '2026-01-10', end: '2026-12-31' } },
    { key: 'point', ssp: '300', pattern: { kind: 'POINT' } },
    { key: 'goods', ssp: '250', pattern: { kind: 'POINT' } },
    { key: 'project', ssp: '500', pattern: { kind: 'PROGRESS' } },
    { key: 'works', ssp: '450', pattern: { kind: 'PROGRESS' } },
    {
      key: 'steps',
      ssp: '100',
      pattern: { kind: 'MILESTONES', milestones: [1, 2, 3].map((n) => ({ key: `s${n}`, weight: `${n}` })) },
    },
    { key: 'units', ssp: '400', pattern: { kind: 'UNITS', quantity: '100' } },
    { key: 'points', ssp: '90', pattern: { kind: 'RIGHTS', expectedUsed: '95' } },
    {
      key: 'plan',
      ssp: '240',
      pattern: {
        kind: 'USAGE',
        tiers: [{ upTo: null, unitPrice: '0.5' }],
        minimum: { start: '2026-01-10', end: '2026-10-09', every: 'MONTH', amount: '25' },
      },
    },
    { key: 'calls', ssp: '0', pattern: { kind: 'USAGE', tiers: [{ upTo: null, unitPrice: '0.0455' }] } },
  ],
};
export const JANUARY: readonly Fact[] = [
  { kind: 'invoice', effectiveDate: '2026-01-12', amount: '1000' },
  { kind: 'delivery', effectiveDate: '2026-01-20', key: 'point' },
  { kind: 'progress', effectiveDate: '2026-01-20', key: 'project', progress: '0.2' },
];
type Agreed = Omit<Parameters<Books['modify']>[1], 'date' | 'reason'>;
export type DatedFact =
  | Fact
  | ({ kind: 'modification'; effectiveDate: string } & Agreed)
  | { kind: 'termination'; effectiveDate: string }
  /** A cost of the contract, and later facts about it. */
  | { kind: 'cost'; effectiveDate: string; amount: string }
  | { kind: 'costTerm'; effectiveDate: string; end: string }
  | { kind: 'costTest'; effectiveDate: string; expectedConsideration: string };
/** A fact without its date. */
export type Undated = DatedFact extends infer One
  ? One extends DatedFact
    ? Omit<One, 'effectiveDate'>
    : never
  : never;

const amount = '43.21';
const more = { key: 'more', price: '120', ssp: '120', distinct: true, pattern: { kind: 'POINT' as const } };
/** Facts of February by family, each on a separate day: the whole fact, then the parts in which it could have been recorded instead. */
export const FAMILIES: Readonly<Record<string, readonly (readonly Undated[])[]>> = {
  transfers: [
    [{ kind: 'delivery', key: 'goods' }],
    [
      { kind: 'delivery', key: 'units', quantity: '20' },
      ...['8', '12'].map((quantity): Undated => ({ kind: 'delivery', key: 'units', quantity })),
    ],
    [{ kind: 'progress', key: 'project', progress: '0.65' }],
    [{ kind: 'costs', key: 'works', scope: 'CONSTRUCTION', costToDate: '130', totalCost: '370' }],
    [
      {
        kind: 'costEstimate',
        key: 'works',
        scope: 'CONSTRUCTION',
        totalCost: '420',
        evidence: 'The second offer',
      },
    ],
    [{ kind: 'milestone', key: 'steps', milestone: 's2' }],
    [
      { kind: 'usage', key: 'calls', quantity: '1111' },
      ...['500', '333', '278'].map((quantity): Undated => ({ kind: 'usage', key: 'calls', quantity })),
    ],
    [
      { kind: 'royalty', key: 'sales', sales: '777.70' },
      ...['333.30', '222.20', '222.20'].map((sales): Undated => ({ kind: 'royalty', key: 'sales', sales })),
    ],
    [
      { kind: 'redemption', key: 'points', quantity: '30' },
      ...['7', '23'].map((quantity): Undated => ({ kind: 'redemption', key: 'points', quantity })),
    ],
    [{ kind: 'lapse', key: 'points' }],
    [
      { kind: 'usage', key: 'plan', quantity: '61' },
      ...['20', '35', '6'].map((quantity): Undated => ({ kind: 'usage', key: 'plan', quantity })),
    ],
    [{ kind: 'useEstimate', key: 'plan', expected: '180', evidence: 'Use so far' }],
  ],
  prices: [
    [
      {
        kind: 'reassessment',
        key: 'bonus',
        ...PROBABLE,
        method: 'MOST_LIKELY',
        outcomes: [{ amount: '111', probability: '1' }],
      },
    ],
    [{ kind: 'estimateChange', change: '-99.99' }],
    [{ kind: 'refundEstimate', key: 'point', liability: '90' }],
    [
      {
        kind: 'returnsEstimate',
        key: 'units',
        units: '10',
        unitPrice: '11.11',
        unitCost: '7.77',
        expectedReturns: '3',
      },
    ],
    [{ kind: 'return', key: 'point', amount: '170' }],
    [{ kind: 'refundEstimate', key: 'point', liability: '60' }],
    [{ kind: 'creditNote', amount, mode: 'CONCESSION' }],
    [{ kind: 'creditNote', amount, mode: 'CANCEL_REMAINING' }],
    [{ kind: 'creditNote', amount, mode: 'REFUND_LIABILITY' }],
  ],
  money: [
    [
      { kind: 'invoice', amount },
      ...['40', '3.21'].map((part): Undated => ({ kind: 'invoice', amount: part })),
    ],
    [
      { kind: 'payment', amount: '1100' },
      ...['1000', '100'].map((part): Undated => ({ kind: 'payment', amount: part })),
    ],
    [{ kind: 'payout', amount }],
    [{ kind: 'interest', amount }],
    [
      {
        kind: 'journal',
        memo: 'Counted',
        lines: [
          { account: 'COST_OF_SALES', debit: amount },
          { account: 'INVENTORY', credit: amount },
        ],
      },
    ],
    [{ kind: 'hold', key: 'term', reason: 'disputed' }],
    [{ kind: 'release', key: 'term' }],
    [{ kind: 'accrual' }],
    [
      {
        kind: 'judgement',
        key: 'term',
        answers: [{ question: 'CONSUMED_AS_PERFORMED', answer: true }],
        evidence: 'Memo 7',
      },
    ],
  ],
  costs: [
    [{ kind: 'cost', amount: '1200' }],
    [{ kind: 'costTerm', end: '2027-06-30' }],
    [{ kind: 'costTest', expectedConsideration: '700' }],
  ],
  // Costs of 900 against about 500 of the price.
  losses: [
    [
      {
        kind: 'costEstimate',
        key: 'project',
        scope: 'CONSTRUCTION',
        totalCost: '900',
        evidence: 'The builder gave up',
      },
    ],
  ],
  separate: [[{ kind: 'modification', treatment: 'separate', additions: [more] }]],
  prospective: [
    [{ kind: 'modification', treatment: 'prospective', additions: [more], priceChange: '-55.55' }],
  ],
  catchUp: [[{ kind: 'modification', treatment: 'catchUp', priceChange: '120' }]],
  mixed: [[{ kind: 'modification', treatment: 'mixed', priceChange: '120' }]],
  terms: [
    [
      {
        kind: 'modification',
        treatment: 'prospective',
        removals: ['units'],
        priceChange: '-300',
        obligations: [{ key: 'term', pattern: { kind: 'RATABLE', start: '2026-01-10', end: '2027-03-31' } }],
      },
    ],
  ],
  financed: [
    [
      {
        kind: 'modification',
        treatment: 'prospective',
        additions: [more],
        financing: {
          kind: 'ARREARS',
          monthsPerPeriod: 1,
          periods: 3,
          ratePerPeriod: '0.01',
          payment: '40',
        },
      },
    ],
  ],
  termination: [[{ kind: 'termination' }]],
};
