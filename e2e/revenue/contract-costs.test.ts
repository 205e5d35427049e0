import { afterAll, describe, expect, it } from 'vitest';
import { toAmountString } from '@/core/money/currency';
import { sum } from '@/core/money/decimal';
import { closeConnections } from '@/db/client';
import { sql, withTenantReport } from '@/db/tenancy';
import { setExchangeRates } from '@/usecases/fx/exchange-rates';
import { runForOutput } from '@/usecases/kit/run';
import { createCost, getCost, impairCost } from '@/usecases/revenue/contracts/cost-records';
import { type Books, openBooks } from './books';

// Proves the laws ledger/entry-draft, revenue/post-cost-rows of prisma/sql.

afterAll(closeConnections);

/** A contract of two years, and a commission that is amortized at 100 a month over them. */
async function withCommission(more: object = {}, currencyCode = 'USD') {
  const books = await openBooks();
  if (currencyCode !== 'USD') {
    await runForOutput(setExchangeRates, books.org.callAs('controller'), {
      rates: [
        {
          fromCurrency: currencyCode,
          toCurrency: 'USD',
          rateDate: '2026-01-05',
          rate: '1.25',
          rateType: 'SPOT',
        },
      ],
    });
  }
  const { contract } = await books.contract({
    contractDate: '2026-01-01',
    currencyCode,
    price: { fixed: '24000' },
    obligations: [
      {
        key: 'service',
        ssp: '24000',
        pattern: { kind: 'RATABLE', start: '2026-01-01', end: '2027-12-31', method: 'EVEN_PERIODS' },
      },
    ],
  });
  const { cost } = await runForOutput(createCost, books.org.callAs('revenue'), {
    contractId: contract.id,
    kind: 'OBTAIN',
    amount: '2400',
    incurredOn: '2026-01-05',
    contractMonths: 24,
    ...more,
  });
  const impair = (date: string, expectedConsideration: string) =>
    runForOutput(impairCost, books.org.callAs('revenue'), { id: cost.id, date, expectedConsideration });
  return { books, id: cost.id, impair };
}

/** What each month from `from` on will take, all rows of the month together. */
async function planned({ org }: Books, id: string, from: string): Promise<string[]> {
  const { plan } = await runForOutput(getCost, org.callAs('auditor'), { id });
  const months = new Map<string, string[]>();
  for (const { period, amount } of plan) {
    if (period >= from) months.set(period, [...(months.get(period) ?? []), amount]);
  }
  return [...months.values()].map((amounts) => toAmountString(sum(amounts), 'USD'));
}

describe('a contract cost in another currency', () => {
  it('is amortized at the rate of its capitalization, and each month names its entry', async () => {
    const { books, id } = await withCommission({}, 'EUR');
    await books.run('2026-01');
    const { plan } = await runForOutput(getCost, books.org.callAs('auditor'), { id });
    const [january, ...later] = plan;
    expect(january).toMatchObject({ period: '2026-01', amount: '100.00', postedPeriod: '2026-01' });
    expect(later.filter(({ entryId }) => entryId !== null)).toEqual([]);
    const claim = { organizationId: books.org.principals.admin.organizationId, userId: null };
    const entry = await withTenantReport(claim, (tenant) =>
      sql(
        tenant,
        `select e.currency_code as currency, e.base_currency_code as base, (l.debit - l.credit)::text as amount,
           (l.base_debit - l.base_credit)::text as "baseAmount"
         from ledger_entries e join ledger_lines l on l.organization_id = e.organization_id and l.entry_id = e.id
         where e.id = $1 order by l.line_number`,
        [january?.entryId],
      ),
    );
    const currencies = { currency: 'EUR', base: 'USD' };
    expect(entry).toEqual([
      { ...currencies, amount: '100.0000', baseAmount: '125.0000' },
      { ...currencies, amount: '-100.0000', baseAmount: '-125.0000' },
    ]);
    await books.tiesOut();
  });
});

describe('a contract cost that is impaired', () => {
  it('loses what exceeds the expected consideration once, then again only what exceeds it further; posted months stay (340-40-35-3, 340-40-35-6)', async () => {
    const { books, id, impair } = await withCommission();
    await books.run('2026-01');
    expect(await impair('2026-02-10', '1150')).toMatchObject({ loss: '1150.00', carrying: '1150.00' });
    expect(await planned(books, id, '2026-01')).toEqual(['100.00', ...Array<string>(23).fill('50.00')]);
    const before = await books.journal();

    // Nothing is written up again, and the same loss is not booked twice.
    expect(await impair('2026-02-10', '1150')).toMatchObject({ loss: '0.00', carrying: '1150.00' });
    expect(await impair('2026-02-11', '9000')).toMatchObject({ loss: '0.00', carrying: '1150.00' });
    expect(await books.journal()).toEqual(before);

    expect(await impair('2026-02-12', '575')).toMatchObject({ loss: '575.00', carrying: '575.00' });
    expect(await planned(books, id, '2026-01')).toEqual(['100.00', ...Array<string>(23).fill('25.00')]);
    await books.run('2026-02');
    expect((await books.journal()).slice(before.length)).toEqual([
      '2026-02-12: Dr CONTRACT_COST_IMPAIRMENT 575, Cr CONTRACT_COST_ASSET 575',
      '2026-02-28: Dr CONTRACT_ASSET 1000, Cr REVENUE 1000',
      '2026-02-28: Dr CONTRACT_COST_EXPENSE 25, Cr CONTRACT_COST_ASSET 25',
    ]);
    expect(await books.balance('1320')).toBe('550');
    await books.tiesOut();
  });

  it('cannot be impaired before it was incurred, nor when it was expensed, and nothing is written', async () => {
    const asset = await withCommission();
    const expensed = await withCommission({ incremental: false });
    for (const [{ books, id, impair }, date, refusal] of [
      [asset, '2026-01-04', { code: 'INVALID_INPUT' }],
      [expensed, '2026-02-10', { code: 'REVENUE_RULE', data: { rule: 'NOT_CAPITALISED' } }],
    ] as const) {
      const before = [
        await books.journal(),
        await runForOutput(getCost, books.org.callAs('auditor'), { id }),
      ];
      await expect(impair(date, '1')).rejects.toMatchObject({ refusal });
      expect([
        await books.journal(),
        await runForOutput(getCost, books.org.callAs('auditor'), { id }),
      ]).toEqual(before);
    }
  });
});
