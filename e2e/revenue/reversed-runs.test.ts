import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { RefusalError } from '@/core/refusals';
import { addPeriods, lastDayOf } from '@/core/revenue/days';
import { closeConnections } from '@/db/client';
import { sql, withTenantReport, withTenantSql } from '@/db/tenancy';
import { setExchangeRates } from '@/usecases/fx/exchange-rates';
import { runForOutput } from '@/usecases/kit/run';
import { createCost } from '@/usecases/revenue/contracts/cost-records';
import { voidFact } from '@/usecases/revenue/events/void-fact';
import { listRuns } from '@/usecases/revenue/runs/list-runs';
import { beginReversal, reverseRun } from '@/usecases/revenue/runs/reverse-run';
import { type Books, type Draft, type Fact, openBooks } from './books';

// Proves the laws revenue/reverse-run-rows, revenue/reverse-cost-rows of prisma/sql.

afterAll(closeConnections);

const term = (fixed: string) =>
  ({
    contractDate: '2026-01-01',
    endDate: '2026-12-31',
    price: { fixed },
    obligations: [
      {
        key: 'care',
        ssp: fixed,
        pattern: { kind: 'RATABLE', start: '2026-01-01', end: '2026-12-31', method: 'EVEN_PERIODS' },
      },
    ],
  }) as Draft;

const claimOf = ({ org }: Books) => ({
  organizationId: org.principals.admin.organizationId,
  userId: null,
});

async function close(books: Books, period: string): Promise<void> {
  await withTenantSql(claimOf(books), (tenant) =>
    sql(
      tenant,
      `update fiscal_periods set period_status = 'CLOSED' where organization_id = $1::uuid and end_date <= $2::date`,
      [books.org.organizationId, lastDayOf(period)],
    ),
  );
}

/** The ledger by month and account, in both currencies, debit above zero; assets and liabilities of contracts as one position. */
async function ledger(books: Books, byMonth = true): Promise<Record<string, string>> {
  const rows = await withTenantReport(claimOf(books), (tenant) =>
    sql<{ place: string; amount: string; base: string }>(
      tenant,
      `select concat_ws(' ', case when $1 then to_char(l.posting_date, 'YYYY-MM') end,
           case when a.control_for in ('DEFERRED_REVENUE', 'CONTRACT_ASSET') then 'position' else a.code end) as place,
         trim_scale(sum(l.debit - l.credit))::text as amount, trim_scale(sum(l.base_debit - l.base_credit))::text as base
       from ledger_lines l join accounts a on a.organization_id = l.organization_id and a.id = l.account_id
       group by 1 having sum(l.debit - l.credit) <> 0 or sum(l.base_debit - l.base_credit) <> 0 order by 1`,
      [byMonth],
    ),
  );
  return Object.fromEntries(rows.map(({ place, amount, base }) => [place, `${amount} (${base})`]));
}

const reverse = (books: Books, id: string, contractIds?: string[]) =>
  runForOutput(reverseRun, books.org.callAs('revenue'), { id, reason: 'The wrong month', contractIds });

const refusedBy = (rule: string) => ({ refusal: { code: 'REVENUE_RULE', data: { rule } } });

describe('a run is reversed', () => {
  it('where it was posted while its period is open, and what it posted is due again: the next run posts it, and the ledger is as before', async () => {
    const books = await openBooks();
    const { contract } = await books.contract(term('1200'));
    await books.run('2026-01');
    const february = await books.run('2026-02');
    const before = await ledger(books);
    const reversal = await reverse(books, february.id);
    expect(reversal).toMatchObject({
      kind: 'REVERSAL',
      runStatus: 'POSTED',
      postingDate: '2026-02-28',
      reversesRunId: february.id,
      reversesRunNumber: february.runNumber,
      reason: 'The wrong month',
      postedRows: 1,
      postedContracts: 1,
      proposal: { totals: [{ currencyCode: 'USD', amount: '-100.00', rows: 1 }] },
    });
    expect(await ledger(books)).toEqual({ '2026-01 4100': '-100 (-100)', '2026-01 position': '100 (100)' });
    const view = await books.read(contract.id);
    expect(view.balances).toMatchObject({ recognised: '100.00', contractAsset: '100.00' });
    expect(view.reversals).toMatchObject([
      {
        runId: reversal.id,
        reversesRunNumber: february.runNumber,
        amount: '-100.00',
        reason: 'The wrong month',
      },
    ]);
    await books.tiesOut();
    await books.run('2026-02');
    expect(await ledger(books)).toEqual(before);
    await books.tiesOut();
    const entries = await books.entries();
    await books.run('2026-02');
    expect(await books.entries()).toEqual(entries);
  });

  it('in the first open month when its own is closed; the month it belongs to stays on the rows', async () => {
    const books = await openBooks();
    const { contract } = await books.contract(term('1200'));
    const january = await books.run('2026-01');
    await books.run('2026-02');
    await close(books, '2026-02');
    const reversal = await reverse(books, january.id);
    expect(reversal).toMatchObject({ period: '2026-03', postingDate: '2026-03-01' });
    const { schedule } = await books.read(contract.id);
    expect(
      schedule
        .filter(({ causeId }) => causeId === reversal.id)
        .map(({ amount, period, naturalPeriod, late, postedPeriod }) => [
          amount,
          period,
          naturalPeriod,
          late,
          postedPeriod,
        ]),
    ).toEqual([
      ['-100.00', '2026-03', '2026-01', true, '2026-03'],
      ['100.00', '2026-03', '2026-01', true, null],
    ]);
    await books.run('2026-03');
    expect(await ledger(books)).toEqual({
      '2026-01 4100': '-100 (-100)',
      '2026-01 position': '100 (100)',
      '2026-02 4100': '-100 (-100)',
      '2026-02 position': '100 (100)',
      '2026-03 4100': '-100 (-100)',
      '2026-03 position': '100 (100)',
    });
    await books.tiesOut();
  });

  it('for chosen contracts only, of a shared entry or entries of their own; the rest afterwards', async () => {
    for (const grouping of ['SUBSIDIARY', 'CONTRACT'] as const) {
      const books = await openBooks();
      const [one, two, three] = [
        await books.contract(term('1200')),
        await books.contract(term('2400')),
        await books.contract(term('3600')),
      ];
      const run = await books.run('2026-01', { grouping });
      const before = await ledger(books);
      await reverse(books, run.id, [two.contract.id]);
      expect((await books.read(two.contract.id)).balances.recognised).toBe('0.00');
      expect((await books.read(one.contract.id)).balances.recognised).toBe('100.00');
      await expect(reverse(books, run.id, [one.contract.id, two.contract.id])).rejects.toMatchObject({
        refusal: { data: { rule: 'CONTRACT_NOT_IN_RUN', contractIds: [two.contract.id] } },
      });
      expect((await books.read(one.contract.id)).balances.recognised).toBe('100.00');
      await reverse(books, run.id);
      for (const { contract } of [one, two, three]) {
        expect((await books.read(contract.id)).balances.recognised).toBe('0.00');
      }
      expect(await ledger(books)).toEqual({});
      await books.run('2026-01', { grouping });
      expect(await ledger(books)).toEqual(before);
      await books.tiesOut();
    }
  });

  it('once: told again it is refused by the number of the first, a reversal is not reversed, and nothing changes', async () => {
    const books = await openBooks();
    await books.contract(term('1200'));
    const january = await books.run('2026-01');
    const reversal = await reverse(books, january.id);
    const entries = await books.entries();
    await expect(reverse(books, january.id)).rejects.toMatchObject({
      refusal: { data: { rule: 'RUN_REVERSED', reversedBy: reversal.id } },
    });
    await expect(reverse(books, reversal.id)).rejects.toMatchObject(refusedBy('REVERSAL_FINAL'));
    await expect(
      runForOutput(reverseRun, books.org.callAs('revenue'), { id: january.id, reason: '  ' }),
    ).rejects.toMatchObject({ refusal: { code: 'INVALID_INPUT' } });
    await expect(
      runForOutput(reverseRun, books.org.callAs('auditor'), { id: january.id, reason: 'No right to' }),
    ).rejects.toMatchObject({ refusal: { code: 'FORBIDDEN' } });
    expect(await books.entries()).toEqual(entries);
    const again = await books.run('2026-01');
    await reverse(books, again.id);
    expect(await ledger(books)).toEqual({});
  });

  it('once, also when two ask at the same moment; a dry run says what it would take back and stores nothing', async () => {
    const books = await openBooks();
    for (let index = 0; index < 5; index += 1) await books.contract(term('1200'));
    const january = await books.run('2026-01');
    const entries = await books.entries();
    const preview = await runForOutput(
      reverseRun,
      { ...books.org.callAs('revenue'), dryRun: true },
      { id: january.id, reason: 'Only to see' },
    );
    expect(preview.proposal.totals).toEqual([{ currencyCode: 'USD', amount: '-500.00', rows: 5 }]);
    expect(await books.entries()).toEqual(entries);
    const outcomes = await Promise.allSettled([reverse(books, january.id), reverse(books, january.id)]);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject(refusedBy('RUN_REVERSED'));
    }
    const { rows } = await runForOutput(listRuns, books.org.callAs('auditor'), {});
    expect(rows.filter(({ kind }) => kind === 'REVERSAL')).toMatchObject([
      { postedRows: 5, runStatus: 'POSTED' },
    ]);
    expect(await ledger(books)).toEqual({});
    await books.tiesOut();
  });

  it('and goes on where it was interrupted', async () => {
    const books = await openBooks();
    await books.contract(term('1200'));
    const january = await books.run('2026-01');
    const call = books.org.callAs('revenue');
    const begun = await runForOutput(beginReversal, call, { id: january.id, reason: 'The wrong month' });
    expect(begun.runStatus).toBe('POSTING');
    const done = await reverse(books, january.id);
    expect([done.id, done.runStatus]).toEqual([begun.id, 'POSTED']);
    expect(await ledger(books)).toEqual({});
  });

  it('after a payment of what it made receivable: the money stays, as an advance until the next run earns it again', async () => {
    const books = await openBooks();
    const { contract } = await books.contract(term('1200'));
    await books.tell(contract.id, {
      kind: 'invoice',
      effectiveDate: '2026-01-02',
      amount: '1200',
      unconditional: false,
    });
    const january = await books.run('2026-01');
    expect((await books.read(contract.id)).balances.receivable).toBe('100.00');
    await books.tell(contract.id, { kind: 'payment', effectiveDate: '2026-01-31', amount: '100' });
    const before = await ledger(books);
    await reverse(books, january.id);
    expect((await books.read(contract.id)).balances).toMatchObject({
      receivable: '0.00',
      deferred: '100.00',
    });
    await books.tiesOut();
    await books.run('2026-01');
    expect(await ledger(books)).toEqual(before);
    await books.tiesOut();
  });

  it('with the contract costs it amortized, the interest and the supplier’s share it accrued, also when a later month is posted', async () => {
    const books = await openBooks();
    const { contract } = await books.contract(term('1200'));
    await runForOutput(createCost, books.org.callAs('revenue'), {
      contractId: contract.id,
      kind: 'OBTAIN',
      amount: '120',
      incurredOn: '2026-01-01',
      contractMonths: 12,
    });
    await books.contract({
      contractDate: '2026-01-01',
      price: { fixed: '1200' },
      obligations: [
        {
          key: 'hosting',
          ssp: '120',
          pattern: { kind: 'RATABLE', start: '2026-01-01', end: '2026-12-31', method: 'EVEN_PERIODS' },
          capacity: 'AGENT',
          supplierShare: '1080',
        },
      ],
    });
    const lent = await books.contract({
      contractDate: '2026-01-01',
      price: {
        fixed: '121',
        financing: {
          kind: 'ARREARS',
          monthsPerPeriod: 12,
          periods: 2,
          cashPrice: '100',
          payments: [{ at: 2, amount: '121' }],
        },
      },
      obligations: [{ key: 'machine', ssp: '100', pattern: { kind: 'POINT' } }],
    });
    await books.tell(lent.contract.id, { kind: 'delivery', effectiveDate: '2026-01-01', key: 'machine' });
    const nothing = await ledger(books);
    const january = await books.run('2026-01');
    const posted = await ledger(books);
    expect(posted).toMatchObject({ '2026-01 4100': '-210 (-210)' });
    await reverse(books, january.id);
    expect(await ledger(books)).toEqual(nothing);
    expect((await books.read(lent.contract.id)).events.at(-1)?.event).toMatchObject({
      kind: 'voided',
      reason: 'The wrong month',
    });
    await books.tiesOut();
    const again = await books.run('2026-01');
    expect(await ledger(books)).toEqual(posted);
    await books.run('2026-02');
    const both = await ledger(books);
    await reverse(books, again.id);
    await books.runThrough('2026-01', '2026-02');
    expect(await ledger(books)).toEqual(both);
    await books.tiesOut();
  });

  it('in a foreign currency at the amounts it was posted with, whatever the rate of today', async () => {
    const books = await openBooks();
    await runForOutput(setExchangeRates, books.org.callAs('controller'), {
      rates: [
        ['2026-01-05', '1.10'],
        ['2026-01-31', '1.20'],
        ['2026-02-10', '1.30'],
      ].map(([rateDate, rate]) => ({
        fromCurrency: 'EUR',
        toCurrency: 'USD',
        rateDate: rateDate ?? '',
        rate: rate ?? '',
        rateType: 'SPOT' as const,
      })),
    });
    const { contract } = await books.contract({ ...term('1200'), currencyCode: 'EUR' });
    await books.tell(contract.id, { kind: 'invoice', effectiveDate: '2026-01-05', amount: '50' });
    const nothing = await ledger(books);
    const january = await books.run('2026-01');
    const before = await ledger(books);
    await reverse(books, january.id);
    expect(await ledger(books)).toEqual(nothing);
    await books.run('2026-01');
    expect(await ledger(books)).toEqual(before);
    await books.tiesOut();
  });
});

const HISTORIES = Math.max(6, Math.round(Number(process.env.DAYBOOK_HISTORIES ?? 200) / 20));
const MONTHS = ['2026-01', '2026-02', '2026-03', '2026-04', '2026-05'];

type Step =
  | { do: 'fact'; contract: number; fact: Fact }
  | { do: 'void'; pick: number }
  | { do: 'run'; month: number }
  | { do: 'reverse'; pick: number; only: number | null }
  | { do: 'close'; month: number };

const day = fc
  .tuple(fc.constantFrom(...MONTHS), fc.integer({ min: 1, max: 28 }))
  .map(([month, n]) => `${month}-${String(n).padStart(2, '0')}`);
const cents = fc.integer({ min: 1, max: 90_000 }).map((n) => (n / 100).toFixed(2));
const fact: fc.Arbitrary<Fact> = fc.oneof(
  fc.tuple(day, fc.integer({ min: 0, max: 100 })).map(
    ([effectiveDate, share]): Fact => ({
      kind: 'progress',
      effectiveDate,
      key: 'project',
      progress: (share / 100).toFixed(2),
    }),
  ),
  day.map((effectiveDate): Fact => ({ kind: 'delivery', effectiveDate, key: 'point' })),
  fc.tuple(day, cents).map(([effectiveDate, amount]): Fact => ({ kind: 'invoice', effectiveDate, amount })),
  fc.tuple(day, cents).map(([effectiveDate, amount]): Fact => ({ kind: 'payment', effectiveDate, amount })),
  fc
    .tuple(day, cents)
    .map(([effectiveDate, change]): Fact => ({ kind: 'estimateChange', effectiveDate, change })),
);
const steps = (closes: boolean): fc.Arbitrary<Step[]> =>
  fc.array(
    fc.oneof(
      { weight: 4, arbitrary: fc.record({ do: fc.constant('fact' as const), contract: fc.nat(1), fact }) },
      { weight: 1, arbitrary: fc.record({ do: fc.constant('void' as const), pick: fc.nat() }) },
      {
        weight: 3,
        arbitrary: fc.record({ do: fc.constant('run' as const), month: fc.nat(MONTHS.length - 1) }),
      },
      {
        weight: 3,
        arbitrary: fc.record({
          do: fc.constant('reverse' as const),
          pick: fc.nat(),
          only: fc.option(fc.nat(1)),
        }),
      },
      ...(closes
        ? [{ weight: 1, arbitrary: fc.record({ do: fc.constant('close' as const), month: fc.nat(2) }) }]
        : []),
    ),
    { minLength: 4, maxLength: 14 },
  );

/** Lives a history; `reversing` false leaves the reversals out. Ends with runs of every open month. */
async function live(history: readonly Step[], reversing: boolean): Promise<Books> {
  const books = await openBooks();
  const contracts = [0, 1].map(async (index) => {
    const price = String(3000 + index);
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      endDate: '2026-12-31',
      price: { fixed: price },
      obligations: [
        { key: 'term', ssp: '1000', pattern: { kind: 'RATABLE', start: '2026-01-01', end: '2026-12-31' } },
        { key: 'project', ssp: '1000', pattern: { kind: 'PROGRESS' } },
        { key: 'point', ssp: '1000', pattern: { kind: 'POINT' } },
      ],
    });
    return contract.id;
  });
  const ids = await Promise.all(contracts);
  const told: string[] = [];
  let closed = '2025-12';
  /** Every month from the first open one is run again, so that what was told since is posted in its own. */
  const runThrough = async (month: string) => {
    for (let period = addPeriods(closed, 1); period <= month; period = addPeriods(period, 1)) {
      await books.run(period);
    }
  };
  const call = books.org.callAs('revenue');
  const attempt = async (work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof RefusalError)) throw error;
    }
  };
  for (const step of history) {
    if (step.do === 'fact') {
      await attempt(async () => {
        const view = await books.tell(ids[step.contract] ?? '', step.fact);
        told.push(view.events.at(-1)?.event.id ?? '');
      });
    } else if (step.do === 'void') {
      const id = told[step.pick % Math.max(1, told.length)];
      if (id !== undefined) await attempt(() => runForOutput(voidFact, call, { id, reason: 'Told wrong' }));
    } else if (step.do === 'run') await runThrough(MONTHS[step.month] ?? '');
    else if (step.do === 'close') {
      const month = MONTHS[step.month] ?? '';
      if (month > closed) {
        await runThrough(month);
        await close(books, month);
        closed = month;
      }
    } else if (reversing) {
      const { rows } = await runForOutput(listRuns, call, { limit: 100 });
      const posted = rows.filter(({ kind, postedRows }) => kind === 'PERIOD' && postedRows > 0);
      const run = posted[step.pick % Math.max(1, posted.length)];
      const only = step.only === null ? undefined : [ids[step.only] ?? ''];
      if (run !== undefined) await attempt(() => reverse(books, run.id, only));
    }
  }
  await runThrough('2026-05');
  await books.tiesOut();
  return books;
}

describe('reversals in random histories', () => {
  const budget = 120_000 + HISTORIES * 20_000;

  it(
    'all periods open: after the last runs the ledger is by month and account what it would be if nothing had been reversed',
    async () => {
      await fc.assert(
        fc.asyncProperty(steps(false), async (history) => {
          const [never, reversed] = [await live(history, false), await live(history, true)];
          expect(await ledger(reversed)).toEqual(await ledger(never));
        }),
        { numRuns: HISTORIES },
      );
    },
    budget,
  );

  it(
    'with closes in between: by account the sums are what they would be if nothing had been reversed',
    async () => {
      await fc.assert(
        fc.asyncProperty(steps(true), async (history) => {
          const [never, reversed] = [await live(history, false), await live(history, true)];
          expect(await ledger(reversed, false)).toEqual(await ledger(never, false));
        }),
        { numRuns: HISTORIES },
      );
    },
    budget,
  );
});
