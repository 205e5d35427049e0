import fc from 'fast-check';
import { insertRows } from '@/db/bulk';
import { sql, type Tenant, type TenantClaim, withTenantSql } from '@/db/tenancy';
import { newId } from '@/lib/ids';
import { runForOutput } from '@/usecases/kit/run';
import { createSubsidiary } from '@/usecases/subsidiaries/create-subsidiary';
import { accountFor, openWorld, type World } from '../standings';

/** Posted revenue of customers, laid as rows and posted by several writers at once, and its sums by hand. */

const WRITERS = 4;
export const PLACES: Readonly<Record<string, number>> = { USD: 2, JPY: 0, BHD: 3 };
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
export const MOMENTS = ['2020-04-01T00:00:00Z', '2020-05-01T12:00:00Z', '2020-06-01T00:00:00Z'] as const;
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
/** Customers of one contract whose revenue was earned back: in another month, and in its own. */
const UNDONE = ['Gone Again', 'Never Was'] as const;

/** Days on which facts took effect, and a day between them. */
const EFFECTIVE = ['2025-01-15', '2025-11-20'] as const;
export const EFFECTIVE_DAYS = ['2025-01-14', '2025-06-30', '2026-12-31'] as const;

/** What an obligation is disaggregated by. */
export interface Categories {
  readonly account: string;
  readonly timing: string;
  readonly nature: string;
  readonly expedient: string;
}

export interface Row {
  readonly contractId: string;
  readonly cohort: string;
  /** Which of the contract's obligations: its place. */
  readonly obligation: number;
  readonly categories: Categories;
  /** Null: its fact has no day. */
  readonly effectiveOn: (typeof EFFECTIVE)[number] | null;
  readonly customerId: string | null;
  readonly subsidiaryId: string;
  readonly currency: string;
  readonly seq: number;
  readonly minor: bigint;
  /** Null: not posted. */
  readonly period: (typeof PERIODS)[number] | null;
  readonly postedAt: (typeof POSTED)[number];
}

const categoriesWish = fc.record({
  account: fc.constantFrom('4100', '4200'),
  timing: fc.constantFrom('OVER_TIME', 'POINT_IN_TIME'),
  nature: fc.constantFrom('SERVICE', 'LICENCE'),
  expedient: fc.constantFrom('', 'SHORT'),
});

const contractWish = fc.record({
  customer: fc.integer({ min: -1, max: NAMES.length - 1 }),
  branch: fc.boolean(),
  cohort: fc.constantFrom('2024-01', '2024-02'),
  /** Two obligations, which may have all in common. */
  obligations: fc.tuple(categoriesWish, categoriesWish),
  currency: fc.constantFrom('USD', 'USD', 'JPY', 'BHD'),
  /** What is earned and earned back in one month, so that only its columns, or not even they, are above zero. */
  undone: fc.constantFrom('no', 'no', 'no', 'in its month', 'in another'),
  rows: fc.array(
    fc.record({
      minor: fc.oneof(fc.bigInt({ min: -9n, max: 9n }), fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n })),
      period: fc.option(fc.constantFrom(...PERIODS), { freq: 6, nil: null }),
      postedAt: fc.constantFrom(...POSTED),
      obligation: fc.integer({ min: 0, max: 1 }),
      effectiveOn: fc.constantFrom(null, ...EFFECTIVE),
    }),
    { minLength: 1, maxLength: 5 },
  ),
});

export const day = (period: string) => period.padEnd(10, '-31');
export const written = (minor: bigint, places: number): string => {
  const digits = String(minor < 0n ? -minor : minor).padStart(places + 1, '0');
  const text = places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
  return minor < 0n ? `-${text}` : text;
};

export interface PostedBooks {
  readonly world: World;
  readonly claim: TenantClaim;
  readonly customers: readonly { readonly id: string; readonly name: string; readonly number: string }[];
  readonly subsidiaries: readonly string[];
  readonly rows: readonly Row[];
}

/** Contracts of ten customers in two subsidiaries, posted by several writers at once, a few rows at a time. */
export async function postedBooks(seed: number, contracts: number): Promise<PostedBooks> {
  const world = await openWorld('USD');
  const { org } = world;
  const branch = await runForOutput(createSubsidiary, org.callAs('admin'), {
    name: 'Branch',
    parentId: org.ids.rootSubsidiary,
  });
  const subsidiaries = [org.ids.rootSubsidiary, branch.id];
  const claim = { organizationId: org.principals.admin.organizationId, userId: null };
  const customers = [...NAMES, ...UNDONE].map((name, at) => ({ id: newId(), name, number: `C-${at}` }));
  const wishes = fc.sample(contractWish, { seed, numRuns: contracts });
  const drawn = wishes.flatMap((wish) => {
    const contract = {
      contractId: newId(),
      customerId: customers[wish.customer]?.id ?? null,
      subsidiaryId: subsidiaries[wish.branch ? 1 : 0] ?? '',
      currency: wish.currency,
      cohort: wish.cohort,
    };
    const of = (obligation: number) => {
      const { account, ...others } = wish.obligations[obligation] ?? wish.obligations[0];
      return { ...others, account: org.account(account) };
    };
    const [first] = wish.rows;
    const again = wish.undone === 'in another' ? ('2025-06' as const) : (first?.period ?? null);
    const undoing =
      first === undefined || wish.undone === 'no' ? [] : [{ ...first, minor: -first.minor, period: again }];
    return [...wish.rows, ...undoing].map(
      (row, seq): Row => ({ ...contract, ...row, categories: of(row.obligation), seq }),
    );
  });
  const rows = [...drawn, ...undone(customers.slice(-2), subsidiaries, org.account('4100'))];
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

function undone(
  customers: readonly { readonly id: string }[],
  subsidiaries: readonly string[],
  account: string,
): Row[] {
  return customers.flatMap(({ id }, at) => {
    const contract = {
      cohort: '2024-01',
      obligation: 0,
      effectiveOn: null,
      categories: { account, timing: 'OVER_TIME', nature: 'SERVICE', expedient: '' },
      contractId: newId(),
      customerId: id,
      subsidiaryId: subsidiaries[0] ?? '',
      currency: 'USD',
    };
    const postedAt = POSTED[0];
    return [
      { ...contract, seq: 0, minor: 500n, period: '2025-06' as const, postedAt },
      {
        ...contract,
        seq: 1,
        minor: -500n,
        period: at === 0 ? ('2025-10' as const) : ('2025-06' as const),
        postedAt,
      },
    ];
  });
}

/** The id of a contract's fact that took effect on a day. */
const eventOf = (contractId: string, day: string) =>
  `${contractId.slice(0, -12)}${day.replaceAll('-', '')}${contractId.slice(-4)}`;

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
    contracts.map(({ contractId, subsidiaryId, currency, cohort }) => ({
      contractId,
      subsidiaryId,
      currencyCode: currency,
      cohort,
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
    [...new Map(rows.map((row) => [`${row.contractId} ${row.obligation}`, row])).values()].map(
      ({ contractId, obligation, categories: { account: revenueAccountId, ...categories } }) => ({
        contractId,
        key: `o${obligation}`,
        position: obligation,
        pattern: {},
        ssp: '0',
        allocated: '0',
        revenueAccountId,
        ...categories,
      }),
    ),
  );
  await insertRows(
    tenant,
    'revenue_events',
    contracts.flatMap(({ contractId }) =>
      EFFECTIVE.map((effectiveDate, seq) => ({
        id: eventOf(contractId, effectiveDate),
        contractId,
        seq: seq + 1,
        kind: 'DELIVERY',
        effectiveDate,
        body: {},
      })),
    ),
  );
  await insertRows(
    tenant,
    'revenue_rows',
    rows.map(({ contractId, seq, subsidiaryId, currency, minor, period, obligation, effectiveOn }) => ({
      contractId,
      seq,
      subsidiaryId,
      obligationKey: `o${obligation}`,
      amount: written(minor, PLACES[currency] ?? 2),
      period: period ?? '2026-12',
      naturalPeriod: period ?? '2026-12',
      startDate: '2024-01-01',
      endDate: '2024-01-31',
      source: 'EVENT',
      eventId: contractId,
      causeId: effectiveOn === null ? contractId : eventOf(contractId, effectiveOn),
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
  readonly effectiveAsOf?: string | null;
  readonly among: readonly (string | null)[] | null;
}

const isAsked = (row: Row, asked: Asked) =>
  row.period !== null &&
  row.currency === asked.currency &&
  (asked.subsidiaryId === null || row.subsidiaryId === asked.subsidiaryId) &&
  (asked.knownAsOf === null || row.postedAt <= asked.knownAsOf) &&
  (asked.effectiveAsOf == null || row.effectiveOn === null || row.effectiveOn <= asked.effectiveAsOf) &&
  (asked.among === null || asked.among.includes(row.customerId)) &&
  day(row.period) >= asked.from &&
  day(row.period) < asked.until;

/**
 * By customer and period, added one after the other; customers who have only zeros in the span, in each period, subsidiary and category, are left out.
 */
export function plainly({ rows }: PostedBooks, asked: Asked): Map<string | null, Map<string, bigint>> {
  const cells = new Map<string, { row: Row; minor: bigint }>();
  for (const row of rows.filter((one) => isAsked(one, asked))) {
    const { account, timing, nature, expedient } = row.categories;
    const cell = [row.customerId, day(row.period ?? ''), row.subsidiaryId, row.cohort]
      .concat([account, timing, nature, expedient])
      .join(' ');
    cells.set(cell, { row, minor: (cells.get(cell)?.minor ?? 0n) + row.minor });
  }
  const found = new Map<string | null, Map<string, bigint>>();
  for (const { row, minor } of cells.values()) {
    if (minor === 0n) continue;
    const own = found.get(row.customerId) ?? new Map<string, bigint>();
    own.set(day(row.period ?? ''), (own.get(day(row.period ?? '')) ?? 0n) + minor);
    found.set(row.customerId, own);
  }
  return found;
}

/** What rows come to by two of their properties, where that is not zero. */
export function plainlyBy(
  { rows }: PostedBooks,
  asked: Asked,
  of: (row: Row) => readonly [string, string],
): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const row of rows.filter((one) => isAsked(one, asked))) {
    const cell = of(row).join(' ');
    sums.set(cell, (sums.get(cell) ?? 0n) + row.minor);
  }
  return new Map([...sums].filter(([, minor]) => minor !== 0n));
}

export const totalOf = (own: ReadonlyMap<string, bigint>) =>
  [...own.values()].reduce((sum, one) => sum + one, 0n);

/** Adds up to `limit` amounts of what was posted of customers since to their sums, as a server does within seconds of a write; returns how many. */
export const sumSome = ({ claim }: Pick<PostedBooks, 'claim'>, limit: number): Promise<number> =>
  withTenantSql(claim, async (tenant) => {
    const [row] = await sql<{ n: number }>(tenant, 'select daybook_sum_revenue_years($1::int) as n', [limit]);
    return row?.n ?? 0;
  });
