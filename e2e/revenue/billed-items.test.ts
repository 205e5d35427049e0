import { afterAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { createDocument, postedDocument, type TestLine } from '@/testing/documents';
import { runForOutput } from '@/usecases/kit/run';
import { voidFact } from '@/usecases/revenue/events/void-fact';
import { duplicateTransaction } from '@/usecases/transactions/duplicate-transaction';
import { reverseTransaction } from '@/usecases/transactions/posting/reverse-transaction';
import { type Books, openBooks } from './books';

afterAll(closeConnections);

const on = (effectiveDate: string) => ({ effectiveDate });

/** A minimum of 100 a month for a quarter at 1 per call, 130 calls used in February, and a service of 60. */
async function committed() {
  const books = await openBooks();
  const { contract } = await books.contract({
    contractDate: '2026-01-01',
    price: { fixed: '360' },
    obligations: [
      {
        key: 'calls',
        ssp: '300',
        pattern: {
          kind: 'USAGE',
          tiers: [{ upTo: null, unitPrice: '1' }],
          minimum: { start: '2026-01-01', end: '2026-03-31', every: 'MONTH', amount: '100' },
        },
      },
      { key: 'help', ssp: '60', pattern: { kind: 'POINT' } },
    ],
  });
  await books.tell(contract.id, { kind: 'usage', ...on('2026-02-10'), key: 'calls', quantity: '130' });
  const invoice = (lines: TestLine[], more: object = {}) =>
    postedDocument(books.org, {
      transactionDate: '2026-02-15',
      revenueContractId: contract.id,
      lines,
      ...more,
    });
  return { books, id: contract.id, invoice };
}
const toBill = async (books: Books, id: string) =>
  (await books.read(id)).obligations[0]?.commitments?.map((period) => [period.billed, period.toBill]);

describe('what a bill is for', () => {
  it('is stated by the lines of an invoice, reduces what the commitment period still owes, and is restored when the invoice is reversed', async () => {
    const { books, id, invoice } = await committed();
    const made = await invoice([
      { unitPrice: '80', obligationKey: 'calls', commitmentFrom: '2026-02-01' },
      { unitPrice: '60', obligationKey: 'help' },
      { unitPrice: '20' },
      // 10% of all three lines.
      { unitPrice: '16', lineType: 'DISCOUNT' },
    ]);
    const NEXT = [
      ['0.00', '100.00'],
      ['72.00', '58.00'],
      ['0.00', '100.00'],
    ];
    expect(await toBill(books, id)).toEqual(NEXT);
    const billed = (await books.read(id)).events.find(({ event }) => event.kind === 'invoice')?.event;
    expect(billed).toMatchObject({
      amount: '144',
      items: [
        { key: 'calls', from: '2026-02-01', amount: '72.00' },
        { key: 'help', amount: '54.00' },
      ],
    });
    expect((await books.read(id)).balances).toMatchObject({ billed: '144.00' });
    await books.runThrough('2026-01', '2026-02');
    await books.tiesOut();
    await runForOutput(reverseTransaction, books.org.callAs('controller'), {
      id: made.id,
      reversalReason: 'Billed the wrong month',
      reversalDate: '2026-03-01',
    });
    expect(await toBill(books, id)).toEqual([
      ['0.00', '100.00'],
      ['0.00', '130.00'],
      ['0.00', '100.00'],
    ]);
    expect((await books.read(id)).balances).toMatchObject({ billed: '0.00' });
    await books.tiesOut();
  });

  it('is stated by an event, counts for the earliest periods where only the obligation is named, and is gone when the event is voided', async () => {
    const { books, id } = await committed();
    const recorded = await books.tell(id, {
      kind: 'invoice',
      ...on('2026-01-05'),
      amount: '250',
      items: [{ key: 'calls', amount: '150' }],
    });
    expect(await toBill(books, id)).toEqual([
      ['100.00', '0.00'],
      ['50.00', '80.00'],
      ['0.00', '100.00'],
    ]);
    await runForOutput(voidFact, books.org.callAs('revenue'), {
      id: recorded.events.at(-1)?.event.id,
      reason: 'It was for another contract',
    });
    expect((await toBill(books, id))?.[0]).toEqual(['0.00', '100.00']);
  });

  it('is refused on a line of anything but an invoice or credit memo of a contract that has the obligation and the period, and nothing is stored', async () => {
    const { books, id, invoice } = await committed();
    const drafted = (line: TestLine, more: object) => createDocument(books.org, { lines: [line], ...more });
    const contract = { revenueContractId: id };
    const calls = { obligationKey: 'calls' };
    const refusals: [TestLine, object, string][] = [
      [calls, {}, 'obligationKey'],
      [calls, { kind: 'CREDIT_MEMO' }, 'obligationKey'],
      [{ obligationKey: 'none' }, contract, 'obligationKey'],
      [{ ...calls, lineType: 'TAX' }, contract, 'obligationKey'],
      [{ commitmentFrom: '2026-01-01' }, contract, 'commitmentFrom'],
    ];
    const before = await books.read(id);
    for (const [line, more, field] of refusals) {
      await expect(drafted(line, more)).rejects.toMatchObject({
        refusal: { code: 'INVALID_INPUT', data: { issues: [{ path: ['lines', '0', field] }] } },
      });
    }
    // Whether the period exists follows from the terms on the day of the bill, so posting decides.
    await expect(invoice([{ ...calls, commitmentFrom: '2026-01-02' }])).rejects.toMatchObject({
      refusal: { code: 'REVENUE_RULE', data: { rule: 'UNKNOWN_COMMITMENT_PERIOD' } },
    });
    expect(await books.read(id)).toEqual(before);
    expect(await books.entries()).toEqual([]);
  });

  it('on a credit memo reduces what the commitment period was billed, and is restored when the memo is reversed', async () => {
    const { books, id, invoice } = await committed();
    const march = { obligationKey: 'calls', commitmentFrom: '2026-03-01' };
    await invoice([{ unitPrice: '100', ...march }]);
    const memo = await invoice([{ unitPrice: '30', ...march }], { kind: 'CREDIT_MEMO' });
    // March still has 100 to bill less the price reduction of the credit, and 70 of it stays billed.
    const credited = (await books.read(id)).events.at(-1)?.event;
    expect(credited).toMatchObject({
      kind: 'creditNote',
      items: [{ key: 'calls', from: '2026-03-01', amount: '30.00' }],
    });
    expect((await toBill(books, id))?.[2]?.[0]).toBe('70.00');
    await runForOutput(reverseTransaction, books.org.callAs('controller'), {
      id: memo.id,
      reversalReason: 'Credited by mistake',
      reversalDate: '2026-03-01',
    });
    expect((await toBill(books, id))?.[2]).toEqual(['100.00', '0.00']);
    await books.tiesOut();
  });

  it('is copied with the document except for the commitment period, which the copy does not bill again', async () => {
    const { books, id } = await committed();
    const lines = [{ unitPrice: '80', obligationKey: 'calls', commitmentFrom: '2026-02-01' }];
    const made = await createDocument(books.org, { revenueContractId: id, lines });
    expect(made.lines[0]).toMatchObject({ obligationKey: 'calls', commitmentFrom: '2026-02-01' });
    const copy = await runForOutput(duplicateTransaction, books.org.callAs('accountant'), { id: made.id });
    expect(copy.lines[0]).toMatchObject({ obligationKey: 'calls', commitmentFrom: null });
  });
});

describe('a bill and the payments of a financing plan (606-10-32-20)', () => {
  it('a bill for an obligation covers the payments agreed for that obligation and none agreed for others, so its interest is kept separate', async () => {
    // Goods for 121 in two years, worth 100 now: 21 of interest. The service of 60 was agreed before and is paid as it is billed.
    const books = await openBooks('2027-12-31');
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      price: { fixed: '60' },
      obligations: [{ key: 'help', ssp: '60', pattern: { kind: 'POINT' } }],
    });
    await books.modify(contract.id, {
      date: '2026-01-15',
      additions: [{ key: 'goods', price: '121', ssp: '100', distinct: true, pattern: { kind: 'POINT' } }],
      financing: {
        kind: 'ARREARS',
        monthsPerPeriod: 12,
        periods: 2,
        cashPrice: '100',
        start: '2026-01-01',
        payments: [{ at: 2, amount: '121' }],
      },
      ownContract: false,
      reason: 'Goods added, payable in two years',
    });
    const bill = (date: string, amount: string, key?: string) =>
      books.tell(contract.id, {
        kind: 'invoice',
        ...on(date),
        amount,
        ...(key !== undefined && { items: [{ key, amount }] }),
      });
    const unearned = async () => (await books.read(contract.id)).balances.unearnedInterest;
    await bill('2026-02-01', '60', 'help');
    expect(await unearned()).toBe('0.00');
    await bill('2026-03-01', '121', 'goods');
    expect(await unearned()).toBe('21.00');
    await books.tiesOut();
  });
});
