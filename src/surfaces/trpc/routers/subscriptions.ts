import { subscriptionVerbs } from '@/usecases/subscriptions/subscription-records';
import { procedureFor } from '../procedure-for';
import { createTrpcRouter } from '../trpc';

export const subscriptionsRouter = createTrpcRouter({
  create: procedureFor(subscriptionVerbs.create),
  get: procedureFor(subscriptionVerbs.get),
  page: procedureFor(subscriptionVerbs.page),
  update: procedureFor(subscriptionVerbs.update),
  remove: procedureFor(subscriptionVerbs.remove),
});
