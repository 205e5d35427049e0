import type { IncomingMessage, ServerResponse } from 'node:http';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { nodeHTTPRequestHandler } from '@trpc/server/adapters/node-http';
import { BODY_LIMIT } from '../kit/inbound';
import { createContext } from './context';
import { appRouter } from './root';

/** Where the console finds its procedures. */
export const TRPC_PATH = '/api/trpc';

/** tRPC over a Web Request, for Next's route handler. */
export function answerTrpcRequest(request: Request): Promise<Response> {
  return fetchRequestHandler({
    endpoint: TRPC_PATH,
    req: request,
    router: appRouter,
    createContext: () =>
      createContext({ method: request.method, header: (name) => request.headers.get(name) }),
  });
}

/** tRPC over node:http, for the server in front of Next. `path` is the request's, below TRPC_PATH. */
export function answerTrpcOverNode(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
): Promise<void> {
  return nodeHTTPRequestHandler({
    req: request,
    res: response,
    path: path.slice(TRPC_PATH.length + 1),
    router: appRouter,
    maxBodySize: BODY_LIMIT,
    createContext: () =>
      createContext({
        method: request.method ?? 'GET',
        header(name) {
          const value = request.headers[name];
          return typeof value === 'string' ? value : null;
        },
      }),
  });
}
