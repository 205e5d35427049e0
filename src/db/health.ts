import { closeConnections, connections, databaseAnswers, databaseState, openPools } from './client';
import { identityQuery, NOBODY } from './identity/scoped-query';
import { measureReplicas, type ReplicaState, replicaStates } from './replica';
import { DIRECTORY, serverNames } from './servers';

export { closeConnections, databaseAnswers, databaseState };

/** The names of the servers of books besides the directory. */
export const bookServerNames = (): readonly string[] => serverNames().slice(1);

/** The names of the migrations applied to a server, finished ones only. */
export function appliedMigrations(server = DIRECTORY): Promise<string[]> {
  return namesOf(
    server,
    'select migration_name as name from _prisma_migrations where finished_at is not null and rolled_back_at is null',
  );
}

/** The names of the laws of prisma/sql applied to a server. */
export function appliedLaws(server = DIRECTORY): Promise<string[]> {
  return namesOf(server, 'select name from _daybook_laws');
}

async function namesOf(server: string, text: string): Promise<string[]> {
  const { rows } = await connections(server).pool.queryAs<{ name: string }>(NOBODY, { text });
  return rows.map(({ name }) => name);
}

/** Sends the first query of the record client, which compiles its compiler and holds the event loop for a third of a second: before anyone waits. */
export async function openRecordClient(): Promise<void> {
  const { prisma } = connections(DIRECTORY);
  await prisma.prospect.findMany({ where: { organizationId: NIL, id: NIL }, take: 1 });
}

const NIL = '00000000-0000-0000-0000-000000000000';

/** Whether a commit survives a power failure on this server, that is, whether `fsync` is on. */
export async function databaseIsDurable(): Promise<boolean> {
  const rows = await identityQuery<{ fsync: string }>(
    NOBODY,
    'fsync',
    "select current_setting('fsync') as fsync",
    [],
  );
  return rows[0]?.fsync === 'on';
}

export { measureReplicas, type ReplicaState, replicaStates };

/** Connections of this process: how many there are, how many are idle, and how many callers wait for one. */
export interface PoolState {
  readonly total: number;
  readonly idle: number;
  readonly waiting: number;
}

/** The state of the pools of each server that has some, by its name. */
export function poolStates(): ReadonlyMap<string, PoolState> {
  const states = new Map<string, PoolState>();
  for (const { server, pool } of openPools()) {
    const before = states.get(server) ?? { total: 0, idle: 0, waiting: 0 };
    states.set(server, {
      total: before.total + pool.totalCount,
      idle: before.idle + pool.idleCount,
      waiting: before.waiting + pool.waitingCount,
    });
  }
  return states;
}

/** The state of all pools together. */
export function poolState(): PoolState {
  const all = { total: 0, idle: 0, waiting: 0 };
  for (const { total, idle, waiting } of poolStates().values()) {
    all.total += total;
    all.idle += idle;
    all.waiting += waiting;
  }
  return all;
}
