import { recordStore } from '../record-store';
import { recordStream } from '../record-stream';

/** Departments, a tree. */
export const departments = recordStore('Department');

export const streamDepartments = recordStream('Department');
