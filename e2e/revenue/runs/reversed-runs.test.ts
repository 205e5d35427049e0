import { afterAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { contend, holdWrites } from '@/testing/contenders';
import { setExchangeRates } from '@/usecases/fx/exchange-rates';
import { runForOutput } from '@/usecases/kit/run';
import { createCost } from '@/usecases/revenue/contracts/costs/cost-records';
import { listRuns } from '@/usecases/revenue/runs/list-runs';
import { postRun } from '@/usecases/revenue/runs/post-run';
import { beginReversal, reverseRun } from '@/usecases/revenue/runs/reverse-run';
import { type Draft, openBooks } from '../books';
import { close, ledger, reverse } from '../histories/reversed-books';

// Proves the laws revenue/reverse-run-rows, revenue/lock-posted-contracts, revenue/answer-run-rows, revenue/effect-of-reversal,
// revenue/move-positions, revenue/position-change, revenue/revenue-line, revenue/reverse-cost-rows, revenue/book-cost-rows of prisma/sql.

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

  it('for chosen contracts only, in a shared entry or in separate entries; the rest afterward', async () => {
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

  it('for chosen contracts of a month that is closed, in the first open one: the others keep what it posted, and the closed month its figures', async () => {
    const books = await openBooks();
    const [one, two] = [await books.contract(term('1200')), await books.contract(term('2400'))];
    const january = await books.run('2026-01');
    await books.run('2026-02');
    await close(books, '2026-02');
    const closed = await ledger(books);
    const reversal = await reverse(books, january.id, [two.contract.id]);
    expect(reversal).toMatchObject({
      period: '2026-03',
      postingDate: '2026-03-01',
      postedContracts: 1,
      proposal: { totals: [{ currencyCode: 'USD', amount: '-200.00', rows: 1 }] },
    });
    expect((await books.read(one.contract.id)).reversals).toEqual([]);
    expect((await books.read(one.contract.id)).balances.recognised).toBe('200.00');
    expect((await books.read(two.contract.id)).balances.recognised).toBe('200.00');
    expect(await ledger(books)).toEqual({
      ...closed,
      '2026-03 4100': '200 (200)',
      '2026-03 position': '-200 (-200)',
    });
    await books.tiesOut();
    // March has 100 and 200 of its own, and the 200 of January again.
    await books.run('2026-03');
    expect(await ledger(books)).toEqual({
      ...closed,
      '2026-03 4100': '-300 (-300)',
      '2026-03 position': '300 (300)',
    });
    await books.tiesOut();
  });

  it('once: asked again, it is refused with the number of the first, a reversal is not reversed, and nothing changes', async () => {
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

  it('once, even when two ask at the same time; a dry run says what it would reverse and stores nothing', async () => {
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
    const outcomes = await contend(
      holdWrites(books.org.organizationId),
      [1, 2].map(() => () => reverse(books, january.id)),
    );
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

  it('and continues where it was interrupted', async () => {
    const books = await openBooks();
    await books.contract(term('1200'));
    const january = await books.run('2026-01');
    const call = books.org.callAs('revenue');
    const begun = await runForOutput(beginReversal, call, { id: january.id, reason: 'The wrong month' });
    expect(begun.runStatus).toBe('POSTING');
    const done = await reverse(books, january.id);
    expect([done.id, done.runStatus]).toEqual([begun.id, 'POSTED']);
    expect(await ledger(books)).toEqual({});
    // Resumed like a run, by its own number.
    const again = await books.run('2026-01');
    const other = await runForOutput(beginReversal, call, { id: again.id, reason: 'The wrong month' });
    expect((await runForOutput(postRun, call, { id: other.id })).runStatus).toBe('POSTED');
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

  it('with the contract costs it amortized, and the interest and the supplier’s share it accrued, even when a later month is posted', async () => {
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
