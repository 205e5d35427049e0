import { expect, test } from 'vitest';
import type { StoredTerms } from '../draft/stored-contract';
import { agreedPrice } from './agreed-price';
import { agreedJudgements, agreedPromise } from './agreed-promise';
import { wordingIn } from './wording';

const usd = wordingIn('USD');
const promise: StoredTerms['obligations'][number] = { key: 'platform', pattern: { kind: 'POINT' } };
const saidOf = (part: Partial<StoredTerms['obligations'][number]>) =>
  agreedPromise({ ...promise, ...part }, usd).map(({ label, words }) => `${label}: ${words}`);

test('the price lists its elements in the contract’s currency, each with its evidence', () => {
  const terms: StoredTerms = {
    price: {
      fixed: '1000',
      variable: [
        {
          key: 'bonus',
          method: 'MOST_LIKELY',
          outcomes: [
            { amount: '200', probability: '0.6' },
            { amount: '0', probability: '0.4' },
          ],
          constraint: { kind: 'CAP', amount: '150' },
          evidence: 'two of three earned it',
          to: ['platform'],
        },
      ],
      noFinancing: { reason: 'WITHIN_A_YEAR', evidence: 'due in 30 days' },
    },
    obligations: [promise],
    discounts: [{ amount: '5', to: ['platform', 'setup'] }],
  };
  expect(agreedPrice(terms, usd)).toEqual([
    { label: 'Fixed price', words: 'USD 1,000.00' },
    {
      label: 'Variable: bonus',
      words:
        'Most likely amount of USD 200.00 at 60% and USD 0.00 at 40%; capped at USD 150.00; for platform only; evidence: two of three earned it',
    },
    { label: 'Discount', words: 'USD 5.00, for platform and setup only' },
    {
      label: 'No financing component',
      words: 'One year or less between transfer and payment (32-18): due in 30 days',
    },
  ]);
});

test('a payment plan is shown with its rate and every payment', () => {
  const plan = {
    kind: 'ARREARS',
    start: '2026-01-01',
    monthsPerPeriod: 12,
    periods: 2,
    ratePerPeriod: '0.06',
    payments: [
      { at: 1, amount: '52000' },
      { at: 2, amount: '52000' },
    ],
  } as const;
  const [, financing] = agreedPrice(
    {
      price: { fixed: '104000', financing: { ...plan, payments: [...plan.payments] } },
      obligations: [],
      discounts: [],
    },
    usd,
  );
  expect(financing?.words).toBe(
    'In arrears: we finance the customer; 2 periods of 12 months from 1 Jan 2026; 6% per period; USD 52,000.00 after one period and USD 52,000.00 after 2 periods',
  );
});

test('a unit price keeps all its decimals, an amount those of its currency', () => {
  const yen = wordingIn('JPY');
  expect(yen.money('1234.00')).toBe('JPY 1,234');
  expect(yen.unitPrice('0.0125')).toBe('JPY 0.0125');
  expect(
    saidOf({
      pattern: {
        kind: 'USAGE',
        tiers: [
          { upTo: '1000', unitPrice: '0.00025' },
          { upTo: null, unitPrice: '0.5' },
        ],
      },
    }),
  ).toEqual(['Price per unit: up to 1000: USD 0.00025; beyond: USD 0.50']);
});

test('a minimum shows its periods, its changes and how it is earned', () => {
  const terms = { every: 'MONTH', amount: '100' } as const;
  expect(
    saidOf({
      pattern: {
        kind: 'USAGE',
        minimum: {
          ...terms,
          start: '2026-01-01',
          end: '2026-12-31',
          changes: [{ from: '2026-07-01', amount: '150' }],
          unused: 'CARRIED_OVER',
          method: 'AS_USED',
        },
      },
    }),
  ).toEqual([
    'Minimum: USD 100.00 each month, 1 Jan 2026 to 31 Dec 2026; USD 150.00 from 1 Jul 2026',
    'The minimum is earned: As it is used; unused units when they expire (55-48)',
    'Unused amounts: Carried over until the last period ends',
  ]);
});

test('an obligation shows the basis of its standalone selling price, and no term that was not given', () => {
  expect(saidOf({})).toEqual([]);
  expect(
    saidOf({
      sspEvidence: 'three sales in May',
      sspRange: { low: '90', high: '110' },
      returnableUntil: '2026-03-31',
      supplierShare: '40',
    }),
  ).toEqual([
    'Evidence for standalone selling price: three sales in May',
    'Observed prices: USD 90.00 to USD 110.00',
    'Returnable until: 31 Mar 2026',
    'Supplied by another party: USD 40.00',
  ]);
});

test('judgments show their paragraph, and the part they concern', () => {
  expect(
    agreedJudgements({
      ...promise,
      answers: [{ question: 'SERIES', answer: true, evidence: 'alike every day' }],
      parts: [
        {
          name: 'help desk',
          answers: [{ question: 'SEPARATELY_IDENTIFIABLE', answer: false, evidence: 'with it' }],
        },
      ],
    }),
  ).toEqual([
    {
      part: null,
      question: 'It is a series with the same pattern of transfer (25-15)',
      answer: true,
      evidence: 'alike every day',
    },
    {
      part: 'help desk',
      question: 'It is separately identifiable from other promises (25-19(b))',
      answer: false,
      evidence: 'with it',
    },
  ]);
});
