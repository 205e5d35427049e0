import { afterAll, describe, expect, it } from 'vitest';
import { dec, sum } from '@/core/money/decimal';
import { closeConnections } from '@/db/client';
import { sql, withTenantSql } from '@/db/tenancy';
import { contend, holdWrites, valuesOf } from '@/testing/contenders';
import { runForOutput } from '@/usecases/kit/run';
import { createRun } from '@/usecases/revenue/runs/create-run';
import { postRun, postRunStep } from '@/usecases/revenue/runs/post-run';
import { type Books, openBooks } from '../books';

// Proves the laws revenue/post-revenue-chunk, revenue/lock-due-contracts of prisma/sql.

afterAll(closeConnections);

async function booksOf(prices: readonly string[]): Promise<Books> {
  const books = await openBooks();
  for (const price of prices) {
    await books.contract({
      contractDate: '2026-01-10',
      price: { fixed: price },
      obligations: [
        { key: 'term', ssp: price, pattern: { kind: 'RATABLE', start: '2026-01-01', end: '2026-12-31' } },
      ],
    });
  }
  return books;
}

interface Chunk {
  readonly number: number;
  readonly contracts: number;
  readonly rows: number;
  readonly entries: string[];
}

const chunksOf = (books: Books, id: string) =>
  withTenantSql({ organizationId: books.org.principals.admin.organizationId, userId: null }, (tenant) =>
    sql<Chunk>(
      tenant,
      `select chunk_number as number, contracts, rows, first_entries as entries from revenue_run_chunks
       where organization_id = $1::uuid and run_id = $2::uuid order by chunk_number`,
      [books.org.organizationId, id],
    ),
  );

describe('the steps of a run', () => {
  it('run concurrently, even for two simultaneous callers, and post every row once, numbered without a gap', async () => {
    const prices = Array.from({ length: 40 }, (_, index) => `${120 + index}.${10 + index}`);
    const books = await booksOf(prices);
    const call = books.org.callAs('revenue');
    const { id } = await runForOutput(createRun, call, { period: '2026-01', grouping: 'CONTRACT' });
    const views = valuesOf(
      await contend(
        holdWrites(books.org.organizationId),
        [1, 2].map(() => () => runForOutput(postRun, call, { id, rows: 3 })),
      ),
    );
    for (const view of views) {
      expect({ status: view.runStatus, progress: view.progress }).toEqual({
        status: 'POSTED',
        progress: { done: 40, of: 40 },
      });
    }
    const chunks = await chunksOf(books, id);
    expect(chunks.map(({ number }) => number)).toEqual(chunks.map((_, index) => index + 1));
    expect(chunks.reduce((total, { rows }) => total + rows, 0)).toBe(40);
    // One entry for each contract, in the order of its number.
    const entries = views[0]?.entries ?? [];
    expect(new Set(entries.map(({ id: entry }) => entry)).size).toBe(40);
    expect(entries.map(({ entryNumber }) => entryNumber)).toEqual(
      entries.map(({ entryNumber }) => entryNumber).toSorted(),
    );
    const earned = dec(await books.balance('4100')).negated();
    expect(earned.toFixed(2)).toBe(sum(entries.map(({ debits }) => debits)).toFixed(2));
    await books.tiesOut();
  });

  it('complete a run only when no other step is at work: a concurrent step that finds nothing leaves it running', async () => {
    const books = await booksOf(['1200']);
    const call = books.org.callAs('revenue');
    const { id } = await runForOutput(createRun, call, { period: '2026-01' });
    const step = (beside: boolean, rows = 10) => runForOutput(postRunStep, call, { id, rows, beside });
    expect(await step(false, 0)).toEqual({ done: false, rows: 0, idle: true });
    expect(await step(true)).toEqual({ done: false, rows: 1, idle: false });
    expect(await step(true)).toEqual({ done: false, rows: 0, idle: true });
    expect(await step(false)).toEqual({ done: true, rows: 0, idle: true });
    expect((await chunksOf(books, id)).map(({ contracts, rows }) => ({ contracts, rows }))).toEqual([
      { contracts: 1, rows: 1 },
    ]);
    await books.tiesOut();
  });

  it('do not begin in a period that is not open: the run stays a preview, and begins once it is open', async () => {
    const books = await booksOf(['1200']);
    const call = books.org.callAs('revenue');
    const { id } = await runForOutput(createRun, call, { period: '2026-01' });
    const ask = (text: string, values: readonly unknown[]) =>
      withTenantSql({ organizationId: books.org.principals.admin.organizationId, userId: null }, (tenant) =>
        sql(tenant, text, values),
      );
    const turn = (status: string) =>
      ask(`update fiscal_periods set period_status = $1 where label = '2026-01'`, [status]);
    const stands = () =>
      ask('select run_status as status, started_at as started from revenue_runs where id = $1::uuid', [id]);
    const begin = () => runForOutput(postRunStep, call, { id, rows: 0 });
    const before = await stands();
    expect(before).toEqual([{ status: 'PREVIEW', started: null }]);
    await turn('SOFT_CLOSED');
    await expect(begin()).rejects.toMatchObject({ refusal: { code: 'PERIOD_NOT_OPEN' } });
    expect(await stands()).toEqual(before);
    await turn('OPEN');
    await begin();
    expect(await stands()).toMatchObject([{ status: 'POSTING' }]);
  });
});
