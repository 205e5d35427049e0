import { z } from 'zod';
import { toAmountString } from '@/core/money/currency';
import { dec, toPlainString } from '@/core/money/decimal';
import {
  countTransactions,
  listBegunPeriods,
  readLedgerTotals,
  readPeriodStates,
  type StatusCount,
} from '@/db/reports/gl-overview';
import type { Tenant } from '@/db/tenancy';
import { type Context, defineUseCase } from '@/usecases/kit/define';
import { reportScope } from './report-scope';

const ofSubsidiary = { subsidiaryId: z.guid().optional() };
const latestPeriods = { periods: z.number().int().min(1).max(36).default(6) };

/** The subsidiary asked about, or null for all. Refuses as reports do where it is unknown or out of the caller's reach. */
async function scopeOf(
  context: Context,
  { subsidiaryId }: { readonly subsidiaryId?: string | undefined },
): Promise<string | null> {
  if (subsidiaryId !== undefined) await reportScope(context, { subsidiaryId, asOf: context.clock.today() });
  return subsidiaryId ?? null;
}

/**
 * The latest periods of each subsidiary that have begun, newest first, with their statuses: for every page that lets one choose a period.
 */
export const periodStates = defineUseCase({
  name: 'reports.periodStates',
  permission: 'gl.report.read',
  mode: 'report',
  input: z.object({ ...ofSubsidiary, ...latestPeriods }),
  async run(context, asked) {
    const subsidiaryId = await scopeOf(context, asked);
    const { tenant, clock } = context;
    return { periods: await listBegunPeriods(tenant, subsidiaryId, clock.today(), asked.periods) };
  },
});

/** How many documents there are of each status. */
export const documentCounts = defineUseCase({
  name: 'reports.documentCounts',
  permission: 'gl.report.read',
  mode: 'report',
  input: z.object(ofSubsidiary),
  async run(context, asked) {
    const counts = await countTransactions(context.tenant, await scopeOf(context, asked));
    return { transactionsByStatus: byStatus(counts) };
  },
});

/** The size of the ledger, and whether debits equal credits. */
export const ledgerState = defineUseCase({
  name: 'reports.ledgerState',
  permission: 'gl.report.read',
  mode: 'report',
  input: z.object(ofSubsidiary),
  run: async (context, asked) => stateOf(context.tenant, await scopeOf(context, asked)),
});

/** The general ledger at a glance: documents by status, the latest periods with their statuses, totals, checks. */
export const glOverview = defineUseCase({
  name: 'reports.glOverview',
  permission: 'gl.report.read',
  mode: 'report',
  input: z.object({ ...ofSubsidiary, ...latestPeriods }),
  async run(context, asked) {
    const today = context.clock.today();
    const { tenant } = context;
    const subsidiaryId = await scopeOf(context, asked);
    const counts = await countTransactions(tenant, subsidiaryId);
    const periods = (await readPeriodStates(tenant, subsidiaryId, today, asked.periods)).map((row) => ({
      ...row,
      debits: toAmountString(dec(row.debits), row.baseCurrencyCode),
      credits: toAmountString(dec(row.credits), row.baseCurrencyCode),
    }));
    const { totals, health } = await stateOf(tenant, subsidiaryId);
    return {
      asOf: today,
      transactionsByStatus: byStatus(counts),
      transactionsByKind: counts.map((row) => ({
        ...row,
        baseTotal: toAmountString(dec(row.baseTotal), row.baseCurrencyCode),
      })),
      periods,
      totals,
      health: { ...health, openPeriods: periods.filter((period) => period.status === 'OPEN').length },
    };
  },
});

function byStatus(counts: readonly StatusCount[]): { status: string; count: number }[] {
  const sums = new Map<string, number>();
  for (const { status, count } of counts) sums.set(status, (sums.get(status) ?? 0) + count);
  return [...sums].map(([status, count]) => ({ status, count }));
}

async function stateOf(tenant: Tenant, subsidiaryId: string | null) {
  const found = await readLedgerTotals(tenant, subsidiaryId);
  // Over the base currencies of all subsidiaries: zero has no scale.
  const totals = { ...found, difference: toPlainString(dec(found.difference)) };
  return {
    totals,
    health: {
      isBalanced: dec(totals.difference).isZero(),
      difference: totals.difference,
      unsealedAuditRows: totals.unsealedAuditRows,
    },
  };
}
