import { afterAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { contend, holdWrites } from '@/testing/contenders';
import { createDocument, postedDocument } from '@/testing/documents';
import type { TestOrganization } from '@/testing/organization';
import { itemVerbs } from '@/usecases/items/item-records';
import { runForOutput } from '@/usecases/kit/run';
import { activateContract } from '@/usecases/revenue/contracts/activate-contract';
import { contractFromInvoice } from '@/usecases/revenue/contracts/drafts/draft-from-invoice';
import { contractFromSubscription } from '@/usecases/revenue/contracts/drafts/draft-from-subscription';
import { rollforwardReport } from '@/usecases/revenue/reports/report-balances';
import { verifyRevenue } from '@/usecases/revenue/reports/verify-revenue';
import { createSsp } from '@/usecases/revenue/setup/ssp-records';
import { templateVerbs } from '@/usecases/revenue/setup/template-records';
import { billSubscription } from '@/usecases/subscriptions/bill-subscription';
import { moveSubscription } from '@/usecases/subscriptions/move-subscription';
import { subscriptionItemVerbs } from '@/usecases/subscriptions/subscription-item-records';
import { subscriptionVerbs } from '@/usecases/subscriptions/subscription-records';
import { getTransaction } from '@/usecases/transactions/get-transaction';
import { applyPayment } from '@/usecases/transactions/payments/apply-payment';
import { approveTransaction } from '@/usecases/transactions/posting/approve-transaction';
import { postTransaction } from '@/usecases/transactions/posting/post-transaction';
import { reverseTransaction } from '@/usecases/transactions/posting/reverse-transaction';
import { type Books, MET, openBooks } from './books';

afterAll(closeConnections);

/** A bundle item: a license at a point in time and support over its months, both priced from the price list. */
async function bundle(org: TestOrganization): Promise<string> {
  const item = await runForOutput(itemVerbs.create, org.callAs('admin'), {
    name: 'Workstation with support',
    itemType: 'GOODS',
  });
  const add = (key: string, pattern: { kind: 'POINT' } | { kind: 'RATABLE'; months: number }) =>
    runForOutput(templateVerbs.create, org.callAs('admin'), {
      itemId: item.id,
      key,
      pattern,
      productCode: key.toUpperCase(),
    });
  await add('machine', { kind: 'POINT' });
  await add('support', { kind: 'RATABLE', months: 12 });
  for (const [productCode, ssp] of [
    ['MACHINE', '900'],
    ['SUPPORT', '300'],
  ] as const) {
    await runForOutput(createSsp, org.callAs('admin'), {
      productCode,
      currencyCode: 'USD',
      validFrom: '2026-01-01',
      ssp,
      evidence: 'Separate sales',
    });
  }
  return item.id;
}

const post = async (org: TestOrganization, id: string, postingDate: string) => {
  await runForOutput(approveTransaction, org.callAs('controller'), { id });
  return runForOutput(postTransaction, org.callAs('controller'), { id, postingDate });
};
const pay = async (org: TestOrganization, documentId: string, amount: string) => {
  const paid = {
    transactionDate: '2026-01-15',
    kind: 'CUSTOMER_PAYMENT',
    lines: [{ unitPrice: amount }],
  } as const;
  const { id: paymentId } = await postedDocument(org, paid);
  await runForOutput(applyPayment, org.callAs('accountant'), {
    paymentId,
    appliedOn: '2026-01-15',
    applications: [{ documentId, amount }],
  });
};
const activate = (org: TestOrganization, id: string) =>
  runForOutput(activateContract, org.callAs('revenue'), { id, criteria: MET });
const ties = async (books: Books) => {
  const verdict = await runForOutput(verifyRevenue, books.org.callAs('auditor'), {});
  expect(verdict.differences).toEqual([]);
  expect(verdict.holds).toBe(true);
};

async function yearly(org: TestOrganization) {
  const call = org.callAs('admin');
  const seats = await runForOutput(itemVerbs.create, call, { name: 'Seat', itemType: 'SUBSCRIPTION' });
  const subscription = await runForOutput(subscriptionVerbs.create, call, {
    name: 'Platform',
    customerId: org.ids.customer,
    startDate: '2026-01-01',
    endDate: '2026-12-31',
    billingFrequency: 'QUARTERLY',
  });
  await runForOutput(subscriptionItemVerbs.create, call, {
    subscriptionId: subscription.id,
    itemId: seats.id,
    description: 'Seats',
    quantity: '10',
    unitPrice: '30',
    discountPercent: '10',
  });
  await runForOutput(moveSubscription, call, { id: subscription.id, verb: 'activate' });
  return subscription;
}

describe('a contract from a subscription', () => {
  it('has an obligation for each item over its term at the amount it bills, and its bills post to the contract liability (606-10-45-2)', async () => {
    const books = await openBooks();
    const { org } = books;
    const subscription = await yearly(org);
    const draft = await runForOutput(contractFromSubscription, org.callAs('revenue'), {
      subscriptionId: subscription.id,
    });
    // 10 × 30 per quarter less 10%, four quarters.
    expect(draft).toMatchObject({
      transactionPrice: '1080.00',
      subscriptionId: subscription.id,
      contractDate: '2026-01-01',
      endDate: '2026-12-31',
      contractStatus: 'DRAFT',
    });
    expect(draft.terms).toMatchObject({
      obligations: [{ ssp: '1200', pattern: { kind: 'RATABLE', start: '2026-01-01', end: '2026-12-31' } }],
    });
    const after = await runForOutput(subscriptionVerbs.get, org.callAs('auditor'), { id: subscription.id });
    expect(after.revenueContractId).toBe(draft.id);
    await activate(org, draft.id);

    const bill = await runForOutput(billSubscription, org.callAs('admin'), {
      id: subscription.id,
      onDay: '2026-01-01',
    });
    // The charge and its discount name the obligation they bill.
    const [key] = (await books.read(draft.id)).obligations.map((one) => one.key);
    expect(bill.lines.map(({ obligationKey, commitmentFrom }) => [obligationKey, commitmentFrom])).toEqual([
      [key, null],
      [key, null],
    ]);
    await post(org, bill.id, '2026-01-01');
    const billed = (await books.read(draft.id)).events.find(({ event }) => event.kind === 'invoice')?.event;
    expect(billed).toMatchObject({ amount: '270', items: [{ key, amount: '270.00' }] });
    expect(await books.entries()).toEqual([['1210 270', '2310 -300', '2310 30']]);
    await books.run('2026-01');
    const read = await books.read(draft.id);
    // 1,080 × 31 / 365.
    expect(read.balances).toMatchObject({ billed: '270.00', deferred: '178.27', recognised: '91.73' });
    expect(read.sources).toMatchObject([{ sourceKind: 'SUBSCRIPTION_ITEM', amount: '1080.00' }]);
    expect(read.documents).toMatchObject([
      { kind: 'INVOICE', status: 'POSTED', totalAmount: '270.00', openAmount: '270.00' },
    ]);
    await pay(org, bill.id, '100.00');
    expect((await books.read(draft.id)).documents).toMatchObject([
      { transactionNumber: bill.transactionNumber, totalAmount: '270.00', openAmount: '170.00' },
    ]);
    await ties(books);
    const { rows } = await runForOutput(rollforwardReport, org.callAs('auditor'), {
      from: '2026-01',
      to: '2026-01',
    });
    expect(rows).toMatchObject([
      { opening: '0.00', billings: '270.00', closing: '178.27', difference: '0.00' },
    ]);
  });

  it('uses a line once: a second call finds nothing left, and an item added later makes a separate contract', async () => {
    const { org } = await openBooks();
    const subscription = await yearly(org);
    const ask = () =>
      runForOutput(contractFromSubscription, org.callAs('revenue'), { subscriptionId: subscription.id });
    const first = await ask();
    await expect(ask()).rejects.toMatchObject({
      refusal: { code: 'REVENUE_RULE', data: { rule: 'SOURCE_USED', contractId: first.id } },
    });
    await runForOutput(subscriptionItemVerbs.create, org.callAs('admin'), {
      subscriptionId: subscription.id,
      description: 'Storage',
      unitPrice: '100',
      startDate: '2026-07-01',
    });
    const [second, ...others] = (await contend(holdWrites(org.organizationId), [ask, ask])).sort((a) =>
      a.status === 'fulfilled' ? -1 : 1,
    );
    expect(second).toMatchObject({ value: { transactionPrice: '200.00', startDate: '2026-07-01' } });
    expect(others).toMatchObject([{ status: 'rejected', reason: { refusal: { code: 'REVENUE_RULE' } } }]);
  });

  it('requires an end date, and a binding subscription', async () => {
    const { org } = await openBooks();
    const call = org.callAs('admin');
    const open = await runForOutput(subscriptionVerbs.create, call, {
      customerId: org.ids.customer,
      startDate: '2026-01-01',
    });
    const ask = (more: object = {}) =>
      runForOutput(contractFromSubscription, org.callAs('revenue'), { subscriptionId: open.id, ...more });
    await expect(ask()).rejects.toMatchObject({ refusal: { code: 'INVALID_STATUS_TRANSITION' } });
    await runForOutput(subscriptionItemVerbs.create, call, { subscriptionId: open.id, unitPrice: '50' });
    await runForOutput(moveSubscription, call, { id: open.id, verb: 'activate' });
    await expect(ask()).rejects.toMatchObject({
      refusal: { code: 'INVALID_INPUT', data: { issues: [{ path: ['endDate'] }] } },
    });
    await expect(ask({ endDate: '2025-12-31' })).rejects.toMatchObject({
      refusal: { code: 'INVALID_INPUT' },
    });
    expect((await ask({ endDate: '2026-06-30' })).transactionPrice).toBe('300.00');
  });
});

describe('a contract from an invoice', () => {
  it('allocates a bundle by the price list, and the draft invoice posts to the contract liability, excluding tax (606-10-32-31)', async () => {
    const books = await openBooks();
    const { org } = books;
    const itemId = await bundle(org);
    const invoice = await createDocument(org, {
      transactionDate: '2026-03-01',
      lines: [
        { lineType: 'ITEM', itemId, quantity: '2', unitPrice: '500', accountId: org.account('4600') },
        { lineType: 'DISCOUNT', unitPrice: '40' },
        { lineType: 'TAX', unitPrice: '76' },
      ],
    });
    const draft = await runForOutput(contractFromInvoice, org.callAs('revenue'), { invoiceId: invoice.id });
    expect(draft.transactionPrice).toBe('960.00');
    // 960 over standalone prices 1,800 and 600.
    expect(draft.allocation).toMatchObject({
      allocations: [
        { key: 'machine', amount: '720.00' },
        { key: 'support', amount: '240.00' },
      ],
      sources: [{ kind: 'ssp' }, { kind: 'ssp' }],
    });
    const tied = await runForOutput(getTransaction, org.callAs('auditor'), { id: invoice.id });
    expect(tied).toMatchObject({ revenueContractId: draft.id });
    await post(org, invoice.id, '2026-03-01');
    expect((await books.entries())[0]?.sort()).toEqual(['1210 1036', '2210 -76', '2310 -1000', '2310 40']);
    // Posted before the contract is active: a liability (606-10-25-8).
    await activate(org, draft.id);
    await books.tell(draft.id, { kind: 'delivery', effectiveDate: '2026-03-10', key: 'machine' });
    await books.run('2026-03');
    const read = await books.read(draft.id);
    expect(read.balances).toMatchObject({ billed: '960.00', recognised: '740.38', deferred: '219.62' });
    await ties(books);
    await expect(
      runForOutput(contractFromInvoice, org.callAs('revenue'), { invoiceId: invoice.id }),
    ).rejects.toMatchObject({ refusal: { data: { rule: 'SOURCE_USED' } } });
  });

  it('moves revenue a posted invoice recognized at once to the liability on activation, and back when the invoice is reversed', async () => {
    const books = await openBooks();
    const { org } = books;
    const itemId = await bundle(org);
    const invoice = await postedDocument(org, {
      transactionDate: '2026-03-01',
      lines: [{ lineType: 'ITEM', itemId, unitPrice: '1200', accountId: org.account('4600') }],
    });
    expect(await books.balance('4600')).toBe('-1200');
    const draft = await runForOutput(contractFromInvoice, org.callAs('revenue'), { invoiceId: invoice.id });
    expect(await books.balance('4600')).toBe('-1200');
    const active = await activate(org, draft.id);
    expect(active.balances).toMatchObject({ billed: '1200.00', deferred: '1200.00' });
    expect(await books.balance('4600')).toBe('0');
    expect(await books.balance('2310')).toBe('-1200');
    await ties(books);
    await runForOutput(reverseTransaction, org.callAs('controller'), {
      id: invoice.id,
      reversalReason: 'Wrong customer',
    });
    expect(await books.balance('4600')).toBe('0');
    expect(await books.balance('2310')).toBe('0');
    expect(await books.balance('1210')).toBe('0');
    expect((await books.read(draft.id)).balances).toMatchObject({ billed: '0.00', deferred: '0.00' });
    await ties(books);
  });

  it('requires a template where the obligations of a line are unknown, and drafts nothing without one', async () => {
    const { org } = await openBooks();
    const invoice = await createDocument(org, { transactionDate: '2026-03-01' });
    await expect(
      runForOutput(contractFromInvoice, org.callAs('revenue'), { invoiceId: invoice.id }),
    ).rejects.toMatchObject({ refusal: { code: 'REVENUE_RULE', data: { rule: 'NO_TEMPLATE' } } });
  });
});

describe('documents of a contract', () => {
  async function sold() {
    const books = await openBooks();
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      price: { fixed: '1200' },
      obligations: [
        { key: 'goods', ssp: '600', pattern: { kind: 'POINT' } },
        {
          key: 'care',
          ssp: '600',
          pattern: { kind: 'RATABLE', start: '2026-01-01', end: '2026-12-31', method: 'EVEN_PERIODS' },
        },
      ],
    });
    const document = (more: object) =>
      postedDocument(books.org, { transactionDate: '2026-01-10', revenueContractId: contract.id, ...more });
    return { books, contract, document };
  }

  it('bill, credit in the mix of recognized and deferred, and are reversed, reconciled to the ledger each time', async () => {
    const { books, contract, document } = await sold();
    await document({ lines: [{ unitPrice: '1200', accountId: books.org.account('4100') }] });
    await books.tell(contract.id, { kind: 'delivery', effectiveDate: '2026-01-15', key: 'goods' });
    await books.run('2026-01');
    expect((await books.read(contract.id)).balances).toMatchObject({
      recognised: '650.00',
      deferred: '550.00',
    });
    await ties(books);
    const memo = await document({
      kind: 'CREDIT_MEMO',
      transactionDate: '2026-02-01',
      lines: [{ unitPrice: '120' }],
    });
    const credited = await books.read(contract.id);
    expect(credited.contract.transactionPrice).toBe('1080.00');
    expect(credited.balances).toMatchObject({ billed: '1080.00', deferred: '430.00' });
    await ties(books);
    await books.run('2026-02');
    // Of the 120, 60 were for the goods and 5 for January: a catch-up at once.
    expect((await books.read(contract.id)).balances).toMatchObject({
      recognised: '630.00',
      deferred: '450.00',
    });
    await ties(books);
    await runForOutput(reverseTransaction, books.org.callAs('controller'), {
      id: memo.id,
      reversalReason: 'Given in error',
      reversalDate: '2026-12-31',
    });
    expect((await books.read(contract.id)).balances).toMatchObject({ billed: '1200.00', deferred: '570.00' });
    await ties(books);
  });

  it('settle the refund liability first', async () => {
    const { books, contract, document } = await sold();
    await document({ lines: [{ unitPrice: '1200' }] });
    await books.tell(
      contract.id,
      { kind: 'delivery', effectiveDate: '2026-01-15', key: 'goods' },
      { kind: 'refundEstimate', effectiveDate: '2026-01-15', key: 'goods', liability: '50' },
    );
    await document({ kind: 'CREDIT_MEMO', transactionDate: '2026-01-20', lines: [{ unitPrice: '30' }] });
    const read = await books.read(contract.id);
    expect(read.balances).toMatchObject({ refundLiability: '20.00', billed: '1170.00' });
    expect(read.contract.transactionPrice).toBe('1150.00');
    await ties(books);
  });

  it('are refused in another currency, for another customer, or when the contract has ended, and nothing is posted', async () => {
    const { books, contract } = await sold();
    const { org } = books;
    await expect(
      createDocument(org, { revenueContractId: contract.id, currencyCode: 'EUR', exchangeRate: '1.1' }),
    ).rejects.toMatchObject({ refusal: { code: 'REVENUE_RULE', data: { rule: 'CONTRACT_MISMATCH' } } });
    const memo = await createDocument(org, {
      kind: 'CREDIT_MEMO',
      revenueContractId: contract.id,
      transactionDate: '2026-01-10',
      lines: [{ unitPrice: '5000' }],
    });
    const free = await createDocument(org, { transactionDate: '2026-01-10' });
    for (const { id } of [memo, free]) {
      await runForOutput(approveTransaction, org.callAs('controller'), { id });
    }
    const results = await Promise.allSettled(
      [memo.id, free.id].map((id) =>
        runForOutput(postTransaction, org.callAs('controller'), { id, postingDate: '2026-01-10' }),
      ),
    );
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    const again = await runForOutput(getTransaction, org.callAs('auditor'), { id: memo.id });
    expect(again).toMatchObject({ status: 'APPROVED' });
    await ties(books);
  });
});
