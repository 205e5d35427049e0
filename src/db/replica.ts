import { setTimeout as pause } from 'node:timers/promises';
import { log } from '../lib/telemetry/log';
import { unavailableCause } from '../lib/unavailable';
import { connections } from './client';
import type { ConnectionScope } from './pool';
import { sqlStateOf } from './retry';
import { hasReplica, replicaNameOf, serverNames } from './servers';

/** How long a reader waits for its replica to have everything committed until now; then the primary answers. */
const PATIENCE_MS = 100;
const LOOK_MS = 5;
/** How long a replica that failed is not used. */
const REST_MS = 5_000;

/** The state of a server's replica. */
export interface ReplicaState {
  /** Bytes of the primary's log that the replica has not replayed yet; null while it does not answer. */
  readonly lagBytes: number | null;
  /** Readers since the start who were answered by the replica, and who were not because it was behind or away. */
  readonly answered: number;
  readonly passedBy: number;
}

interface Known {
  lagBytes: number | null;
  answered: number;
  passedBy: number;
  restsUntil: number;
}

// Next bundles pages separately from the server in front of it; both count together.
const holder = globalThis as typeof globalThis & { daybookReplicas?: Map<string, Known> };

function knownOf(server: string): Known {
  holder.daybookReplicas ??= new Map();
  const known = holder.daybookReplicas.get(server) ?? {
    lagBytes: null,
    answered: 0,
    passedBy: 0,
    restsUntil: 0,
  };
  holder.daybookReplicas.set(server, known);
  return known;
}

/**
 * The server to read a report or an export from: the replica of the organization's server where there is one that has replayed everything
 * committed there until now, otherwise the server itself. So a caller always reads what any process acknowledged to them before, on
 * whichever machine; a replica that is more than a tenth of a second behind is not asked. One that is unavailable is not used for some seconds.
 */
export async function readerOf(server: string, scope: ConnectionScope): Promise<string> {
  if (!hasReplica(server)) return server;
  const known = knownOf(server);
  // It takes a moment, and a caller who leaves meanwhile says nothing about the replica.
  const asked = { ...scope, gone: undefined };
  if (performance.now() >= known.restsUntil && (await isCaughtUp(server, asked, known))) {
    known.answered += 1;
    return replicaNameOf(server);
  }
  known.passedBy += 1;
  return server;
}

async function isCaughtUp(server: string, scope: ConnectionScope, known: Known): Promise<boolean> {
  const end = performance.now() + PATIENCE_MS;
  const committed = await flushedBy(server, scope);
  try {
    for (;;) {
      const behind = await behindBy(server, scope, committed);
      known.lagBytes = behind;
      // It was promoted: what it writes now is another history.
      if (behind === null) throw new Error('it is not a replica');
      if (behind <= 0) return true;
      if (performance.now() >= end) return false;
      await pause(LOOK_MS);
    }
  } catch (error) {
    restAfter(server, error);
    return false;
  }
}

/** The end of the durable log of a server: every commit it acknowledged is before it. */
async function flushedBy(server: string, scope: ConnectionScope): Promise<string> {
  const { rows } = await connections(server, scope).pool.queryAs<{ flushed: string }>(scope, {
    name: 'flushed_log',
    text: 'select pg_current_wal_flush_lsn()::text as flushed',
  });
  return rows[0]?.flushed ?? '0/0';
}

/** How many bytes of log a replica lacks up to a position, none or less when it has them; null when it is not a replica. */
async function behindBy(server: string, scope: ConnectionScope, position: string): Promise<number | null> {
  const { rows } = await connections(replicaNameOf(server), scope).pool.queryAs<{ behind: string | null }>(
    scope,
    {
      name: 'replayed_log',
      text: 'select case when pg_is_in_recovery() then pg_wal_lsn_diff($1::pg_lsn, pg_last_wal_replay_lsn()) end as behind',
      values: [position],
    },
  );
  const behind = rows[0]?.behind;
  return behind === null || behind === undefined ? null : Number(behind);
}

/** Stops using the replica of a server for some seconds after a failure. */
export function restAfter(server: string, error: unknown): void {
  const known = knownOf(server);
  known.lagBytes = null;
  known.restsUntil = performance.now() + REST_MS;
  log.warn({ err: error instanceof Error ? error.message : error, server }, 'the replica does not answer');
}

/**
 * Whether a failure comes from reading a replica and would not occur on the primary: the replica is unavailable, or replay canceled the
 * statement. Not one that was canceled because its caller is gone.
 */
export const isOfReplica = (error: unknown, gone?: AbortSignal): boolean =>
  gone?.aborted !== true &&
  (unavailableCause(error) !== null || sqlStateOf(error) === '40001' || sqlStateOf(error) === '40P01');

/** Measures how far every replica is behind, for monitoring. */
export async function measureReplicas(): Promise<void> {
  const scope = { organizationId: null, userId: null };
  for (const server of serverNames().filter(hasReplica)) {
    const known = knownOf(server);
    try {
      const behind = await behindBy(server, scope, await flushedBy(server, scope));
      known.lagBytes = behind === null ? null : Math.max(0, behind);
    } catch {
      known.lagBytes = null;
    }
  }
}

/** The state of each replica, by the name of its server. */
export function replicaStates(): ReadonlyMap<string, ReplicaState> {
  const servers = serverNames().filter(hasReplica);
  return new Map(servers.map((server) => [server, { ...knownOf(server) }]));
}
