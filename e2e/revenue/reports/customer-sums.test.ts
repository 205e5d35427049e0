import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { insertRows } from '@/db/bulk';
import { closeConnections } from '@/db/client';
import { customerPeriods, DIFFERENT_YEARS, pageCustomerRevenue } from '@/db/revenue/customer-revenue';
import { NO_ID } from '@/db/revenue/months-then';
import { sql, type Tenant, withTenantReport, withTenantSql } from '@/db/tenancy';
import { newId } from '@/lib/ids';
import { cases } from '@/testing/long-run';
import { runForOutput } from '@/usecases/kit/run';
import { type CustomersReport, customersReport } from '@/usecases/revenue/reports/report-customers';
import { createSubsidiary } from '@/usecases/subsidiaries/create-subsidiary';
import { accountFor, openWorld, type World } from '../standings';

afterAll(closeConnections);

/**
 * Proves the law revenue/sum-revenue-years: the sums kept of what was posted, and the report of customers that reads them, against a sum by hand over
 * every posted row.
 */

const SEED = Number(process.env.DAYBOOK_SEED ?? 20261219);
const WRITERS = 4;
const PLACES: Readonly<Record<string, number>> = { USD: 2, JPY: 0, BHD: 3 };
/** Months, and periods of weeks: two of them end in one month. */
const PERIODS = [
  ...['2024-11', '2024-12', '2025-01', '2025-06', '2025-10', '2025-12', '2026-01', '2026-02', '2026-07'],
  ...['2025-10-02', '2025-10-30', '2026-01-31', '2026-02-27', '2026-07-04'],
] as const;
/** When rows were posted, and a moment after each. */
const POSTED = [
  '2020-03-01T10:00:00Z',
  '2020-05-01T10:00:00Z',
  '2020-05-01T16:00:00Z',
  '2020-09-01T10:00:00Z',
] as const;
const MOMENTS = ['2020-04-01T00:00:00Z', '2020-05-01T12:00:00Z', '2020-06-01T00:00:00Z'] as const;
const NAMES = [
  'Ada Works',
  'Ada Works',
  'ACME',
  'none',
  'Émile & Fils',
  '100% Hold_ings',
  'Zed',
  'ada kids',
  'Bolt',
  'Zed',
] as const;

interface Row {
  readonly contractId: string;
  readonly customerId: string | null;
  readonly subsidiaryId: string;
  readonly currency: string;
  readonly seq: number;
  readonly minor: bigint;
  /** Null: not posted. */
  readonly period: (typeof PERIODS)[number] | null;
  readonly postedAt: (typeof POSTED)[number];
}

const contractWish = fc.record({
  customer: fc.integer({ min: -1, max: NAMES.length - 1 }),
  branch: fc.boolean(),
  currency: fc.constantFrom('USD', 'USD', 'JPY', 'BHD'),
  /** What is earned and earned back in one month, so that only its columns, or not even they, are above zero. */
  undone: fc.constantFrom('no', 'no', 'no', 'in its month', 'in another'),
  rows: fc.array(
    fc.record({
      minor: fc.oneof(fc.bigInt({ min: -9n, max: 9n }), fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n })),
      period: fc.option(fc.constantFrom(...PERIODS), { freq: 6, nil: null }),
      postedAt: fc.constantFrom(...POSTED),
    }),
    { minLength: 1, maxLength: 5 },
  ),
});

const day = (period: string) => period.padEnd(10, '-31');
const written = (minor: bigint, places: number): string => {
  const digits = String(minor < 0n ? -minor : minor).padStart(places + 1, '0');
  const text = places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
  return minor < 0n ? `-${text}` : text;
};

interface Books {
  readonly world: World;
  readonly claim: { readonly organizationId: string; readonly userId: null };
  readonly customers: readonly { readonly id: string; readonly name: string; readonly number: string }[];
  readonly subsidiaries: readonly string[];
  readonly rows: readonly Row[];
}

/** Contracts of ten customers in two subsidiaries, posted by several writers at once, a few rows at a time. */
async function books(): Promise<Books> {
  const world = await openWorld('USD');
  const { org } = world;
  const branch = await runForOutput(createSubsidiary, org.callAs('admin'), {
    name: 'Branch',
    parentId: org.ids.rootSubsidiary,
  });
  const subsidiaries = [org.ids.rootSubsidiary, branch.id];
  const claim = { organizationId: org.principals.admin.organizationId, userId: null };
  const customers = NAMES.map((name, at) => ({ id: newId(), name, number: `C-${at}` }));
  const wishes = fc.sample(contractWish, { seed: SEED, numRuns: cases(220, 1_000) });
  const rows = wishes.flatMap((wish) => {
    const contract = {
      contractId: newId(),
      customerId: customers[wish.customer]?.id ?? null,
      subsidiaryId: subsidiaries[wish.branch ? 1 : 0] ?? '',
      currency: wish.currency,
    };
    const [first] = wish.rows;
    const again = wish.undone === 'in another' ? ('2025-06' as const) : (first?.period ?? null);
    const undoing =
      first === undefined || wish.undone === 'no' ? [] : [{ ...first, minor: -first.minor, period: again }];
    return [...wish.rows, ...undoing].map((row, seq): Row => ({ ...contract, ...row, seq }));
  });
  await withTenantSql(claim, async (tenant) => {
    await insertRows(
      tenant,
      'customers',
      customers.map(({ id, name, number }) => ({ id, companyName: name, customerId: number })),
    );
    await lay(tenant, world, rows);
  });
  const posted = rows.filter(({ period }) => period !== null);
  await Promise.all(
    Array.from({ length: WRITERS }, async (_, writer) => {
      // A contract is posted by one writer at a time, who holds its position.
      const own = posted.filter(
        ({ contractId }) => [...contractId].reduce((n, c) => n + c.charCodeAt(0), 0) % WRITERS === writer,
      );
      for (let at = 0; at < own.length; at += 7) {
        await withTenantSql(claim, (tenant) => post(tenant, own.slice(at, at + 7)));
      }
    }),
  );
  return { world, claim, customers, subsidiaries, rows };
}

async function lay(tenant: Tenant, world: World, rows: readonly Row[]) {
  const contracts = [...new Map(rows.map((row) => [row.contractId, row])).values()];
  const account = (role: Parameters<typeof accountFor>[1]) => accountFor(world, role);
  await insertRows(
    tenant,
    'revenue_contracts',
    contracts.map(({ contractId, customerId, subsidiaryId, currency }) => ({
      id: contractId,
      contractNumber: contractId,
      customerId,
      subsidiaryId,
      currencyCode: currency,
      contractDate: '2024-01-01',
      contractStatus: 'ACTIVE',
    })),
  );
  await insertRows(
    tenant,
    'revenue_positions',
    contracts.map(({ contractId, subsidiaryId, currency }) => ({
      contractId,
      subsidiaryId,
      currencyCode: currency,
      cohort: '2024-01',
      receivableAccountId: account('RECEIVABLE'),
      deferredAccountId: account('DEFERRED_REVENUE'),
      contractAssetAccountId: account('CONTRACT_ASSET'),
      refundAccountId: account('REFUND_LIABILITY'),
      cashAccountId: account('CASH'),
      exchangeAccountId: account('EXCHANGE'),
      interestExpenseAccountId: account('INTEREST_EXPENSE'),
      interestIncomeAccountId: account('INTEREST_INCOME'),
    })),
  );
  await insertRows(
    tenant,
    'performance_obligations',
    contracts.map(({ contractId }) => ({
      contractId,
      key: 'o',
      position: 0,
      pattern: {},
      ssp: '0',
      allocated: '0',
      timing: 'OVER_TIME',
      expedient: '',
      revenueAccountId: world.org.account('4100'),
    })),
  );
  await insertRows(
    tenant,
    'revenue_rows',
    rows.map(({ contractId, seq, subsidiaryId, currency, minor, period }) => ({
      contractId,
      seq,
      subsidiaryId,
      obligationKey: 'o',
      amount: written(minor, PLACES[currency] ?? 2),
      period: period ?? '2026-12',
      naturalPeriod: period ?? '2026-12',
      startDate: '2024-01-01',
      endDate: '2024-01-31',
      source: 'EVENT',
      eventId: contractId,
      causeId: contractId,
      catchUp: false,
      late: false,
    })),
  );
}

const post = (tenant: Tenant, rows: readonly Row[]) =>
  sql(
    tenant,
    `update revenue_rows r set run_id = daybook_uuid_v7(), entry_id = daybook_uuid_v7(), posted_period = x.period, posted_at = x.posted_at
     from jsonb_to_recordset($2::jsonb) as x (contract_id uuid, seq int, period text, posted_at timestamptz)
     where r.organization_id = $1::uuid and r.contract_id = x.contract_id and r.seq = x.seq`,
    [
      tenant.organizationId,
      JSON.stringify(
        rows.map(({ contractId, seq, period, postedAt }) => ({
          contract_id: contractId,
          seq,
          period,
          posted_at: postedAt,
        })),
      ),
    ],
  );

interface Asked {
  readonly currency: string;
  readonly subsidiaryId: string | null;
  readonly from: string;
  readonly until: string;
  readonly knownAsOf: string | null;
  readonly among: readonly (string | null)[] | null;
}

/** By customer and period, added one after the other; customers whose contracts have only zeros in the span are left out. */
function plainly({ rows }: Books, asked: Asked): Map<string | null, Map<string, bigint>> {
  const isAsked = (row: Row) =>
    row.period !== null &&
    row.currency === asked.currency &&
    (asked.subsidiaryId === null || row.subsidiaryId === asked.subsidiaryId) &&
    (asked.knownAsOf === null || row.postedAt <= asked.knownAsOf) &&
    (asked.among === null || asked.among.includes(row.customerId)) &&
    day(row.period) >= asked.from &&
    day(row.period) < asked.until;
  const cells = new Map<string, bigint>();
  const found = new Map<string | null, Map<string, bigint>>();
  for (const row of rows.filter(isAsked)) {
    const cell = `${row.contractId} ${day(row.period ?? '')}`;
    cells.set(cell, (cells.get(cell) ?? 0n) + row.minor);
  }
  for (const row of rows.filter(isAsked)) {
    const amount = cells.get(`${row.contractId} ${day(row.period ?? '')}`) ?? 0n;
    if (amount === 0n) continue;
    const own = found.get(row.customerId) ?? new Map<string, bigint>();
    cells.delete(`${row.contractId} ${day(row.period ?? '')}`);
    own.set(day(row.period ?? ''), (own.get(day(row.period ?? '')) ?? 0n) + amount);
    found.set(row.customerId, own);
  }
  return found;
}

const totalOf = (own: ReadonlyMap<string, bigint>) => [...own.values()].reduce((sum, one) => sum + one, 0n);

const question = fc.record({
  currency: fc.constantFrom('USD', 'USD', 'JPY', 'BHD'),
  subsidiary: fc.constantFrom(null, null, 0, 1),
  from: fc.constantFrom('2024-01', '2024-12', '2025-06', '2025-10', '2025-11', '2026-01', '2026-02'),
  months: fc.integer({ min: 0, max: 23 }),
  known: fc.option(fc.constantFrom(...MOMENTS), { freq: 2, nil: null }),
  search: fc.constantFrom(null, null, null, 'ada', 'ADA', 'zed', '%', '_', 'c-1', 'no such', 'é'),
  order: fc.constantFrom<('AMOUNT' | 'NAME')[]>('AMOUNT', 'NAME'),
  limit: fc.integer({ min: 1, max: 9 }),
});

const monthAfter = (month: string, months: number) => {
  const at = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 + months;
  return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`;
};

/** Every page of a report, one after the other. */
async function pages(
  ask: (after: string | undefined) => Promise<CustomersReport>,
): Promise<CustomersReport[]> {
  const all: CustomersReport[] = [];
  for (let after: string | null | undefined; after !== null; after = all.at(-1)?.nextCursor ?? null) {
    all.push(await ask(after));
  }
  return all;
}

describe('the sums by contract and year', () => {
  it('give the report of customers every figure that a sum over the posted rows gives, page by page, at any moment', async () => {
    const all = await books();
    const call = all.world.org.callAs('controller');
    const different = await withTenantReport(all.claim, (tenant) =>
      sql(tenant, DIFFERENT_YEARS, [tenant.organizationId]),
    );
    expect(different).toEqual([]);
    let answers = 0;
    for (const asked of fc.sample(question, { seed: SEED, numRuns: cases(200, 600) })) {
      const to = monthAfter(asked.from, asked.months);
      const subsidiaryId = asked.subsidiary === null ? null : (all.subsidiaries[asked.subsidiary] ?? null);
      const matching = (name: string, number: string) =>
        [name, number].some((text) => text.toLowerCase().includes((asked.search ?? '').toLowerCase()));
      const plain = plainly(all, {
        currency: asked.currency,
        subsidiaryId,
        from: `${asked.from}-01`,
        until: `${monthAfter(to, 1)}-01`,
        knownAsOf: asked.known,
        among:
          asked.search === null
            ? null
            : all.customers.filter(({ name, number }) => matching(name, number)).map(({ id }) => id),
      });
      const shown = await pages((after) =>
        runForOutput(customersReport, call, {
          currencyCode: asked.currency,
          from: asked.from,
          to,
          order: asked.order,
          limit: asked.limit,
          ...(subsidiaryId === null ? {} : { subsidiaryId }),
          ...(asked.known === null ? {} : { knownAsOf: asked.known }),
          ...(asked.search === null ? {} : { search: asked.search }),
          ...(after === undefined ? {} : { after }),
        }),
      );
      const places = PLACES[asked.currency] ?? 2;
      const columns = shown[0]?.columns ?? [];
      expect(columns).toHaveLength(asked.months + 1);
      const inMonth = (own: ReadonlyMap<string, bigint>, month: string) =>
        [...own].filter(([last]) => last.slice(0, 7) === month).reduce((sum, [, minor]) => sum + minor, 0n);
      const rows = shown.flatMap((page) => page.rows);
      expect(new Map(rows.map((row) => [row.customerId, [row.amounts, row.total]]))).toEqual(
        new Map(
          [...plain].map(([customerId, own]) => [
            customerId,
            [columns.map((month) => written(inMonth(own, month), places)), written(totalOf(own), places)],
          ]),
        ),
      );
      expect(rows).toHaveLength(plain.size);
      const ordered = [...rows].sort((a, b) => {
        const byId = (a.customerId ?? NO_ID) < (b.customerId ?? NO_ID) ? -1 : 1;
        if (asked.order === 'AMOUNT') {
          const [x, y] = [
            totalOf(plain.get(a.customerId) ?? new Map()),
            totalOf(plain.get(b.customerId) ?? new Map()),
          ];
          return x === y ? byId : x > y ? -1 : 1;
        }
        // The database's own order of names is held by the pages: here those of one name stand together, those without last.
        return a.name === b.name ? byId : 0;
      });
      expect(rows.map(({ customerId }) => customerId)).toEqual(ordered.map(({ customerId }) => customerId));
      if (asked.order === 'NAME' && plain.has(null)) expect(rows.at(-1)?.customerId).toBeNull();
      for (const page of shown) {
        expect(page.count).toBe(plain.size);
        expect(page.rows.length).toBeLessThanOrEqual(asked.limit);
        expect([page.totals, page.total]).toEqual([
          columns.map((month) =>
            written(
              [...plain.values()].reduce((sum, own) => sum + inMonth(own, month), 0n),
              places,
            ),
          ),
          written(
            [...plain.values()].reduce((sum, own) => sum + totalOf(own), 0n),
            places,
          ),
        ]);
      }
      answers += rows.length;
    }
    expect(answers).toBeGreaterThanOrEqual(500);

    // Spans that begin or end within a month, as fiscal periods of weeks do.
    const spans = [
      ['2025-10-03', '2025-10-31'],
      ['2025-09-05', '2025-10-03'],
      ['2025-10-30', '2026-01-31'],
      ['2026-01-31', '2026-02-28'],
      ['2026-02-28', '2026-07-05'],
      ['2024-12-31', '2026-07-04'],
    ] as const;
    for (const [from, until] of spans) {
      for (const knownAsOf of [null, ...MOMENTS]) {
        const scope = {
          isByMonth: false,
          subsidiaryIds: null,
          currencyCode: 'USD',
          effectiveAsOf: null,
          knownAsOf,
        };
        const plain = plainly(all, {
          currency: 'USD',
          subsidiaryId: null,
          from,
          until,
          knownAsOf,
          among: null,
        });
        const query = { span: { from, until }, among: null, order: 'AMOUNT', after: null } as const;
        const [page, parts] = await withTenantReport(all.claim, async (tenant) => [
          await pageCustomerRevenue(tenant, scope, query, 100),
          await customerPeriods(tenant, scope, query, true),
        ]);
        expect(new Map(page.rows.map(({ customerId, total }) => [customerId, minorOf(total)]))).toEqual(
          new Map([...plain].map(([customerId, own]) => [customerId, totalOf(own)])),
        );
        const cells = [...plain].flatMap(([customerId, own]) =>
          [...own]
            .filter(([, minor]) => minor !== 0n)
            .map(([last, minor]) => `${customerId ?? NO_ID} ${last} ${minor}`),
        );
        expect(
          parts.map(({ value, column, amount }) => `${value} ${day(column)} ${minorOf(amount)}`).sort(),
        ).toEqual(cells.sort());
      }
    }
  });
});

/** An amount of dollars in cents. */
const minorOf = (text: string) => BigInt(text.replace('.', '')) / 100n;
