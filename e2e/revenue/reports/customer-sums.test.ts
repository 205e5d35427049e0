import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { type CustomerQuery, pageCustomerRevenue, readPostedBy } from '@/db/revenue/customer-revenue';
import { customersWithText } from '@/db/revenue/customer-search';
import { DIFFERENT_CHANGES, DIFFERENT_YEARS, yearsFor } from '@/db/revenue/customer-years';
import { NO_ID } from '@/db/revenue/months-then';
import { sql, withTenantReport } from '@/db/tenancy';
import { newId } from '@/lib/ids';
import { cases } from '@/testing/long-run';
import { runForOutput } from '@/usecases/kit/run';
import { type CustomersReport, customersReport } from '@/usecases/revenue/reports/report-customers';
import { DIFFERENT_MOMENTS } from './compared-months';
import {
  day,
  EFFECTIVE_DAYS,
  MOMENTS,
  PLACES,
  type PostedBooks,
  plainly,
  plainlyBy,
  postedBooks,
  type Row,
  sumSome,
  totalOf,
  written,
} from './posted-books';

afterAll(closeConnections);

/**
 * Proves the law revenue/sum-revenue-years, and the notes that revenue/sum-revenue-rows leaves for it: the sums kept of what was posted, and the report of
 * customers that reads both, against a sum by hand over every posted row.
 */

const SEED = Number(process.env.DAYBOOK_SEED ?? 20261219);
const question = fc.record({
  currency: fc.constantFrom('USD', 'USD', 'JPY', 'BHD'),
  subsidiary: fc.constantFrom(null, null, 0, 1),
  from: fc.constantFrom('2024-01', '2024-12', '2025-06', '2025-10', '2025-11', '2026-01', '2026-02'),
  months: fc.integer({ min: 0, max: 23 }),
  known: fc.option(fc.constantFrom(...MOMENTS), { freq: 2, nil: null }),
  search: fc.constantFrom(null, null, null, 'ada', 'ADA', 'zed', '%', '_', 'c-1', 'no such', 'é'),
  order: fc.constantFrom<('AMOUNT' | 'NAME')[]>('AMOUNT', 'NAME'),
  limit: fc.integer({ min: 1, max: 9 }),
});

const EVERYTHING = { isByMonth: true, subsidiaryIds: null, currencyCode: 'USD', effectiveAsOf: null };

const monthAfter = (month: string, months: number) => {
  const at = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 + months;
  return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`;
};

/** Every page of a report, one after the other. */
async function pages(
  ask: (after: string | undefined) => Promise<CustomersReport>,
): Promise<CustomersReport[]> {
  const all: CustomersReport[] = [];
  for (let after: string | null | undefined; after !== null; after = all.at(-1)?.nextCursor ?? null) {
    all.push(await ask(after));
  }
  return all;
}

describe('the sums by customer and year', () => {
  it('give the report of customers every figure that a sum over the posted rows gives, page by page, at any moment', async () => {
    const all = await postedBooks(SEED, cases(220, 1_000));
    const call = all.world.org.callAs('controller');
    const different = () =>
      withTenantReport(all.claim, (tenant) => sql(tenant, DIFFERENT_YEARS, [tenant.organizationId]));
    const left = async () => {
      const [row] = await withTenantReport(all.claim, (tenant) =>
        sql<{ notes: number }>(
          tenant,
          'select coalesce(sum(cardinality(m.customer_ids)), 0)::int as notes from revenue_customer_moves m',
          [],
        ),
      );
      return row?.notes ?? 0;
    };
    const notes = await left();
    expect(notes).toBeGreaterThan(20);
    let answers = 0;
    let figures = 0;
    const questions = fc.sample(question, { seed: SEED, numRuns: cases(150, 600) });
    const categorized = fc.sample(byCategory, { seed: SEED, numRuns: questions.length });
    for (const [at, asked] of questions.entries()) {
      // At first all sums are missing, then some, then none: no answer depends on it.
      if (at % 10 === 9) {
        await sumSome(all, Math.ceil((notes * 15) / questions.length));
        expect(await different()).toEqual([]);
      }
      const to = monthAfter(asked.from, asked.months);
      const subsidiaryId = asked.subsidiary === null ? null : (all.subsidiaries[asked.subsidiary] ?? null);
      const matching = (name: string, number: string) =>
        [name, number].some((text) => text.toLowerCase().includes((asked.search ?? '').toLowerCase()));
      const plain = plainly(all, {
        currency: asked.currency,
        subsidiaryId,
        from: `${asked.from}-01`,
        until: `${monthAfter(to, 1)}-01`,
        knownAsOf: asked.known,
        among:
          asked.search === null
            ? null
            : all.customers.filter(({ name, number }) => matching(name, number)).map(({ id }) => id),
      });
      const shown = await pages((after) =>
        runForOutput(customersReport, call, {
          currencyCode: asked.currency,
          from: asked.from,
          to,
          order: asked.order,
          limit: asked.limit,
          ...(subsidiaryId === null ? {} : { subsidiaryId }),
          ...(asked.known === null ? {} : { knownAsOf: asked.known }),
          ...(asked.search === null ? {} : { search: asked.search }),
          ...(after === undefined ? {} : { after }),
        }),
      );
      const places = PLACES[asked.currency] ?? 2;
      const columns = shown[0]?.columns ?? [];
      expect(columns).toHaveLength(asked.months + 1);
      const inMonth = (own: ReadonlyMap<string, bigint>, month: string) =>
        [...own].filter(([last]) => last.slice(0, 7) === month).reduce((sum, [, minor]) => sum + minor, 0n);
      const rows = shown.flatMap((page) => page.rows);
      expect(new Map(rows.map((row) => [row.customerId, [row.amounts, row.total]]))).toEqual(
        new Map(
          [...plain].map(([customerId, own]) => [
            customerId,
            [columns.map((month) => written(inMonth(own, month), places)), written(totalOf(own), places)],
          ]),
        ),
      );
      expect(rows).toHaveLength(plain.size);
      const ordered = [...rows].sort((a, b) => {
        const byId = (a.customerId ?? NO_ID) < (b.customerId ?? NO_ID) ? -1 : 1;
        if (asked.order === 'AMOUNT') {
          const [x, y] = [
            totalOf(plain.get(a.customerId) ?? new Map()),
            totalOf(plain.get(b.customerId) ?? new Map()),
          ];
          return x === y ? byId : x > y ? -1 : 1;
        }
        // The database's own order of names is held by the pages: here those of one name stand together, those without last.
        return a.name === b.name ? byId : 0;
      });
      expect(rows.map(({ customerId }) => customerId)).toEqual(ordered.map(({ customerId }) => customerId));
      if (asked.order === 'NAME' && plain.has(null)) expect(rows.at(-1)?.customerId).toBeNull();
      for (const page of shown) {
        expect(page.count).toBe(plain.size);
        expect(page.rows.length).toBeLessThanOrEqual(asked.limit);
        expect([page.totals, page.total]).toEqual([
          columns.map((month) =>
            written(
              [...plain.values()].reduce((sum, own) => sum + inMonth(own, month), 0n),
              places,
            ),
          ),
          written(
            [...plain.values()].reduce((sum, own) => sum + totalOf(own), 0n),
            places,
          ),
        ]);
      }
      answers += rows.length;
      const other = categorized[at];
      if (other !== undefined) figures += await compareByCategory(all, other);
    }
    expect(answers).toBeGreaterThanOrEqual(500);
    expect(figures).toBeGreaterThanOrEqual(500);
    expect(await left()).toBe(0);
    // What was added is kept by when it was posted; a moment before nearly all of it is answered from the rows.
    await withTenantReport(all.claim, async (tenant) => {
      expect(await sql(tenant, DIFFERENT_MOMENTS, [])).toEqual([]);
      expect(await sql(tenant, DIFFERENT_CHANGES, [tenant.organizationId])).toEqual([]);
      const ways: string[] = [];
      for (const knownAsOf of ['2020-01-01T00:00:00Z', ...MOMENTS])
        ways.push(await yearsFor(tenant, { ...EVERYTHING, knownAsOf }));
      expect(ways).toEqual(['ROWS', 'LESS_LATER', 'LESS_LATER', 'LESS_LATER']);
    });

    // Spans that begin or end within a month, as fiscal periods of weeks do.
    const spans = [
      ['2025-10-03', '2025-10-31'],
      ['2025-09-05', '2025-10-03'],
      ['2025-10-30', '2026-01-31'],
      ['2026-01-31', '2026-02-28'],
      ['2026-02-28', '2026-07-05'],
      ['2024-12-31', '2026-07-04'],
    ] as const;
    for (const [from, until] of spans) {
      for (const knownAsOf of [null, ...MOMENTS]) {
        const scope = {
          isByMonth: false,
          subsidiaryIds: null,
          currencyCode: 'USD',
          effectiveAsOf: null,
          knownAsOf,
        };
        const plain = plainly(all, {
          currency: 'USD',
          subsidiaryId: null,
          from,
          until,
          knownAsOf,
          among: null,
        });
        for (const way of knownAsOf === null
          ? (['NOW', 'ROWS'] as const)
          : (['LESS_LATER', 'ROWS'] as const)) {
          const query = {
            span: { from, until },
            among: null,
            order: 'AMOUNT',
            after: null,
            from: way,
          } as const;
          const { page, parts } = await withTenantReport(all.claim, async (tenant) => ({
            page: await pageCustomerRevenue(tenant, scope, query, 100),
            parts: await readPostedBy(tenant, scope, query, 'customer', 'period'),
          }));
          expect(new Map(page.rows.map(({ customerId, total }) => [customerId, minorOf(total)]))).toEqual(
            new Map([...plain].map(([customerId, own]) => [customerId, totalOf(own)])),
          );
          const cells = [...plain].flatMap(([customerId, own]) =>
            [...own]
              .filter(([, minor]) => minor !== 0n)
              .map(([last, minor]) => `${customerId ?? NO_ID} ${last} ${minor}`),
          );
          expect(
            parts.map(({ value, column, amount }) => `${value} ${day(column)} ${minorOf(amount)}`).sort(),
          ).toEqual(cells.sort());
        }
      }
    }

    // However many are asked for, and however many contracts they have: found by key, hashed, or among all.
    const scope = {
      isByMonth: true,
      subsidiaryIds: null,
      currencyCode: 'USD',
      effectiveAsOf: null,
      knownAsOf: null,
    };
    const span = { from: '2024-12-01', until: '2026-02-01' };
    const some = [...all.customers.slice(0, 3).map(({ id }) => id), NO_ID];
    const more = [...some, ...Array.from({ length: 300 }, () => newId())];
    await withTenantReport(all.claim, async (tenant) => {
      const of = (among: readonly string[]) => ({
        span,
        among,
        order: 'NAME' as const,
        after: null,
        from: 'NOW' as const,
      });
      const page = await pageCustomerRevenue(tenant, scope, of(some), 100);
      expect(page.rows.length).toBeGreaterThan(2);
      expect(await pageCustomerRevenue(tenant, scope, of(more), 100)).toEqual(page);
      const sorted = async (among: readonly string[]) =>
        (await readPostedBy(tenant, scope, of(among), 'customer', 'period'))
          .map((one) => JSON.stringify(one))
          .sort();
      expect(await sorted(more)).toEqual(await sorted(some));
    });
    await compareWays(all);
  });
});

/** A page by name walks the names of all customers or sorts those with revenue, and a search looks at the names of these or of all: each way gives the same. */
async function compareWays(all: PostedBooks): Promise<void> {
  const span = { from: '2024-12-01', until: '2026-02-01' };
  const found: number[] = [];
  for (const subsidiaryIds of [null, all.subsidiaries.slice(0, 1)])
    await withTenantReport({ ...all.claim, subsidiaryIds }, async (tenant) => {
      for (const currencyCode of ['USD', 'JPY', 'EUR']) {
        const scope = { ...EVERYTHING, subsidiaryIds, currencyCode, knownAsOf: null };
        const query = { span, among: null, order: 'NAME' as const, from: 'NOW' as const };
        let after: CustomerQuery['after'] = null;
        for (let page = 0; page < 12; page += 1) {
          const paged: CustomerQuery = { ...query, after };
          const walked = await pageCustomerRevenue(tenant, scope, paged, 3, 0);
          expect(await pageCustomerRevenue(tenant, scope, paged, 3, 1_000)).toEqual(walked);
          const last = walked.rows.at(-1);
          if (last === undefined) break;
          after = { key: last.name, id: last.customerId ?? NO_ID };
        }
        for (const text of ['ada', 'ADA', 'z', '\\%', 'c-1', 'no such']) {
          const ask = async (most: number) => {
            const among = await customersWithText(tenant, scope, { span, pattern: `%${text}%` }, most);
            return pageCustomerRevenue(tenant, scope, { ...query, among, after: null }, 100);
          };
          // None of the sums, one fewer than there are of some, and all.
          const [whole, ...others] = [await ask(-1), await ask(0), await ask(40), await ask(100_000)];
          for (const other of others) expect(other).toEqual(whole);
          found.push(whole.count);
        }
      }
    });
  expect(found.filter((count) => count > 0).length).toBeGreaterThan(5);
}

type ByCategory = typeof byCategory extends fc.Arbitrary<infer Asked> ? Asked : never;
const byCategory = fc.record({
  currency: fc.constantFrom('USD', 'USD', 'JPY', 'BHD'),
  subsidiary: fc.constantFrom(null, null, 0, 1),
  from: fc.constantFrom('2024-01', '2024-12', '2025-06', '2025-10', '2026-01'),
  months: fc.integer({ min: 0, max: 23 }),
  known: fc.option(fc.constantFrom(...MOMENTS), { freq: 2, nil: null }),
  effective: fc.option(fc.constantFrom(...EFFECTIVE_DAYS), { freq: 2, nil: null }),
  some: fc.boolean(),
  by: fc.constantFrom(null, 'customer' as const, 'customer' as const, 'account' as const, 'nature' as const),
  column: fc.constantFrom(
    'period',
    'account',
    'timing',
    'nature',
    'expedient',
    'subsidiary',
    'cohort',
    'customer',
  ),
});

/** Compares what was posted by two properties, as known then and of a day of effect, each way to the sums, and returns how many figures there were. */
async function compareByCategory(all: PostedBooks, asked: ByCategory): Promise<number> {
  const subsidiaryId = asked.subsidiary === null ? null : (all.subsidiaries[asked.subsidiary] ?? null);
  const until = `${monthAfter(asked.from, asked.months + 1)}-01`;
  const among = asked.some ? [...all.customers.slice(0, 4).map(({ id }) => id), NO_ID] : null;
  const plain = plainlyBy(
    all,
    {
      currency: asked.currency,
      subsidiaryId,
      from: `${asked.from}-01`,
      until,
      knownAsOf: asked.known,
      effectiveAsOf: asked.effective,
      among: among?.map((id) => (id === NO_ID ? null : id)) ?? null,
    },
    (row) => [asked.by === null ? '' : VALUE[asked.by](row), VALUE[asked.column](row)],
  );
  const isNow = asked.known === null && asked.effective === null;
  for (const from of isNow ? (['NOW', 'ROWS'] as const) : (['LESS_LATER', 'ROWS'] as const)) {
    const parts = await withTenantReport(all.claim, (tenant) =>
      readPostedBy(
        tenant,
        {
          isByMonth: false,
          subsidiaryIds: subsidiaryId === null ? null : [subsidiaryId],
          currencyCode: asked.currency,
          effectiveAsOf: asked.effective,
          knownAsOf: asked.known,
        },
        { span: { from: `${asked.from}-01`, until }, among, from },
        asked.by,
        asked.column,
      ),
    );
    const places = PLACES[asked.currency] ?? 2;
    expect(
      new Map(
        parts
          .map(
            ({ value, column, amount }) =>
              [`${value} ${shownDay(asked.column, column)}`, amountOf(amount, places)] as const,
          )
          .filter(([, minor]) => minor !== 0n),
      ),
      JSON.stringify({ ...asked, from }),
    ).toEqual(plain);
  }
  return plain.size;
}

/** What a row is read by. */
const VALUE = {
  customer: ({ customerId }: Row) => customerId ?? NO_ID,
  period: ({ period }: Row) => day(period ?? ''),
  account: ({ categories }: Row) => categories.account,
  timing: ({ categories }: Row) => categories.timing,
  nature: ({ categories }: Row) => categories.nature,
  expedient: ({ categories }: Row) => categories.expedient,
  subsidiary: ({ subsidiaryId }: Row) => subsidiaryId,
  cohort: ({ cohort }: Row) => cohort,
};
const shownDay = (column: string, value: string) => (column === 'period' ? day(value) : value);

/** An amount with four decimals in minor units. */
const amountOf = (text: string, places: number) => BigInt(text.replace('.', '')) / 10n ** BigInt(4 - places);

/** An amount of dollars in cents. */
const minorOf = (text: string) => BigInt(text.replace('.', '')) / 100n;
