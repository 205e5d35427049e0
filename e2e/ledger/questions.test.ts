import { afterAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { sql, withTenantSql } from '@/db/tenancy';
import { approvedDocument, postedDocument } from '@/testing/documents';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { runForOutput } from '@/usecases/kit/run';
import { applyPayment } from '@/usecases/transactions/payments/apply-payment';
import { postTransaction } from '@/usecases/transactions/posting/post-transaction';

afterAll(closeConnections);

const limit = (org: TestOrganization, amount: string) =>
  withTenantSql({ organizationId: org.principals.admin.organizationId, userId: null }, (tenant) =>
    sql(tenant, 'update customers set credit_limit = $2 where id = $1', [org.ids.customer, amount]),
  );
const invoice = (org: TestOrganization, unitPrice: string, fields: object = {}) =>
  approvedDocument(org, { lines: [{ unitPrice }], ...fields });
const post = (org: TestOrganization, { id }: { readonly id: string }) =>
  runForOutput(postTransaction, org.callAs('accountant'), { id });
const questioned = (check: string) => ({ refusal: { code: 'CHECKS_FAILED', data: { checks: [{ check }] } } });

describe('warnings on posting', () => {
  it('CREDIT_LIMIT: the amount owed is the total less payments; at the limit there is no warning', async () => {
    const org = await foundTestOrganization();
    await limit(org, '150');
    const first = await postedDocument(org, { lines: [{ unitPrice: '100.00' }] });
    const second = await invoice(org, '90.00');
    await expect(post(org, second)).rejects.toMatchObject(questioned('CREDIT_LIMIT'));
    const payment = await postedDocument(org, { kind: 'CUSTOMER_PAYMENT', lines: [{ unitPrice: '40.00' }] });
    await runForOutput(applyPayment, org.callAs('accountant'), {
      paymentId: payment.id,
      applications: [{ documentId: first.id, amount: '40.00' }],
    });
    await post(org, second);
    await expect(post(org, await invoice(org, '0.01'))).rejects.toMatchObject(questioned('CREDIT_LIMIT'));
  });

  it('DUPLICATE_DOCUMENT: the same counterparty’s own number again, ignoring case and surrounding blanks', async () => {
    const org = await foundTestOrganization();
    await post(org, await invoice(org, '10.00', { referenceNumber: 'PO-77' }));
    const again = await invoice(org, '20.00', { referenceNumber: ' po-77 ' });
    await expect(post(org, again)).rejects.toMatchObject(questioned('DUPLICATE_DOCUMENT'));
    await post(org, await invoice(org, '20.00', { referenceNumber: 'PO-78' }));
  });
});
