import type { consolidation } from '@/usecases/reports/show-consolidation';
import { type OutputOf, shapeOf } from '../../kit/shape';
import { optional, rowsOf } from '../../kit/shape-parts';

type Consolidation = OutputOf<typeof consolidation>;
type Section = Consolidation['balanceSheet']['sections'][number];

const companyShape = shapeOf<Consolidation['parent']>()({ id: 'id', name: 'text' });

const ownershipShape = shapeOf<NonNullable<Consolidation['columns'][number]['ownership']>>()({
  percent: 'decimal',
  effectiveDate: 'day',
  recordedAt: 'moment',
  isLate: 'flag',
});

const consolidationColumnShape = shapeOf<Consolidation['columns'][number]>()({
  subsidiaryId: 'id',
  code: 'text',
  name: 'text',
  baseCurrency: 'text',
  groupPercent: 'decimal',
  yearFrom: 'day',
  ownership: optional(ownershipShape),
});

const usedRateShape = shapeOf<Consolidation['rates'][number]>()({
  use: 'text',
  from: 'text',
  to: 'text',
  rate: 'decimal',
  basis: 'text',
  isInverse: 'flag',
  firstDay: 'day',
  lastDay: 'day',
  rateDate: 'day',
});

const figuresShape = shapeOf<Section['total']>()({
  subsidiaries: 'decimals',
  eliminations: 'decimal',
  nonControlling: 'decimal',
  consolidated: 'decimal',
});

const consolidatedRowShape = shapeOf<Section['rows'][number]>()({
  line: 'text',
  accountId: 'id?',
  code: 'text',
  name: 'text',
  figures: figuresShape,
});

const consolidatedSectionShape = shapeOf<Section>()({
  type: 'text',
  title: 'text',
  rows: rowsOf(consolidatedRowShape),
  total: figuresShape,
});

const consolidationBalanceSheetShape = shapeOf<Consolidation['balanceSheet']>()({
  sections: rowsOf(consolidatedSectionShape),
  difference: 'decimal',
});

const consolidationIncomeStatementShape = shapeOf<Consolidation['incomeStatement']>()({
  sections: rowsOf(consolidatedSectionShape),
  results: rowsOf(consolidatedRowShape),
});

export const consolidationShape = shapeOf<Consolidation>()({
  asOf: 'day',
  parent: companyShape,
  currencyCode: 'text',
  columns: rowsOf(consolidationColumnShape),
  eliminationCompanies: rowsOf(companyShape),
  rates: rowsOf(usedRateShape),
  incomeFrom: 'day?',
  openingProblem: 'text?',
  balanceSheet: consolidationBalanceSheetShape,
  incomeStatement: consolidationIncomeStatementShape,
});
