import { employeesRouter } from './routers/employees';
import { prospectsRouter } from './routers/prospects';
import { reportsRouter } from './routers/reports';
import { sessionRouter } from './routers/session';
import { createCallerFactory, createTrpcRouter } from './trpc';

/** Every verb of the house, by noun. Add a router here and nowhere else. */
export const appRouter = createTrpcRouter({
  employees: employeesRouter,
  prospects: prospectsRouter,
  reports: reportsRouter,
  session: sessionRouter,
});

export type AppRouter = typeof appRouter;

/** Calls procedures in process, for server components; give it `createContext` of the page's own headers. */
export const createCaller = createCallerFactory(appRouter);
