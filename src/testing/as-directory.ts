import { vi } from 'vitest';
import { closeConnections } from '@/db/client';
import type { ReplicatingServers } from './replicating-servers';

const CHANGED = ['DATABASE_URL', 'DAYBOOK_TEST_OWNER_URL', 'DAYBOOK_BOOKS'] as const;

/**
 * Points the environment to the test's own servers. Import what is to use it afterward, by `await import()`. The answer restores
 * the run's own database and removes the servers.
 */
export async function asDirectory(servers: ReplicatingServers): Promise<() => Promise<void>> {
  const before = Object.fromEntries(CHANGED.map((name) => [name, process.env[name]]));
  await closeConnections();
  vi.resetModules();
  process.env.DATABASE_URL = servers.appUrls.get('main');
  process.env.DAYBOOK_BOOKS = [...servers.appUrls]
    .filter(([name]) => name !== 'main')
    .map(([name, url]) => `${name}=${url}`)
    .join();
  process.env.DAYBOOK_TEST_OWNER_URL = servers.urls.get('main');
  return async () => {
    const { closeConnections: closeOurs } = await import('@/db/client');
    await closeOurs();
    vi.resetModules();
    for (const [name, value] of Object.entries(before)) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
    await servers.remove();
  };
}
