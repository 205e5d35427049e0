import { z } from 'zod';
import { recordStore } from '@/db/record-store';
import { recordStream } from '@/db/record-stream';
import { codedRecords, codedShape } from '@/usecases/kit/coded-records';

/** The department fields a caller may set. */
export const departmentFields = z.object({
  ...codedShape,
  parentId: z.guid().nullish(),
  managerId: z.guid().nullish(),
});

export const departmentVerbs = codedRecords({
  records: 'departments',
  prefix: 'DEPT',
  store: recordStore('Department'),
  stream: recordStream('Department'),
  fields: departmentFields,
  prepare: (_context, _before, input) => input,
  tree: { column: 'parent_id', field: 'parentId' },
});
