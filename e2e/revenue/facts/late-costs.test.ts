import { afterAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { sql, withTenantReport } from '@/db/tenancy';
import { setExchangeRates } from '@/usecases/fx/exchange-rates';
import { runForOutput } from '@/usecases/kit/run';
import { createCost, impairCost } from '@/usecases/revenue/contracts/costs/cost-records';
import { terminateContract } from '@/usecases/revenue/contracts/modifications/terminate-contract';
import { verifyBooks } from '@/usecases/verify/verify-books';
import { type Books, openBooks } from '../books';

afterAll(closeConnections);

/** A contract of two years, and a commission that is amortized by month. */
async function withCommission(amount: string, contractMonths: number, currencyCode = 'USD') {
  const books = await openBooks();
  if (currencyCode !== 'USD') {
    const rate = { fromCurrency: currencyCode, toCurrency: 'USD', rateDate: '2026-01-05', rate: '1.25' };
    await runForOutput(setExchangeRates, books.org.callAs('controller'), { rates: [rate] });
  }
  const term = { start: '2026-01-01', end: '2027-12-31', method: 'EVEN_PERIODS' } as const;
  const { contract } = await books.contract({
    ...{ contractDate: '2026-01-01', currencyCode, price: { fixed: '24000' } },
    obligations: [{ key: 'service', ssp: '24000', pattern: { kind: 'RATABLE', ...term } }],
  });
  const { cost } = await runForOutput(createCost, books.org.callAs('revenue'), {
    ...{ contractId: contract.id, kind: 'OBTAIN', amount, incurredOn: '2026-01-05', contractMonths },
  });
  const impair = (date: string, expectedConsideration: string) =>
    runForOutput(impairCost, books.org.callAs('revenue'), { id: cost.id, date, expectedConsideration });
  return { books, contractId: contract.id, impair };
}

/** Every check of the books holds. */
async function verified(books: Books): Promise<void> {
  await books.tiesOut();
  expect((await runForOutput(verifyBooks, books.org.callAs('auditor'), {})).breaches).toEqual([]);
}

describe('a contract cost whose months are posted already', () => {
  it('ends in an earlier month with its contract: the rest is written off there, and the later month is posted back by its own run', async () => {
    const { books, contractId } = await withCommission('2400', 24);
    await books.runThrough('2026-01', '2026-03');
    await runForOutput(terminateContract, books.org.callAs('revenue'), {
      ...{ id: contractId, effectiveDate: '2026-02-10', refund: '0' },
      reason: 'The customer left in February',
    });
    const before = await books.journal();
    await books.run('2026-02');
    // January took 100, and February's first run 100: 2,200 are left in February, while March is still posted.
    expect((await books.journal()).slice(before.length)).toContain(
      '2026-02-28: Dr CONTRACT_COST_EXPENSE 2200, Cr CONTRACT_COST_ASSET 2200',
    );
    expect(await books.balance('1320')).toBe('-100');
    await verified(books);
    await books.run('2026-03');
    expect(await books.balance('1320')).toBe('0');
    await verified(books);
  });

  it('340-40-35-3: is tested in an earlier month: the loss is booked there, and the months from it on are posted back', async () => {
    const { books, impair } = await withCommission('2400', 24);
    await books.runThrough('2026-01', '2026-03');
    // At the beginning of February 2,300 are carried.
    expect(await impair('2026-02-10', '0')).toMatchObject({ loss: '2300.00' });
    await verified(books);
    await books.runThrough('2026-02', '2026-03');
    expect(await books.balance('1320')).toBe('0');
    expect([await books.balance('6140'), await books.balance('6150')]).toEqual(['100', '2300']);
    await verified(books);
  });

  // 0.30 at 1.25 are 0.375, in dollars 0.38. Of it 0.10 are amortized, 0.12, and 0.20 impaired: the other 0.26, not 0.25 rounded on its own.
  it('is carried at nothing in base currency once all of it is amortized and impaired', async () => {
    const { books, impair } = await withCommission('0.30', 3, 'EUR');
    await books.run('2026-01');
    await impair('2026-02-10', '0');
    await books.run('2026-02');
    const claim = { organizationId: books.org.principals.admin.organizationId, userId: null };
    const lines = await withTenantReport(claim, (tenant) =>
      sql<{ base: string }>(
        tenant,
        `select trim_scale(l.base_debit - l.base_credit)::text as base from ledger_lines l
         where l.account_id = $1 order by l.posting_date, l.entry_id`,
        [books.org.account('1320')],
      ),
    );
    expect(lines.map(({ base }) => base)).toEqual(['0.38', '-0.12', '-0.26']);
    await verified(books);
  });
});
