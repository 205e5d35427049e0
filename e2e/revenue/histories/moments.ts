import { sql, withTenantSql } from '@/db/tenancy';
import { recordEvent } from '@/usecases/revenue/events/record-event';
import type { Books, Fact } from '../books';
import { deliver } from '../facts/judged';

const claimOf = ({ org }: Books) => ({ organizationId: org.principals.admin.organizationId, userId: null });

/** Records an event in a transaction that stays open until `end` is called. */
export async function slowly(books: Books, id: string) {
  let end = () => {};
  const released = new Promise<void>((resolve) => {
    end = resolve;
  });
  let recorded = () => {};
  const isTold = new Promise<void>((resolve) => {
    recorded = resolve;
  });
  const call = books.org.callAs('revenue');
  const done = withTenantSql(claimOf(books), async (tenant) => {
    const context = { ...call, tenant, expectedVersion: undefined, dryRun: false, record: () => {} };
    await recordEvent.run(context, { id, event: deliver('2026-01-20', 'goods'), post: true } as never);
    recorded();
    await released;
  });
  await isTold;
  return { end, done };
}

/** Begins a transaction and records a fact in it once `go` is called; `done` resolves to the number of times the transaction began. */
export async function beginsFirst(books: Books, id: string, event: Fact) {
  let go = () => {};
  const released = new Promise<void>((resolve) => {
    go = resolve;
  });
  let begin = () => {};
  const hasBegun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const call = books.org.callAs('revenue');
  let begun = 0;
  const done = withTenantSql(claimOf(books), async (tenant) => {
    begun += 1;
    await sql(tenant, 'select now()');
    begin();
    await released;
    const context = { ...call, tenant, expectedVersion: undefined, dryRun: false, record: () => {} };
    await recordEvent.run(context, { id, event, post: false } as never);
    return begun;
  });
  await hasBegun;
  return { go, done };
}

/**
 * The current time by the database's clock, as reports state it. Records store whole milliseconds, so this waits until the next record will
 * get a later time, however fast the machine is.
 */
export const databaseNow = (books: Books): Promise<string> =>
  withTenantSql(claimOf(books), async (tenant) => {
    const [row] = await sql<{ now: string }>(
      tenant,
      `select to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as now`,
    );
    await sql(tenant, 'select pg_sleep(0.002)::text');
    return row?.now ?? '';
  });
