import { z } from 'zod';
import { RATE_COLUMN } from '@/core/money/column';
import { streamUnitsOfMeasure, unitsOfMeasure } from '@/db/stores/units-of-measure';
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
  noun: 'unit of measure',
  plural: 'units-of-measure',
  prefix: 'UOM',
  store: unitsOfMeasure,
  stream: streamUnitsOfMeasure,
  read: 'org.structure.read',
  write: 'org.structure.write',
  fields: unitFields,
  prepare: (_context, _before, input) => input,
  tree: { table: 'units_of_measure', column: 'base_unit_id', field: 'baseUnitId' },
});
