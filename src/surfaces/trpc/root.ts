import { accountsRouter } from './routers/accounts';
import { auditRouter } from './routers/audit';
import { credentialsRouter } from './routers/credentials';
import { customersRouter } from './routers/customers';
import { cutOverRouter } from './routers/cut-over';
import { directoryRouter } from './routers/directory';
import { employeesRouter } from './routers/employees';
import { foundingRouter } from './routers/founding';
import { importsRouter } from './routers/imports';
import { intercompanyRouter } from './routers/intercompany';
import { invitationsRouter } from './routers/invitations';
import { invoicesRouter } from './routers/invoices';
import { jobsRouter } from './routers/jobs';
import { activitiesRouter, leadsRouter } from './routers/leads';
import { mailRouter, membersRouter, providersRouter, rolesRouter } from './routers/members';
import { orderSourcesRouter } from './routers/order-sources';
import { organizationsRouter } from './routers/organizations';
import { otherLedgersRouter } from './routers/other-ledgers';
import { passwordsRouter } from './routers/passwords';
import { paymentsRouter } from './routers/payments';
import { periodsRouter } from './routers/periods';
import { priceListsRouter } from './routers/price-lists';
import { projectsRouter } from './routers/projects';
import { prospectsRouter } from './routers/prospects';
import { provisioningRouter } from './routers/provisioning';
import { recordRouters } from './routers/records';
import { reportsRouter } from './routers/reports';
import { revenueRouter } from './routers/revenue';
import { savedViewsRouter } from './routers/saved-views';
import { securityRouter } from './routers/security';
import { sessionRouter } from './routers/session';
import { setupRouter } from './routers/setup';
import { subscriptionsRouter } from './routers/subscriptions';
import { subsidiariesRouter } from './routers/subsidiaries';
import { transactionsRouter } from './routers/transactions';
import { verifyRouter } from './routers/verify';
import { webhooksRouter } from './routers/webhooks';
import { welcomeRouter } from './routers/welcome';
import { createCallerFactory, createTrpcRouter } from './trpc';

/** Every verb of the house, by noun. A noun of ordinary records is added to `routers/records`, any other router here. */
export const appRouter = createTrpcRouter({
  ...recordRouters,
  accounts: accountsRouter,
  activities: activitiesRouter,
  audit: auditRouter,
  credentials: credentialsRouter,
  customers: customersRouter,
  cutOver: cutOverRouter,
  directory: directoryRouter,
  employees: employeesRouter,
  founding: foundingRouter,
  imports: importsRouter,
  invoices: invoicesRouter,
  intercompany: intercompanyRouter,
  orderSources: orderSourcesRouter,
  otherLedgers: otherLedgersRouter,
  invitations: invitationsRouter,
  jobs: jobsRouter,
  mail: mailRouter,
  leads: leadsRouter,
  members: membersRouter,
  providers: providersRouter,
  roles: rolesRouter,
  organizations: organizationsRouter,
  passwords: passwordsRouter,
  payments: paymentsRouter,
  periods: periodsRouter,
  priceLists: priceListsRouter,
  projects: projectsRouter,
  prospects: prospectsRouter,
  provisioning: provisioningRouter,
  reports: reportsRouter,
  revenue: revenueRouter,
  savedViews: savedViewsRouter,
  security: securityRouter,
  session: sessionRouter,
  setup: setupRouter,
  subscriptions: subscriptionsRouter,
  subsidiaries: subsidiariesRouter,
  transactions: transactionsRouter,
  verify: verifyRouter,
  webhooks: webhooksRouter,
  welcome: welcomeRouter,
});

export type AppRouter = typeof appRouter;

/**
 * Calls procedures in process, for server components; its context comes from `createContext` with the page's own
 * headers.
 */
export const createCaller = createCallerFactory(appRouter);
