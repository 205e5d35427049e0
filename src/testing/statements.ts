import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';

/**
 * How many statements a piece of work sends. What others in the same process send meanwhile, such as work that repeats every few seconds, is
 * not counted.
 */
export async function statementsOf<T>(
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly count: number }> {
  let count = 0;
  const result = await watched(work, () => {
    count += 1;
  });
  return { result, count };
}

/** The most rows that one statement of a piece of work answers: what this side goes through before anyone else has a turn. */
export async function mostRowsAtOnce<T>(
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly rows: number }> {
  let rows = 0;
  const result = await watched(work, (answer) => {
    if (answer instanceof Promise)
      answer.then(
        (one: { readonly rows?: readonly unknown[] }) => {
          rows = Math.max(rows, one.rows?.length ?? 0);
        },
        () => undefined,
      );
  });
  return { result, rows };
}

async function watched<T>(work: () => Promise<T>, note: (answer: unknown) => void): Promise<T> {
  const here = new AsyncLocalStorage<true>();
  const prototype = pg.Client.prototype as unknown as { query: (...given: unknown[]) => unknown };
  const { query } = prototype;
  prototype.query = function (this: unknown, ...given: unknown[]) {
    const answer = query.apply(this, given);
    if (here.getStore() === true) note(answer);
    return answer;
  };
  try {
    return await here.run(true, work);
  } finally {
    prototype.query = query;
  }
}
