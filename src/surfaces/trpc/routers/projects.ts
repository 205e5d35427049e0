import { createBudget, getBudget, listBudgets, updateBudget } from '@/usecases/projects/budget-records';
import { getSnapshot, listSnapshots, recordSnapshot } from '@/usecases/projects/budget-snapshot-records';
import {
  createBudgetView,
  removeBudgetView,
  updateBudgetView,
} from '@/usecases/projects/budget-view-records';
import {
  approveChangeOrder,
  createChangeOrder,
  listChangeOrders,
  rejectChangeOrder,
} from '@/usecases/projects/change-order-records';
import {
  createCommitment,
  getCommitment,
  listCommitments,
  updateCommitment,
} from '@/usecases/projects/commitment-records';
import {
  createCompany,
  getCompany,
  listCompanies,
  removeCompany,
  updateCompany,
} from '@/usecases/projects/company-records';
import { createPurchaseOrder } from '@/usecases/projects/create-purchase-order';
import {
  createPrimeContract,
  getPrimeContract,
  listPrimeContracts,
  updatePrimeContract,
} from '@/usecases/projects/prime-contract-records';
import {
  createProject,
  getProject,
  listProjects,
  removeProject,
  updateProject,
} from '@/usecases/projects/project-records';
import {
  getPurchaseOrder,
  listPurchaseOrders,
  movePurchaseOrder,
} from '@/usecases/projects/purchase-order-records';
import { listBudgetViews, showBudgetView } from '@/usecases/projects/show-budget-view';
import { procedureFor } from '../procedure-for';
import { createTrpcRouter } from '../trpc';

/** Companies, projects, their budgets, contracts, commitments and orders. */
export const projectsRouter = createTrpcRouter({
  list: procedureFor(listProjects),
  get: procedureFor(getProject),
  create: procedureFor(createProject),
  update: procedureFor(updateProject),
  remove: procedureFor(removeProject),
  companies: createTrpcRouter({
    list: procedureFor(listCompanies),
    get: procedureFor(getCompany),
    create: procedureFor(createCompany),
    update: procedureFor(updateCompany),
    remove: procedureFor(removeCompany),
  }),
  budgets: createTrpcRouter({
    list: procedureFor(listBudgets),
    get: procedureFor(getBudget),
    create: procedureFor(createBudget),
    update: procedureFor(updateBudget),
  }),
  budgetViews: createTrpcRouter({
    list: procedureFor(listBudgetViews),
    show: procedureFor(showBudgetView),
    create: procedureFor(createBudgetView),
    update: procedureFor(updateBudgetView),
    remove: procedureFor(removeBudgetView),
  }),
  snapshots: createTrpcRouter({
    list: procedureFor(listSnapshots),
    get: procedureFor(getSnapshot),
    take: procedureFor(recordSnapshot),
  }),
  primeContracts: createTrpcRouter({
    list: procedureFor(listPrimeContracts),
    get: procedureFor(getPrimeContract),
    create: procedureFor(createPrimeContract),
    update: procedureFor(updatePrimeContract),
  }),
  changeOrders: createTrpcRouter({
    list: procedureFor(listChangeOrders),
    create: procedureFor(createChangeOrder),
    approve: procedureFor(approveChangeOrder),
    reject: procedureFor(rejectChangeOrder),
  }),
  commitments: createTrpcRouter({
    list: procedureFor(listCommitments),
    get: procedureFor(getCommitment),
    create: procedureFor(createCommitment),
    update: procedureFor(updateCommitment),
  }),
  purchaseOrders: createTrpcRouter({
    list: procedureFor(listPurchaseOrders),
    get: procedureFor(getPurchaseOrder),
    create: procedureFor(createPurchaseOrder),
    move: procedureFor(movePurchaseOrder),
  }),
});
