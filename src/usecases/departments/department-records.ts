import { z } from 'zod';
import { departments, streamDepartments } from '@/db/stores/departments';
import { codedRecords, codedShape } from '@/usecases/kit/coded-records';

/** The department fields a caller may set. */
export const departmentFields = z.object({
  ...codedShape,
  parentId: z.guid().nullish(),
  managerId: z.guid().nullish(),
});

export const departmentVerbs = codedRecords({
  noun: 'department',
  plural: 'departments',
  prefix: 'DEPT',
  store: departments,
  stream: streamDepartments,
  read: 'org.structure.read',
  write: 'org.structure.write',
  fields: departmentFields,
  prepare: (_context, _before, input) => input,
  tree: { table: 'departments', column: 'parent_id', field: 'parentId' },
});
