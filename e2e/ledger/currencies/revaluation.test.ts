import { afterAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { sql, withTenantReport } from '@/db/tenancy';
import { contend, holdWrites, valuesOf } from '@/testing/contenders';
import { postedDocument } from '@/testing/documents';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { setExchangeRates } from '@/usecases/fx/exchange-rates';
import { showRevaluation } from '@/usecases/fx/revaluations';
import { revaluePeriod } from '@/usecases/fx/revalue-period';
import { runForOutput } from '@/usecases/kit/run';
import { closePeriod, softClosePeriod } from '@/usecases/periods/close-period';
import { listPeriods } from '@/usecases/periods/list-periods';
import { applyPayment } from '@/usecases/transactions/payments/apply-payment';

afterAll(closeConnections);

const EUR = { currencyCode: 'EUR', lines: [{ unitPrice: '100.00' }] };
const periodOf = async (org: TestOrganization, label: string) =>
  (await runForOutput(listPeriods, org.callAs('viewer'), {})).find((period) => period.label === label);
const baseBalance = async (org: TestOrganization, code: string, upTo: string) => {
  const claim = { organizationId: org.principals.admin.organizationId, userId: null };
  const [row] = await withTenantReport(claim, (tenant) =>
    sql<{ base: string }>(
      tenant,
      `select coalesce(sum(base_debit - base_credit), 0)::numeric(20,2)::text as base from ledger_lines
       where account_id = $1 and posting_date <= $2::date`,
      [org.account(code), upTo],
    ),
  );
  return row?.base;
};
const rate = (org: TestOrganization, rateDate: string, value: string, rateType = 'CLOSING') =>
  runForOutput(setExchangeRates, org.callAs('controller'), {
    rates: [{ fromCurrency: 'EUR', toCurrency: 'USD', rateDate, rate: value, rateType }],
    confirmation: 'Rates of the example',
  });
const revalue = (org: TestOrganization, periodId: string | undefined, dryRun = false) =>
  runForOutput(revaluePeriod, org.callAs('controller', { dryRun }), { periodId });

describe('revaluation at the end of a period', () => {
  it('takes open items and bank balances to the closing rate, reverses on day 1, and settlement counts nothing twice', async () => {
    const org = await foundTestOrganization();
    const invoice = await postedDocument(org, {
      ...EUR,
      exchangeRate: '1.10',
      transactionDate: '2026-10-05',
    });
    await postedDocument(org, {
      kind: 'VENDOR_BILL',
      ...EUR,
      exchangeRate: '1.15',
      transactionDate: '2026-10-06',
    });
    await rate(org, '2026-10-31', '1.20');
    const october = await periodOf(org, '2026-10');
    const done = await revalue(org, october?.id);
    expect(
      done.balances.map(({ carrying, revalued, difference }) => [carrying, revalued, difference]),
    ).toEqual([
      ['110.00', '120.00', '10.00'],
      ['-115.00', '-120.00', '-5.00'],
    ]);
    expect(await baseBalance(org, '1210', '2026-10-31')).toBe('120.00');
    expect(await baseBalance(org, '7210', '2026-10-31')).toBe('-10.00');
    expect(await baseBalance(org, '8210', '2026-10-31')).toBe('5.00');
    expect(await baseBalance(org, '1210', '2026-11-01')).toBe('110.00');
    expect(await baseBalance(org, '7210', '2026-11-01')).toBe('0.00');
    const payment = await postedDocument(org, {
      kind: 'CUSTOMER_PAYMENT',
      ...EUR,
      exchangeRate: '1.25',
      transactionDate: '2026-11-10',
    });
    await runForOutput(applyPayment, org.callAs('accountant'), {
      paymentId: payment.id,
      applications: [{ documentId: invoice.id, amount: '100.00' }],
    });
    expect(await baseBalance(org, '1210', '2026-12-31')).toBe('0.00');
    expect(await baseBalance(org, '7200', '2026-12-31')).toBe('-15.00');
    expect(await baseBalance(org, '7210', '2026-12-31')).toBe('0.00');
  });

  // Worked by hand: 500 × 1.20 − 500 × 1.10 = 50.00. The receipt credits 200 × 1.15 = 230.00 to the receivable, of which
  // 200 × 1.10 = 220.00 was carried: 10.00 realized. Left are EUR 300 at 600.00 − 230.00 + 10.00 = 380.00, worth 300 × 1.20 = 360.00: −20.00.
  it('run again after a receipt dated in the month, posts the difference from the last run: receivable 360.00, gains 40.00', async () => {
    const org = await foundTestOrganization();
    const day = { currencyCode: 'EUR', transactionDate: '2026-10-05', exchangeRate: '1.10' };
    const invoice = await postedDocument(org, { ...day, lines: [{ unitPrice: '500.00' }] });
    await rate(org, '2026-10-31', '1.20');
    const october = await periodOf(org, '2026-10');
    expect(await revalue(org, october?.id)).toMatchObject({
      runNumber: 1,
      balances: [{ difference: '50.00' }],
    });
    const payment = await postedDocument(org, {
      kind: 'CUSTOMER_PAYMENT',
      currencyCode: 'EUR',
      transactionDate: '2026-10-20',
      exchangeRate: '1.15',
      lines: [{ unitPrice: '200.00' }],
    });
    await runForOutput(applyPayment, org.callAs('accountant'), {
      paymentId: payment.id,
      applications: [{ documentId: invoice.id, amount: '200.00' }],
      appliedOn: '2026-10-20',
    });
    const at = (day: string) =>
      Promise.all(['1210', '1110', '7200', '7210', '8210'].map((code) => baseBalance(org, code, day)));
    const second = await revalue(org, october?.id);
    expect(second).toMatchObject({ runNumber: 2 });
    expect(second.balances.map(({ amount, difference }) => [amount, difference])).toEqual([
      // The money received is carried at 230.00 and worth 240.00.
      ['200.00', '10.00'],
      ['300.00', '-20.00'],
    ]);
    // Unrealized: 30.00 of the receivable and 10.00 of the bank balance.
    expect(await at('2026-10-31')).toEqual(['360.00', '240.00', '-10.00', '-40.00', '0.00']);
    expect(await revalue(org, october?.id)).toMatchObject({ runNumber: 3, entryNumber: null, balances: [] });
    // On the next day everything is carried at its original rates again: 300 × 1.10, and what is realized stays.
    expect(await at('2026-11-01')).toEqual(['330.00', '230.00', '-10.00', '0.00', '0.00']);
    // The rest at 1.30 realizes 300 × (1.30 − 1.10) = 60.00, once.
    const rest = await postedDocument(org, {
      kind: 'CUSTOMER_PAYMENT',
      currencyCode: 'EUR',
      transactionDate: '2026-11-12',
      exchangeRate: '1.30',
      lines: [{ unitPrice: '300.00' }],
    });
    await runForOutput(applyPayment, org.callAs('accountant'), {
      paymentId: rest.id,
      applications: [{ documentId: invoice.id, amount: '300.00' }],
    });
    expect(await at('2026-11-30')).toEqual(['0.00', '620.00', '-70.00', '0.00', '0.00']);
    const { runs, isCurrent } = await runForOutput(showRevaluation, org.callAs('auditor'), {
      periodId: october?.id,
    });
    expect(isCurrent).toBe(true);
    expect(runs.map(({ runNumber, entryNumber }) => [runNumber, entryNumber !== null])).toEqual([
      [3, false],
      [2, true],
      [1, true],
    ]);
  });

  it('three at once post the difference once', async () => {
    const org = await foundTestOrganization();
    await postedDocument(org, { ...EUR, exchangeRate: '1.10', transactionDate: '2026-10-05' });
    await rate(org, '2026-10-31', '1.20');
    const october = await periodOf(org, '2026-10');
    const runs = valuesOf(
      await contend(
        holdWrites(org.organizationId),
        [1, 2, 3].map(() => () => revalue(org, october?.id)),
      ),
    );
    expect(runs.filter(({ entryNumber }) => entryNumber !== null)).toHaveLength(1);
    expect(runs.map(({ runNumber }) => runNumber).sort()).toEqual([1, 2, 3]);
    expect(await baseBalance(org, '1210', '2026-10-31')).toBe('120.00');
  });

  it('is shown by a dry run, can be run any number of times, and needs a rate and open periods on both days', async () => {
    const org = await foundTestOrganization();
    await postedDocument(org, { ...EUR, exchangeRate: '1.10', transactionDate: '2026-10-05' });
    const october = await periodOf(org, '2026-10');
    await expect(revalue(org, october?.id)).rejects.toMatchObject({ refusal: { code: 'RATE_MISSING' } });
    await rate(org, '2026-10-01', '1.30', 'SPOT');
    expect((await revalue(org, october?.id, true)).balances[0]).toMatchObject({
      rate: '1.3',
      difference: '20.00',
    });
    await rate(org, '2026-10-31', '1.05');
    expect((await revalue(org, october?.id)).balances[0]).toMatchObject({ difference: '-5.00' });
    expect((await revalue(org, october?.id)).balances).toEqual([]);
    await rate(org, '2026-10-31', '1.15');
    expect((await revalue(org, october?.id)).balances[0]).toMatchObject({
      difference: '10.00',
      unrealized: '5.00',
    });
    expect(await baseBalance(org, '7210', '2026-10-31')).toBe('-5.00');
    expect(await baseBalance(org, '8210', '2026-10-31')).toBe('0.00');
    const january = await periodOf(org, '2025-01');
    for (const verb of [softClosePeriod, closePeriod]) {
      await runForOutput(verb, org.callAs('controller'), { id: january?.id });
    }
    await expect(revalue(org, january?.id)).rejects.toMatchObject({ refusal: { code: 'PERIOD_NOT_OPEN' } });
  });

  it('deferred revenue is nonmonetary: it stays at its historical rate', async () => {
    const org = await foundTestOrganization();
    await postedDocument(org, {
      ...EUR,
      kind: 'CUSTOMER_PAYMENT',
      exchangeRate: '1.10',
      transactionDate: '2026-10-05',
      lines: [{ unitPrice: '100.00', accountId: org.account('2330') }],
    });
    await rate(org, '2026-10-31', '1.20');
    const october = await periodOf(org, '2026-10');
    const done = await revalue(org, october?.id);
    expect(done.balances.map(({ accountId }) => accountId)).toEqual([org.account('1210')]);
  });
});
