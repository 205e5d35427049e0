import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { connections } from '@/db/client';
import { env } from '@/lib/env';
import { withOwner } from './owner';

/** Backends that wait, directly or behind another waiter, for a lock of the holder. */
const WAITING_FOR = `
  with recursive waiting(pid) as (
    select a.pid from pg_stat_activity a
    where a.datname = current_database() and $1::int = any (pg_blocking_pids(a.pid))
    union
    select a.pid from pg_stat_activity a join waiting w on w.pid = any (pg_blocking_pids(a.pid))
    where a.datname = current_database()
  )
  select count(*)::int as count from waiting`;

/** Longer than any machine needs; reached only when the contenders never overlap. */
const PATIENCE_MS = 240_000;

/** Opens every connection of the pool, so that no contender in a race has to connect first and arrive late. */
export async function warmConnections(): Promise<void> {
  const { pool } = connections();
  const clients = await Promise.all(Array.from({ length: env().DAYBOOK_POOL_SIZE }, () => pool.connect()));
  for (const client of clients) client.release();
}

/**
 * A race whose contenders are known to overlap. `hold` locks what they all need, as the owner and in its own transaction; they
 * start, and only when `waiting` backends are seen waiting for that lock does `release` run (if given) and the holder's
 * transaction commit. Returns the outcome of each contender. Throws when they never all wait, which means that they do not
 * take that lock.
 */
export async function contend<T>(
  hold: (client: pg.Client) => Promise<unknown>,
  contenders: readonly (() => Promise<T>)[],
  options: { readonly waiting?: number; readonly release?: (client: pg.Client) => Promise<unknown> } = {},
): Promise<PromiseSettledResult<T>[]> {
  const { waiting = contenders.length, release } = options;
  await warmConnections();
  return withOwner(async (holder) => {
    await holder.query('begin');
    await hold(holder);
    const { rows } = await holder.query<{ pid: number }>('select pg_backend_pid() as pid');
    const outcomes = Promise.allSettled(contenders.map((contender) => contender()));
    try {
      await untilWaiting(rows[0]?.pid ?? 0, waiting);
      await release?.(holder);
      await holder.query('commit');
    } catch (error) {
      await holder.query('rollback');
      await outcomes;
      throw error;
    }
    return outcomes;
  });
}

async function untilWaiting(holder: number, wanted: number): Promise<void> {
  await withOwner(async (watcher) => {
    const deadline = performance.now() + PATIENCE_MS;
    let seen = 0;
    while (seen < wanted) {
      if (performance.now() > deadline) throw new Error(`${seen} of ${wanted} contenders wait for the lock`);
      const { rows } = await watcher.query<{ count: number }>(WAITING_FOR, [holder]);
      seen = rows[0]?.count ?? 0;
      if (seen < wanted) await pause(10);
    }
  });
}

/** Locks one row of a tenant table as a change would; for use with `contend`. */
export function holdRow(table: string, organizationId: string, id: string) {
  return async (client: pg.Client) => {
    await client.query(`select set_config('app.organization_id', $1, true)`, [organizationId]);
    await client.query(
      `select 1 from ${client.escapeIdentifier(table)} where organization_id = $1 and id = $2 for update`,
      [organizationId, id],
    );
  };
}

/** Takes the posting lock: exclusively, as closing a period does, or shared, as postings do. */
export function holdPeriods(organizationId: string, side: 'closing' | 'posting') {
  const lock = side === 'closing' ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared';
  return (client: pg.Client) =>
    client.query(`select ${lock}(hashtextextended('periods:' || $1::text, 0))::text`, [organizationId]);
}

/** The outcome of each contender: `won` or the code of its refusal; anything else is thrown. */
export function wordsOf(outcomes: readonly PromiseSettledResult<unknown>[]): string[] {
  return outcomes.map((outcome) => {
    if (outcome.status === 'fulfilled') return 'won';
    const code = (outcome.reason as { refusal?: { code: string } }).refusal?.code;
    if (code === undefined) throw outcome.reason;
    return code;
  });
}
