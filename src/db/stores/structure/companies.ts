import { recordStore } from '../../record-store';

/** Companies of an external project-management system, each mapped to subsidiaries. */
export const companies = recordStore('Company');
