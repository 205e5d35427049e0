import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { insertRows } from '@/db/bulk';
import { closeConnections } from '@/db/client';
import { readRevenueMonths } from '@/db/revenue/months';
import { NO_ID } from '@/db/revenue/months-then';
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
import { COMPARED } from './compared-months';

afterAll(closeConnections);

// Proves revenue/sum-revenue-rows and revenue/sum-revenue-bookings: the monthly sums they keep, against a sum over every row and booking.

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
const DIMENSIONS = [
  'cohort',
  'period',
  'account',
  'timing',
  'expedient',
  'nature',
  'class',
  'department',
  'location',
] as const;
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
    const [account, ...analyzedBy] = laid.obligations[index]?.place ?? (null as never);
    // By project nothing is reported.
    const dimensions = analyzedBy.slice(0, 3).map((id) => id ?? NO_ID);
    const name = [laid.currency, cohort, period, account, timing, expedient, 'SERVICE', ...dimensions].join(
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
        for (const row of await readRevenueMonths(tenant, scope, DIMENSIONS)) {
          const { booked, planned, settled, posted, ...by } = row;
          kept.set(
            [currencyCode, ...DIMENSIONS.map((dimension) => by[dimension])].join('|'),
            Object.fromEntries(
              Object.entries({ booked, planned, settled, posted }).map(([name, amount]) => [
                name,
                tidy(amount),
              ]),
            ),
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
