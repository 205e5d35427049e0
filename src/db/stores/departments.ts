import type { Plain } from '../record-row';
import { recordStore } from '../record-store';
import { recordStream } from '../record-stream';

export type DepartmentRecord = Plain<'Department'>;

/** Departments, a tree. */
export const departments = recordStore('Department');

export const streamDepartments = recordStream('Department');
