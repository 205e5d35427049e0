import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertRows } from '@/db/bulk';
import { closeConnections } from '@/db/client';
import { sql, type Tenant } from '@/db/tenancy';
import { newId } from '@/lib/ids';
import {
  exact,
  type Fraction,
  halfEven,
  isNothing,
  minus,
  NOTHING,
  negative,
  plus,
  signOf,
  times,
  total,
  written,
} from '../support/exact';
import { batchesOf, holds } from '../support/hold';
import { takenBack } from '../support/taken-back';
import {
  DAY,
  type KeptLine,
  layRun,
  linesByEntry,
  MONTH,
  minorAmount,
  openWorld,
  PLACES,
  rateOfDay,
  type World,
} from './standings';

// Proves the laws revenue/post-cost-rows, revenue/book-cost-rows of prisma/sql.

const COSTS = 40;
const BATCHES = batchesOf(COSTS, 15);
const worlds: World[] = [];
beforeAll(async () => {
  for (const base of ['USD', 'JPY', 'BHD']) worlds.push(await openWorld(base));
});
afterAll(closeConnections);

const costWish = fc.record({
  currency: fc.constantFrom(null, 'USD', 'EUR', 'JPY', 'BHD'),
  /** Amortized before this month. */
  before: minorAmount.map((minor) => (minor < 0n ? -minor : minor)),
  rate: rateOfDay,
  asset: fc.constantFrom('1320', '1330'),
  expense: fc.constantFrom('6130', '6140'),
  rows: fc.array(
    fc.record({ amount: minorAmount, period: fc.constantFrom('2026-09', MONTH, MONTH, '2026-11') }),
    { maxLength: 3 },
  ),
});
type CostWish = typeof costWish extends fc.Arbitrary<infer T> ? T : never;

interface Cost {
  readonly id: string;
  readonly currency: string;
  readonly before: Fraction;
  readonly rate: Fraction;
  readonly asset: string;
  readonly expense: string;
  readonly rows: readonly { readonly seq: number; readonly amount: Fraction; readonly period: string }[];
}

function costOf(world: World, wish: CostWish): Cost {
  const currency = wish.currency ?? world.base;
  const amount = (minor: bigint) => exact(minor, 10n ** BigInt(PLACES[currency] ?? 2));
  return {
    id: newId(),
    currency,
    before: amount(wish.before),
    rate: currency === world.base ? exact(1n) : exact(wish.rate),
    asset: world.org.account(wish.asset),
    expense: world.org.account(wish.expense),
    rows: wish.rows.map(({ amount: minor, period }, index) => ({
      seq: index + 1,
      amount: amount(minor),
      period,
    })),
  };
}

const isDue = ({ period }: Cost['rows'][number]) => period <= MONTH;
const dueOf = ({ rows }: Cost): Fraction => total(rows.filter(isDue).map(({ amount }) => amount));

async function layCosts(tenant: Tenant, world: World, costs: readonly Cost[]) {
  const [contractId, subsidiaryId] = [newId(), world.org.ids.rootSubsidiary];
  await insertRows(tenant, 'revenue_contracts', [
    { id: contractId, contractNumber: 'C', subsidiaryId, currencyCode: world.base, contractDate: DAY },
  ]);
  await insertRows(
    tenant,
    'contract_costs',
    costs.map(({ id, currency, before, rate, asset, expense }) => ({
      ...{
        id,
        contractId,
        subsidiaryId,
        costKind: 'OBTAIN',
        currencyCode: currency,
        decision: 'CAPITALISED',
      },
      ...{
        amount: '1000000000000000',
        amortised: written(before),
        exchangeRate: written(rate),
        why: 'Chance',
        facts: {},
      },
      ...{ postingDate: '2026-01-31', startDate: '2026-01-31', months: 12 },
      ...{
        assetAccountId: asset,
        expenseAccountId: expense,
        impairAccountId: expense,
        offsetAccountId: expense,
      },
    })),
  );
  await insertRows(
    tenant,
    'contract_cost_rows',
    costs.flatMap(({ id, rows }) =>
      rows.map(({ seq, amount, period }) => ({
        ...{ costId: id, seq, subsidiaryId, rowKind: 'AMORTISATION', period, amount: written(amount) },
      })),
    ),
  );
}

/** Expense against asset at the rate of the capitalization; base amounts are differences of the cumulative amortization. */
function linesOf(cost: Cost, places: number) {
  const amount = dueOf(cost);
  const worth = (of: Fraction) => halfEven(times(of, cost.rate), places);
  const base = minus(worth(plus(cost.before, amount)), worth(cost.before));
  if (isNothing(amount)) return [];
  return [
    { account: cost.expense, amount, base },
    { account: cost.asset, amount: negative(amount), base: negative(base) },
  ];
}

/** One line for each account and side. */
function summed(lines: readonly { account: string; amount: Fraction; base: Fraction }[]): string[] {
  const sums = new Map<string, { amount: Fraction; base: Fraction }>();
  for (const { account, amount, base } of lines) {
    const name = `${account} ${signOf(amount)}`;
    const known = sums.get(name) ?? { amount: NOTHING, base: NOTHING };
    sums.set(name, { amount: plus(known.amount, amount), base: plus(known.base, base) });
  }
  return [...sums].map(([name, { amount, base }]) => `${name} ${written(amount)} / ${written(base)}`).sort();
}

const keptText = ({ account, amount, base }: KeptLine) =>
  `${account} ${signOf(exact(amount))} ${amount} / ${base}`;

interface PostedRow {
  readonly cost: string;
  readonly seq: number;
  readonly entry: string | null;
  readonly month: string;
}

const postedRows = (tenant: Tenant) =>
  sql<PostedRow>(
    tenant,
    `select cost_id as cost, seq, entry_id as entry, posted_period as month from contract_cost_rows where run_id is not null`,
  );

describe('daybook_post_cost_rows, which owns the rule of amortized contract costs', () => {
  it('expenses the due amortization of every cost as the oracle does, in one entry per currency, and posts nothing else', async () => {
    let cases = 0;
    const batch = fc.record({
      world: fc.nat({ max: 2 }),
      limit: fc.constantFrom(1000, 1000, 11),
      wishes: fc.array(costWish, { minLength: COSTS, maxLength: COSTS }),
    });
    await holds(
      fc.asyncProperty(batch, async ({ world: place, limit, wishes }) => {
        const world = worlds[place];
        if (world === undefined) throw new Error('no such world');
        const costs = wishes.map((wish) => costOf(world, wish));
        await takenBack(world.org, async (tenant) => {
          await layCosts(tenant, world, costs);
          const run = await layRun(tenant, world, { grouping: 'SUBSIDIARY', rates: {} });
          const done = new Set<string>();
          const named = new Set<string>();
          for (let rows = 1; rows > 0; ) {
            const [step] = await sql<{ rows: number }>(
              tenant,
              'select o_rows as rows from daybook_post_cost_rows($1::uuid, $2::int, null)',
              [run, limit],
            );
            rows = step?.rows ?? 0;
            const added = (await postedRows(tenant)).filter(({ cost }) => !done.has(cost));
            expect(added.length).toBe(rows);
            const entries = await linesByEntry(tenant);
            const ofStep = costs.filter(({ id }) => added.some(({ cost }) => cost === id));
            for (const currency of new Set(ofStep.map((cost) => cost.currency))) {
              const own = ofStep.filter((cost) => cost.currency === currency);
              const names = new Set(
                own.flatMap(({ id }) => added.filter(({ cost }) => cost === id).map(({ entry }) => entry)),
              );
              const lines = own.flatMap((cost) => linesOf(cost, PLACES[world.base] ?? 2));
              expect(names.size).toBe(1);
              const [name] = names;
              expect(name === null).toBe(lines.length === 0);
              expect((entries.get(name ?? '') ?? []).map(keptText).sort()).toEqual(summed(lines));
              if (name !== null && name !== undefined) named.add(name);
            }
            for (const { cost } of added) done.add(cost);
          }
          expect([...(await linesByEntry(tenant)).keys()].sort()).toEqual([...named].sort());
          const due = costs.flatMap(({ id, rows }) =>
            rows.filter(isDue).map(({ seq }) => `${id} ${seq} ${MONTH}`),
          );
          expect(
            (await postedRows(tenant)).map(({ cost, seq, month }) => `${cost} ${seq} ${month}`).sort(),
          ).toEqual(due.sort());
          const kept = await sql<{ id: string; amortised: string }>(
            tenant,
            'select id, trim_scale(amortised)::text as amortised from contract_costs',
          );
          const expected = new Map(costs.map((cost) => [cost.id, written(plus(cost.before, dueOf(cost)))]));
          expect(new Map(kept.map(({ id, amortised }) => [id, amortised]))).toEqual(expected);
        });
        cases += costs.length;
      }),
      BATCHES,
    );
    expect(cases).toBeGreaterThanOrEqual(500);
  });
});
