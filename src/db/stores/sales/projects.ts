import type { Plain } from '../../record-row';
import { recordStore } from '../../record-store';

export type ProjectRecord = Plain<'Project'>;

/** Projects of external companies. */
export const projects = recordStore('Project');
