import {
  ESTIMATE_METHODS,
  FINANCING_KINDS,
  labelOf,
  NO_FINANCING_REASONS,
} from '../draft/further/term-words';
import { percentOf } from '../draft/said';
import type { StoredTerms } from '../draft/stored-contract';
import { type AgreedTerm, listOf, type Wording } from './wording';

type Price = StoredTerms['price'];
type Variable = NonNullable<Price['variable']>[number];
type Financing = Exclude<NonNullable<Price['financing']>, string | number>;

/** The agreed price in words: its elements, the financing component, and discounts on specific obligations. */
export function agreedPrice({ price, discounts }: StoredTerms, wording: Wording): AgreedTerm[] {
  const { money } = wording;
  const { financing, noFinancing } = price;
  return [
    { label: 'Fixed price', words: money(price.fixed) },
    ...(price.variable ?? []).map((one) => ({ label: `Variable: ${one.key}`, words: variable(one, money) })),
    ...(price.nonCash ?? []).map(({ key, quantity, fairValue }) => ({
      label: `Noncash consideration: ${key}`,
      words: `${quantity} at ${money(fairValue)} each at contract inception`,
    })),
    ...(price.payableToCustomer ?? []).map(({ key, amount, distinctFairValue }) => ({
      label: `Consideration payable to the customer: ${key}`,
      words:
        distinctFairValue === undefined
          ? `${money(amount)}, deducted from the price`
          : `${money(amount)}, for a distinct good or service worth ${money(distinctFairValue)}`,
    })),
    ...(price.royalties ?? []).map(({ key, rate, to, expected }) => ({
      label: `Royalty: ${key}`,
      words: [
        `${percentOf(rate)}% of the customer’s sales or usage`,
        ...(to === undefined ? [] : [`for ${listOf(to)} only`]),
        ...(expected === undefined ? [] : [`${money(expected)} expected in total`]),
      ].join(', '),
    })),
    ...discounts.map(({ amount, to }, index) => ({
      label: discounts.length === 1 ? 'Discount' : `Discount ${index + 1}`,
      words: `${money(amount)}, for ${listOf(to)} only`,
    })),
    ...(financing === undefined ? [] : [{ label: 'Financing', words: financed(financing, wording) }]),
    ...(noFinancing === undefined
      ? []
      : [
          {
            label: 'No financing component',
            words: `${labelOf(NO_FINANCING_REASONS, noFinancing.reason)}: ${noFinancing.evidence}`,
          },
        ]),
  ];
}

function variable({ method, outcomes, constraint, evidence, to }: Variable, money: Wording['money']): string {
  const amounts = outcomes.map(({ amount, probability }) => `${money(amount)} at ${percentOf(probability)}%`);
  return [
    `${labelOf(ESTIMATE_METHODS, method)} of ${listOf(amounts)}`,
    ...held(constraint, money),
    ...(to === undefined ? [] : [`for ${listOf(to)} only`]),
    ...(evidence === undefined ? [] : [`evidence: ${evidence}`]),
  ].join('; ');
}

function held(constraint: Variable['constraint'], money: Wording['money']): string[] {
  switch (constraint?.kind) {
    case 'NONE':
      return ['included in full'];
    case 'EXCLUDED':
      return ['fully constrained'];
    case 'CAP':
      return [`capped at ${money(constraint.amount)}`];
    case 'CONFIDENCE':
      return [
        `included to the extent it is reached with a probability of ${percentOf(constraint.probability)}%`,
      ];
    default:
      return [];
  }
}

function financed(financing: NonNullable<Price['financing']>, wording: Wording): string {
  const { money } = wording;
  if (typeof financing !== 'object') return `Interest of ${money(financing)} included in the price`;
  return [labelOf(FINANCING_KINDS, financing.kind), ...plan(financing, wording)].join('; ');
}

function plan(financing: Financing, { money, day }: Wording): string[] {
  const { start, monthsPerPeriod, periods, ratePerPeriod, cashPrice, payment, payments } = financing;
  const months = monthsPerPeriod === 1 ? 'a month' : `${monthsPerPeriod} months`;
  return [
    `${periods} periods of ${months} from ${start === undefined ? 'contract inception' : day(start)}`,
    ...(ratePerPeriod === undefined ? [] : [`${percentOf(ratePerPeriod)}% per period`]),
    ...(cashPrice === undefined ? [] : [`${money(cashPrice)} if paid in cash on transfer`]),
    ...(payment === undefined ? [] : [`${money(payment)} at the end of each period`]),
    ...(payments === undefined
      ? []
      : [listOf(payments.map(({ at, amount }) => `${money(amount)} ${paidAfter(at)}`))]),
  ];
}

function paidAfter(periods: number): string {
  if (periods === 0) return 'at the start';
  return periods === 1 ? 'after one period' : `after ${periods} periods`;
}
