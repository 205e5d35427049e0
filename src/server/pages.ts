import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import next from 'next';
import { env } from '@/lib/env';

/** The console's pages. */
export interface Pages {
  answer(request: IncomingMessage, response: ServerResponse): Promise<void>;
  close(): Promise<void>;
}

/** Loads Next: the built pages, or in development the compiler that makes them as they are asked for. */
export async function openPages(server: Server): Promise<Pages> {
  const { NODE_ENV, PORT } = env();
  const app = next({ dev: NODE_ENV === 'development', dir: process.cwd(), port: PORT, httpServer: server });
  await app.prepare();
  const handle = app.getRequestHandler();
  return { answer: (request, response) => handle(request, response), close: () => app.close() };
}
