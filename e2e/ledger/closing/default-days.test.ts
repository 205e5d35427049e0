import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeConnections } from '@/db/client';
import { createDocument, postedDocument } from '@/testing/documents';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { runForOutput } from '@/usecases/kit/run';
import { applyPayment } from '@/usecases/transactions/payments/apply-payment';
import { approveTransaction } from '@/usecases/transactions/posting/approve-transaction';
import { transactionGlImpact } from '@/usecases/transactions/posting/gl-impact';
import { postTransaction } from '@/usecases/transactions/posting/post-transaction';
import { previewDay } from '@/usecases/transactions/posting/preview-day';
import { reverseTransaction } from '@/usecases/transactions/posting/reverse-transaction';
import { fingerprint } from '../../support/fingerprint';

const TODAY = '2026-11-20';
let org: TestOrganization;
/** Both posted in October, before it was closed. */
let settledLater: { invoice: string; payment: string };
beforeAll(async () => {
  org = await foundTestOrganization({ today: TODAY });
  const invoice = await posted('2026-10-05');
  const payment = await posted('2026-10-06', 'CUSTOMER_PAYMENT');
  settledLater = { invoice: invoice.id, payment: payment.id };
  // September is closed, October and November are open.
  await withOwner(async (owner) => {
    for (const status of ['SOFT_CLOSED', 'CLOSED']) {
      await owner.query(
        `update fiscal_periods set period_status = $2 where organization_id = $1 and end_date = '2026-09-30' and not is_adjustment`,
        [org.organizationId, status],
      );
    }
  });
});
afterAll(closeConnections);

const trpc = () => org.callAs('admin', { surface: 'trpc' });
const rest = () => org.callAs('admin', { surface: 'C' });
async function approved(transactionDate: string) {
  const { id } = await createDocument(org, { transactionDate });
  await runForOutput(approveTransaction, org.callAs('admin'), { id });
  return id;
}
const posted = (transactionDate: string, kind: 'INVOICE' | 'CUSTOMER_PAYMENT' = 'INVOICE') =>
  postedDocument(org, { kind, transactionDate });

describe('without a date the document’s own is used, or its closed period is reported', () => {
  test('posting over tRPC takes the date of the document, over the interface today', async () => {
    const id = await approved('2026-10-07');
    expect((await runForOutput(transactionGlImpact, trpc(), { id })).postingDate).toBe('2026-10-07');
    expect((await runForOutput(postTransaction, trpc(), { id })).postingDate).toBe('2026-10-07');
    const other = await approved('2026-10-07');
    expect((await runForOutput(postTransaction, rest(), { id: other })).postingDate).toBe(TODAY);
  });

  test('posting a document of a closed period over tRPC is refused with that reason and posts nothing', async () => {
    const id = await approved('2026-09-15');
    const before = await fingerprint(org.organizationId);
    await expect(runForOutput(postTransaction, trpc(), { id })).rejects.toMatchObject({
      refusal: { code: 'PERIOD_NOT_OPEN', data: { date: '2026-09-15' } },
    });
    expect(await fingerprint(org.organizationId)).toEqual(before);
    const saying = { id, postingDate: '2026-10-01' };
    expect((await runForOutput(postTransaction, trpc(), saying)).postingDate).toBe('2026-10-01');
  });

  test('a reversal over tRPC takes the day of posting, in a closed period the first open day; over the interface today', async () => {
    const open = await posted('2026-10-09');
    expect(await runForOutput(previewDay, trpc(), { ids: [open.id] })).toEqual({
      date: '2026-10-09',
      ownDate: '2026-10-09',
      isOwn: true,
    });
    const reversal = { reversalReason: 'twice' };
    const reversed = await runForOutput(reverseTransaction, trpc(), { id: open.id, ...reversal });
    expect(reversed.reversalDate).toBe('2026-10-09');
    const another = await posted('2026-10-09');
    const today = await runForOutput(reverseTransaction, rest(), { id: another.id, ...reversal });
    expect(today.reversalDate).toBe(TODAY);
    const old = await posted('2026-10-12');
    await withOwner(async (owner) => {
      for (const status of ['SOFT_CLOSED', 'CLOSED']) {
        await owner.query(
          `update fiscal_periods set period_status = $2 where organization_id = $1 and end_date = '2026-10-31' and not is_adjustment`,
          [org.organizationId, status],
        );
      }
    });
    expect(await runForOutput(previewDay, trpc(), { ids: [old.id] })).toEqual({
      date: '2026-11-01',
      ownDate: '2026-10-12',
      isOwn: false,
    });
    const late = await runForOutput(reverseTransaction, trpc(), { id: old.id, ...reversal });
    expect(late.reversalDate).toBe('2026-11-01');
  });

  test('applying over tRPC takes the day of the later side, or says that its period is closed', async () => {
    const invoice = await posted('2026-11-03');
    const payment = await posted('2026-11-10', 'CUSTOMER_PAYMENT');
    const day = async (paymentId: string, documentId: string) => {
      await runForOutput(applyPayment, trpc(), { paymentId, applications: [{ documentId, amount: '10' }] });
      return withOwner(async (owner) => {
        await owner.query(`select set_config('app.organization_id', $1, false)`, [org.organizationId]);
        const { rows } = await owner.query<{ day: string }>(
          `select applied_on::text as day from payment_applications where payment_id = $1`,
          [paymentId],
        );
        return rows[0]?.day;
      });
    };
    expect(await day(payment.id, invoice.id)).toBe('2026-11-10');
    const before = await fingerprint(org.organizationId);
    const applications = [{ documentId: settledLater.invoice, amount: '10' }];
    await expect(
      runForOutput(applyPayment, trpc(), { paymentId: settledLater.payment, applications }),
    ).rejects.toMatchObject({ refusal: { code: 'PERIOD_NOT_OPEN', data: { date: '2026-10-06' } } });
    expect(await fingerprint(org.organizationId)).toEqual(before);
  });
});
