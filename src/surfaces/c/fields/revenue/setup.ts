import { z } from 'zod';
import { ROYALTY_METHODS } from '@/core/revenue/minimum';
import { FRAMEWORKS, LOSS_LEVELS } from '@/core/revenue/vocabulary';
import type { getCost, impairCost } from '@/usecases/revenue/contracts/costs/cost-records';
import type { getPolicy } from '@/usecases/revenue/setup/policy-records';
import type { getSsp } from '@/usecases/revenue/setup/ssp-records';
import type { templateVerbs } from '@/usecases/revenue/setup/template-records';
import { type OutputOf, shapeOf, value } from '../../../kit/shape';
import { keyed, rowsOf } from '../../../kit/shape-parts';

type Ssp = OutputOf<typeof getSsp>;
type Policy = OutputOf<typeof getPolicy>;
type Cost = OutputOf<typeof getCost>;
type Template = OutputOf<typeof templateVerbs.get>;

export const sspShape = shapeOf<Ssp>()({
  id: 'id',
  productCode: 'text',
  itemId: 'id?',
  stratum: 'text',
  currencyCode: 'text',
  validFrom: 'day',
  validTo: 'day?',
  ssp: 'decimal',
  rangeLow: 'decimal?',
  rangeHigh: 'decimal?',
  method: 'text',
  evidence: 'text',
  version: 'count',
  createdAt: 'moment',
  updatedAt: 'moment',
});

export const policyShape = shapeOf<Policy>()({
  id: 'id',
  code: 'text',
  policyVersion: 'count',
  name: 'text',
  validFrom: 'day',
  validTo: 'day?',
  scheduleMethod: 'text',
  residual: 'text',
  runGrouping: 'text',
  combinationDays: 'count',
  percentDecimals: 'count?',
  oneYearExpedient: 'flag',
  costExpedient: 'flag',
  framework: z.enum(FRAMEWORKS),
  lossLevel: z.enum(LOSS_LEVELS),
  royaltyMinimum: z.enum(ROYALTY_METHODS),
  accounts: keyed(value('id')),
  version: 'count',
  createdAt: 'moment',
  updatedAt: 'moment',
});

export const costRowShape = shapeOf<Cost['cost']>()({
  id: 'id',
  contractId: 'id',
  description: 'text?',
  costKind: 'text',
  subsidiaryId: 'id',
  currencyCode: 'text',
  amount: 'decimal',
  postingDate: 'day',
  facts: 'stored',
  decision: 'text',
  why: 'text',
  startDate: 'day',
  months: 'count',
  exchangeRate: 'decimal',
  amortised: 'decimal',
  impaired: 'decimal',
  assetAccountId: 'id',
  expenseAccountId: 'id',
  impairAccountId: 'id',
  offsetAccountId: 'id',
  item: 'id?',
  voided: 'flag',
  version: 'count',
  createdAt: 'moment',
  updatedAt: 'moment',
});

const costPlanRowShape = shapeOf<Cost['plan'][number]>()({
  seq: 'count',
  rowKind: 'text',
  period: 'text',
  naturalPeriod: 'text?',
  amount: 'decimal',
  postedPeriod: 'text?',
  entryId: 'id?',
});

const cost = {
  cost: costRowShape,
  carrying: 'decimal',
  plan: rowsOf(costPlanRowShape),
} as const;

/** A contract cost with its plan. */
export const costShape = shapeOf<Cost>()(cost);

/** The same after a test for impairment, with the loss that was booked. */
export const impairedShape = shapeOf<OutputOf<typeof impairCost>>()({ ...cost, loss: 'decimal' });

export const templateShape = shapeOf<Template>()({
  id: 'id',
  itemId: 'id',
  key: 'text',
  description: 'text?',
  pattern: 'custom?',
  productCode: 'text?',
  weight: 'text',
  capacity: 'text',
  nature: 'text',
  revenueAccountId: 'id?',
  version: 'count',
  createdAt: 'moment',
  updatedAt: 'moment',
});
