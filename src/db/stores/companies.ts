import type { Company } from '../generated/client';
import { type Plain, recordStore } from '../record-store';

export type CompanyRecord = Plain<Company>;

/** Companies of an external project-management system, each mapped to subsidiaries. */
export const companies = recordStore<Company>('company');
