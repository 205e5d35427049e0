import { unitVerbs } from '@/usecases/units-of-measure/unit-records';
import { procedureFor } from '../procedure-for';
import { createTrpcRouter } from '../trpc';

export const unitsOfMeasureRouter = createTrpcRouter({
  create: procedureFor(unitVerbs.create),
  get: procedureFor(unitVerbs.get),
  page: procedureFor(unitVerbs.page),
  update: procedureFor(unitVerbs.update),
  remove: procedureFor(unitVerbs.remove),
});
