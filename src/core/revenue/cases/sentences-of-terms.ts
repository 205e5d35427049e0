import type { Outcome } from '@/core/outcome';
import { allocate } from '../allocation/allocate';
import { standalonePrice } from '../allocation/standalone';
import { keepItems } from '../contracts/billed-items';
import type { Draft } from '../contracts/drafts/draft';
import type { ContractEvent } from '../contracts/events';
import { financingPlan } from '../financing/financing-plan';
import { compareModification } from '../modifications/compare';
import { allocatePriceChange } from '../modifications/price-change';
import { transactionPrice } from '../transaction-price';
import { estimateVariable } from '../variable-consideration';
import { expectValue } from './expect-value';

/** The sentence of what is refused. */
export function refusedIn(outcome: Outcome<unknown>): string[] {
  if (outcome.ok) throw new Error('nothing was refused');
  return [outcome.refusal.message];
}

/** Everything that writes an amount of a contract's terms into a sentence. Amounts are as a person types them, without a fraction. */
export const OF_TERMS: Readonly<Record<string, (currencyCode: string) => string[]>> = {
  'the four treatments of a modification': (currencyCode) => {
    const { outcomes, required } = expectValue(
      compareModification({
        currencyCode,
        date: '2026-07-01',
        obligations: [
          {
            key: 'plan',
            allocated: '24000',
            recognised: '12000',
            atOnce: '1000',
            satisfied: '0.5',
            remainingSsp: '12000',
            remainingDistinct: false,
          },
          {
            key: 'seats',
            allocated: '9000',
            recognised: '3000',
            satisfied: '0.25',
            remainingSsp: '6000',
            remainingDistinct: true,
          },
          {
            key: 'kit',
            allocated: '5000',
            recognised: '5000',
            satisfied: '1',
            remainingSsp: '0',
            remainingDistinct: true,
          },
        ],
        additions: [
          { key: 'more', price: '7000', ssp: '8000', distinct: true },
          { key: 'part', price: '4000', ssp: '4000', distinct: false, mergesInto: 'plan' },
        ],
        priceChange: '-2000',
        pastAdjustment: { key: 'kit', amount: '-1500' },
        terms: {
          variable: [
            { key: 'bonus', included: '2500', to: ['seats'] },
            { key: 'award', included: '3500', to: ['kit'] },
            { key: 'extra', included: '1500', to: ['more'] },
          ],
        },
      }),
    );
    return [
      ...Object.values(outcomes).flatMap((one) => one.allocation.map(({ why }) => why)),
      ...required.why,
    ];
  },
  'a modification of nothing in progress': (currencyCode) => {
    const { outcomes } = expectValue(
      compareModification({
        currencyCode,
        date: '2026-07-01',
        obligations: [
          { key: 'kit', allocated: '5000', recognised: '0', remainingSsp: '5000', remainingDistinct: true },
        ],
        additions: [{ key: 'more', price: '7000', ssp: '7000', distinct: true }],
      }),
    );
    return Object.values(outcomes).flatMap((one) => one.allocation.map(({ why }) => why));
  },
  'a change of the price': (currencyCode) => [
    expectValue(
      allocatePriceChange({
        currencyCode,
        change: '1200',
        inception: [{ key: 'plan', weight: '1', satisfied: '0.5' }],
      }),
    ).why,
  ],
  'an allocation': (currencyCode) =>
    expectValue(
      allocate({
        currencyCode,
        transactionPrice: '25000',
        obligations: [
          { key: 'in', ssp: '9500', sspRange: { low: '9000', high: '11000' } },
          { key: 'out', ssp: '2000', sspRange: { low: '9000', high: '12000' } },
          { key: 'plain', ssp: '10000' },
        ],
        discounts: [{ amount: '1000', to: ['plain'] }],
        variable: [{ amount: '2000', to: ['out'] }],
      }),
    ).allocations.map(({ why }) => why),
  'an allocation with a residual': (currencyCode) =>
    expectValue(
      allocate({
        currencyCode,
        transactionPrice: '25000',
        obligations: [
          { key: 'rest', method: 'RESIDUAL', sspRange: { low: '9000', high: '16000' } },
          { key: 'plain', ssp: '10000' },
        ],
      }),
    ).allocations.map(({ why }) => why),
  'a residual that is not accepted': (currencyCode) => {
    const residual = (rest: object) =>
      refusedIn(
        allocate({
          currencyCode,
          transactionPrice: '12000',
          obligations: [
            { key: 'rest', method: 'RESIDUAL', ...rest },
            { key: 'plain', ssp: '10000' },
          ],
        }),
      );
    return [...residual({ sspRange: { low: '9000', high: '16000' } }), ...residual({ ssp: '8000' })];
  },
  'a discount that is not accepted': (currencyCode) => {
    const discounted = (amount: string, transactionPrice: string) =>
      refusedIn(
        allocate({
          currencyCode,
          transactionPrice,
          obligations: [
            { key: 'one', ssp: '5000' },
            { key: 'two', ssp: '10000' },
          ],
          discounts: [{ amount, to: ['one'] }],
        }),
      );
    return [...discounted('6000', '9000'), ...discounted('4000', '13000')];
  },
  'a standalone price that is estimated': (currencyCode) =>
    [
      { kind: 'RIGHTS' as const, currencyCode, valueEach: '1500', expectedUsed: '80' },
      { kind: 'COST' as const, currencyCode, cost: '4000', margin: '0.25' },
      {
        kind: 'OPTION' as const,
        currencyCode,
        averagePurchase: '5000',
        discount: '0.4',
        discountForAll: '0.1',
        likelihood: '0.8',
      },
    ].map((estimate) => expectValue(standalonePrice(estimate)).why),
  'a variable amount': (currencyCode) => [
    expectValue(
      estimateVariable({
        currencyCode,
        method: 'EXPECTED_VALUE',
        outcomes: [
          { amount: '10000', probability: '0.5' },
          { amount: '20000', probability: '0.5' },
        ],
        constraint: { kind: 'CAP', amount: '12000' },
      }),
    ).why,
  ],
  'noncash consideration': (currencyCode) =>
    expectValue(
      transactionPrice({
        currencyCode,
        fixed: '0',
        nonCash: [{ key: 'shares', quantity: '100', fairValue: '1250' }],
      }),
    )
      .elements.filter(({ key }) => key === 'shares')
      .map(({ why }) => why),
  'payments that do not add up': (currencyCode) =>
    refusedIn(
      financingPlan({
        currencyCode,
        kind: 'ARREARS',
        start: '2026-01-01',
        monthsPerPeriod: 1,
        periods: 2,
        fixed: '24000',
        ratePerPeriod: '0.01',
        payments: [
          { at: 1, amount: '12000' },
          { at: 2, amount: '11000' },
        ],
      }),
    ),
  'a bill that is for more than its amount': (currencyCode) => {
    const bill: Extract<ContractEvent, { kind: 'invoice' }> = {
      id: 'bill',
      kind: 'invoice',
      unconditional: true,
      effectiveDate: '2026-01-31',
      amount: '1000',
      items: [{ key: 'plan', amount: '2000' }],
    };
    const draft = { currencyCode, obligations: new Map(), billedFor: new Map() } as unknown as Draft;
    return [keepItems(draft, bill)?.message ?? ''];
  },
};
