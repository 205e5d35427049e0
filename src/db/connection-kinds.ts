import pg from 'pg';

/** Rows as text: money as decimal strings, dates as `YYYY-MM-DD`, 64-bit integers as strings, JSON parsed. */
export const AS_TEXT: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.DATE ? (value: string) => value : pg.types.getTypeParser(oid, format)) as never,
};

/** A connection that takes one statement, which is a transaction by itself. Throws when it is asked for a second one. */
export function onlyOnce(client: pg.PoolClient): Pick<pg.PoolClient, 'query'> {
  let asked = false;
  const query = (...statement: Parameters<pg.PoolClient['query']>) => {
    if (asked) throw new Error('a second statement would be a second transaction');
    asked = true;
    return client.query(...statement);
  };
  return { query: query as pg.PoolClient['query'] };
}
