import { connections } from '../client';
import type { ConnectionScope } from '../pool';

/**
 * The moment through which the past is known: the requested moment, or an earlier one while a transaction begun by then still runs, so that
 * nothing more can become known of it (docs/decisions/0011-facts-pictures-postings.md).
 */
export async function knownThroughOf(
  server: string,
  scope: ConnectionScope,
  knownAsOf: string,
): Promise<string> {
  // Read before the snapshot is taken, so that whatever commits in between is in the snapshot. Not as the confined role, which
  // cannot see the transactions of others; no row is read.
  const unconfined = { ...scope, subsidiaryIds: null };
  const { rows } = await connections(server).pool.queryAs<{ earlier: string | null }>(unconfined, {
    text: `select case when through < $1::timestamptz then to_char(through at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') end as earlier
       from daybook_known_through($1::timestamptz) through`,
    values: [knownAsOf],
  });
  return rows[0]?.earlier ?? knownAsOf;
}
