import { afterAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { surfaceC } from '@/surfaces/c/surface';
import { documentBody, postedDocument } from '@/testing/documents';
import { doorFor } from '@/testing/door';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { runForOutput } from '@/usecases/kit/run';
import { aging } from '@/usecases/reports/show-aging';
import { trialBalanceReport } from '@/usecases/reports/show-trial-balance';
import { createTransaction } from '@/usecases/transactions/create-transaction';
import { applyPayments } from '@/usecases/transactions/payments/apply-payment';

afterAll(closeConnections);

const PATH = '/api/v1/gl/transactions';
const report = (org: TestOrganization, unitPrice: string) =>
  postedDocument(org, { kind: 'EXPENSE_REPORT', lines: [{ unitPrice }] });
const payment = (org: TestOrganization, unitPrice: string) =>
  postedDocument(org, {
    kind: 'VENDOR_PAYMENT',
    entityType: 'EMPLOYEE',
    entityId: org.ids.employee,
    lines: [{ unitPrice }],
  });

async function balances(org: TestOrganization): Promise<Record<string, string>> {
  const { rows } = await runForOutput(trialBalanceReport, org.callAs('controller'), {});
  return Object.fromEntries(rows.map(({ code, netBalance }) => [code, netBalance]));
}

describe('an expense report', () => {
  it('is paid by a payment to the employee, which reduces the employee payable and the bank balance', async () => {
    const org = await foundTestOrganization();
    const expenses = await report(org, '120.00');
    expect((await balances(org))['2120']).toBe('120.00');
    const paid = await payment(org, '120.00');
    const after = await balances(org);
    expect(after['2120'] ?? '0.00').toBe('0.00');
    expect(after['2110'] ?? '0.00').toBe('0.00');
    const door = doorFor(surfaceC, org.principals.accountant);
    const applied = await door.send('POST', `${PATH}/${paid.id}/apply`, {
      body: { applications: [{ documentId: expenses.id, amount: '120.00' }] },
    });
    expect(applied.status).toBe(200);
    expect(applied.json).toMatchObject({
      paymentOpen: '0.00',
      applications: [{ documentId: expenses.id, documentOpen: '0.00', documentStatus: 'PAID' }],
    });
    expect((await door.send('GET', `${PATH}/${expenses.id}`)).json).toMatchObject({ status: 'PAID' });
    const listed = await door.send('GET', `${PATH}/${expenses.id}/applications`);
    const [application] = (listed.json as { data: { id: string; paymentId: string }[] }).data;
    expect(application?.paymentId).toBe(paid.id);
    const undone = await door.send('POST', `/api/v1/gl/applications/${application?.id}/undo`);
    expect(undone.status).toBe(200);
    expect((await door.send('GET', `${PATH}/${expenses.id}`)).json).toMatchObject({ status: 'POSTED' });
    const twice = await door.send('POST', `/api/v1/gl/applications/${application?.id}/undo`);
    expect(twice.status).toBe(400);
  });

  it('can be paid in part by several payments in one call, all or none', async () => {
    const org = await foundTestOrganization();
    const expenses = await report(org, '100.00');
    const [first, second] = [await payment(org, '60.00'), await payment(org, '60.00')];
    const part = (id: string, amount: string) => ({
      paymentId: id,
      applications: [{ documentId: expenses.id, amount }],
    });
    const call = org.callAs('accountant');
    await expect(
      runForOutput(applyPayments, call, { payments: [part(first.id, '60.00'), part(second.id, '60.00')] }),
    ).rejects.toMatchObject({ refusal: { code: 'INVALID_INPUT' } });
    const answers = await runForOutput(applyPayments, call, {
      payments: [part(first.id, '60.00'), part(second.id, '40.00')],
    });
    expect(
      answers.map(({ paymentOpen, applications }) => [paymentOpen, applications[0]?.documentOpen]),
    ).toEqual([
      ['0.00', '40.00'],
      ['20.00', '0.00'],
    ]);
    const { totals } = await runForOutput(aging, org.callAs('controller'), { side: 'EMPLOYEE_PAYABLE' });
    // The remainder is the unapplied part of the second payment.
    expect(totals.map(({ total }) => total)).toEqual(['-20.00']);
  });

  it('is not paid by a payment to a vendor, nor a bill by a payment to an employee', async () => {
    const org = await foundTestOrganization();
    const expenses = await report(org, '50.00');
    const bill = await postedDocument(org, { kind: 'VENDOR_BILL' });
    const toVendor = await postedDocument(org, { kind: 'VENDOR_PAYMENT' });
    const toEmployee = await payment(org, '50.00');
    const door = doorFor(surfaceC, org.principals.accountant);
    for (const [from, to] of [
      [toVendor, expenses],
      [toEmployee, bill],
    ] as const) {
      const sent = await door.send('POST', `${PATH}/${from.id}/apply`, {
        body: { applications: [{ documentId: to.id, amount: '10.00' }] },
      });
      expect([sent.status, (sent.json as { code: string }).code]).toEqual([400, 'VALIDATION_ERROR']);
    }
  });

  it('and its payment name an employee; a bill may not', async () => {
    const org = await foundTestOrganization();
    const call = org.callAs('accountant');
    const body = documentBody(org, {
      kind: 'VENDOR_BILL',
      entityType: 'EMPLOYEE',
      entityId: org.ids.employee,
    });
    await expect(runForOutput(createTransaction, call, body)).rejects.toMatchObject({
      refusal: { code: 'INVALID_INPUT' },
    });
  });
});
