import { z } from 'zod';
import { LEAD_STATUSES } from '@/core/sales/conversion';
import { leadFields, leadVerbs } from '@/usecases/leads/lead-records';
import { bodyOf, defineResource, reference, TWO_STATES, text } from '../resource';

const { recordStatus: _status, ...own } = leadFields;

/** Leads (2.2). One made from a prospect names it. */
export const leads = defineResource({
  noun: 'lead',
  tag: 'Leads',
  statuses: TWO_STATES,
  own: {
    code: text,
    name: z.string(),
    email: text,
    phone: text,
    company: text,
    industry: text,
    source: text,
    leadStatus: z.enum(LEAD_STATUSES),
    score: z.int(),
    prospectId: reference,
    assignedTo: reference,
    notes: text,
  },
  create: bodyOf(own, TWO_STATES),
  update: bodyOf(own, TWO_STATES),
  verbs: leadVerbs,
  examples: { create: { name: 'Northwind Traders', email: 'sales@northwind.example', source: 'web form' } },
});
