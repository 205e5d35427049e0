import { afterAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { sql, withTenantSql } from '@/db/tenancy';
import { runForOutput } from '@/usecases/kit/run';
import { recordEvent } from '@/usecases/revenue/record-event';
import { contractBalancesReport } from '@/usecases/revenue/report-balances';
import { type Books, openBooks } from './books';
import { deliver, point } from './judged';

afterAll(closeConnections);

const claimOf = ({ org }: Books) => ({ organizationId: org.principals.admin.organizationId, userId: null });

/** Records an event in a transaction that stays open until `end` is called. */
async function slowly(books: Books, id: string) {
  let end = () => {};
  const released = new Promise<void>((resolve) => {
    end = resolve;
  });
  let told = () => {};
  const isTold = new Promise<void>((resolve) => {
    told = resolve;
  });
  const call = books.org.callAs('revenue');
  const done = withTenantSql(claimOf(books), async (tenant) => {
    const context = { ...call, tenant, expectedVersion: undefined, dryRun: false, record: () => {} };
    await recordEvent.run(context, { id, event: deliver('2026-01-20', 'goods'), post: true } as never);
    told();
    await released;
  });
  await isTold;
  return { end, done };
}

const databaseNow = async (books: Books) => {
  const [row] = await withTenantSql(claimOf(books), (tenant) =>
    sql<{ now: string }>(
      tenant,
      `select to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as now`,
    ),
  );
  return row?.now ?? '';
};

describe('a report known as of a moment at which something was still being recorded', () => {
  it('is cut back to before it and says so; what it shows for the moment it names never changes', async () => {
    const books = await openBooks();
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      price: { fixed: '100' },
      obligations: [point('goods', '100')],
    });
    const before = await databaseNow(books);
    const report = (knownAsOf: string) =>
      runForOutput(contractBalancesReport, books.org.callAs('auditor'), { asOf: '2026-01', knownAsOf });
    const { end, done } = await slowly(books, contract.id);
    const asked = await databaseNow(books);
    const during = await report(asked);
    end();
    await done;
    const named = during.knownAsOf ?? '';
    expect(before < named && named < asked, `${before} < ${named} < ${asked}`).toBe(true);
    // What was being recorded counts as known from before `asked`: without the cut this report would have changed by now.
    const after = await report(asked);
    expect(after.knownAsOf).toBe(asked);
    expect({ ...after, knownAsOf: named }).not.toEqual(during);
    expect(await report(named)).toEqual(during);
    expect((await books.read(contract.id, named)).schedule).toEqual([]);
    expect((await books.read(contract.id, asked)).schedule).toHaveLength(1);
  });

  it('of another organization changes nothing', async () => {
    const [books, others] = [await openBooks(), await openBooks()];
    const { contract } = await others.contract({
      contractDate: '2026-01-01',
      price: { fixed: '100' },
      obligations: [point('goods', '100')],
    });
    const { end, done } = await slowly(others, contract.id);
    const asked = await databaseNow(books);
    const { knownAsOf } = await runForOutput(contractBalancesReport, books.org.callAs('auditor'), {
      asOf: '2026-01',
      knownAsOf: asked,
    });
    end();
    await done;
    expect(knownAsOf).toBe(asked);
  });

  it('of a moment still to come is a report of now', async () => {
    const books = await openBooks();
    const start = await databaseNow(books);
    const { knownAsOf } = await runForOutput(contractBalancesReport, books.org.callAs('auditor'), {
      asOf: '2026-01',
      knownAsOf: '2199-01-01T00:00:00Z',
    });
    const end = await databaseNow(books);
    expect(start < (knownAsOf ?? '') && (knownAsOf ?? '') < end).toBe(true);
  });
});
