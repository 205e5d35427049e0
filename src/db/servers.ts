import { env } from '../lib/env';

/** The name of the directory's own books, those of organizations without a placement (docs/decisions/0015-servers.md). */
export const DIRECTORY = 'main';

/** Books that are placed on a server whose URL this process was not given in DAYBOOK_BOOKS. Answered like one that is away. */
export class UnknownServer extends Error {
  readonly code = 'SERVER_UNKNOWN';
  constructor(server: string) {
    super(`DAYBOOK_BOOKS has no server with the name ${server}`);
    this.name = 'UnknownServer';
  }
}

/** The names of all servers with books, the directory first. */
export function serverNames(): readonly string[] {
  return [DIRECTORY, ...env().DAYBOOK_BOOKS.keys()];
}

/** Whether the directory has all books, so that nothing has to be looked up. */
export const isOnlyServer = (): boolean => env().DAYBOOK_BOOKS.size === 0;

const REPLICA = '@replica';

/** The name under which the replica of a server has its connections. */
export const replicaNameOf = (server: string): string => `${server}${REPLICA}`;

/** Whether reports and exports of a server's organizations may be read from a replica. */
export const hasReplica = (server: string): boolean => env().DAYBOOK_READS.has(server);

/** The URL of a server or of a replica for the application. Throws UnknownServer. */
export function urlOf(server: string): string {
  const { DATABASE_URL, DAYBOOK_BOOKS, DAYBOOK_READS } = env();
  if (server.endsWith(REPLICA)) {
    const replica = DAYBOOK_READS.get(server.slice(0, -REPLICA.length));
    if (replica === undefined) throw new UnknownServer(server);
    return replica;
  }
  if (server === DIRECTORY) return DATABASE_URL;
  const url = DAYBOOK_BOOKS.get(server);
  if (url === undefined) throw new UnknownServer(server);
  return url;
}
