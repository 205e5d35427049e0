import { afterAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { postedDocument } from '@/testing/documents';
import { setExchangeRates } from '@/usecases/fx/exchange-rates';
import { revaluePeriod } from '@/usecases/fx/revalue-period';
import { runForOutput } from '@/usecases/kit/run';
import { listPeriods } from '@/usecases/periods/list-periods';
import { verifyBooks } from '@/usecases/verify/verify-books';
import { type Books, openBooks } from '../books';
import { ledger } from '../histories/reversed-books';
import { deliver, on, pays, point } from './judged';

afterAll(closeConnections);

/** What another party supplied of 1,000 euros for 900 in January at 1.10; it sends its bill in February at 1.20. */
async function supplied(capacity: 'AGENT' | 'PRINCIPAL'): Promise<{ books: Books; id: string }> {
  const books = await openBooks();
  const rates = Object.entries({ '2026-01-01': '1.10', '2026-02-01': '1.20' });
  await runForOutput(setExchangeRates, books.org.callAs('controller'), {
    rates: rates.map(([rateDate, rate]) => ({ fromCurrency: 'EUR', toCurrency: 'USD', rateDate, rate })),
    confirmation: 'Rates of the example',
  });
  const { contract } = await books.contract({
    ...{ contractDate: '2026-01-01', currencyCode: 'EUR', price: { fixed: '1000' } },
    obligations: [{ ...point('a', '1000'), capacity, supplierShare: '900' }],
  });
  await books.tell(contract.id, pays('2026-01-05', '1000'), deliver('2026-01-05', 'a'));
  await books.runThrough('2026-01', '2026-02');
  return { books, id: contract.id };
}

const billed = ({ org }: Books, code: string) =>
  postedDocument(org, {
    ...{ kind: 'VENDOR_BILL', currencyCode: 'EUR', transactionDate: '2026-02-10' },
    lines: [{ unitPrice: '900', accountId: org.account(code) }],
  });

async function revalued({ org }: Books, month: string): Promise<void> {
  const periods = await runForOutput(listPeriods, org.callAs('viewer'), {});
  const period = periods.find(({ label }) => label === month);
  await runForOutput(revaluePeriod, org.callAs('controller'), { periodId: period?.id ?? '' });
}

async function pass(books: Books): Promise<void> {
  await books.tiesOut();
  const { breaches } = await runForOutput(verifyBooks, books.org.callAs('auditor'), {});
  expect(breaches).toEqual([]);
}

describe('a vendor’s bill of what contracts owe suppliers, in a foreign currency', () => {
  it.each(['AGENT', 'PRINCIPAL'] as const)(
    '830-20-35-1: posted to cost of sales, and taken out of what is owed by a journal of the contract, realizes the difference and leaves nothing (%s)',
    async (capacity) => {
      const { books, id } = await supplied(capacity);
      expect((await ledger(books))['2026-01 2340']).toBe('-900 (-990)');
      const before = (await ledger(books, false))['5400'];
      await billed(books, '5400');
      await books.tell(id, {
        ...{ kind: 'journal', ...on('2026-02-10'), memo: 'Bill of the supplier' },
        lines: [
          { account: 'SUPPLIER_PAYABLE', debit: '900' },
          { account: 'COST_OF_SALES', credit: '900' },
        ],
      });
      const left = await ledger(books, false);
      expect(left['2340']).toBeUndefined();
      expect(left['5400']).toBe(before);
      expect(await ledger(books)).toMatchObject({
        ...{ '2026-02 2340': '900 (990)', '2026-02 2110': '-900 (-1080)', '2026-02 8200': '0 (90)' },
      });
      await pass(books);
    },
  );

  it('830-20-35-1: posted to the account itself, leaves a difference there, which every revaluation takes to the result and takes back on the next day', async () => {
    const { books } = await supplied('AGENT');
    await billed(books, '2340');
    expect((await ledger(books, false))['2340']).toBe('0 (90)');
    await revalued(books, '2026-02');
    expect(await ledger(books)).toMatchObject({
      ...{ '2026-02 2340': '900 (990)', '2026-03 2340': '0 (90)' },
    });
    await pass(books);
  });
});
