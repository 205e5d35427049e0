import { z } from 'zod';
import { RATE_COLUMN } from '@/core/money/column';
import { recordStore } from '@/db/record-store';
import { recordStream } from '@/db/record-stream';
import { codedRecords, codedShape } from '@/usecases/kit/coded-records';
import { decimalOf, lineText } from '@/usecases/kit/fields';

/** What a caller may say about a unit of measure. */
export const unitFields = z.object({
  ...codedShape,
  symbol: lineText.nullish(),
  category: lineText.nullish(),
  baseUnitId: z.guid().nullish(),
  /** How many base units one of these makes. */
  conversionFactor: decimalOf(RATE_COLUMN, { above: '0' }).nullish(),
});

export const unitVerbs = codedRecords({
  records: 'units_of_measure',
  prefix: 'UOM',
  store: recordStore('UnitOfMeasure'),
  stream: recordStream('UnitOfMeasure'),
  fields: unitFields,
  prepare: (_context, _before, input) => input,
  tree: { column: 'base_unit_id', field: 'baseUnitId' },
});
