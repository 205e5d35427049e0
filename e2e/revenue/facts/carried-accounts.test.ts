import { afterAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { statementsOf } from '@/testing/statements';
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

/** Voids a fact of a kind: of several the last, or one by its place. */
const voided = async (books: Books, id: string, kind: string, place = -1) => {
  const { events } = await books.read(id);
  const { event } = events.filter((one) => one.event.kind === kind).at(place) ?? { event: { id: '' } };
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
async function sold(books: Books, isEstimated = true): Promise<string> {
  const { contract } = await books.contract({
    ...{ contractDate: '2026-01-01', currencyCode: 'EUR', price: { fixed: '10000' } },
    obligations: [{ ...point('goods', '10000'), nature: 'GOODS' }],
  });
  await books.tell(
    contract.id,
    { kind: 'invoice', ...on('2026-01-10'), amount: '10000' },
    deliver('2026-01-10', 'goods'),
    ...(isEstimated ? [expecting('2026-01-10', '100', '3')] : []),
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

// Three of January, of which one is no longer expected in February and one comes back in March. Without January's estimate two arose in
// February: 120 at 1.20 are 144.00, of which one leaves at 72.00.
describe('an estimate of returns that was recorded in error, in a foreign currency', () => {
  /** What is left of a sale, its estimates and a return, the first of them recorded in error where it is. */
  async function left(isInError: boolean, closed: readonly string[]) {
    const books = await inEuro();
    const id = await sold(books, isInError);
    const facts = [
      expecting('2026-02-10', '100', '2'),
      { kind: 'return' as const, ...on('2026-03-10'), key: 'goods', amount: '100', quantity: '1' },
    ];
    for (const [index, fact] of facts.entries()) {
      const month = closed[index];
      if (month !== undefined) {
        await books.run(month);
        await close(books, month);
      }
      await books.tell(id, fact);
    }
    if (isInError) await voided(books, id, 'returnsEstimate', 0);
    await pass(books);
    const { '1330': asset, '1410': inventory, '5400': cost } = await ledger(books, false);
    return { books, id, left: [asset, inventory, cost] };
  }

  it('830-10-45-18: leaves, when it is voided after its goods were released, what one never recorded leaves', async () => {
    const { books, id, left: never } = await left(false, []);
    expect(never).toEqual(['60 (72)', '-5940 (-7128)', '5880 (7056)']);
    await pass(books);
    const { books: again, left: voidedOne } = await left(true, []);
    expect(voidedOne).toEqual(never);
    const other = await ledger(again);
    expect(await ledger(books)).toMatchObject(
      Object.fromEntries(Object.entries(other).filter(([place]) => /1330|1410|5400/.test(place))),
    );
    await books.tell(id, expecting('2026-03-20', '100', '0'));
    expect((await ledger(books, false))['1330']).toBeUndefined();
  });

  it('does so when the months were closed in between, and follows corrected rates as if it had not been recorded', async () => {
    const never = await left(false, ['2026-01', '2026-02']);
    const taken = await left(true, ['2026-01', '2026-02']);
    expect(taken.left).toEqual(never.left);
    for (const { books } of [never, taken]) {
      await set(books, { '2026-01-01': '1.15', '2026-02-01': '1.25', '2026-03-01': '1.40' });
      await correct(books);
      await pass(books);
      expect(await correct(books)).toEqual([]);
      const { '1330': asset, '1410': inventory, '5400': cost } = await ledger(books, false);
      expect([asset, inventory, cost]).toEqual(['60 (75)', '-5940 (-7425)', '5880 (7350)']);
    }
  });

  // The three of February are 180 at 1.20, although they are booked in March.
  it('830-10-45-18: voided after one that changed nothing, leaves that at the rate of its own day', async () => {
    const books = await inEuro();
    const id = await sold(books);
    await books.tell(id, expecting('2026-02-10', '100', '3'));
    for (const month of ['2026-01', '2026-02']) {
      await books.run(month);
      await close(books, month);
    }
    await voided(books, id, 'returnsEstimate', 0);
    expect(await ledger(books, false)).toMatchObject({
      ...{ '1330': '180 (216)', '1410': '-6000 (-7200)', '5400': '5820 (6984)' },
    });
    await pass(books);
    await set(books, { '2026-03-01': '1.40' });
    expect(await correct(books)).toEqual([]);
  });

  // One of three comes back in March at 66.00. Five were expected from February on: 198.00 and 144.00, of which a fifth is 68.40.
  it('830-10-45-18: recorded late, changes at what the goods of a later fact were released, in base currency alone', async () => {
    const books = await inEuro();
    const id = await sold(books);
    await books.tell(id, { kind: 'return', ...on('2026-03-10'), key: 'goods', amount: '100', quantity: '1' });
    expect(await ledger(books)).toMatchObject({ '2026-03 1330': '-60 (-66)', '2026-03 1410': '60 (66)' });
    await books.tell(id, expecting('2026-02-10', '100', '5'));
    expect(await ledger(books)).toMatchObject({
      ...{ '2026-02 1330': '120 (144)', '2026-02 5400': '-120 (-144)' },
      ...{ '2026-03 1330': '-60 (-68.4)', '2026-03 1410': '60 (68.4)' },
    });
    await pass(books);
    await set(books, { '2026-02-01': '1.25' });
    expect(await correct(books)).toEqual([
      ['2026-02-10', '144.00', '150.00'],
      ['2026-03-10', '2.40', '3.60'],
    ]);
    await pass(books);
    expect(await correct(books)).toEqual([]);
  });
});

// 240 provided in January at 1.10 are 264.00; of these 90 are used in February, and the rest is voided.
it('IAS 21.16: a provision that a journal of a contract makes is settled by work and leaves at what it is carried at', async () => {
  const books = await inEuro();
  const id = await sold(books);
  const provide = (date: string, debit: 'COST_OF_SALES' | 'LOSS_PROVISION', amount: string) =>
    books.tell(id, {
      ...{ kind: 'journal' as const, ...on(date), memo: 'Onerous' },
      lines: [
        { account: debit, debit: amount },
        { account: debit === 'COST_OF_SALES' ? 'LOSS_PROVISION' : 'COST_OF_SALES', credit: amount },
      ],
    });
  await provide('2026-01-20', 'COST_OF_SALES', '240');
  await provide('2026-02-20', 'LOSS_PROVISION', '90');
  expect(await ledger(books)).toMatchObject({ '2026-02 2130': '90 (99)', '2026-02 5400': '-90 (-99)' });
  await provide('2026-03-20', 'LOSS_PROVISION', '150');
  expect((await ledger(books, false))['2130']).toBeUndefined();
  await pass(books);
  await set(books, { '2026-01-01': '1.15' });
  expect((await correct(books)).slice(1)).toEqual([
    ['2026-01-20', '264.00', '276.00'],
    ['2026-02-20', '99.00', '103.50'],
    ['2026-03-20', '165.00', '172.50'],
  ]);
  await pass(books);
  expect((await ledger(books, false))['2130']).toBeUndefined();
});

/** What another party supplied of 1,000 for 900, in January. */
async function supplied(books: Books, capacity: 'AGENT' | 'PRINCIPAL', isRun = true): Promise<string> {
  const { contract } = await books.contract({
    ...{ contractDate: '2026-01-01', currencyCode: 'EUR', price: { fixed: '1000' } },
    obligations: [{ ...point('a', '1000'), capacity, supplierShare: '900' }],
  });
  await books.tell(contract.id, pays('2026-01-05', '1000'), deliver('2026-01-05', 'a'));
  if (isRun) await books.run('2026-01');
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

  it('830-20-35-1: of a principal’s delivery too, with its cost at the rate at which it was booked', async () => {
    const books = await inEuro();
    const id = await supplied(books, 'PRINCIPAL');
    expect(await ledger(books, false)).toMatchObject({ '2340': '-900 (-990)', '5400': '900 (990)' });
    await close(books, '2026-01');
    await voided(books, id, 'delivery');
    await books.run('2026-02');
    const left = await ledger(books);
    expect(left).toMatchObject({
      '2026-02 2340': '900 (990)',
      '2026-02 5400': '-900 (-990)',
    });
    await pass(books);
    await set(books, { '2026-02-01': '1.25' });
    expect(await correct(books)).toEqual([]);
    await set(books, { '2026-01-01': '1.15' });
    expect(await correct(books)).toEqual([
      ['2026-01-05', '990.00', '1035.00'],
      ['2026-02-01', '990.00', '1035.00'],
    ]);
    expect((await ledger(books, false))['2340']).toBeUndefined();
    await pass(books);
    expect(await correct(books)).toEqual([]);
  });
});

it('what many contracts carry is corrected with as many statements as what a few carry', async () => {
  const statements = async (count: number) => {
    const books = await inEuro();
    for (let made = 0; made < count; made += 1) {
      await books.tell(await sold(books), expecting('2026-02-10', '100', '2'));
      await supplied(books, 'AGENT', false);
    }
    // The first one opens what connections it needs.
    expect(await correct(books)).toEqual([]);
    await set(books, { '2026-01-01': '1.15' });
    const sent = await statementsOf(() => correct(books));
    expect(sent.result).toHaveLength(3 * count);
    return sent.count;
  };
  expect(await statements(4)).toBe(await statements(1));
});
