import { afterAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { sql, withTenantReport } from '@/db/tenancy';
import { documentBody, postedDocument, type TestDocument } from '@/testing/documents';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { listExchangeRates, setExchangeRates } from '@/usecases/fx/exchange-rates';
import { runForOutput } from '@/usecases/kit/run';
import { updateOrganization } from '@/usecases/organizations/organization-records';
import { listPeriods } from '@/usecases/periods/list-periods';
import { periodBlockers } from '@/usecases/periods/period-blockers';
import { createTransaction } from '@/usecases/transactions/create-transaction';
import { confirmRate, showRate } from '@/usecases/transactions/payments/confirm-rate';
import { updateTransaction } from '@/usecases/transactions/update-transaction';

afterAll(closeConnections);

const JUMP = { refusal: { code: 'RATE_JUMP' } };
const onScreen = (org: TestOrganization) => org.callAs('accountant', { surface: 'trpc' });
const rateOf = (rateDate: string, rate: string, more: object = {}) => ({
  fromCurrency: 'EUR',
  toCurrency: 'USD',
  rateDate,
  rate,
  ...more,
});
const set = (org: TestOrganization, rates: readonly object[], confirmation?: string) =>
  runForOutput(setExchangeRates, org.callAs('controller'), { rates: [...rates], confirmation } as never);
const stored = async (org: TestOrganization) =>
  (await runForOutput(listExchangeRates, org.callAs('controller'), {})).rows.map(
    ({ rateDate, rate, confirmation }) => [rateDate, Number(rate), confirmation],
  );
const count = async (org: TestOrganization) => {
  const claim = { organizationId: org.principals.admin.organizationId, userId: null };
  const [row] = await withTenantReport(claim, (tenant) =>
    sql<{ n: number }>(tenant, 'select count(*)::int as n from business_transactions', []),
  );
  return row?.n;
};
const foreign = (exchangeRate: string | null, more: TestDocument = {}): TestDocument => ({
  currencyCode: 'EUR',
  exchangeRate,
  transactionDate: '2026-11-05',
  ...more,
});
const unconfirmed = async (org: TestOrganization) => {
  const all = await runForOutput(listPeriods, org.callAs('controller'), {});
  const id = all.find(({ label }) => label === '2026-11')?.id;
  const blockers = await runForOutput(periodBlockers, org.callAs('controller'), { id });
  return blockers.flatMap(({ blocker, examples }) => (blocker === 'UNCONFIRMED_RATES' ? examples : []));
};

describe('an exchange rate that is entered', () => {
  it('more than 10% from the last one is refused until someone says why, and the reason is kept with it', async () => {
    const org = await foundTestOrganization();
    await set(org, [rateOf('2026-10-01', '1.10')]);
    await expect(set(org, [rateOf('2026-11-01', '11.2')])).rejects.toMatchObject({
      refusal: {
        code: 'RATE_JUMP',
        data: { limitPercent: '10', rates: [{ rate: '11.2', last: '1.1', lastDate: '2026-10-01' }] },
      },
    });
    expect(await stored(org)).toEqual([['2026-10-01', 1.1, null]]);
    await set(org, [rateOf('2026-11-01', '1.30'), rateOf('2026-11-02', '1.31')], 'Central bank let it go');
    expect(await stored(org)).toEqual([
      ['2026-11-02', 1.31, null],
      ['2026-11-01', 1.3, 'Central bank let it go'],
      ['2026-10-01', 1.1, null],
    ]);
  });

  it('is compared with rates of the same call, of the other direction, and of another type where its own has none', async () => {
    const org = await foundTestOrganization();
    await expect(set(org, [rateOf('2026-10-01', '1.10'), rateOf('2026-10-02', '110')])).rejects.toMatchObject(
      JUMP,
    );
    await set(org, [rateOf('2026-10-01', '1.10')]);
    const inverse = { fromCurrency: 'USD', toCurrency: 'EUR' };
    await expect(set(org, [rateOf('2026-10-02', '1.10', inverse)])).rejects.toMatchObject(JUMP);
    await set(org, [rateOf('2026-10-02', '0.90', inverse)]);
    await expect(set(org, [rateOf('2026-10-31', '12', { rateType: 'CLOSING' })])).rejects.toMatchObject(JUMP);
    await set(org, [rateOf('2026-10-31', '1.12', { rateType: 'CLOSING' })]);
  });

  it('is compared using the organization’s limit; a correction of a mistyped rate is compared with the rate before it', async () => {
    const org = await foundTestOrganization();
    await runForOutput(updateOrganization, org.callAs('admin'), {
      id: org.organizationId,
      data: { rateChangeLimit: '1' },
    });
    await set(org, [rateOf('2026-10-01', '1.10')]);
    await expect(set(org, [rateOf('2026-11-01', '1.12')])).rejects.toMatchObject(JUMP);
    await set(org, [rateOf('2026-11-01', '11.1')], 'Typed in good faith');
    await set(org, [rateOf('2026-11-01', '1.11')]);
    expect(await stored(org)).toEqual([
      ['2026-11-01', 1.11, null],
      ['2026-10-01', 1.1, null],
    ]);
  });
});

describe('the exchange rate stated on a document', () => {
  it('on a screen: more than the limit away from the table is refused until someone says why', async () => {
    const org = await foundTestOrganization();
    await set(org, [rateOf('2026-11-01', '1.10')]);
    const create = (exchangeRate: string, confirmedRate?: string) =>
      runForOutput(createTransaction, onScreen(org), {
        ...documentBody(org, foreign(exchangeRate)),
        confirmedRate,
      });
    await expect(create('110')).rejects.toMatchObject(JUMP);
    await expect(create('110', '  ')).rejects.toMatchObject(JUMP);
    expect(await count(org)).toBe(0);
    const { id } = await create('1.21');
    const edit = (exchangeRate: string, confirmedRate?: string) =>
      runForOutput(updateTransaction, onScreen(org), { id, transaction: { exchangeRate }, confirmedRate });
    await expect(edit('1.22')).rejects.toMatchObject(JUMP);
    expect((await edit('1.22', 'Forward contract')).exchangeRate).toBe('1.22');
    // Confirmed once, it is not asked about again while it stays.
    expect((await edit('1.22')).exchangeRate).toBe('1.22');
    expect(await runForOutput(showRate, org.callAs('auditor'), { id })).toMatchObject({
      jump: { rate: '1.22', last: '1.1', changePercent: '10.91' },
      confirmation: { reason: 'Forward contract', confirmedBy: org.users.accountant.id },
    });
  });

  it('over the interface: it is accepted as sent, and its period cannot close until someone confirms it', async () => {
    const org = await foundTestOrganization();
    await set(org, [
      rateOf('2026-11-01', '1.10'),
      { fromCurrency: 'USD', toCurrency: 'GBP', rateDate: '2026-11-01', rate: '0.8' },
    ]);
    const invoice = await postedDocument(org, foreign('11'));
    // The last that passes and the first that does not, in either direction of the table: 1.10 × 1.1 and (1 / 0.8) × 0.9.
    const edges = ['1.21', '1.2101', '0.99', '0.9899'].map((rate) => foreign(rate));
    const inverse = ['1.125', '1.1249'].map((rate) => foreign(rate, { currencyCode: 'GBP' }));
    const made: string[] = [];
    for (const edge of [...edges, ...inverse]) made.push((await postedDocument(org, edge)).transactionNumber);
    await postedDocument(org, foreign(null));
    const beyond = [invoice.transactionNumber, made[1], made[3], made[5]];
    expect(await unconfirmed(org)).toEqual(beyond);
    const confirm = (reason: string) =>
      runForOutput(confirmRate, org.callAs('controller'), { id: invoice.id, reason });
    await expect(confirm(' ')).rejects.toMatchObject({ refusal: { code: 'INVALID_INPUT' } });
    expect(await unconfirmed(org)).toEqual(beyond);
    await confirm('Read back from the bank advice');
    expect(await unconfirmed(org)).toEqual(beyond.slice(1));
  });

  it('there is nothing to confirm within the limit, or without a rate for the day', async () => {
    const org = await foundTestOrganization();
    const invoice = await postedDocument(org, foreign('11'));
    expect(await unconfirmed(org)).toEqual([]);
    const confirming = runForOutput(confirmRate, org.callAs('controller'), {
      id: invoice.id,
      reason: 'Why not',
    });
    await expect(confirming).rejects.toMatchObject({ refusal: { code: 'INVALID_INPUT' } });
  });
});
