import { z } from 'zod';
import { isProfitAndLoss } from '@/core/ledger/accounts';
import { trialBalance } from '@/core/ledger/trial-balance';
import { amountText, toAmountString } from '@/core/money/currency';
import { dec, toPlainString, ZERO } from '@/core/money/decimal';
import { addDays } from '@/core/periods/calendar';
import {
  type ActivityQuery,
  readActivityLines,
  readMovementBeforePage,
  readProfitAndLossIds,
  readReportAccount,
  type StoredActivityLine,
} from '@/db/reports/entries/account-activity';
import { type ActivityPlace, readActivityPlace } from '@/db/reports/entries/account-activity-place';
import { readAccountBalances } from '@/db/reports/trial-balance';
import { refuseNotFound } from '@/usecases/kit/crud';
import { type Context, defineUseCase } from '@/usecases/kit/define';
import { day } from '@/usecases/kit/fields';
import { decodePosition, encodePosition } from './line-cursor';
import { demandLastDayAfterFirst, dimensionFilter, reportScope } from './report-scope';

export interface ActivityLine extends Omit<StoredActivityLine, 'runningOfPage'> {
  /** In the direction of the account's normal balance. */
  balance: string;
}

/** Which activity is shown, and the file made of it. */
export const activityFilters = z.object({
  accountId: z.guid(),
  dateFrom: day.optional(),
  dateTo: day.optional(),
  subsidiaryId: z.guid().optional(),
  ...dimensionFilter,
});

const input = activityFilters.extend({
  limit: z.number().int().min(1).max(1000).default(100),
  /** The `nextCursor` of the previous page. */
  after: z.string().optional(),
  /** Paging by offset instead of by cursor; also returns the total number of lines. */
  page: z.number().int().min(1).optional(),
});

/**
 * The activity of one account between two days: opening balance, lines with the balance after each, closing balance
 * (decisions.md, surface D). Balances are in the direction of the account's normal balance and reconcile to the trial
 * balance: profit and loss accounts open at zero each fiscal year, and a year end inside the range is a row of kind
 * YEAR_END. `dateTo` defaults to today, `dateFrom` to the first day of its month.
 */
export const accountActivity = defineUseCase({
  name: 'reports.accountActivity',
  permission: 'gl.report.read',
  mode: 'report',
  input,
  async run(context, asked) {
    const whole = await wholeActivity(context, asked);
    const { account, scope, dateFrom, dateTo, opening, closing } = whole;
    const query: ActivityQuery = {
      ...whole.query,
      limit: asked.limit + 1,
      after: asked.after === undefined ? undefined : decodePosition(asked.after),
      offset: asked.page === undefined ? undefined : (asked.page - 1) * asked.limit,
    };
    const start =
      query.after === undefined ? opening : await balanceBefore(context, query, query.after.postingDate);
    const isLater = query.after !== undefined || (query.offset ?? 0) > 0;
    const place = await readActivityPlace(context.tenant, query);
    const near = daysOfPage(query, place);
    const earlier = query.after === undefined ? place.moved : '0';
    const moved = isLater
      ? toPlainString(dec(await readMovementBeforePage(context.tenant, near)).plus(earlier))
      : '0';
    const found = await readActivityLines(context.tenant, near);

    const sign = account.normalSide === 'DEBIT' ? '1' : '-1';
    const { currencyCode } = scope;
    const lines = found.slice(0, asked.limit).map(
      ({ runningOfPage, ...line }): ActivityLine => ({
        ...line,
        debit: amountText(line.debit, currencyCode),
        credit: amountText(line.credit, currencyCode),
        transactionDebit: inOwnCurrency(line, line.transactionDebit),
        transactionCredit: inOwnCurrency(line, line.transactionCredit),
        balance: toAmountString(dec(start).plus(dec(moved).plus(runningOfPage).times(sign)), currencyCode),
      }),
    );
    const last = found[asked.limit - 1];
    return {
      account,
      dateFrom,
      dateTo,
      currencyCode,
      opening,
      lines,
      closing,
      total: asked.page === undefined ? null : place.total,
      nextCursor: found.length > asked.limit && last !== undefined ? encodePosition(last) : null,
    };
  },
});

/** An amount of a line in the currency of its document; the row of a year end has none. */
const inOwnCurrency = ({ currencyCode }: { currencyCode: string | null }, amount: string | null) =>
  amount === null || currencyCode === null ? null : amountText(amount, currencyCode);

/** The frame of an account's activity: the account itself, the days, and the balances on both sides of them. */
export async function wholeActivity(context: Context, asked: z.output<typeof activityFilters>) {
  const dateTo = asked.dateTo ?? context.clock.today();
  const dateFrom = asked.dateFrom ?? `${dateTo.slice(0, 7)}-01`;
  demandLastDayAfterFirst({ dateFrom, dateTo });
  const account = await readReportAccount(context.tenant, asked.accountId);
  if (account === null) refuseNotFound('account', asked.accountId);
  const scope = await reportScope(context, { subsidiaryId: asked.subsidiaryId, asOf: dateTo });
  const query: ActivityQuery = { scope, account, dateFrom, dateTo, dimensions: asked, limit: 0 };
  const opening = await balanceBefore(context, query, dateFrom);
  const closing = await balanceBefore(context, query, addDays(dateTo, 1), dateTo);
  return { account, scope, dateFrom, dateTo, query, opening, closing };
}

/** The same page of the few days that have it. */
function daysOfPage(query: ActivityQuery, place: ActivityPlace): ActivityQuery {
  return {
    ...query,
    dateFrom: place.first ?? query.dateTo,
    dateTo: place.last ?? query.dateTo,
    rangeFrom: query.after?.postingDate ?? query.dateFrom,
    ...(query.offset === undefined
      ? {}
      : { offset: query.offset - (place.first === null ? 0 : place.before) }),
  };
}

/**
 * The account's balance at the end of the day before `date`; for profit and loss accounts,
 * within the fiscal year of `yearAt`.
 */
async function balanceBefore(
  context: Context,
  query: ActivityQuery,
  date: string,
  yearAt: string = date,
): Promise<string> {
  const { account, scope } = query;
  const accountIds = account.isRetainedEarnings
    ? [account.id, ...(await readProfitAndLossIds(context.tenant))]
    : [account.id];
  const balances = await readAccountBalances(context.tenant, {
    scope,
    asOf: addDays(date, -1),
    yearAt,
    today: context.clock.today(),
    dimensions: query.dimensions,
    accountIds,
    includeZero: true,
  });
  // A profit and loss account on its own report has no retained earnings to close to, so its
  // prior-year balance is excluded here.
  const rolled = account.isRetainedEarnings
    ? balances
    : balances.map((one) =>
        isProfitAndLoss(one.type) ? { ...one, beforeYear: { debit: '0', credit: '0' } } : one,
      );
  const report = trialBalance(rolled, {
    baseCurrencyCode: scope.currencyCode,
    retainedEarningsAccountId: account.isRetainedEarnings ? account.id : null,
  });
  return (
    report.rows.find((row) => row.accountId === account.id)?.netBalance ??
    toAmountString(ZERO, scope.currencyCode)
  );
}
