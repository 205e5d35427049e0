import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { RefusalError } from '@/core/refusals';
import { closeConnections } from '@/db/client';
import { readBehindBalance } from '@/db/revenue/behind-balances';
import { addUpBalanceTotals, type BalanceSpan, readBalanceTotals } from '@/db/revenue/contract-balances';
import type { RevenueScope } from '@/db/revenue/months';
import { withTenantReport } from '@/db/tenancy';
import { cases } from '@/testing/long-run';
import { runForOutput } from '@/usecases/kit/run';
import { recordEvent } from '@/usecases/revenue/events/record-event';
import { reverseRun } from '@/usecases/revenue/runs/reverse-run';
import { type Books, type Fact, openBooks } from '../../books';
import { databaseNow } from '../moments';
import { close } from '../reversed-books';
import { check, claimOf, foundBy, someFact } from './checked-books';
import { born, type Happening, happen, type Life, told } from './effective-books';
import { copyNow, exact } from './then-books';

// Proves what contract balances as of a day in effect mean (docs/accounting.md, "Reports"), whichever way they are read.

afterAll(closeConnections);

/** Number of random histories, each in two companies. */
const HISTORIES = cases(6, 24, 400);
const ASKED = 30;

const firstOf = (month: number) =>
  `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-01`;
const NOVEMBER = 2025 * 12 + 10;
const AUGUST = 2026 * 12 + 7;

const PREPAID: Fact = { kind: 'invoice', effectiveDate: '2026-01-12', amount: '2900' };

interface Asked {
  readonly from: number;
  readonly months: number;
  readonly of: 'all' | 'root' | 'branch' | 'euros';
  /** After which happening it is asked as known; null: as known now. */
  readonly moment: number | null;
}

const spanOf = ({ from, months }: Asked): BalanceSpan => {
  const to = Math.min(from + months, AUGUST);
  return { from: firstOf(from), until: firstOf(to + 1), soon: firstOf(to + 13) };
};

const scopeOf = (
  { books, branch, moments }: Life,
  { of, moment }: Asked,
  effectiveAsOf: string | null,
): RevenueScope => ({
  subsidiaryIds: of === 'root' ? [books.org.ids.rootSubsidiary] : of === 'branch' ? [branch] : null,
  currencyCode: of === 'euros' ? 'EUR' : 'USD',
  effectiveAsOf,
  knownAsOf: moment === null ? null : (moments[moment % moments.length] ?? null),
  isByMonth: true,
});

type Step = { readonly pick: number } & (
  | Happening
  | { readonly check: number }
  | { readonly copy: true }
  | { readonly next: true }
  | { readonly back: 'whole' | 'one' }
  | { readonly wrong: true }
);

/** What a step is in books that have come so far; null where there is nothing to run, to reverse, to void. */
function happeningOf(step: Step, { facts, runs, ids }: Life, gone: Set<number>): Happening | null {
  if ('check' in step || 'copy' in step) return null;
  if ('next' in step) return runs.length < 5 ? { run: runs.length + 1 } : null;
  if ('back' in step) {
    return runs.length === 0
      ? null
      : { reverse: runs.length - 1, of: step.back === 'whole' ? null : step.pick % ids.length };
  }
  if ('wrong' in step) {
    const left = facts.map((_, place) => place).filter((place) => !gone.has(place));
    const voided = left[step.pick % Math.max(left.length, 1)];
    return voided === undefined ? null : { voided };
  }
  return step;
}

describe('contract balances as of a day in effect', () => {
  const step = (factsThrough: number, lastClosed: string | null) =>
    fc.oneof(
      {
        weight: 8,
        arbitrary: fc.record({
          fact: someFact(factsThrough),
          contract: fc.nat(5),
          post: fc.constantFrom(false, false, false, true),
          pick: fc.nat(99),
        }),
      },
      { weight: 3, arbitrary: fc.record({ next: fc.constant(true as const), pick: fc.nat(99) }) },
      {
        weight: 1,
        arbitrary: fc.record({ back: fc.constantFrom('whole' as const, 'one' as const), pick: fc.nat(99) }),
      },
      { weight: 1, arbitrary: fc.record({ wrong: fc.constant(true as const), pick: fc.nat(99) }) },
      { weight: 1, arbitrary: fc.record({ sell: fc.constant(true as const), pick: fc.nat(99) }) },
      { weight: 2, arbitrary: fc.record({ check: fc.integer({ min: 1, max: 4 }), pick: fc.nat(99) }) },
      { weight: 1, arbitrary: fc.record({ copy: fc.constant(true as const), pick: fc.nat(99) }) },
      ...(lastClosed === null
        ? []
        : [{ weight: 1, arbitrary: fc.record({ close: fc.constant(lastClosed), pick: fc.nat(99) }) }]),
    );
  const question = fc.record({
    from: fc.integer({ min: NOVEMBER, max: AUGUST }),
    months: fc.nat(6),
    of: fc.constantFrom('all' as const, 'all' as const, 'root' as const, 'branch' as const, 'euros' as const),
    moment: fc.oneof(fc.constant(null), fc.nat(99)),
  });
  const day = fc.constantFrom('2026-01-31', '2026-02-14', '2026-02-28', '2026-03-17', '2026-03-31');
  const history = day.chain((on) =>
    fc.record({
      on: fc.constant(on),
      steps: fc.array(step(5, on < '2026-02' ? null : '2026-01'), { minLength: 14, maxLength: 26 }),
      asked: fc.array(question, { minLength: ASKED, maxLength: ASKED }),
    }),
  );

  it('are those of books in which only what takes effect by it was recorded, and only runs through it were made', async () => {
    let beyond = 0;
    await fc.assert(
      fc.asyncProperty(history, async ({ on, steps, asked }) => {
        const [whole, part] = [await born(), await born()];
        const gone = new Set<number>();
        // A liability of which little is due within the year.
        for (const life of [whole, part]) await happen(life, { fact: PREPAID, contract: 2, post: false });
        const begun = whole.facts.length;
        // Books of less have other numbers of facts and runs.
        const places = { facts: new Map([[begun - 1, begun - 1]]), runs: new Map<number, number>() };
        for (const one of steps) {
          if ('check' in one) await check(whole.books, one.check);
          if ('copy' in one) await copyNow(whole.books);
          const happening = happeningOf(one, whole, gone);
          if (happening === null) continue;
          // What the whole books take, those of less take too: it does not depend on what is later.
          const from = await taken(whole, happening);
          if (from === null) continue;
          if ('voided' in happening) gone.add(happening.voided);
          if (from <= on) {
            await happen(part, inPart(happening, places));
            if ('fact' in happening) places.facts.set(whole.facts.length - 1, part.facts.length - 1);
            if ('run' in happening) places.runs.set(whole.runs.length - 1, part.runs.length - 1);
          }
          whole.moments.push(await databaseNow(whole.books));
          part.moments.push(await databaseNow(part.books));
        }
        for (const round of [0, 1]) {
          if (round === 1) await check(whole.books);
          for (const [place, one] of asked.entries()) {
            if (place % 2 !== round) continue;
            const span = spanOf(one);
            const expected = await withTenantReport(claimOf(part.books), (tenant) =>
              told(tenant, scopeOf(part, one, null), span, place),
            );
            await withTenantReport(claimOf(whole.books), async (tenant) => {
              const scope = scopeOf(whole, one, on);
              const stood = await told(tenant, scope, span, place);
              expect({ on, ...span, ...stood }).toEqual({ on, ...span, ...expected });
              expect(exact(await readBalanceTotals(tenant, scope, span))).toEqual(expected.totals);
              const now = await addUpBalanceTotals(tenant, { ...scope, effectiveAsOf: null }, span);
              if (JSON.stringify(exact(now)) !== JSON.stringify(expected.totals)) beyond += 1;
            });
          }
        }
        expect(await foundBy(whole.books)).toEqual([]);
      }),
      { numRuns: HISTORIES },
    );
    expect(beyond).toBeGreaterThan(HISTORIES * 5);
  });
});

describe('what a run of a later day posted', () => {
  it('is still to be earned: due within the year where it is scheduled there, and not revenue from earlier performance', async () => {
    const books = await openBooks('2026-06-30');
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      endDate: '2028-12-31',
      price: { fixed: '3600' },
      obligations: [
        {
          key: 'care',
          ssp: '3600',
          pattern: { kind: 'RATABLE', start: '2026-01-01', end: '2028-12-31', method: 'EVEN_PERIODS' },
        },
      ],
    });
    await books.tell(contract.id, { kind: 'invoice', effectiveDate: '2026-01-01', amount: '3600' });
    const work = await workOf(books);
    await books.run('2026-01');
    await close(books, '2026-01');
    await books.tell(work, progress('2026-01-20', '0.40'));
    await books.runThrough('2026-02', '2026-04');
    await check(books);
    const span: BalanceSpan = { from: '2026-01-01', until: '2026-05-01', soon: '2027-05-01' };
    const asked = (effectiveAsOf: string) => {
      const scope: RevenueScope = {
        subsidiaryIds: null,
        currencyCode: 'USD',
        effectiveAsOf,
        knownAsOf: null,
        isByMonth: true,
      };
      return withTenantReport(claimOf(books), async (tenant) => {
        const totals = await addUpBalanceTotals(tenant, scope, span);
        expect(exact(await readBalanceTotals(tenant, scope, span))).toEqual(exact(totals));
        const behind: number[] = [];
        for (const figure of ['CURRENT', 'PRIOR_PERFORMANCE'] as const) {
          const [row] = await readBehindBalance(tenant, scope, figure, span, { page: 1, limit: 9 });
          behind.push(Number(row?.total ?? 0));
        }
        const { closingDeferred, current, fromPriorPerformance } = totals;
        expect(behind).toEqual([current, fromPriorPerformance].map(Number));
        return [closingDeferred, current, fromPriorPerformance].map(Number);
      });
    };
    // February 2026 to April 2027 is still to be earned, and due by the end of April 2027.
    expect(await asked('2026-01-31')).toEqual([3500, 1500, 0]);
    expect(await asked('2026-02-28')).toEqual([3400, 1400, 400]);
    expect(await asked('2026-04-30')).toEqual([3200, 1200, 400]);
  });
});

/** Work of 1,000 measured by progress, with nothing else. */
async function workOf(books: Books): Promise<string> {
  const { contract } = await books.contract({
    contractDate: '2026-01-01',
    endDate: '2026-12-31',
    price: { fixed: '1000' },
    obligations: [{ key: 'work', ssp: '1000', pattern: { kind: 'PROGRESS' } }],
  });
  return contract.id;
}

/** Balances through the end of a month as of a day in effect, added up and as they are read otherwise: receivable, net and revenue. */
async function standing(books: Books, until: string, effectiveAsOf: string) {
  const span: BalanceSpan = { from: '2026-01-01', until, soon: `2027${until.slice(4)}` };
  const scope: RevenueScope = {
    subsidiaryIds: null,
    currencyCode: 'USD',
    effectiveAsOf,
    knownAsOf: null,
    isByMonth: true,
  };
  return withTenantReport(claimOf(books), async (tenant) => {
    const totals = await addUpBalanceTotals(tenant, scope, span);
    expect(exact(await readBalanceTotals(tenant, scope, span))).toEqual(exact(totals));
    const { closingReceivable, closingDeferred, closingAsset, revenue } = totals;
    return [closingReceivable, closingDeferred, closingAsset, revenue].map(Number);
  });
}

const progress = (effectiveDate: string, share: string): Fact => ({
  kind: 'progress',
  effectiveDate,
  key: 'work',
  progress: share,
});

describe('what is in effect from another day than its fact or its posting', () => {
  it('is what a run makes due of a bill that waited, on a day before its own: from the day of the run', async () => {
    const books = await openBooks('2026-06-30');
    const id = await workOf(books);
    await books.tell(id, {
      kind: 'invoice',
      effectiveDate: '2026-01-05',
      amount: '1000',
      unconditional: false,
    });
    await books.run('2026-01');
    await books.tell(id, progress('2026-01-20', '0.40'));
    await books.run('2026-02');
    await check(books);
    expect(await standing(books, '2026-02-01', '2026-01-31')).toEqual([0, 0, 0, 0]);
    expect(await standing(books, '2026-03-01', '2026-01-31')).toEqual([0, 0, 0, 0]);
    expect(await standing(books, '2026-02-01', '2026-02-28')).toEqual([400, 400, 0, 0]);
    expect(await standing(books, '2026-03-01', '2026-02-28')).toEqual([400, 0, 0, 400]);
  });

  it('is the reversal of what was posted at once for a fact, after its month was closed: from the day of the reversal', async () => {
    const books = await openBooks('2026-06-30');
    const id = await workOf(books);
    const event = progress('2026-01-20', '0.40');
    const { runId } = await runForOutput(recordEvent, books.org.callAs('revenue'), { id, event, post: true });
    await books.run('2026-01');
    await close(books, '2026-01');
    await runForOutput(reverseRun, books.org.callAs('revenue'), { id: runId ?? '', reason: 'Not finished' });
    await check(books);
    expect(await standing(books, '2026-03-01', '2026-01-31')).toEqual([0, 0, 400, 400]);
    expect(await standing(books, '2026-03-01', '2026-02-28')).toEqual([0, 0, 0, 0]);
    await books.addsUp();
  });

  it('is what a bill recorded late changes of money received later: from the day of the money', async () => {
    const books = await openBooks('2026-06-30');
    const id = await workOf(books);
    await books.tell(id, { kind: 'payment', effectiveDate: '2026-03-10', amount: '500' });
    await books.tell(id, { kind: 'invoice', effectiveDate: '2026-01-10', amount: '500' });
    await check(books);
    expect(await standing(books, '2026-04-01', '2026-01-31')).toEqual([500, 500, 0, 0]);
    expect(await standing(books, '2026-04-01', '2026-03-31')).toEqual([0, 500, 0, 0]);
    await books.addsUp();
  });
});

/** From which day it is in effect; null where it is refused. */
async function taken(life: Life, one: Happening): Promise<string | null> {
  try {
    return await happen(life, one);
  } catch (error) {
    if (error instanceof RefusalError) return null;
    throw error;
  }
}

/** The same with the facts and runs of books of less. */
function inPart(
  one: Happening,
  {
    facts,
    runs,
  }: { readonly facts: ReadonlyMap<number, number>; readonly runs: ReadonlyMap<number, number> },
): Happening {
  if ('voided' in one) return { voided: facts.get(one.voided) ?? -1 };
  if ('reverse' in one) return { ...one, reverse: runs.get(one.reverse) ?? -1 };
  return one;
}
