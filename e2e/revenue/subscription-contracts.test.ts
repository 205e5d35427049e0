import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { contend, holdWrites } from '@/testing/contenders';
import { runForOutput } from '@/usecases/kit/run';
import { activateContract } from '@/usecases/revenue/contracts/activate-contract';
import { contractFromSubscription } from '@/usecases/revenue/contracts/drafts/draft-from-subscription';
import { billDue } from '@/usecases/subscriptions/bill-due';
import { billSubscription } from '@/usecases/subscriptions/bill-subscription';
import { moveSubscription } from '@/usecases/subscriptions/move-subscription';
import { subscriptionItemVerbs } from '@/usecases/subscriptions/subscription-item-records';
import { subscriptionVerbs } from '@/usecases/subscriptions/subscription-records';
import { approveTransaction } from '@/usecases/transactions/posting/approve-transaction';
import { cancelTransaction } from '@/usecases/transactions/posting/cancel-transaction';
import { postTransaction } from '@/usecases/transactions/posting/post-transaction';
import { type Books, MET, openBooks } from './books';

afterAll(closeConnections);

let books: Books;
let subscription: { readonly id: string; readonly subscriptionNumber: string };
let seats: string;
let storage: string;

/** Seats for a year at 300 per quarter, as a contract; from July on storage at 100 per quarter, which became a separate contract. */
beforeAll(async () => {
  books = await openBooks();
  const { org } = books;
  const call = org.callAs('admin');
  subscription = await runForOutput(subscriptionVerbs.create, call, {
    name: 'Platform',
    customerId: org.ids.customer,
    startDate: '2026-01-01',
    endDate: '2026-12-31',
    billingFrequency: 'QUARTERLY',
  });
  const item = (description: string, unitPrice: string, startDate: string) =>
    runForOutput(subscriptionItemVerbs.create, call, {
      subscriptionId: subscription.id,
      description,
      unitPrice,
      startDate,
    });
  const contract = async () => {
    const { id } = await runForOutput(contractFromSubscription, org.callAs('revenue'), {
      subscriptionId: subscription.id,
    });
    await runForOutput(activateContract, org.callAs('controller'), { id, criteria: MET });
    return id;
  };
  await item('Seats', '300', '2026-01-01');
  await runForOutput(moveSubscription, call, { id: subscription.id, verb: 'activate' });
  seats = await contract();
  await item('Storage', '100', '2026-07-01');
  storage = await contract();
});

const bill = (onDay: string) =>
  runForOutput(billSubscription, books.org.callAs('admin'), { id: subscription.id, onDay });
const billedOf = async (contractId: string) => (await books.read(contractId)).balances.billed;
async function post(id: string, postingDate: string) {
  await runForOutput(approveTransaction, books.org.callAs('approver'), { id });
  await runForOutput(postTransaction, books.org.callAs('controller'), { id, postingDate });
}

describe('a subscription whose items became two contracts', () => {
  it('bills what is in force to the contract it belongs to, although the subscription names the later one', async () => {
    const invoice = await bill('2026-01-01');
    expect(invoice).toMatchObject({ revenueContractId: seats, totalAmount: '300.00', besides: [] });
    await post(invoice.id, '2026-01-01');
    expect([await billedOf(seats), await billedOf(storage)]).toEqual(['300.00', '0.00']);
  });

  it('gets an invoice for each contract, each once, even when two people bill at once, and every contract reconciles to the ledger', async () => {
    const asked = () => bill('2026-07-01');
    const outcomes = await contend(holdWrites(books.org.organizationId), [asked, asked]);
    const [made, ...twice] = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(twice).toEqual([]);
    if (made === undefined) throw new Error('one of them bills');
    const { besides, ...first } = made;
    expect([first, ...besides]).toMatchObject([
      { revenueContractId: storage, totalAmount: '100.00' },
      { revenueContractId: seats, totalAmount: '300.00' },
    ]);
    await expect(bill('2026-08-15')).rejects.toMatchObject({ refusal: { code: 'DUPLICATE' } });
    for (const { id } of [first, ...besides]) await post(id, '2026-07-01');
    expect([await billedOf(seats), await billedOf(storage)]).toEqual(['600.00', '100.00']);
    await books.tiesOut();
  });

  it('gets all of them when everything due is billed; when the one that names the period is cancelled, the other is not billed twice', async () => {
    const { billed, refused } = await runForOutput(billDue, books.org.callAs('admin'), {});
    expect(refused).toEqual([]);
    expect(billed.map((one) => one.subscriptionNumber)).toEqual([
      subscription.subscriptionNumber,
      subscription.subscriptionNumber,
    ]);
    const again = await runForOutput(billDue, books.org.callAs('admin'), {});
    expect(again.billed).toEqual([]);
    const id = billed[0]?.invoiceId;
    await runForOutput(cancelTransaction, books.org.callAs('controller'), { id, reason: 'Wrong day' });
    expect(await bill('2026-10-01')).toMatchObject({
      revenueContractId: storage,
      totalAmount: '100.00',
      besides: [],
    });
  });
});
