import { afterAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { runForOutput } from '@/usecases/kit/run';
import { contractBalancesReport } from '@/usecases/revenue/report-balances';
import { openBooks } from './books';
import { point } from './judged';
import { databaseNow, slowly } from './moments';

afterAll(closeConnections);

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
