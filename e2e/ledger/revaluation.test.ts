import { afterAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { sql, withTenantReport } from '@/db/tenancy';
import { postedDocument } from '@/testing/documents';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { setExchangeRates } from '@/usecases/fx/exchange-rates';
import { revaluePeriod } from '@/usecases/fx/revalue-period';
import { runForOutput } from '@/usecases/kit/run';
import { closePeriod, softClosePeriod } from '@/usecases/periods/close-period';
import { listPeriods } from '@/usecases/periods/list-periods';
import { applyPayment } from '@/usecases/transactions/apply-payment';

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

  it('is done once a period, previewed by a dry run, and requires a rate and open periods on both days', async () => {
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
    await expect(revalue(org, october?.id)).rejects.toMatchObject({ refusal: { code: 'DUPLICATE' } });
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
