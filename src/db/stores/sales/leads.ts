import type { Plain } from '../../record-row';
import { recordStore } from '../../record-store';
import { recordStream } from '../../record-stream';

export type LeadRecord = Plain<'Lead'>;

/** Leads (interface 2.2). */
export const leads = recordStore('Lead');

export const streamLeads = recordStream('Lead');
