import { z } from 'zod';
import { toAmountString } from '@/core/money/currency';
import { dec } from '@/core/money/decimal';
import { countTransactions, readLedgerTotals, readPeriodStates } from '@/db/reports/gl-overview';
import { defineUseCase } from '@/usecases/kit/define';
import { reportScope } from './report-scope';

/** The general ledger at a glance: documents by status, the latest periods with their statuses, totals, checks. */
export const glOverview = defineUseCase({
  name: 'reports.glOverview',
  permission: 'gl.report.read',
  mode: 'report',
  input: z.object({
    subsidiaryId: z.guid().optional(),
    periods: z.number().int().min(1).max(36).default(6),
  }),
  async run(context, asked) {
    const today = context.clock.today();
    const { tenant } = context;
    if (asked.subsidiaryId !== undefined) {
      await reportScope(context, { subsidiaryId: asked.subsidiaryId, asOf: today });
    }
    const subsidiaryId = asked.subsidiaryId ?? null;
    const counts = await countTransactions(tenant, subsidiaryId);
    const periods = await readPeriodStates(tenant, subsidiaryId, today, asked.periods);
    const totals = await readLedgerTotals(tenant, subsidiaryId);
    const byStatus = new Map<string, number>();
    for (const { status, count } of counts) byStatus.set(status, (byStatus.get(status) ?? 0) + count);
    return {
      asOf: today,
      transactionsByStatus: [...byStatus].map(([status, count]) => ({ status, count })),
      transactionsByKind: counts.map((row) => ({
        ...row,
        baseTotal: toAmountString(dec(row.baseTotal), row.baseCurrencyCode),
      })),
      periods,
      totals,
      health: {
        isBalanced: dec(totals.difference).isZero(),
        difference: totals.difference,
        unsealedAuditRows: totals.unsealedAuditRows,
        openPeriods: periods.filter((period) => period.status === 'OPEN').length,
      },
    };
  },
});
