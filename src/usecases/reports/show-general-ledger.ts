import { z } from 'zod';
import { isProfitAndLoss } from '@/core/ledger/accounts';
import { trialBalance } from '@/core/ledger/trial-balance';
import { toAmountString } from '@/core/money/currency';
import { type Decimal, dec, sum, ZERO } from '@/core/money/decimal';
import { addDays } from '@/core/periods/calendar';
import { readAccountBalances, type StoredBalance } from '@/db/reports/trial-balance';
import { defineUseCase } from '@/usecases/kit/define';
import { day } from '@/usecases/kit/fields';
import { demandLastDayAfterFirst, dimensionFilter, reportScope } from './report-scope';

/**
 * The general ledger between two days, one row per account: opening, debits, credits, closing. Each row drills down to
 * account activity with the same filters. A year end inside the range is shown in `yearEnd`.
 */
export const generalLedger = defineUseCase({
  name: 'reports.generalLedger',
  permission: 'gl.report.read',
  mode: 'report',
  input: z.object({
    dateFrom: day,
    dateTo: day,
    subsidiaryId: z.guid().optional(),
    ...dimensionFilter,
  }),
  async run(context, asked) {
    demandLastDayAfterFirst(asked);
    const scope = await reportScope(context, { subsidiaryId: asked.subsidiaryId, asOf: asked.dateTo });
    const at = (asOf: string, yearAt: string) =>
      readAccountBalances(context.tenant, {
        scope,
        asOf,
        yearAt,
        today: context.clock.today(),
        dimensions: asked,
      });
    const before = await at(addDays(asked.dateFrom, -1), asked.dateFrom);
    const until = await at(asked.dateTo, asked.dateTo);
    const opening = netsOf(before, scope.currencyCode);
    const closing = netsOf(until, scope.currencyCode);
    const earlier = new Map(before.map((one) => [one.accountId, cumulative(one)]));
    const text = (value: Decimal) => toAmountString(value, scope.currencyCode);

    const rows = until.map((account) => {
      const now = cumulative(account);
      const then = earlier.get(account.accountId) ?? { debit: ZERO, credit: ZERO };
      const [debit, credit] = [now.debit.minus(then.debit), now.credit.minus(then.credit)];
      const open = opening.get(account.accountId) ?? '0';
      const close = closing.get(account.accountId) ?? '0';
      const moved = account.normalSide === 'DEBIT' ? debit.minus(credit) : credit.minus(debit);
      return {
        accountId: account.accountId,
        code: account.code,
        name: account.name,
        type: account.type,
        normalSide: account.normalSide,
        opening: text(dec(open)),
        debits: text(debit),
        credits: text(credit),
        yearEnd: text(dec(close).minus(open).minus(moved)),
        closing: text(dec(close)),
        isProfitAndLoss: isProfitAndLoss(account.type),
      };
    });
    return {
      dateFrom: asked.dateFrom,
      dateTo: asked.dateTo,
      currencyCode: scope.currencyCode,
      rows,
      totals: {
        debits: text(sum(rows.map((row) => row.debits))),
        credits: text(sum(rows.map((row) => row.credits))),
      },
    };
  },
});

function netsOf(balances: readonly StoredBalance[], baseCurrencyCode: string): Map<string, string> {
  const retained = balances.find((one) => one.isRetainedEarnings)?.accountId ?? null;
  const { rows } = trialBalance(balances, { baseCurrencyCode, retainedEarningsAccountId: retained });
  return new Map(rows.map((row) => [row.accountId, row.netBalance]));
}

function cumulative(balance: StoredBalance): { debit: Decimal; credit: Decimal } {
  return {
    debit: dec(balance.beforeYear.debit).plus(balance.yearToDate.debit),
    credit: dec(balance.beforeYear.credit).plus(balance.yearToDate.credit),
  };
}
