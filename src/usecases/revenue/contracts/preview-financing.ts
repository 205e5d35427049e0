import { z } from 'zod';
import { toAmountString } from '@/core/money/currency';
import { dec } from '@/core/money/decimal';
import { type FinancingPlan, financingPlan } from '@/core/revenue/financing/financing-plan';
import { valueOrThrow } from '@/usecases/kit/value-or-throw';
import { defineUseCase } from '../../kit/define';
import { currencyCode, day } from '../../kit/fields';
import { financingInput, positiveAmount } from './promise-input';

export const financingPreviewInput = z.object({
  currencyCode,
  /** The day from which the plan runs unless it names another. */
  contractDate: day,
  /** The fixed price: what is paid, now or later. */
  fixed: positiveAmount,
  financing: financingInput,
});

/** A financing component as a contract with these terms would have it. */
export interface FinancingPreview extends FinancingPlan {
  /** The fixed price without the interest in it; with what accrues on an advance. */
  readonly price: string;
}

/**
 * The interest of a financing component from its terms (606-10-32-15 to 32-20), period by period and as it accrues by month,
 * without storing anything: computed as for the contract itself. Refuses INVALID_INPUT and REVENUE_RULE FINANCING_PAYMENTS, NO_RATE.
 */
export const previewFinancing = defineUseCase({
  name: 'revenue.financing',
  permission: 'revenue.read',
  mode: 'read',
  input: financingPreviewInput,
  async run(_context, { currencyCode: currency, contractDate, fixed, financing }): Promise<FinancingPreview> {
    const start = financing.start ?? contractDate;
    const plan = valueOrThrow(financingPlan({ ...financing, start, fixed, currencyCode: currency }));
    return { ...plan, price: toAmountString(dec(fixed).minus(plan.interest), currency) };
  },
});
