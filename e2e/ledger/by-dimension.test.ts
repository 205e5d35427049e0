import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays } from '@/core/periods/calendar';
import { insertRows } from '@/db/bulk';
import { closeConnections } from '@/db/client';
import { sql, withTenantSql } from '@/db/tenancy';
import { newId } from '@/lib/ids';
import { appendTestEntries, type TestEntry } from '@/testing/ledger-entries';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { runForOutput } from '@/usecases/kit/run';
import { accountActivity } from '@/usecases/reports/show-account-activity';
import { incomeByPeriod } from '@/usecases/reports/show-income-by-period';
import { verifyBooks } from '@/usecases/verify/verify-books';
import { batchesOf, holds } from '../support/hold';

// Proves the laws ledger/fold-ledger and ledger/verify-ledger of prisma/sql: what is added up by dimension.

const ENTRIES = 240;
const QUESTIONS = batchesOf(1, 30);
const FIRST_DAY = '2026-03-25';
const DAYS = 14;
const CODES = ['1110', '4100', '6100'] as const;
const NAMES = ['classId', 'departmentId', 'locationId', 'projectId'] as const;
const TABLES = ['classes', 'departments', 'locations', 'projects'] as const;
type Placed = Partial<Record<(typeof NAMES)[number], string>>;

interface Line extends Placed {
  readonly entry: string;
  readonly number: number;
  readonly date: string;
  readonly code: string;
  /** Debits less credits, in whole units. */
  readonly moved: number;
}

let org: TestOrganization;
let ids: string[][];
let lines: Line[];
const query = <Row>(text: string, values: readonly unknown[] = []) =>
  withTenantSql({ organizationId: org.principals.admin.organizationId, userId: null }, (tenant) =>
    sql<Row>(tenant, text, values),
  );

const placedLine = fc.record({
  code: fc.constantFrom(...CODES),
  dimensions: fc.array(fc.constantFrom<(0 | 1 | null)[]>(null, 0, 1), { minLength: 4, maxLength: 4 }),
});
const entryWish = fc.record({
  day: fc.nat({ max: DAYS - 1 }),
  amount: fc.integer({ min: 1, max: 999 }),
  debit: placedLine,
  credit: placedLine,
});

const placedOf = (dimensions: readonly (0 | 1 | null)[]): Placed =>
  Object.fromEntries(
    dimensions.flatMap((n, at) => (n === null ? [] : [[NAMES[at] ?? '', ids[at]?.[n] ?? '']])),
  );

beforeAll(async () => {
  org = await foundTestOrganization({ today: '2026-11-21' });
  ids = TABLES.map(() => [newId(), newId()]);
  const companyId = newId();
  await withTenantSql(
    { organizationId: org.principals.admin.organizationId, userId: null },
    async (tenant) => {
      await insertRows(tenant, 'companies', [{ id: companyId, code: 'C', name: 'C' }]);
      for (const [at, table] of TABLES.entries()) {
        const more =
          table === 'projects'
            ? { companyId, subsidiaryId: org.ids.rootSubsidiary, currencyCode: 'USD' }
            : {};
        await insertRows(
          tenant,
          table,
          (ids[at] ?? []).map((id, n) => ({ id, code: `D${n}`, name: `D${n}`, ...more })),
        );
      }
    },
  );
  const seed = Number(process.env.DAYBOOK_SEED ?? 20261216);
  const entries = fc.sample(entryWish, { seed, numRuns: ENTRIES }).map(
    ({ day, amount, debit, credit }): TestEntry => ({
      date: addDays(FIRST_DAY, day),
      lines: [
        { code: debit.code, debit: String(amount), ...placedOf(debit.dimensions) },
        { code: credit.code, credit: String(amount), ...placedOf(credit.dimensions) },
      ],
    }),
  );
  const appended = await appendTestEntries(org, entries);
  lines = entries
    .flatMap(({ date, lines: pair }, n) =>
      pair.map(({ debit, credit, code, ...placed }, at) => ({
        ...{ entry: appended[n] ?? '', number: at + 1, date, code, ...placed },
        moved: Number(debit ?? 0) - Number(credit ?? 0),
      })),
    )
    .sort((one, other) =>
      [one.date, one.entry, one.number].join(' ') < [other.date, other.entry, other.number].join(' ')
        ? -1
        : 1,
    );
});
afterAll(closeConnections);

/** The lines a question asks for, of all of them. */
const linesOf = (placed: Placed, code: string, from: string, to: string) =>
  lines.filter(
    (line) =>
      line.code === code &&
      line.date >= from &&
      line.date <= to &&
      NAMES.every((name) => placed[name] === undefined || line[name] === placed[name]),
  );

const question = fc.record({
  code: fc.constantFrom(...CODES),
  dimensions: fc
    .array(fc.constantFrom<(0 | 1 | null)[]>(null, null, 0, 1), { minLength: 4, maxLength: 4 })
    .filter((all) => all.some((n) => n !== null)),
  from: fc.nat({ max: DAYS - 1 }),
  days: fc.nat({ max: DAYS }),
  limit: fc.constantFrom(1, 3, 10),
  isPaged: fc.boolean(),
});

/** Every page of the activity, by number or by cursor. */
async function walked(asked: object, isPaged: boolean) {
  const found: string[] = [];
  const balances: string[] = [];
  let after: string | undefined;
  for (let page = 1; ; page += 1) {
    const place = isPaged ? { page } : after === undefined ? {} : { after };
    const shown = await runForOutput(accountActivity, org.callAs('controller'), { ...asked, ...place });
    found.push(...shown.lines.map(({ entryId, lineNumber }) => `${entryId} ${lineNumber}`));
    balances.push(...shown.lines.map(({ balance }) => balance));
    after = shown.nextCursor ?? undefined;
    if (isPaged ? shown.lines.length === 0 : after === undefined) return { found, balances, shown };
  }
}

describe.each([0, 100, 10_000])('with at most %i entries added up', (limit) => {
  beforeAll(() => query('select daybook_fold_ledger($1::int)', [limit]));

  test('the pages of an account’s activity by dimension have every line once, in order, with its balance, and state how many there are', async () => {
    const seen = new Set<string>();
    await holds(
      fc.asyncProperty(question, async ({ code, dimensions, from, days, limit: size, isPaged }) => {
        const placed = placedOf(dimensions);
        const [dateFrom, dateTo] = [addDays(FIRST_DAY, from), addDays(FIRST_DAY, from + days)];
        const expected = linesOf(placed, code, dateFrom, dateTo);
        const asked = { accountId: org.account(code), dateFrom, dateTo, limit: size, ...placed };
        const { found, balances, shown } = await walked(asked, isPaged);
        expect(found).toEqual(expected.map(({ entry, number }) => `${entry} ${number}`));
        if (isPaged) expect(shown.total).toBe(expected.length);
        const sign = code === '4100' ? -1 : 1;
        const before = linesOf(placed, code, FIRST_DAY, addDays(dateFrom, -1));
        let balance = before.reduce((sum, { moved }) => sum + moved, 0);
        expect(Number(shown.opening)).toBe(sign * balance + 0);
        for (const [at, { moved }] of expected.entries()) {
          balance += moved;
          expect(Number(balances[at])).toBe(sign * balance + 0);
        }
        expect(Number(shown.closing)).toBe(sign * balance + 0);
        seen.add(expected.length === 0 ? 'none' : expected.length > size ? 'pages' : 'one');
      }),
      QUESTIONS,
    );
    expect([...seen].sort()).toEqual(['none', 'one', 'pages']);
  });

  test.each(NAMES)('the income of each month by %s is what its lines add up to', async (name) => {
    const at = NAMES.indexOf(name);
    for (const id of ids[at] ?? []) {
      const report = await runForOutput(incomeByPeriod, org.callAs('controller'), {
        from: '2026-03',
        to: '2026-04',
        [name]: id,
      });
      const of = (month: string, code: string) =>
        linesOf({ [name]: id }, code, `${month}-01`, `${month}-31`).reduce(
          (sum, { moved }) => sum - moved,
          0,
        );
      const expected = ['2026-03', '2026-04'].map((month) => of(month, '4100') + of(month, '6100'));
      expect(report.netIncome.amounts.map(Number)).toEqual(expected);
      expect(expected.some((amount) => amount !== 0)).toBe(true);
    }
  });
});

test('added up completely, the sums by dimension are those of the lines, and verification finds one that was changed', async () => {
  await query('select daybook_fold_ledger(10000)');
  const verify = async () =>
    (await runForOutput(verifyBooks, org.callAs('auditor'), {})).breaches.map(({ check }) => check);
  expect(await verify()).toEqual([]);
  const change = (table: string, by: string) =>
    withOwner((client) =>
      client.query(
        `update ${table} set base_debit = base_debit ${by} where organization_id = $1 and account_id = $2`,
        [org.organizationId, org.account('1110')],
      ),
    );
  for (const table of ['ledger_dimension_days', 'ledger_dimension_periods']) {
    await change(table, '+ 1');
    expect(await verify(), table).toEqual(['BALANCES']);
    await change(table, '- 1');
  }
  expect(await verify()).toEqual([]);
});

test('the application can read the sums by dimension, and only the database functions write them', async () => {
  for (const table of ['ledger_dimension_days', 'ledger_dimension_periods']) {
    const kept = () => query(`select count(*)::int as n, sum(base_debit)::text as debit from ${table}`);
    const before = await kept();
    await expect(query(`delete from ${table}`), table).rejects.toThrow(/permission denied/);
    await expect(query(`update ${table} set organization_id = organization_id`), table).rejects.toThrow(
      /permission denied/,
    );
    expect(await kept()).toEqual(before);
  }
});
