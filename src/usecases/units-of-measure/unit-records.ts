import { z } from 'zod';
import { RATE_COLUMN } from '@/core/money/column';
import { recordStore } from '@/db/record-store';
import { recordStream } from '@/db/record-stream';
import { codedRecords, codedShape } from '@/usecases/kit/coded-records';
import { decimalOf, lineText } from '@/usecases/kit/fields';

/** The unit of measure fields a caller may set. */
export const unitFields = z.object({
  ...codedShape,
  symbol: lineText.nullish(),
  category: lineText.nullish(),
  baseUnitId: z.guid().nullish(),
  /** The number of base units in one of these. */
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
