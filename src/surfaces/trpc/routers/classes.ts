import { classVerbs } from '@/usecases/classes/class-records';
import { procedureFor } from '../procedure-for';
import { createTrpcRouter } from '../trpc';

export const classesRouter = createTrpcRouter({
  create: procedureFor(classVerbs.create),
  get: procedureFor(classVerbs.get),
  page: procedureFor(classVerbs.page),
  update: procedureFor(classVerbs.update),
  remove: procedureFor(classVerbs.remove),
});
