import {
  createEmployee,
  getEmployee,
  removeEmployee,
  updateEmployee,
} from '@/usecases/employees/employee-records';
import { employeeByInternalId, listEmployees } from '@/usecases/employees/list-employees';
import { procedureFor } from '../procedure-for';
import { createTrpcRouter } from '../trpc';

export const employeesRouter = createTrpcRouter({
  create: procedureFor(createEmployee),
  get: procedureFor(getEmployee),
  list: procedureFor(listEmployees),
  update: procedureFor(updateEmployee),
  remove: procedureFor(removeEmployee),
  byInternalId: procedureFor(employeeByInternalId),
});
