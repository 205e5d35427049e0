import { afterAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { setExchangeRates } from '@/usecases/fx/exchange-rates';
import { runForOutput } from '@/usecases/kit/run';
import { voidFact } from '@/usecases/revenue/events/void-fact';
import { reverseRun } from '@/usecases/revenue/runs/reverse-run';
import { createPolicy } from '@/usecases/revenue/setup/policy-records';
import { momentBetween } from '../support/moment';
import { type Books, type Fact, openBooks } from './books';
import { close } from './histories/reversed-books';

// Proves the laws revenue/post-cost-rows, revenue/reverse-cost-rows, revenue/book-cost-rows of prisma/sql.

afterAll(closeConnections);

const plant = { key: 'plant', ssp: '1000', pattern: { kind: 'PROGRESS' as const } };
const roads = { key: 'roads', ssp: '1000', pattern: { kind: 'PROGRESS' as const } };

const costs = (effectiveDate: string, costToDate: string, totalCost: string, more: object = {}): Fact => ({
  kind: 'costs',
  scope: 'CONSTRUCTION',
  effectiveDate,
  key: 'plant',
  costToDate,
  totalCost,
  ...more,
});

/** A contract for a plant of 1,000. */
async function building(books: Books, more: object = {}): Promise<string> {
  const { contract } = await books.contract({
    contractDate: '2026-01-01',
    price: { fixed: '1000' },
    obligations: [plant],
    ...more,
  });
  return contract.id;
}

/** The entries posted after the first ones. */
const since = async (books: Books, before: readonly string[]) => (await books.journal()).slice(before.length);

describe('a loss that a contract is expected to make', () => {
  it('605-35-25-45: for costs of 1,300 against 1,000 the run provides for 240.00 at 20% and releases 90.00 at 50%; run again it posts nothing', async () => {
    const books = await openBooks();
    const id = await building(books);
    const recorded = await books.tell(id, costs('2026-02-28', '260', '1300'));
    expect(recorded.losses).toMatchObject([
      { key: null, expectedLoss: '300.00', provision: '240.00', posted: '0.00' },
    ]);
    const run = await books.run('2026-02');
    expect(run.proposal.provisions).toEqual([{ currencyCode: 'USD', rows: 1, amount: '240.00' }]);
    await books.tell(id, costs('2026-03-31', '650', '1300'));
    await books.run('2026-03');
    await books.run('2026-03');
    await books.proves(
      '2026-02-28: Dr CONTRACT_ASSET 200, Cr REVENUE 200',
      '2026-02-28: Dr COST_OF_SALES 240, Cr LOSS_PROVISION 240',
      '2026-03-31: Dr CONTRACT_ASSET 300, Cr REVENUE 300',
      '2026-03-31: Dr LOSS_PROVISION 90, Cr COST_OF_SALES 90',
    );
    const { losses } = await books.read(id);
    expect(losses).toMatchObject([{ provision: '150.00', posted: '150.00' }]);
    expect(
      losses[0]?.months.map(({ period, amount, postedPeriod }) => [period, amount, postedPeriod]),
    ).toEqual([
      ['2026-02', '240.00', '2026-02'],
      ['2026-03', '-90.00', '2026-03'],
    ]);
  });

  it('recorded after its month is closed is provided for in the first open month, labeled with the month it belongs to', async () => {
    const books = await openBooks();
    const id = await building(books);
    await books.tell(id, costs('2026-02-28', '260', '1000'));
    await books.runThrough('2026-01', '2026-03');
    await close(books, '2026-02');
    const before = await books.journal();
    // Known late: costs were 1,300 already in February. 260 of 1,300 are 20%, 60.00 less revenue than at 26%.
    const recorded = await books.tell(id, costs('2026-02-28', '260', '1300'));
    expect(recorded.losses[0]?.months.map(({ period, naturalPeriod }) => [period, naturalPeriod])).toEqual([
      ['2026-03', '2026-02'],
    ]);
    await books.run('2026-03');
    expect(await since(books, before)).toEqual([
      '2026-03-31: Dr REVENUE 60, Cr CONTRACT_ASSET 60',
      '2026-03-31: Dr COST_OF_SALES 240, Cr LOSS_PROVISION 240',
    ]);
    await books.tiesOut();
  });

  it('an estimate that was wrong and is voided reverses its provision with the next run; as known before that, it is still there', async () => {
    const books = await openBooks();
    const id = await building(books);
    const { events } = await books.tell(id, costs('2026-02-28', '260', '1300'));
    await books.run('2026-02');
    const between = await momentBetween();
    const before = await books.journal();
    await runForOutput(voidFact, books.org.callAs('revenue'), {
      id: events.at(-1)?.event.id ?? '',
      reason: 'Counted another site',
    });
    await books.run('2026-03');
    expect(await since(books, before)).toEqual([
      '2026-03-31: Dr REVENUE 200, Cr CONTRACT_ASSET 200',
      '2026-03-31: Dr LOSS_PROVISION 240, Cr COST_OF_SALES 240',
    ]);
    expect((await books.read(id)).losses).toMatchObject([{ provision: '0.00', posted: '0.00' }]);
    expect((await books.read(id, between)).losses).toMatchObject([{ provision: '240.00', posted: '240.00' }]);
    await books.tiesOut();
  });

  it('a run that is reversed reverses the provision with its revenue, and the next run posts both again', async () => {
    const books = await openBooks();
    const id = await building(books);
    await books.tell(id, costs('2026-02-28', '260', '1300'));
    const run = await books.run('2026-02');
    const before = await books.journal();
    const reversal = await runForOutput(reverseRun, books.org.callAs('revenue'), {
      id: run.id,
      reason: 'The wrong month',
    });
    expect(reversal.proposal.provisions).toEqual([{ currencyCode: 'USD', rows: 1, amount: '-240.00' }]);
    expect(await since(books, before)).toEqual([
      '2026-02-28: Dr REVENUE 200, Cr CONTRACT_ASSET 200',
      '2026-02-28: Dr LOSS_PROVISION 240, Cr COST_OF_SALES 240',
    ]);
    await books.run('2026-02');
    expect((await since(books, before)).slice(2)).toEqual([
      '2026-02-28: Dr CONTRACT_ASSET 200, Cr REVENUE 200',
      '2026-02-28: Dr COST_OF_SALES 240, Cr LOSS_PROVISION 240',
    ]);
    await books.tiesOut();
  });

  it('in a foreign currency it is carried at the rate of the day it was first provided for, and nothing is left at the end', async () => {
    const books = await openBooks();
    for (const [rateDate, rate] of [
      ['2026-02-28', '1.1'],
      ['2026-03-31', '1.2'],
    ] as const) {
      await runForOutput(setExchangeRates, books.org.callAs('controller'), {
        rates: [{ fromCurrency: 'EUR', toCurrency: 'USD', rateDate, rate, rateType: 'SPOT' }],
      });
    }
    const id = await building(books, { currencyCode: 'EUR' });
    await books.tell(id, costs('2026-02-28', '260', '1300'), costs('2026-03-31', '1300', '1300'));
    await books.runThrough('2026-02', '2026-03');
    expect(await books.balance('2130')).toBe('0');
    const amounts = await books.journal();
    expect(amounts.filter((entry) => entry.includes('LOSS_PROVISION'))).toEqual([
      '2026-02-28: Dr COST_OF_SALES 240, Cr LOSS_PROVISION 240',
      '2026-03-31: Dr LOSS_PROVISION 240, Cr COST_OF_SALES 240',
    ]);
    await books.tiesOut();
  });
});

describe('the level at which losses are tested', () => {
  const both = { price: { fixed: '2000' }, obligations: [plant, roads] };

  async function withPolicy(policy: object): Promise<Books> {
    const books = await openBooks();
    const admin = books.org.callAs('admin');
    await runForOutput(createPolicy, admin, { name: 'Plants', validFrom: '1900-01-01', ...policy });
    return books;
  }

  it.each([
    [{}, '240 of the plant less 200 profit of the roads', 40],
    [{ lossLevel: 'OBLIGATION' }, '240 of the plant; the roads make a profit', 240],
    [{ framework: 'IFRS' }, 'what is ahead of the contract as a whole', 40],
  ])('is the one the policy names, %o: %s', async (policy, _why, provision) => {
    const books = await withPolicy(policy);
    const id = await building(books, both);
    await books.tell(
      id,
      costs('2026-02-28', '260', '1300'),
      costs('2026-02-28', '0', '800', { key: 'roads' }),
    );
    await books.run('2026-02');
    expect((await books.journal()).filter((entry) => entry.includes('LOSS_PROVISION'))).toEqual([
      `2026-02-28: Dr COST_OF_SALES ${provision}, Cr LOSS_PROVISION ${provision}`,
    ]);
  });

  it('is the contract under IFRS (IAS 37.66): a policy that says otherwise is refused and not kept', async () => {
    const books = await openBooks();
    const policy = { name: 'IFRS', framework: 'IFRS' as const, lossLevel: 'OBLIGATION' as const };
    await expect(
      runForOutput(createPolicy, books.org.callAs('admin'), { ...policy, validFrom: '2026-01-01' }),
    ).rejects.toMatchObject({
      refusal: { code: 'INVALID_INPUT', data: { issues: [{ path: ['lossLevel'] }] } },
    });
  });

  it('stays what it was at inception when a later policy names a different one', async () => {
    const books = await withPolicy({ validTo: '2026-06-30' });
    const admin = books.org.callAs('admin');
    const later = { name: 'Plants', validFrom: '2026-07-01', lossLevel: 'OBLIGATION' as const };
    await runForOutput(createPolicy, admin, later);
    const facts = [
      costs('2026-08-31', '260', '1300'),
      costs('2026-08-31', '0', '800', { key: 'roads' }),
    ] as const;
    const [before, after] = [
      await building(books, both),
      await building(books, { ...both, contractDate: '2026-07-01' }),
    ];
    expect((await books.tell(before, ...facts)).losses).toMatchObject([{ key: null, provision: '40.00' }]);
    expect((await books.tell(after, ...facts)).losses).toMatchObject([
      { key: 'plant', provision: '240.00' },
      { key: 'roads', provision: '0.00' },
    ]);
  });
});
