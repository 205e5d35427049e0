import type { Lead } from '../generated/client';
import { type Plain, recordStore } from '../record-store';
import { recordStream } from '../record-stream';

export type LeadRecord = Plain<Lead>;

/** Leads (interface 2.2). */
export const leads = recordStore<Lead>('lead');

export const streamLeads = recordStream<Lead>('leads');
