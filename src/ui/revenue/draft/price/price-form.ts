import {
  DISCOUNT_CRITERIA,
  type DiscountCriterion,
  VARIABLE_CRITERIA,
  type VariableCriterion,
} from '@/core/revenue/allocation/allocation-criteria';
import type { RouterInputs } from '@/surfaces/trpc/react';
import { cases, ofKind, rowsOf, termsOf, variants, within } from '../term-groups';
import {
  always,
  cardNamed,
  cardsNamed,
  choice,
  chosen,
  count,
  further,
  needed,
  percent,
  text,
  yesUnless,
} from '../terms';

/**
 * The form of a price: every element the verb takes of the transaction price (606-10-32-2), with the field of the form
 * that holds it, as `promise-form` has those of an obligation. A new element of the verb does not compile until it has
 * a line here; after that only its fields on the screen are missing.
 */

type AskedContract = RouterInputs['revenue']['contracts']['create'];
export type AskedPrice = NonNullable<AskedContract['price']>;
type Of<List extends keyof AskedPrice> =
  NonNullable<AskedPrice[List]> extends readonly (infer Each)[] ? Each : never;
type Variable = Of<'variable'>;
type Outcome = Variable['outcomes'][number];
type Constraint<Kind> = Omit<Extract<NonNullable<Variable['constraint']>, { kind: Kind }>, 'kind'>;
type Plan = Extract<NonNullable<AskedPrice['financing']>, object>;
type Payment = NonNullable<Plan['payments']>[number];

const outcome = termsOf<Outcome>()({
  amount: always(text('amount')),
  probability: always(percent('percent')),
});
export type OutcomeDraft = typeof outcome.empty & { readonly id: string };

const outcomeRows = rowsOf('outcomes', 'p', outcome);

/** The possible outcomes, each with its probability; an empty row is not sent. */
const outcomes: typeof outcomeRows = {
  ...outcomeRows,
  empty: {
    outcomes: [
      { ...outcome.empty, id: 'a' },
      { ...outcome.empty, id: 'b' },
    ],
  },
  ask: ({ outcomes: rows }) =>
    outcomeRows.ask({ outcomes: rows.filter((row) => row.amount !== '' || row.percent !== '') }) ?? [],
  gaps: ({ outcomes: rows }) =>
    rows.some((row) => row.amount !== '' && row.percent !== '')
      ? {}
      : { outcomes: 'Enter at least one amount with its probability' },
  fieldAt: () => 'outcomes',
};

const CONSTRAINTS = {
  NONE: termsOf<Constraint<'NONE'>>()({}),
  EXCLUDED: termsOf<Constraint<'EXCLUDED'>>()({}),
  CAP: termsOf<Constraint<'CAP'>>()({ amount: needed(text('limit')) }),
  CONFIDENCE: termsOf<Constraint<'CONFIDENCE'>>()({ probability: needed(percent('limit')) }),
};

const decided = variants<'constraint', typeof CONSTRAINTS, '', Variable['constraint']>(
  'constraint',
  '',
  CONSTRAINTS,
);
/** The decision is asked for in its own field; its limit only once it is made. */
const constraint: typeof decided = {
  ...always(decided),
  gaps: (draft, cards) =>
    draft.constraint === ''
      ? { constraint: 'Decide how much of the estimate is included' }
      : decided.gaps(draft, cards),
};

/** The criteria judged for an amount that belongs to some obligations, each with its evidence. */
const criteriaOf = <const Name extends string>(names: readonly [Name, ...Name[]]) =>
  rowsOf(
    'criteria',
    'g',
    termsOf<{ criterion: Name; met: boolean; evidence: string }>()({
      criterion: chosen('criterion', names),
      met: yesUnless('met'),
      evidence: needed(text('evidence'), 'Enter the evidence'),
    }),
  );
const variableCriteria = criteriaOf(
  Object.keys(VARIABLE_CRITERIA) as [VariableCriterion, ...VariableCriterion[]],
);
const discountCriteria = criteriaOf(
  Object.keys(DISCOUNT_CRITERIA) as [DiscountCriterion, ...DiscountCriterion[]],
);
/** One judged criterion as the form holds it. */
export type CriterionRow<Name extends string = string> = {
  readonly id: string;
  readonly criterion: Name;
  readonly met: 'YES' | 'NO';
  readonly evidence: string;
};

/** A variable amount with its estimate and its constraint (606-10-32-5 to 32-14). */
export const VARIABLE = termsOf<Variable>()({
  key: needed(text('key')),
  // Neither the method nor the constraint is proposed.
  method: needed(choice('method', ['EXPECTED_VALUE', 'MOST_LIKELY']), 'Choose how the amount is estimated'),
  outcomes,
  constraint,
  evidence: needed(text('evidence'), 'Describe the evidence'),
  to: cardsNamed('to'),
  criteria: variableCriteria,
});
export type VariableDraft = typeof VARIABLE.empty & { readonly id: string };

/** Consideration in shares, goods or services, at the fair value of each at inception (606-10-32-21). */
const nonCash = termsOf<Of<'nonCash'>>()({
  key: needed(text('key')),
  quantity: needed(text('quantity')),
  fairValue: needed(text('fairValue')),
});

/** Consideration payable to the customer (606-10-32-25). */
const payableToCustomer = termsOf<Of<'payableToCustomer'>>()({
  key: needed(text('key')),
  amount: needed(text('amount')),
  distinctFairValue: text('distinctFairValue'),
});

/** Sales- or usage-based royalties (606-10-55-65). */
const royalties = termsOf<Of<'royalties'>>()({
  key: needed(text('key')),
  rate: needed(percent('percent')),
  to: cardNamed('to'),
  criteria: variableCriteria,
  expected: text('expected'),
});

/** A discount on some obligations only (606-10-32-37). */
const discounts = termsOf<NonNullable<AskedContract['discounts']>[number]>()({
  amount: needed(text('amount')),
  to: needed(cardsNamed('to'), 'Select what it applies to'),
  criteria: discountCriteria,
});

/** One row of each list of further terms. */
export const PRICE_ROWS = { nonCash, payableToCustomer, royalties, discounts };

const payment = termsOf<Payment>()({ at: needed(count('at')), amount: needed(text('amount')) });
export type PaymentDraft = typeof payment.empty & { readonly id: string };

const RATES = ['RATE', 'CASH_PRICE'] as const;
const byRate = needed(percent('ratePercent'));
const byCashPrice = needed(text('cashPrice'));
const PAID = ['EVERY_PERIOD', 'LISTED'] as const;
const everyPeriod = needed(text('payment'));
const listed = needed(rowsOf('payments', 'f', payment), 'Enter at least one payment');

/** The terms that both plans have. */
const ADVANCE = {
  start: text('start'),
  monthsPerPeriod: needed(count('monthsPerPeriod', '1')),
  periods: needed(count('periods')),
  ratePerPeriod: cases('by', RATES, { RATE: byRate }, () => 'RATE'),
  cashPrice: cases('by', RATES, { CASH_PRICE: byCashPrice }, () => 'CASH_PRICE'),
};

/** The plan of a customer that pays later: at every period's end, or as listed. */
const ARREARS = {
  ...ADVANCE,
  payments: cases('paid', PAID, { LISTED: listed }, () => 'LISTED'),
  payment: cases('paid', PAID, { EVERY_PERIOD: everyPeriod }, () => 'EVERY_PERIOD'),
};

const FINANCINGS = ['', 'STATED', 'ARREARS', 'ADVANCE', 'NONE'] as const;

/** The interest in the price, as an amount or by the terms it follows from. */
const FINANCING = {
  STATED: needed(text('interest')),
  ARREARS: ofKind('kind', 'ARREARS', termsOf<Omit<Plan, 'kind'>>()(ARREARS)),
  ADVANCE: ofKind('kind', 'ADVANCE', termsOf<Omit<Plan, 'kind' | 'payments' | 'payment'>>()(ADVANCE)),
};
const NO_FINANCING = termsOf<NonNullable<AskedPrice['noFinancing']>>()({
  reason: needed(
    choice('reason', ['CUSTOMER_CHOOSES_TIME', 'MOSTLY_VARIABLE', 'OTHER_PURPOSE', 'WITHIN_A_YEAR']),
  ),
  evidence: needed(text('evidence')),
});
const financingOf = (stored: unknown) =>
  typeof stored === 'object' ? (stored as { readonly kind?: string }).kind : 'STATED';

/** The fixed price; nothing entered is a price of zero. */
const fixed = always<{ readonly fixed: string }, string>({ ...text('fixed'), none: '0' });

export const PRICE = termsOf<AskedPrice>()({
  fixed,
  variable: rowsOf('variable', 'w', VARIABLE),
  nonCash: further(rowsOf('nonCash', 'n', nonCash)),
  payableToCustomer: further(rowsOf('payableToCustomer', 'c', payableToCustomer)),
  royalties: further(rowsOf('royalties', 'r', royalties)),
  // A significant financing component (606-10-32-15), or the reason there is none (32-17).
  ...within('financing', {
    financing: further(cases('kind', FINANCINGS, FINANCING, financingOf)),
    noFinancing: further(cases('kind', FINANCINGS, { NONE: NO_FINANCING }, () => 'NONE')),
  }),
});
export type FinancingDraft = typeof PRICE.empty.financing;

/** Discounts on specific obligations; sent also while there are none, so that the last one can be removed. */
export const DISCOUNTS = further(always(rowsOf('discounts', 'd', discounts)));

/** Whether a fact of this name is one of a plan of payments. */
export const isOfPlan = (name: string) => name in ARREARS;
