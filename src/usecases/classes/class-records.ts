import { z } from 'zod';
import { classes, streamClasses } from '@/db/stores/classes';
import { codedRecords, codedShape } from '@/usecases/kit/coded-records';

/** The accounting class fields a caller may set. */
export const classFields = z.object({
  ...codedShape,
  parentId: z.guid().nullish(),
});

export const classVerbs = codedRecords({
  noun: 'class',
  plural: 'classes',
  prefix: 'CLS',
  store: classes,
  stream: streamClasses,
  read: 'org.structure.read',
  write: 'org.structure.write',
  fields: classFields,
  prepare: (_context, _before, input) => input,
  tree: { table: 'classes', column: 'parent_id', field: 'parentId' },
});
