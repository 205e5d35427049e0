import { connections, directoryPool } from '../client';
import type { ConnectionScope } from '../pool';
import { onServerOf } from '../retry';

/** The scope without organization and person: only tables without an organization return rows. */
export const NOBODY: ConnectionScope = { organizationId: null, userId: null };

/**
 * Runs one statement at the directory before anyone's membership is proved. `scope` is a *claim*: row security limits the statement to rows
 * of that organization or that person, and the caller must compare a secret with what it returns.
 */
export async function identityQuery<Row>(
  scope: ConnectionScope,
  name: string,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> {
  const statement = { name: `identity_${name}`, text, values: [...values] };
  const result = await directoryPool().queryAs(scope, statement);
  return result.rows as Row[];
}

/**
 * The same on the server of an organization's books, for what belongs to the organization: rights, roles, keys, clients, providers, its
 * security log. People and sessions are at the directory; a server of books has copies of its members' names only.
 */
export async function booksQuery<Row>(
  scope: ConnectionScope & { readonly organizationId: string },
  name: string,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> {
  const statement = { name: `identity_${name}`, text, values: [...values] };
  const result = await onServerOf(scope.organizationId, (server) =>
    connections(server).pool.queryAs(scope, statement),
  );
  return result.rows as Row[];
}
