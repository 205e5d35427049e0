import { z } from 'zod';
import { AMOUNT_COLUMN, PRICE_COLUMN, RATE_COLUMN } from '@/core/money/column';
import { COMMITMENT_PERIODS, MINIMUM_METHODS, ROYALTY_METHODS, UNUSED } from '@/core/revenue/minimum';
import { RESIDUALS, SCHEDULE_METHODS } from '@/core/revenue/schedules/schedule-methods';
import { codeText, day, decimalOf, reasonText } from '../../kit/fields';
import { variableCriteriaInput } from './judgement-input';

/** Input for obligations whose figures the engine computes: licenses, options, points, financing. */

export const amount = decimalOf(AMOUNT_COLUMN);
export const positiveAmount = decimalOf(AMOUNT_COLUMN, { min: '0' });
export const quantity = decimalOf(RATE_COLUMN, { above: '0' });
export const share = decimalOf(RATE_COLUMN, { min: '0' });
export const unitPrice = decimalOf(PRICE_COLUMN, { min: '0' });
export const obligationKey = codeText;
export const probability = decimalOf(RATE_COLUMN, { min: '0', max: '1' });
export const scheduleMethod = z.enum(SCHEDULE_METHODS);
export const residual = z.enum(RESIDUALS);

/** A minimum the customer owes regardless of usage (core/revenue/minimum.ts). */
const minimumFields = {
  every: z.enum(COMMITMENT_PERIODS),
  /** The minimum of each commitment period; all of them are part of the fixed price. */
  amount: positiveAmount,
  /** Another minimum from the start of a later commitment period. */
  changes: z
    .array(z.object({ from: day, amount: positiveAmount }))
    .min(1)
    .max(1200)
    .optional(),
  unused: z.enum(UNUSED).optional(),
  /** What is expected to be used, or due in royalties, over all commitment periods. */
  expected: positiveAmount.optional(),
  spread: scheduleMethod.optional(),
};

/** How an obligation is satisfied (core/revenue/contracts/events.ts). */
export const patternInput = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('POINT') }),
  z.object({ kind: z.literal('UNITS'), quantity }),
  z.object({ kind: z.literal('PROGRESS') }),
  z.object({
    kind: z.literal('MILESTONES'),
    milestones: z
      .array(z.object({ key: codeText, weight: quantity }))
      .min(1)
      .max(500),
  }),
  z.object({
    kind: z.literal('RATABLE'),
    start: day,
    end: day,
    method: scheduleMethod.optional(),
    residual: residual.optional(),
  }),
  /** Points, vouchers and other rights, earned as they are used (606-10-55-48). */
  z.object({ kind: z.literal('RIGHTS'), expectedUsed: quantity }),
  z.object({
    kind: z.literal('USAGE'),
    /** Graduated unit prices; the last tier has no limit. */
    tiers: z
      .array(z.object({ upTo: quantity.nullable(), unitPrice }))
      .min(1)
      .max(100)
      .optional(),
    /** The unit price on the invoice, and the lower price that is expected in the end (606-10-32-10). */
    invoicedPrice: unitPrice.optional(),
    expectedPrice: unitPrice.optional(),
    /** A committed minimum of usage, or the guaranteed minimum of a license as `LICENCE` resolves it. */
    minimum: z
      .object({
        start: day,
        end: day,
        ...minimumFields,
        method: z.enum(MINIMUM_METHODS).default('AS_USED'),
        begins: day.optional(),
      })
      .optional(),
  }),
]);

/** A license of intellectual property (606-10-55-58 to 55-63): functional at the start, symbolic over its term. */
const licence = z.object({
  kind: z.literal('LICENCE'),
  intellectualProperty: z.enum(['FUNCTIONAL', 'SYMBOLIC']),
  start: day,
  end: day,
  /** When the customer received its copy; omitted: at the start. */
  providedOn: day.optional(),
  /** Royalties guaranteed for its term. `method`, of symbolic property only: omitted, what the policy says (606-10-55-65). */
  minimum: z.object({ ...minimumFields, method: z.enum(ROYALTY_METHODS).optional() }).optional(),
});

/** A sale with a repurchase agreement (606-10-55-66 to 55-78). */
const repurchase = z.object({
  kind: z.literal('REPURCHASE'),
  option: z.enum(['FORWARD', 'CALL', 'PUT']),
  salePrice: positiveAmount,
  repurchasePrice: positiveAmount,
  /** The day the option is exercised or lapses. */
  on: day,
  expectedMarketValue: positiveAmount.optional(),
  significantIncentive: z.boolean().optional(),
});

/** The patterns available for an obligation of a new contract or one added by a modification. */
export const promisedPattern = z.discriminatedUnion('kind', [...patternInput.options, licence, repurchase]);
export const addedPattern = z.discriminatedUnion('kind', [...patternInput.options, licence]);
export type PromisedPattern = z.output<typeof promisedPattern>;

/** A standalone price estimated from facts (606-10-32-33, 32-34, 55-44). */
export const standaloneInput = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('OPTION'),
    averagePurchase: positiveAmount,
    discount: probability,
    discountForAll: probability,
    likelihood: probability,
  }),
  z.object({ kind: z.literal('RIGHTS'), valueEach: unitPrice, expectedUsed: quantity }),
  z.object({
    kind: z.literal('COST'),
    cost: positiveAmount,
    margin: decimalOf(RATE_COLUMN, { min: '-1' }).optional(),
    likelihood: probability.optional(),
  }),
]);

/** A significant financing component by its terms (606-10-32-15): the engine computes rate, price and interest. */
export const financingInput = z.object({
  kind: z.enum(['ARREARS', 'ADVANCE']),
  start: day.optional(),
  monthsPerPeriod: z.int().min(1).max(12),
  periods: z.int().min(1).max(600),
  ratePerPeriod: decimalOf(RATE_COLUMN, { min: '0', max: '10' }).optional(),
  cashPrice: positiveAmount.optional(),
  payments: z
    .array(z.object({ at: z.int().min(0).max(600), amount: positiveAmount }))
    .min(1)
    .max(600)
    .optional(),
  payment: positiveAmount.optional(),
});

/** What a caller is shown who does not state the constraint, or states an unknown one. */
const CONSTRAINT_ASKED =
  'must say how much of the estimate is probable not to reverse: kind NONE (all of it), EXCLUDED (nothing), CAP with an amount, or CONFIDENCE with a probability';

const constraint = z.discriminatedUnion(
  'kind',
  [
    z.object({ kind: z.literal('NONE') }),
    z.object({ kind: z.literal('EXCLUDED') }),
    z.object({ kind: z.literal('CAP'), amount }),
    z.object({ kind: z.literal('CONFIDENCE'), probability }),
  ],
  { error: CONSTRAINT_ASKED },
);

/** How a variable amount is estimated (606-10-32-8, 32-11). */
export const estimateFields = {
  method: z.enum(['EXPECTED_VALUE', 'MOST_LIKELY'], 'must be EXPECTED_VALUE or MOST_LIKELY'),
  outcomes: z
    .array(z.object({ amount, probability: share }))
    .min(1)
    .max(100),
  /** How much of the estimate is included: a decision, never a default (606-10-32-11 to 32-13). */
  constraint,
  /** What the method, the outcomes and the constraint are based on. */
  evidence: reasonText,
};

/** Variable consideration in the price (606-10-32-5). */
export const variableInput = z.object({
  key: codeText,
  ...estimateFields,
  /** Allocated to these obligations only (606-10-32-40). */
  to: z.array(obligationKey).min(1).optional(),
  /** The criteria for that, judged with their evidence; required before the contract is in force if `to` is given. */
  criteria: variableCriteriaInput.optional(),
});

export type VariableInput = z.output<typeof variableInput>;

/** A sales- or usage-based royalty on a license (606-10-55-65), due on sales as they occur. */
export const royaltyInput = z.object({
  key: codeText,
  rate: probability,
  /** The license it is allocated to (606-10-32-40); omitted: shared by all obligations. */
  to: z.array(obligationKey).length(1).optional(),
  /** The criteria for that, judged with their evidence; required before the contract is in force if `to` is given. */
  criteria: variableCriteriaInput.optional(),
  /** The total expected; with `to`, it determines how much of the fixed price the license is allocated (Example 35). */
  expected: positiveAmount.optional(),
});
