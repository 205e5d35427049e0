import { afterAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { runForOutput } from '@/usecases/kit/run';
import { verifyBooks } from '@/usecases/verify/verify-books';
import { openBooks } from '../books';

afterAll(closeConnections);

describe('a run in which what a contract earned and what it gave up cancel out', () => {
  it('posts both without an entry; the books pass every check, and the rows are posted', async () => {
    const books = await openBooks();
    const { contract } = await books.contract({
      contractDate: '2026-01-05',
      price: { fixed: '500' },
      obligations: [
        { key: 'goods', ssp: '500', pattern: { kind: 'POINT' } },
        { key: 'calls', ssp: '0', pattern: { kind: 'USAGE' } },
      ],
    });
    await books.record(contract.id, { kind: 'delivery', effectiveDate: '2026-01-10', key: 'goods' });
    await books.run('2026-01');
    await books.record(
      contract.id,
      { kind: 'usage', effectiveDate: '2026-02-03', key: 'calls', amount: '96' },
      { kind: 'refundEstimate', effectiveDate: '2026-02-17', key: 'goods', liability: '96' },
    );
    const before = await books.entries();
    await books.run('2026-02');
    expect(await books.entries()).toEqual(before);
    const { schedule } = await books.read(contract.id);
    const rows = schedule.filter(({ period }) => period === '2026-02');
    expect(rows.map(({ amount }) => amount).sort()).toEqual(['-96.00', '96.00']);
    expect(rows.map(({ runId, entryId }) => [runId !== null, entryId])).toEqual([
      [true, null],
      [true, null],
    ]);
    const { breaches } = await runForOutput(verifyBooks, books.org.callAs('auditor'), {});
    expect(breaches).toEqual([]);
    await books.tiesOut();
  });
});
