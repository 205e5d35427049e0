import { z } from 'zod';
import { type TrialBalance, trialBalance } from '@/core/ledger/trial-balance';
import { readAccountBalances } from '@/db/reports/trial-balance';
import { defineUseCase } from '@/usecases/kit/define';
import { day } from '@/usecases/kit/fields';
import { dimensionFilter, reportDay, reportScope } from './report-scope';

export interface TrialBalanceReport extends TrialBalance {
  asOf: string;
  periodId: string | null;
  periodLabel: string | null;
  currencyCode: string;
  /** True when base currencies differ and the figures were translated to one currency at the closing rate. */
  isTranslated: boolean;
}

/**
 * The trial balance as of a day or of a period's end (decisions.md, surface D). Debits and credits of every account,
 * prior years' profit and loss in retained earnings, activity of the period and of the year to date.
 */
export const trialBalanceReport = defineUseCase({
  name: 'reports.trialBalance',
  permission: 'gl.report.read',
  mode: 'report',
  input: z.object({
    asOf: day.optional(),
    periodId: z.guid().optional(),
    subsidiaryId: z.guid().optional(),
    includeZero: z.boolean().optional(),
    ...dimensionFilter,
  }),
  async run(context, input): Promise<TrialBalanceReport> {
    const { asOf, period } = await reportDay(context, input);
    const scope = await reportScope(context, { subsidiaryId: input.subsidiaryId, asOf });
    const balances = await readAccountBalances(context.tenant, {
      scope,
      asOf,
      yearAt: asOf,
      today: context.clock.today(),
      dimensions: input,
      adjustment: period === null ? 'counts' : period.isAdjustment ? 'is-the-period' : 'left-out',
      includeZero: input.includeZero === true,
    });
    const retained = balances.find((one) => one.isRetainedEarnings);
    const report = trialBalance(balances, {
      baseCurrencyCode: scope.currencyCode,
      retainedEarningsAccountId: retained?.accountId ?? null,
    });
    return {
      ...report,
      // Retained earnings is always computed, but shown only when it has a balance or was asked for.
      rows: report.rows.filter(
        (row) =>
          input.includeZero === true ||
          row.accountId !== retained?.accountId ||
          [row.debitBalance, row.creditBalance, row.ytdActivity].some((text) => /[1-9]/.test(text)),
      ),
      asOf,
      periodId: period?.id ?? null,
      periodLabel: period?.label ?? null,
      currencyCode: scope.currencyCode,
      isTranslated: scope.subsidiaries.some((one) => one.baseCurrency !== scope.currencyCode),
    };
  },
});
