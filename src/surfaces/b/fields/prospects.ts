import { z } from 'zod';
import { PROSPECT_STATUSES } from '@/core/sales/prospect-status';
import { momentText } from '@/usecases/kit/fields';
import { streamAllProspects } from '@/usecases/prospects/list-prospects';
import { type ProspectView, prospectCreate } from '@/usecases/prospects/prospect-fields';
import {
  createProspect,
  getProspect,
  removeProspect,
  updateProspect,
} from '@/usecases/prospects/prospect-records';
import { shapeOf } from '../../kit/shape';
import { bodyOf, defineResource, TWO_STATES } from '../resource';

const { prospectStatus: _lifecycle, ...own } = prospectCreate.shape;

/** Prospects: the same records as on surface A, where `prospectStatus` changes. */
export const prospects = defineResource({
  noun: 'prospect',
  tag: 'Prospects (records)',
  statuses: TWO_STATES,
  own: shapeOf<ProspectView>()({
    code: 'text?',
    name: 'text',
    email: 'text?',
    phone: 'text?',
    company: 'text?',
    industry: 'text?',
    estimatedRevenue: 'number?',
    employeeCount: 'count?',
    prospectStatus: z.enum(PROSPECT_STATUSES),
    assignedTo: 'id?',
    lastContactedAt: 'moment?',
    notes: 'text?',
    customFields: 'custom?',
    convertedLeadId: 'id?',
    convertedCustomerId: 'id?',
  }),
  takes: own,
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
