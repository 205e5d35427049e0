import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { insertRows } from '@/db/bulk';
import { closeConnections } from '@/db/client';
import { readRevenueMonths } from '@/db/revenue/months';
import { sql, type Tenant, withTenantReport, withTenantSql } from '@/db/tenancy';
import { newId } from '@/lib/ids';
import { exact, type Fraction, NOTHING, plus, tidy, written } from '../../support/exact';
import { batchesOf } from '../../support/hold';
import { type Draft, openBooks } from '../books';
import {
  type ContractWish,
  contractWish,
  dueOf,
  type Laid,
  layContracts,
  layRun,
  MONTH,
  minorAmount,
  openWorld,
  PLACES,
  ratesOf,
  type World,
} from '../standings';

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
    // Two identical contracts: their figures for a month are one row, to which the second adds.
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

const WRITERS = 5;
const CONTRACTS = batchesOf(1, 600);

interface Booking {
  readonly laid: Laid;
  readonly place: number;
  readonly period: string;
  readonly amount: Fraction;
}

type MonthSum = Record<'booked' | 'planned' | 'settled' | 'posted', Fraction>;

/** The rows and bookings of all contracts by month and what reports sort by, added one after the other. */
function plainSums(
  all: readonly { laid: Laid; wish: ContractWish }[],
  bookings: readonly Booking[],
): Map<string, MonthSum> {
  const sums = new Map<string, MonthSum>();
  const add = (laid: Laid, index: number, period: string, more: Partial<MonthSum>) => {
    const { cohort, obligations } = all.find((one) => one.laid === laid)?.wish ?? (null as never);
    const { timing, expedient } = obligations[index] ?? (null as never);
    const name = [laid.currency, cohort, period, laid.obligations[index]?.place[0], timing, expedient].join(
      '|',
    );
    const sum = sums.get(name) ?? { booked: NOTHING, planned: NOTHING, settled: NOTHING, posted: NOTHING };
    for (const [figure, amount] of Object.entries(more)) {
      sum[figure as keyof MonthSum] = plus(sum[figure as keyof MonthSum], amount);
    }
    sums.set(name, sum);
  };
  for (const { laid } of all) {
    const due = new Set(dueOf(laid).map(({ seq }) => seq));
    for (const [index, { rows }] of laid.obligations.entries()) {
      for (const { seq, period, amount } of rows) {
        add(laid, index, period, { planned: amount });
        // Settled in the month it belongs to, posted in the month of the run.
        if (due.has(seq)) add(laid, index, period, { settled: amount });
        if (due.has(seq)) add(laid, index, MONTH, { posted: amount });
      }
    }
  }
  for (const { laid, place, period, amount } of bookings) add(laid, place, period, { booked: amount });
  return sums;
}

const layBookings = (tenant: Tenant, bookings: readonly Booking[]) =>
  insertRows(
    tenant,
    'revenue_bookings',
    bookings.map(({ laid, place, period, amount }, seq) => ({
      contractId: laid.id,
      seq,
      obligationKey: laid.obligations[place]?.key ?? '',
      period,
      amount: written(amount),
      eventId: newId(),
    })),
  );

async function write(world: World, wishes: readonly ContractWish[], amounts: readonly bigint[]) {
  const claim = { organizationId: world.org.principals.admin.organizationId, userId: null };
  return withTenantSql(claim, async (tenant) => {
    const laid = await layContracts(tenant, world, wishes);
    const bookings = laid.flatMap((one, index) =>
      one.obligations.map((_, place): Booking => {
        const minor = amounts[(index + place) % amounts.length] ?? 0n;
        const period = place % 2 === 0 ? '2026-07' : MONTH;
        return { laid: one, place, period, amount: exact(minor, 10n ** BigInt(PLACES[one.currency] ?? 2)) };
      }),
    );
    await layBookings(tenant, bookings);
    return { all: laid.map((one, index) => ({ laid: one, wish: wishes[index] as ContractWish })), bookings };
  });
}

describe('the rows and bookings of revenue, which determine the sums by month', () => {
  it('sum to every month a report shows, written by several at once and posted by a run', async () => {
    const world = await openWorld('USD');
    const claim = { organizationId: world.org.principals.admin.organizationId, userId: null };
    const seed = Number(process.env.DAYBOOK_SEED ?? 20261121);
    const wishes = fc.sample(contractWish, { seed, numRuns: CONTRACTS });
    const amounts = fc.sample(minorAmount, { seed, numRuns: 97 });
    const parts = Array.from({ length: WRITERS }, (_, n) => wishes.filter((_, at) => at % WRITERS === n));
    const laidDown = await Promise.all(parts.map((part) => write(world, part, amounts)));
    const rates = ratesOf(world, { USD: '1', EUR: '1.0837', JPY: '0.0067', BHD: '2.65' });
    await withTenantSql(claim, async (tenant) => {
      const run = await layRun(tenant, world, { grouping: 'SUBSIDIARY', rates });
      for (let status = ''; status !== 'POSTED'; ) {
        const [step] = await sql<{ status: string }>(
          tenant,
          'select o_status as status from daybook_post_revenue_chunk($1::uuid, 150, null)',
          [run],
        );
        status = step?.status ?? 'POSTED';
      }
    });
    const sums = plainSums(
      laidDown.flatMap(({ all }) => all),
      laidDown.flatMap(({ bookings }) => bookings),
    );
    const kept = new Map<string, Record<string, string>>();
    await withTenantReport(claim, async (tenant) => {
      for (const currencyCode of Object.keys(PLACES)) {
        const scope = {
          isByMonth: true,
          subsidiaryIds: null,
          currencyCode,
          effectiveAsOf: null,
          knownAsOf: null,
        };
        const dimensions = ['cohort', 'period', 'account', 'timing', 'expedient'] as const;
        for (const row of await readRevenueMonths(tenant, scope, dimensions)) {
          const { cohort, period, account, timing, expedient, ...figures } = row;
          kept.set(
            [currencyCode, cohort, period, account, timing, expedient].join('|'),
            Object.fromEntries(Object.entries(figures).map(([name, amount]) => [name, tidy(amount ?? '')])),
          );
        }
      }
      const [{ slots } = { slots: 0 }] = await sql<{ slots: number }>(
        tenant,
        'select count(distinct slot)::int as slots from revenue_months',
      );
      expect(slots).toBeGreaterThan(1);
    });
    expect(kept).toEqual(
      new Map(
        [...sums].map(([name, sum]) => [
          name,
          Object.fromEntries(Object.entries(sum).map(([figure, amount]) => [figure, written(amount)])),
        ]),
      ),
    );
    expect(wishes.length).toBeGreaterThanOrEqual(500);
    expect(kept.size).toBeGreaterThan(200);
  });
});
