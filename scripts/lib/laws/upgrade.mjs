import { setTimeout as pause } from 'node:timers/promises';
import { Failure } from '../failure.mjs';
import { describeDatabase } from '../postgres/database-url.mjs';

/**
 * How long an upgrade waits for a lock before it lets everyone else go on, how long it leaves them alone then, and for how long it goes
 * on trying.
 */
const PATIENCE = { lockMs: 5_000, pauseMs: 2_000, giveUpMs: 120_000 };

/** A deadlock with a reader, and a lock that was not to be had in time. */
const PASSING = new Set(['40P01', '55P03']);

/**
 * Changes a database in one transaction during which no organization is written: what the change reads, such as the rows a new sum is
 * filled from, is what its new triggers keep true from then on. It waits for the transactions that write, and later ones are refused with
 * SQLSTATE DB002 (prisma/sql/servers/gate.sql), which the application tries again. Whatever ends the connection undoes the change and
 * opens the gate. Reports go on, but for tables that the change alters.
 *
 * Where a lock is not to be had, the transaction is undone and tried again after a pause, so that a long report or run holds up
 * the upgrade and not everyone who writes.
 * @template T
 * @param {import('pg').Client} client a connection of the owner, holding the prepare lock
 * @param {string} url the URL of that connection
 * @param {() => Promise<T>} change works on `client`; called again when it is tried again
 * @param {{lockMs: number, pauseMs: number, giveUpMs: number}} [patience]
 */
export async function whileNoOneWrites(client, url, change, { lockMs, pauseMs, giveUpMs } = PATIENCE) {
  const deadline = performance.now() + giveUpMs;
  for (;;) {
    try {
      return await inOneTransaction(client, change, lockMs);
    } catch (error) {
      if (!PASSING.has(error.code)) throw error;
      if (performance.now() >= deadline) {
        throw new Failure(
          `The database ${describeDatabase(url)} was in use throughout ${Math.ceil(giveUpMs / 1000)} seconds, so that it could not be upgraded, and nothing was changed (${error.message}); try again when no long report, import or run is under way.`,
        );
      }
    }
    await pause(Math.min(pauseMs, Math.max(0, deadline - performance.now())));
  }
}

async function inOneTransaction(client, change, lockMs) {
  await client.query('begin');
  try {
    await client.query(`set local lock_timeout = ${lockMs}`);
    await client.query("select pg_advisory_xact_lock(hashtextextended('upgrade', 0))");
    const done = await change();
    await client.query('commit');
    return done;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}
