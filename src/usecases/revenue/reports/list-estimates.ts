import { z } from 'zod';
import { toAmountString } from '@/core/money/currency';
import { dec } from '@/core/money/decimal';
import { firstDayOf, lastDayOf, periodOf } from '@/core/revenue/days';
import { type EstimateRow, estimatesNotJudgedSince } from '@/db/revenue/contracts/estimates';
import { anId } from '@/usecases/kit/fields';
import { defineUseCase } from '../../kit/define';
import { periodText } from '../runs/run-period';

export interface EstimatesDue {
  readonly period: string;
  readonly estimates: readonly EstimateRow[];
}

/**
 * Estimates due for reassessment in a month (606-10-32-14, 55-26): variable elements of prices and refund liabilities
 * of active contracts that have not been reassessed since the month began, longest overdue first. At most a thousand.
 */
export const listEstimates = defineUseCase({
  name: 'revenue.estimates.list',
  permission: 'revenue.read',
  mode: 'report',
  input: z.object({
    /** Omitted: the current month. */
    period: periodText.optional(),
    subsidiaryId: anId.optional(),
  }),
  async run({ tenant, clock }, input): Promise<EstimatesDue> {
    const period = input.period ?? periodOf(clock.today());
    const estimates = await estimatesNotJudgedSince(tenant, {
      subsidiaryId: input.subsidiaryId ?? null,
      since: firstDayOf(period),
      by: lastDayOf(period),
      limit: 1000,
    });
    return {
      period,
      estimates: estimates.map((row) => ({
        ...row,
        amount: toAmountString(dec(row.amount), row.currencyCode),
      })),
    };
  },
});
