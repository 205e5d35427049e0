import { afterAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { sql, withTenantReport } from '@/db/tenancy';
import { postedDocument } from '@/testing/documents';
import { setExchangeRates } from '@/usecases/fx/exchange-rates';
import { revaluePeriod } from '@/usecases/fx/revalue-period';
import { runForOutput } from '@/usecases/kit/run';
import { listPeriods } from '@/usecases/periods/list-periods';
import { type Books, openBooks } from './books';
import { deliver, on, pays, point } from './facts/judged';

afterAll(closeConnections);

/** One euro in dollars on the relevant days. */
const RATES: readonly [day: string, rate: string, type: 'SPOT' | 'CLOSING'][] = [
  ['2026-01-05', '1.10', 'SPOT'],
  ['2026-01-31', '1.20', 'CLOSING'],
  ['2026-02-10', '1.30', 'SPOT'],
  ['2026-02-28', '1.25', 'CLOSING'],
  ['2026-03-05', '1.28', 'SPOT'],
];

async function inEuro() {
  const books = await openBooks();
  const controller = books.org.callAs('controller');
  await runForOutput(setExchangeRates, controller, {
    rates: RATES.map(([rateDate, rate, rateType]) => ({
      fromCurrency: 'EUR',
      toCurrency: 'USD',
      rateDate,
      rate,
      rateType,
    })),
    confirmation: 'Rates of the example',
  });
  const periods = await runForOutput(listPeriods, books.org.callAs('viewer'), {});
  const revalue = (label = '2026-01') =>
    runForOutput(revaluePeriod, controller, { periodId: periods.find((one) => one.label === label)?.id });
  return { books, revalue };
}

/** Balance of an account code in base currency at the end of a day, debits positive. */
async function base({ org }: Books, code: string, day: string): Promise<string> {
  const claim = { organizationId: org.principals.admin.organizationId, userId: null };
  const [row] = await withTenantReport(claim, (tenant) =>
    sql<{ base: string }>(
      tenant,
      `select coalesce(sum(base_debit - base_credit), 0)::numeric(20,2)::text as base from ledger_lines
       where account_id = $1 and posting_date <= $2::date`,
      [org.account(code), day],
    ),
  );
  return row?.base ?? '';
}

describe('contracts in a foreign currency at the end of a month', () => {
  it('830-10-35-1: receivables and refund liabilities of contracts are remeasured at the closing rate, the contract liability is not; day 1 reverses it', async () => {
    const { books, revalue } = await inEuro();
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      currencyCode: 'EUR',
      price: { fixed: '1000' },
      obligations: [point('a', '600'), point('b', '400')],
    });
    await books.tell(
      contract.id,
      { kind: 'invoice', ...on('2026-01-05'), amount: '1000' },
      deliver('2026-01-05', 'a'),
      { kind: 'refundEstimate', ...on('2026-01-05'), key: 'a', liability: '50' },
    );
    await books.run('2026-01');
    const { balances } = await revalue();
    const codes = new Map(['1210', '2320'].map((code) => [books.org.account(code), code]));
    expect(
      balances.map(({ accountId, amount, carrying, revalued }) => [
        codes.get(accountId),
        Number(amount),
        carrying,
        revalued,
      ]),
    ).toEqual([
      ['1210', 1000, '1100.00', '1200.00'],
      ['2320', -50, '-55.00', '-60.00'],
    ]);
    const at = async (day: string) =>
      Promise.all(['1210', '2310', '2320', '7210', '8210'].map((code) => base(books, code, day)));
    expect(await at('2026-01-31')).toEqual(['1200.00', '-440.00', '-60.00', '-100.00', '5.00']);
    expect(await at('2026-02-01')).toEqual(['1100.00', '-440.00', '-55.00', '0.00', '0.00']);
    await books.tiesOut();
    // Paid at 1.30: 200 more than its carrying amount, of which the revaluation had recognized 100 and reversed it.
    await books.tell(contract.id, pays('2026-02-10', '1000'));
    expect(await at('2026-02-28')).toEqual(['0.00', '-440.00', '-55.00', '0.00', '0.00']);
    expect([await base(books, '1110', '2026-02-28'), await base(books, '7200', '2026-02-28')]).toEqual([
      '1300.00',
      '-200.00',
    ]);
    await books.tiesOut();
  });

  // 600 earned at 1.10 are carried at 660.00 and worth 720.00 at 1.20: +60.00, reversed on day 1. Billed 1,000 at 1.30: the receivable is
  // 1,300.00, the asset gives 660.00 and 400 × 1.30 = 520.00 are deferred: 600 × (1.30 − 1.10) = 120.00 gained. At 1.25 the receivable is
  // worth 1,250.00: −50.00, reversed. Paid at 1.28 it loses 1,000 × (1.30 − 1.28) = 20.00 more, once.
  it('830-10-35-1: a contract asset is monetary; gains and losses are in the same accounts as those of documents, and each counts once', async () => {
    const { books, revalue } = await inEuro();
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      currencyCode: 'EUR',
      price: { fixed: '1000' },
      obligations: [point('a', '600'), point('b', '400')],
    });
    await books.tell(contract.id, deliver('2026-01-05', 'a'));
    await books.run('2026-01');
    const { balances } = await revalue();
    expect(
      balances.map(({ amount, carrying, difference }) => [Number(amount), carrying, difference]),
    ).toEqual([[600, '660.00', '60.00']]);
    const at = async (day: string) =>
      Promise.all(
        ['1310', '1210', '2310', '7200', '8200', '7210', '8210'].map((code) => base(books, code, day)),
      );
    expect(await at('2026-01-31')).toEqual(['720.00', '0.00', '0.00', '0.00', '0.00', '-60.00', '0.00']);
    expect(await at('2026-02-01')).toEqual(['660.00', '0.00', '0.00', '0.00', '0.00', '0.00', '0.00']);
    await books.tell(contract.id, { kind: 'invoice', ...on('2026-02-10'), amount: '1000' });
    await books.run('2026-02');
    expect((await revalue('2026-02')).balances).toMatchObject([
      { carrying: '1300.00', difference: '-50.00' },
    ]);
    expect(await at('2026-02-28')).toEqual([
      '0.00',
      '1250.00',
      '-520.00',
      '-120.00',
      '0.00',
      '0.00',
      '50.00',
    ]);
    await books.tell(contract.id, pays('2026-03-05', '1000'));
    expect(await at('2026-03-31')).toEqual(['0.00', '0.00', '-520.00', '-120.00', '20.00', '0.00', '0.00']);
    await books.tiesOut();
  });

  it('830-20-35-1: revenue that uses up a customer credit is recognized at the rate of the day, and the difference from the carrying amount of the credit is an exchange difference', async () => {
    const { books } = await inEuro();
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      currencyCode: 'EUR',
      price: { fixed: '1000' },
      obligations: [point('a', '990'), point('b', '10')],
    });
    // Earned and paid at 1.10, and 100 credited, 1 of which is for future performance.
    await books.tell(
      contract.id,
      deliver('2026-01-05', 'a'),
      { kind: 'invoice', ...on('2026-01-05'), amount: '990' },
      pays('2026-01-05', '990'),
      { kind: 'creditNote', ...on('2026-01-06'), amount: '100', mode: 'CONCESSION' },
    );
    await books.run('2026-01');
    const figures = (day: string) =>
      Promise.all(['1210', '1310', '4100', '8200'].map((code) => base(books, code, day)));
    expect(await figures('2026-01-31')).toEqual(['-110.00', '1.10', '-980.10', '0.00']);
    // Billed while the customer could still cancel: 1 is due now and 9 on delivery, both settled by the credit.
    await books.tell(
      contract.id,
      { kind: 'invoice', ...on('2026-02-10'), amount: '10', unconditional: false },
      deliver('2026-02-10', 'b'),
    );
    await books.run('2026-02');
    expect(await figures('2026-02-28')).toEqual(['-99.00', '0.00', '-991.80', '1.80']);
    await books.tiesOut();
  });

  it('a credit memo larger than the contract liability posts after the rate has fallen, each line on one side', async () => {
    const { books } = await inEuro();
    const { org } = books;
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      currencyCode: 'EUR',
      price: { fixed: '1000' },
      obligations: [point('a', '1000')],
    });
    const euros = { currencyCode: 'EUR', revenueContractId: contract.id };
    await postedDocument(org, {
      ...{ ...euros, transactionDate: '2026-01-10', lines: [{ unitPrice: '29' }] },
    });
    const fallen = { fromCurrency: 'EUR', toCurrency: 'USD', rateDate: '2026-01-20', rate: '1.05' };
    await runForOutput(setExchangeRates, org.callAs('controller'), {
      rates: [{ ...fallen, rateType: 'SPOT' }],
    });
    const credit = { kind: 'CREDIT_MEMO' as const, transactionDate: '2026-01-20' };
    await postedDocument(org, { ...euros, ...credit, lines: [{ unitPrice: '30' }] });
    // 29 left at 1.10 and 1 added at 1.05; what the memo credited at 1.05 was carried at 1.45 more.
    const codes = ['1310', '2310', '7200'];
    expect(await Promise.all(codes.map((code) => base(books, code, '2026-01-31')))).toEqual([
      '1.05',
      '0.00',
      '-1.45',
    ]);
    await books.tiesOut();
  });

  it('830-10-35-1: so is what an agent owes its supplier, and the money it collected', async () => {
    const { books, revalue } = await inEuro();
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      currencyCode: 'EUR',
      price: { fixed: '1000' },
      obligations: [{ ...point('a', '100'), capacity: 'AGENT', supplierShare: '900' }],
    });
    await books.tell(contract.id, pays('2026-01-05', '1000'), deliver('2026-01-05', 'a'));
    await books.run('2026-01');
    const { balances } = await revalue();
    expect(balances.map(({ amount, difference }) => [Number(amount), difference])).toEqual([
      [1000, '100.00'],
      [-900, '-90.00'],
    ]);
    await books.tiesOut();
  });
});
