import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { RefusalError } from '@/core/refusals';
import { closeConnections } from '@/db/client';
import {
  addUpBalanceTotals,
  type BalanceSpan,
  type BalanceTotals,
  readBalanceTotals,
} from '@/db/revenue/contract-balances';
import type { RevenueScope } from '@/db/revenue/months';
import { sql, type Tenant, withTenantReport, withTenantSql } from '@/db/tenancy';
import { cases } from '@/testing/long-run';
import { runForOutput } from '@/usecases/kit/run';
import { contractBalancesReport } from '@/usecases/revenue/reports/report-balances';
import { createSubsidiary } from '@/usecases/subsidiaries/create-subsidiary';
import { planted } from '../../../ledger/evidence/planted-books';
import { type Books, openBooks } from '../../books';
import { check, claimOf, contractOf, foundBy, someFact } from './checked-books';

// Proves the laws revenue/month-number, revenue/contract-standings, revenue/balance-parts and revenue/
// check-contracts of prisma/sql.

afterAll(closeConnections);

/** Number of random histories; the ordinary run stays short, a long run sets DAYBOOK_HISTORIES. */
const HISTORIES = cases(3, 9, 400);

const SCOPE: RevenueScope = {
  subsidiaryIds: null,
  currencyCode: 'USD',
  effectiveAsOf: null,
  knownAsOf: null,
  isByMonth: true,
};
const firstOf = (month: number) =>
  `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-01`;
const month = (text: string) => Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7)) - 1;
/** The last days of the months from one to another, and the end of the following year. */
const spanOf = (from: number, to: number): BalanceSpan => ({
  from: firstOf(from),
  until: firstOf(to + 1),
  soon: firstOf(to + 13),
});

const exact = ({ contracts, ...amounts }: BalanceTotals) => [
  contracts,
  ...Object.entries(amounts)
    .sort()
    .map(([name, amount]) => [name, Number(amount).toFixed(4)]),
];

/** The balances of every range within these months agree with those of all rows added up; returns how many were compared. */
async function everyRangeAgrees(tenant: Tenant, first: string, last: string, scope = SCOPE): Promise<number> {
  let ranges = 0;
  for (let from = month(first); from <= month(last); from += 1) {
    for (let to = from; to <= month(last); to += 1) {
      const span = spanOf(from, to);
      const [kept, added] = [
        await readBalanceTotals(tenant, scope, span),
        await addUpBalanceTotals(tenant, scope, span),
      ];
      expect({ from, to, kept: exact(kept) }).toEqual({ from, to, kept: exact(added) });
      ranges += 1;
    }
  }
  return ranges;
}

const agrees = (books: Books, first = '2025-11', last = '2026-08') =>
  withTenantReport(claimOf(books), (tenant) => everyRangeAgrees(tenant, first, last));

describe('contract balances from what was checked and what was touched since', () => {
  const fact = someFact(5);
  const step = fc.oneof(
    { weight: 5, arbitrary: fc.record({ fact, contract: fc.nat(3) }) },
    { weight: 3, arbitrary: fc.record({ run: fc.integer({ min: 1, max: 5 }) }) },
    { weight: 2, arbitrary: fc.record({ check: fc.integer({ min: 1, max: 4 }) }) },
  );

  it('equal those of all rows added up, for every range of months, whatever was recorded, run and checked before', async () => {
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 14 }), async (history) => {
        const books = await openBooks('2026-06-30');
        const ids = [await contractOf(books), await contractOf(books, '350.55'), await contractOf(books)];
        const { contract: long } = await books.contract({
          contractDate: '2026-01-10',
          endDate: '2028-06-30',
          price: { fixed: '3000' },
          obligations: [
            {
              key: 'care',
              ssp: '3000',
              pattern: { kind: 'RATABLE', start: '2026-01-10', end: '2028-06-30' },
            },
            { key: 'work', ssp: '900', pattern: { kind: 'PROGRESS' } },
          ],
        });
        ids.push(long.id);
        let through = 0;
        for (const one of history) {
          if ('fact' in one) {
            try {
              await books.tell(ids[one.contract] ?? '', one.fact);
            } catch (error) {
              if (!(error instanceof RefusalError)) throw error;
            }
          } else if ('run' in one) {
            for (; through < one.run; through += 1) await books.run(`2026-0${through + 1}`);
          } else await check(books, one.check);
        }
        compared += await agrees(books);
        expect(await foundBy(books)).toEqual([]);
        await check(books);
        compared += await agrees(books);
        expect(await foundBy(books)).toEqual([]);
      }),
      { numRuns: HISTORIES },
    );
    expect(compared).toBeGreaterThan(0);
  });
});

describe('a contract', () => {
  it('whose end, rows, bookings or movements change is added up again, and one that is not touched is not', async () => {
    const books = await openBooks('2026-06-30');
    const [id] = [await contractOf(books), await contractOf(books)];
    await books.tell(id, { kind: 'invoice', effectiveDate: '2026-01-05', amount: '1300' });
    await books.runThrough('2026-01', '2026-03');
    await check(books);
    class TakenBack extends Error {}
    const another = (table: string, columns: string) =>
      `insert into ${table} select (jsonb_populate_record(t, jsonb_build_object(${columns}))).* from ${table} t where t.contract_id = $1::uuid limit 1`;
    const writes = [
      `update revenue_contracts set end_date = '2030-12-31' where id = $1::uuid`,
      another('revenue_bookings', `'seq', 999, 'amount', 5`),
      another(
        'revenue_rows',
        `'seq', 999, 'amount', 5, 'run_id', null, 'entry_id', null, 'posted_period', null, 'posted_at', null`,
      ),
      another('revenue_movements', `'id', gen_random_uuid(), 'deferred', 5`),
    ];
    for (const write of writes) {
      await withTenantSql(claimOf(books), async (tenant) => {
        await sql(tenant, write, [id]);
        await everyRangeAgrees(tenant, '2025-12', '2026-05');
        await sql(tenant, 'select daybook_check_contracts()', []);
        await everyRangeAgrees(tenant, '2025-12', '2026-05');
        throw new TakenBack();
      }).catch((error: unknown) => {
        if (!(error instanceof TakenBack)) throw error;
      });
    }
    const [row] = await withTenantReport(claimOf(books), (tenant) =>
      sql<{ n: number }>(tenant, 'select count(*)::int as n from revenue_touched_contracts', []),
    );
    expect(row?.n).toBe(0);
  });

  it.each([
    ['revenue_checked_standings', 'soons = soons[2:] || 1::numeric', '2'],
    ['revenue_checked_balances', 'from_opening = from_opening + 1', null],
    ['revenue_checked_balances', 'contracts = contracts + 1', null],
  ] as const)(
    'is verified along with its totals: a different figure in %s (%s) is named by a full verification',
    async (table, change, count) => {
      const books = await openBooks('2026-06-30');
      const id = await contractOf(books);
      await contractOf(books);
      await books.tell(id, { kind: 'invoice', effectiveDate: '2026-01-05', amount: '1300' });
      await books.runThrough('2026-01', '2026-02');
      await check(books);
      expect(await foundBy(books)).toEqual([]);
      const { answer } = await planted(
        books.org.organizationId,
        [table],
        `update ${table} set ${change} where organization_id = $org`,
        () => foundBy(books),
      );
      expect(answer).toHaveLength(1);
      if (count !== null) expect(Number(answer[0]?.count)).toBeGreaterThanOrEqual(Number(count));
      expect(await foundBy(books)).toEqual([]);
    },
  );

  it('of a subsidiary that a caller may not see is not in their balances, checked or not', async () => {
    const books = await openBooks('2026-06-30');
    const id = await contractOf(books);
    await books.tell(id, { kind: 'invoice', effectiveDate: '2026-01-05', amount: '1300' });
    const branch = await runForOutput(createSubsidiary, books.org.callAs('admin'), {
      name: 'Branch',
      code: 'B',
    });
    const asked = (subsidiaryId: string) => {
      const principal = { ...books.org.principals.admin, subsidiaryScope: [subsidiaryId] };
      return runForOutput(contractBalancesReport, books.org.callAs('admin', { principal }), {
        from: '2026-01',
        to: '2026-03',
      });
    };
    for (let round = 0; round < 2; round += 1) {
      expect(await asked(books.org.ids.rootSubsidiary)).toMatchObject({
        contractCount: 1,
        closing: { deferred: '1300.00' },
      });
      expect(await asked(branch.id)).toMatchObject({ contractCount: 0, closing: { deferred: '0.00' } });
      await check(books);
    }
  });
});
