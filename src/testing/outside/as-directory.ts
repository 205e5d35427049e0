import { pointEnvironment } from '../pointed-environment';
import type { ReplicatingServers } from '../replicating-servers';

/** Points the environment to the test's own servers. The answer restores the run's own database and removes the servers. */
export async function asDirectory(servers: ReplicatingServers): Promise<() => Promise<void>> {
  const pointBack = await pointEnvironment({
    DATABASE_URL: servers.appUrls.get('main'),
    DAYBOOK_BOOKS: [...servers.appUrls]
      .filter(([name]) => name !== 'main')
      .map(([name, url]) => `${name}=${url}`)
      .join(),
    DAYBOOK_TEST_OWNER_URL: servers.urls.get('main'),
  });
  return async () => {
    await pointBack();
    await servers.remove();
  };
}
