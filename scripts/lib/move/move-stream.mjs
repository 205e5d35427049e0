import { pause } from '../children.mjs';
import { Failure } from '../failure.mjs';
import { quoted, rowsOf } from './move-tables.mjs';

/** The publication, the slot and the subscription of an organization's move all have this name. */
export const streamName = (organizationId) => `daybook_move_${organizationId.replaceAll('-', '')}`;

/** How often progress is checked while writes wait, and while they do not. */
const LOOK_MS = { waiting: 5, otherwise: 50 };
/** Without any progress for this long, the stream counts as broken. */
const STANDSTILL_MS = 60_000;

/** Publishes the organization's rows at the source: a row filter on each table, and no column that only one server can assign. */
export async function publish(source, { organizationId, name, tables }) {
  const list = tables.map(
    (table) =>
      `${quoted(table.name)}${table.isWhole ? '' : ` (${table.columns.map(quoted).join(', ')})`} where (${rowsOf(table, organizationId)})`,
  );
  await source.query(
    `create publication ${quoted(name)} for table ${list.join(', ')} with (publish = 'insert, update, delete')`,
  );
}

/**
 * Follows the slot from the position of the copy. The slot already exists, as it must between two databases of one server. What is applied
 * is on disk before it is confirmed, so that a confirmed position survives a crash of the target.
 */
export async function subscribe(target, { name, sourceUrl }) {
  await target.query(
    `create subscription ${quoted(name)} connection ${target.escapeLiteral(sourceUrl)} publication ${quoted(name)}
     with (create_slot = false, slot_name = ${target.escapeLiteral(name)}, copy_data = false, synchronous_commit = 'on',
       streaming = off, disable_on_error = true)`,
  );
}

/** Whether the subscription exists at the target and its slot at the source; otherwise the stream cannot continue. */
export async function isStreaming(source, target, name) {
  const [slot, subscription] = await Promise.all([
    source.query('select from pg_replication_slots where slot_name = $1 and database = current_database()', [
      name,
    ]),
    target.query(
      'select from pg_subscription where subname = $1 and subdbid = (select oid from pg_database where datname = current_database()) and subenabled',
      [name],
    ),
  ]);
  return slot.rowCount === 1 && subscription.rowCount === 1;
}

/** A position of the source's log that is on disk and follows everything committed so far. */
export async function presentPosition(source) {
  // The message is a separate commit: everything committed before it is flushed with it.
  await source.query(`select pg_logical_emit_message(true, 'daybook', 'how far')`);
  const { rows } = await source.query('select pg_current_wal_flush_lsn()::text as lsn');
  return rows[0].lsn;
}

/**
 * Waits until the target has applied everything up to a position of the source's log, and has it on disk.
 * @returns {Promise<boolean>} false when `deadline` (of performance.now) passed before
 */
export async function hasReached(source, target, { name, lsn, deadline = Number.POSITIVE_INFINITY }) {
  let last = '';
  let since = performance.now();
  for (;;) {
    const { rows } = await source.query(
      'select confirmed_flush_lsn >= $2::pg_lsn as reached, confirmed_flush_lsn::text as lsn from pg_replication_slots where slot_name = $1',
      [name, lsn],
    );
    if (rows.length === 0) throw new Failure(`The replication slot ${name} is gone; start the move again.`);
    if (rows[0].reached) return true;
    const now = performance.now();
    if (now > deadline) return false;
    if (rows[0].lsn !== last) {
      last = rows[0].lsn;
      since = now;
    } else if (now - since > 1_000) await demandApplying(target, name, now - since);
    await pause(Number.isFinite(deadline) ? LOOK_MS.waiting : LOOK_MS.otherwise);
  }
}

async function demandApplying(target, name, stoodMs) {
  const { rows } = await target.query(
    `select s.subenabled as enabled, coalesce(e.apply_error_count, 0)::int as errors
     from pg_subscription s left join pg_stat_subscription_stats e on e.subid = s.oid where s.subname = $1`,
    [name],
  );
  if (rows.length === 0) throw new Failure(`The subscription ${name} is gone; start the move again.`);
  if (!rows[0].enabled)
    throw new Failure(
      `The target could not apply a change; its log says which (subscription ${name}). Go back with --back.`,
    );
  if (stoodMs > STANDSTILL_MS)
    throw new Failure(
      `Nothing has arrived at the target for ${STANDSTILL_MS / 1000} s; can it reach the source (subscription ${name})?`,
    );
}

/** Ends the subscription at the target; what it applied stays. */
export async function unsubscribe(target, name) {
  const { rowCount } = await target.query(
    'select from pg_subscription where subname = $1 and subdbid = (select oid from pg_database where datname = current_database())',
    [name],
  );
  if (rowCount === 0) return;
  await target.query(`alter subscription ${quoted(name)} disable`);
  // The slot is dropped at the source, which the target may no longer reach.
  await target.query(`alter subscription ${quoted(name)} set (slot_name = none)`);
  await target.query(`drop subscription ${quoted(name)}`);
}

/** Drops the slot and the publication at the source; a slot that is kept would keep its log forever. */
export async function unpublish(source, name) {
  for (let tries = 0; ; tries += 1) {
    const { rows } = await source.query(
      'select active_pid as pid from pg_replication_slots where slot_name = $1 and database = current_database()',
      [name],
    );
    if (rows.length === 0) break;
    if (rows[0].pid !== null && tries >= 20)
      await source.query('select pg_terminate_backend($1)', [rows[0].pid]);
    try {
      if (rows[0].pid === null) await source.query('select pg_drop_replication_slot($1)', [name]);
    } catch (error) {
      // It was resumed, or is gone, in the meantime.
      if (!['55006', '42704'].includes(error.code) || tries >= 400) throw error;
    }
    if (tries >= 400) throw new Failure(`The replication slot ${name} stays in use; drop it at the source.`);
    await pause(50);
  }
  await source.query(`drop publication if exists ${quoted(name)}`);
}
