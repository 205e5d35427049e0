import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { RefusalError } from '@/core/refusals';
import { lastDayOf } from '@/core/revenue/days';
import { closeConnections } from '@/db/client';
import { sql, withTenantSql } from '@/db/tenancy';
import { cases } from '@/testing/long-run';
import { runForOutput } from '@/usecases/kit/run';
import { contractBalancesReport, rollforwardReport } from '@/usecases/revenue/reports/report-balances';
import { rpoReport, waterfallReport } from '@/usecases/revenue/reports/report-revenue';
import { type Books, type Draft, type Fact, openBooks } from '../books';
import { ContractOracle, type Happening } from '../oracle/contract';

afterAll(closeConnections);

const MONTHS = Array.from({ length: 12 }, (_, month) => `2026-${String(month + 1).padStart(2, '0')}`);
const START = '2026-01-10';
const END = '2026-12-31';
const SSP = { term: 60_000n, point: 30_000n, project: 50_000n };
const cents = (text: string) => BigInt(Math.round(Number(text) * 100));
const text = (size: bigint) => {
  const digits = (size < 0n ? -size : size).toString().padStart(3, '0');
  return `${size < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

const draft = (fixed: bigint): Draft => ({
  contractDate: START,
  endDate: END,
  price: { fixed: text(fixed) },
  obligations: [
    { key: 'term', ssp: '600', pattern: { kind: 'RATABLE', start: START, end: END } },
    { key: 'point', ssp: '300', pattern: { kind: 'POINT' } },
    { key: 'project', ssp: '500', pattern: { kind: 'PROGRESS' } },
    { key: 'usage', ssp: '0', pattern: { kind: 'USAGE' } },
  ],
});

const positive = fc.bigInt({ min: 1n, max: 90_000n });
const recorded = (kind: Happening['kind'], size: fc.Arbitrary<bigint>, key?: fc.Arbitrary<string>) =>
  fc.record({ kind: fc.constant(kind), size, ...(key === undefined ? {} : { key }) });
const recordedArb: fc.Arbitrary<Happening> = fc.oneof(
  recorded('invoice', positive),
  recorded('payment', positive),
  recorded('payout', positive),
  recorded('usage', positive),
  { weight: 3, arbitrary: recorded('addition', positive) },
  recorded('concession', fc.bigInt({ min: 1n, max: 2_000n })),
  recorded('interest', fc.bigInt({ min: -500n, max: 500n })),
  recorded('estimateChange', fc.bigInt({ min: -3_000n, max: 9_000n })),
  recorded('progress', fc.bigInt({ min: 0n, max: 100n })),
  {
    weight: 2,
    arbitrary: recorded('delivery', fc.constant(0n), fc.constantFrom('point', 'added1', 'added2')),
  },
);
/** A month: the facts recorded in it, how many months late, and whether the previous month is closed first. */
const monthArb = fc.record({
  facts: fc.array(
    fc.record({
      contract: fc.integer({ min: 0, max: 1 }),
      told: recordedArb,
      late: fc.integer({ min: 0, max: 3 }),
    }),
    { minLength: 1, maxLength: 6 },
  ),
  close: fc.boolean(),
});

function factOf({ kind, size, key }: Happening, effectiveDate: string): Fact {
  const on = { effectiveDate };
  const amount = text(size);
  if (kind === 'delivery') return { kind, ...on, key: key ?? '' };
  if (kind === 'progress') return { kind, ...on, key: 'project', progress: text(size) };
  if (kind === 'usage') return { kind, ...on, key: 'usage', amount };
  if (kind === 'estimateChange') return { kind, ...on, change: amount, promisedBefore: true };
  if (kind === 'concession') return { kind: 'creditNote', ...on, amount, mode: 'CONCESSION' };
  return { kind: kind as 'invoice', ...on, amount };
}

/** True when it was recorded. A refusal is a valid answer; any other error is a failure. */
async function accepted(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (error instanceof RefusalError) return false;
    throw error;
  }
}

async function close(books: Books, period: string): Promise<void> {
  const claim = { organizationId: books.org.principals.admin.organizationId, userId: null };
  await withTenantSql(claim, (tenant) =>
    sql(
      tenant,
      `update fiscal_periods set period_status = 'CLOSED' where organization_id = $1::uuid and end_date <= $2::date`,
      [books.org.organizationId, lastDayOf(period)],
    ),
  );
}

async function printed(books: Books, asOf: string, knownAsOf?: string): Promise<unknown> {
  const call = books.org.callAs('auditor');
  const span = { from: '2026-01', to: '2026-12', asOf, knownAsOf };
  const shown = [
    await runForOutput(waterfallReport, call, span),
    await runForOutput(rpoReport, call, { asOf, knownAsOf }),
    await runForOutput(rollforwardReport, call, span),
    await runForOutput(contractBalancesReport, call, span),
  ];
  return shown.map(({ knownAsOf: _known, ...rest }) => rest);
}

const counted = { recorded: 0, late: 0, additions: 0 };

describe('random histories against an independent oracle', () => {
  it('receivable, cash, position, price and revenue of every month equal those of the oracle; earlier reports stay as printed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(monthArb, { minLength: 3, maxLength: 5 }), async (months) => {
        const books = await openBooks();
        const prices = [140_000n, 99_999n];
        const ids: string[] = [];
        for (const price of prices) ids.push((await books.contract(draft(price))).contract.id);
        const oracles = prices.map(
          (fixed) => new ContractOracle({ fixed, ssp: SSP, start: START, end: END }),
        );
        let events = 1;
        let additions = 0;
        let then: { moment: string; shown: unknown } | null = null;

        for (const [at, { facts, close: closes }] of months.entries()) {
          const period = MONTHS[at] ?? '';
          for (const { contract, told: reported, late } of facts) {
            const id = ids[contract] ?? '';
            const oracle = oracles[contract];
            const month = MONTHS[Math.max(0, at - late)] ?? period;
            const on = `${month}-${month === '2026-01' ? '15' : '07'}`;
            if (reported.kind === 'addition') {
              additions += 1;
              const key = `added${additions}`;
              const price = text(reported.size);
              const done = await accepted(() =>
                books.modify(id, {
                  date: on,
                  additions: [{ key, price, ssp: price, distinct: true, pattern: { kind: 'POINT' } }],
                  answers: { priceAtSsp: true, remainingDistinct: 'ALL' },
                  treatment: 'separate',
                  // The oracle counts additions as part of the first contract.
                  ownContract: false,
                  reason: 'at its standalone price',
                }),
              );
              if (!done) continue;
              oracle?.tell({ ...reported, key }, on);
              counted.additions += 1;
            } else {
              if (!(await accepted(() => books.tell(id, factOf(reported, on))))) continue;
              oracle?.tell(reported, on);
            }
            events += 1;
            counted.recorded += 1;
            if (late > 0 && at > 0) counted.late += 1;
          }
          await books.run(period, { rows: 2 });
          const interest = new Map<number, bigint>();
          for (const [index, oracle] of oracles.entries()) {
            const view = await books.read(ids[index] ?? '');
            oracle.recognise(cents(view.balances.recognised) - oracle.posted);
            // Every fact may round a cent on each of the obligations.
            const off = Math.abs(Number(oracle.posted) - oracle.earned(lastDayOf(period)));
            expect(off, `revenue of ${period}`).toBeLessThanOrEqual(2 * events + 2);
            const { balances } = view;
            const apart =
              cents(balances.advanceInterest) +
              cents(balances.unearnedInterest) -
              cents(balances.accruedInterest);
            interest.set(index, apart);
            const net = cents(balances.deferred) - cents(balances.contractAsset) + apart;
            expect({
              receivable: cents(view.balances.receivable),
              net,
              price: cents(view.contract.transactionPrice),
              remaining: cents(view.balances.remaining),
            }).toEqual({
              receivable: oracle.receivable,
              net: oracle.net,
              price: oracle.price,
              remaining: oracle.price - oracle.posted,
            });
          }
          // A contract is one position; its interest is in separate accounts.
          const positions = oracles.map(({ net }, index) => net - (interest.get(index) ?? 0n));
          const above = (sign: bigint) =>
            positions.reduce((sum, net) => sum + (net * sign > 0n ? net * sign : 0n), 0n);
          const total = (pick: (oracle: ContractOracle) => bigint) =>
            oracles.reduce((sum, oracle) => sum + pick(oracle), 0n);
          const ledger = async (code: string) => cents(await books.balance(code));
          expect({
            receivable: await ledger('1210'),
            cash: await ledger('1110'),
            liability: await ledger('2310'),
            asset: await ledger('1310'),
            interest: (await ledger('1340')) + (await ledger('2370')) + (await ledger('2380')),
            revenue: await ledger('4100'),
          }).toEqual({
            receivable: total(({ receivable }) => receivable),
            cash: total(({ cash }) => cash),
            liability: -above(1n),
            asset: above(-1n),
            interest: -[...interest.values()].reduce((sum, one) => sum + one, 0n),
            revenue: -total(({ posted }) => posted),
          });
          await books.tiesOut();
          if (at === 1) {
            const [now] = await withTenantSql(
              { organizationId: books.org.principals.admin.organizationId, userId: null },
              (tenant) =>
                sql<{ moment: string }>(
                  tenant,
                  `select to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as moment`,
                  [],
                ),
            );
            then = { moment: now?.moment ?? '', shown: await printed(books, period) };
          }
          if (closes) await close(books, period);
        }
        if (then !== null) expect(await printed(books, MONTHS[1] ?? '', then.moment)).toEqual(then.shown);

        // In every history, once everything is performed the whole price is revenue, to the cent.
        const last = MONTHS[months.length] ?? '';
        for (const id of ids) {
          for (const { key, pattern, measure } of (await books.read(id)).obligations) {
            if (pattern.kind === 'PROGRESS') {
              await books.tell(id, { kind: 'progress', effectiveDate: `${last}-20`, key, progress: '1' });
            } else if (pattern.kind === 'POINT' && Number(measure) !== 1) {
              await books.tell(id, { kind: 'delivery', effectiveDate: `${last}-20`, key });
            }
          }
        }
        await books.runThrough(last, '2026-12');
        for (const id of ids) {
          const { contract, balances } = await books.read(id);
          expect([balances.recognised, balances.remaining]).toEqual([contract.transactionPrice, '0.00']);
        }
        await books.tiesOut();
      }),
      { numRuns: cases(3, 12, 200), endOnFailure: true },
    );
    expect(counted.recorded).toBeGreaterThan(15);
    expect(counted.late).toBeGreaterThan(0);
    expect(counted.additions).toBeGreaterThan(0);
  });
});
