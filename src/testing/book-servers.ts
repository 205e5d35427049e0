import pg from 'pg';
import { migratedDatabase, pointEnvironment } from './pointed-environment';

/** Several migrated databases, which modules use as servers: the first is the directory, called `main`. */
export interface BookServers {
  /** Runs one statement as the owner of a server's database. */
  asOwner<Row extends pg.QueryResultRow = Record<string, unknown>>(
    server: string,
    text: string,
    values?: readonly unknown[],
  ): Promise<Row[]>;
  /** A connection of the owner, for transactions; end it. */
  connect(server: string): Promise<pg.Client>;
  /** Restores the run's own database and removes these. */
  leave(): Promise<void>;
}

/**
 * Makes the directory and a server of books for each name, as databases of one PostgreSQL, and points the environment to them. Create them in
 * `vi.hoisted`, so that everything imported uses them. `urlFor` may put something between a server and the application.
 */
export async function bookServers(
  names: readonly string[],
  urlFor: (server: string, url: string) => Promise<string> = async (_server, url) => url,
): Promise<BookServers> {
  const owners = new Map<string, Awaited<ReturnType<typeof migratedDatabase>>>();
  const servers = new Map<string, string>();
  for (const name of ['main', ...names]) {
    const database = await migratedDatabase();
    owners.set(name, database);
    servers.set(name, await urlFor(name, database.appUrl));
  }
  const pointBack = await pointEnvironment({
    DATABASE_URL: servers.get('main'),
    DAYBOOK_TEST_OWNER_URL: owners.get('main')?.url,
    DAYBOOK_BOOKS: names.map((name) => `${name}=${servers.get(name)}`).join(),
  });
  const connect = async (server: string) => {
    const client = new pg.Client({ connectionString: owners.get(server)?.url });
    await client.connect();
    return client;
  };
  return {
    connect,
    async asOwner<Row extends pg.QueryResultRow>(
      server: string,
      text: string,
      values: readonly unknown[] = [],
    ) {
      const client = await connect(server);
      try {
        return (await client.query<Row>(text, [...values])).rows;
      } finally {
        await client.end();
      }
    },
    async leave() {
      await pointBack();
      for (const database of owners.values()) await database.remove();
    },
  };
}
