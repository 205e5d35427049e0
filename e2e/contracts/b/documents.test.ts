import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeConnections } from '@/db/client';
import { sql, withTenantSql } from '@/db/tenancy';
import { newId } from '@/lib/ids';
import { surfaceB } from '@/surfaces/b/surface';
import { type Door, doorFor, type Sent } from '@/testing/door';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';

type Body = Record<string, unknown>;
let organization: TestOrganization;
let door: Door;

beforeAll(async () => {
  organization = await foundTestOrganization();
  door = doorFor(surfaceB, organization.principals.admin);
});
afterAll(closeConnections);

const bodyOf = (sent: Sent) => sent.json as Body;
const rowsOf = (sent: Sent) => sent.json as Body[];
const create = async (name: string, body: Body = {}) => {
  const sent = await door.send('POST', `/api/${name}`, { body });
  expect(sent.status, sent.text).toBe(201);
  return bodyOf(sent);
};
const put = (name: string, id: unknown, body: unknown) => door.send('PUT', `/api/${name}/${id}`, { body });
const read = async (name: string, id: unknown) => bodyOf(await door.send('GET', `/api/${name}/${id}`));
const rejects = (sent: Sent, status: number, error: string) => {
  expect({ status: sent.status, error: bodyOf(sent).error }, sent.text).toEqual({ status, error });
  return bodyOf(sent);
};
const inSql = (text: string, values: unknown[]) =>
  withTenantSql({ organizationId: organization.principals.admin.organizationId, userId: null }, (tenant) =>
    sql<Body>(tenant, text, values),
  );

describe('decisions, surface B: documents', () => {
  test('a document created with only status is an empty draft: root subsidiary, base currency, today, no counterparty', async () => {
    const draft = {
      subsidiaryId: organization.ids.rootSubsidiary,
      currencyCode: 'USD',
      exchangeRate: '1',
      memo: null,
      status: 'active',
    };
    const today = organization.clock.today();
    expect(await create('business-transactions', { status: 'active' })).toMatchObject({
      ...draft,
      kind: 'JOURNAL',
      transactionDate: today,
      entityId: null,
      totalAmount: '0.00',
      transactionStatus: 'DRAFT',
      glTransactionId: null,
    });
    expect(await create('invoices', { status: 'active' })).toMatchObject({
      ...draft,
      invoiceNumber: expect.stringMatching(/^INV-2026-\d{6}$/),
      invoiceDate: today,
      customerId: null,
      openAmount: '0.00',
      invoiceStatus: 'DRAFT',
    });
    expect(await create('payments', { status: 'active' })).toMatchObject({
      ...draft,
      paymentDate: today,
      amount: '0.00',
      paymentStatus: 'DRAFT',
    });
    expect(await create('subscriptions', {})).toMatchObject({
      subsidiaryId: draft.subsidiaryId,
      currencyCode: 'USD',
      startDate: today,
      customerId: null,
      subscriptionStatus: 'DRAFT',
    });
    expect(await create('revenue', {})).toMatchObject({
      subsidiaryId: draft.subsidiaryId,
      currencyCode: 'USD',
      contractDate: today,
      contractStatus: 'DRAFT',
      transactionPrice: '0.00',
    });
  });

  test('an invoice and a payment are business transactions of their kind, and neither appears as the other', async () => {
    const invoice = await create('invoices', { memo: 'November' });
    const same = await read('business-transactions', invoice.id);
    expect(same).toMatchObject({
      kind: 'INVOICE',
      memo: 'November',
      transactionNumber: invoice.invoiceNumber,
    });
    rejects(await door.send('GET', `/api/payments/${invoice.id}`), 404, 'Not Found');
    rejects(await put('payments', invoice.id, { memo: 'no' }), 404, 'Not Found');
    rejects(await door.send('DELETE', `/api/payments/${invoice.id}`), 404, 'Not Found');
    expect(await read('invoices', invoice.id)).toEqual(invoice);
    const payments = rowsOf(await door.send('GET', '/api/payments'));
    expect(payments.map((row) => row.id)).not.toContain(invoice.id);
  });

  test('a PUT never changes a lifecycle status: transactionStatus, invoiceStatus, paymentStatus, prospectStatus, leadStatus …', async () => {
    for (const [name, field, value] of [
      ['business-transactions', 'transactionStatus', 'POSTED'],
      ['invoices', 'invoiceStatus', 'PAID'],
      ['payments', 'paymentStatus', 'APPROVED'],
      ['subscriptions', 'subscriptionStatus', 'ACTIVE'],
      ['revenue', 'contractStatus', 'ACTIVE'],
      ['prospects', 'prospectStatus', 'qualified'],
      ['leads', 'leadStatus', 'qualified'],
    ] as const) {
      const made = await create(name);
      const sent = await put(name, made.id, { [field]: value, status: 'inactive' });
      expect(sent.json, name).toEqual({ ...made, status: 'inactive', updatedAt: bodyOf(sent).updatedAt });
    }
  });

  test('customer, dates, terms and a payment’s amount can be completed while it is a draft', async () => {
    const { customer } = organization.ids;
    const invoice = await create('invoices');
    const sent = await put('invoices', invoice.id, {
      customerId: customer,
      invoiceDate: '2026-11-02',
      dueDate: '2026-12-02',
      paymentTerms: 'NET30',
    });
    expect(sent.json).toMatchObject({
      customerId: customer,
      invoiceDate: '2026-11-02',
      dueDate: '2026-12-02',
    });
    const payment = await create('payments', {
      customerId: customer,
      amount: '1200.50',
      paymentMethod: 'WIRE',
    });
    expect(payment).toMatchObject({ amount: '1200.50', openAmount: '1200.50', paymentMethod: 'WIRE' });
    expect(bodyOf(await put('payments', payment.id, { amount: 99 })).amount).toBe('99.00');
    for (const body of [{ customerId: newId() }, { dueDate: 'soon' }, { currencyCode: 'ZZZ' }]) {
      rejects(await put('invoices', invoice.id, body), 400, 'Bad Request');
    }
  });

  test('a document that is no longer a draft can be neither changed nor deleted here: 409 and nothing changes', async () => {
    const made = await create('business-transactions', { memo: 'kept' });
    await inSql(
      `update business_transactions set transaction_status = 'CANCELLED' where organization_id = $1::uuid and id = $2::uuid returning id`,
      [organization.organizationId, made.id],
    );
    const before = await read('business-transactions', made.id);
    expect(before.transactionStatus).toBe('CANCELLED');
    rejects(await put('business-transactions', made.id, { memo: 'changed' }), 409, 'Conflict');
    rejects(await door.send('DELETE', `/api/business-transactions/${made.id}`), 409, 'Conflict');
    expect(await read('business-transactions', made.id)).toEqual(before);
    expect((await put('business-transactions', made.id, before)).status).toBe(200);
  });
});
