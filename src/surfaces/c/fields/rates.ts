import { z } from 'zod';
import { CORRECTED_KINDS } from '@/core/fx/corrected-kinds';
import type { correctRates, listRateCorrections } from '@/usecases/fx/correct-rates';
import type { setExchangeRates } from '@/usecases/fx/exchange-rates';
import { RATE_TYPES } from '@/usecases/fx/exchange-rates';
import { type OutputOf, shapeOf } from '../../kit/shape';
import { rowsOf } from '../../kit/shape-parts';

type Rates = OutputOf<typeof setExchangeRates>;
type Corrected = OutputOf<typeof correctRates>;
type Corrections = OutputOf<typeof listRateCorrections>;

export const rateShape = shapeOf<Rates[number]>()({
  organizationId: 'id',
  id: 'id',
  fromCurrency: 'text',
  toCurrency: 'text',
  rateType: z.enum(RATE_TYPES),
  rateDate: 'day',
  rate: 'decimal',
  confirmation: 'text?',
  confirmedBy: 'id?',
  confirmedAt: 'moment?',
  version: 'count',
  createdAt: 'moment',
  updatedAt: 'moment',
});

const correctedItemShape = shapeOf<Corrected['items'][number]>()({
  kind: z.enum(CORRECTED_KINDS),
  sourceId: 'id',
  label: 'text',
  originOn: 'day',
  postedOn: 'day',
  beforeRate: 'decimal?',
  afterRate: 'decimal?',
  beforeBase: 'decimal',
  afterBase: 'decimal',
  difference: 'decimal',
  entryId: 'id',
  entryNumber: 'text',
});

const leftDocumentShape = shapeOf<Corrected['left'][number]>()({
  id: 'id',
  label: 'text',
  date: 'day',
  rate: 'decimal',
  tableRate: 'decimal?',
  reason: z.literal('OWN_RATE'),
});

export const correctionShape = shapeOf<Corrected>()({
  subsidiaryId: 'id',
  currencyCode: 'text',
  baseCurrencyCode: 'text',
  items: rowsOf(correctedItemShape),
  left: rowsOf(leftDocumentShape),
  leftCount: 'count',
  id: 'id',
});

const itemShape = shapeOf<Corrections[number]['items'][number]>()({
  kind: z.enum(CORRECTED_KINDS),
  label: 'text',
  entryId: 'id',
  originOn: 'day',
  postedOn: 'day',
  sourceId: 'id',
  afterBase: 'decimal',
  afterRate: 'decimal?',
  beforeBase: 'decimal',
  beforeRate: 'decimal?',
  difference: 'decimal',
  entryNumber: 'text?',
});

export const correctionRowShape = shapeOf<Corrections[number]>()({
  id: 'id',
  subsidiaryId: 'id',
  currencyCode: 'text',
  baseCurrencyCode: 'text',
  fromDate: 'day',
  toDate: 'day?',
  recordedBy: 'id?',
  recordedAt: 'moment',
  left: rowsOf(leftDocumentShape),
  leftCount: 'count',
  items: rowsOf(itemShape),
});
