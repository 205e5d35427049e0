import { connections } from '../client';
import type { ConnectionScope } from '../pool';

/** The scope without organization and person: only tables without an organization return rows. */
export const NOBODY: ConnectionScope = { organizationId: null, userId: null };

/**
 * Runs one statement before anyone's membership is proved. `scope` is a *claim*: row security limits the statement to rows
 * of that organization or that person, and the caller must compare a secret with what it returns.
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
