import { auditRouter } from './routers/audit';
import { credentialsRouter } from './routers/credentials';
import { directoryRouter } from './routers/directory';
import { employeesRouter } from './routers/employees';
import { membersRouter } from './routers/members';
import { projectsRouter } from './routers/projects';
import { prospectsRouter } from './routers/prospects';
import { reportsRouter } from './routers/reports';
import { sessionRouter } from './routers/session';
import { subsidiariesRouter } from './routers/subsidiaries';
import { transactionsRouter } from './routers/transactions';
import { verifyRouter } from './routers/verify';
import { webhooksRouter } from './routers/webhooks';
import { createCallerFactory, createTrpcRouter } from './trpc';

/** Every verb of the house, by noun. Add a router here and nowhere else. */
export const appRouter = createTrpcRouter({
  audit: auditRouter,
  credentials: credentialsRouter,
  directory: directoryRouter,
  employees: employeesRouter,
  projects: projectsRouter,
  members: membersRouter,
  prospects: prospectsRouter,
  reports: reportsRouter,
  session: sessionRouter,
  subsidiaries: subsidiariesRouter,
  transactions: transactionsRouter,
  verify: verifyRouter,
  webhooks: webhooksRouter,
});

export type AppRouter = typeof appRouter;

/** Calls procedures in process, for server components; give it `createContext` of the page's own headers. */
export const createCaller = createCallerFactory(appRouter);
