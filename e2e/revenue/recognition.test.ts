import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dec } from '@/core/money/decimal';
import { type AccountRole, journal, movePosition } from '@/core/revenue/journal';
import { closeConnections } from '@/db/client';
import { postEventRows } from '@/db/revenue/contracts/event-postings';
import { sql, type Tenant } from '@/db/tenancy';
import type { PolicyRole } from '@/usecases/revenue/setup/policy-rules';
import { tidy, written } from '../support/exact';
import { batchesOf, holds } from '../support/hold';
import { takenBack } from '../support/taken-back';
import { balances, type OracleLine, type Recognized, recognized, summed } from './oracle/recognition';
import {
  accountFor,
  contractWish,
  DAY,
  dueOf,
  type KeptLine,
  type Laid,
  layContracts,
  layRun,
  linesByEntry,
  lossAccount,
  MONTH,
  openWorld,
  PLACES,
  positionsOf,
  rateIn,
  ratesOf,
  runRates,
  type World,
} from './standings';

// Proves the laws revenue/recognise, revenue/lock-due-contracts, revenue/effect-of-revenue, revenue/sides-of-net, revenue/base-of-part,
// revenue/carried, revenue/round-even, revenue/post-event-rows of prisma/sql.

const CONTRACTS = 40;
const RUNS = batchesOf(CONTRACTS, 18);
const worlds: World[] = [];
beforeAll(async () => {
  for (const base of ['USD', 'JPY', 'BHD']) worlds.push(await openWorld(base));
});
afterAll(closeConnections);

interface Movement {
  readonly contract: string;
  readonly entry: string;
  readonly figures: Readonly<Record<string, string>>;
  /** The step of the run that made it, and how many contracts that step took. */
  readonly step: number;
  readonly together: number;
}

const FIGURES = [
  'amount',
  'receivable',
  'contract_asset',
  'deferred',
  'revenue',
  'cash',
  'refund',
  'document',
];
const BASES = ['receivable', 'contract_asset', 'deferred', 'revenue', 'exchange'].map(
  (name) => `${name}_base`,
);
const MOVED = [...FIGURES, ...BASES].map((name) => `'${name}', trim_scale(${name})::text`).join(', ');

/** The movements of a run by contract, except those seen before. */
async function newMovements(tenant: Tenant, run: string, known: ReadonlyMap<string, Movement>, step: number) {
  const all = await sql<Omit<Movement, 'step' | 'together'>>(
    tenant,
    `select contract_id as contract, entry_id as entry, jsonb_build_object(${MOVED}) as figures from revenue_movements
     where run_id = $1::uuid`,
    [run],
  );
  const added = all.filter(({ contract }) => !known.has(contract));
  expect(added.length).toBe(all.length - known.size);
  return added.map((one): Movement => ({ ...one, step, together: added.length }));
}

/** The expected figures of a movement. */
const figuresOf = (one: Recognized) => ({
  amount: written(one.earned),
  revenue: written(one.earned),
  revenue_base: written(one.revenueBase),
  receivable: written(one.receivable),
  receivable_base: written(one.receivableBase),
  contract_asset: written(one.asset),
  contract_asset_base: written(one.assetBase),
  deferred: written(one.liability),
  deferred_base: written(one.liabilityBase),
  exchange_base: written(one.exchangeBase),
  cash: '0',
  refund: '0',
  document: '0',
});

const ROLES: Readonly<Record<Exclude<OracleLine['role'], 'Revenue'>, PolicyRole>> = {
  Receivable: 'RECEIVABLE',
  'Contract asset': 'CONTRACT_ASSET',
  'Contract liability': 'DEFERRED_REVENUE',
  'Exchange difference': 'EXCHANGE',
};

const lineText = (world: World, line: OracleLine) => {
  const place =
    line.role === 'Revenue'
      ? (line.place ?? []).map((part) => part ?? '~').join(' ')
      : line.role === 'Exchange difference' && !written(line.base).startsWith('-')
        ? `${lossAccount(world)} ~ ~ ~ ~`
        : `${accountFor(world, ROLES[line.role])} ~ ~ ~ ~`;
  return `${line.role} ${place} ${written(line.amount)} / ${written(line.base)}`;
};
const keptText = ({ memo, place, amount, base }: KeptLine) => `${memo} ${place} ${amount} / ${base}`;

/** Lines have numbers without a gap, debits before credits. */
function expectOrder(lines: readonly KeptLine[]) {
  expect(lines.map(({ lineNumber }) => lineNumber)).toEqual(lines.map((_, index) => index + 1));
  const credits = lines.map(({ amount, base }) => (amount === '0' ? base : amount).startsWith('-'));
  expect(credits).toEqual([...credits].sort());
}

const ROLE_OF: Readonly<Partial<Record<AccountRole, OracleLine['role']>>> = {
  RECEIVABLE: 'Receivable',
  CONTRACT_ASSET: 'Contract asset',
  DEFERRED_REVENUE: 'Contract liability',
  REVENUE: 'Revenue',
};

/** The entry in contract currency as the core's journal presents the same change of position. */
function coreLines(laid: Laid, one: Recognized): string[] {
  const entry = journal(laid.currency);
  const decimal = (value: Parameters<typeof written>[0]) => dec(written(value));
  movePosition(entry, decimal(laid.standing.net), decimal(one.after.net));
  entry.debit('RECEIVABLE', decimal(one.receivable), 'due').credit('REVENUE', decimal(one.earned), 'earned');
  return entry
    .lines()
    .map(({ account, debit, credit }) => `${ROLE_OF[account]} ${tidy(dec(debit).minus(credit).toFixed())}`)
    .sort();
}

function byRole(lines: readonly KeptLine[]): string[] {
  const sums = new Map<string, ReturnType<typeof dec>>();
  for (const { memo, amount } of lines) sums.set(memo, (sums.get(memo) ?? dec('0')).plus(amount));
  return [...sums]
    .filter(([, amount]) => !amount.isZero())
    .map(([memo, amount]) => `${memo} ${tidy(amount.toFixed())}`)
    .sort();
}

const keptPosition = (laid: Laid, one: Recognized | null) => {
  const { net, netBase, receivable, receivableBase, pending } = one?.after ?? laid.standing;
  const earned = dec(written(laid.recognized)).plus(one === null ? '0' : written(one.earned));
  return {
    net: written(net),
    netBase: written(netBase),
    receivable: written(receivable),
    receivableBase: written(receivableBase),
    pending: written(pending),
    recognized: tidy(earned.toFixed()),
    cash: '0',
    refund: written(laid.refund.amount),
    refundBase: written(laid.refund.base),
  };
};

const judge = (world: World, laid: Laid, rates: Readonly<Record<string, string>>): Recognized | null => {
  const due = dueOf(laid);
  const measure = { rate: rateIn(world, rates, laid.currency), places: PLACES[world.base] ?? 2 };
  return due.length === 0
    ? null
    : recognized(
        laid.standing,
        due.map(({ share }) => share),
        measure,
      );
};

/** Rows are posted when they are due and not held, in the month and entry of their contract; the others are untouched. */
async function expectRows(tenant: Tenant, all: readonly Laid[], entryOf: ReadonlyMap<string, string>) {
  const rows = await sql<{ contract: string; seq: number; entry: string | null; month: string | null }>(
    tenant,
    'select contract_id as contract, seq, entry_id as entry, posted_period as month from revenue_rows',
  );
  const expected = all.flatMap((laid) => {
    const due = new Set(dueOf(laid).map(({ seq }) => seq));
    return laid.obligations.flatMap(({ rows: own }) =>
      own.map(({ seq }) => ({
        contract: laid.id,
        seq,
        entry: due.has(seq) ? entryOf.get(laid.id) : null,
        month: due.has(seq) ? MONTH : null,
      })),
    );
  });
  const order = (a: { contract: string; seq: number }, b: { contract: string; seq: number }) =>
    a.contract < b.contract ? -1 : a.contract > b.contract ? 1 : a.seq - b.seq;
  expect(rows.sort(order)).toEqual(expected.sort(order));
}

const seen = new Map<string, number>();
const note = (word: string, holds: boolean) => holds && seen.set(word, (seen.get(word) ?? 0) + 1);

describe('daybook_recognise, which owns the rule of recognition', () => {
  it('moves every position as the oracle and core do, and drafts their entries, line by line', async () => {
    let cases = 0;
    await holds(
      fc.asyncProperty(
        fc.record({
          world: fc.nat({ max: 2 }),
          rates: runRates,
          grouping: fc.constantFrom<('SUBSIDIARY' | 'CONTRACT')[]>('SUBSIDIARY', 'CONTRACT'),
          limit: fc.constantFrom(1000, 1000, 9),
          wishes: fc.array(contractWish, { minLength: CONTRACTS, maxLength: CONTRACTS }),
        }),
        async ({ world: place, rates: wished, grouping, limit, wishes }) => {
          const world = worlds[place];
          if (world === undefined) throw new Error('no such world');
          await takenBack(world.org, async (tenant) => {
            const rates = ratesOf(world, wished);
            const all = await layContracts(tenant, world, wishes);
            const run = await layRun(tenant, world, { grouping, rates });
            const movements = new Map<string, Movement>();
            for (let step = 1, status = ''; status !== 'POSTED'; step += 1) {
              const [recorded] = await sql<{ status: string }>(
                tenant,
                'select o_status as status from daybook_post_revenue_chunk($1::uuid, $2::int, null)',
                [run, limit],
              );
              status = recorded?.status ?? 'POSTED';
              for (const one of await newMovements(tenant, run, movements, step))
                movements.set(one.contract, one);
            }
            const entries = await linesByEntry(tenant);
            const positions = await positionsOf(tenant);
            /** The expected content of each entry, contract by contract. */
            const expected = new Map<string, { lines: OracleLine[]; shared: boolean }>();
            for (const laid of all) {
              const one = judge(world, laid, rates);
              expect(positions.get(laid.id)).toEqual(keptPosition(laid, one));
              const movement = movements.get(laid.id);
              expect(movement?.figures).toEqual(one === null ? undefined : figuresOf(one));
              if (one === null || movement === undefined) continue;
              cases += 1;
              noteCase(laid, one);
              const shared = grouping === 'SUBSIDIARY' && movement.together > 1;
              const entry = expected.get(movement.entry) ?? { lines: [], shared };
              // An entry of several contracts is one of a step and currency; one of a single contract bears its name.
              expected.set(movement.entry, { lines: [...entry.lines, ...one.lines], shared });
              if (shared) continue;
              expect(entry.lines).toEqual([]);
              expect(byRole(entries.get(movement.entry) ?? [])).toEqual(coreLines(laid, one));
            }
            for (const [id, { lines, shared }] of expected) {
              const kept = entries.get(id) ?? [];
              expect(kept.map(keptText).sort()).toEqual(
                (shared ? summed(lines) : lines).map((line) => lineText(world, line)).sort(),
              );
              expect(balances(lines)).toBe(true);
              expectOrder(kept);
              note('shared', shared);
            }
            expect([...entries.keys()].filter((id) => !expected.has(id))).toEqual([]);
            const shares = [...movements.values()].filter(({ together }) => together > 1);
            if (grouping === 'SUBSIDIARY') {
              const currencyOf = new Map(all.map(({ id, currency }) => [id, currency]));
              const places = new Map(
                shares.map(({ step, contract, entry }) => [entry, `${step} ${currencyOf.get(contract)}`]),
              );
              expect(new Set(places.values()).size).toBe(places.size);
            }
            await expectRows(tenant, all, new Map([...movements].map(([id, { entry }]) => [id, entry])));
          });
        },
      ),
      RUNS,
    );
    expect(cases).toBeGreaterThanOrEqual(RUNS * 28);
    expect(cases).toBeGreaterThanOrEqual(500);
    const traps = [
      'crosses zero',
      'earns all',
      'nothing together',
      'due',
      'exchange',
      'taken back',
      'shared',
    ];
    expect(traps.filter((word) => !seen.has(word))).toEqual([]);
  });

  it('posts what one event made in the same way, in a separate entry', async () => {
    const [world] = worlds;
    if (world === undefined) throw new Error('no world');
    let cases = 0;
    await takenBack(world.org, async (tenant) => {
      const wishes = fc.sample(contractWish, {
        numRuns: 60,
        seed: Number(process.env.DAYBOOK_SEED ?? 20261121),
      });
      const rates = { EUR: '1.0837', JPY: '0.0067', BHD: '2.6525198939' };
      for (const laid of await layContracts(tenant, world, wishes)) {
        const one = judge(world, laid, rates);
        const run = await layRun(tenant, world, { grouping: 'SUBSIDIARY', rates, contractId: laid.id });
        const rows = await postEventRows(tenant, run, laid.id, null);
        expect(rows).toBe(dueOf(laid).length);
        const [movement] = await newMovements(tenant, run, new Map(), 1);
        expect(movement?.figures).toEqual(one === null ? undefined : figuresOf(one));
        expect((await positionsOf(tenant)).get(laid.id)).toEqual(keptPosition(laid, one));
        if (one === null || movement === undefined) continue;
        cases += 1;
        const kept = (await linesByEntry(tenant)).get(movement.entry) ?? [];
        expect(kept.map(keptText).sort()).toEqual(one.lines.map((line) => lineText(world, line)).sort());
        const [entry] = await sql(tenant, 'select posting_date from ledger_entries where id = $1::uuid', [
          movement.entry,
        ]);
        expect(entry).toEqual(kept.length === 0 ? undefined : { posting_date: DAY });
      }
    });
    expect(cases).toBeGreaterThan(40);
  });
});

function noteCase(laid: Laid, one: Recognized) {
  const sign = (value: { over: bigint }) => (value.over > 0n ? 1 : value.over < 0n ? -1 : 0);
  note('crosses zero', sign(laid.standing.net) * sign(one.after.net) < 0);
  note('earns all', sign(laid.standing.net) > 0 && sign(one.after.net) === 0);
  note('nothing together', sign(one.earned) === 0);
  note('due', sign(one.receivable) > 0);
  note('exchange', sign(one.exchangeBase) !== 0);
  note('taken back', sign(one.earned) < 0);
}
