import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { createDocument } from '@/testing/documents';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { customerVerbs } from '@/usecases/customers/customer-records';
import { runForOutput } from '@/usecases/kit/run';
import { vendorVerbs } from '@/usecases/vendors/vendor-records';
import { invoiceVerbs } from './invoice-records';
import { updateTransaction } from './update-transaction';

let org: TestOrganization;
beforeAll(async () => {
  org = await foundTestOrganization();
});
afterAll(closeConnections);

const customerWith = async (paymentTerms: string | null) =>
  (await runForOutput(customerVerbs.create, org.callAs('admin'), { companyName: 'Terms Ltd.', paymentTerms }))
    .id;
const INVOICE = { transactionDate: '2026-11-15' };
const termsOf = ({ paymentTerms, dueDate }: { paymentTerms: string | null; dueDate: string | null }) => ({
  paymentTerms,
  dueDate,
});

describe('an invoice or bill that does not say when it is due', () => {
  it('has the terms of its customer and is due by them', async () => {
    const entityId = await customerWith('NET30');
    const made = await createDocument(org, { ...INVOICE, entityId });
    expect(termsOf(made)).toEqual({ paymentTerms: 'NET30', dueDate: '2026-12-15' });
  });

  it('has the terms of its vendor and is due by them', async () => {
    const vendor = await runForOutput(vendorVerbs.create, org.callAs('admin'), {
      code: 'TERMS',
      name: 'Terms Supplies',
      paymentTerms: '2/10 net 45',
    });
    const made = await createDocument(org, { ...INVOICE, kind: 'VENDOR_BILL', entityId: vendor.id });
    expect(termsOf(made)).toEqual({ paymentTerms: '2/10 net 45', dueDate: '2026-12-30' });
  });

  it('made on surface B as well', async () => {
    const entityId = await customerWith('EOM');
    const made = await runForOutput(invoiceVerbs.create, org.callAs('accountant'), {
      ...INVOICE,
      entityId,
      entityType: 'CUSTOMER',
    });
    expect(termsOf(made)).toEqual({ paymentTerms: 'EOM', dueDate: '2026-11-30' });
  });

  it('is due by its own terms when it names them', async () => {
    const entityId = await customerWith('NET30');
    const made = await createDocument(org, { ...INVOICE, entityId, paymentTerms: 'NET7' });
    expect(termsOf(made)).toEqual({ paymentTerms: 'NET7', dueDate: '2026-11-22' });
  });

  it('has no due date when its terms cannot be read, when there are none, or when it says null', async () => {
    const unread = await createDocument(org, { ...INVOICE, entityId: await customerWith('as agreed') });
    expect(termsOf(unread)).toEqual({ paymentTerms: 'as agreed', dueDate: null });
    const none = await createDocument(org, { ...INVOICE, entityId: await customerWith(null) });
    expect(termsOf(none)).toEqual({ paymentTerms: null, dueDate: null });
    const said = await createDocument(org, {
      ...INVOICE,
      entityId: await customerWith('NET30'),
      dueDate: null,
      paymentTerms: null,
    });
    expect(termsOf(said)).toEqual({ paymentTerms: null, dueDate: null });
  });

  it('keeps the day it says, and no change of something else moves it', async () => {
    const entityId = await customerWith('NET30');
    const { id } = await createDocument(org, { ...INVOICE, entityId, dueDate: '2026-11-20' });
    const transaction = { transactionDate: '2026-11-16' };
    const changed = await runForOutput(updateTransaction, org.callAs('accountant'), { id, transaction });
    expect(termsOf(changed)).toEqual({ paymentTerms: 'NET30', dueDate: '2026-11-20' });
  });

  it('is an invoice or a bill: a credit memo or a payment has no due date', async () => {
    const entityId = await customerWith('NET30');
    for (const kind of ['CREDIT_MEMO', 'CUSTOMER_PAYMENT'] as const) {
      const made = await createDocument(org, { ...INVOICE, kind, entityId });
      expect(termsOf(made)).toEqual({ paymentTerms: null, dueDate: null });
    }
  });
});
