import { z } from 'zod';
import { recordStore } from '@/db/record-store';
import { recordStream } from '@/db/record-stream';
import { codedRecords, codedShape } from '@/usecases/kit/coded-records';

/** The accounting class fields a caller may set. */
export const classFields = z.object({
  ...codedShape,
  parentId: z.guid().nullish(),
});

export const classVerbs = codedRecords({
  records: 'classes',
  prefix: 'CLS',
  store: recordStore('AccountingClass'),
  stream: recordStream('AccountingClass'),
  fields: classFields,
  prepare: (_context, _before, input) => input,
  tree: { column: 'parent_id', field: 'parentId' },
});
