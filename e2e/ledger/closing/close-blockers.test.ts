import { afterAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { approvedDocument, postedDocument } from '@/testing/documents';
import { appendTestEntries } from '@/testing/ledger-entries';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { setExchangeRates } from '@/usecases/fx/exchange-rates';
import { revaluePeriod } from '@/usecases/fx/revalue-period';
import { runForOutput } from '@/usecases/kit/run';
import { closePeriod, softClosePeriod } from '@/usecases/periods/close-period';
import { listPeriods } from '@/usecases/periods/list-periods';
import { periodBlockers } from '@/usecases/periods/period-blockers';
import { applyPayment } from '@/usecases/transactions/payments/apply-payment';
import { postTransaction } from '@/usecases/transactions/posting/post-transaction';
import { reverseTransaction } from '@/usecases/transactions/posting/reverse-transaction';

afterAll(closeConnections);

const DAY = '2025-01-15';

async function january(org: TestOrganization): Promise<string> {
  const all = await runForOutput(listPeriods, org.callAs('controller'), {});
  const id = all.find(({ label }) => label === '2025-01')?.id ?? '';
  await runForOutput(softClosePeriod, org.callAs('controller'), { id });
  return id;
}
const blockers = async (org: TestOrganization, id: string) =>
  (await runForOutput(periodBlockers, org.callAs('controller'), { id })).map(({ blocker, examples }) => [
    blocker,
    ...examples,
  ]);
const close = (org: TestOrganization, id: string) =>
  runForOutput(closePeriod, org.callAs('controller'), { id });
const revalue = (org: TestOrganization, periodId: string) =>
  runForOutput(revaluePeriod, org.callAs('controller'), { periodId });
const blocked = { refusal: { code: 'INVALID_STATUS_TRANSITION' } };

describe('closing a period', () => {
  it('is blocked while a control account differs from its documents', async () => {
    const org = await foundTestOrganization();
    await postedDocument(org, { transactionDate: DAY });
    await appendTestEntries(org, [
      {
        date: DAY,
        lines: [
          { code: '1210', debit: '1200.00' },
          { code: '4300', credit: '1200.00' },
        ],
      },
    ]);
    const id = await january(org);
    expect(await blockers(org, id)).toEqual([
      ['UNRECONCILED_CONTROL', 'receivable USD: documents 100.00, ledger 1,300.00'],
    ]);
    await expect(close(org, id)).rejects.toMatchObject(blocked);
  });

  it('is blocked while a foreign balance has no closing rate or is not revalued at it, and is free once it is', async () => {
    const org = await foundTestOrganization();
    await postedDocument(org, { transactionDate: DAY, currencyCode: 'EUR', exchangeRate: '1.10' });
    const id = await january(org);
    expect(await blockers(org, id)).toEqual([['MISSING_RATES', 'EUR to USD']]);
    await expect(close(org, id)).rejects.toMatchObject(blocked);
    await runForOutput(setExchangeRates, org.callAs('controller'), {
      rates: [
        { fromCurrency: 'EUR', toCurrency: 'USD', rateDate: '2025-01-31', rateType: 'CLOSING', rate: '1.12' },
      ],
    });
    const unrevalued = '1210 EUR 100.00, carried at USD 110.00';
    expect(await blockers(org, id)).toEqual([['NOT_REVALUED', unrevalued]]);
    await expect(close(org, id)).rejects.toMatchObject(blocked);
    await revalue(org, id);
    expect(await blockers(org, id)).toEqual([]);
    await expect(close(org, id)).resolves.toMatchObject({ status: 'CLOSED' });
  });

  it('is blocked while anything dated in it was recorded after its revaluation, or its closing rate has changed since', async () => {
    const org = await foundTestOrganization();
    const rate = (value: string) =>
      runForOutput(setExchangeRates, org.callAs('controller'), {
        rates: [
          {
            fromCurrency: 'EUR',
            toCurrency: 'USD',
            rateDate: '2025-01-31',
            rateType: 'CLOSING',
            rate: value,
          },
        ],
      });
    const eur = { transactionDate: DAY, currencyCode: 'EUR', exchangeRate: '1.12' };
    await rate('1.12');
    await postedDocument(org, eur);
    const id = await january(org);
    // Already at the closing rate: nothing is posted, and the run is recorded nevertheless.
    expect(await revalue(org, id)).toMatchObject({ runNumber: 1, entryNumber: null });
    expect(await blockers(org, id)).toEqual([]);
    const late = await approvedDocument(org, eur);
    await runForOutput(postTransaction, org.callAs('controller'), {
      id: late.id,
      postingDate: DAY,
      overrideChecks: true,
    });
    expect(await blockers(org, id)).toEqual([
      ['NOT_REVALUED', '1210 EUR 200.00, carried at USD 224.00 (was 100.00 at 112.00)'],
    ]);
    await expect(close(org, id)).rejects.toMatchObject(blocked);
    await revalue(org, id);
    await rate('1.13');
    expect(await blockers(org, id)).toEqual([
      ['NOT_REVALUED', '1210 EUR 200.00, carried at USD 224.00, at a rate of 1.13 (was 1.12)'],
    ]);
    expect(await revalue(org, id)).toMatchObject({ runNumber: 3, balances: [{ difference: '2.00' }] });
    await expect(close(org, id)).resolves.toMatchObject({ status: 'CLOSED' });
  });

  it('is not blocked by documents of any kind that are properly posted, settled, discounted or reversed', async () => {
    const org = await foundTestOrganization();
    const on = { transactionDate: DAY };
    const invoice = await postedDocument(org, {
      ...on,
      lines: [{ unitPrice: '500.00' }, { lineType: 'DISCOUNT', unitPrice: '50.00' }],
    });
    const payment = await postedDocument(org, {
      ...on,
      kind: 'CUSTOMER_PAYMENT',
      lines: [{ unitPrice: '430.00' }, { lineType: 'DISCOUNT', unitPrice: '20.00' }],
    });
    await runForOutput(applyPayment, org.callAs('accountant'), {
      paymentId: payment.id,
      appliedOn: DAY,
      applications: [{ documentId: invoice.id, amount: '430.00' }],
    });
    await postedDocument(org, { ...on, kind: 'CREDIT_MEMO' });
    await postedDocument(org, { ...on, kind: 'VENDOR_BILL' });
    await postedDocument(org, { ...on, kind: 'VENDOR_CREDIT' });
    await postedDocument(org, { ...on, kind: 'VENDOR_PAYMENT', entityId: null, entityType: null });
    await postedDocument(org, { ...on, kind: 'EXPENSE_REPORT' });
    await postedDocument(org, {
      ...on,
      kind: 'VENDOR_PAYMENT',
      entityType: 'EMPLOYEE',
      entityId: org.ids.employee,
    });
    const mistake = await postedDocument(org, {
      ...on,
      kind: 'VENDOR_BILL',
      lines: [{ unitPrice: '77.00' }],
    });
    await runForOutput(reverseTransaction, org.callAs('accountant'), {
      id: mistake.id,
      reversalReason: 'Twice',
      reversalDate: '2025-02-03',
    });
    const id = await january(org);
    expect(await blockers(org, id)).toEqual([]);
    await expect(close(org, id)).resolves.toMatchObject({ status: 'CLOSED' });
  });
});
