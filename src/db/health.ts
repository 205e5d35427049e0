import type pg from 'pg';
import { closeConnections, databaseAnswers, databaseState, openPools } from './client';
import { identityQuery, NOBODY } from './identity/scoped-query';

export { closeConnections, databaseAnswers, databaseState };

/** The names of the migrations applied to this database, finished ones only. */
export async function appliedMigrations(): Promise<string[]> {
  const rows = await identityQuery<{ name: string }>(
    NOBODY,
    'applied_migrations',
    'select migration_name as name from _prisma_migrations where finished_at is not null and rolled_back_at is null',
    [],
  );
  return rows.map(({ name }) => name);
}

/** The names of the laws of prisma/sql applied to this database. */
export async function appliedLaws(): Promise<string[]> {
  const rows = await identityQuery<{ name: string }>(
    NOBODY,
    'applied_laws',
    'select name from _daybook_laws',
    [],
  );
  return rows.map(({ name }) => name);
}

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

/** The number of connections in all pools, how many are idle, and how many callers wait for one. */
export function poolState(): { readonly total: number; readonly idle: number; readonly waiting: number } {
  const sum = (countOf: (pool: pg.Pool) => number) =>
    openPools().reduce((total, pool) => total + countOf(pool), 0);
  return {
    total: sum((pool) => pool.totalCount),
    idle: sum((pool) => pool.idleCount),
    waiting: sum((pool) => pool.waitingCount),
  };
}
