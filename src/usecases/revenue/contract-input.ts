import { z } from 'zod';
import { AMOUNT_COLUMN, RATE_COLUMN } from '@/core/money/column';
import { CRITERIA } from '@/core/revenue/contract-criteria';
import { codeText, currencyCode, day, decimalOf, lineText, longText } from '../kit/fields';
import { anId } from '../transactions/document-input';

/** Building blocks of what callers say about revenue contracts; the core judges the figures. */

export const amount = decimalOf(AMOUNT_COLUMN);
export const positiveAmount = decimalOf(AMOUNT_COLUMN, { min: '0' });
export const quantity = decimalOf(RATE_COLUMN, { above: '0' });
export const share = decimalOf(RATE_COLUMN, { min: '0' });
export const obligationKey = codeText;
const scheduleMethod = z.enum(['EXACT_DAYS', 'EVEN_PERIODS', 'PRORATE_FIRST_LAST', 'FULL_MONTHS']);
const residual = z.enum(['LAST', 'CUMULATIVE']);

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
  z.object({ kind: z.literal('USAGE') }),
]);

export const dimensionsInput = {
  classId: anId.nullish(),
  departmentId: anId.nullish(),
  locationId: anId.nullish(),
  projectId: anId.nullish(),
};

/** One promise of a contract (606-10-25-14). */
export const obligationInput = z.object({
  key: obligationKey,
  description: lineText.nullish(),
  itemId: anId.nullish(),
  /** Where its standalone price stands in the price list, when `ssp` is not given. */
  productCode: codeText.optional(),
  stratum: lineText.optional(),
  ssp: positiveAmount.optional(),
  sspRange: z.object({ low: positiveAmount, high: positiveAmount }).optional(),
  method: z.enum(['RELATIVE', 'RESIDUAL']).optional(),
  contractPrice: positiveAmount.optional(),
  pattern: patternInput,
  capacity: z.enum(['PRINCIPAL', 'AGENT']).default('PRINCIPAL'),
  nature: z.enum(['GOODS', 'SERVICE', 'LICENCE', 'MATERIAL_RIGHT', 'WARRANTY']).default('SERVICE'),
  revenueAccountId: anId.nullish(),
  ...dimensionsInput,
});

const constraint = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('NONE') }),
  z.object({ kind: z.literal('EXCLUDED') }),
  z.object({ kind: z.literal('CAP'), amount: positiveAmount }),
  z.object({ kind: z.literal('CONFIDENCE'), probability: share }),
]);

/** The elements of the transaction price (606-10-32-2). */
export const priceInput = z.object({
  fixed: positiveAmount,
  variable: z
    .array(
      z.object({
        key: codeText,
        method: z.enum(['EXPECTED_VALUE', 'MOST_LIKELY']),
        outcomes: z
          .array(z.object({ amount, probability: share }))
          .min(1)
          .max(100),
        constraint: constraint.optional(),
        /** Belongs to these obligations alone (606-10-32-40). */
        to: z.array(obligationKey).min(1).optional(),
      }),
    )
    .max(100)
    .optional(),
  nonCash: z
    .array(z.object({ key: codeText, quantity, fairValue: positiveAmount }))
    .max(100)
    .optional(),
  payableToCustomer: z
    .array(z.object({ key: codeText, amount: positiveAmount, distinctFairValue: positiveAmount.optional() }))
    .max(100)
    .optional(),
  financing: amount.optional(),
});

const directed = z.object({ amount: positiveAmount, to: z.array(obligationKey).min(1).max(500) });

export const criteriaInput = z
  .array(z.object({ name: z.enum(CRITERIA as never), met: z.boolean(), evidence: z.string().max(2000) }))
  .max(5);

/** What a draft says; everything but the parties can change until it is activated. */
export const contractFields = {
  name: lineText.nullish(),
  customerId: anId.nullish(),
  contractDate: day.optional(),
  startDate: day.nullish(),
  endDate: day.nullish(),
  notes: longText.nullish(),
  price: priceInput.optional(),
  obligations: z.array(obligationInput).max(500).optional(),
  discounts: z.array(directed).max(100).optional(),
  criteria: criteriaInput.optional(),
};

export const contractCreateInput = z.object({
  contractNumber: codeText.optional(),
  subsidiaryId: anId.optional(),
  currencyCode: currencyCode.optional(),
  subscriptionId: anId.nullish(),
  ...contractFields,
});
export const contractUpdateInput = z.object(contractFields);

export type ObligationInput = z.output<typeof obligationInput>;
export type PriceInput = z.output<typeof priceInput>;

/** The draft's promises as stored in the contract's `terms`. */
export interface ContractTerms {
  readonly price: PriceInput;
  readonly obligations: readonly ObligationInput[];
  readonly discounts: readonly { amount: string; to: readonly string[] }[];
}

export const contractById = z.object({ id: anId });
