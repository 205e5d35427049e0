import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { addDays } from '@/core/periods/calendar';
import { insertRows } from '@/db/bulk';
import { closeConnections } from '@/db/client';
import {
  inEffect,
  type MonthRow,
  type RevenueScope,
  readRevenueMonths,
  scopeValues,
} from '@/db/revenue/months';
import { sql, type Tenant, withTenantReport, withTenantSql } from '@/db/tenancy';
import { newId } from '@/lib/ids';
import { openBooks } from '../books';
import { point, term } from '../facts/judged';
import { databaseNow } from '../histories/moments';

afterAll(closeConnections);

/**
 * Proves revenue/date-revenue-row, and the daily sums that revenue/sum-revenue-rows and revenue/sum-revenue-bookings keep, against a sum
 * over every row.
 */
const DIMENSIONS = ['cohort', 'period', 'timing'] as const;
/** Ends of months, and days within them, as periods of weeks end. */
const ENDS = ['2026-01-31', '2026-02-28', '2026-03-31', '2026-06-30', '2027-01-31'];
const WITHIN = ['2026-01-10', '2026-01-24', '2026-02-21', '2026-05-30', '2026-10-03', '2027-01-30'];

/** What the summary as of a time is compared with: the same sums from the facts, contract by contract ($1 to $5). */
const FACTS = `(
  select x.*, p.subsidiary_id, p.currency_code, p.cohort, o.revenue_account_id, o.timing, o.expedient, o.nature, o.class_id,
    o.department_id, o.location_id from (
    select b.organization_id, b.contract_id, b.obligation_key, b.period, b.amount as booked, 0 as planned, 0 as settled, 0 as posted
    from revenue_bookings b
    where b.organization_id = $1::uuid and b.recorded_at <= coalesce($4::timestamptz, 'infinity') and ${inEffect('b', 'event_id')}
    union all
    select r.organization_id, r.contract_id, r.obligation_key, r.period, 0, r.amount,
      case when r.posted_at <= coalesce($4::timestamptz, 'infinity') then r.amount else 0 end,
      case when r.posted_at <= coalesce($4::timestamptz, 'infinity') and r.posted_period = r.period then r.amount else 0 end
    from revenue_rows r
    where r.organization_id = $1::uuid and r.recorded_at <= coalesce($4::timestamptz, 'infinity') and ${inEffect('r', 'event_id', 'cause_id')}
    union all
    select r.organization_id, r.contract_id, r.obligation_key, r.posted_period, 0, 0, 0, r.amount
    from revenue_rows r
    where r.organization_id = $1::uuid and r.posted_period <> r.period and r.posted_at <= coalesce($4::timestamptz, 'infinity')
      and ${inEffect('r', 'event_id', 'cause_id')}
  ) x
  join revenue_positions p on p.organization_id = x.organization_id and p.contract_id = x.contract_id
  join performance_obligations o on o.organization_id = x.organization_id and o.contract_id = x.contract_id and o.key = x.obligation_key
)`;

async function fromRows(tenant: Tenant, scope: RevenueScope): Promise<MonthRow[]> {
  return sql<MonthRow>(
    tenant,
    `select left(m.cohort, 7) as cohort, left(m.period, 7) as period, m.timing, sum(m.booked)::text as booked, sum(m.planned)::text as planned,
       sum(m.settled)::text as settled, sum(m.posted)::text as posted
     from ${FACTS} m where ($2::uuid[] is null or m.subsidiary_id = any ($2::uuid[])) and m.currency_code = $3 group by 1, 2, 3 order by 1, 2, 3`,
    scopeValues(tenant, scope),
  );
}

/** Months with an amount: one whose amounts cancel out is not a month of a report. */
const reported = (rows: readonly MonthRow[]) =>
  rows
    .map(({ booked, planned, settled, posted, ...of }) => ({
      ...of,
      sums: [booked, planned, settled, posted].map(Number),
    }))
    .filter(({ sums }) => sums.some((sum) => sum !== 0));

async function compared(
  claim: Parameters<typeof withTenantReport>[0],
  moments: readonly (string | null)[],
): Promise<number> {
  let months = 0;
  await withTenantReport(claim, async (tenant) => {
    for (const knownAsOf of moments) {
      for (const effectiveAsOf of [null, ...ENDS, ...WITHIN]) {
        const scope = {
          isByMonth: true,
          subsidiaryIds: null,
          currencyCode: 'USD',
          effectiveAsOf,
          knownAsOf,
        };
        const expected = reported(await fromRows(tenant, scope));
        const shown = reported(await readRevenueMonths(tenant, scope, DIMENSIONS));
        expect(shown, `${knownAsOf} ${effectiveAsOf}`).toEqual(expected);
        months += expected.length;
      }
    }
  });
  return months;
}

describe('the months of a report as known at another time', () => {
  it('are the sums of what was recorded by then and in effect by the end of a month or a day within it, between facts, runs and a change', async () => {
    const books = await openBooks();
    const claim = { organizationId: books.org.principals.admin.organizationId, userId: null };
    const moments: (string | null)[] = [null, await databaseNow(books)];
    const { contract } = await books.contract({
      contractDate: '2026-01-10',
      price: { fixed: '1800' },
      obligations: [
        { key: 'service', ssp: '1200', pattern: term('2026-01-01', '2026-12-31') },
        point('goods', '600'),
      ],
    });
    moments.push(await databaseNow(books));
    await books.run('2026-01');
    moments.push(await databaseNow(books));
    // Recorded late: it belongs to a month that was run.
    await books.tell(contract.id, { kind: 'delivery', effectiveDate: '2026-01-20', key: 'goods' });
    moments.push(await databaseNow(books));
    await books.run('2026-02');
    moments.push(await databaseNow(books));
    await books.modify(contract.id, { date: '2026-03-01', reason: 'Cheaper', priceChange: '-120' });
    moments.push(await databaseNow(books));
    await books.run('2026-03');
    expect(await compared(claim, moments)).toBeGreaterThan(200);
  });

  it('are the same sums when facts, rows and postings were recorded on any days and at any times of a day', async () => {
    const books = await openBooks();
    const claim = { organizationId: books.org.principals.admin.organizationId, userId: null };
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      price: { fixed: '100' },
      obligations: [point('goods', '100')],
    });
    const at = fc
      .record({ day: fc.integer({ min: 0, max: 4 }), hour: fc.integer({ min: 0, max: 23 }) })
      .map(({ day, hour }) => `${addDays('2026-05-30', day)}T${String(hour).padStart(2, '0')}:59:59.999999Z`);
    const row = fc.record({
      at,
      posted: fc.option(at),
      cents: fc.integer({ min: -9999, max: 9999 }),
      month: fc.integer({ min: 1, max: 6 }),
      late: fc.integer({ min: 0, max: 2 }),
      own: fc.integer({ min: 0, max: 399 }),
      cause: fc.option(fc.integer({ min: 0, max: 399 })),
    });
    const seed = Number(process.env.DAYBOOK_SEED ?? 20261122);
    const drawn = fc.sample(row, { seed, numRuns: 120 });
    await withTenantSql(claim, async (tenant) => {
      for (const [index, one] of drawn.entries()) {
        const [ownDay = '', causeDay = ''] = [one.own, one.cause].map((day) =>
          addDays('2026-01-01', day ?? 0),
        );
        const [own = '', cause = ''] = [newId(), newId()];
        const of = { contractId: contract.id, recordedAt: one.at };
        const fact = { ...of, kind: 'usage', body: {} };
        await insertRows(tenant, 'revenue_events', [
          { ...fact, seq: 1_000 + 2 * index, id: own, effectiveDate: ownDay },
          // Without a second fact, a run is the cause.
          ...(one.cause === null
            ? []
            : [{ ...fact, seq: 1_001 + 2 * index, id: cause, effectiveDate: causeDay }]),
        ]);
        const period = `2026-0${one.month}`;
        const amount = (one.cents / 100).toFixed(2);
        await insertRows(tenant, 'revenue_bookings', [
          { ...of, seq: 1_000 + index, obligationKey: 'goods', period, amount, eventId: own },
        ]);
        await insertRows(tenant, 'revenue_rows', [
          {
            ...of,
            ...{
              seq: 1_000 + index,
              subsidiaryId: books.org.ids.rootSubsidiary,
              obligationKey: 'goods',
              amount,
            },
            ...{ period, naturalPeriod: period, startDate: ownDay, endDate: ownDay },
            ...{ source: 'usage', eventId: own, causeId: cause, catchUp: false, late: false },
          },
        ]);
        if (one.posted === null || one.posted < one.at) continue;
        await sql(
          tenant,
          `update revenue_rows set run_id = $3::uuid, posted_at = $4::timestamptz, posted_period = $5
           where organization_id = $1::uuid and contract_id = $2::uuid and seq = ${1_000 + index}`,
          [tenant.organizationId, contract.id, newId(), one.posted, `2026-0${one.month + one.late}`],
        );
      }
    });
    const moments = fc.sample(at, { seed: seed + 1, numRuns: 24 });
    expect(await compared(claim, [...moments, '2026-05-29T00:00:00Z', null])).toBeGreaterThan(500);
  });
});
