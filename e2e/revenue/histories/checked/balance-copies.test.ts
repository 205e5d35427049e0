import { afterAll, describe, expect, it } from 'vitest';
import { RefusalError } from '@/core/refusals';
import { closeConnections } from '@/db/client';
import { copyBalances, copyPastBalances } from '@/db/revenue/balance-copies';
import { addUpBalanceTotals, type BalanceSpan, readTotalsThen } from '@/db/revenue/contract-balances';
import type { RevenueScope } from '@/db/revenue/months';
import { sql, withTenantReport, withTenantSql } from '@/db/tenancy';
import { withOwner } from '@/testing/owner';
import { runForOutput } from '@/usecases/kit/run';
import { createRun } from '@/usecases/revenue/runs/create-run';
import { postRun } from '@/usecases/revenue/runs/post-run';
import { reverseRun } from '@/usecases/revenue/runs/reverse-run';
import { planted } from '../../../ledger/evidence/planted-books';
import { type Books, openBooks } from '../../books';
import { beginsFirst, databaseNow } from '../moments';
import { check, claimOf, contractOf, foundBy } from './checked-books';
import { copyNow, exact, letDaysPass, wantCopy } from './then-books';

// Proves the laws revenue/copy-balances, revenue/copy-past-balances, revenue/add-to-copy and revenue/move-copied-ends of prisma/sql; random
// histories with copies are those of balances-then.test.ts.

afterAll(closeConnections);

const SPANS: readonly BalanceSpan[] = [
  { from: '2026-01-01', until: '2026-02-01', soon: '2027-02-01' },
  { from: '2026-02-01', until: '2026-04-01', soon: '2027-04-01' },
  { from: '2025-06-01', until: '2026-07-01', soon: '2027-07-01' },
];
const known = (knownAsOf: string): RevenueScope => ({
  subsidiaryIds: null,
  currencyCode: 'USD',
  effectiveAsOf: null,
  knownAsOf,
  isByMonth: true,
});

/** The balances as known at a moment are those of all rows added up; returns from what each range was read. */
const agreeAt = (books: Books, moment: string) =>
  withTenantReport(claimOf(books), async (tenant) => {
    const bases: (string | null)[] = [];
    for (const span of SPANS) {
      const then = await readTotalsThen(tenant, known(moment), span, (base) => bases.push(base));
      const added = await addUpBalanceTotals(tenant, known(moment), span);
      expect({ moment, span, totals: then === null ? null : exact(then) }).toEqual({
        moment,
        span,
        totals: exact(added),
      });
    }
    return bases;
  });

interface Copy {
  readonly moment: string;
  readonly beforeRun: boolean;
  readonly isComplete: boolean;
}

const copiesOf = (books: Books) =>
  withTenantReport(claimOf(books), (tenant) =>
    sql<Copy>(
      tenant,
      `select to_char(moment at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as moment, before_run as "beforeRun", copied_to is null as "isComplete"
       from revenue_balance_copies order by moment`,
    ),
  );

const invoice = (amount: string, effectiveDate = '2026-01-05') =>
  ({ kind: 'invoice', effectiveDate, amount }) as const;

describe('a copy of the contract balances', () => {
  it('is made once more where a transaction that had begun by its moment records something after it was made', async () => {
    const books = await openBooks('2026-06-30');
    const [id, other] = [await contractOf(books), await contractOf(books, '350.55')];
    await books.tell(other, invoice('700'));
    await check(books);
    const { go, done } = await beginsFirst(books, id, invoice('1300'));
    expect(await copyNow(books)).toBe(true);
    const [copy] = await copiesOf(books);
    const moment = copy?.moment ?? '';
    const [before] = [await agreeAt(books, moment), go()];
    expect(before).toEqual(SPANS.map(() => moment));
    await done;
    // Until the contract is checked, nothing is read from the copy.
    expect(await agreeAt(books, moment)).toEqual(SPANS.map(() => null));
    await check(books);
    expect(await copiesOf(books)).toEqual([{ ...copy, isComplete: false }]);
    expect(await agreeAt(books, moment)).toEqual(SPANS.map(() => null));
    expect(await copyPastBalances(claimOf(books), 1)).toBe(1);
    await agreeAt(books, moment);
    while ((await copyPastBalances(claimOf(books), 1)) > 0);
    expect(await agreeAt(books, moment)).toEqual(SPANS.map(() => copy?.moment));
    expect(await foundBy(books)).toEqual([]);
  });

  it('is of a moment before the transactions that run while it is made, and before the oldest note', async () => {
    const books = await openBooks('2026-06-30');
    const id = await contractOf(books);
    await check(books);
    const noted = await databaseNow(books);
    await books.tell(id, invoice('100'));
    const { go, done } = await beginsFirst(books, id, invoice('1300', '2026-02-05'));
    const begun = await databaseNow(books);
    await withTenantSql(claimOf(books), (tenant) => sql(tenant, 'select pg_sleep(0.5)::text'));
    const copy = () => copyBalances(claimOf(books), { beforeRun: true, least: 0, apart: 0 });
    const made = [await copy()];
    await check(books);
    await contractOf(books);
    await check(books);
    // The open transaction limits the moment, so that nothing lies between the two.
    made.push(await copy());
    go();
    await done;
    await check(books);
    expect(made).toEqual([true, true]);
    const [first, second] = await copiesOf(books);
    expect((first?.moment ?? '') > noted).toBe(true);
    expect((second?.moment ?? begun) < begun).toBe(true);
    expect((await copiesOf(books)).every(({ isComplete }) => isComplete)).toBe(true);
    await agreeAt(books, noted);
    await agreeAt(books, begun);
    await agreeAt(books, await databaseNow(books));
  });

  it('agrees with the rows whatever others record, check and run while copies are made', async () => {
    const books = await openBooks('2026-06-30');
    const ids = [
      await contractOf(books),
      await contractOf(books, '350.55'),
      await contractOf(books, '99.95'),
    ];
    const moments = [await databaseNow(books)];
    let isOver = false;
    const refusable = async (work: Promise<unknown>) => {
      await work.catch((error: unknown) => {
        if (!(error instanceof RefusalError)) throw error;
      });
    };
    const writing = Promise.all(
      ids.map(async (id, place) => {
        for (let n = 1; n <= 8; n += 1) {
          await refusable(books.tell(id, invoice(`${n * 10 + place}`, `2026-0${(n % 5) + 1}-07`)));
          await refusable(
            books.tell(id, {
              kind: 'progress',
              effectiveDate: `2026-0${(n % 5) + 1}-09`,
              key: 'work',
              progress: (n / 10).toFixed(2),
            }),
          );
        }
      }),
    ).finally(() => {
      isOver = true;
    });
    const copying = (async () => {
      for (let n = 0; !isOver; n += 1) {
        await (n % 3 === 0
          ? copyNow(books)
          : copyBalances(claimOf(books), { beforeRun: true, least: 0, apart: 0 }));
        if (n % 2 === 0) await check(books, 2);
        await copyPastBalances(claimOf(books), 2);
        moments.push(await databaseNow(books));
      }
    })();
    await Promise.all([writing, copying]);
    await books.runThrough('2026-01', '2026-03');
    let copied = 0;
    for (const round of [0, 1]) {
      if (round === 1) {
        await check(books);
        while ((await copyPastBalances(claimOf(books), 2)) > 0);
        expect(await foundBy(books)).toEqual([]);
      }
      for (const moment of moments)
        copied += (await agreeAt(books, moment)).filter((base) => base !== null).length;
    }
    expect((await copiesOf(books)).length).toBeGreaterThan(3);
    expect(copied).toBeGreaterThan(moments.length);
  });

  it('has the end that a contract has now, as what is added up has, for as long as something agreed is not scheduled', async () => {
    const books = await openBooks('2026-06-30');
    const id = await contractOf(books);
    await contractOf(books);
    await books.tell(id, invoice('1300'));
    await check(books);
    expect(await copyNow(books)).toBe(true);
    const [copy] = await copiesOf(books);
    const moment = await databaseNow(books);
    await books.runThrough('2026-01', '2026-03');
    await check(books);
    for (const end of ['2030-12-31', '2026-05-31', null]) {
      await withTenantSql(claimOf(books), (tenant) =>
        sql(tenant, 'update revenue_contracts set end_date = $2::date where id = $1::uuid', [id, end]),
      );
      expect(await agreeAt(books, moment)).toEqual(SPANS.map(() => copy?.moment));
      await check(books);
      expect(await agreeAt(books, moment)).toEqual(SPANS.map(() => copy?.moment));
      expect(await foundBy(books)).toEqual([]);
    }
  });

  it('is only made of enough contracts, where something was recorded of enough since the last, and in between only once a day', async () => {
    const books = await openBooks('2026-06-30');
    const id = await contractOf(books);
    await books.tell(id, invoice('1300'));
    await check(books);
    const copy = (beforeRun: boolean, least: number, apart: number) =>
      withTenantSql(claimOf(books), async (tenant) => {
        const [row] = await sql<{ copied: boolean }>(
          tenant,
          'select daybook_copy_balances(clock_timestamp(), $1, $2::int, $3::int) as copied',
          [beforeRun, least, apart],
        );
        return row?.copied;
      });
    expect(await copy(true, 2, 0)).toBe(false);
    expect(await copy(true, 1, 5)).toBe(true);
    expect(await copy(true, 1, 0)).toBe(false);
    await books.tell(id, invoice('5'));
    await check(books);
    expect(await copy(true, 1, 1)).toBe(false);
    expect(await copy(false, 1, 0)).toBe(false);
    await letDaysPass(books, 2);
    await books.tell(id, invoice('6'));
    await check(books);
    expect(await copy(false, 1, 0)).toBe(true);
    expect((await copiesOf(books)).map(({ beforeRun }) => beforeRun)).toEqual([true, false]);
  });

  it('stays for good where it is of before a run, and of others that are older than 60 days the last of each month', async () => {
    const books = await openBooks('2026-06-30');
    const id = await contractOf(books);
    await books.tell(id, invoice('1300'));
    await check(books);
    const days = ['2020-01-03', '2020-01-20', '2020-01-21', '2020-02-02', '2020-02-27'];
    for (const day of days) await wantCopy(books, `${day}T12:00:00Z`);
    while ((await copyPastBalances(claimOf(books), 10)) > 0);
    await withOwner((client) =>
      client.query(
        `update revenue_balance_copies set before_run = moment::date = '2020-01-20' where organization_id = $1`,
        [books.org.organizationId],
      ),
    );
    expect(await copyNow(books)).toBe(true);
    expect((await copiesOf(books)).slice(0, -1).map(({ moment }) => moment.slice(0, 10))).toEqual([
      '2020-01-20',
      '2020-01-21',
      '2020-02-27',
    ]);
  });

  it('that has a different figure is named by a full verification', async () => {
    const books = await openBooks('2026-06-30');
    const id = await contractOf(books);
    await books.tell(id, invoice('1300'));
    await check(books);
    expect(await copyNow(books)).toBe(true);
    await books.runThrough('2026-01', '2026-02');
    await check(books);
    expect(await foundBy(books)).toEqual([]);
    const { answer } = await planted(
      books.org.organizationId,
      ['revenue_copied_balances'],
      'update revenue_copied_balances set due_soon = due_soon + 1 where organization_id = $org',
      () => foundBy(books),
    );
    expect(answer).toHaveLength(1);
    expect(await foundBy(books)).toEqual([]);
  });

  it('is made before a run of several steps and before a reversal, where there are enough contracts', async () => {
    const books = await openBooks('2026-06-30');
    const id = await contractOf(books);
    await contractOf(books);
    await books.tell(id, invoice('1300'));
    await check(books);
    const revenue = books.org.callAs('revenue');
    const ran = async (period: string, rows?: number) => {
      const run = await runForOutput(createRun, revenue, { period });
      await runForOutput(postRun, revenue, { id: run.id, rows });
      return run.id;
    };
    await withTenantSql(claimOf(books), (tenant) => sql(tenant, 'select pg_sleep(0.5)::text'));
    await ran('2026-01', 1);
    expect(await copiesOf(books)).toEqual([]);
    // The sums say that there are thousands.
    await withOwner((client) =>
      client.query('update revenue_checked_balances set contracts = 5000 where organization_id = $1', [
        books.org.organizationId,
      ]),
    );
    await check(books);
    await ran('2026-02');
    expect(await copiesOf(books)).toEqual([]);
    await check(books);
    const before = await databaseNow(books);
    await withTenantSql(claimOf(books), (tenant) => sql(tenant, 'select pg_sleep(0.5)::text'));
    const run = await ran('2026-03', 1);
    const [copy, ...none] = await copiesOf(books);
    expect(none).toEqual([]);
    expect(copy?.beforeRun).toBe(true);
    expect((copy?.moment ?? '') > before).toBe(true);
    const [row] = await withTenantReport(claimOf(books), (tenant) =>
      sql<{ n: number }>(
        tenant,
        'select count(*)::int as n from revenue_movements where run_id = $1::uuid and recorded_at <= $2::timestamptz',
        [run, copy?.moment],
      ),
    );
    expect(row?.n).toBe(0);
    await withOwner((client) =>
      client.query('delete from revenue_balance_copies where organization_id = $1', [
        books.org.organizationId,
      ]),
    );
    await runForOutput(reverseRun, revenue, { id: run, reason: 'A wrong month' });
    expect((await copiesOf(books)).map(({ beforeRun }) => beforeRun)).toEqual([true]);
  });
});
