import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { sql, withTenantSql } from '@/db/tenancy';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';

// Proves the laws revenue/effect-of-revenue, revenue/effect-of-reversal, revenue/sides-of-net, revenue/base-of-part, revenue/plan-for of
// prisma/sql, figure by figure; e2e/revenue/recognition and moves hold the whole of it to oracles. Balances are in euros, base amounts in dollars.

let org: TestOrganization;

beforeAll(async () => {
  org = await foundTestOrganization();
});
afterAll(closeConnections);

/** What a function answers for arguments, its figures without idle zeros, in the order of its columns. */
async function figures(call: string, columns: readonly string[], values: readonly string[]) {
  const places = values.map((_, index) => `$${index + 1}::numeric`);
  const [row] = await withTenantSql(
    { organizationId: org.principals.admin.organizationId, userId: null },
    (tenant) =>
      sql<Record<string, string>>(
        tenant,
        `select ${columns.map((name) => `trim_scale(f.${name})::text as "${name}"`).join(', ')}
         from ${call}(${places.join(', ').replace('$3::numeric', '$3::numeric::int')}) f`,
        values,
      ),
  );
  return columns.map((name) => row?.[name]).join(' ');
}

describe('earning revenue (606-10-45-1 to 45-4)', () => {
  const earned = (amount: string, rate: string, position: string) =>
    figures(
      'daybook_effect_of_revenue',
      ['net', 'net_base', 'receivable', 'receivable_base', 'revenue_base'],
      [amount, rate, '2', ...position.split(' ')],
    );

  // A position: net, its base amount, receivable, its base amount, pending. An effect: net, receivable and revenue, with base amounts.
  it.each([
    ['takes deferred revenue at its historical rate', '40', '1.5', '100 120 0 0 0', '-40 -48 0 0 48'],
    ['takes the last of it with its last cent', '100', '1.5', '100 120.01 0 0 0', '-100 -120.01 0 0 120.01'],
    ['beyond it becomes an asset at the rate of the day', '60', '1.5', '40 48 0 0 0', '-60 -78 0 0 78'],
    ['that an amount waited for becomes due', '60', '1.5', '0 0 0 0 60', '0 0 60 90 90'],
    ['is due up to what waited; the rest is an asset', '60', '1.5', '10 12 0 0 30', '-30 -42 30 45 87'],
    [
      'with an older asset that falls due is measured at the rate of the day; what the asset was carried at is not revenue',
      '10',
      '1.5',
      '-50 -60 0 0 60',
      '50 60 60 90 15',
    ],
    [
      'uses up a credit of the customer at what it was carried at, and is measured at the rate of the day',
      '30',
      '1.5',
      '0 0 -30 -36 30',
      '0 0 30 36 45',
    ],
    [
      'taken back gives the liability back at the rate of the day',
      '-20',
      '1.5',
      '100 120 0 0 0',
      '20 30 0 0 -30',
    ],
  ])('%s: %s at %s on (%s) moves (%s)', async (_, amount, rate, position, effect) => {
    expect(await earned(amount, rate, position)).toBe(effect);
  });
});

describe('taking back what a run earned', () => {
  const takenBack = (amount: string, rate: string, position: string, run: string) =>
    figures(
      'daybook_effect_of_reversal',
      ['net', 'net_base', 'receivable', 'receivable_base'],
      [amount, rate, '2', ...position.split(' '), ...run.split(' ')],
    );

  // A position: net and receivable with base amounts; of the run: what it made due, with its base amount, and its revenue in base currency.
  it.each([
    [
      'defers again what was earned, at the base amount of the run',
      '40',
      '1.5',
      '60 72 0 0',
      '0 0 48',
      '40 48 0 0',
    ],
    ['takes back what the run made due', '60', '1.5', '0 0 60 90', '60 90 90', '0 0 -60 -90'],
    ['leaves what was paid: it becomes an advance', '60', '1.5', '0 0 20 30', '60 90 90', '40 60 -20 -30'],
    ['takes nothing from a receivable that is a credit', '60', '1.5', '0 0 -5 -6', '60 90 90', '60 90 0 0'],
    [
      'of a receivable that has grown since takes the base amount that the run posted',
      '60',
      '1.5',
      '0 0 100 140',
      '60 90 90',
      '0 0 -60 -90',
    ],
    ['to a position of zero leaves no base amount', '40', '1.5', '-40 -50 0 0', '0 0 48', '40 50 0 0'],
    [
      'across zero is measured at the rate where the run’s amount would leave a liability the base amount of an asset',
      '50',
      '1.5',
      '-40 -70 0 0',
      '0 0 60',
      '50 85 0 0',
    ],
  ])('%s: %s at %s on (%s), of a run (%s), moves (%s)', async (_, amount, rate, position, run, effect) => {
    expect(await takenBack(amount, rate, position, run)).toBe(effect);
  });
});

/** Cents as the decimal text of two places. */
const inFull = (cents: bigint) =>
  `${cents < 0n ? '-' : ''}${String(abs(cents) / 100n)}.${String(abs(cents) % 100n).padStart(2, '0')}`;
const centsOf = (text: string) => BigInt(text.replace('.', ''));
const abs = (cents: bigint) => (cents < 0n ? -cents : cents);

/** A run that earned `amount`, of which it made `due` receivable, and where the contract stands when it is taken back. */
const takenBackCase = fc
  .record({
    amount: fc.bigInt(1n, 200_000n),
    dueInHundredths: fc.bigInt(0n, 100n),
    net: fc.bigInt(-200_000n, 200_000n),
    receivable: fc.bigInt(-5_000n, 200_000n),
    runRate: fc.bigInt(50n, 200n),
    rate: fc.bigInt(50n, 200n),
  })
  .map(({ amount, dueInHundredths, net, receivable, runRate, rate }) => {
    const due = (amount * dueInHundredths) / 100n;
    const at = (cents: bigint, hundredths: bigint) => (cents * hundredths) / 100n;
    return {
      amount,
      due,
      net,
      receivable,
      rate,
      netBase: at(net, runRate),
      receivableBase: at(receivable, runRate),
      dueBase: at(due, runRate),
      revenueBase: at(amount, runRate),
    };
  });

describe('taking back what a run earned, over 600 positions drawn at random', () => {
  it('takes back no more than is still receivable, leaves nothing behind in base currency, and no asset with the base amount of a liability', async () => {
    const cases = fc.sample(takenBackCase, {
      numRuns: 600,
      seed: Number(process.env.DAYBOOK_SEED ?? 20261121),
    });
    expect(cases.length).toBeGreaterThanOrEqual(500);
    const column = (name: keyof (typeof cases)[number]) => cases.map((one) => inFull(one[name]));
    const rows = await withTenantSql(
      { organizationId: org.principals.admin.organizationId, userId: null },
      (tenant) =>
        sql<Record<'net' | 'netBase' | 'receivable' | 'receivableBase', string>>(
          tenant,
          `select round(f.net, 2)::text as net, round(f.net_base, 2)::text as "netBase", round(f.receivable, 2)::text as receivable,
                  round(f.receivable_base, 2)::text as "receivableBase"
           from unnest($1::numeric[], $2::numeric[], $3::numeric[], $4::numeric[], $5::numeric[], $6::numeric[], $7::numeric[],
             $8::numeric[], $9::numeric[]) with ordinality
             as c (amount, rate, net, net_base, receivable, receivable_base, due, due_base, revenue_base, n)
           cross join lateral daybook_effect_of_reversal(c.amount, c.rate, 2, c.net, c.net_base, c.receivable, c.receivable_base,
             c.due, c.due_base, c.revenue_base) f
           order by c.n`,
          [
            column('amount'),
            column('rate'),
            column('net'),
            column('netBase'),
            column('receivable'),
            column('receivableBase'),
            column('due'),
            column('dueBase'),
            column('revenueBase'),
          ],
        ),
    );
    const seen = new Set<string>();
    for (const [index, one] of cases.entries()) {
      const row = rows[index];
      if (row === undefined) throw new Error('a case without an answer');
      const open = one.receivable < 0n ? 0n : one.receivable;
      const back = one.due < open ? one.due : open;
      const after = one.net + one.amount - back;
      const baseAfter = one.netBase + centsOf(row.netBase);
      const receivableAfter = one.receivableBase + centsOf(row.receivableBase);
      const figures = JSON.stringify({ ...row, index });
      expect(centsOf(row.receivable), figures).toBe(-back);
      expect(centsOf(row.net), figures).toBe(one.amount - back);
      if (after === 0n) expect(baseAfter, figures).toBe(0n);
      expect(after < 0n ? baseAfter > 0n : baseAfter < 0n && after > 0n, figures).toBe(false);
      if (back === one.receivable) expect(receivableAfter, figures).toBe(0n);
      else if (back === one.due) expect(centsOf(row.receivableBase), figures).toBe(-one.dueBase);
      if (back === 0n) expect(centsOf(row.receivableBase), figures).toBe(0n);
      seen.add(back === 0n ? 'nothing receivable' : back === one.due ? 'all of it' : 'the rest was paid');
      if (one.net < 0n && after > 0n) seen.add('across zero');
    }
    expect([...seen].sort()).toEqual(['across zero', 'all of it', 'nothing receivable', 'the rest was paid']);
  });
});

describe('the two sides of one net position (606-10-45-1)', () => {
  // Net and its base amount, and their changes; the contract asset and the liability with base amounts.
  it.each([
    ['a liability grows and shrinks', '100 120 -30 -36', '0 0 -30 -36'],
    ['an asset grows and shrinks', '-100 -120 30 36', '-30 -36 0 0'],
    ['a liability that is overdrawn leaves, and an asset stands', '40 48 -60 -78', '20 30 -40 -48'],
    [
      'an asset that is billed beyond its amount leaves, and a liability stands',
      '-40 -48 60 78',
      '-40 -48 20 30',
    ],
    ['a position of zero has no side', '40 48 -40 -48', '0 0 -40 -48'],
  ])('%s: (%s) shows as (%s)', async (_, position, sides) => {
    const columns = ['contract_asset', 'contract_asset_base', 'deferred', 'deferred_base'];
    const [row] = await withTenantSql(
      { organizationId: org.principals.admin.organizationId, userId: null },
      (tenant) =>
        sql<Record<string, string>>(
          tenant,
          `select ${columns.map((name) => `trim_scale(f.${name})::text as "${name}"`).join(', ')}
           from daybook_sides_of_net($1::numeric, $2::numeric, $3::numeric, $4::numeric) f`,
          position.split(' '),
        ),
    );
    expect(columns.map((name) => row?.[name]).join(' ')).toBe(sides);
  });
});

describe('the base amounts of parts', () => {
  const parts = async (base: string, rate: string, amounts: readonly number[]) => {
    const whole = amounts.reduce((sum, amount) => sum + amount, 0);
    return withTenantSql(
      { organizationId: org.principals.admin.organizationId, userId: null },
      async (tenant) => {
        const found: string[] = [];
        let reached = 0;
        for (const amount of amounts) {
          reached += amount;
          const [row] = await sql<{ base: string }>(
            tenant,
            `select trim_scale(daybook_base_of_part($1::numeric, $2::numeric, $3::numeric, $4::numeric, $5::numeric, 2))::text as base`,
            [base, String(amount), String(reached), String(whole), rate],
          );
          found.push(row?.base ?? '');
        }
        return found;
      },
    );
  };

  it('sum to that of the whole, though each would round down', async () => {
    expect(await parts('10', '9', [1, 1, 1])).toEqual(['3.33', '3.34', '3.33']);
    expect(await parts('0.01', '9', [1, 1, 1])).toEqual(['0', '0.01', '0']);
  });

  it('are the whole where there is one part, at whatever rate', async () => {
    expect(await parts('12.34', '9', [7])).toEqual(['12.34']);
  });

  it('are measured at the rate where the parts sum to nothing, and then sum to nothing too', async () => {
    expect(await parts('0', '1.25', [3, -3])).toEqual(['3.75', '-3.75']);
  });
});

describe('the plans of statements that change positions', () => {
  it.each([
    [1, 'force_generic_plan'],
    [8, 'force_generic_plan'],
    [9, 'force_custom_plan'],
    [5000, 'force_custom_plan'],
  ])('for %i rows are made by %s', async (rows, mode) => {
    const claim = { organizationId: org.principals.admin.organizationId, userId: null };
    await withTenantSql(claim, async (tenant) => {
      const before = await sql<{ mode: string }>(tenant, `select current_setting('plan_cache_mode') as mode`);
      await sql(tenant, 'savepoint planned');
      await sql(tenant, 'select daybook_plan_for($1::int)', [rows]);
      expect(await sql(tenant, `select current_setting('plan_cache_mode') as mode`)).toEqual([{ mode }]);
      await sql(tenant, 'rollback to savepoint planned');
      expect(await sql(tenant, `select current_setting('plan_cache_mode') as mode`)).toEqual(before);
    });
  });
});
