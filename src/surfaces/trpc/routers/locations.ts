import { locationVerbs } from '@/usecases/locations/location-records';
import { procedureFor } from '../procedure-for';
import { createTrpcRouter } from '../trpc';

export const locationsRouter = createTrpcRouter({
  create: procedureFor(locationVerbs.create),
  get: procedureFor(locationVerbs.get),
  page: procedureFor(locationVerbs.page),
  update: procedureFor(locationVerbs.update),
  remove: procedureFor(locationVerbs.remove),
});
