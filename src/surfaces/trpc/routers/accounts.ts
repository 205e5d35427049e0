import { accountVerbs } from '@/usecases/accounts/account-records';
import { accountTree } from '@/usecases/accounts/account-tree';
import { listLackingDocuments } from '@/usecases/accounts/list-lacking-documents';
import { procedureFor } from '../procedure-for';
import { createTrpcRouter } from '../trpc';

export const accountsRouter = createTrpcRouter({
  create: procedureFor(accountVerbs.create),
  get: procedureFor(accountVerbs.get),
  page: procedureFor(accountVerbs.page),
  update: procedureFor(accountVerbs.update),
  remove: procedureFor(accountVerbs.remove),
  tree: procedureFor(accountTree),
  lacking: procedureFor(listLackingDocuments),
});
