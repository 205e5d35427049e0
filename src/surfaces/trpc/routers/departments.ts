import { departmentVerbs } from '@/usecases/departments/department-records';
import { procedureFor } from '../procedure-for';
import { createTrpcRouter } from '../trpc';

export const departmentsRouter = createTrpcRouter({
  create: procedureFor(departmentVerbs.create),
  get: procedureFor(departmentVerbs.get),
  page: procedureFor(departmentVerbs.page),
  update: procedureFor(departmentVerbs.update),
  remove: procedureFor(departmentVerbs.remove),
});
