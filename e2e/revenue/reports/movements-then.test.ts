import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { addDays } from '@/core/periods/calendar';
import { insertRows } from '@/db/bulk';
import { closeConnections } from '@/db/client';
import { findBreaches } from '@/db/reports/verification/verification';
import { readDeferredMovements } from '@/db/revenue/balances';
import { type RevenueScope, scopeValues } from '@/db/revenue/months';
import { sql, type Tenant, withTenantReport, withTenantSql } from '@/db/tenancy';
import { newId } from '@/lib/ids';
import { runForOutput } from '@/usecases/kit/run';
import { createSubsidiary } from '@/usecases/subsidiaries/create-subsidiary';
import { type Books, openBooks } from '../books';
import { databaseNow } from '../histories/moments';

afterAll(closeConnections);

// Proves the days of effect that revenue/sum-revenue-movements of prisma/sql keeps, against a sum over every movement.

const claimOf = ({ org }: Books) => ({ organizationId: org.principals.admin.organizationId, userId: null });

/** Days within months and their last, before, among and after those on which anything takes effect. */
const DAYS = [
  ...['2025-12-31', '2026-01-01', '2026-01-09', '2026-01-31', '2026-02-01', '2026-02-14', '2026-02-28'],
  ...['2026-03-15', '2026-03-31', '2026-04-05', '2026-04-06', '2026-04-30', '2026-05-20', '2027-01-31'],
];

/** The changes of deferred revenue from the movements themselves. */
const fromMovements = (tenant: Tenant, scope: RevenueScope) =>
  sql<{ period: string; kind: string; amount: string }>(
    tenant,
    `select m.period, case when m.kind = 'DOCUMENT' and m.amount < 0 then 'CREDIT' else m.kind end as kind, sum(m.deferred)::text as amount
     from revenue_movements m left join revenue_events e on e.organization_id = m.organization_id and e.id = m.event_id
     where m.organization_id = $1::uuid and ($2::uuid[] is null or m.subsidiary_id = any ($2::uuid[])) and m.currency_code = $3
       and m.recorded_at <= coalesce($4::timestamptz, 'infinity') and ($5::date is null or coalesce(e.effective_date, m.posting_date) <= $5::date)
     group by 1, 2 having sum(m.deferred) <> 0 order by 1, 2`,
    scopeValues(tenant, scope),
  );

/** Compares both at every one of these moments and days of effect; the number of comparisons, and of the different answers among them. */
async function compared(books: Books, moments: readonly (string | null)[], scopes: Partial<RevenueScope>[]) {
  const answers: string[] = [];
  await withTenantReport(claimOf(books), async (tenant) => {
    for (const knownAsOf of moments) {
      for (const effectiveAsOf of [null, ...DAYS]) {
        for (const more of scopes) {
          const scope = {
            isByMonth: true,
            subsidiaryIds: null,
            currencyCode: 'USD',
            knownAsOf,
            effectiveAsOf,
            ...more,
          };
          const expected = await fromMovements(tenant, scope);
          const shown = (await readDeferredMovements(tenant, scope)).filter(
            ({ amount }) => Number(amount) !== 0,
          );
          expect(shown, JSON.stringify(scope)).toEqual(expected);
          answers.push(JSON.stringify(expected));
        }
      }
    }
  });
  return { compared: answers.length, different: new Set(answers).size };
}

describe('the changes of deferred revenue as of another moment and of a day in effect', () => {
  it('are those of the movements recorded by then that are in effect by that day, between bills, late facts, runs and a change', async () => {
    const books = await openBooks('2026-06-15');
    const moments: (string | null)[] = [null, await databaseNow(books)];
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      endDate: '2026-12-31',
      price: { fixed: '1200' },
      obligations: [
        { key: 'care', ssp: '1200', pattern: { kind: 'RATABLE', start: '2026-01-01', end: '2026-12-31' } },
      ],
    });
    const then = async () => moments.push(await databaseNow(books));
    await books.tell(contract.id, { kind: 'invoice', effectiveDate: '2026-01-09', amount: '900' });
    await then();
    await books.runThrough('2026-01', '2026-02');
    await then();
    // Recorded late: they take effect in months that were run.
    await books.tell(
      contract.id,
      { kind: 'invoice', effectiveDate: '2026-02-14', amount: '300' },
      { kind: 'payment', effectiveDate: '2026-02-10', amount: '500' },
    );
    await then();
    await books.modify(contract.id, { date: '2026-03-15', reason: 'Cheaper', priceChange: '-120' });
    await then();
    await books.tell(contract.id, {
      kind: 'creditNote',
      effectiveDate: '2026-04-06',
      amount: '50',
      mode: 'CONCESSION',
    });
    await books.runThrough('2026-03', '2026-04');
    const { compared: times, different } = await compared(books, moments, [{}]);
    expect(times).toBeGreaterThanOrEqual(90);
    expect(different).toBeGreaterThanOrEqual(9);
  });

  it('are the same when movements of any days of posting follow from facts of any days, or from none, and were recorded at any time', async () => {
    const books = await openBooks('2026-06-15');
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      price: { fixed: '100' },
      obligations: [{ key: 'goods', ssp: '100', pattern: { kind: 'POINT' } }],
    });
    await books.tell(contract.id, { kind: 'invoice', effectiveDate: '2026-01-05', amount: '100' });
    const branch = await runForOutput(createSubsidiary, books.org.callAs('admin'), {
      name: 'Branch',
      code: 'B',
    });
    const at = fc
      .record({ day: fc.integer({ min: 0, max: 4 }), hour: fc.integer({ min: 0, max: 23 }) })
      .map(({ day, hour }) => `${addDays('2026-05-30', day)}T${String(hour).padStart(2, '0')}:59:59.999999Z`);
    const day = fc.integer({ min: 0, max: 150 }).map((days) => addDays('2026-01-01', days));
    const movement = fc.record({
      at,
      effective: fc.option(day),
      posting_date: day,
      cents: fc.integer({ min: -9999, max: 9999 }),
      kind: fc.constantFrom('DUE', 'PAYMENT', 'DOCUMENT', 'REVENUE', 'REFUND'),
      month: fc.integer({ min: 1, max: 6 }),
      isBranch: fc.boolean(),
      isEuro: fc.integer({ min: 0, max: 3 }),
    });
    const seed = Number(process.env.DAYBOOK_SEED ?? 20261223);
    // Several a statement, as a run and a file of facts record them.
    const drawn = fc.sample(fc.array(movement, { minLength: 1, maxLength: 12 }), { seed, numRuns: 40 });
    let seq = 1_000;
    await withTenantSql(claimOf(books), async (tenant) => {
      const [first] = await sql<{ id: string }>(tenant, 'select id from revenue_movements', []);
      for (const statement of drawn) {
        const told = [];
        for (const { at: recordedAt, effective, cents, month, isBranch, isEuro, ...one } of statement) {
          const eventId = newId();
          seq += 1;
          if (effective !== null) {
            await insertRows(tenant, 'revenue_events', [
              {
                contractId: contract.id,
                recordedAt,
                kind: 'usage',
                body: {},
                seq,
                id: eventId,
                effectiveDate: effective,
              },
            ]);
          }
          const amount = (cents / 100).toFixed(2);
          told.push({
            ...{
              ...one,
              id: newId(),
              event_id: effective === null ? null : eventId,
              run_id: null,
              amount,
              deferred: amount,
              recorded_at: recordedAt,
            },
            ...{ period: `2026-0${month}`, currency_code: isEuro === 0 ? 'EUR' : 'USD' },
            ...(isBranch ? { subsidiary_id: branch.id } : {}),
          });
        }
        await sql(
          tenant,
          `insert into revenue_movements select (jsonb_populate_record(m, t)).* from jsonb_array_elements($1::jsonb) t
           cross join revenue_movements m where m.id = $2::uuid`,
          [JSON.stringify(told), first?.id],
        );
      }
    });
    const moments = [...fc.sample(at, { seed: seed + 1, numRuns: 12 }), '2026-05-29T00:00:00Z', null];
    const scopes = [{}, { subsidiaryIds: [branch.id] }, { currencyCode: 'EUR' }];
    const { compared: times, different } = await compared(books, moments, scopes);
    expect(times).toBeGreaterThanOrEqual(500);
    expect(different).toBeGreaterThan(200);
    const breaches = await withTenantReport(claimOf(books), findBreaches);
    expect(
      breaches.flatMap(({ examples }) => examples).filter((one) => one.includes('days of recording')),
    ).toEqual([]);
  });
});
