import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { sql, withTenantReport, withTenantSql } from '@/db/tenancy';
import { HISTORIES as OF_A_LAW } from '@/testing/long-run';
import { runForOutput } from '@/usecases/kit/run';
import { voidFact } from '@/usecases/revenue/events/void-fact';
import { type Books, type Draft, type Fact, openBooks } from '../books';

// Proves the laws revenue/effect-of-move, revenue/effect-of-revenue of prisma/sql, with waitingBalances of core.

afterAll(closeConnections);

const HISTORIES = Math.max(2, Math.round(OF_A_LAW / 40));
const MONTHS = ['2026-01', '2026-02', '2026-03', '2026-04'];
/** A month in which nothing happens: late facts of closed months are booked by then. */
const AFTER = '2026-05';
const AMPLE = 600_000 + HISTORIES * 10_000;

const draft: Draft = {
  contractDate: '2026-01-01',
  endDate: '2026-12-31',
  price: { fixed: '6000' },
  obligations: [{ key: 'units', ssp: '6000', pattern: { kind: 'UNITS', quantity: '120' } }],
};

/** What happens on a day; `wrong`: it is voided after everything else. */
interface Happened {
  readonly fact: Fact;
  readonly wrong: boolean;
}

const amount = fc.integer({ min: 1, max: 60 }).map((tens) => String(tens * 10));
const happened = fc
  .record({
    month: fc.nat(3),
    day: fc.integer({ min: 1, max: 28 }),
    amount,
    kind: fc.constantFrom('cancellable', 'cancellable', 'bill', 'payment', 'payment', 'units', 'units'),
    wrong: fc.nat(5).map((one) => one === 0),
  })
  .map(({ month, day, amount: size, kind, wrong }): Happened => {
    const effectiveDate = `${MONTHS[month]}-${String(day).padStart(2, '0')}`;
    if (kind === 'units') {
      const quantity = String(Number(size) / 50);
      return { wrong, fact: { kind: 'delivery', key: 'units', effectiveDate, quantity } };
    }
    if (kind === 'payment') return { wrong, fact: { kind: 'payment', effectiveDate, amount: size } };
    return {
      wrong,
      fact: { kind: 'invoice', effectiveDate, amount: size, unconditional: kind === 'bill' },
    };
  });
const history = fc
  .array(happened, { minLength: 3, maxLength: 8 })
  .filter((facts) => facts.some(({ fact }) => fact.kind === 'invoice' && fact.unconditional === false))
  .chain((facts) => fc.record({ facts: fc.constant(facts), order: permutation(facts.length) }));

function permutation(size: number): fc.Arbitrary<number[]> {
  const places = Array.from({ length: size }, (_, place) => place);
  return fc.shuffledSubarray(places, { minLength: size, maxLength: size });
}

const byDay = (facts: readonly Happened[]) =>
  [...facts].sort((a, b) => (a.fact.effectiveDate < b.fact.effectiveDate ? -1 : 1));

async function tell(books: Books, id: string, { fact, wrong }: Happened): Promise<string[]> {
  const view = await books.tell(id, fact);
  return wrong ? [view.events.at(-1)?.event.id ?? ''] : [];
}

async function takeBack(books: Books, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    await runForOutput(voidFact, books.org.callAs('controller'), { id, reason: 'told of another contract' });
  }
}

/** The balances of a contract's accounts at the end of each month, and the bills still waiting. */
async function standing(
  books: Books,
  id: string,
  by: readonly string[] = MONTHS,
): Promise<{ months: readonly object[]; waits: number }> {
  const claim = { organizationId: books.org.principals.admin.organizationId, userId: null };
  return withTenantReport(claim, async (tenant) => {
    const months = await sql<object>(
      tenant,
      `select l.month, coalesce(sum(m.receivable), 0)::float as receivable, coalesce(sum(m.deferred - m.contract_asset), 0)::float as net,
         coalesce(sum(m.revenue), 0)::float as revenue
       from unnest($3::text[]) as l (month) left join revenue_movements m on m.organization_id = $1::uuid and m.contract_id = $2::uuid
         and to_char(m.posting_date, 'YYYY-MM') <= l.month
       group by 1 order by 1`,
      [books.org.organizationId, id, by],
    );
    const [position] = await sql<{ pending: number }>(
      tenant,
      `select coalesce(sum(pending), 0)::float as pending from revenue_positions where organization_id = $1::uuid and contract_id = $2::uuid`,
      [books.org.organizationId, id],
    );
    return { months, waits: position?.pending ?? 0 };
  });
}

const atTheEnd = (books: Books, id: string) => standing(books, id, [AFTER]);

async function closeThrough(books: Books, month = ''): Promise<void> {
  const claim = { organizationId: books.org.principals.admin.organizationId, userId: null };
  await withTenantSql(claim, (tenant) =>
    sql(
      tenant,
      `update fiscal_periods set period_status = 'CLOSED' where organization_id = $1::uuid and to_char(end_date, 'YYYY-MM') <= $2`,
      [books.org.organizationId, month],
    ),
  );
}

describe('bills that the customer can still cancel (606-10-45-4, Example 38 Case A)', () => {
  it(
    'have the same balances by month and account as if everything had been recorded on its day, whatever the order of facts and runs',
    async () => {
      await fc.assert(
        fc.asyncProperty(history, async ({ facts, order }) => {
          const books = await openBooks();
          const made = async () => (await books.contract(draft)).contract.id;
          const [inTime, before, after, never] = [await made(), await made(), await made(), await made()];
          const shuffled = order.flatMap((place) => facts[place] ?? []);
          // Recorded before any month was run, in any order.
          const wrongBefore: string[] = [];
          for (const one of shuffled) wrongBefore.push(...(await tell(books, before, one)));
          // Recorded on its day, with the wrong facts and without them.
          const wrongInTime: string[] = [];
          for (const month of MONTHS) {
            for (const one of byDay(facts).filter(({ fact }) => fact.effectiveDate.startsWith(month))) {
              wrongInTime.push(...(await tell(books, inTime, one)));
              if (!one.wrong) await tell(books, never, one);
            }
            await books.run(month);
          }
          // Recorded when every month had been run.
          const wrongAfter: string[] = [];
          for (const one of shuffled) wrongAfter.push(...(await tell(books, after, one)));
          await takeBack(books, [...wrongBefore, ...wrongInTime, ...wrongAfter]);
          for (const month of MONTHS) await books.run(month);
          const expected = await standing(books, never);
          expect(await standing(books, inTime)).toEqual(expected);
          expect(await standing(books, before)).toEqual(expected);
          expect(await standing(books, after)).toEqual(expected);
        }),
        { numRuns: HISTORIES },
      );
    },
    AMPLE,
  );

  it(
    'come to the same sums when months are closed before their facts are recorded',
    async () => {
      await fc.assert(
        fc.asyncProperty(history, fc.nat(3), fc.nat(3), async ({ facts, order }, first, second) => {
          const books = await openBooks();
          const made = async () => (await books.contract(draft)).contract.id;
          const [inTime, late] = [await made(), await made()];
          for (const month of MONTHS) {
            for (const { fact } of byDay(facts).filter(({ fact }) => fact.effectiveDate.startsWith(month))) {
              await books.tell(inTime, fact);
            }
            await books.run(month);
          }
          const shuffled = order.flatMap((place) => facts[place] ?? []);
          const half = Math.ceil(shuffled.length / 2);
          for (const [index, { fact }] of shuffled.entries()) {
            if (index === 0) await closeThrough(books, MONTHS[first]);
            if (index === half) await closeThrough(books, MONTHS[second]);
            await books.tell(late, fact);
          }
          for (const month of ['2026-02', '2026-03', '2026-04', AFTER]) {
            if (month > (MONTHS[Math.max(first, second)] ?? '')) await books.run(month);
          }
          expect(await atTheEnd(books, late)).toEqual(await atTheEnd(books, inTime));
        }),
        { numRuns: HISTORIES },
      );
    },
    AMPLE,
  );
});
