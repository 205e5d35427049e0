import type pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { dec, sum } from '@/core/money/decimal';
import { closeConnections } from '@/db/client';
import { sql, withTenantSql } from '@/db/tenancy';
import { holdPeriods, killedAt } from '@/testing/contenders';
import { runForOutput } from '@/usecases/kit/run';
import { createRun } from '@/usecases/revenue/runs/create-run';
import { postRun } from '@/usecases/revenue/runs/post-run';
import { type Books, openBooks } from '../books';

// Proves the law revenue/post-revenue-chunk of prisma/sql.

afterAll(closeConnections);

const CONTRACTS = 30;

/** How many rows of the month are posted when the run is killed. */
const PROGRESS = [0, 7, 15, 29];

interface Place {
  readonly organizationId: string;
  readonly runId: string;
}

/** The points of a step, each by what it waits for there; at the last ones everything is written and nothing is committed. */
const POINTS: Readonly<Record<string, (place: Place) => (holder: pg.ClientBase) => Promise<unknown>>> = {
  'when it takes the run':
    ({ runId }) =>
    (holder) =>
      holder.query('select 1 from revenue_runs where id = $1 for update', [runId]),
  'when it holds the periods open':
    ({ organizationId }) =>
    (holder) =>
      holdPeriods(organizationId, 'closing')(holder),
  'when it takes the numbers of its entries':
    ({ organizationId }) =>
    (holder) =>
      holder.query(`select 1 from number_counters where organization_id = $1 and series = 'GL' for update`, [
        organizationId,
      ]),
  'when it counts its steps':
    ({ runId }) =>
    (holder) =>
      holder.query(`select pg_advisory_xact_lock(hashtextextended('revenue run chunks:' || $1::text, 0))`, [
        runId,
      ]),
};

async function tell<Row extends object>(books: Books, text: string): Promise<Row[]> {
  const { organizationId } = books.org.principals.admin;
  return withTenantSql({ organizationId, userId: null }, (tenant) => sql<Row>(tenant, text, []));
}

describe('a run that is killed', () => {
  it('twenty times, at every point of a step and however far it had come, posts every row exactly once when it is started again', async () => {
    const books = await openBooks();
    for (let index = 0; index < CONTRACTS; index += 1) {
      const price = `${100 + index}.${10 + index}`;
      await books.contract({
        contractDate: '2026-01-10',
        price: { fixed: price },
        obligations: [
          { key: 'term', ssp: price, pattern: { kind: 'RATABLE', start: '2026-01-10', end: '2026-12-31' } },
        ],
      });
    }
    const contracts = (await tell<{ id: string }>(books, 'select id from revenue_contracts order by id')).map(
      ({ id }) => id,
    );
    const call = books.org.callAs('revenue');
    await books.run('2026-01');
    const { id } = await runForOutput(createRun, call, { period: '2026-02' });
    const post = () => runForOutput(postRun, call, { id, rows: 1 });
    const posted = async () => {
      const [row] = await tell<{ rows: number; entries: number }>(
        books,
        `select (select count(*)::int from revenue_rows where run_id = '${id}') as rows,
                (select count(*)::int from ledger_entries where posting_date >= '2026-02-01') as entries`,
      );
      return row;
    };

    let kills = 0;
    for (const rows of PROGRESS) {
      // Steps skip contracts that someone else is changing; the last step waits for them.
      const others = (holder: pg.ClientBase) =>
        holder.query('select 1 from revenue_positions where contract_id = any ($1::uuid[]) for update', [
          contracts.slice(rows),
        ]);
      await killedAt(others, post);
      kills += 1;
      expect(await posted()).toEqual({ rows, entries: rows });
      for (const [point, hold] of Object.entries(POINTS)) {
        await killedAt(hold({ organizationId: books.org.organizationId, runId: id }), post);
        kills += 1;
        expect(await posted(), point).toEqual({ rows, entries: rows });
      }
    }
    expect(kills).toBe(20);
    await post();

    expect(await posted()).toEqual({ rows: CONTRACTS, entries: CONTRACTS });
    const schedules = (await Promise.all(contracts.map((one) => books.read(one)))).flatMap(
      ({ schedule }) => schedule,
    );
    const due = schedules.filter(({ period }) => period <= '2026-02');
    expect(due).toHaveLength(2 * CONTRACTS);
    expect(due.every(({ runId, entryId }) => runId !== null && entryId !== null)).toBe(true);
    expect(schedules.filter(({ period, runId }) => period > '2026-02' && runId !== null)).toEqual([]);
    const earned = dec(await books.balance('4100')).negated();
    expect(earned.toFixed(2)).toBe(sum(due.map(({ amount }) => amount)).toFixed(2));
    await books.tiesOut();
  });
});
