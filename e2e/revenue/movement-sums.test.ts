import { afterAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { findBreaches } from '@/db/reports/verification';
import { sql, withTenantReport, withTenantSql } from '@/db/tenancy';
import { newId } from '@/lib/ids';
import { runForOutput } from '@/usecases/kit/run';
import { rollforwardReport } from '@/usecases/revenue/reports/report-balances';
import { type Books, openBooks } from './books';
import { databaseNow } from './moments';

afterAll(closeConnections);

const claimOf = ({ org }: Books) => ({ organizationId: org.principals.admin.organizationId, userId: null });

/** Proves revenue/sum-revenue-movements: what it keeps, against a sum over every movement, computed from scratch. */
const COMPARED = `
  with plain as (
    select m.subsidiary_id, m.currency_code, m.period, case when m.kind = 'DOCUMENT' and m.amount < 0 then 'CREDIT' else m.kind end as kind, sum(m.deferred) as deferred
    from revenue_movements m group by 1, 2, 3, 4
  ), kept as (
    select subsidiary_id, currency_code, period, kind, sum(deferred) as deferred from revenue_movement_months group by 1, 2, 3, 4
  )
  select count(*)::int as sums, count(distinct kind)::int as kinds, count(*) filter (where p.deferred is distinct from k.deferred)::int as wrong
  from plain p full join kept k using (subsidiary_id, currency_code, period, kind)`;

/** Two contracts billed ahead in the same months, one of them credited, with revenue of three months. */
async function company(): Promise<Books> {
  const books = await openBooks('2026-06-15');
  for (const price of ['1200', '2400']) {
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      endDate: '2026-12-31',
      price: { fixed: price },
      obligations: [
        { key: 'care', ssp: price, pattern: { kind: 'RATABLE', start: '2026-01-01', end: '2026-12-31' } },
      ],
    });
    await books.tell(
      contract.id,
      { kind: 'invoice', effectiveDate: '2026-01-05', amount: price },
      { kind: 'payment', effectiveDate: '2026-02-05', amount: '500' },
    );
  }
  await books.runThrough('2026-01', '2026-03');
  return books;
}

describe('the sums of deferred revenue by period and kind', () => {
  it('equal the sums of the movements, and the roll-forward made of them is the one made of the movements', async () => {
    const books = await company();
    const [compared] = await withTenantReport(claimOf(books), (tenant) =>
      sql<{ sums: number; kinds: number; wrong: number }>(tenant, COMPARED),
    );
    expect(compared).toMatchObject({ wrong: 0 });
    expect(compared?.sums).toBeGreaterThanOrEqual(5);
    expect(compared?.kinds).toBeGreaterThanOrEqual(3);
    const call = books.org.callAs('auditor');
    const span = { from: '2026-01', to: '2026-04' };
    const now = await runForOutput(rollforwardReport, call, span);
    const knownAsOf = await databaseNow(books);
    const then = await runForOutput(rollforwardReport, call, { ...span, knownAsOf });
    expect(now.rows).toEqual(then.rows);
    expect(now.rows.map(({ billings, difference }) => [billings, difference])).toEqual([
      ['3600.00', '0.00'],
      ['0.00', '0.00'],
      ['0.00', '0.00'],
      ['0.00', '0.00'],
    ]);
  });

  it('count a document below zero as a credit, and one above zero as a billing', async () => {
    const books = await company();
    await withTenantSql(claimOf(books), async (tenant) => {
      for (const amount of ['-5', '7', '-2']) {
        await sql(
          tenant,
          `insert into revenue_movements select (jsonb_populate_record(m, jsonb_build_object('id', $1::text, 'kind', 'DOCUMENT', 'amount', $2::numeric,
             'deferred', $2::numeric, 'period', '2026-05'))).* from revenue_movements m limit 1`,
          [newId(), amount],
        );
      }
    });
    const kept = await withTenantReport(claimOf(books), (tenant) =>
      sql(
        tenant,
        `select kind, trim_scale(sum(deferred))::text as deferred from revenue_movement_months where period = '2026-05' group by 1 order by 1`,
      ),
    );
    expect(kept).toEqual([
      { kind: 'CREDIT', deferred: '-7' },
      { kind: 'DOCUMENT', deferred: '7' },
    ]);
  });

  it('of another organization are not added', async () => {
    const [one, other] = [await company(), await company()];
    const span = { from: '2026-01', to: '2026-04' };
    const rowsOf = async (books: Books) =>
      (await runForOutput(rollforwardReport, books.org.callAs('auditor'), span)).rows;
    expect(await rowsOf(one)).toEqual(await rowsOf(other));
  });

  it('are verified: one that differs from its movements is named', async () => {
    const books = await company();
    const found = () => withTenantReport(claimOf(books), findBreaches);
    expect((await found()).filter(({ check }) => check === 'REVENUE_MONTHS')).toEqual([]);
    await withTenantSql(claimOf(books), (tenant) =>
      sql(
        tenant,
        `update revenue_movement_months set deferred = deferred + 0.01 where kind = 'REVENUE' and period = '2026-02'`,
      ),
    );
    expect((await found()).filter(({ check }) => check === 'REVENUE_MONTHS')).toMatchObject([
      { examples: ['2026-02 USD REVENUE'] },
    ]);
  });
});
