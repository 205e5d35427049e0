import type {
  contractBalancesReport,
  recurringRevenueReport,
  rollforwardReport,
} from '@/usecases/revenue/reports/report-balances';
import type { changedReport } from '@/usecases/revenue/reports/report-changed';
import type { customersReport } from '@/usecases/revenue/reports/report-customers';
import type {
  disaggregationReport,
  forecastReport,
  rpoReport,
  waterfallReport,
} from '@/usecases/revenue/reports/report-revenue';
import { type OutputOf, shapeOf } from '../../../kit/shape';
import { optional, rowsOf } from '../../../kit/shape-parts';
import { periodBasisShape } from '../statements';

type ContractBalances = OutputOf<typeof contractBalancesReport>;
type Recurring = OutputOf<typeof recurringRevenueReport>;
type Rollforward = OutputOf<typeof rollforwardReport>;
type Changed = OutputOf<typeof changedReport>;
type Customers = OutputOf<typeof customersReport>;
type Disaggregation = OutputOf<typeof disaggregationReport>;
type Forecast = OutputOf<typeof forecastReport>;
type Rpo = OutputOf<typeof rpoReport>;
type Waterfall = OutputOf<typeof waterfallReport>;

const openingShape = shapeOf<ContractBalances['opening']>()({
  receivable: 'decimal',
  contractAsset: 'decimal',
  deferred: 'decimal',
});

const liabilityShape = shapeOf<ContractBalances['liability']>()({
  current: 'decimal',
  nonCurrent: 'decimal',
});

const interestSidesShape = shapeOf<ContractBalances['interest']['opening']>()({
  accrued: 'decimal',
  unearned: 'decimal',
  onAdvances: 'decimal',
});

const contractBalancesInterestShape = shapeOf<ContractBalances['interest']>()({
  opening: interestSidesShape,
  closing: interestSidesShape,
});

const contractBalancesContractShape = shapeOf<ContractBalances['contracts'][number]>()({
  contractId: 'id',
  contractNumber: 'text',
  receivable: 'decimal',
  contractAsset: 'decimal',
  deferred: 'decimal',
  current: 'decimal',
  nonCurrent: 'decimal',
});

export const contractBalancesShape = shapeOf<ContractBalances>()({
  currencyCode: 'text',
  asOf: 'text',
  effectiveAsOf: 'text?',
  knownAsOf: 'text?',
  periodBasis: optional(periodBasisShape),
  opening: openingShape,
  closing: openingShape,
  revenue: 'decimal',
  fromOpeningLiability: 'decimal',
  fromPriorPerformance: 'decimal',
  liability: liabilityShape,
  interest: contractBalancesInterestShape,
  contractCount: 'count',
  contracts: rowsOf(contractBalancesContractShape),
});

const recurringRevenueRowShape = shapeOf<Recurring['rows'][number]>()({
  period: 'text',
  opening: 'decimal',
  new: 'decimal',
  reactivation: 'decimal',
  expansion: 'decimal',
  contraction: 'decimal',
  churn: 'decimal',
  closing: 'decimal',
  annual: 'decimal',
});

export const recurringShape = shapeOf<Recurring>()({
  currencyCode: 'text',
  asOf: 'text',
  effectiveAsOf: 'text?',
  knownAsOf: 'text?',
  periodBasis: optional(periodBasisShape),
  rows: rowsOf(recurringRevenueRowShape),
});

const rollforwardRowShape = shapeOf<Rollforward['rows'][number]>()({
  period: 'text',
  opening: 'decimal',
  billings: 'decimal',
  releases: 'decimal',
  adjustments: 'decimal',
  closing: 'decimal',
  ledger: 'decimal?',
  difference: 'decimal?',
});

export const rollforwardShape = shapeOf<Rollforward>()({
  currencyCode: 'text',
  asOf: 'text',
  effectiveAsOf: 'text?',
  knownAsOf: 'text?',
  periodBasis: optional(periodBasisShape),
  rows: rowsOf(rollforwardRowShape),
});

const changedMonthShape = shapeOf<Changed['months'][number]>()({
  period: 'text',
  belongs: 'decimal',
  postedElsewhere: 'decimal',
  notPosted: 'decimal',
  ofOtherMonths: 'decimal',
  posted: 'decimal',
  ledger: 'decimal?',
  difference: 'decimal?',
});

const changedTotalShape = shapeOf<Changed['total']>()({
  belongs: 'decimal',
  postedElsewhere: 'decimal',
  notPosted: 'decimal',
  ofOtherMonths: 'decimal',
  posted: 'decimal',
  ledger: 'decimal?',
  difference: 'decimal?',
});

const catchUpRowShape = shapeOf<Changed['lines'][number]>()({
  contractId: 'id',
  contractNumber: 'text',
  naturalPeriod: 'text',
  postedPeriod: 'text?',
  bookedPeriod: 'text',
  amount: 'decimal',
  causeId: 'id',
  causeKind: 'text',
  causeDate: 'day?',
  causeRecordedAt: 'moment?',
  causeRunNumber: 'text?',
});

export const changedShape = shapeOf<Changed>()({
  currencyCode: 'text',
  asOf: 'text',
  effectiveAsOf: 'text?',
  knownAsOf: 'text?',
  periodBasis: optional(periodBasisShape),
  months: rowsOf(changedMonthShape),
  total: changedTotalShape,
  lines: rowsOf(catchUpRowShape),
  lineCount: 'count',
});

const disaggregationRowShape = shapeOf<Disaggregation['rows'][number]>()({
  value: 'text',
  amounts: 'decimals',
  total: 'decimal',
});

export const disaggregationShape = shapeOf<Disaggregation>()({
  currencyCode: 'text',
  asOf: 'text',
  effectiveAsOf: 'text?',
  knownAsOf: 'text?',
  periodBasis: optional(periodBasisShape),
  category: 'text',
  columns: 'texts',
  rows: rowsOf(disaggregationRowShape),
  totals: 'decimals',
  total: 'decimal',
});

const customerRowShape = shapeOf<Customers['rows'][number]>()({
  customerId: 'text?',
  name: 'text?',
  number: 'text?',
  amounts: 'decimals',
  total: 'decimal',
});

export const customersShape = shapeOf<Customers>()({
  currencyCode: 'text',
  asOf: 'text',
  effectiveAsOf: 'text?',
  knownAsOf: 'text?',
  periodBasis: optional(periodBasisShape),
  against: 'text',
  columns: 'texts',
  rows: rowsOf(customerRowShape),
  totals: 'decimals',
  total: 'decimal',
  count: 'count',
  nextCursor: 'text?',
});

const forecastRowShape = shapeOf<Forecast['rows'][number]>()({
  period: 'text',
  recognised: 'decimal',
  scheduled: 'decimal',
  expected: 'decimal',
  total: 'decimal',
  cumulative: 'decimal',
});

export const forecastShape = shapeOf<Forecast>()({
  currencyCode: 'text',
  asOf: 'text',
  effectiveAsOf: 'day?',
  knownAsOf: 'text?',
  periodBasis: optional(periodBasisShape),
  unscheduled: 'decimal',
  rows: rowsOf(forecastRowShape),
});

const rpoBandShape = shapeOf<Rpo['bands'][number]>()({
  band: 'text',
  amount: 'decimal',
});

const excludedShape = shapeOf<Rpo['excluded'][number]>()({
  expedient: 'text',
  amount: 'decimal',
});

export const rpoShape = shapeOf<Rpo>()({
  currencyCode: 'text',
  asOf: 'text',
  effectiveAsOf: 'day?',
  knownAsOf: 'text?',
  periodBasis: optional(periodBasisShape),
  bands: rowsOf(rpoBandShape),
  total: 'decimal',
  excluded: rowsOf(excludedShape),
});

const waterfallRowShape = shapeOf<Waterfall['rows'][number]>()({
  cohort: 'text',
  booked: 'decimal',
  before: 'decimal',
  months: 'decimals',
  after: 'decimal',
  remaining: 'decimal',
});

const waterfallTotalShape = shapeOf<Waterfall['total']>()({
  booked: 'decimal',
  before: 'decimal',
  months: 'decimals',
  after: 'decimal',
  remaining: 'decimal',
});

export const waterfallShape = shapeOf<Waterfall>()({
  currencyCode: 'text',
  asOf: 'text',
  effectiveAsOf: 'day?',
  knownAsOf: 'text?',
  periodBasis: optional(periodBasisShape),
  periods: 'texts',
  rows: rowsOf(waterfallRowShape),
  total: waterfallTotalShape,
});
