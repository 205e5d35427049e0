import fc from 'fast-check';
import { CHART_CODES } from '@/core/ledger/default-chart';
import { insertRows } from '@/db/bulk';
import { sql, type Tenant, withTenantSql } from '@/db/tenancy';
import { newId } from '@/lib/ids';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { POLICY_ROLES, type PolicyRole } from '@/usecases/revenue/setup/policy-rules';
import { exact, type Fraction, halfEven, times, written } from '../support/exact';
import type { Share, Standing } from './oracle/recognition';

/** Contracts in any state: rows as the database stores them, inserted without the use-cases that would lead there. */

/** Decimal places of the currencies contracts are in here. */
export const PLACES: Readonly<Record<string, number>> = { USD: 2, EUR: 2, JPY: 0, BHD: 3 };
/** The month that is run, and its posting date. */
export const MONTH = '2026-10';
export const DAY = '2026-10-31';
export const REVENUE_ACCOUNTS = ['4100', '4200', '4300'] as const;
const DIMENSIONS = ['classes', 'departments', 'locations', 'projects'] as const;

export interface World {
  readonly org: TestOrganization;
  readonly base: string;
  /** Two of each dimension, in the order class, department, location, project. */
  readonly dimensions: readonly (readonly string[])[];
}

/** An organization with dimensions, and no contracts yet. */
export async function openWorld(base: string): Promise<World> {
  const org = await foundTestOrganization({ baseCurrency: base });
  const ids = DIMENSIONS.map(() => [newId(), newId()]);
  const companyId = newId();
  const claim = { organizationId: org.principals.admin.organizationId, userId: null };
  await withTenantSql(claim, async (tenant) => {
    await insertRows(tenant, 'companies', [{ id: companyId, code: 'C', name: 'C' }]);
    for (const [index, table] of DIMENSIONS.entries()) {
      const more =
        table === 'projects' ? { companyId, subsidiaryId: org.ids.rootSubsidiary, currencyCode: base } : {};
      await insertRows(
        tenant,
        table,
        (ids[index] ?? []).map((id, n) => ({ id, code: `D${n}`, name: `D${n}`, ...more })),
      );
    }
  });
  return { org, base, dimensions: ids };
}

/** The account of exchange losses of documents and contracts in the default chart; gains are in the policy's account. */
export const lossAccount = (world: World) => world.org.account(CHART_CODES.realizedLoss);

/** The account that a contract of these books posts to in a role. */
export const accountFor = (world: World, role: PolicyRole) => world.org.account(POLICY_ROLES[role].code);

/** An amount in minor units: small ones, which often cancel out exactly, as well as very large ones. */
export const minorAmount = fc.oneof(
  { weight: 4, arbitrary: fc.bigInt({ min: -40n, max: 40n }) },
  { weight: 4, arbitrary: fc.bigInt({ min: -2_000_000n, max: 2_000_000n }) },
  { weight: 1, arbitrary: fc.bigInt({ min: -100_000_000_000n, max: 100_000_000_000n }) },
);

export const rateOfDay = fc.oneof(
  fc.constantFrom('1', '2', '0.5', '1.0837', '2.5', '0.0067', '0.3333333333', '149.5'),
  fc.bigInt({ min: 1n, max: 2_000_000_000_000n }).map((n) => written(exact(n, 10n ** 10n))),
);

const rowWish = fc.record({
  amount: minorAmount,
  period: fc.constantFrom('2026-08', '2026-09', MONTH, MONTH, MONTH, '2026-11', '2027-01'),
});
const obligationWish = fc.record({
  account: fc.constantFrom(...REVENUE_ACCOUNTS),
  dimensions: fc.tuple(
    ...DIMENSIONS.map(() => fc.constantFrom<(0 | 1 | null)[]>(null, null, 0, 1)),
  ) as fc.Arbitrary<(0 | 1 | null)[]>,
  timing: fc.constantFrom('OVER_TIME', 'POINT_IN_TIME'),
  expedient: fc.constantFrom('', 'ONE_YEAR'),
  held: fc.constantFrom(true, false, false, false, false, false),
  rows: fc.array(rowWish, { maxLength: 3 }),
});
export const contractWish = fc.record({
  /** Null: the base currency. */
  currency: fc.constantFrom(null, null, 'USD', 'EUR', 'JPY', 'BHD'),
  net: minorAmount,
  receivable: minorAmount,
  refund: fc.bigInt({ min: 0n, max: 2_000n }),
  /** Never below zero: no movement makes it negative. */
  pending: fc.oneof(
    fc.constant(0n),
    minorAmount.map((n) => (n < 0n ? -n : n)),
  ),
  recognized: minorAmount,
  /** The rates at which net position, receivable and refund liability are carried. */
  carriedAt: rateOfDay,
  cohort: fc.constantFrom('2025', '2026'),
  obligations: fc.array(obligationWish, { minLength: 1, maxLength: 4 }),
  /** How its random rows are adjusted: to earn exactly what is deferred, or to sum to zero. */
  meets: fc.constantFrom('chance', 'chance', 'chance', 'the liability', 'nothing'),
});
export type ContractWish = typeof contractWish extends fc.Arbitrary<infer T> ? T : never;

/** A contract as it was inserted. */
export interface Laid {
  readonly id: string;
  readonly currency: string;
  readonly standing: Standing;
  readonly refund: { readonly amount: Fraction; readonly base: Fraction };
  readonly recognized: Fraction;
  readonly obligations: readonly {
    readonly key: string;
    readonly place: Share['place'];
    readonly held: boolean;
    readonly rows: readonly { readonly seq: number; readonly amount: Fraction; readonly period: string }[];
  }[];
}

/** The rows of a contract due in the month: those up to it, of obligations that are not on hold. */
export const dueOf = (laid: Laid): { seq: number; share: Share }[] =>
  laid.obligations
    .filter(({ held }) => !held)
    .flatMap(({ place, rows }) =>
      rows
        .filter(({ period }) => period <= MONTH)
        .map(({ seq, amount }) => ({ seq, share: { place, amount } })),
    );

function layOf(world: World, wish: ContractWish): Laid {
  const currency = wish.currency ?? world.base;
  const amount = (minor: bigint) => exact(minor, 10n ** BigInt(PLACES[currency] ?? 2));
  const carriedAt = currency === world.base ? exact(1n) : exact(wish.carriedAt);
  const base = (of: Fraction) => halfEven(times(of, carriedAt), PLACES[world.base] ?? 2);
  const net = amount(wish.net);
  const receivable = amount(wish.receivable);
  let seq = 0;
  const obligations = wish.obligations.map((one, index) => ({
    key: `o${index}`,
    place: [
      world.org.account(one.account),
      ...one.dimensions.map((n, place) => (n === null ? null : (world.dimensions[place]?.[n] ?? null))),
    ] as Share['place'],
    held: one.held,
    rows: one.rows.map(({ amount: of, period }) => ({ seq: ++seq, amount: amount(of), period })),
  }));
  const laid: Laid = {
    id: newId(),
    currency,
    standing: {
      net,
      netBase: base(net),
      receivable,
      receivableBase: base(receivable),
      pending: amount(wish.pending),
    },
    refund: { amount: amount(wish.refund), base: base(amount(wish.refund)) },
    recognized: amount(wish.recognized),
    obligations,
  };
  const first = obligations.find(({ held }) => !held);
  if (wish.meets === 'chance' || first === undefined) return laid;
  const due = dueOf(laid).reduce((sum, { share }) => sum - minorOf(share.amount, currency), 0n);
  const target = wish.meets === 'nothing' ? 0n : wish.net;
  first.rows.push({ seq: ++seq, amount: amount(target + due), period: MONTH });
  return laid;
}

const minorOf = (amount: Fraction, currency: string): bigint =>
  times(amount, exact(10n ** BigInt(PLACES[currency] ?? 2))).over;

/** Inserts contracts: positions, obligations and rows; the triggers keep the sums by month. */
export async function layContracts(
  tenant: Tenant,
  world: World,
  wishes: readonly ContractWish[],
): Promise<Laid[]> {
  const { org } = world;
  const all = wishes.map((wish) => ({ wish, laid: layOf(world, wish) }));
  const subsidiaryId = org.ids.rootSubsidiary;
  const account = (role: PolicyRole) => accountFor(world, role);
  await insertRows(
    tenant,
    'revenue_contracts',
    all.map(({ laid }) => ({
      id: laid.id,
      contractNumber: laid.id,
      subsidiaryId,
      currencyCode: laid.currency,
      contractDate: '2026-01-01',
      contractStatus: 'ACTIVE',
    })),
  );
  await insertRows(
    tenant,
    'revenue_positions',
    all.map(({ wish, laid: { id, currency, standing, refund, recognized } }) => ({
      contractId: id,
      subsidiaryId,
      currencyCode: currency,
      cohort: wish.cohort,
      net: written(standing.net),
      netBase: written(standing.netBase),
      receivable: written(standing.receivable),
      receivableBase: written(standing.receivableBase),
      refund: written(refund.amount),
      refundBase: written(refund.base),
      pending: written(standing.pending),
      recognised: written(recognized),
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
    all.flatMap(({ wish, laid }) =>
      laid.obligations.map(({ key, place, held }, index) => {
        const [revenueAccountId, classId, departmentId, locationId, projectId] = place;
        const { timing = '', expedient = '' } = wish.obligations[index] ?? {};
        return {
          contractId: laid.id,
          key,
          position: index,
          pattern: {},
          ssp: '0',
          allocated: '0',
          held,
          timing,
          expedient,
          revenueAccountId,
          classId,
          departmentId,
          locationId,
          projectId,
        };
      }),
    ),
  );
  await insertRows(
    tenant,
    'revenue_rows',
    all.flatMap(({ laid }) =>
      laid.obligations.flatMap(({ key, rows }) =>
        rows.map(({ seq, amount, period }) => ({
          contractId: laid.id,
          seq,
          subsidiaryId,
          obligationKey: key,
          amount: written(amount),
          period,
          naturalPeriod: period,
          startDate: `${period}-01`,
          endDate: `${period}-28`,
          source: 'EVENT',
          eventId: laid.id,
          causeId: laid.id,
          catchUp: false,
          late: false,
        })),
      ),
    ),
  );
  return all.map(({ laid }) => laid);
}

/** Proposes a run of the month; returns its ID. */
export async function layRun(
  tenant: Tenant,
  world: World,
  run: {
    readonly grouping: 'SUBSIDIARY' | 'CONTRACT';
    readonly rates: Readonly<Record<string, string>>;
    readonly contractId?: string;
  },
): Promise<string> {
  const id = newId();
  await insertRows(tenant, 'revenue_runs', [
    {
      id,
      runNumber: id,
      kind: run.contractId === undefined ? 'PERIOD' : 'EVENT',
      contractId: run.contractId ?? null,
      subsidiaryId: world.org.ids.rootSubsidiary,
      period: MONTH,
      postingDate: DAY,
      grouping: run.grouping,
      rates: run.rates,
      proposal: {},
    },
  ]);
  return id;
}

/** The rates of a run, with nothing for the base currency. */
export const ratesOf = (world: World, rates: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(rates).filter(([currency]) => currency !== world.base));

export const rateIn = (world: World, rates: Readonly<Record<string, string>>, currency: string): Fraction =>
  currency === world.base ? exact(1n) : exact(rates[currency] ?? '1');

export const runRates = fc.record({ USD: rateOfDay, EUR: rateOfDay, JPY: rateOfDay, BHD: rateOfDay });

/** Positions as stored, by contract; figures without trailing zeros. */
export async function positionsOf(tenant: Tenant): Promise<Map<string, Record<string, string>>> {
  const rows = await sql<Record<string, string> & { id: string }>(
    tenant,
    `select contract_id as id, trim_scale(net)::text as net, trim_scale(net_base)::text as "netBase",
       trim_scale(receivable)::text as receivable, trim_scale(receivable_base)::text as "receivableBase",
       trim_scale(pending)::text as pending, trim_scale(recognised)::text as recognized, trim_scale(cash)::text as cash,
       trim_scale(refund)::text as refund, trim_scale(refund_base)::text as "refundBase" from revenue_positions`,
  );
  return new Map(rows.map(({ id, ...figures }) => [id, figures]));
}

export interface KeptLine {
  readonly entryId: string;
  readonly lineNumber: number;
  readonly account: string;
  readonly place: string;
  readonly amount: string;
  readonly base: string;
  readonly memo: string;
  readonly currency: string;
}

/** Every line of the ledger, entry by entry in the order of its lines; debits above zero. */
export async function linesByEntry(tenant: Tenant): Promise<Map<string, KeptLine[]>> {
  const lines = await sql<KeptLine>(
    tenant,
    `select entry_id as "entryId", line_number as "lineNumber", account_id as account,
       concat_ws(' ', account_id, coalesce(class_id::text, '~'), coalesce(department_id::text, '~'), coalesce(location_id::text, '~'),
         coalesce(project_id::text, '~')) as place,
       trim_scale(debit - credit)::text as amount, trim_scale(base_debit - base_credit)::text as base, memo, currency_code as currency
     from ledger_lines order by entry_id, line_number`,
  );
  const entries = new Map<string, KeptLine[]>();
  for (const line of lines) entries.set(line.entryId, [...(entries.get(line.entryId) ?? []), line]);
  return entries;
}
