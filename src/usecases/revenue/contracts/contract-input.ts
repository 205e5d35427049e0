import { z } from 'zod';
import { CRITERIA } from '@/core/revenue/judgements/contract-criteria';
import { CAPACITIES, NATURES, OBLIGATION_EXPEDIENTS, PRICE_METHODS } from '@/core/revenue/vocabulary';
import { anId, codeText, currencyCode, day, lineText, longText } from '../../kit/fields';

import { answersInput, discountCriteriaInput, noFinancingInput, partsInput } from './judgement-input';
import {
  amount,
  financingInput,
  obligationKey,
  positiveAmount,
  probability,
  promisedPattern,
  quantity,
  royaltyInput,
  standaloneInput,
  variableInput,
} from './promise-input';

export const dimensionsInput = {
  classId: anId.nullish(),
  departmentId: anId.nullish(),
  locationId: anId.nullish(),
  projectId: anId.nullish(),
};

/** One performance obligation of a contract (606-10-25-14). */
export const obligationInput = z.object({
  key: obligationKey,
  description: lineText.nullish(),
  itemId: anId.nullish(),
  /** The product in the price list, when `ssp` is not given. */
  productCode: codeText.optional(),
  stratum: lineText.optional(),
  /** The number of units the price list prices: quantity times billing periods. */
  units: quantity.optional(),
  ssp: positiveAmount.optional(),
  /** Instead of a price: the facts from which it is estimated. */
  standalone: standaloneInput.optional(),
  /** The evidence for a standalone price that is given. */
  sspEvidence: lineText.optional(),
  sspRange: z.object({ low: positiveAmount, high: positiveAmount }).optional(),
  method: z.enum(PRICE_METHODS).optional(),
  contractPrice: positiveAmount.optional(),
  pattern: promisedPattern,
  /** The customer may return it until this day and returns cannot be estimated: no revenue before (606-10-32-11). */
  returnableUntil: day.optional(),
  capacity: z.enum(CAPACITIES).default('PRINCIPAL'),
  /** The share another party supplies: passed through by an agent, a cost to a principal (606-10-55-36). */
  supplierShare: positiveAmount.optional(),
  /** For an obligation priced by usage: the supplier's share of each usage, 0 to 1. */
  supplierRate: probability.optional(),
  /** Why it may be omitted from the disclosure of remaining performance obligations (606-10-50-14). */
  expedient: z.enum(OBLIGATION_EXPEDIENTS).optional(),
  nature: z.enum(NATURES).default('SERVICE'),
  /** The accountant's judgments about it; the recognition pattern must agree with them. */
  answers: answersInput.optional(),
  parts: partsInput.optional(),
  revenueAccountId: anId.nullish(),
  ...dimensionsInput,
});

/** The elements of the transaction price (606-10-32-2). */
export const priceInput = z.object({
  fixed: positiveAmount,
  variable: z.array(variableInput).max(100).optional(),
  nonCash: z
    .array(z.object({ key: codeText, quantity, fairValue: positiveAmount }))
    .max(100)
    .optional(),
  payableToCustomer: z
    .array(z.object({ key: codeText, amount: positiveAmount, distinctFairValue: positiveAmount.optional() }))
    .max(100)
    .optional(),
  royalties: z.array(royaltyInput).max(100).optional(),
  /** The interest included in the price, or the terms it follows from. */
  financing: z.union([amount, financingInput]).optional(),
  /** Why there is no financing component although payment and transfer are apart. */
  noFinancing: noFinancingInput.optional(),
});

/** A discount on some obligations only, with the criteria for that; all three are required before the contract is in force. */
const directed = z.object({
  amount: positiveAmount,
  to: z.array(obligationKey).min(1).max(500),
  criteria: discountCriteriaInput.optional(),
});

export const criteriaInput = z
  .array(z.object({ name: z.enum(CRITERIA), met: z.boolean(), evidence: z.string().max(2000) }))
  .max(5);

/** The terms of a draft; everything but the parties can change until it is activated. */
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

export const contractUpdateInput = z.object({
  ...contractFields,
  /** Cannot change; if given, it must match. */
  currencyCode: currencyCode.optional(),
});

export type ObligationInput = z.output<typeof obligationInput>;
export type PriceInput = z.output<typeof priceInput>;

/** The draft's obligations and price as stored in the contract's `terms`. */
export interface ContractTerms {
  readonly price: PriceInput;
  readonly obligations: readonly ObligationInput[];
  readonly discounts: readonly Readonly<z.output<typeof directed>>[];
}

export const contractById = z.object({ id: anId });
