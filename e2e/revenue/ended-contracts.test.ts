import { afterAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { postedDocument } from '@/testing/documents';
import { IS_LONG } from '@/testing/long-run';
import { runForOutput } from '@/usecases/kit/run';
import { terminateContract } from '@/usecases/revenue/contracts/modifications/terminate-contract';
import { voidFact } from '@/usecases/revenue/events/void-fact';
import { reverseTransaction } from '@/usecases/transactions/posting/reverse-transaction';
import { type Books, openBooks } from './books';

afterAll(closeConnections);

async function billed(books: Books) {
  const { contract } = await books.contract({
    contractDate: '2026-01-01',
    endDate: '2026-12-31',
    price: { fixed: '1200' },
    obligations: [
      { key: 'care', ssp: '1200', pattern: { kind: 'RATABLE', start: '2026-01-01', end: '2026-12-31' } },
    ],
  });
  await books.tell(contract.id, { kind: 'invoice', effectiveDate: '2026-01-01', amount: '1200' });
  return contract.id;
}

const STEPS = ['terminate', 'credit', 'payment', 'payout'] as const;

const orders = (left: readonly (typeof STEPS)[number][]): (typeof STEPS)[number][][] =>
  left.length === 0
    ? [[]]
    : left.flatMap((one) => orders(left.filter((other) => other !== one)).map((rest) => [one, ...rest]));

/** The orders of the four steps: all 24, a third of them in an ordinary run, each step first in two. */
const ORDERS = orders(STEPS).filter((_order, at) => IS_LONG || at % 3 === 0);

/** Does one step of the end of a contract on a day. */
async function step(books: Books, id: string, what: (typeof STEPS)[number], effectiveDate: string) {
  if (what === 'terminate') {
    const end = { id, effectiveDate, refund: '100', reason: 'The customer left' };
    await runForOutput(terminateContract, books.org.callAs('revenue'), end);
  } else if (what === 'credit') {
    await books.tell(id, { kind: 'creditNote', effectiveDate, amount: '60', mode: 'CONCESSION' });
  } else await books.tell(id, { kind: what, effectiveDate, amount: what === 'payout' ? '100' : '1200' });
}

describe('a contract that has ended', () => {
  it('ends with the same balances for termination, credit, payment and payout in any order of dates, recorded in order or backward', async () => {
    const books = await openBooks();
    const ids: string[] = [];
    for (const [index, order] of ORDERS.entries()) {
      const id = await billed(books);
      ids.push(id);
      const recorded = order.map((what, day) => ({ what, on: `2026-03-0${day + 1}` }));
      for (const { what, on } of index % 2 === 0 ? recorded : recorded.reverse())
        await step(books, id, what, on);
    }
    await books.runThrough('2026-01', '2026-03');
    for (const [index, id] of ids.entries()) {
      // 1,200 less 100 refunded and 60 credited is earned; 1,200 came in and 100 went out.
      expect((await books.read(id)).balances, ORDERS[index]?.join(', ')).toMatchObject({
        billed: '1040.00',
        paid: '1100.00',
        recognised: '1040.00',
        receivable: '-60.00',
        contractAsset: '0.00',
        deferred: '0.00',
      });
    }
    await books.tiesOut();
  });

  it('accepts the correction of an invoice and of a payment recorded before it ended, and earns what is billed then', async () => {
    const books = await openBooks();
    const id = await billed(books);
    const twice = await books.tell(
      id,
      { kind: 'invoice', effectiveDate: '2026-01-01', amount: '1200' },
      { kind: 'payment', effectiveDate: '2026-01-02', amount: '2400' },
    );
    const [second, paid] = twice.events.slice(-2).map(({ event }) => event.id);
    await step(books, id, 'terminate', '2026-03-01');
    await books.runThrough('2026-01', '2026-03');
    expect((await books.read(id)).balances).toMatchObject({ recognised: '2300.00', receivable: '-100.00' });
    const call = books.org.callAs('revenue');
    await runForOutput(voidFact, call, { id: second, reason: 'Sent twice' });
    await runForOutput(voidFact, call, { id: paid, reason: 'Another customer paid it' });
    await books.runThrough('2026-01', '2026-03');
    expect((await books.read(id)).balances).toMatchObject({
      recognised: '1100.00',
      receivable: '1100.00',
      deferred: '0.00',
      contractAsset: '0.00',
    });
    await books.tiesOut();
  });

  it('takes the release of revenue that was held when it ended, which the next run posts: 1,100 billed and kept, nothing stays deferred', async () => {
    const books = await openBooks();
    const id = await billed(books);
    await books.record(id, { kind: 'hold', effectiveDate: '2026-02-10', key: 'care', reason: 'Disputed' });
    await step(books, id, 'terminate', '2026-03-15');
    await books.runThrough('2026-01', '2026-04');
    // 1,200 billed less 100 refunded: all of it is earned, and held.
    expect((await books.read(id)).balances).toMatchObject({ deferred: '1100.00', recognised: '0.00' });
    await books.record(id, { kind: 'release', effectiveDate: '2026-05-10', key: 'care' });
    await books.run('2026-05');
    const { balances } = await books.read(id);
    expect(balances).toMatchObject({ deferred: '0.00', recognised: '1100.00', remaining: '0.00' });
    await books.tiesOut();
  });

  it('accepts its documents: an invoice posted twice is reversed, a credit memo refunds, and nothing stays deferred', async () => {
    const books = await openBooks();
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      endDate: '2026-12-31',
      price: { fixed: '1200' },
      obligations: [
        { key: 'care', ssp: '1200', pattern: { kind: 'RATABLE', start: '2026-01-01', end: '2026-12-31' } },
      ],
    });
    const document = (more: object = {}) =>
      postedDocument(books.org, {
        transactionDate: '2026-01-10',
        revenueContractId: contract.id,
        lines: [{ unitPrice: '1200' }],
        ...more,
      });
    await document();
    const second = await document();
    await runForOutput(terminateContract, books.org.callAs('revenue'), {
      id: contract.id,
      effectiveDate: '2026-03-01',
      reason: 'The customer left',
    });
    await runForOutput(reverseTransaction, books.org.callAs('controller'), {
      id: second.id,
      reversalReason: 'Billed twice',
      reversalDate: '2026-03-10',
    });
    await document({ kind: 'CREDIT_MEMO', transactionDate: '2026-03-20', lines: [{ unitPrice: '300' }] });
    await books.runThrough('2026-01', '2026-03');
    expect((await books.read(contract.id)).balances).toMatchObject({
      billed: '900.00',
      recognised: '900.00',
      deferred: '0.00',
      contractAsset: '0.00',
    });
    await books.tiesOut();
  });
});

describe('a contract that was billed twice', () => {
  it('is corrected by reversing the second invoice: the price is unchanged, and only the one billing is deferred', async () => {
    const books = await openBooks();
    const id = await billed(books);
    const invoice = await postedDocument(books.org, {
      transactionDate: '2026-01-10',
      revenueContractId: id,
      lines: [{ unitPrice: '1200' }],
    });
    expect((await books.read(id)).balances).toMatchObject({ billed: '2400.00', deferred: '2400.00' });
    await runForOutput(reverseTransaction, books.org.callAs('controller'), {
      id: invoice.id,
      reversalReason: 'Billed twice',
      reversalDate: '2026-01-20',
    });
    const { contract, balances } = await books.read(id);
    expect(contract.transactionPrice).toBe('1200.00');
    expect(balances).toMatchObject({ billed: '1200.00', deferred: '1200.00' });
    await books.tiesOut();
  });
});
