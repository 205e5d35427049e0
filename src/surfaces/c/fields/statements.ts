import { z } from 'zod';
import { SIDES } from '@/core/transactions/kinds';
import type { incomeByPeriod } from '@/usecases/reports/show-income-by-period';
import type { balanceSheet, incomeStatement } from '@/usecases/reports/show-statements';
import type { trialBalanceReport } from '@/usecases/reports/show-trial-balance';
import { type OutputOf, shapeOf } from '../../kit/shape';
import { optional, rowsOf } from '../../kit/shape-parts';

type BalanceSheet = OutputOf<typeof balanceSheet>;
type IncomeStatement = OutputOf<typeof incomeStatement>;
type IncomeByPeriod = OutputOf<typeof incomeByPeriod>;
type TrialBalance = OutputOf<typeof trialBalanceReport>;

const statementRowShape = shapeOf<BalanceSheet['sections'][number]['rows'][number]>()({
  accountId: 'id?',
  code: 'text',
  name: 'text',
  amount: 'decimal',
});

const statementSectionShape = shapeOf<BalanceSheet['sections'][number]>()({
  type: 'text',
  title: 'text',
  rows: rowsOf(statementRowShape),
  total: 'decimal',
});

export const balanceSheetShape = shapeOf<BalanceSheet>()({
  asOf: 'day',
  currencyCode: 'text',
  sections: rowsOf(statementSectionShape),
  difference: 'decimal',
});

export const incomeStatementShape = shapeOf<IncomeStatement>()({
  dateFrom: 'day',
  dateTo: 'day',
  currencyCode: 'text',
  sections: rowsOf(statementSectionShape),
  grossProfit: 'decimal',
  operatingIncome: 'decimal',
  netIncome: 'decimal',
});

const subsidiaryNameShape = shapeOf<NonNullable<IncomeByPeriod['periodBasis']>['subsidiaries'][number]>()({
  id: 'id',
  name: 'text',
});

const gridPeriodShape = shapeOf<NonNullable<IncomeByPeriod['periodBasis']>['periods'][number]>()({
  key: 'text',
  startDate: 'day',
  endDate: 'day',
  label: 'text',
});

export const periodBasisShape = shapeOf<NonNullable<IncomeByPeriod['periodBasis']>>()({
  basis: z.enum(['FISCAL_PERIODS', 'MONTH_OF_PERIOD_END']),
  words: 'text',
  subsidiaries: rowsOf(subsidiaryNameShape),
  periods: rowsOf(gridPeriodShape),
});

const rowShape = shapeOf<IncomeByPeriod['sections'][number]['rows'][number]>()({
  accountId: 'id',
  code: 'text',
  name: 'text',
  amounts: 'decimals',
  total: 'decimal',
});

const sectionByPeriodShape = shapeOf<IncomeByPeriod['sections'][number]>()({
  type: 'text',
  title: 'text',
  rows: rowsOf(rowShape),
  amounts: 'decimals',
  total: 'decimal',
});

const byPeriodShape = shapeOf<IncomeByPeriod['grossProfit']>()({
  amounts: 'decimals',
  total: 'decimal',
});

export const incomeByPeriodShape = shapeOf<IncomeByPeriod>()({
  currencyCode: 'text',
  periods: 'texts',
  periodBasis: optional(periodBasisShape),
  sections: rowsOf(sectionByPeriodShape),
  grossProfit: byPeriodShape,
  operatingIncome: byPeriodShape,
  netIncome: byPeriodShape,
});

const trialBalanceRowShape = shapeOf<TrialBalance['rows'][number]>()({
  accountId: 'id',
  code: 'text',
  name: 'text',
  type: 'text',
  normalSide: z.enum(SIDES),
  debitBalance: 'decimal',
  creditBalance: 'decimal',
  netBalance: 'decimal',
  periodActivity: 'decimal',
  ytdActivity: 'decimal',
});

const totalsShape = shapeOf<TrialBalance['totals']>()({
  totalDebits: 'decimal',
  totalCredits: 'decimal',
  difference: 'decimal',
});

export const trialBalanceShape = shapeOf<TrialBalance>()({
  rows: rowsOf(trialBalanceRowShape),
  totals: totalsShape,
  asOf: 'day',
  periodId: 'id?',
  periodLabel: 'text?',
  currencyCode: 'text',
  isTranslated: 'flag',
});
