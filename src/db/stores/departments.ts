import type { Department } from '../generated/client';
import { type Plain, recordStore } from '../record-store';
import { recordStream } from '../record-stream';

export type DepartmentRecord = Plain<Department>;

/** Departments, a tree. */
export const departments = recordStore<Department>('department');

export const streamDepartments = recordStream<Department>('departments');
