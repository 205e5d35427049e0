import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { createContext } from './context';
import { appRouter } from './root';

/** Where the console finds its procedures. */
export const TRPC_PATH = '/api/trpc';

/** tRPC over a Web Request, for Next's route handler; the server in front of Next has its own transport. */
export function answerTrpcRequest(request: Request): Promise<Response> {
  return fetchRequestHandler({
    endpoint: TRPC_PATH,
    req: request,
    router: appRouter,
    createContext: () =>
      createContext({ method: request.method, header: (name) => request.headers.get(name) }),
  });
}
