import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { lastDayOf } from '@/core/revenue/days';
import { closeConnections } from '@/db/client';
import { cases } from '@/testing/long-run';
import { setExchangeRates } from '@/usecases/fx/exchange-rates';
import { revaluePeriod } from '@/usecases/fx/revalue-period';
import { runForOutput } from '@/usecases/kit/run';
import { listPeriods } from '@/usecases/periods/list-periods';
import { voidFact } from '@/usecases/revenue/events/void-fact';
import { verifyBooks } from '@/usecases/verify/verify-books';
import { type Books, openBooks } from '../books';
import { type Agreed, accepted, agreed, MONTHS, spend, tell } from './drawn-agreements';
import { close, ledger } from './reversed-books';

afterAll(closeConnections);

const HISTORIES = cases(4, 30);
const AMPLE = 600_000 + HISTORIES * 20_000;

/** The rate of each month: it rises, falls by more than a tenth, and jumps. */
const RATES = ['1.10', '1.31', '0.94', '1.52'];

async function booksAbroad(currencyCode: string): Promise<Books> {
  const books = await openBooks();
  const rates = RATES.flatMap((rate, index) => {
    const month = `2026-0${index + 1}`;
    const of = { fromCurrency: currencyCode, toCurrency: 'USD', rate };
    return [
      { ...of, rateDate: `${month}-01`, rateType: 'SPOT' },
      { ...of, rateDate: lastDayOf(month), rateType: 'CLOSING' },
    ];
  });
  await runForOutput(setExchangeRates, books.org.callAs('controller'), { rates, confirmation: 'Drawn' });
  return books;
}

/** Accounts whose balance in base currency belongs to what stands in them: customers, the contract position, refunds and interest. */
const STANDING = ['1210', 'position', '2320', '1340', '2370', '2380'];

/** Those of them that are carried at something although nothing stands in them. */
async function carriedAtNothing(books: Books): Promise<string[]> {
  return Object.entries(await ledger(books, false))
    .filter(([account, amount]) => STANDING.includes(account) && amount.startsWith('0 ('))
    .map(([account, amount]) => `${account} ${amount}`);
}

interface Life {
  readonly currencyCode: string;
  readonly of: Agreed;
  /** How many months are run before the late facts and the change. */
  readonly run: number;
  /** Whether each of those months is revalued at its closing rate, and how many of them are closed. */
  readonly isRevalued: boolean;
  readonly closed: number;
  /** The places of facts that were recorded in error and are voided. */
  readonly wrong: readonly number[];
}

const life: fc.Arbitrary<Life> = fc.record({
  currencyCode: fc.constantFrom('EUR', 'EUR', 'JPY', 'KWD'),
  of: agreed,
  run: fc.nat(3),
  isRevalued: fc.boolean(),
  closed: fc.nat(2),
  wrong: fc.array(fc.nat(7), { maxLength: 2 }),
});

async function revalue(books: Books, month: string): Promise<void> {
  const periods = await runForOutput(listPeriods, books.org.callAs('viewer'), {});
  const periodId = periods.find(({ label }) => label === month)?.id;
  await runForOutput(revaluePeriod, books.org.callAs('controller'), { periodId });
}

/** Lives through a history: facts, runs, late facts, a modification, voided facts, and runs to its end. */
async function live({ currencyCode, of, run, isRevalued, closed, wrong }: Life): Promise<Books> {
  const books = await booksAbroad(currencyCode);
  const { id } = (await books.contract({ ...of.draft, currencyCode })).contract;
  await tell(books, id, of.facts);
  if (of.cost !== null) await spend(books, id, of.cost);
  for (const month of MONTHS.slice(0, run)) {
    await books.run(month);
    if (isRevalued) await revalue(books, month);
  }
  const shut = MONTHS.slice(0, Math.min(closed, run));
  for (const month of shut.slice(-1)) await close(books, month);
  await tell(books, id, of.late);
  await accepted(() =>
    books.modify(id, {
      ...of.change,
      treatment: of.treatment,
      confirm: ['CUT_BELOW_EARNED'],
      reason: 'As agreed with the customer',
    }),
  );
  const { events } = await books.read(id);
  for (const place of wrong) {
    const event = events[1 + (place % Math.max(1, events.length - 1))]?.event;
    const call = books.org.callAs('revenue');
    if (event !== undefined)
      await accepted(() => runForOutput(voidFact, call, { id: event.id, reason: 'Of another contract' }));
  }
  for (const month of [...MONTHS.slice(shut.length), '2026-04']) await books.run(month);
  return books;
}

describe('random histories of a contract in a foreign currency whose rate differs in each month', () => {
  it(
    'can all be recorded and run, the books pass every check, and where nothing stands nothing is carried',
    async () => {
      await fc.assert(
        fc.asyncProperty(life, async (one) => {
          const books = await live(one);
          await books.tiesOut();
          const { breaches } = await runForOutput(verifyBooks, books.org.callAs('auditor'), {});
          expect(breaches).toEqual([]);
          expect(await carriedAtNothing(books)).toEqual([]);
        }),
        { numRuns: HISTORIES },
      );
    },
    AMPLE,
  );
});
