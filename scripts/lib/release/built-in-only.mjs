import { Failure } from '../failure.mjs';

/** Refuses a database that the operator runs: it has its own tools for this. */
export function ofBuiltIn(env) {
  if (env.DATABASE_URL) {
    throw new Failure(
      'DATABASE_URL names a PostgreSQL of yours; back it up and restore it with its own tools (docs/guides/operators.md).',
    );
  }
}
