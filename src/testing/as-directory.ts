import { vi } from 'vitest';
import { closeConnections } from '@/db/client';
import type { ReplicatingServers } from './replicating-servers';

/**
 * Points the environment to the test's own directory. Import what is to use it afterward, by `await import()`. The answer restores
 * the run's own database and removes the servers.
 */
export async function asDirectory(servers: ReplicatingServers): Promise<() => Promise<void>> {
  const { DATABASE_URL, DAYBOOK_TEST_OWNER_URL } = process.env;
  await closeConnections();
  vi.resetModules();
  process.env.DATABASE_URL = servers.appUrls.get('main');
  process.env.DAYBOOK_TEST_OWNER_URL = servers.urls.get('main');
  return async () => {
    const { closeConnections: closeOurs } = await import('@/db/client');
    await closeOurs();
    vi.resetModules();
    Object.assign(process.env, { DATABASE_URL, DAYBOOK_TEST_OWNER_URL });
    await servers.remove();
  };
}
