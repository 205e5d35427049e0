import { warehouseVerbs } from '@/usecases/warehouses/warehouse-records';
import { procedureFor } from '../procedure-for';
import { createTrpcRouter } from '../trpc';

export const warehousesRouter = createTrpcRouter({
  create: procedureFor(warehouseVerbs.create),
  get: procedureFor(warehouseVerbs.get),
  page: procedureFor(warehouseVerbs.page),
  update: procedureFor(warehouseVerbs.update),
  remove: procedureFor(warehouseVerbs.remove),
});
