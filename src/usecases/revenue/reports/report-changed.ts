import { z } from 'zod';
import { amountText, toAmountString } from '@/core/money/currency';
import { type Decimal, sum } from '@/core/money/decimal';
import { columnOf, columnsBetween } from '@/core/revenue/reports/columns';
import {
  type BridgeMonth,
  type CatchUpRow,
  readBridge,
  readCatchUps,
  readRevenueLedger,
} from '@/db/revenue/contracts/changed';
import { inPortions } from '@/lib/portions';
import { defineUseCase } from '../../kit/define';
import { daysOf, spanOf } from '../../reports/report-periods';
import { knownAsOf, reportFields, scopeOf, spanFields } from './report-input';
import { type Heading, headingOf } from './report-revenue';

/** A period of the bridge, and what the ledger has of it; null for a report with an effective date, which the ledger does not know. */
export type ChangedMonth = BridgeMonth & {
  readonly ledger: string | null;
  readonly difference: string | null;
};

export type ChangedReport = Heading & {
  readonly months: readonly ChangedMonth[];
  readonly total: Omit<ChangedMonth, 'period'>;
  /** Every catch-up from or into these periods, by the period it is booked in. */
  readonly lines: readonly CatchUpRow[];
  /** How many there are; more than are listed: ask for fewer periods. */
  readonly lineCount: number;
};

const PARTS = ['belongs', 'postedElsewhere', 'notPosted', 'ofOtherMonths', 'posted'] as const;

/**
 * What changed since the close: for each month or fiscal period, from the revenue that belongs to it, as known, to the revenue posted in it, and
 * every catch-up between the two with the fact that caused it.
 * belongs − posted elsewhere − not posted + of other months = posted = the ledger.
 */
export const changedReport = defineUseCase({
  name: 'revenue.reports.changed',
  permission: 'revenue.read',
  mode: 'report',
  knownAsOf,
  input: z.object({
    ...reportFields,
    ...spanFields,
    /** How many catch-ups to list. */
    limit: z.coerce.number().int().min(1).max(100_000).default(1000),
  }),
  async run(context, { limit, ...input }): Promise<ChangedReport> {
    const { tenant } = context;
    const scope = await scopeOf(context, input);
    const { grid } = scope.periods;
    const span = spanOf(context, scope.periods, {
      ...input,
      to: input.to ?? input.asOf ?? grid.on(context.clock.today()).key,
    });
    const days = daysOf(scope.periods, span);
    const bridge = await readBridge(tenant, scope, days);
    const isTied = scope.effectiveAsOf === null;
    const booked = isTied ? await readRevenueLedger(tenant, scope, days) : [];
    const { lines, count } = await readCatchUps(tenant, scope, days, limit);
    const money = (amount: Decimal) => toAmountString(amount, scope.currencyCode);
    const periods = columnsBetween(grid, span.from, span.to);
    const months = periods.map((period): ChangedMonth => {
      const found = bridge.filter((one) => columnOf(grid, one.period) === period);
      const part = (name: (typeof PARTS)[number]) => sum(found.map((one) => one[name]));
      const inLedger = sum(
        booked.filter((one) => columnOf(grid, one.period) === period).map(({ amount }) => amount),
      );
      return {
        period,
        belongs: money(part('belongs')),
        postedElsewhere: money(part('postedElsewhere')),
        notPosted: money(part('notPosted')),
        ofOtherMonths: money(part('ofOtherMonths')),
        posted: money(part('posted')),
        ledger: isTied ? money(inLedger) : null,
        difference: isTied ? money(part('posted').minus(inLedger)) : null,
      };
    });
    const totalOf = (name: (typeof PARTS)[number] | 'ledger' | 'difference') =>
      money(sum(months.map((month) => month[name] ?? '0')));
    return {
      ...headingOf(scope, span.to, [
        ...periods,
        ...lines.flatMap((line) => [
          line.naturalPeriod,
          line.bookedPeriod,
          line.postedPeriod ?? line.bookedPeriod,
        ]),
      ]),
      months,
      total: {
        belongs: totalOf('belongs'),
        postedElsewhere: totalOf('postedElsewhere'),
        notPosted: totalOf('notPosted'),
        ofOtherMonths: totalOf('ofOtherMonths'),
        posted: totalOf('posted'),
        ledger: isTied ? totalOf('ledger') : null,
        difference: isTied ? totalOf('difference') : null,
      },
      lines: await inPortions(lines, (line) => ({
        ...line,
        amount: amountText(line.amount, scope.currencyCode),
      })),
      lineCount: count,
    };
  },
});
