import type { Department } from '../generated/client';
import { recordStore } from '../record-store';
import { recordStream } from '../record-stream';

/** Departments, a tree. */
export const departments = recordStore<Department>('department');

export const streamDepartments = recordStream<Department>('departments');
