import { z } from 'zod';
import { JOURNAL_ROLES } from '@/core/fx/carried-journals';
import { LOSS_SCOPES } from '@/core/revenue/contracts/events';
import {
  NO_FINANCING_REASONS,
  OBLIGATION_QUESTIONS,
  PRICE_QUESTIONS,
  type PriceQuestion,
} from '@/core/revenue/judgements/judged-answers';
import { anId, currencyCode, day, lineText, reasonText } from '../../kit/fields';

import { billAndHoldInput } from '../contracts/judgement-input';
import {
  amount,
  estimateFields,
  obligationKey,
  positiveAmount,
  quantity,
  share,
  unitPrice,
} from '../contracts/promise-input';

const on = {
  effectiveDate: day,
  /** The contract's currency; if given, it must match. */
  currencyCode: currencyCode.optional(),
  /** What it is based on: the document, the count, the reasoning behind an estimate. */
  evidence: reasonText.optional(),
};
/**
 * What an estimate of costs says for the test for losses. `scope`: construction-type or production-type work (605-35-15), or
 * neither; omitted: as said before, which under US GAAP the first estimate of an obligation must. `exitCost`: what leaving the contract
 * would cost (IAS 37.68).
 */
const lossTerms = { scope: z.enum(LOSS_SCOPES).optional(), exitCost: positiveAmount.optional() };
const journalAccount = z.enum(JOURNAL_ROLES);

/** What a bill is for: obligations, and by its first day a commitment period of a minimum. The rest of it is for none in particular. */
const billedItems = z
  .array(z.object({ key: obligationKey, from: day.optional(), amount: positiveAmount }))
  .min(1)
  .max(200)
  .optional();

const ANSWERABLE = [...OBLIGATION_QUESTIONS, ...(Object.keys(PRICE_QUESTIONS) as PriceQuestion[])] as const;

/** The facts that can be recorded under a contract, as a caller sends them (`kind` names the fact). */
export const eventInput = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('delivery'),
    ...on,
    key: obligationKey,
    quantity: quantity.optional(),
    /** Bill-and-hold: control passes only when all four criteria are met (606-10-55-83). */
    billAndHold: billAndHoldInput.optional(),
  }),
  /** Share satisfied to date, or costs to date and expected total costs (606-10-55-20). */
  z.object({ kind: z.literal('progress'), ...on, key: obligationKey, progress: share }),
  z.object({
    kind: z.literal('costs'),
    ...on,
    key: obligationKey,
    costToDate: positiveAmount,
    totalCost: positiveAmount,
    uninstalled: z.object({ totalCost: positiveAmount, costToDate: positiveAmount }).optional(),
    percentDecimals: z.int().min(0).max(10).optional(),
    ...lossTerms,
  }),
  /** A new estimate of total costs, of any obligation (605-35-25-45, IAS 37.66). */
  z.object({
    kind: z.literal('costEstimate'),
    ...on,
    key: obligationKey,
    totalCost: positiveAmount,
    ...lossTerms,
    /** What the estimate is based on. */
    evidence: reasonText,
  }),
  z.object({ kind: z.literal('milestone'), ...on, key: obligationKey, milestone: lineText }),
  /** An amount, or a quantity at the obligation's prices; `expectedPrice` reprices all units to date (606-10-32-14). */
  z.object({
    kind: z.literal('usage'),
    ...on,
    key: obligationKey,
    amount: positiveAmount.optional(),
    quantity: quantity.optional(),
    expectedPrice: unitPrice.optional(),
  }),
  /** What is expected to be used, or due in royalties, over all commitment periods of a committed minimum (606-10-55-48). */
  z.object({
    kind: z.literal('useEstimate'),
    ...on,
    key: obligationKey,
    expected: positiveAmount,
    evidence: reasonText,
  }),
  /** Sales on which a royalty of the price is due (606-10-55-65). */
  z.object({ kind: z.literal('royalty'), ...on, key: obligationKey, sales: positiveAmount }),
  /** Points or vouchers redeemed, and the total now expected to be redeemed (606-10-55-48). */
  z.object({
    kind: z.literal('redemption'),
    ...on,
    key: obligationKey,
    quantity,
    expectedUsed: quantity.optional(),
  }),
  /** Rights expire, or a repurchase option lapses (606-10-55-48, 55-71). */
  z.object({ kind: z.literal('lapse'), ...on, key: obligationKey }),
  /** A variable element of the price is re-estimated (606-10-32-14). */
  z.object({ kind: z.literal('reassessment'), ...on, key: obligationKey, ...estimateFields }),
  /** Goods sold, some of which are expected to be returned (606-10-55-22 to 55-29). */
  z.object({
    kind: z.literal('returnsEstimate'),
    ...on,
    key: obligationKey,
    units: share,
    unitPrice,
    unitCost: unitPrice,
    expectedReturns: share,
    recoveryCost: unitPrice.optional(),
  }),
  /** Interest of the financing terms accrued through the day (606-10-32-20). */
  z.object({ kind: z.literal('accrual'), ...on }),
  /** Paid to the customer (606-10-32-25). */
  z.object({ kind: z.literal('payout'), ...on, amount: positiveAmount }),
  /** Returned goods; when a quantity is given they are restored to inventory (606-10-55-27). */
  z.object({
    kind: z.literal('return'),
    ...on,
    key: obligationKey,
    amount: positiveAmount,
    quantity: quantity.optional(),
  }),
  z.object({ kind: z.literal('refundEstimate'), ...on, key: obligationKey, liability: positiveAmount }),
  z.object({
    kind: z.literal('estimateChange'),
    ...on,
    change: amount,
    onlyTo: z.array(obligationKey).min(1).optional(),
    promisedBefore: z.boolean().optional(),
  }),
  z.object({
    kind: z.literal('invoice'),
    ...on,
    amount: positiveAmount,
    unconditional: z.boolean().default(true),
    items: billedItems,
  }),
  z.object({ kind: z.literal('payment'), ...on, amount: positiveAmount }),
  z.object({
    kind: z.literal('creditNote'),
    ...on,
    amount: positiveAmount,
    mode: z.enum(['CONCESSION', 'CANCEL_REMAINING', 'REFUND_LIABILITY']),
    /** What part of the bills it credits, as they say it. */
    items: billedItems,
  }),
  z.object({ kind: z.literal('interest'), ...on, amount }),
  z.object({
    kind: z.literal('journal'),
    ...on,
    memo: lineText,
    lines: z
      .array(
        z.object({
          account: journalAccount,
          debit: positiveAmount.default('0'),
          credit: positiveAmount.default('0'),
        }),
      )
      .min(2)
      .max(20),
  }),
  /** Questions about an obligation (`key`) or the price, answered while the contract is in force; they change no amount. */
  z.object({
    kind: z.literal('judgement'),
    ...on,
    key: obligationKey.optional(),
    answers: z
      .array(
        z.object({
          question: z.enum(ANSWERABLE),
          answer: z.boolean(),
          /** Why there is no significant financing component (606-10-32-17, 32-18). */
          reason: z.enum(NO_FINANCING_REASONS).optional(),
        }),
      )
      .min(1)
      .max(10),
    evidence: reasonText,
  }),
  z.object({ kind: z.literal('hold'), ...on, key: obligationKey.optional(), reason: reasonText }),
  z.object({ kind: z.literal('release'), ...on, key: obligationKey.optional() }),
]);

export const recordEventInput = z.object({
  id: anId,
  event: eventInput,
  /** The sender's own reference: the same content is recorded once, other content is refused. */
  reference: lineText.optional(),
  /** Post the resulting revenue at once instead of in the month's run. */
  post: z.boolean().default(false),
});
