import { afterAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { openBooks } from './books';

afterAll(closeConnections);

describe('a contract from draft to ledger', () => {
  it('defers an invoice and recognises 1,200 over 2026 by exact days, month by month, to the cent', async () => {
    const books = await openBooks();
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      startDate: '2026-01-01',
      endDate: '2026-12-31',
      price: { fixed: '1200' },
      obligations: [
        {
          key: 'support',
          ssp: '1200',
          pattern: { kind: 'RATABLE', start: '2026-01-01', end: '2026-12-31' },
        },
      ],
    });
    const invoiced = await books.tell(contract.id, {
      kind: 'invoice',
      effectiveDate: '2026-01-05',
      amount: '1200',
    });
    expect(invoiced.balances).toMatchObject({
      billed: '1200.00',
      deferred: '1200.00',
      receivable: '1200.00',
    });
    expect(await books.entries()).toEqual([['1210 1200', '2310 -1200']]);

    const run = await books.run('2026-01');
    expect(run).toMatchObject({ runStatus: 'POSTED', postedRows: 1, postedContracts: 1 });
    expect((await books.entries()).at(-1)).toEqual(['2310 101.92', '4100 -101.92']);
    for (const month of ['02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12']) {
      await books.run(`2026-${month}`);
    }
    const after = await books.read(contract.id);
    expect(after.schedule.map(({ amount }) => amount).slice(0, 4)).toEqual([
      '101.92',
      '92.05',
      '101.92',
      '98.63',
    ]);
    expect(after.schedule.at(-1)?.amount).toBe('101.91');
    expect(after.balances).toMatchObject({ recognised: '1200.00', remaining: '0.00', deferred: '0.00' });
    expect(await books.balance('2310')).toBe('0');
    expect(await books.balance('4100')).toBe('-1200');
  });

  it('refuses to run a month before the one due, and posts nothing twice when asked again', async () => {
    const books = await openBooks();
    await books.contract({
      contractDate: '2026-01-01',
      price: { fixed: '300' },
      obligations: [
        {
          key: 'a',
          ssp: '300',
          pattern: { kind: 'RATABLE', start: '2026-01-01', end: '2026-03-31', method: 'EVEN_PERIODS' },
        },
      ],
    });
    await expect(books.run('2026-02')).rejects.toMatchObject({
      refusal: { code: 'REVENUE_RULE', data: { rule: 'PERIOD_SKIPPED', next: '2026-01' } },
    });
    await books.run('2026-01');
    await books.run('2026-01');
    expect(await books.balance('4100')).toBe('-100');
    expect(await books.balance('1310')).toBe('100');
  });
});
