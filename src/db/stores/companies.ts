import type { Plain } from '../record-row';
import { recordStore } from '../record-store';

export type CompanyRecord = Plain<'Company'>;

/** Companies of an external project-management system, each mapped to subsidiaries. */
export const companies = recordStore('Company');
