import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { directoryPool } from '@/db/client';
import { env } from '@/lib/env';
import { withOwner } from './owner';
import { PATIENCE_MS } from './patience';

/** Backends that wait, directly or behind another waiter, for what the holder has locked. */
const WAITING = `
  with recursive waiting(pid) as (
    select a.pid from pg_stat_activity a
    where a.datname = current_database() and $1::int = any (pg_blocking_pids(a.pid))
    union
    select a.pid from pg_stat_activity a join waiting w on w.pid = any (pg_blocking_pids(a.pid))
    where a.datname = current_database()
  )`;

/** Opens every connection of the pool, so that no contender in a race has to connect first and arrive late. */
export async function warmConnections(): Promise<void> {
  const pool = directoryPool();
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
  hold: (client: pg.ClientBase) => Promise<unknown>,
  contenders: readonly (() => Promise<T>)[],
  options: { readonly waiting?: number; readonly release?: (client: pg.ClientBase) => Promise<unknown> } = {},
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
      const { rows } = await watcher.query<{ count: number }>(
        `${WAITING} select count(*)::int as count from waiting`,
        [holder],
      );
      seen = rows[0]?.count ?? 0;
      if (seen < wanted) await pause(10);
    }
  });
}

/**
 * Interrupts work at a point that it cannot pass: `hold` locks, as the owner, what the work needs there, and every connection that is
 * seen waiting for it is ended until the work has failed. Throws when it ends without failing, which means that it never came there.
 */
export async function killedAt(
  hold: (client: pg.ClientBase) => Promise<unknown>,
  work: () => Promise<unknown>,
): Promise<void> {
  await withOwner(async (holder) => {
    await holder.query('begin');
    await hold(holder);
    const { rows } = await holder.query<{ pid: number }>('select pg_backend_pid() as pid');
    const ends: ('killed' | 'done')[] = [];
    const end = work().then(
      () => ends.push('done'),
      () => ends.push('killed'),
    );
    await withOwner(async (watcher) => {
      while (ends.length === 0) {
        await watcher.query(`${WAITING} select pg_terminate_backend(pid) from waiting`, [rows[0]?.pid]);
        await pause(10);
      }
    });
    await end;
    await holder.query('rollback');
    if (ends[0] !== 'killed') throw new Error('the work ended without waiting for the lock');
  });
}

/** Locks one row of a tenant table as a change would: for `contend`. */
export function holdRow(table: string, organizationId: string, id: string) {
  return async (client: pg.ClientBase) => {
    await client.query(`select set_config('app.organization_id', $1, true)`, [organizationId]);
    await client.query(
      `select 1 from ${client.escapeIdentifier(table)} where organization_id = $1 and id = $2 for update`,
      [organizationId, id],
    );
  };
}

/**
 * Closes the way into an organization's tables for everyone who writes, until the holder is done: for `contend`. The contenders have then
 * read what they decide by, and none has written; those who lock rows first wait one behind the other. No other organization notices.
 */
export function holdWrites(organizationId: string) {
  return (client: pg.ClientBase) =>
    client.query(`select pg_advisory_xact_lock(hashtextextended('gate:' || $1::text, 0))::text`, [
      organizationId,
    ]);
}

/** Locks a row of a table that belongs to no organization, such as that of a person or a session: for `contend`. */
export function holdIdentity(table: string, column: string, value: string) {
  return (client: pg.ClientBase) =>
    client.query(
      `select 1 from ${client.escapeIdentifier(table)} where ${client.escapeIdentifier(column)}::text = $1 for update`,
      [value],
    );
}

/** Takes the posting lock: exclusively, as closing a period does, or shared, as postings do. */
export function holdPeriods(organizationId: string, side: 'closing' | 'posting') {
  const lock = side === 'closing' ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared';
  return (client: pg.ClientBase) =>
    client.query(`select ${lock}(hashtextextended('periods:' || $1::text, 0))::text`, [organizationId]);
}

/** What each contender returned; the first error is thrown. */
export function valuesOf<T>(outcomes: readonly PromiseSettledResult<T>[]): T[] {
  return outcomes.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  });
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
