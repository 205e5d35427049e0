import { connections } from '../client';
import type { ConnectionScope } from '../pool';

/** Nobody's scope: only tables without an organization answer. */
export const NOBODY: ConnectionScope = { organizationId: null, userId: null };

/**
 * One statement before anybody is proved to belong anywhere. `scope` is a *claim*: row security confines the statement
 * to rows of that organization or that person, and the caller must compare a secret with what comes back.
 */
export async function identityQuery<Row>(
  scope: ConnectionScope,
  name: string,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> {
  const statement = { name: `identity_${name}`, text, values: [...values] };
  const result = await connections().pool.queryAs(scope, statement);
  return result.rows as Row[];
}
