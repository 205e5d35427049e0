import { z } from 'zod';
import { toAmountString } from '@/core/money/currency';
import { type Decimal, dec, sum } from '@/core/money/decimal';
import { addPeriods } from '@/core/revenue/days';
import {
  type BridgeMonth,
  type CatchUpRow,
  readBridge,
  readCatchUps,
  readRevenueLedger,
} from '@/db/revenue/changed';
import { defineUseCase } from '../../kit/define';
import { knownAsOf, periodsOf, reportFields, scopeOf, spanFields, spanOf } from './report-input';
import type { Heading } from './report-revenue';

/** A month of the bridge, and what the ledger has of it; null for a report with an effective date, which the ledger does not know. */
export type ChangedMonth = BridgeMonth & {
  readonly ledger: string | null;
  readonly difference: string | null;
};

export type ChangedReport = Heading & {
  readonly months: readonly ChangedMonth[];
  readonly total: Omit<ChangedMonth, 'period'>;
  /** Every catch-up from or into these months, by the month it is booked in. */
  readonly lines: readonly CatchUpRow[];
  /** How many there are; more than are listed: ask for fewer months. */
  readonly lineCount: number;
};

const PARTS = ['belongs', 'postedElsewhere', 'notPosted', 'ofOtherMonths', 'posted'] as const;

/**
 * What changed since the close: for each month, from the revenue that belongs to it, as known, to the revenue posted in it, and
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
    const span = spanOf(context, {
      ...input,
      to: input.to ?? input.asOf ?? context.clock.today().slice(0, 7),
    });
    const bridge = new Map((await readBridge(tenant, scope, span)).map((month) => [month.period, month]));
    const isTied = scope.effectiveAsOf === null;
    const ledger = new Map(
      (isTied ? await readRevenueLedger(tenant, scope, span) : []).map(({ period, amount }) => [
        period,
        amount,
      ]),
    );
    const { lines, count } = await readCatchUps(tenant, scope, span, limit);
    const money = (amount: Decimal) => toAmountString(amount, scope.currencyCode);
    const months: ChangedMonth[] = [];
    for (let period = span.from; period <= span.to; period = addPeriods(period, 1)) {
      const found = bridge.get(period);
      const part = (name: (typeof PARTS)[number]) => money(dec(found?.[name] ?? '0'));
      const inLedger = dec(ledger.get(period) ?? '0');
      months.push({
        period,
        belongs: part('belongs'),
        postedElsewhere: part('postedElsewhere'),
        notPosted: part('notPosted'),
        ofOtherMonths: part('ofOtherMonths'),
        posted: part('posted'),
        ledger: isTied ? money(inLedger) : null,
        difference: isTied ? money(dec(found?.posted ?? '0').minus(inLedger)) : null,
      });
    }
    const totalOf = (name: (typeof PARTS)[number] | 'ledger' | 'difference') =>
      money(sum(months.map((month) => month[name] ?? '0')));
    return {
      currencyCode: scope.currencyCode,
      asOf: span.to,
      effectiveAsOf: scope.effectiveAsOf,
      knownAsOf: scope.knownAsOf,
      ...periodsOf(scope),
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
      lines: lines.map((line) => ({ ...line, amount: money(dec(line.amount)) })),
      lineCount: count,
    };
  },
});
