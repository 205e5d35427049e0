import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { dec, sum } from '@/core/money/decimal';
import { addPeriods } from '@/core/revenue/days';
import { closeConnections } from '@/db/client';
import { sql, withTenantSql } from '@/db/tenancy';
import { withOwner } from '@/testing/owner';
import { runForOutput } from '@/usecases/kit/run';
import { createRun } from '@/usecases/revenue/runs/create-run';
import { postRun } from '@/usecases/revenue/runs/post-run';
import { type Books, openBooks } from './books';

// Proves the law revenue/post-revenue-chunk of prisma/sql.

afterAll(closeConnections);

/** Terminates the connection that posts a subsidiary's run; false when none does at the moment. */
async function killRunOf(organizationId: string, subsidiaryId: string): Promise<boolean> {
  const { rows } = await withOwner((owner) =>
    owner.query<{ killed: boolean }>(
      `with held as (select hashtextextended('revenue runs:' || $1::text || $2::text, 0) as key)
       select pg_terminate_backend(l.pid) as killed from pg_locks l, held
       where l.locktype = 'advisory' and l.granted and l.database = (select oid from pg_database where datname = current_database())
         and l.classid = ((held.key >> 32) & 4294967295)::oid and l.objid = (held.key & 4294967295)::oid`,
      [organizationId, subsidiaryId],
    ),
  );
  return rows.some(({ killed }) => killed);
}

describe('a run whose connection is killed', () => {
  it('at twenty random moments posts every row exactly once when it is started again', async () => {
    const books = await openBooks();
    const fixed = Array.from({ length: 30 }, (_, index) => `${100 + index}.${10 + index}`);
    for (const price of fixed) {
      await books.contract({
        contractDate: '2026-01-10',
        price: { fixed: price },
        obligations: [
          { key: 'term', ssp: price, pattern: { kind: 'RATABLE', start: '2026-01-10', end: '2026-12-31' } },
        ],
      });
    }
    const call = books.org.callAs('revenue');
    const random = fc.sample(fc.integer({ min: 0, max: 25 }), 400);
    let kills = 0;
    let months = 0;
    for (let period = '2026-01'; kills < 20 && period <= '2026-12'; period = addPeriods(period, 1)) {
      months += 1;
      const { id } = await runForOutput(createRun, call, { period });
      for (let isPosted = false; !isPosted; ) {
        let isOver = false;
        const going = runForOutput(postRun, call, { id, rows: 1 })
          .then(
            () => true,
            () => false,
          )
          .finally(() => {
            isOver = true;
          });
        for (let isKilled = kills >= 20; !isKilled && !isOver; ) {
          await new Promise((resolve) => setTimeout(resolve, random.pop() ?? 5));
          isKilled = await killRunOf(books.org.organizationId, books.org.ids.rootSubsidiary);
          if (isKilled) kills += 1;
        }
        isPosted = await going;
      }
    }
    expect(kills).toBe(20);
    const schedules = await Promise.all(
      (await listIds(books)).map(async (id) => (await books.read(id)).schedule),
    );
    const last = addPeriods('2026-01', months - 1);
    const due = schedules.flat().filter(({ period }) => period <= last);
    expect(due.length).toBe(30 * months);
    expect(due.every(({ runId, entryId }) => runId !== null && entryId !== null)).toBe(true);
    expect(schedules.flat().filter(({ period, runId }) => period > last && runId !== null)).toEqual([]);
    const posted = dec(await books.balance('4100')).negated();
    expect(posted.toFixed(2)).toBe(sum(due.map(({ amount }) => amount)).toFixed(2));
    await books.tiesOut();
  });
});

async function listIds(books: Books): Promise<string[]> {
  const claim = { organizationId: books.org.principals.admin.organizationId, userId: null };
  const rows = await withTenantSql(claim, (tenant) =>
    sql<{ id: string }>(tenant, 'select id from revenue_contracts where organization_id = $1::uuid', [
      books.org.organizationId,
    ]),
  );
  return rows.map(({ id }) => id);
}
