import { z } from 'zod';
import { createSubsidiary } from '@/usecases/subsidiaries/create-subsidiary';
import { streamSubsidiaries } from '@/usecases/subsidiaries/stream-subsidiaries';
import { subsidiaryCreate, subsidiaryUpdate } from '@/usecases/subsidiaries/subsidiary-fields';
import {
  getSubsidiary,
  removeSubsidiary,
  updateSubsidiary,
} from '@/usecases/subsidiaries/subsidiary-records';
import { bodyOf, defineResource, reference, TWO_STATES, text } from '../resource';

const { recordStatus: _create, ...founding } = subsidiaryCreate.shape;
const { recordStatus: _update, ...changes } = subsidiaryUpdate.shape;

/** Subsidiaries: the same records as on surface C, with what their books are kept in. */
export const subsidiaries = defineResource({
  noun: 'subsidiary',
  tag: 'Subsidiaries (records)',
  statuses: TWO_STATES,
  own: {
    code: z.string(),
    name: z.string(),
    description: text,
    parentId: reference,
    baseCurrency: z.string(),
    countryCode: text,
    isElimination: z.boolean(),
    ownershipPercent: z.string(),
  },
  create: bodyOf(founding, TWO_STATES),
  update: bodyOf(changes, TWO_STATES),
  verbs: {
    create: createSubsidiary,
    get: getSubsidiary,
    update: updateSubsidiary,
    remove: removeSubsidiary,
    stream: streamSubsidiaries,
  },
  examples: { create: { code: 'EU', name: 'Harbour Europe', baseCurrency: 'EUR', countryCode: 'DE' } },
});
