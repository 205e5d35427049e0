import { afterAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { sql, withTenantReport } from '@/db/tenancy';
import { contend, holdRow } from '@/testing/contenders';
import { postedDocument } from '@/testing/documents';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { setExchangeRates } from '@/usecases/fx/exchange-rates';
import { runForOutput } from '@/usecases/kit/run';
import { getTransaction } from '@/usecases/transactions/get-transaction';
import { applyPayment } from '@/usecases/transactions/payments/apply-payment';
import { listApplications } from '@/usecases/transactions/payments/list-applications';
import { unapplyPayment } from '@/usecases/transactions/payments/unapply-payment';
import { reverseTransaction } from '@/usecases/transactions/posting/reverse-transaction';

afterAll(closeConnections);

const as = (org: TestOrganization) => org.callAs('accountant');
const apply = (org: TestOrganization, paymentId: string, ...pairs: (readonly [string, string])[]) =>
  runForOutput(applyPayment, as(org), {
    paymentId,
    applications: pairs.map(([documentId, amount]) => ({ documentId, amount })),
  });
const statusOf = async (org: TestOrganization, id: string) => {
  const { status, openAmount } = await runForOutput(getTransaction, as(org), { id });
  return { status, openAmount };
};
const pay = (org: TestOrganization, unitPrice: string, fields: object = {}) =>
  postedDocument(org, { kind: 'CUSTOMER_PAYMENT', lines: [{ unitPrice }], ...fields });
const bill = (org: TestOrganization, unitPrice: string, fields: object = {}) =>
  postedDocument(org, { lines: [{ unitPrice }], ...fields });
const balanceOf = async (org: TestOrganization, code: string) => {
  const claim = { organizationId: org.principals.admin.organizationId, userId: null };
  const [row] = await withTenantReport(claim, (tenant) =>
    sql<{ own: string; base: string }>(
      tenant,
      `select coalesce(sum(debit - credit), 0)::text as own, coalesce(sum(base_debit - base_credit), 0)::text as base
       from ledger_balances where account_id = $1`,
      [org.account(code)],
    ),
  );
  return row;
};

describe('settling documents', () => {
  it('a document is PAID when applied payments reach the total; unapplying opens it again', async () => {
    const org = await foundTestOrganization();
    const invoice = await bill(org, '100.00');
    const [one, two] = [await pay(org, '60.00'), await pay(org, '70.00')];
    expect(await apply(org, one.id, [invoice.id, '60.00'])).toMatchObject({ paymentOpen: '0.00' });
    expect(await statusOf(org, invoice.id)).toEqual({ status: 'POSTED', openAmount: '40.00' });
    const applied = await apply(org, two.id, [invoice.id, '40']);
    expect(applied).toMatchObject({
      paymentOpen: '30.00',
      applications: [
        { amount: '40.00', documentOpen: '0.00', documentStatus: 'PAID', glTransactionId: null },
      ],
    });
    expect(await statusOf(org, invoice.id)).toEqual({ status: 'PAID', openAmount: '0.00' });
    await expect(
      runForOutput(reverseTransaction, as(org), { id: invoice.id, reversalReason: 'No' }),
    ).rejects.toMatchObject({ refusal: { code: 'INVALID_STATUS_TRANSITION' } });
    const applicationId = applied.applications[0]?.id;
    await runForOutput(unapplyPayment, as(org), { applicationId });
    expect(await statusOf(org, invoice.id)).toEqual({ status: 'POSTED', openAmount: '40.00' });
    await expect(runForOutput(unapplyPayment, as(org), { applicationId })).rejects.toMatchObject({
      refusal: { code: 'INVALID_STATUS_TRANSITION' },
    });
    expect(await runForOutput(listApplications, as(org), { transactionId: invoice.id })).toHaveLength(2);
  });

  it('a document or payment with applications must be unapplied before it is reversed', async () => {
    const org = await foundTestOrganization();
    const invoice = await bill(org, '100.00');
    const payment = await pay(org, '50.00');
    await apply(org, payment.id, [invoice.id, '50.00']);
    for (const id of [invoice.id, payment.id]) {
      await expect(
        runForOutput(reverseTransaction, as(org), { id, reversalReason: 'No' }),
      ).rejects.toMatchObject({ refusal: { code: 'INVALID_STATUS_TRANSITION' } });
    }
  });

  it('refuses more than is open, another counterparty, and a document that is not open', async () => {
    const org = await foundTestOrganization();
    const invoice = await bill(org, '100.00');
    const payment = await pay(org, '150.00');
    const anonymous = await bill(org, '10.00', { entityId: null, entityType: null });
    const vendorBill = await postedDocument(org, { kind: 'VENDOR_BILL' });
    const wrong: [string, string][] = [
      [invoice.id, '100.01'],
      [invoice.id, '0.001'],
      [anonymous.id, '10.00'],
      [vendorBill.id, '10.00'],
      [payment.id, '10.00'],
    ];
    for (const pair of wrong) {
      await expect(apply(org, payment.id, pair)).rejects.toMatchObject({
        refusal: { code: 'INVALID_INPUT' },
      });
    }
    await expect(apply(org, payment.id, [invoice.id, '100'], [invoice.id, '1'])).rejects.toMatchObject({
      refusal: { code: 'INVALID_INPUT' },
    });
    expect(await statusOf(org, invoice.id)).toEqual({ status: 'POSTED', openAmount: '100.00' });
  });

  it('simultaneous applications never apply more than is open', async () => {
    const org = await foundTestOrganization();
    const invoice = await bill(org, '100.00');
    const payments = [];
    for (let index = 0; index < 5; index += 1) payments.push(await pay(org, '60.00'));
    const outcomes = await contend(
      holdRow('business_transactions', org.organizationId, invoice.id),
      payments.map(
        ({ id }) =>
          () =>
            apply(org, id, [invoice.id, '60.00']),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await statusOf(org, invoice.id)).toEqual({ status: 'POSTED', openAmount: '40.00' });
  });

  it('posts the realized exchange difference, so that a settled receivable leaves no balance in either currency', async () => {
    const org = await foundTestOrganization();
    await runForOutput(setExchangeRates, as(org), {
      rates: [
        { fromCurrency: 'EUR', toCurrency: 'USD', rateDate: '2026-11-01', rate: '1.10' },
        { fromCurrency: 'EUR', toCurrency: 'USD', rateDate: '2026-11-10', rate: '1.1537' },
      ],
    });
    const invoice = await bill(org, '100.01', { currencyCode: 'EUR', transactionDate: '2026-11-05' });
    const payment = await pay(org, '100.01', { currencyCode: 'EUR', transactionDate: '2026-11-12' });
    expect(invoice.baseTotalAmount).toBe('110.01');
    expect(payment.baseTotalAmount).toBe('115.38');
    const parts = ['33.34', '33.34', '33.33'] as const;
    const applied = [];
    for (const part of parts) applied.push(await apply(org, payment.id, [invoice.id, part]));
    expect(applied.map(({ applications }) => applications[0]?.exchangeGain)).toEqual([
      '1.79',
      '1.79',
      '1.79',
    ]);
    expect(await statusOf(org, invoice.id)).toEqual({ status: 'PAID', openAmount: '0.00' });
    expect(await balanceOf(org, '1210')).toEqual({ own: '0.0000', base: '0.0000' });
    expect(await balanceOf(org, '7200')).toEqual({ own: '0.0000', base: '-5.3700' });
    for (const one of applied) {
      await runForOutput(unapplyPayment, as(org), { applicationId: one.applications[0]?.id });
    }
    expect(await balanceOf(org, '7200')).toEqual({ own: '0.0000', base: '0.0000' });
    expect((await balanceOf(org, '1210'))?.base).toBe('-5.3700');
  });

  it('a vendor bill paid after the currency has risen is a loss', async () => {
    const org = await foundTestOrganization();
    const eur = { currencyCode: 'EUR', lines: [{ unitPrice: '100.00' }] };
    const owed = await postedDocument(org, { kind: 'VENDOR_BILL', ...eur, exchangeRate: '1.10' });
    const paid = await postedDocument(org, { kind: 'VENDOR_PAYMENT', ...eur, exchangeRate: '1.20' });
    const { applications } = await apply(org, paid.id, [owed.id, '100.00']);
    expect(applications).toMatchObject([{ exchangeGain: '-10.00', documentStatus: 'PAID' }]);
    expect(await runForOutput(listApplications, as(org), { transactionId: owed.id })).toMatchObject([
      {
        paymentNumber: paid.transactionNumber,
        documentNumber: owed.transactionNumber,
        amount: '100.00',
        exchangeGain: '-10.00',
      },
    ]);
    expect(await balanceOf(org, '8200')).toEqual({ own: '0.0000', base: '10.0000' });
    expect((await balanceOf(org, '2110'))?.base).toBe('0.0000');
  });
});
