import { afterAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { sql, withTenantSql } from '@/db/tenancy';
import { type Draft, openBooks } from './books';

afterAll(closeConnections);

/**
 * Proves revenue/sum-revenue-rows and revenue/sum-revenue-bookings: the monthly sums they keep, against a sum over
 * every row and booking, computed from scratch.
 */
const COMPARED = `
  with keyed as (
    select p.subsidiary_id, p.currency_code, p.cohort, o.revenue_account_id, o.timing, o.expedient, o.contract_id, o.key
    from performance_obligations o join revenue_positions p on p.contract_id = o.contract_id
  ), moved as (
    select k.*, r.period, r.amount as planned, 0::numeric as booked, case when r.run_id is not null then r.amount else 0 end as settled,
           case when r.posted_period = r.period then r.amount else 0 end as posted
    from revenue_rows r join keyed k on k.contract_id = r.contract_id and k.key = r.obligation_key
    union all
    select k.*, r.posted_period, 0, 0, 0, r.amount from revenue_rows r join keyed k on k.contract_id = r.contract_id and k.key = r.obligation_key
    where r.posted_period <> r.period
    union all
    select k.*, b.period, 0, b.amount, 0, 0 from revenue_bookings b join keyed k on k.contract_id = b.contract_id and k.key = b.obligation_key
  ), expected as (
    select subsidiary_id, currency_code, cohort, revenue_account_id, timing, expedient, period,
           sum(planned) as planned, sum(booked) as booked, sum(settled) as settled, sum(posted) as posted
    from moved group by 1, 2, 3, 4, 5, 6, 7
  ), kept as (
    select subsidiary_id, currency_code, cohort, revenue_account_id, timing, expedient, period,
           sum(planned) as planned, sum(booked) as booked, sum(settled) as settled, sum(posted) as posted
    from revenue_months group by 1, 2, 3, 4, 5, 6, 7
  )
  select count(*)::int as months, count(*) filter (where e.settled <> 0)::int as settled, count(*) filter (where e.posted <> e.settled)::int as late,
         sum(e.booked)::text as booked,
         count(*) filter (where (e.planned, e.booked, e.settled, e.posted) is distinct from (k.planned, k.booked, k.settled, k.posted))::int as wrong
  from expected e full join kept k using (subsidiary_id, currency_code, cohort, revenue_account_id, timing, expedient, period)`;

describe('the sums by month', () => {
  it('equal the sums of the rows and bookings: planned, booked, settled in their month, posted in the month of the run', async () => {
    const books = await openBooks();
    const terms: Draft = {
      contractDate: '2026-01-10',
      price: { fixed: '1300' },
      obligations: [
        { key: 'term', ssp: '1200', pattern: { kind: 'RATABLE', start: '2026-01-01', end: '2026-12-31' } },
        { key: 'setup', ssp: '100', pattern: { kind: 'POINT' } },
      ],
    };
    // Two that are alike: their figures of a month are one row, to which the second adds.
    await books.contract(terms);
    const { contract } = await books.contract(terms);
    await books.run('2026-01');
    await books.run('2026-02');
    // Delivered in January, recorded after its month was run: earned in January, posted in March.
    await books.tell(contract.id, { kind: 'delivery', effectiveDate: '2026-01-20', key: 'setup' });
    await books.run('2026-03');
    const [compared] = await withTenantSql(
      { organizationId: books.org.principals.admin.organizationId, userId: null },
      (tenant) => sql<Record<string, unknown>>(tenant, COMPARED, []),
    );
    expect(compared).toMatchObject({ booked: '2600.0000', wrong: 0 });
    expect(Number(compared?.months)).toBeGreaterThanOrEqual(12);
    expect(Number(compared?.settled)).toBeGreaterThanOrEqual(3);
  });
});
