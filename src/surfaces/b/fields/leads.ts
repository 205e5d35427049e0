import { z } from 'zod';
import { LEAD_STATUSES } from '@/core/sales/conversion';
import { leadFields, leadVerbs } from '@/usecases/leads/lead-records';
import { shapeOf } from '../../kit/shape';
import { defineResource, type RowOf, TWO_STATES } from '../resource';

/** Leads (2.2). A lead converted from a prospect refers to it. */
export const leads = defineResource({
  noun: 'lead',
  tag: 'Leads',
  statuses: TWO_STATES,
  own: shapeOf<RowOf<typeof leadVerbs>>()({
    code: 'text?',
    name: 'text',
    email: 'text?',
    phone: 'text?',
    company: 'text?',
    industry: 'text?',
    source: 'text?',
    leadStatus: z.enum(LEAD_STATUSES),
    score: 'count',
    prospectId: 'id?',
    assignedTo: 'id?',
    notes: 'text?',
  }),
  takes: leadFields,
  verbs: leadVerbs,
  examples: { create: { name: 'Northwind Traders', email: 'sales@northwind.example', source: 'web form' } },
});
