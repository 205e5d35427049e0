import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import path from 'node:path';
import next from 'next';
import { env } from '@/lib/env';
import { log } from '@/lib/telemetry/log';
import { BuiltFiles } from './built-files';
import { withoutSourceMaps } from './source-maps';
import { warmPages } from './warm-pages';

/** The console's pages. */
export interface Pages {
  answer(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Loads in the background what the first renders would otherwise wait for; in development nothing, where pages are compiled on request. */
  warm(): Promise<void>;
  close(): Promise<void>;
}

/** The page that is loaded before the server listens: most of what it needs all others need as well, and is loaded in one go. */
const HOME = '/books/[org]/page';

/** Loads Next: the built pages, or in development the compiler that builds them on request. */
export async function openPages(server: Server): Promise<Pages> {
  const { NODE_ENV, PORT } = env();
  const dev = NODE_ENV === 'development';
  // Next handles upgrades on the server it is given, and leaves unknown ones open forever. Only its compiler needs
  // upgrades.
  const httpServer = dev ? server : createServer();
  const app = next({ dev, dir: process.cwd(), port: PORT, httpServer });
  const folder = path.join(process.cwd(), '.next');
  // Next reads the files of pages when it starts.
  if (dev) await app.prepare();
  else {
    await withoutSourceMaps(async () => {
      await app.prepare();
      await warmPages(folder, HOME);
    });
  }
  const handle = app.getRequestHandler();
  const built = dev ? null : new BuiltFiles(path.join(folder, 'static'));
  return {
    async answer(request, response) {
      if (await built?.send(request, response)) return;
      await handle(request, response);
    },
    async warm() {
      if (dev) return;
      const { modules, left } = await withoutSourceMaps(() => warmPages(folder));
      if (left.length > 0) log.warn({ pages: left }, 'pages are loaded at their first request only');
      else log.info({ modules }, 'pages are loaded');
    },
    close: () => app.close(),
  };
}
