import type { Project } from '../generated/client';
import { type Plain, recordStore } from '../record-store';

export type ProjectRecord = Plain<Project>;

/** Projects of external companies. */
export const projects = recordStore<Project>('project');
