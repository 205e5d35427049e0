import { createSubsidiary } from '@/usecases/subsidiaries/create-subsidiary';
import { streamSubsidiaries } from '@/usecases/subsidiaries/stream-subsidiaries';
import { subsidiaryCreate, subsidiaryUpdate } from '@/usecases/subsidiaries/subsidiary-fields';
import {
  getSubsidiary,
  removeSubsidiary,
  type SubsidiaryRecord,
  updateSubsidiary,
} from '@/usecases/subsidiaries/subsidiary-records';
import { shapeOf } from '../../kit/shape';
import { bodyOf, defineResource, TWO_STATES } from '../resource';

/** Subsidiaries: the same records as on surface C, with their currency and calendar settings. */
export const subsidiaries = defineResource({
  noun: 'subsidiary',
  tag: 'Subsidiaries (records)',
  statuses: TWO_STATES,
  own: shapeOf<SubsidiaryRecord>()({
    code: 'text',
    name: 'text',
    description: 'text?',
    parentId: 'id?',
    baseCurrency: 'text',
    countryCode: 'text?',
    isElimination: 'flag',
    ownershipPercent: 'text',
  }),
  takes: subsidiaryCreate.shape,
  update: bodyOf(subsidiaryUpdate.shape, TWO_STATES),
  verbs: {
    create: createSubsidiary,
    get: getSubsidiary,
    update: updateSubsidiary,
    remove: removeSubsidiary,
    stream: streamSubsidiaries,
  },
  examples: { create: { code: 'EU', name: 'Harbour Europe', baseCurrency: 'EUR', countryCode: 'DE' } },
});
