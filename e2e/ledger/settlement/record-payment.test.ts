import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeConnections } from '@/db/client';
import { contend, holdRow } from '@/testing/contenders';
import { documentBody, postedDocument } from '@/testing/documents';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { runForOutput } from '@/usecases/kit/run';
import { getTransaction } from '@/usecases/transactions/get-transaction';
import { recordPayment } from '@/usecases/transactions/payments/record-payment';
import { transactionGlImpact } from '@/usecases/transactions/posting/gl-impact';
import { fingerprint } from '../../support/fingerprint';

let org: TestOrganization;
beforeAll(async () => {
  org = await foundTestOrganization();
});
afterAll(closeConnections);

const call = () => org.callAs('controller', { surface: 'trpc' });
const header = (fields: object = {}) =>
  documentBody(org, { kind: 'CUSTOMER_PAYMENT', ...fields }).transaction;
const record = (input: object) =>
  runForOutput(recordPayment, call(), { transaction: header(), how: 'post', ...input });
const read = (id: string) => runForOutput(getTransaction, org.callAs('viewer'), { id });

/** Dr 1110 bank 150.00, Cr 1210 receivable 150.00: 100.00 for the first invoice, 30.00 for the second, 20.00 on account. */
describe('recording a payment', () => {
  test('posts the amount through the chosen bank, settles what it pays and leaves the rest on account', async () => {
    const [first, second] = [await postedDocument(org), await postedDocument(org)];
    const bankAccountId = org.account('1120');
    const made = await record({
      amount: '150.00',
      bankAccountId,
      applications: [
        { documentId: first.id, amount: '100.00' },
        { documentId: second.id, amount: '30.00' },
      ],
    });
    expect(made).toMatchObject({
      entryNumber: expect.stringMatching(/^GL-/),
      applied: { paymentOpen: '20.00' },
    });
    const payment = await read(made.id);
    expect(payment).toMatchObject({ status: 'POSTED', totalAmount: '150.00', openAmount: '20.00' });
    expect(await read(first.id)).toMatchObject({ status: 'PAID', openAmount: '0.00' });
    expect(await read(second.id)).toMatchObject({ status: 'POSTED', openAmount: '70.00' });
    const { lines } = await runForOutput(transactionGlImpact, call(), { id: made.id });
    expect(lines.find(({ accountId }) => accountId === bankAccountId)).toMatchObject({ debit: '150.00' });
  });

  test('with an early-payment discount settles that much more than was paid', async () => {
    const invoice = await postedDocument(org);
    const applications = [{ documentId: invoice.id, amount: '100.00' }];
    const made = await record({ amount: '98.00', discount: '2.00', applications });
    expect(made.applied).toMatchObject({ paymentOpen: '0.00' });
    expect(await read(made.id)).toMatchObject({ totalAmount: '98.00', openAmount: '0.00' });
    expect((await read(invoice.id)).status).toBe('PAID');
  });

  test('records nothing when any of it is refused', async () => {
    const invoice = await postedDocument(org);
    const before = await fingerprint(org.organizationId);
    const tooMuch = [{ documentId: invoice.id, amount: '100.01' }];
    await expect(record({ amount: '200.00', applications: tooMuch })).rejects.toMatchObject({
      refusal: { code: 'INVALID_INPUT' },
    });
    await expect(
      record({ amount: '50.00', applications: [{ documentId: invoice.id, amount: '60.00' }] }),
    ).rejects.toMatchObject({
      refusal: { code: 'INVALID_INPUT' },
    });
    await expect(
      record({ amount: '100.00', transaction: header({ transactionDate: '2077-01-01' }) }),
    ).rejects.toMatchObject({ refusal: { code: 'PERIOD_NOT_OPEN' } });
    await expect(
      record({ amount: '100.00', transaction: documentBody(org).transaction }),
    ).rejects.toMatchObject({ refusal: { code: 'INVALID_INPUT' } });
    expect(await fingerprint(org.organizationId)).toEqual(before);
  });

  test('without the permissions to approve and post is saved or submitted, but not posted', async () => {
    const sent = { transaction: header(), amount: '10.00' };
    await expect(
      runForOutput(recordPayment, org.callAs('accountant'), { ...sent, how: 'post' }),
    ).rejects.toMatchObject({ refusal: { code: 'FORBIDDEN' } });
    const made = await runForOutput(recordPayment, org.callAs('accountant'), { ...sent, how: 'submit' });
    expect(made).toMatchObject({ entryNumber: null, applied: null });
    expect((await read(made.id)).status).toBe('PENDING_APPROVAL');
  });

  test('a draft is changed, posted and applied as one act, and one that someone else has saved meanwhile is not touched', async () => {
    const invoice = await postedDocument(org);
    const kept = await record({ amount: '10.00', how: 'draft' });
    const { version } = await read(kept.id);
    const asked = {
      amount: '100.00',
      draft: { id: kept.id, version },
      applications: [{ documentId: invoice.id, amount: '100.00' }],
    };
    await expect(record({ ...asked, draft: { id: kept.id, version: version + 1 } })).rejects.toMatchObject({
      refusal: { code: 'STALE_VERSION' },
    });
    expect(await read(kept.id)).toMatchObject({ status: 'DRAFT', totalAmount: '10.00' });
    expect(await record(asked)).toMatchObject({ id: kept.id, applied: { paymentOpen: '0.00' } });
    expect(await read(kept.id)).toMatchObject({ status: 'POSTED', totalAmount: '100.00' });
  });

  test('of one invoice by two people at once pays it once', async () => {
    const invoice = await postedDocument(org);
    const applications = [{ documentId: invoice.id, amount: '100.00' }];
    const both = await contend(
      holdRow('business_transactions', org.organizationId, invoice.id),
      [1, 2].map(() => () => record({ amount: '100.00', applications })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await read(invoice.id)).toMatchObject({ status: 'PAID', appliedAmount: '100.00' });
  });
});
