import { accountVerbs } from '@/usecases/accounts/account-records';
import { accountTree } from '@/usecases/accounts/account-tree';
import { procedureFor } from '../procedure-for';
import { createTrpcRouter } from '../trpc';

export const accountsRouter = createTrpcRouter({
  create: procedureFor(accountVerbs.create),
  get: procedureFor(accountVerbs.get),
  page: procedureFor(accountVerbs.page),
  update: procedureFor(accountVerbs.update),
  remove: procedureFor(accountVerbs.remove),
  tree: procedureFor(accountTree),
});
