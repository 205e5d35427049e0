import { accountsRouter } from './routers/accounts';
import { auditRouter } from './routers/audit';
import { classesRouter } from './routers/classes';
import { credentialsRouter } from './routers/credentials';
import { customersRouter } from './routers/customers';
import { departmentsRouter } from './routers/departments';
import { directoryRouter } from './routers/directory';
import { employeesRouter } from './routers/employees';
import { importsRouter } from './routers/imports';
import { invoicesRouter } from './routers/invoices';
import { itemsRouter } from './routers/items';
import { leadsRouter } from './routers/leads';
import { locationsRouter } from './routers/locations';
import { membersRouter } from './routers/members';
import { organizationsRouter } from './routers/organizations';
import { paymentsRouter } from './routers/payments';
import { periodsRouter } from './routers/periods';
import { priceListsRouter } from './routers/price-lists';
import { projectsRouter } from './routers/projects';
import { prospectsRouter } from './routers/prospects';
import { reportsRouter } from './routers/reports';
import { revenueRouter } from './routers/revenue';
import { savedViewsRouter } from './routers/saved-views';
import { sessionRouter } from './routers/session';
import { setupRouter } from './routers/setup';
import { subscriptionsRouter } from './routers/subscriptions';
import { subsidiariesRouter } from './routers/subsidiaries';
import { transactionsRouter } from './routers/transactions';
import { unitsOfMeasureRouter } from './routers/units-of-measure';
import { vendorsRouter } from './routers/vendors';
import { verifyRouter } from './routers/verify';
import { warehousesRouter } from './routers/warehouses';
import { webhooksRouter } from './routers/webhooks';
import { createCallerFactory, createTrpcRouter } from './trpc';

/** Every verb, by noun. New routers are added here and nowhere else. */
export const appRouter = createTrpcRouter({
  accounts: accountsRouter,
  audit: auditRouter,
  classes: classesRouter,
  credentials: credentialsRouter,
  customers: customersRouter,
  departments: departmentsRouter,
  directory: directoryRouter,
  employees: employeesRouter,
  imports: importsRouter,
  invoices: invoicesRouter,
  items: itemsRouter,
  leads: leadsRouter,
  locations: locationsRouter,
  members: membersRouter,
  organizations: organizationsRouter,
  payments: paymentsRouter,
  periods: periodsRouter,
  priceLists: priceListsRouter,
  projects: projectsRouter,
  prospects: prospectsRouter,
  reports: reportsRouter,
  revenue: revenueRouter,
  savedViews: savedViewsRouter,
  session: sessionRouter,
  setup: setupRouter,
  subscriptions: subscriptionsRouter,
  subsidiaries: subsidiariesRouter,
  transactions: transactionsRouter,
  unitsOfMeasure: unitsOfMeasureRouter,
  vendors: vendorsRouter,
  verify: verifyRouter,
  warehouses: warehousesRouter,
  webhooks: webhooksRouter,
});

export type AppRouter = typeof appRouter;

/**
 * Calls procedures in process, for server components; its context comes from `createContext` with the page's own
 * headers.
 */
export const createCaller = createCallerFactory(appRouter);
