import { afterAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { runForOutput } from '@/usecases/kit/run';
import { explainFigure } from '@/usecases/revenue/reports/explain-figure';
import { rpoReport } from '@/usecases/revenue/reports/report-revenue';
import { createPolicy } from '@/usecases/revenue/setup/policy-records';
import { type Draft, type Fact, openBooks } from './books';
import { RELATES } from './facts/judged';

afterAll(closeConnections);

const on = (effectiveDate: string) => ({ effectiveDate });
const used = (date: string, quantity: string): Fact => ({
  kind: 'usage',
  ...on(date),
  key: 'calls',
  quantity,
});
const billed = (date: string, amount: string): Fact => ({ kind: 'invoice', ...on(date), amount });
const tiers = [{ upTo: null, unitPrice: '1' }];

/** 100 a month for the first quarter; every call costs 1. */
const quarter: Draft = {
  contractDate: '2026-01-01',
  price: { fixed: '300' },
  obligations: [
    {
      key: 'calls',
      pattern: {
        kind: 'USAGE',
        tiers,
        minimum: { start: '2026-01-01', end: '2026-03-31', every: 'MONTH', amount: '100' },
      },
    },
  ],
};

/** A license of five years of symbolic intellectual property with 5,000 of royalties guaranteed. */
const license = (minimum: object): Draft => ({
  contractDate: '2026-01-01',
  price: { fixed: '5000', royalties: [{ key: 'sales', rate: '0.1', to: ['brand'], criteria: RELATES }] },
  obligations: [
    {
      key: 'brand',
      nature: 'LICENCE',
      pattern: {
        kind: 'LICENCE',
        intellectualProperty: 'SYMBOLIC',
        start: '2026-01-01',
        end: '2030-12-31',
        minimum: { every: 'TERM', amount: '5000', spread: 'EVEN_PERIODS', ...minimum },
      },
    },
  ],
});

describe('committed minimums and guaranteed royalties, down to the ledger', () => {
  it('606-10-55-48: the unused part of 100 a month is earned by the run of the month, and billed with it as a true-up', async () => {
    const books = await openBooks();
    const { contract } = await books.contract(quarter);
    await books.tell(
      contract.id,
      used('2026-01-15', '60'),
      used('2026-02-10', '130'),
      // 60 used and 40 expired; 130 used; 100 expired.
      billed('2026-01-31', '100'),
      billed('2026-02-28', '130'),
      billed('2026-03-31', '100'),
    );
    await books.runThrough('2026-01', '2026-03');
    await books.proves(
      '2026-01-31: Dr RECEIVABLE 100, Cr DEFERRED_REVENUE 100',
      '2026-02-28: Dr RECEIVABLE 130, Cr DEFERRED_REVENUE 130',
      '2026-03-31: Dr RECEIVABLE 100, Cr DEFERRED_REVENUE 100',
      '2026-01-31: Dr DEFERRED_REVENUE 100, Cr REVENUE 100',
      '2026-02-28: Dr DEFERRED_REVENUE 130, Cr REVENUE 130',
      '2026-03-31: Dr DEFERRED_REVENUE 100, Cr REVENUE 100',
    );
    const { obligations } = await books.read(contract.id);
    expect(
      obligations[0]?.commitments?.map(({ used: own, unused, beyond, due }) => [own, unused, beyond, due]),
    ).toEqual([
      ['60.00', '40.00', '0.00', '100.00'],
      ['130.00', '0.00', '30.00', '130.00'],
      ['0.00', '100.00', '0.00', '100.00'],
    ]);
    const { text } = await runForOutput(explainFigure, books.org.callAs('auditor'), {
      contractId: contract.id,
      figure: 'revenue',
      period: '2026-02',
    });
    for (const words of [
      '606-10-55-48',
      'minimum of 2026-02-01 to 2026-02-28: 100.00',
      'beyond the minimum: 30.00',
    ]) {
      expect(text).toContain(words);
    }
  });

  it('606-10-55-48: use reported after the run of its month reverses the true-up in the next one, and only what is beyond the minimum stays', async () => {
    const books = await openBooks();
    const { contract } = await books.contract(quarter);
    await books.run('2026-01');
    // 120 were used in January: the month has already earned its minimum of 100.
    await books.tell(contract.id, used('2026-01-20', '120'));
    await books.runThrough('2026-02', '2026-03');
    await books.proves(
      '2026-01-31: Dr CONTRACT_ASSET 100, Cr REVENUE 100',
      '2026-02-28: Dr CONTRACT_ASSET 120, Cr REVENUE 120',
      '2026-03-31: Dr CONTRACT_ASSET 100, Cr REVENUE 100',
    );
  });

  it('606-10-50-14A: a minimum is included in the remaining obligations, use beyond it is not', async () => {
    const books = await openBooks();
    const { contract } = await books.contract({
      contractDate: '2026-07-01',
      price: { fixed: '2400' },
      obligations: [
        {
          key: 'calls',
          pattern: {
            kind: 'USAGE',
            tiers,
            minimum: { start: '2026-07-01', end: '2028-06-30', every: 'MONTH', amount: '100' },
          },
        },
      ],
    });
    await books.tell(contract.id, used('2026-12-10', '170'));
    await books.runThrough('2026-07', '2026-12');
    const report = await runForOutput(rpoReport, books.org.callAs('auditor'), {
      asOf: '2026-12',
      banding: 'YEARS',
      elected: ['ROYALTY', 'RIGHT_TO_INVOICE', 'VARIABLE'],
    });
    expect(report.bands.filter(({ amount }) => Number(amount) !== 0)).toEqual([
      { band: '2027', amount: '1200.00' },
      { band: '2028', amount: '600.00' },
    ]);
    expect([report.total, report.excluded]).toEqual(['1800.00', []]);
    await books.tiesOut();
  });

  it('606-10-55-65: a license that does not say how its guaranteed royalties are earned follows the policy of its date; one that does follows its own terms', async () => {
    const books = await openBooks();
    await runForOutput(createPolicy, books.org.callAs('controller'), {
      name: 'Royalties as they occur',
      validFrom: '2026-01-01',
      royaltyMinimum: 'ROYALTIES',
    });
    const first = await books.contract(license({ expected: '9000' }));
    const second = await books.contract(license({ expected: '9000', method: 'ESTIMATE' }));
    const sales: Fact = { kind: 'royalty', ...on('2026-06-30'), key: 'sales', sales: '7500' };
    for (const { contract } of [first, second]) await books.tell(contract.id, sales);
    await books.runThrough('2026-01', '2026-06');
    // View A: 750 of royalties. View B: 6 of 60 months of 9,000.
    expect((await books.read(first.contract.id)).balances.recognised).toBe('750.00');
    expect((await books.read(second.contract.id)).balances.recognised).toBe('900.00');
    await books.tiesOut();
  });

  it('606-10-55-65: without a policy that says otherwise the minimum is earned over time, and royalties when they exceed it', async () => {
    const books = await openBooks();
    const { contract } = await books.contract(license({}));
    await books.tell(contract.id, { kind: 'royalty', ...on('2026-02-10'), key: 'sales', sales: '52000' });
    await books.runThrough('2026-01', '2026-02');
    // 5,000 / 60 a month; 5,200 of royalties are 200 more than 5,000.
    await books.proves(
      '2026-01-31: Dr CONTRACT_ASSET 83.33, Cr REVENUE 83.33',
      '2026-02-28: Dr CONTRACT_ASSET 283.34, Cr REVENUE 283.34',
    );
  });

  it('606-10-55-58C: the guaranteed minimum of a functional license is earned when the license begins, royalties when they exceed it', async () => {
    const books = await openBooks();
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      price: { fixed: '1000', royalties: [{ key: 'sales', rate: '0.1', to: ['song'], criteria: RELATES }] },
      obligations: [
        {
          key: 'song',
          nature: 'LICENCE',
          pattern: {
            kind: 'LICENCE',
            intellectualProperty: 'FUNCTIONAL',
            start: '2026-02-01',
            end: '2027-01-31',
            minimum: { every: 'TERM', amount: '1000' },
          },
        },
      ],
    });
    await books.tell(contract.id, { kind: 'royalty', ...on('2026-03-10'), key: 'sales', sales: '11000' });
    await books.runThrough('2026-01', '2026-03');
    await books.proves(
      '2026-02-28: Dr CONTRACT_ASSET 1000, Cr REVENUE 1000',
      '2026-03-31: Dr CONTRACT_ASSET 100, Cr REVENUE 100',
    );
  });

  it('606-10-25-13(a): a first minimum for use that was paid for as it occurred is earned from its first day, by the runs, and ends the same when recorded late', async () => {
    const ledgers: string[][] = [];
    for (const isLate of [false, true]) {
      const books = await openBooks();
      const { contract } = await books.contract({
        contractDate: '2026-01-01',
        price: { fixed: '0' },
        obligations: [{ key: 'calls', ssp: '0', pattern: { kind: 'USAGE', tiers } }],
      });
      await books.tell(contract.id, used('2026-01-20', '50'));
      const commit = () =>
        books.modify(contract.id, {
          date: '2026-02-01',
          obligations: [
            {
              key: 'calls',
              pattern: {
                kind: 'USAGE',
                tiers,
                minimum: { start: '2026-02-01', end: '2026-03-31', every: 'MONTH', amount: '100' },
              },
            },
          ],
          reason: 'A plan of 100 a month',
        });
      if (!isLate) await commit();
      await books.tell(contract.id, used('2026-02-10', '60'), used('2026-03-10', '130'));
      if (isLate) await commit();
      await books.runThrough('2026-01', '2026-03');
      await books.tiesOut();
      ledgers.push(await books.journal());
    }
    expect(ledgers[0]).toEqual([
      '2026-01-31: Dr CONTRACT_ASSET 50, Cr REVENUE 50',
      '2026-02-28: Dr CONTRACT_ASSET 100, Cr REVENUE 100',
      '2026-03-31: Dr CONTRACT_ASSET 130, Cr REVENUE 130',
    ]);
    expect(ledgers[1]).toEqual(ledgers[0]);
  });

  it('606-10-25-13(a): a minimum raised from July changes the price by the increase of the later months, and a lower one that reaches back is refused', async () => {
    const books = await openBooks();
    const monthly = { start: '2026-01-01', end: '2026-12-31', every: 'MONTH', amount: '100' } as const;
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      price: { fixed: '1200' },
      obligations: [{ key: 'calls', pattern: { kind: 'USAGE', tiers, minimum: monthly } }],
    });
    await books.tell(contract.id, used('2026-02-10', '170'));
    const to = (minimum: object) => ({
      obligations: [
        { key: 'calls', pattern: { kind: 'USAGE' as const, tiers, minimum: { ...monthly, ...minimum } } },
      ],
    });
    const before = await books.read(contract.id);
    await expect(
      books.modify(contract.id, { date: '2026-07-01', reason: 'a smaller plan', ...to({ amount: '50' }) }),
    ).rejects.toMatchObject({ refusal: { data: { rule: 'MINIMUM_ALREADY_EXCEEDED' } } });
    expect(await books.read(contract.id)).toEqual(before);
    const changes = [{ from: '2026-07-01', amount: '150' }];
    const { treatment } = await books.modify(contract.id, {
      date: '2026-07-01',
      reason: 'a larger plan',
      ...to({ changes }),
    });
    expect(treatment).toBe('prospective');
    await books.runThrough('2026-01', '2026-07');
    const after = await books.read(contract.id);
    expect([after.contract.transactionPrice, after.balances.recognised]).toEqual(['1570.00', '820.00']);
    await books.tiesOut();
  });
});
