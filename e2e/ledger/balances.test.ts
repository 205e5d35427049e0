import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '@/core/periods/calendar';
import { insertRows } from '@/db/bulk';
import { closeConnections } from '@/db/client';
import { readAccountBalances } from '@/db/reports/trial-balance';
import { sql, type Tenant, withTenantReport, withTenantSql } from '@/db/tenancy';
import { newId } from '@/lib/ids';
import { journalLines, postedDocument } from '@/testing/documents';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { runForOutput } from '@/usecases/kit/run';
import { addAdjustmentPeriod } from '@/usecases/periods/add-adjustment-period';
import { createSubsidiary } from '@/usecases/subsidiaries/create-subsidiary';
import { reverseTransaction } from '@/usecases/transactions/posting/reverse-transaction';
import { exact } from '../support/exact';
import { batchesOf, holds } from '../support/hold';
import { appendAll, type DraftPeriod, draftOf, entryWish } from './drafted-entries';
import { type BalanceQuestion, balancesUpTo, type PlainLine, type Sums, sumsBy } from './oracle/sums';

// Proves the laws ledger/append-entries, ledger/check-new-lines, ledger/fold-ledger, documents/post-transactions of prisma/sql.

const ENTRIES = batchesOf(1, 600);
const QUESTIONS = batchesOf(1, 600);
/** Concurrent writers: connections with different balance slots. */
const WRITERS = 6;
const CODES = ['1110', '1210', '1510', '2130', '3900', '4100', '4300', '6100'] as const;
const DIMENSIONS = ['classes', 'departments', 'locations', 'projects'] as const;
const NONE = '00000000-0000-0000-0000-000000000000';

let org: TestOrganization;
let periods: DraftPeriod[];
let dimensions: string[][];
let lines: PlainLine[];
let appended: PlainLine[];
const claim = () => ({ organizationId: org.principals.admin.organizationId, userId: null });
const accounts = () => CODES.map((code) => org.account(code));
const tenThousandths = (text: string) => {
  const { over, under } = exact(text);
  return (over * 10_000n) / under;
};

/** Two subsidiaries with three years and a 13th period, entries by several writers at once, and documents, some of them reversed. */
beforeAll(async () => {
  org = await foundTestOrganization();
  const branch = await runForOutput(createSubsidiary, org.callAs('admin'), { name: 'Branch', code: 'B' });
  for (const subsidiaryId of [org.ids.rootSubsidiary, branch.id]) {
    await runForOutput(addAdjustmentPeriod, org.callAs('controller'), { fiscalYear: 2025, subsidiaryId });
  }
  dimensions = DIMENSIONS.map(() => [newId(), newId()]);
  const companyId = newId();
  await withTenantSql(claim(), async (tenant) => {
    await insertRows(tenant, 'companies', [{ id: companyId, code: 'C', name: 'C' }]);
    for (const [index, table] of DIMENSIONS.entries()) {
      const more =
        table === 'projects' ? { companyId, subsidiaryId: org.ids.rootSubsidiary, currencyCode: 'USD' } : {};
      const rows = (dimensions[index] ?? []).map((id, n) => ({ id, code: `D${n}`, name: `D${n}`, ...more }));
      await insertRows(tenant, table, rows);
    }
    periods = await sql<DraftPeriod>(
      tenant,
      `select id, subsidiary_id as subsidiary, fiscal_year as "fiscalYear", is_adjustment as "isAdjustment",
         start_date as "from", end_date as "to" from fiscal_periods order by subsidiary_id, start_date, is_adjustment`,
    );
  });
  const seed = Number(process.env.DAYBOOK_SEED ?? 20261121);
  const entries = fc
    .sample(entryWish, { seed, numRuns: ENTRIES })
    .map((wish) => draftOf(wish, { periods, accounts: accounts(), dimensions }));
  appended = entries.flat().flatMap((entry) => entry.lines);
  const work = Array.from({ length: WRITERS * 3 }, (_, n) =>
    entries.filter((_, at) => at % (WRITERS * 3) === n).flat(),
  );
  await Promise.all(
    Array.from({ length: WRITERS }, async (_, writer) => {
      for (const part of work.filter((_, at) => at % WRITERS === writer)) {
        await withTenantSql(claim(), (tenant) => appendAll(tenant, part));
      }
    }),
  );
  await postAndReverse();
  // Some of the entries are included in the sums by day; the others are read line by line.
  await withTenantSql(claim(), (tenant) =>
    sql(tenant, `select daybook_fold_ledger(${Math.floor(ENTRIES / 2)})`),
  );
  lines = await withTenantReport(claim(), storedLines);
});
afterAll(closeConnections);

/** Documents that post and are reversed: the other way into the balances. */
async function postAndReverse() {
  for (const amount of ['12.34', '99999.99', '0.05', '7.77']) {
    const [departmentId, classId] = [dimensions[1]?.[0], dimensions[0]?.[1]];
    const legs = journalLines(org, [
      ['1510', amount],
      ['4100', `-${amount}`],
    ]);
    const { id } = await postedDocument(org, {
      kind: 'JOURNAL',
      currencyCode: 'EUR',
      exchangeRate: '1.0837',
      lines: legs.map((line, index) => ({ ...line, ...(index === 1 ? { departmentId, classId } : {}) })),
    });
    if (amount.startsWith('9')) continue;
    await runForOutput(reverseTransaction, org.callAs('controller'), { id, reversalReason: 'Entered twice' });
  }
}

async function storedLines(tenant: Tenant): Promise<PlainLine[]> {
  const stored = await sql<Record<string, string>>(
    tenant,
    `select l.subsidiary_id, l.account_id, l.period_id, l.posting_date, l.currency_code, l.debit::text, l.credit::text,
       l.base_debit::text, l.base_credit::text, l.class_id, l.department_id, l.location_id, l.project_id from ledger_lines l`,
  );
  const byId = new Map(periods.map((period) => [period.id, period]));
  return stored.map((row) => {
    const { fiscalYear, isAdjustment, from, to } =
      byId.get(row.period_id ?? '') ?? periods[0] ?? (null as never);
    return {
      subsidiary: row.subsidiary_id ?? '',
      account: row.account_id ?? '',
      period: row.period_id ?? '',
      ...{ fiscalYear, isAdjustment, from, to },
      date: row.posting_date ?? '',
      currency: row.currency_code ?? '',
      debit: tenThousandths(row.debit ?? ''),
      credit: tenThousandths(row.credit ?? ''),
      baseDebit: tenThousandths(row.base_debit ?? ''),
      baseCredit: tenThousandths(row.base_credit ?? ''),
      dimensions: [
        row.class_id ?? null,
        row.department_id ?? null,
        row.location_id ?? null,
        row.project_id ?? null,
      ],
    };
  });
}

const placeOf = (line: PlainLine) => [line.subsidiary, line.period, line.account, line.currency].join(' ');
const fullPlaceOf = (line: PlainLine) =>
  [placeOf(line), ...line.dimensions.map((id) => id ?? NONE)].join(' ');

interface KeptSums {
  readonly place: string;
  readonly debit: string;
  readonly credit: string;
  readonly base_debit: string;
  readonly base_credit: string;
  readonly lines: string;
}

const kept = async (tenant: Tenant, table: string, columns: string): Promise<Map<string, Sums>> =>
  new Map(
    (
      await sql<KeptSums>(
        tenant,
        `select concat_ws(' ', ${columns}) as place, sum(debit)::text as debit, sum(credit)::text as credit, sum(base_debit)::text as base_debit,
           sum(base_credit)::text as base_credit, sum(line_count)::text as lines from ${table} group by 1`,
      )
    ).map((row) => [
      row.place,
      {
        debit: tenThousandths(row.debit),
        credit: tenThousandths(row.credit),
        baseDebit: tenThousandths(row.base_debit),
        baseCredit: tenThousandths(row.base_credit),
        lines: Number(row.lines),
      },
    ]),
  );

const PLACE = 'subsidiary_id, period_id, account_id, currency_code';

describe('the lines of the ledger, which determine every balance', () => {
  it('remain as they were appended, and sum to the balance of each account, period and currency, whatever slot it is kept in', async () => {
    await withTenantReport(claim(), async (tenant) => {
      expect(lines.length).toBe(appended.length + 4 * 2 + 3 * 2);
      const sums = sumsBy(lines, placeOf);
      expect(await kept(tenant, 'ledger_balances', PLACE)).toEqual(sums);
      for (const [place, sum] of sumsBy(appended, placeOf)) {
        expect(sums.get(place)?.lines).toBeGreaterThanOrEqual(sum.lines);
      }
      expect(sums.size).toBeGreaterThanOrEqual(500);
      const [{ slots } = { slots: 0 }] = await sql<{ slots: number }>(
        tenant,
        'select count(distinct slot)::int as slots from ledger_balances',
      );
      expect(slots).toBeGreaterThan(1);
    });
  });

  it('sum to the balances by dimension, of the lines that carry one', async () => {
    await withTenantReport(claim(), async (tenant) => {
      const sums = sumsBy(
        lines.filter((line) => line.dimensions.some((id) => id !== null)),
        fullPlaceOf,
      );
      const columns = `${PLACE}, class_id, department_id, location_id, project_id`;
      expect(await kept(tenant, 'ledger_dimension_balances', columns)).toEqual(sums);
      expect(sums.size).toBeGreaterThanOrEqual(500);
    });
  });

  it('sum to every balance a report shows: on any day of a month, by year, period and dimension, with and without the 13th period', async () => {
    const seen = new Map<string, number>();
    const subsidiaries = [...new Set(periods.map(({ subsidiary }) => subsidiary))];
    const someDay = fc.oneof(
      fc.integer({ min: -40, max: 1150 }).map((days) => addDays('2025-01-01', days)),
      fc.constantFrom('2025-12-31', '2025-12-30', '2026-01-01', '2026-02-28', '2026-11-30'),
    );
    const question = fc
      .record({
        asOf: someDay,
        opening: fc.constantFrom(true, false, false),
        today: someDay,
        factors: fc.array(fc.constantFrom(100n, 125n, 90n), { minLength: 1, maxLength: 2 }),
        dimensions: fc.oneof(
          fc.constant([null, null, null, null]),
          fc.tuple(...DIMENSIONS.map(() => fc.constantFrom<(0 | 1 | null)[]>(null, null, null, 0, 1))),
        ),
        adjustment: fc.constantFrom<BalanceQuestion['adjustment'][]>('counts', 'left-out', 'is-the-period'),
        accounts: fc.option(fc.subarray([...CODES], { minLength: 1 })),
      })
      .map((one) => ({ ...one, dimensions: one.dimensions as (0 | 1 | null)[] }));
    await withTenantReport(claim(), (tenant) =>
      holds(
        fc.asyncProperty(question, async (one) => {
          // The 13th period is shown as of its own last day only.
          const adjustment =
            one.adjustment === 'is-the-period' && one.asOf !== '2025-12-31' ? 'counts' : one.adjustment;
          const asked: BalanceQuestion = {
            asOf: one.asOf,
            yearAt: one.opening ? addDays(one.asOf, 1) : one.asOf,
            factors: new Map(one.factors.map((factor, place) => [subsidiaries[place] ?? '', factor])),
            dimensions: one.dimensions.map((n, place) =>
              n === null ? null : (dimensions[place]?.[n] ?? null),
            ),
            adjustment,
            accounts: one.accounts?.map((code) => org.account(code)) ?? null,
          };
          const [classId, departmentId, locationId, projectId] = asked.dimensions.map(
            (id) => id ?? undefined,
          );
          const answered = await readAccountBalances(tenant, {
            scope: {
              currencyCode: 'USD',
              subsidiaries: [...asked.factors].map(([id, factor]) => ({
                ...{ id, code: '', name: '', baseCurrency: 'USD' },
                rate: `${factor / 100n}.${String(factor % 100n).padStart(2, '0')}`,
              })),
            },
            ...{ asOf: asked.asOf, yearAt: asked.yearAt, today: one.today },
            dimensions: { classId, departmentId, locationId, projectId },
            adjustment,
            accountIds: asked.accounts,
          });
          const expected = balancesUpTo(lines, periods, asked);
          const millionths = (text: string) => {
            const { over, under } = exact(text);
            return (over * 1_000_000n) / under;
          };
          const nothing = [0n, 0n, 0n, 0n, 0n, 0n];
          const shown = answered.map(({ accountId, beforeYear, yearToDate, period }) => [
            accountId,
            [beforeYear, yearToDate, period].flatMap(({ debit, credit }) => [
              millionths(debit),
              millionths(credit),
            ]),
          ]);
          expect(
            shown,
            JSON.stringify({ ...asked, today: one.today, factors: one.factors.map(String) }),
          ).toEqual(answered.map(({ accountId }) => [accountId, expected.get(accountId) ?? nothing]));
          const shownIds = new Set(answered.map(({ accountId }) => accountId));
          expect([...expected.keys()].filter((id) => !shownIds.has(id))).toEqual([]);
          const word = [...expected.values()].some((sums) => sums.slice(4).some((sum) => sum !== 0n))
            ? 'moved'
            : 'still';
          for (const trait of [word, adjustment]) seen.set(trait, (seen.get(trait) ?? 0) + 1);
        }),
        QUESTIONS,
      ),
    );
    expect([...seen.keys()].sort()).toEqual(['counts', 'is-the-period', 'left-out', 'moved', 'still']);
    expect(QUESTIONS).toBeGreaterThanOrEqual(500);
  });
});
