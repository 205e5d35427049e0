import type { z } from 'zod';
import type { contractCreateInput } from '../contracts/contract-input';
import type { modificationApplyInput } from '../contracts/modifications/modification-input';
import type { eventInput } from '../events/event-input';

/** A day of a month, counted in months from the one in which the example is loaded. */
export type On = (day: number, monthsAhead?: number) => string;
type Draft = Omit<z.input<typeof contractCreateInput>, 'customerId' | 'criteria' | 'contractNumber'>;
type Fact = z.input<typeof eventInput>;
type Change = Omit<z.input<typeof modificationApplyInput>, 'id'>;

/** A next step for the reader, ready to be sent, and its result. */
export type ExampleStep =
  | {
      readonly kind: 'event';
      readonly label: string;
      readonly event: Fact;
      readonly outcome: string;
      /** Recorded under the contract of its own that the modification before it made, not under the example's. */
      readonly isSeparate?: true;
    }
  | {
      readonly kind: 'modification';
      readonly label: string;
      readonly change: Change;
      readonly outcome: string;
    };

/** An illustrative example of 606-10-55, in our own words, as a contract with a history and next steps. */
export interface StandardExample {
  readonly code: string;
  readonly title: string;
  readonly paragraph: string;
  draft(on: On): Draft;
  /** The facts recorded when it is loaded. */
  recorded(on: On): readonly Fact[];
  next(on: On): readonly ExampleStep[];
}

const point = (key: string, ssp: string) => ({ key, ssp, pattern: { kind: 'POINT' as const } });
const delivery = (effectiveDate: string, key: string, quantity?: string): Fact => ({
  kind: 'delivery',
  effectiveDate,
  key,
  ...(quantity === undefined ? {} : { quantity }),
});
const deliver = (
  effectiveDate: string,
  key: string,
  outcome: string,
  quantity?: string,
): Extract<ExampleStep, { kind: 'event' }> => ({
  kind: 'event',
  label: `Deliver ${quantity === undefined ? key : `${quantity} ${key}`}`,
  event: delivery(effectiveDate, key, quantity),
  outcome,
});
const likely = (amount: string) => ({
  method: 'MOST_LIKELY' as const,
  outcomes: [{ amount, probability: '1' }],
  constraint: { kind: 'NONE' as const },
  evidence: 'The example gives the estimate and says that it is not constrained',
});

/** 120 units for 12,000, half of them delivered: Example 5. */
const halfDelivered = {
  draft: (on: On): Draft => ({
    contractDate: on(1),
    price: { fixed: '12000' },
    obligations: [{ key: 'units', ssp: '12000', pattern: { kind: 'UNITS', quantity: '120' } }],
  }),
  recorded: (on: On): Fact[] => [
    { kind: 'invoice', effectiveDate: on(5), amount: '6000' },
    delivery(on(5), 'units', '60'),
  ],
};
const thirtyMore = (price: string) => ({
  key: 'more',
  price,
  ssp: '2850',
  distinct: true,
  pattern: { kind: 'UNITS' as const, quantity: '30' },
});

export const EXAMPLES: readonly StandardExample[] = [
  {
    code: '5A',
    title: 'Thirty more units at their standalone selling price',
    paragraph: '606-10-55-111 to 55-113',
    ...halfDelivered,
    next: (on) => [
      {
        kind: 'modification',
        label: 'Add 30 units at 95',
        change: {
          date: on(10),
          additions: [thirtyMore('2850')],
          answers: { priceAtSsp: true },
          reason: '30 additional units at their standalone selling price',
        },
        outcome: 'A separate contract, with balances of its own: 100 per unit for the 120, 95 for the 30.',
      },
      deliver(on(15), 'units', 'Another 6,000 of revenue.', '60'),
      { ...deliver(on(20), 'more', '2,850 of revenue under the separate contract.', '30'), isSeparate: true },
    ],
  },
  {
    code: '5B',
    title: 'Thirty more units below their standalone selling price, with a credit for defects',
    paragraph: '606-10-55-114 to 55-116',
    ...halfDelivered,
    next: (on) => [
      {
        kind: 'modification',
        label: 'Add 30 units at 80 and credit 900',
        change: {
          date: on(10),
          additions: [thirtyMore('2400')],
          obligations: [{ key: 'units', remainingDistinct: true, remainingSsp: '5700' }],
          pastAdjustment: { key: 'units', amount: '-900' },
          answers: { priceAtSsp: false },
          reason: '30 additional units at 80; defects of the first 60 settled',
        },
        outcome: '900 less revenue immediately, then 93.33 for each of the remaining 90 units.',
      },
      deliver(on(15), 'units', '1,400 of revenue for 15 units.', '15'),
    ],
  },
  {
    code: '6',
    title: 'A product added below its price, and an estimate that changes after it',
    paragraph: '606-10-55-117 to 55-124',
    draft: (on) => ({
      contractDate: on(1),
      price: { fixed: '1000', variable: [{ key: 'bonus', ...likely('200') }] },
      obligations: [point('X', '500'), point('Y', '500')],
    }),
    recorded: (on) => [delivery(on(5), 'X')],
    next: (on) => [
      {
        kind: 'modification',
        label: 'Add Z for 300',
        change: {
          date: on(10),
          additions: [{ ...point('Z', '500'), price: '300', distinct: true }],
          answers: { priceAtSsp: false },
          reason: 'Z added below its standalone selling price',
        },
        outcome: 'Y and Z are allocated 450 each.',
      },
      {
        kind: 'event',
        label: 'Estimate the bonus at 240',
        event: { kind: 'reassessment', effectiveDate: on(15), key: 'bonus', ...likely('240') },
        outcome: '20 to X immediately; Y and Z at 460 each.',
      },
    ],
  },
  {
    code: '8',
    title: 'A building whose scope and price change during construction',
    paragraph: '606-10-55-129 to 55-133',
    draft: (on) => ({
      contractDate: on(1),
      price: {
        fixed: '1000000',
        variable: [
          {
            key: 'bonus',
            ...likely('200000'),
            constraint: { kind: 'EXCLUDED' },
            evidence: 'Highly susceptible to factors outside the contractor’s influence, such as the weather',
          },
        ],
      },
      obligations: [{ key: 'building', ssp: '1000000', pattern: { kind: 'PROGRESS' } }],
    }),
    recorded: (on) => [
      {
        kind: 'costs',
        scope: 'CONSTRUCTION',
        effectiveDate: on(5),
        key: 'building',
        costToDate: '420000',
        totalCost: '700000',
      },
    ],
    next: (on) => [
      {
        kind: 'modification',
        label: 'Change the floor plan: price up 150,000, cost up 120,000, the bonus now probable',
        change: {
          date: on(15),
          priceChange: '350000',
          obligations: [
            {
              key: 'building',
              remainingDistinct: false,
              costs: { toDate: '420000', totalAfter: '820000', percentDecimals: 1 },
            },
          ],
          reason: 'Changed floor plan; the bonus is now probable',
        },
        outcome: 'A catch-up of 91,200 at 51.2%; 91,463.41 without rounding the percentage.',
      },
      {
        kind: 'event',
        label: 'Complete the building',
        event: {
          kind: 'costs',
          scope: 'CONSTRUCTION',
          effectiveDate: on(25),
          key: 'building',
          costToDate: '820000',
          totalCost: '820000',
        },
        outcome: 'The remaining 658,800.',
      },
    ],
  },
  {
    code: '22',
    title: 'A hundred products sold with a right of return',
    paragraph: '606-10-55-202 to 55-207',
    draft: (on) => ({
      contractDate: on(1),
      price: { fixed: '10000' },
      obligations: [point('goods', '10000')],
    }),
    recorded: (on) => [{ kind: 'payment', effectiveDate: on(5), amount: '10000' }, delivery(on(5), 'goods')],
    next: (on) => [
      {
        kind: 'event',
        label: 'Expect 3 of 100 to be returned',
        event: {
          kind: 'returnsEstimate',
          effectiveDate: on(5),
          key: 'goods',
          units: '100',
          unitPrice: '100',
          unitCost: '60',
          expectedReturns: '3',
        },
        outcome: 'Revenue 9,700, refund liability 300, return asset 180, cost of sales 5,820.',
      },
    ],
  },
  {
    code: '33',
    title: 'One price over three products',
    paragraph: '606-10-55-256 to 55-258',
    draft: (on) => ({
      contractDate: on(1),
      price: { fixed: '100' },
      obligations: [point('A', '50'), point('B', '25'), point('C', '75')],
    }),
    recorded: () => [],
    next: (on) => [
      deliver(on(10), 'A', '33.33 of revenue.'),
      deliver(on(12), 'B', '16.67 of revenue.'),
      deliver(on(14), 'C', '50.00 of revenue.'),
    ],
  },
  {
    code: '34A',
    title: 'A discount that relates to two of three products',
    paragraph: '606-10-55-259 to 55-264',
    draft: (on) => ({
      contractDate: on(1),
      price: { fixed: '100' },
      obligations: [point('A', '40'), point('B', '55'), point('C', '45')],
      discounts: [
        {
          amount: '40',
          to: ['B', 'C'],
          criteria: [
            {
              criterion: 'SOLD_STANDALONE',
              met: true,
              evidence: 'A, B and C are regularly sold on their own at 40, 55 and 45 (55-259)',
            },
            {
              criterion: 'BUNDLE_SOLD_AT_DISCOUNT',
              met: true,
              evidence: 'B and C are regularly sold together for 60 (55-260)',
            },
            {
              criterion: 'SAME_DISCOUNT',
              met: true,
              evidence: 'The discount of the bundle, 40, is the whole discount of this contract (55-261)',
            },
          ],
        },
      ],
    }),
    recorded: () => [],
    next: (on) => [
      deliver(on(10), 'A', '40.00 of revenue.'),
      deliver(on(12), 'B', '33.00 of revenue.'),
      deliver(on(14), 'C', '27.00 of revenue.'),
    ],
  },
  {
    code: '39',
    title: 'Performance before a right to payment',
    paragraph: '606-10-55-287 to 55-290',
    draft: (on) => ({
      contractDate: on(1),
      price: { fixed: '1000' },
      obligations: [point('A', '400'), point('B', '600')],
    }),
    recorded: (on) => [delivery(on(5), 'A')],
    next: (on) => [
      deliver(on(10), 'B', 'A contract asset of 1,000 once the month is run.'),
      {
        kind: 'event',
        label: 'Invoice 1,000',
        event: { kind: 'invoice', effectiveDate: on(12), amount: '1000' },
        outcome: 'The contract asset becomes a receivable of 1,000.',
      },
    ],
  },
  {
    code: '40',
    title: 'Units invoiced above the expected price',
    paragraph: '606-10-55-291 to 55-294',
    draft: (on) => ({
      contractDate: on(1),
      price: { fixed: '0' },
      obligations: [
        {
          key: 'units',
          ssp: '0',
          pattern: { kind: 'USAGE', invoicedPrice: '150', expectedPrice: '125' },
        },
      ],
    }),
    recorded: (on) => [{ kind: 'invoice', effectiveDate: on(5), amount: '15000' }],
    next: (on) => [
      {
        kind: 'event',
        label: 'Deliver 100 units',
        event: { kind: 'usage', effectiveDate: on(5), key: 'units', quantity: '100' },
        outcome: 'Receivable 15,000, revenue 12,500, refund liability 2,500.',
      },
    ],
  },
];
