import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dec, sum } from '@/core/money/decimal';
import { insertRows } from '@/db/bulk';
import { closeConnections } from '@/db/client';
import { withTenantSql } from '@/db/tenancy';
import { newId } from '@/lib/ids';
import { runForOutput } from '@/usecases/kit/run';
import { behindFigure } from '@/usecases/revenue/reports/report-behind';
import { disaggregationReport } from '@/usecases/revenue/reports/report-revenue';
import { type Books, openBooks } from '../books';

/** Disaggregated revenue where records of a kind share their names: two classes are two rows, each with the contracts that make it up. */

afterAll(closeConnections);

const KINDS = ['class', 'department', 'location', 'customer'] as const;
type Kind = (typeof KINDS)[number];
/** By kind, what each record is called in the report; null: none. Each is earned by at least one of the contracts below. */
const LABELS = {
  class: ['Retail (C1)', 'Retail (C2)', 'none (C3)', null],
  department: ['Sales', 'Field', 'none (D3)', null],
  location: ['Oslo (L1)', 'Oslo (L2)', 'Bergen', null],
  customer: ['Twin (T-1)', 'Twin (T-2)', 'none (N-1)'],
} as const satisfies Readonly<Record<Kind, readonly (string | null)[]>>;

const TABLES = { class: 'classes', department: 'departments', location: 'locations' } as const;
const RECORDS: Readonly<Record<Kind, readonly (readonly [id: string, code: string, name: string])[]>> = {
  class: [
    [newId(), 'C1', 'Retail'],
    [newId(), 'C2', 'Retail'],
    [newId(), 'C3', 'none'],
  ],
  department: [
    [newId(), 'D1', 'Sales'],
    [newId(), 'D2', 'Field'],
    [newId(), 'D3', 'none'],
  ],
  location: [
    [newId(), 'L1', 'Oslo'],
    [newId(), 'L2', 'Oslo'],
    [newId(), 'L3', 'Bergen'],
  ],
  customer: [
    [newId(), 'T-1', 'Twin'],
    [newId(), 'T-2', 'Twin'],
    [newId(), 'N-1', 'none'],
  ],
};

let books: Books;
/** What each contract earns, and at which place of RECORDS its record of each kind is; one behind the last: none. */
const earned: { cents: number; at: Record<Kind, number> }[] = [];

beforeAll(async () => {
  books = await openBooks('2026-02-10');
  await withTenantSql(
    { organizationId: books.org.principals.admin.organizationId, userId: null },
    async (tenant) => {
      for (const kind of ['class', 'department', 'location'] as const)
        await insertRows(
          tenant,
          TABLES[kind],
          RECORDS[kind].map(([id, code, name]) => ({ id, code, name })),
        );
      await insertRows(
        tenant,
        'customers',
        RECORDS.customer.map(([id, customerId, companyName]) => ({ id, customerId, companyName })),
      );
    },
  );
  const drawn = fc.record({
    cents: fc.integer({ min: 1, max: 99_999 }),
    at: fc.record({ class: fc.nat(3), department: fc.nat(3), location: fc.nat(3), customer: fc.nat(2) }),
  });
  // Each record once, then any.
  const each = [0, 1, 2, 3].map((at) => ({
    cents: 100 + at,
    at: { class: at, department: at, location: at, customer: at % 3 },
  }));
  earned.push(
    ...each,
    ...fc.sample(drawn, { numRuns: 12, seed: Number(process.env.DAYBOOK_SEED ?? 20261129) }),
  );
  for (const { cents, at } of earned) {
    const price = dec(String(cents)).div(100).toFixed(2);
    const idOf = (kind: Kind) => RECORDS[kind][at[kind]]?.[0] ?? null;
    await books.contract({
      customerId: idOf('customer') ?? books.org.ids.customer,
      contractDate: '2026-01-01',
      endDate: '2026-01-31',
      price: { fixed: price },
      obligations: [
        {
          key: 'care',
          ssp: price,
          pattern: { kind: 'RATABLE', start: '2026-01-01', end: '2026-01-31' },
          classId: idOf('class'),
          departmentId: idOf('department'),
          locationId: idOf('location'),
        },
      ],
    });
  }
  await books.run('2026-01');
});

/** What contracts with these records earned. */
const earnedBy = (...chosen: readonly (readonly [Kind, number])[]) =>
  sum(
    earned
      .filter(({ at }) => chosen.every(([kind, place]) => at[kind] === place))
      .map(({ cents }) => String(cents)),
  )
    .div(100)
    .toFixed(2);
const labelOf = (kind: Kind, place: number) => LABELS[kind][place] ?? 'none';
const placesOf = (kind: Kind) => LABELS[kind].map((_, place) => place);

describe('revenue by records that share a name', () => {
  it.each(KINDS.flatMap((by) => KINDS.map((against) => [by, against] as const)))(
    'by %s against %s has a row and a column for each record, told apart by their codes, and behind each cell its contracts',
    async (by, against) => {
      const call = books.org.callAs('controller');
      const shown = await runForOutput(disaggregationReport, call, {
        from: '2026-01',
        to: '2026-01',
        by,
        against,
      });
      const sorted = (kind: Kind) =>
        placesOf(kind)
          .map((place) => labelOf(kind, place))
          .sort();
      expect(shown.rows.map(({ value }) => value)).toEqual(sorted(by));
      expect(shown.columns).toEqual(sorted(against));
      for (const place of placesOf(by)) {
        const value = labelOf(by, place);
        const row = shown.rows.find((one) => one.value === value);
        expect([value, row?.total]).toEqual([value, earnedBy([by, place])]);
        for (const other of placesOf(against)) {
          const column = labelOf(against, other);
          const amount = earnedBy([by, place], [against, other]);
          expect([value, column, row?.amounts[shown.columns.indexOf(column)]]).toEqual([
            value,
            column,
            amount,
          ]);
          const behind = await runForOutput(behindFigure, call, {
            asOf: '2026-01',
            figure: {
              kind: 'REVENUE',
              of: 'POSTED',
              year: '2026-01',
              categories: [
                { category: by, value },
                { category: against, value: column },
              ],
            },
          });
          expect([value, column, behind.total]).toEqual([value, column, amount]);
          expect(sum(behind.rows.map((one) => one.amount)).toFixed(2)).toBe(amount);
        }
      }
    },
  );

  it('a name that several customers have means all of them, and one that no record has means none', async () => {
    const behind = async (category: Kind, value: string) =>
      (
        await runForOutput(behindFigure, books.org.callAs('controller'), {
          asOf: '2026-01',
          figure: { kind: 'REVENUE', of: 'POSTED', year: '2026-01', categories: [{ category, value }] },
        })
      ).total;
    expect(await behind('customer', 'Twin')).toBe(
      sum([earnedBy(['customer', 0]), earnedBy(['customer', 1])]).toFixed(2),
    );
    for (const kind of KINDS) expect(await behind(kind, 'Unknown')).toBe('0.00');
    expect(await behind('class', 'Retail')).toBe('0.00');
  });
});
