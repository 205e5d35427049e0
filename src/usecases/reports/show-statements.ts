import { z } from 'zod';
import { ACCOUNT_TYPE_FACTS, type AccountType, isProfitAndLoss, RESULT_TYPES } from '@/core/ledger/accounts';
import { type TrialBalanceRow, trialBalance } from '@/core/ledger/trial-balance';
import { toAmountString } from '@/core/money/currency';
import { type Decimal, dec, sum, ZERO } from '@/core/money/decimal';
import { minorUnits } from '@/core/money/minor-units';
import { addDays } from '@/core/periods/calendar';
import { readAccountBalances, type StoredBalance } from '@/db/reports/trial-balance';
import { defineUseCase } from '@/usecases/kit/define';
import { day } from '@/usecases/kit/fields';
import { demandLastDayAfterFirst, dimensionFilter, reportScope } from './report-scope';

export interface StatementRow {
  accountId: string | null;
  code: string;
  name: string;
  amount: string;
}

export interface StatementSection {
  type: AccountType;
  title: string;
  rows: StatementRow[];
  total: string;
}

/**
 * The balance sheet as of a day: assets, liabilities, and equity with the current year's earnings as a separate row.
 * `difference` is assets less liabilities and equity, and is zero.
 */
export const balanceSheet = defineUseCase({
  name: 'reports.balanceSheet',
  permission: 'gl.report.read',
  mode: 'report',
  input: z.object({ asOf: day.optional(), subsidiaryId: z.guid().optional(), ...dimensionFilter }),
  async run(context, asked) {
    const asOf = asked.asOf ?? context.clock.today();
    const scope = await reportScope(context, { subsidiaryId: asked.subsidiaryId, asOf });
    const balances = await readAccountBalances(context.tenant, {
      scope,
      asOf,
      yearAt: asOf,
      today: context.clock.today(),
      dimensions: asked,
    });
    const retained = balances.find((one) => one.isRetainedEarnings)?.accountId ?? null;
    const { rows } = trialBalance(balances, {
      baseCurrencyCode: scope.currencyCode,
      retainedEarningsAccountId: retained,
    });
    const text = (value: Decimal) => toAmountString(value, scope.currencyCode);
    const earnings = sum(rows.filter((row) => isProfitAndLoss(row.type)).map((row) => creditOf(row)));
    const sections = (['ASSET', 'LIABILITY', 'EQUITY'] as const).map((type): StatementSection => {
      const own = rows
        .filter((row) => row.type === type && /[1-9]/.test(row.netBalance))
        .map(rowOf(type, text));
      const all =
        type === 'EQUITY' && !earnings.isZero()
          ? [...own, { accountId: null, code: '', name: 'Year-to-date earnings', amount: text(earnings) }]
          : own;
      const total = sum(all.map((row) => row.amount));
      return { type, title: ACCOUNT_TYPE_FACTS[type].section, rows: all, total: text(total) };
    });
    const [assets, liabilities, equity] = sections.map((section) => dec(section.total));
    const difference = (assets ?? ZERO).minus(liabilities ?? ZERO).minus(equity ?? ZERO);
    const isTranslated = scope.subsidiaries.some((one) => one.baseCurrency !== scope.currencyCode);
    const unit = dec('1').div(dec('10').pow(minorUnits(scope.currencyCode)));
    // Each translated row is rounded by at most half a unit; the accumulated rounding
    // difference is shown as a separate row.
    const isRounding = difference.abs().lte(unit.times(rows.length + sections.length).div('2'));
    if (isTranslated && isRounding && !difference.isZero()) {
      const own = sections.find((section) => section.type === 'EQUITY');
      own?.rows.push({
        accountId: null,
        code: '',
        name: 'Translation rounding',
        amount: text(difference),
      });
      if (own) own.total = text(dec(own.total).plus(difference));
      return { asOf, currencyCode: scope.currencyCode, sections, difference: text(ZERO) };
    }
    return {
      asOf,
      currencyCode: scope.currencyCode,
      sections,
      difference: text(difference),
    };
  },
});

/** Profit and loss between two days, by section, with gross profit, operating income and net income. */
export const incomeStatement = defineUseCase({
  name: 'reports.incomeStatement',
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
    const at = (asOf: string) =>
      readAccountBalances(context.tenant, {
        scope,
        asOf,
        yearAt: asOf,
        today: context.clock.today(),
        dimensions: asked,
      });
    const before = new Map(
      (await at(addDays(asked.dateFrom, -1))).map((one) => [one.accountId, creditsOf(one)]),
    );
    const until = await at(asked.dateTo);
    const text = (value: Decimal) => toAmountString(value, scope.currencyCode);
    const moved = until
      .filter((one) => isProfitAndLoss(one.type))
      .map((one) => ({ account: one, credit: creditsOf(one).minus(before.get(one.accountId) ?? ZERO) }))
      .filter(({ credit }) => !credit.isZero());
    const totals = new Map<AccountType, Decimal>();
    const sections = RESULT_TYPES.map((type): StatementSection => {
      const own = moved.filter(({ account }) => account.type === type);
      const sign = ACCOUNT_TYPE_FACTS[type].normalSide === 'CREDIT' ? '1' : '-1';
      const total = sum(own.map(({ credit }) => credit));
      totals.set(type, total);
      return {
        type,
        title: ACCOUNT_TYPE_FACTS[type].section,
        rows: own.map(({ account, credit }) => ({
          accountId: account.accountId,
          code: account.code,
          name: account.name,
          amount: text(credit.times(sign)),
        })),
        total: text(total.times(sign)),
      };
    });
    const of = (...wanted: AccountType[]) => text(sum(wanted.map((type) => totals.get(type) ?? ZERO)));
    return {
      dateFrom: asked.dateFrom,
      dateTo: asked.dateTo,
      currencyCode: scope.currencyCode,
      sections,
      grossProfit: of('REVENUE', 'COST_OF_SALES'),
      operatingIncome: of('REVENUE', 'COST_OF_SALES', 'EXPENSE'),
      netIncome: of(...RESULT_TYPES),
    };
  },
});

/** A row's balance with credits positive. */
function creditOf(row: TrialBalanceRow): Decimal {
  return dec(row.creditBalance).minus(row.debitBalance);
}

/** An account's cumulative credits less debits. */
function creditsOf(balance: StoredBalance): Decimal {
  return dec(balance.beforeYear.credit)
    .minus(balance.beforeYear.debit)
    .plus(balance.yearToDate.credit)
    .minus(balance.yearToDate.debit);
}

/** A contra account reduces its section. */
function rowOf(type: AccountType, text: (value: Decimal) => string) {
  const sign = ACCOUNT_TYPE_FACTS[type].normalSide === 'CREDIT' ? '1' : '-1';
  return (row: TrialBalanceRow): StatementRow => ({
    accountId: row.accountId,
    code: row.code,
    name: row.name,
    amount: text(creditOf(row).times(sign)),
  });
}
