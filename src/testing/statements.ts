import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';

/**
 * How many statements a piece of work sends. What others in the same process send meanwhile, such as work that repeats every few seconds, is
 * not counted.
 */
export async function statementsOf<T>(
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly count: number }> {
  const here = new AsyncLocalStorage<true>();
  const prototype = pg.Client.prototype as unknown as { query: (...given: unknown[]) => unknown };
  const { query } = prototype;
  let count = 0;
  prototype.query = function (this: unknown, ...given: unknown[]) {
    if (here.getStore() === true) count += 1;
    return query.apply(this, given);
  };
  try {
    return { result: await here.run(true, work), count };
  } finally {
    prototype.query = query;
  }
}
