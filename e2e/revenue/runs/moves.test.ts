import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { sql, type Tenant } from '@/db/tenancy';
import { withSavepoint } from '@/db/transaction';
import { newId } from '@/lib/ids';
import type { PolicyRole } from '@/usecases/revenue/setup/policy-rules';
import {
  exact,
  type Fraction,
  halfEven,
  isSame,
  NOTHING,
  plus,
  signOf,
  times,
  total,
  written,
} from '../../support/exact';
import { batchesOf, holds } from '../../support/hold';
import { takenBack } from '../../support/taken-back';
import { type Fact, type FullStanding, type MoveLine, moved } from '../oracle/moves';
import {
  accountFor,
  contractWish,
  DAY,
  type KeptLine,
  type Laid,
  layContracts,
  linesByEntry,
  lossAccount,
  minorAmount,
  openWorld,
  PLACES,
  positionsOf,
  rateOfDay,
  type World,
} from '../standings';

// Proves the laws revenue/post-revenue-moves, revenue/revenue-move, revenue/effect-of-move, revenue/sides-of-net, revenue/move-positions,
// revenue/position-change, revenue/carried of prisma/sql.

const CONTRACTS = 40;
const BATCHES = batchesOf(CONTRACTS, 18);
const worlds: World[] = [];
beforeAll(async () => {
  for (const base of ['USD', 'JPY', 'BHD']) worlds.push(await openWorld(base));
});
afterAll(closeConnections);

const factWish = fc.record({
  contract: contractWish,
  kind: fc.constantFrom<Fact['kind'][]>(
    'DUE',
    'PAYMENT',
    'REFUND',
    'CREDIT',
    'DOCUMENT',
    'FINANCING',
    'INTEREST',
  ),
  amount: minorAmount,
  /** Instead of a random amount, exactly the current balance, so that it ends at zero. */
  meets: fc.constantFrom('chance', 'chance', 'chance', 'net', 'receivable', 'refund', 'pending'),
  unconditional: fc.boolean(),
  keepRefund: fc.boolean(),
  rate: rateOfDay,
  /** How many times its amount at the rate of the day an interest account is carried at, what a fact recorded late left it at included. */
  worth: fc.constantFrom(1n, 1n, 1n, 3n, 0n, -1n),
  /** Whether it shares an entry with others in its currency. */
  shared: fc.boolean(),
});
type FactWish = typeof factWish extends fc.Arbitrary<infer T> ? T : never;

interface Case {
  readonly laid: Laid;
  readonly before: FullStanding;
  readonly fact: Fact;
  readonly rate: Fraction;
  readonly entryId: string;
}

const standingOf = ({ standing, refund }: Laid): FullStanding => ({
  ...standing,
  refund: refund.amount,
  refundBase: refund.base,
  cash: NOTHING,
});

function caseOf(world: World, laid: Laid, wish: FactWish, sharedEntry: { id: string; rate: string }): Case {
  const isBase = laid.currency === world.base;
  const rate = isBase ? exact(1n) : exact(wish.shared ? sharedEntry.rate : wish.rate);
  const standing = standingOf(laid);
  const own = wish.meets === 'chance' ? null : standing[wish.meets];
  const any = own ?? exact(wish.amount, 10n ** BigInt(PLACES[laid.currency] ?? 2));
  // A bill, payment, credit or refund that is reversed is below zero; a credit and a refund are reported above zero.
  const amount = wish.kind === 'CREDIT' && signOf(any) < 0 ? exact(-any.over, any.under) : any;
  return {
    laid,
    before: standing,
    rate,
    entryId: wish.shared ? sharedEntry.id : newId(),
    fact: {
      kind: wish.kind,
      amount,
      unconditional: wish.unconditional,
      keepRefund: wish.keepRefund,
      documentBase: halfEven(
        times(times(amount, rate), exact(wish.kind === 'FINANCING' ? wish.worth : 1n)),
        PLACES[world.base] ?? 2,
      ),
    },
  };
}

const WITH_BASE: readonly Fact['kind'][] = ['DOCUMENT', 'FINANCING'];

async function post(tenant: Tenant, world: World, cases: readonly Case[]) {
  const moves = cases.map(({ laid, fact, rate, entryId }) => ({
    id: newId(),
    contract_id: laid.id,
    kind: fact.kind,
    amount: written(fact.amount),
    unconditional: fact.unconditional,
    keep_refund: fact.keepRefund,
    event_id: laid.id,
    entry_id: entryId,
    rate: written(rate),
    document_base: WITH_BASE.includes(fact.kind) ? written(fact.documentBase) : null,
    counter_account_id: fact.kind === 'FINANCING' ? accountFor(world, 'ADVANCE_INTEREST') : null,
  }));
  await sql(
    tenant,
    `select daybook_post_revenue_moves(
       (select array_agg(m) from jsonb_populate_recordset(null::daybook_revenue_move, $1::jsonb) m), $2::uuid, $3::date, 'REVENUE_EVENT', 'Chance', null)`,
    [JSON.stringify(moves), world.org.ids.rootSubsidiary, DAY],
  );
}

const COLUMNS = {
  receivable: 'receivable',
  receivableBase: 'receivable_base',
  cash: 'cash',
  cashBase: 'cash_base',
  refund: 'refund',
  refundBase: 'refund_base',
  document: 'document',
  documentBase: 'document_base',
  exchangeBase: 'exchange_base',
  asset: 'contract_asset',
  assetBase: 'contract_asset_base',
  liability: 'deferred',
  liabilityBase: 'deferred_base',
} as const;

async function movementsOf(tenant: Tenant): Promise<Map<string, Record<string, string>>> {
  const columns = Object.entries(COLUMNS).map(([name, column]) => `'${name}', trim_scale(${column})::text`);
  const rows = await sql<{ contract: string; figures: Record<string, string> }>(
    tenant,
    `select contract_id as contract, jsonb_build_object(${columns.join(', ')}) as figures from revenue_movements
     where kind <> 'REVENUE' and revenue = 0 and revenue_base = 0 and run_id is null`,
  );
  return new Map(rows.map(({ contract, figures }) => [contract, figures]));
}

const ROLES: Readonly<Record<string, PolicyRole>> = {
  Receivable: 'RECEIVABLE',
  Payment: 'CASH',
  'Contract asset': 'CONTRACT_ASSET',
  'Contract liability': 'DEFERRED_REVENUE',
  'Refund liability': 'REFUND_LIABILITY',
  'Exchange difference': 'EXCHANGE',
  Interest: 'ADVANCE_INTEREST',
};

/** Lines of one entry as they are stored: one for each account, name and side. */
function summed(world: World, lines: readonly (MoveLine & { readonly expense: boolean })[]): string[] {
  const sums = new Map<string, { amount: Fraction; base: Fraction }>();
  for (const { memo, expense, amount, base } of lines) {
    const role = ROLES[memo] ?? (expense ? 'INTEREST_EXPENSE' : 'INTEREST_INCOME');
    const isLoss = memo === 'Exchange difference' && !written(base).startsWith('-');
    const account = isLoss ? lossAccount(world) : accountFor(world, role);
    const name = `${memo} ${account} ${signOf(amount) || signOf(base)}`;
    const known = sums.get(name) ?? { amount: NOTHING, base: NOTHING };
    sums.set(name, { amount: plus(known.amount, amount), base: plus(known.base, base) });
  }
  return [...sums].map(([name, { amount, base }]) => `${name} ${written(amount)} / ${written(base)}`).sort();
}

const keptText = ({ memo, account, amount, base }: KeptLine) => {
  const side = signOf(exact(amount)) || signOf(exact(base));
  return `${memo} ${account} ${side} ${amount} / ${base}`;
};

const texts = <T extends object>(figures: T): Record<string, string> =>
  Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, written(value as Fraction)]));

describe('daybook_post_revenue_moves, which owns the rule of the movements of a contract other than revenue', () => {
  it('moves every position as the oracle does, and drafts the entries, line by line', async () => {
    const seen = new Set<string>();
    let cases = 0;
    await holds(
      fc.asyncProperty(
        fc.record({
          world: fc.nat({ max: 2 }),
          rates: fc.record({ USD: rateOfDay, EUR: rateOfDay, JPY: rateOfDay, BHD: rateOfDay }),
          wishes: fc.array(factWish, { minLength: CONTRACTS, maxLength: CONTRACTS }),
        }),
        async ({ world: place, rates, wishes }) => {
          const world = worlds[place];
          if (world === undefined) throw new Error('no such world');
          await takenBack(world.org, async (tenant) => {
            const laid = await layContracts(
              tenant,
              world,
              wishes.map(({ contract }) => contract),
            );
            const shared = new Map(
              Object.entries(rates).map(([code, rate]) => [code, { id: newId(), rate }]),
            );
            const all = laid.flatMap((one, index) => {
              const [wish, entry] = [wishes[index], shared.get(one.currency)];
              return wish === undefined || entry === undefined ? [] : [caseOf(world, one, wish, entry)];
            });
            await post(tenant, world, all);
            const [positions, movements] = [await positionsOf(tenant), await movementsOf(tenant)];
            const entries = await linesByEntry(tenant);
            const expected = new Map<string, (MoveLine & { expense: boolean })[]>();
            for (const { laid: one, before, fact, rate, entryId } of all) {
              const oracle = moved(before, fact, { rate, places: PLACES[world.base] ?? 2 });
              const words = JSON.stringify({
                ...texts(before),
                ...fact,
                amount: written(fact.amount),
                documentBase: null,
              });
              const { recognized: _, ...kept } = positions.get(one.id) ?? {};
              expect(kept, words).toEqual(texts(oracle.after));
              expect(movements.get(one.id), words).toEqual(texts(oracle.figures));
              expect(signOf(oracle.after.pending), words).toBeGreaterThanOrEqual(0);
              const lines = oracle.lines.map((line) => ({ ...line, expense: signOf(fact.amount) >= 0 }));
              expected.set(entryId, [...(expected.get(entryId) ?? []), ...lines]);
              for (const { memo } of lines) seen.add(memo);
              seen.add(`${fact.kind}${signOf(fact.amount)}`);
              cases += 1;
            }
            for (const [id, lines] of expected) {
              expect((entries.get(id) ?? []).map(keptText).sort()).toEqual(summed(world, lines));
              expect(isSame(total(lines.map(({ amount }) => amount)), NOTHING)).toBe(true);
              expect(isSame(total(lines.map(({ base }) => base)), NOTHING)).toBe(true);
            }
            expect([...entries.keys()].filter((id) => !expected.has(id))).toEqual([]);
          });
        },
      ),
      BATCHES,
    );
    expect(cases).toBeGreaterThanOrEqual(500);
    const met = [
      ...Object.keys(ROLES),
      'Significant financing',
      'PAYMENT-1',
      'DUE-1',
      'REFUND-1',
      'INTEREST-1',
      'DOCUMENT-1',
    ];
    expect(met.filter((word) => !seen.has(word))).toEqual([]);
  });

  it('refuses a set in which a contract has no position, and moves none of the others', async () => {
    const [world] = worlds;
    if (world === undefined) throw new Error('no such world');
    await takenBack(world.org, async (tenant) => {
      const laid = await layContracts(tenant, world, fc.sample(contractWish, { numRuns: 1, seed: 1 }));
      const before = await positionsOf(tenant);
      const entry = { id: newId(), rate: '1' };
      const wish = fc.sample(factWish, { numRuns: 1, seed: 1 });
      const all = [...laid, ...laid.map((one) => ({ ...one, id: newId() }))].flatMap((one) =>
        wish.map((fact) => caseOf(world, one, { ...fact, kind: 'PAYMENT', meets: 'chance' }, entry)),
      );
      await expect(withSavepoint(tenant, () => post(tenant, world, all))).rejects.toThrow(/does not exist/);
      expect(await positionsOf(tenant)).toEqual(before);
      expect((await movementsOf(tenant)).size).toBe(0);
    });
  });
});
