import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { RefusalError } from '@/core/refusals';
import { addPeriods } from '@/core/revenue/days';
import { closeConnections } from '@/db/client';
import { HISTORIES as OF_A_LAW } from '@/testing/long-run';
import { runForOutput } from '@/usecases/kit/run';
import { voidFact } from '@/usecases/revenue/events/void-fact';
import { listRuns } from '@/usecases/revenue/runs/list-runs';
import { type Books, type Fact, openBooks } from '../books';
import { bridges } from '../runs/bridged';
import { close, ledger, reverse } from './reversed-books';

afterAll(closeConnections);

const HISTORIES = Math.max(2, Math.round(OF_A_LAW / 50));
const MONTHS = ['2026-01', '2026-02', '2026-03', '2026-04', '2026-05'];

type Step =
  | { do: 'fact'; contract: number; fact: Fact }
  | { do: 'void'; pick: number }
  | { do: 'run'; month: number }
  | { do: 'reverse'; pick: number; only: number | null }
  | { do: 'close'; month: number };

const day = fc
  .tuple(fc.constantFrom(...MONTHS), fc.integer({ min: 1, max: 28 }))
  .map(([month, n]) => `${month}-${String(n).padStart(2, '0')}`);
const cents = fc.integer({ min: 1, max: 90_000 }).map((n) => (n / 100).toFixed(2));
const fact: fc.Arbitrary<Fact> = fc.oneof(
  fc.tuple(day, fc.integer({ min: 0, max: 100 })).map(
    ([effectiveDate, share]): Fact => ({
      kind: 'progress',
      effectiveDate,
      key: 'project',
      progress: (share / 100).toFixed(2),
    }),
  ),
  day.map((effectiveDate): Fact => ({ kind: 'delivery', effectiveDate, key: 'point' })),
  fc.tuple(day, cents).map(([effectiveDate, amount]): Fact => ({ kind: 'invoice', effectiveDate, amount })),
  fc.tuple(day, cents).map(([effectiveDate, amount]): Fact => ({ kind: 'payment', effectiveDate, amount })),
  fc
    .tuple(day, cents)
    .map(([effectiveDate, change]): Fact => ({ kind: 'estimateChange', effectiveDate, change })),
);
const steps = (closes: boolean): fc.Arbitrary<Step[]> =>
  fc.array(
    fc.oneof(
      { weight: 4, arbitrary: fc.record({ do: fc.constant('fact' as const), contract: fc.nat(1), fact }) },
      { weight: 1, arbitrary: fc.record({ do: fc.constant('void' as const), pick: fc.nat() }) },
      {
        weight: 3,
        arbitrary: fc.record({ do: fc.constant('run' as const), month: fc.nat(MONTHS.length - 1) }),
      },
      {
        weight: 3,
        arbitrary: fc.record({
          do: fc.constant('reverse' as const),
          pick: fc.nat(),
          only: fc.option(fc.nat(1)),
        }),
      },
      ...(closes
        ? [{ weight: 1, arbitrary: fc.record({ do: fc.constant('close' as const), month: fc.nat(2) }) }]
        : []),
    ),
    { minLength: 4, maxLength: 14 },
  );

/** Carries out a history; with `reversing` false, without its reversals. Ends with runs of every open month. */
async function live(history: readonly Step[], reversing: boolean): Promise<Books> {
  const books = await openBooks();
  const contracts = [0, 1].map(async (index) => {
    const price = String(3000 + index);
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      endDate: '2026-12-31',
      price: { fixed: price },
      obligations: [
        { key: 'term', ssp: '1000', pattern: { kind: 'RATABLE', start: '2026-01-01', end: '2026-12-31' } },
        { key: 'project', ssp: '1000', pattern: { kind: 'PROGRESS' } },
        { key: 'point', ssp: '1000', pattern: { kind: 'POINT' } },
      ],
    });
    return contract.id;
  });
  const ids = await Promise.all(contracts);
  const recorded: string[] = [];
  let closed = '2025-12';
  /** Runs every month from the first open one, so that what was recorded since is posted in its own month. */
  const runThrough = async (month: string) => {
    for (let period = addPeriods(closed, 1); period <= month; period = addPeriods(period, 1)) {
      await books.run(period);
    }
  };
  const call = books.org.callAs('revenue');
  const attempt = async (work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof RefusalError)) throw error;
    }
  };
  for (const step of history) {
    if (step.do === 'fact') {
      await attempt(async () => {
        const view = await books.tell(ids[step.contract] ?? '', step.fact);
        recorded.push(view.events.at(-1)?.event.id ?? '');
      });
    } else if (step.do === 'void') {
      const id = recorded[step.pick % Math.max(1, recorded.length)];
      if (id !== undefined)
        await attempt(() => runForOutput(voidFact, call, { id, reason: 'Recorded wrongly' }));
    } else if (step.do === 'run') await runThrough(MONTHS[step.month] ?? '');
    else if (step.do === 'close') {
      const month = MONTHS[step.month] ?? '';
      if (month > closed) {
        await runThrough(month);
        await close(books, month);
        closed = month;
      }
    } else if (reversing) {
      const { rows } = await runForOutput(listRuns, call, { limit: 100 });
      const posted = rows.filter(({ kind, postedRows }) => kind === 'PERIOD' && postedRows > 0);
      const run = posted[step.pick % Math.max(1, posted.length)];
      const only = step.only === null ? undefined : [ids[step.only] ?? ''];
      if (run !== undefined) await attempt(() => reverse(books, run.id, only));
    }
  }
  await bridges(books, ids);
  await runThrough('2026-05');
  await books.tiesOut();
  await bridges(books, ids);
  return books;
}

describe('reversals in random histories', () => {
  const budget = 600_000 + HISTORIES * 20_000;

  it(
    'all periods open: after the last runs the ledger is, by month and account, what it would be if nothing had been reversed',
    async () => {
      await fc.assert(
        fc.asyncProperty(steps(false), async (history) => {
          const [never, reversed] = [await live(history, false), await live(history, true)];
          expect(await ledger(reversed)).toEqual(await ledger(never));
        }),
        { numRuns: HISTORIES },
      );
    },
    budget,
  );

  it(
    'with closes in between: the sums by account are what they would be if nothing had been reversed',
    async () => {
      await fc.assert(
        fc.asyncProperty(steps(true), async (history) => {
          const [never, reversed] = [await live(history, false), await live(history, true)];
          expect(await ledger(reversed, false)).toEqual(await ledger(never, false));
        }),
        { numRuns: HISTORIES },
      );
    },
    budget,
  );
});
