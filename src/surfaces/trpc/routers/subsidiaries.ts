import { createSubsidiary } from '@/usecases/subsidiaries/create-subsidiary';
import { listSubsidiaries } from '@/usecases/subsidiaries/list-subsidiaries';
import { getOwnership, recordOwnership } from '@/usecases/subsidiaries/record-ownership';
import {
  getSubsidiary,
  removeSubsidiary,
  updateSubsidiary,
} from '@/usecases/subsidiaries/subsidiary-records';
import { procedureFor } from '../procedure-for';
import { createTrpcRouter } from '../trpc';

/** Subsidiaries: the tree and its records. */
export const subsidiariesRouter = createTrpcRouter({
  list: procedureFor(listSubsidiaries),
  get: procedureFor(getSubsidiary),
  create: procedureFor(createSubsidiary),
  update: procedureFor(updateSubsidiary),
  remove: procedureFor(removeSubsidiary),
  ownership: procedureFor(getOwnership),
  recordOwnership: procedureFor(recordOwnership),
});
