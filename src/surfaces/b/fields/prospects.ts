import { z } from 'zod';
import { toJsonNumber } from '@/core/money/json-number';
import { PROSPECT_STATUSES } from '@/core/sales/prospect-status';
import { momentText } from '@/usecases/kit/fields';
import { streamAllProspects } from '@/usecases/prospects/list-prospects';
import { prospectCreate } from '@/usecases/prospects/prospect-fields';
import {
  createProspect,
  getProspect,
  removeProspect,
  updateProspect,
} from '@/usecases/prospects/prospect-records';
import { bodyOf, defineResource, reference, TWO_STATES, text } from '../resource';

const { recordStatus: _status, prospectStatus: _lifecycle, ...own } = prospectCreate.shape;

/** Prospects: the same records as on surface A. `prospectStatus` moves there. */
export const prospects = defineResource({
  noun: 'prospect',
  tag: 'Prospects (records)',
  statuses: TWO_STATES,
  own: {
    code: text,
    name: z.string(),
    email: text,
    phone: text,
    company: text,
    industry: text,
    estimatedRevenue: z.number().nullable(),
    employeeCount: z.int().nullable(),
    prospectStatus: z.enum(PROSPECT_STATUSES),
    assignedTo: reference,
    lastContactedAt: z.iso.datetime().nullable(),
    notes: text,
    customFields: z.record(z.string(), z.unknown()).nullable(),
    convertedLeadId: reference,
    convertedCustomerId: reference,
  },
  values: ({ estimatedRevenue }) => ({
    estimatedRevenue: estimatedRevenue === null ? null : toJsonNumber(estimatedRevenue),
  }),
  create: bodyOf(own, TWO_STATES),
  update: bodyOf({ ...own, lastContactedAt: momentText.nullish() }, TWO_STATES),
  verbs: {
    create: createProspect,
    get: getProspect,
    update: updateProspect,
    remove: removeProspect,
    stream: streamAllProspects,
  },
  examples: { create: { name: 'Harbour Robotics', industry: 'Technology', estimatedRevenue: 5000000 } },
});
