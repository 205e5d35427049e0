import pg from 'pg';

/** A connection as the database's owner, for tests that query the catalog or try to break a law with the owner's rights. */
export async function withOwner<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: process.env.DAYBOOK_TEST_OWNER_URL });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
