import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { realizeSettlement } from '@/core/fx/settlement';
import { dec, roundTo, toPlainString } from '@/core/money/decimal';
import { closeConnections } from '@/db/client';
import { sql, type Tenant, withTenantReport } from '@/db/tenancy';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { exact, halfEven, negative, sized, tidy, times, written } from '../../support/exact';
import { batchesOf, holds } from '../../support/hold';
import { carried } from '../oracle/recognition';

// Proves the laws revenue/carried, revenue/share-even, revenue/round-even of prisma/sql.

const BATCH = 100;
const BATCHES = batchesOf(BATCH, 20);
/** A base currency for each number of places. */
const BASES: Readonly<Record<number, string>> = { 0: 'JPY', 2: 'USD', 3: 'BHD' };

let org: TestOrganization;
beforeAll(async () => {
  org = await foundTestOrganization();
});
afterAll(closeConnections);

const asked = (work: (tenant: Tenant) => Promise<void>) =>
  withTenantReport({ organizationId: org.principals.admin.organizationId, userId: null }, work);

const places = fc.constantFrom(0, 2, 3);
const decimal = (value: bigint, digits: number) => written(exact(value, 10n ** BigInt(digits)));
const amount = fc
  .tuple(
    fc.oneof(
      fc.bigInt({ min: -200n, max: 200n }),
      fc.bigInt({ min: -(10n ** 9n), max: 10n ** 9n }),
      fc.bigInt({ min: 1n - 10n ** 20n, max: 10n ** 20n - 1n }),
    ),
    fc.constantFrom(0, 2, 3, 4),
  )
  .map(([value, digits]) => decimal(digits === 4 ? value : value / 10n ** BigInt(4 - digits), digits));
const rate = fc.oneof(
  fc.constantFrom('1', '0.5', '2.5', '0.05', '0.25', '1.125', '0.0000000001', '0.3333333333'),
  fc.bigInt({ min: 1n, max: 10n ** 13n }).map((value) => decimal(value, 10)),
);

interface Change {
  readonly balance: string;
  readonly base: string;
  readonly by: string;
  readonly rate: string;
  readonly digits: number;
}

const change: fc.Arbitrary<Change> = fc
  .record({
    balance: amount,
    base: amount,
    by: amount,
    rate,
    digits: places,
    meets: fc.constantFrom('chance', 'zero', 'half'),
  })
  .map(({ meets, ...one }) => {
    const balance = exact(one.balance);
    const base = halfEven(exact(one.base), one.digits);
    // A balance and its carrying amount are on the same side.
    const sided = balance.over < 0n === base.over < 0n ? base : negative(base);
    const by =
      meets === 'zero'
        ? negative(balance)
        : meets === 'half'
          ? halfEven(times(balance, exact(-1n, 2n)), 4)
          : exact(one.by);
    return { ...one, base: written(balance.over === 0n ? exact(0n) : sided), by: written(by) };
  });

/** The x with x × `of` ≡ 1 modulo `whole`; null when they share a divisor. */
function inverse(of: bigint, whole: bigint): bigint | null {
  let [r, next, x, step] = [whole, of % whole, 0n, 1n];
  while (next !== 0n) {
    const times = r / next;
    [r, next, x, step] = [next, r - times * next, step, x - times * step];
  }
  return r === 1n ? ((x % whole) + whole) % whole : null;
}

/**
 * A share very close to a tie: base × by / balance is half a unit plus or minus one part in twice the balance. With few digits after the
 * point it looks like the tie itself.
 */
const besideTie: fc.Arbitrary<Change> = fc
  .record({
    half: fc.bigInt({ min: 10n ** 6n, max: 10n ** 15n }),
    part: fc.bigInt({ min: 1n, max: 10n ** 15n }),
    more: fc.boolean(),
    turns: fc.bigInt({ min: 0n, max: 9n }),
    digits: places,
    above: fc.boolean(),
    rate,
  })
  .map(({ half, part, more, turns, digits, above, rate: of }) => {
    const whole = 2n * half + 1n;
    const by = (part % (whole - 1n)) + 1n;
    const found = inverse(by, whole) ?? 0n;
    const base = (((half + (more ? 1n : 0n)) * found) % whole) + turns * whole;
    const sign = above ? 1n : -1n;
    return {
      balance: decimal(sign * whole, 2),
      base: decimal((sign * base) % 10n ** 17n, digits),
      by: decimal(-sign * by, 2),
      rate: of,
      digits,
    };
  });

const moved = (one: Change) =>
  carried(exact(one.balance), exact(one.base), exact(one.by), { rate: exact(one.rate), places: one.digits });

async function movedInDatabase(tenant: Tenant, all: readonly Change[]): Promise<string[]> {
  const rows = await sql<{ moved: string }>(
    tenant,
    `select trim_scale(daybook_carried(x.balance, x.base, x.by, x.rate, x.digits))::text as moved
     from unnest($1::numeric[], $2::numeric[], $3::numeric[], $4::numeric[], $5::int[]) with ordinality as x(balance, base, by, rate, digits, n)
     order by n`,
    [
      all.map((one) => one.balance),
      all.map((one) => one.base),
      all.map((one) => one.by),
      all.map((one) => one.rate),
      all.map((one) => one.digits),
    ],
  );
  return rows.map((row) => row.moved);
}

describe('amounts in base currency', () => {
  it('a product of amount and rate is rounded alike by core, which owns the rule, the database and the oracle', async () => {
    const batch = fc.array(fc.record({ amount, rate, digits: places }), {
      minLength: BATCH,
      maxLength: BATCH,
    });
    await asked((tenant) =>
      holds(
        fc.asyncProperty(batch, async (all) => {
          const rows = await sql<{ rounded: string }>(
            tenant,
            `select trim_scale(daybook_round_even(x.amount * x.rate, x.digits))::text as rounded
             from unnest($1::numeric[], $2::numeric[], $3::int[]) with ordinality as x(amount, rate, digits, n) order by n`,
            [all.map((one) => one.amount), all.map((one) => one.rate), all.map((one) => one.digits)],
          );
          const oracle = all.map((one) =>
            written(halfEven(times(exact(one.amount), exact(one.rate)), one.digits)),
          );
          expect(rows.map(({ rounded }) => rounded)).toEqual(oracle);
          expect(
            all.map((one) => toPlainString(roundTo(dec(one.amount).times(one.rate), one.digits))),
          ).toEqual(oracle);
        }),
        BATCHES,
      ),
    );
    expect(BATCHES * BATCH).toBeGreaterThanOrEqual(500);
  });

  it('daybook_carried, which owns the rule, changes the carrying amount of a balance as the oracle does, to the last digit', async () => {
    const batch = fc.array(fc.oneof(change, besideTie), { minLength: BATCH, maxLength: BATCH });
    await asked((tenant) =>
      holds(
        fc.asyncProperty(batch, async (all) => {
          const recorded = await movedInDatabase(tenant, all);
          expect(all.map((one, index) => ({ ...one, moved: recorded[index] }))).toEqual(
            all.map((one) => ({ ...one, moved: written(moved(one)) })),
          );
        }),
        BATCHES,
      ),
    );
  });

  it('core takes the same share of the carrying amount of an open item when a part of it is settled', async () => {
    const batch = fc.array(fc.oneof(change, besideTie), { minLength: BATCH, maxLength: BATCH });
    let cases = 0;
    await asked((tenant) =>
      holds(
        fc.asyncProperty(batch, async (all) => {
          const parts = all.flatMap((one) => {
            const [open, settled] = [sized(exact(one.balance)), sized(exact(one.by))];
            const fits = settled.over > 0n && settled.over * open.under <= open.over * settled.under;
            return fits
              ? [
                  {
                    ...one,
                    balance: written(open),
                    base: written(sized(exact(one.base))),
                    by: written(negative(settled)),
                  },
                ]
              : [];
          });
          const recorded = await movedInDatabase(tenant, parts);
          expect(recorded).toEqual(
            parts.map(({ balance, base, by, digits }) => {
              const { carryingBase } = realizeSettlement({
                side: 'DEBIT',
                openAmount: balance,
                openBase: base,
                settledAmount: by.slice(1),
                settledBase: '0',
                baseCurrencyCode: BASES[digits] ?? '',
              });
              return tidy(carryingBase) === '0' ? '0' : `-${tidy(carryingBase)}`;
            }),
          );
          cases += parts.length;
        }),
        BATCHES,
      ),
    );
    expect(cases).toBeGreaterThanOrEqual(500);
  });
});
