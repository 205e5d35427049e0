import { afterAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { correctRates } from '@/usecases/fx/correct-rates';
import { setExchangeRates } from '@/usecases/fx/exchange-rates';
import { runForOutput } from '@/usecases/kit/run';
import { voidFact } from '@/usecases/revenue/events/void-fact';
import { verifyBooks } from '@/usecases/verify/verify-books';
import { type Books, openBooks } from '../books';
import { close, ledger } from '../histories/reversed-books';
import { deliver, on, pays, point } from './judged';

afterAll(closeConnections);

const set = (books: Books, rates: Readonly<Record<string, string>>) =>
  runForOutput(setExchangeRates, books.org.callAs('controller'), {
    rates: Object.entries(rates).map(([rateDate, rate]) => ({
      ...{ fromCurrency: 'EUR', toCurrency: 'USD', rateDate, rate },
    })),
    confirmation: 'Rates of the example',
  });

/** Books in dollars, and one euro in them: 1.10 in January, 1.20 in February, 1.30 in March. */
async function inEuro(): Promise<Books> {
  const books = await openBooks();
  await set(books, { '2026-01-01': '1.10', '2026-02-01': '1.20', '2026-03-01': '1.30' });
  return books;
}

/** Corrects the euro's rates of the year; answers the journals that changed, by day, before and after. */
const correct = async ({ org }: Books) =>
  (
    await runForOutput(correctRates, org.callAs('controller'), {
      ...{ subsidiaryId: org.ids.rootSubsidiary, currencyCode: 'EUR', from: '2026-01-01' },
    })
  ).items.flatMap(({ kind, originOn, beforeBase, afterBase }) =>
    kind === 'JOURNAL' ? [[originOn, beforeBase, afterBase]] : [],
  );

const voided = async (books: Books, id: string, kind: string) => {
  const { events } = await books.read(id);
  const { event } = events.findLast((one) => one.event.kind === kind) ?? { event: { id: '' } };
  await runForOutput(voidFact, books.org.callAs('revenue'), { id: event.id, reason: 'Of another contract' });
};

/** The books pass every check. */
async function pass(books: Books): Promise<void> {
  await books.tiesOut();
  const { breaches } = await runForOutput(verifyBooks, books.org.callAs('auditor'), {});
  expect(breaches).toEqual([]);
}

/** Returns expected of a hundred sold at 100 that cost 60 each. */
const expecting = (date: string, units: string, expectedReturns: string) => ({
  ...{ kind: 'returnsEstimate' as const, ...on(date), key: 'goods' },
  ...{ units, unitPrice: '100', unitCost: '60', expectedReturns },
});

/** They are sold and billed in January, three expected to come back. */
async function sold(books: Books): Promise<string> {
  const { contract } = await books.contract({
    ...{ contractDate: '2026-01-01', currencyCode: 'EUR', price: { fixed: '10000' } },
    obligations: [{ ...point('goods', '10000'), nature: 'GOODS' }],
  });
  await books.tell(
    contract.id,
    { kind: 'invoice', ...on('2026-01-10'), amount: '10000' },
    deliver('2026-01-10', 'goods'),
    expecting('2026-01-10', '100', '3'),
  );
  return contract.id;
}

// 180 euros at 1.10 are 198.00. One that is no longer expected leaves at 66.00, not at 72.00; two that come back in March leave at 132.00 for
// inventory, which 6,600.00 had left.
describe('the right to recover goods, in a foreign currency', () => {
  it('830-10-45-18: is released to cost of sales and to inventory at what it is carried at', async () => {
    const books = await inEuro();
    const id = await sold(books);
    await books.tell(id, expecting('2026-02-10', '100', '2'));
    expect(await ledger(books, false)).toMatchObject({
      '1330': '120 (132)',
      '1410': '-6000 (-6600)',
      '5400': '5880 (6468)',
    });
    await books.tell(id, { kind: 'return', ...on('2026-03-10'), key: 'goods', amount: '200', quantity: '2' });
    const left = await ledger(books, false);
    expect(left).toMatchObject({ '1410': '-5880 (-6468)', '5400': '5880 (6468)' });
    expect(left['1330']).toBeUndefined();
    await books.runThrough('2026-01', '2026-03');
    await pass(books);
  });

  it('follows a corrected rate of the day on which it arose: what was released later is corrected too, once', async () => {
    const books = await inEuro();
    const id = await sold(books);
    await books.tell(id, expecting('2026-02-10', '100', '2'));
    await books.runThrough('2026-01', '2026-02');
    const before = await ledger(books);
    await set(books, { '2026-01-01': '1.15' });
    expect(await correct(books)).toEqual([
      ['2026-01-10', '6600.00', '6900.00'],
      ['2026-02-10', '66.00', '69.00'],
    ]);
    expect(await ledger(books, false)).toMatchObject({ '1330': '120 (138)', '5400': '5880 (6762)' });
    await pass(books);
    expect(await correct(books)).toEqual([]);
    await set(books, { '2026-01-01': '1.10' });
    await correct(books);
    expect(await ledger(books)).toEqual(before);
    await books.tell(id, expecting('2026-03-10', '100', '0'));
    const left = await ledger(books, false);
    expect([left['1330'], left['5400']]).toEqual([undefined, '6000 (6600)']);
    await pass(books);
  });
});

/** What another party supplied of 1,000 for 900, in January. */
async function supplied(books: Books, capacity: 'AGENT' | 'PRINCIPAL'): Promise<string> {
  const { contract } = await books.contract({
    ...{ contractDate: '2026-01-01', currencyCode: 'EUR', price: { fixed: '1000' } },
    obligations: [{ ...point('a', '1000'), capacity, supplierShare: '900' }],
  });
  await books.tell(contract.id, pays('2026-01-05', '1000'), deliver('2026-01-05', 'a'));
  await books.run('2026-01');
  return contract.id;
}

// 900 euros are owed at 990.00. Taken back in February at 1.20 they would leave 90.00 where nothing is owed.
describe('what is owed to a supplier, in a foreign currency', () => {
  it('830-20-35-1: of an agent’s delivery voided after its month was closed leaves at what it is carried at', async () => {
    const books = await inEuro();
    const id = await supplied(books, 'AGENT');
    expect((await ledger(books, false))['2340']).toBe('-900 (-990)');
    await close(books, '2026-01');
    await voided(books, id, 'delivery');
    await books.run('2026-02');
    expect((await ledger(books, false))['2340']).toBeUndefined();
    await pass(books);
    await set(books, { '2026-01-01': '1.15' });
    expect(await correct(books)).toEqual([
      ['2026-01-05', '990.00', '1035.00'],
      ['2026-02-01', '990.00', '1035.00'],
    ]);
    expect((await ledger(books, false))['2340']).toBeUndefined();
    await pass(books);
    expect(await correct(books)).toEqual([]);
  });

  it('830-20-35-1: of a principal’s delivery too; its cost is taken back at the rate of the day, and the difference is a loss on exchange', async () => {
    const books = await inEuro();
    const id = await supplied(books, 'PRINCIPAL');
    expect(await ledger(books, false)).toMatchObject({ '2340': '-900 (-990)', '5400': '900 (990)' });
    await close(books, '2026-01');
    await voided(books, id, 'delivery');
    await books.run('2026-02');
    const left = await ledger(books);
    expect(left).toMatchObject({
      '2026-02 2340': '900 (990)',
      '2026-02 5400': '-900 (-1080)',
    });
    await pass(books);
    await set(books, { '2026-02-01': '1.25' });
    expect(await correct(books)).toEqual([['2026-02-01', '1080.00', '1125.00']]);
    expect((await ledger(books, false))['2340']).toBeUndefined();
    await pass(books);
    expect(await correct(books)).toEqual([]);
  });
});
