import { z } from 'zod';
import { amountText } from '@/core/money/currency';
import { dec, ZERO } from '@/core/money/decimal';
import { addDays } from '@/core/periods/calendar';
import type { PeriodGrid } from '@/core/periods/period-grid';
import { lastDayOfYearAfter, later } from '@/core/revenue/days';
import { columnOf, columnsBetween } from '@/core/revenue/reports/columns';
import type { ContractBalancesReport } from '@/core/revenue/reports/contract-balances';
import { type RecurringRevenueRow, recurringRevenue } from '@/core/revenue/reports/recurring-revenue';
import { type DeferredMovement, type RollforwardRow, rollforward } from '@/core/revenue/reports/rollforward';
import { readDeferredLedger, readDeferredMovements } from '@/db/revenue/balances';
import { pageContractBalances, readBalanceTotals } from '@/db/revenue/contract-balances';
import { readInterestBalances } from '@/db/revenue/runs/interest-moves';
import { readSubscriptionSpans } from '@/db/revenue/runs/recurring';
import { inPortions } from '@/lib/portions';
import { type Context, defineUseCase } from '../../kit/define';
import { lineText } from '../../kit/fields';
import { daysOf, spanOf } from '../../reports/report-periods';
import { knownAsOf, reportFields, type ScopeByPeriod, scopeOf, spanFields } from './report-input';
import { type Heading, headingOf } from './report-revenue';

const KINDS: Readonly<Record<string, DeferredMovement['kind']>> = {
  DUE: 'BILLING',
  PAYMENT: 'BILLING',
  DOCUMENT: 'BILLING',
  REVENUE: 'RELEASE',
  CREDIT: 'CREDIT',
  REFUND: 'REFUND',
};

/** Deferred revenue, period by period (months, or the fiscal periods of the books), reconciled to the ledger: `difference` is always zero. */
export const rollforwardReport = defineUseCase({
  name: 'revenue.reports.rollforward',
  permission: 'revenue.read',
  mode: 'report',
  knownAsOf,
  input: z.object({ ...reportFields, from: spanFields.from, to: spanFields.to, asOf: spanFields.asOf }),
  async run(context, input): Promise<Heading & { rows: RollforwardRow[] }> {
    const { tenant } = context;
    const scope = await scopeOf(context, input);
    const { grid } = scope.periods;
    const span = spanThrough(context, scope, input);
    const movements = (await readDeferredMovements(tenant, scope)).map(({ period, kind, amount }) => ({
      period,
      kind: KINDS[kind] ?? ('OTHER' as const),
      amount,
    }));
    // The ledger has no effective dates, so a report as of one is not reconciled to it.
    const periods = columnsBetween(grid, span.from, span.to);
    const ledger =
      scope.effectiveAsOf === null
        ? closingBalances(await readDeferredLedger(tenant, scope), grid, periods)
        : undefined;
    return {
      ...headingOf(scope, span.to, periods),
      rows: rollforward({
        currencyCode: scope.currencyCode,
        grid,
        from: span.from,
        to: span.to,
        movements,
        ledger,
      }),
    };
  },
});

/** The range of a report that ends with the period asked for, or with the current one. */
function spanThrough(
  context: Pick<Context, 'clock'>,
  { periods }: ScopeByPeriod,
  input: { from?: string | undefined; to?: string | undefined; asOf?: string | undefined },
) {
  const to = input.to ?? input.asOf ?? periods.grid.on(context.clock.today()).key;
  return spanOf(context, periods, { ...input, to });
}

function closingBalances(
  changes: readonly { readonly period: string; readonly amount: string }[],
  grid: PeriodGrid,
  periods: readonly string[],
): Record<string, string> {
  const closing: Record<string, string> = {};
  for (const period of periods) {
    closing[period] = changes
      .filter((change) => columnOf(grid, change.period) <= period)
      .reduce((total, { amount }) => total.plus(amount), ZERO)
      .toFixed();
  }
  return closing;
}

interface InterestSides {
  readonly accrued: string;
  readonly unearned: string;
  readonly onAdvances: string;
}

/** The days of a range as contract balances need them: its own, and the day after the year in which a liability is current. */
export const balanceDays = (
  { periods }: ScopeByPeriod,
  span: { readonly from: string; readonly to: string },
) => ({ ...daysOf(periods, span), soon: addDays(lastDayOfYearAfter(span.to), 1) });

/**
 * Contract balances at both ends of a range of periods, and revenue from the opening liability (606-10-50-8 to 50-12A). The totals are
 * of all contracts, however many are listed.
 */
export const contractBalancesReport = defineUseCase({
  name: 'revenue.reports.contractBalances',
  permission: 'revenue.read',
  mode: 'report',
  knownAsOf,
  input: z.object({
    ...reportFields,
    from: spanFields.from,
    to: spanFields.to,
    asOf: spanFields.asOf,
    /** The number of contracts to list, by number, after the contract of this number. */
    limit: z.int().min(1).max(200_000).default(1000),
    after: lineText.optional(),
  }),
  async run(
    context,
    input,
  ): Promise<
    Heading &
      ContractBalancesReport & {
        /** The closing contract liability, current and noncurrent (210-10-45). */
        liability: { current: string; nonCurrent: string };
        /**
         * Interest on financing, in accounts of its own: earned and not billed, billed and not earned, and accrued on advances, which is
         * part of the contract liability until it is earned with the price (Example 29).
         */
        interest: { opening: InterestSides; closing: InterestSides };
        /** Contracts with a movement by the end of the range, of which `contracts` lists as many as asked for. */
        contractCount: number;
        contracts: {
          contractId: string;
          contractNumber: string;
          contractAsset: string;
          deferred: string;
          current: string;
          nonCurrent: string;
          receivable: string;
        }[];
      }
  > {
    const scope = await scopeOf(context, input);
    const span = spanThrough(context, scope, input);
    const days = balanceDays(scope, span);
    const totals = await readBalanceTotals(context.tenant, scope, days);
    // The first page looks for no more contracts than there are: as of an early moment it would go through all that came since.
    const limit = input.after === undefined ? Math.min(input.limit, totals.contracts) : input.limit;
    const page = { after: input.after ?? null, limit };
    const rows = limit === 0 ? [] : await pageContractBalances(context.tenant, scope, days, page);
    const interest = await readInterestBalances(context.tenant, scope, {
      firstDay: days.from,
      lastDay: addDays(days.until, -1),
    });
    const money = (text: string) => amountText(text, scope.currencyCode);
    const side = (receivable: string, contractAsset: string, deferred: string) => ({
      receivable: money(receivable),
      contractAsset: money(contractAsset),
      deferred: money(deferred),
    });
    return {
      ...headingOf(scope, later(span.to, span.from), [span.from]),
      opening: side(totals.openingReceivable, totals.openingAsset, totals.openingDeferred),
      closing: side(totals.closingReceivable, totals.closingAsset, totals.closingDeferred),
      revenue: money(totals.revenue),
      fromOpeningLiability: money(totals.fromOpening),
      fromPriorPerformance: money(totals.fromPriorPerformance),
      liability: {
        current: money(totals.current),
        nonCurrent: money(dec(totals.closingDeferred).minus(totals.current).toFixed()),
      },
      interest: {
        opening: {
          accrued: money(interest?.openingAccrued ?? '0'),
          unearned: money(interest?.openingUnearned ?? '0'),
          onAdvances: money(interest?.openingAdvance ?? '0'),
        },
        closing: {
          accrued: money(interest?.accrued ?? '0'),
          unearned: money(interest?.unearned ?? '0'),
          onAdvances: money(interest?.advance ?? '0'),
        },
      },
      contractCount: totals.contracts,
      contracts: await inPortions(rows, (row) => ({
        contractId: row.contractId,
        contractNumber: row.contractNumber,
        ...side(row.receivable, row.contractAsset, row.deferred),
        current: money(row.current),
        nonCurrent: money(row.nonCurrent),
      })),
    };
  },
});

/** Monthly and annual recurring revenue from subscriptions, with a bridge by customer. Not a GAAP measure. */
export const recurringRevenueReport = defineUseCase({
  name: 'revenue.reports.recurring',
  permission: 'revenue.read',
  mode: 'report',
  knownAsOf,
  input: z.object({ ...reportFields, from: spanFields.from, to: spanFields.to }),
  async run(context, input): Promise<Heading & { rows: RecurringRevenueRow[] }> {
    const scope = await scopeOf(context, input);
    const { grid } = scope.periods;
    const span = spanThrough(context, scope, input);
    return {
      ...headingOf(scope, span.to, columnsBetween(grid, span.from, span.to)),
      rows: recurringRevenue({
        currencyCode: scope.currencyCode,
        grid,
        from: span.from,
        to: span.to,
        spans: await readSubscriptionSpans(context.tenant, scope),
      }),
    };
  },
});
