import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JournalRole } from '@/core/fx/carried-journals';
import { dec, sum } from '@/core/money/decimal';
import { type CarriedFacts, carriedFacts, type FactMove, type JournalFact } from './carried-facts';

type Sides = Partial<Record<JournalRole, string>>;
type Told = { readonly fact: JournalFact; readonly sides: Sides };

const fact = (day: number, rate: string, kind: JournalFact['kind'] = 'returnsEstimate'): JournalFact => ({
  ...{ eventId: `${day}`, memo: 'Goods', kind, seq: day, rate },
  effectiveDate: `2026-01-${String(day).padStart(2, '0')}`,
});

const tell = (books: CarriedFacts, told: readonly Told[], sign = '1'): FactMove[] =>
  books.change(
    told.flatMap(({ fact: one, sides }) =>
      Object.entries(sides).map(([role, amount]) => ({
        ...{ fact: one, role: role as JournalRole, accountId: role },
        amount: dec(amount).times(sign),
      })),
    ),
  );
const said = (moves: readonly FactMove[]) =>
  moves.map(({ fact: { eventId }, role, amount, base }) =>
    [eventId, role, amount.toFixed(), base.toFixed()].join(' '),
  );

const ARISE: Sides = { COST_OF_SALES: '-180', RETURN_ASSET: '180' };
const RELEASE: Sides = { COST_OF_SALES: '60', RETURN_ASSET: '-60' };

describe('the journals of a contract’s facts in base currency', () => {
  // 180 at 1.10 are 198.00, of which 60 leave at 66.00 and not at 72.00.
  it('830-10-45-18: nonmonetary accounts leave at what they are carried at, for cost of sales', () => {
    const books = carriedFacts('USD');
    tell(books, [{ fact: fact(1, '1.10'), sides: ARISE }]);
    expect(said(tell(books, [{ fact: fact(2, '1.20'), sides: RELEASE }]))).toEqual([
      '2 COST_OF_SALES 60 66',
      '2 RETURN_ASSET -60 -66',
    ]);
  });

  // Two come back, one of them unexpected: 66.00 of the asset, and 72.00 of cost of sales at the rate of the day.
  it('606-10-55-27: goods that come back are carried in inventory at what they left, whatever else comes back with them', () => {
    const books = carriedFacts('USD');
    tell(books, [{ fact: fact(1, '1.10'), sides: ARISE }]);
    const sides = { INVENTORY: '120', RETURN_ASSET: '-60', COST_OF_SALES: '-60' };
    expect(said(tell(books, [{ fact: fact(2, '1.20', 'return'), sides }]))).toEqual([
      '2 INVENTORY 120 138',
      '2 RETURN_ASSET -60 -66',
      '2 COST_OF_SALES -60 -72',
    ]);
  });

  it('a fact recorded before others changes theirs in base currency alone', () => {
    const books = carriedFacts('USD');
    tell(books, [{ fact: fact(1, '1.10'), sides: ARISE }]);
    tell(books, [{ fact: fact(3, '1.30', 'return'), sides: { INVENTORY: '60', RETURN_ASSET: '-60' } }]);
    const sides = { COST_OF_SALES: '-120', RETURN_ASSET: '120' };
    expect(said(tell(books, [{ fact: fact(2, '1.20'), sides }]))).toEqual([
      '2 COST_OF_SALES -120 -144',
      '2 RETURN_ASSET 120 144',
      '3 INVENTORY 0 2.4',
      '3 RETURN_ASSET 0 -2.4',
    ]);
  });

  it('keeps the rate at which a fact was first booked, also for what is booked for it later', () => {
    const books = carriedFacts('USD');
    tell(books, [{ fact: fact(1, '1.10'), sides: { COST_OF_SALES: '100', INVENTORY: '-100' } }]);
    expect(
      said(tell(books, [{ fact: fact(1, '1.30'), sides: { COST_OF_SALES: '-100', INVENTORY: '100' } }])),
    ).toEqual(['1 COST_OF_SALES -100 -110', '1 INVENTORY 100 110']);
  });

  it('830-20-35-1: a debt that a fact adds to later is at the rate of its cost, without a gain or loss on exchange', () => {
    const books = carriedFacts('USD');
    const sides = { COST_OF_SALES: '50', SUPPLIER_PAYABLE: '-50' };
    tell(books, [{ fact: fact(1, '1.10', 'accrual'), sides }]);
    expect(said(tell(books, [{ fact: fact(1, '1.30', 'accrual'), sides }]))).toEqual([
      '1 COST_OF_SALES 50 55',
      '1 SUPPLIER_PAYABLE -50 -55',
    ]);
  });

  it('cost of sales takes what rounding leaves', () => {
    const sides = { COST_OF_SALES: '0.67', RETURN_ASSET: '0.67', INVENTORY: '-1.34' };
    expect(said(tell(carriedFacts('USD'), [{ fact: fact(1, '1.5'), sides }]))).toEqual([
      '1 COST_OF_SALES 0.67 1.01',
      '1 RETURN_ASSET 0.67 1',
      '1 INVENTORY -1.34 -2.01',
    ]);
  });

  // 50 owed at 55.00 are settled by a journal of 60.00: 5.00 are lost to the exchange rate.
  it('830-20-35-1: a debt to a supplier leaves at what it is carried at, wherever it came from, and the journal is balanced by a gain or loss on exchange', () => {
    const books = carriedFacts('USD');
    expect(books.move('SUPPLIER_PAYABLE', 'SUPPLIER_PAYABLE', dec('-50'), '1.10').toFixed()).toBe('-55');
    const settled = tell(books, [
      { fact: fact(2, '1.20', 'journal'), sides: { SUPPLIER_PAYABLE: '50', COST_OF_SALES: '-50' } },
    ]);
    expect(said(settled)).toEqual(['2 SUPPLIER_PAYABLE 50 55', '2 COST_OF_SALES -50 -60']);
    expect(sum(settled.map(({ base }) => base)).toFixed()).toBe('-5');
  });

  it('between two accounts that are carried, what they are carried at differently is a gain or loss on exchange', () => {
    const books = carriedFacts('USD');
    const known = { role: 'SUPPLIER_PAYABLE' as const, accountId: 'SUPPLIER_PAYABLE' };
    books.know({ ...known, amount: dec('-50'), base: dec('-55') }, null);
    tell(books, [{ fact: fact(1, '1.20'), sides: { RETURN_ASSET: '50', INVENTORY: '-50' } }]);
    const sides = { SUPPLIER_PAYABLE: '50', RETURN_ASSET: '-50' };
    expect(said(tell(books, [{ fact: fact(2, '1.30', 'journal'), sides }]))).toEqual([
      '2 SUPPLIER_PAYABLE 50 55',
      '2 RETURN_ASSET -50 -60',
    ]);
  });
});

/** Facts of goods, each of its own day and rate. */
const history = fc
  .uniqueArray(
    fc.record({
      day: fc.integer({ min: 1, max: 28 }),
      rate: fc.integer({ min: 50, max: 200 }),
      amount: fc.integer({ min: -300, max: 300 }).filter((one) => one !== 0),
      isReturn: fc.boolean(),
    }),
    { selector: ({ day }) => day, minLength: 1, maxLength: 8 },
  )
  .map((drawn) =>
    drawn.map(({ day, rate, amount, isReturn }): Told => {
      const counter = isReturn ? 'INVENTORY' : 'COST_OF_SALES';
      return {
        fact: fact(day, dec(String(rate)).div('100').toFixed(), isReturn ? 'return' : 'returnsEstimate'),
        sides: { [counter]: String(-amount), RETURN_ASSET: String(amount) },
      };
    }),
  );

/** What facts come to, by fact and account. */
function left(moves: readonly FactMove[]): Record<string, string> {
  const sums = new Map<string, FactMove>();
  for (const move of moves) {
    const name = `${move.fact.eventId} ${move.role}`;
    const { amount, base } = sums.get(name) ?? { amount: dec('0'), base: dec('0') };
    sums.set(name, { ...move, amount: amount.plus(move.amount), base: base.plus(move.base) });
  }
  return Object.fromEntries(
    [...sums]
      .filter(([, { amount, base }]) => !amount.isZero() || !base.isZero())
      .map(([name, { amount, base }]) => [name, `${amount.toFixed()} ${base.toFixed()}`]),
  );
}

const inOrder = (told: readonly Told[]) => [...told].sort((a, b) => a.fact.seq - b.fact.seq);

it('law: recorded in any order, facts come to the same in base currency, and every journal balances', () => {
  fc.assert(
    fc.property(history, (told) => {
      const [books, ordered] = [carriedFacts('USD'), carriedFacts('USD')];
      const moves = told.flatMap((one) => tell(books, [one]));
      expect(left(moves)).toEqual(left(inOrder(told).flatMap((one) => tell(ordered, [one]))));
      expect(left(moves)).toEqual(left(tell(carriedFacts('USD'), told)));
      expect(sum(moves.map(({ base }) => base)).toFixed()).toBe('0');
    }),
  );
});

it('law: a fact recorded and voided leaves what one never recorded leaves, and where nothing stands nothing is carried', () => {
  fc.assert(
    fc.property(history, fc.nat(), (told, pick) => {
      const books = carriedFacts('USD');
      const wrong = told[pick % told.length];
      const moves = told.flatMap((one) => tell(books, [one]));
      if (wrong !== undefined) moves.push(...tell(books, [wrong], '-1'));
      const others = told.filter((one) => one !== wrong);
      const never = carriedFacts('USD');
      expect(left(moves)).toEqual(left(others.flatMap((one) => tell(never, [one]))));
      for (const one of others) moves.push(...tell(books, [one], '-1'));
      expect(left(moves)).toEqual({});
    }),
  );
});

it('law: what is known from before is the same as what was told', () => {
  fc.assert(
    fc.property(history, fc.nat(), (told, cut) => {
      const at = cut % told.length;
      const [books, again] = [carriedFacts('USD'), carriedFacts('USD')];
      for (const { fact: one, ...move } of tell(books, told.slice(0, at))) again.know(move, one);
      expect(said(tell(again, told.slice(at)))).toEqual(said(tell(books, told.slice(at))));
    }),
  );
});
