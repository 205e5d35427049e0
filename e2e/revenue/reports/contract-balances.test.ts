import { afterAll, describe, expect, it } from 'vitest';
import { sum } from '@/core/money/decimal';
import { closeConnections } from '@/db/client';
import { setExchangeRates } from '@/usecases/fx/exchange-rates';
import { runForOutput } from '@/usecases/kit/run';
import { contractBalancesReport } from '@/usecases/revenue/reports/report-balances';
import { behindFigure } from '@/usecases/revenue/reports/report-behind';
import { type Books, openBooks } from '../books';
import { databaseNow } from '../histories/moments';
import { type ContractBalanceRow, contractBalances, currentSplit } from '../oracle/contract-balances';

const currencyCode = 'USD';

afterAll(closeConnections);

const SPAN = { from: '2026-03', to: '2026-05' } as const;
/** The months before the range: its closing balances are the opening ones. */
const BEFORE = { from: '2026-01', to: '2026-02' } as const;

const ratable = (start: string, end: string) => ({ kind: 'RATABLE' as const, start, end });

/** Contracts billed ahead, billed late, not billed, modified with a catch-up, finished, and in another currency; run through May. */
async function company(): Promise<{ books: Books; then: string }> {
  const books = await openBooks('2026-06-15');
  await runForOutput(setExchangeRates, books.org.callAs('controller'), {
    rates: [
      { fromCurrency: 'EUR', toCurrency: 'USD', rateDate: '2026-01-01', rate: '1.1', rateType: 'SPOT' },
    ],
    confirmation: 'The rate of the example',
  });
  const sold = async (key: string, price: string, start: string, end: string, more: object = {}) => {
    const { contract } = await books.contract({
      contractDate: start,
      endDate: end,
      price: { fixed: price },
      obligations: [{ key, ssp: price, pattern: ratable(start, end) }],
      ...more,
    });
    return contract.id;
  };
  const bill = (id: string, effectiveDate: string, amount: string) =>
    books.tell(id, { kind: 'invoice', effectiveDate, amount });
  await bill(await sold('care', '3600', '2026-01-01', '2028-12-31'), '2026-01-02', '3600');
  await bill(await sold('year', '1200', '2026-01-01', '2026-12-31'), '2026-02-05', '100');
  await sold('unbilled', '600', '2026-02-01', '2026-07-31');
  await bill(await sold('short', '200', '2026-01-01', '2026-02-28'), '2026-01-10', '200');
  await bill(await sold('spring', '300', '2026-03-01', '2026-05-31'), '2026-04-01', '500');
  await bill(
    await sold('euros', '900', '2026-01-01', '2026-09-30', { currencyCode: 'EUR' }),
    '2026-01-03',
    '900',
  );
  const { contract: goods } = await books.contract({
    contractDate: '2026-02-01',
    price: { fixed: '50' },
    obligations: [{ key: 'goods', ssp: '50', pattern: { kind: 'POINT' } }],
  });
  await bill(goods.id, '2026-02-01', '50');
  const { contract: built } = await books.contract({
    contractDate: '2026-01-01',
    endDate: '2026-12-31',
    price: { fixed: '1000' },
    obligations: [{ key: 'house', ssp: '1000', pattern: { kind: 'PROGRESS' } }],
  });
  await books.tell(
    built.id,
    { kind: 'invoice', effectiveDate: '2026-01-05', amount: '700' },
    { kind: 'progress', effectiveDate: '2026-02-28', key: 'house', progress: '0.25' },
  );
  await books.runThrough('2026-01', '2026-03');
  const then = await databaseNow(books);
  // Recorded after February was run: what it earned before is a catch-up.
  await books.tell(built.id, {
    kind: 'progress',
    effectiveDate: '2026-02-20',
    key: 'house',
    progress: '0.20',
  });
  await books.modify(built.id, {
    date: '2026-04-10',
    priceChange: '200',
    answers: {},
    reason: 'More rooms',
  });
  await books.runThrough('2026-04', '2026-05');
  return { books, then };
}

describe('the contract balances', () => {
  it('have the totals that the rule gives for their contracts, which are listed page by page without gap or repetition', async () => {
    const { books, then } = await company();
    const call = books.org.callAs('auditor');
    const scopes = [
      {},
      { knownAsOf: then },
      { effectiveAsOf: '2026-03-31' },
      { currencyCode: 'EUR' },
      { subsidiaryId: books.org.ids.rootSubsidiary },
    ];
    const totals: unknown[] = [];
    for (const scope of scopes) {
      const ask = (more: object) => runForOutput(contractBalancesReport, call, { ...scope, ...more });
      const whole = await ask(SPAN);
      const paged: (typeof whole)['contracts'] = [];
      for (;;) {
        const after = paged.at(-1)?.contractNumber;
        const page = await ask({ ...SPAN, limit: 2, ...(after === undefined ? {} : { after }) });
        expect({ ...page, contracts: [] }).toEqual({ ...whole, contracts: [] });
        if (page.contracts.length === 0) break;
        paged.push(...page.contracts);
      }
      expect(paged).toEqual(whole.contracts);
      expect(whole.contractCount).toBe(paged.length);
      const opening = new Map((await ask(BEFORE)).contracts.map((one) => [one.contractId, one]));
      const partsOf = async (figure: 'REVENUE' | 'PRIOR_PERFORMANCE') => {
        const asked = { asOf: SPAN.to, figure: { kind: 'BALANCE' as const, figure, ...SPAN }, limit: 200 };
        const { rows } = await runForOutput(behindFigure, call, { ...scope, ...asked });
        return new Map(rows.map(({ id, amount }) => [id, amount]));
      };
      const [revenue, prior] = [await partsOf('REVENUE'), await partsOf('PRIOR_PERFORMANCE')];
      const zero = { receivable: '0', contractAsset: '0', deferred: '0' };
      const rows = paged.map(
        ({ contractId, ...closing }): ContractBalanceRow => ({
          contractId,
          opening: opening.get(contractId) ?? zero,
          closing,
          revenue: revenue.get(contractId) ?? '0',
          revenueFromPriorPerformance: prior.get(contractId) ?? '0',
        }),
      );
      expect(whole).toMatchObject(contractBalances({ currencyCode: whole.currencyCode, rows }));
      const places = (amounts: readonly string[]) => sum(amounts).toFixed(2);
      expect(whole.liability).toEqual({
        current: places(paged.map(({ current }) => current)),
        nonCurrent: places(paged.map(({ nonCurrent }) => nonCurrent)),
      });
      totals.push([
        whole.contractCount,
        whole.closing,
        whole.fromOpeningLiability,
        whole.fromPriorPerformance,
      ]);
    }
    const [now, known, effective, euros, root] = totals;
    expect(root).toEqual(now);
    for (const other of [known, effective, euros]) expect(other).not.toEqual(now);
    expect(now).toMatchObject([
      7,
      { receivable: expect.not.stringMatching(/^0/) },
      expect.anything(),
      expect.not.stringMatching(/^0\.00$/),
    ]);
  });

  it('of books without contracts are zero', async () => {
    const books = await openBooks();
    const report = await runForOutput(contractBalancesReport, books.org.callAs('auditor'), SPAN);
    const none = { receivable: '0.00', contractAsset: '0.00', deferred: '0.00' };
    expect(report).toMatchObject({
      opening: none,
      closing: none,
      revenue: '0.00',
      fromOpeningLiability: '0.00',
      fromPriorPerformance: '0.00',
      liability: { current: '0.00', nonCurrent: '0.00' },
      contractCount: 0,
      contracts: [],
    });
  });
});

describe('current and noncurrent, by the rule the totals are held to', () => {
  it('what is released within the next twelve months is current, the rest is noncurrent', () => {
    const releases = Array.from({ length: 24 }, (_, index) => ({
      period:
        index < 12
          ? `2026-${String(index + 1).padStart(2, '0')}`
          : `2027-${String(index - 11).padStart(2, '0')}`,
      amount: '100.00',
    }));
    expect(currentSplit({ currencyCode, balance: '2400', releases, asOf: '2025-12-31' })).toEqual({
      current: '1200.00',
      nonCurrent: '1200.00',
    });
    expect(currentSplit({ currencyCode, balance: '500', releases, asOf: '2025-12-31' })).toEqual({
      current: '500.00',
      nonCurrent: '0.00',
    });
  });
});

describe('contract balances, by the rule the totals are held to', () => {
  it('50-8(b): revenue from the opening liability is limited by the liability and by the revenue of each contract', () => {
    const zero = { receivable: '0', contractAsset: '0', deferred: '0' };
    const report = contractBalances({
      currencyCode,
      rows: [
        {
          contractId: 'a',
          opening: { ...zero, deferred: '100' },
          closing: { ...zero, deferred: '40' },
          revenue: '60',
          revenueFromPriorPerformance: '0',
        },
        {
          contractId: 'b',
          opening: { ...zero, deferred: '10' },
          closing: { ...zero, receivable: '5' },
          revenue: '50',
          revenueFromPriorPerformance: '3',
        },
      ],
    });
    expect(report).toMatchObject({
      opening: { deferred: '110.00' },
      closing: { deferred: '40.00', receivable: '5.00' },
      revenue: '110.00',
      fromOpeningLiability: '70.00',
      fromPriorPerformance: '3.00',
    });
  });
});
