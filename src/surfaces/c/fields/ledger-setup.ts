import type { itemVerbs } from '@/usecases/items/item-records';
import type { listTaxCodes } from '@/usecases/setup/tax-codes';
import { type OutputOf, shapeOf } from '../../kit/shape';
import { rowsOf } from '../../kit/shape-parts';

type TaxCodes = OutputOf<typeof listTaxCodes>;
type Item = OutputOf<typeof itemVerbs.get>;

const taxRateShape = shapeOf<TaxCodes[number]['rates'][number]>()({
  organizationId: 'id',
  id: 'id',
  taxCodeId: 'id',
  ratePercent: 'decimal',
  validFrom: 'day',
  validTo: 'day?',
  version: 'count',
  createdAt: 'moment',
  updatedAt: 'moment',
});

export const taxCodeShape = shapeOf<TaxCodes[number]>()({
  organizationId: 'id',
  id: 'id',
  code: 'text',
  name: 'text',
  description: 'text?',
  accountId: 'id?',
  recordStatus: 'text',
  version: 'count',
  createdAt: 'moment',
  updatedAt: 'moment',
  rates: rowsOf(taxRateShape),
});

export const itemShape = shapeOf<Item>()({
  organizationId: 'id',
  id: 'id',
  code: 'text',
  name: 'text',
  description: 'text?',
  itemType: 'text',
  unitId: 'id?',
  revenueAccountId: 'id?',
  expenseAccountId: 'id?',
  taxCodeId: 'id?',
  recordStatus: 'text',
  version: 'count',
  createdAt: 'moment',
  updatedAt: 'moment',
});
