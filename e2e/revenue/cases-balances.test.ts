import { afterAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { runForOutput } from '@/usecases/kit/run';
import { adjustCost, createCost } from '@/usecases/revenue/cost-records';
import { type Books, type Fact, openBooks } from './books';

afterAll(closeConnections);

const on = (effectiveDate: string) => ({ effectiveDate });
const point = (key: string, ssp: string, contractPrice?: string) => ({
  key,
  ssp,
  ...(contractPrice === undefined ? {} : { contractPrice }),
  pattern: { kind: 'POINT' as const },
});

/** One contract with one promise per key, everything delivered on one day, run for that month. */
async function _delivered(
  books: Books,
  fixed: string,
  obligations: ReturnType<typeof point>[],
  more: object = {},
  before: Fact[] = [],
) {
  const { contract } = await books.contract({
    contractDate: '2026-01-01',
    price: { fixed, ...more },
    obligations,
  });
  await books.tell(
    contract.id,
    ...before,
    ...obligations.map(({ key }): Fact => ({ kind: 'delivery', ...on('2026-01-31'), key })),
  );
  await books.run('2026-01');
  return books.read(contract.id);
}

describe('balances, costs and progress of the standard, down to the ledger (accounting 6)', () => {
  it('606-10-55 Example 38 Case A: cancellable: nothing on 31 January, a contract liability of 1,000 on 1 March', async () => {
    const books = await openBooks();
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      price: { fixed: '1000' },
      obligations: [point('product', '1000')],
    });
    const due = await books.tell(contract.id, {
      kind: 'invoice',
      ...on('2026-01-31'),
      amount: '1000',
      unconditional: false,
    });
    expect(due.balances).toMatchObject({ receivable: '0.00', deferred: '0.00' });
    await books.tell(
      contract.id,
      { kind: 'payment', ...on('2026-03-01'), amount: '1000' },
      { kind: 'delivery', ...on('2026-03-31'), key: 'product' },
    );
    await books.run('2026-03');
    expect(await books.entries()).toEqual([
      ['1110 1000', '2310 -1000'],
      ['2310 1000', '4100 -1000'],
    ]);
  });

  it('606-10-55 Example 38 Case B: not cancellable: receivable and contract liability of 1,000 on 31 January', async () => {
    const books = await openBooks();
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      price: { fixed: '1000' },
      obligations: [point('product', '1000')],
    });
    await books.tell(
      contract.id,
      { kind: 'invoice', ...on('2026-01-31'), amount: '1000' },
      { kind: 'payment', ...on('2026-03-01'), amount: '1000' },
      { kind: 'delivery', ...on('2026-03-31'), key: 'product' },
    );
    await books.run('2026-03');
    expect(await books.entries()).toEqual([
      ['1210 1000', '2310 -1000'],
      ['1110 1000', '1210 -1000'],
      ['2310 1000', '4100 -1000'],
    ]);
  });

  it('606-10-55 Example 39: A delivered for 400 is a contract asset until B makes the receivable of 1,000', async () => {
    const books = await openBooks();
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      price: { fixed: '1000' },
      obligations: [point('A', '400'), point('B', '600')],
    });
    await books.tell(contract.id, { kind: 'delivery', ...on('2026-01-10'), key: 'A' });
    await books.run('2026-01');
    await books.tell(contract.id, { kind: 'delivery', ...on('2026-02-10'), key: 'B' });
    await books.run('2026-02');
    await books.tell(contract.id, { kind: 'invoice', ...on('2026-02-28'), amount: '1000' });
    expect(await books.entries()).toEqual([
      ['1310 400', '4100 -400'],
      ['1310 600', '4100 -600'],
      ['1210 1000', '1310 -1000'],
    ]);
  });

  it('606-10-55 Example 40: 100 units invoiced at 150, 125 expected: receivable 15,000, revenue 12,500, refund 2,500', async () => {
    const books = await openBooks();
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      price: { fixed: '15000' },
      obligations: [point('units', '15000')],
    });
    await books.tell(
      contract.id,
      { kind: 'invoice', ...on('2026-01-31'), amount: '15000' },
      { kind: 'delivery', ...on('2026-01-31'), key: 'units' },
      { kind: 'refundEstimate', ...on('2026-01-31'), key: 'units', liability: '2500' },
    );
    await books.run('2026-01');
    expect([await books.balance('1210'), await books.balance('4100'), await books.balance('2320')]).toEqual([
      '15000',
      '-12500',
      '-2500',
    ]);
  });

  it('606-10-55 Example 62 Case A: sold for 1.0 m with a call at 1.1 m: interest 100,000, revenue 1.1 m when it lapses', async () => {
    const books = await openBooks();
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      price: { fixed: '1000000', financing: '-100000' },
      obligations: [point('asset', '1100000')],
    });
    await books.tell(
      contract.id,
      { kind: 'payment', ...on('2026-01-01'), amount: '1000000' },
      { kind: 'interest', ...on('2026-12-31'), amount: '100000' },
      { kind: 'delivery', ...on('2026-12-31'), key: 'asset' },
    );
    await books.run('2026-12');
    expect([await books.balance('8100'), await books.balance('4100'), await books.balance('2310')]).toEqual([
      '100000',
      '-1100000',
      '0',
    ]);
  });

  it('340-40-55 Example 36: of 50,000 spent to win a contract only the commission of 10,000 is an asset, over 7 years', async () => {
    const books = await openBooks();
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      price: { fixed: '60000' },
      obligations: [
        {
          key: 'service',
          ssp: '60000',
          pattern: { kind: 'RATABLE', start: '2026-01-01', end: '2030-12-31' },
        },
      ],
    });
    const cost = (amount: string, incremental: boolean) =>
      runForOutput(createCost, books.org.callAs('revenue'), {
        contractId: contract.id,
        kind: 'OBTAIN',
        amount,
        incremental,
        incurredOn: '2026-01-05',
        contractMonths: 60,
        expectedRenewalMonths: 24,
      });
    expect((await cost('15000', false)).cost.decision).toBe('EXPENSED');
    expect((await cost('25000', false)).cost.decision).toBe('EXPENSED');
    const commission = await cost('10000', true);
    expect(commission).toMatchObject({ carrying: '10000.00', cost: { decision: 'CAPITALISED', months: 84 } });
    expect(await books.balance('1320')).toBe('10000');
    await books.run('2026-01');
    expect([await books.balance('6140'), await books.balance('1320')]).toEqual(['119.05', '9880.95']);
  });

  it('340-40-55 Example 37: 140,000 of set-up costs are amortised over 5 years and the expected renewal of 2', async () => {
    const books = await openBooks();
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      price: { fixed: '60000' },
      obligations: [
        {
          key: 'service',
          ssp: '60000',
          pattern: { kind: 'RATABLE', start: '2026-01-01', end: '2030-12-31' },
        },
      ],
    });
    const setup = await runForOutput(createCost, books.org.callAs('revenue'), {
      contractId: contract.id,
      kind: 'FULFIL',
      amount: '140000',
      direct: true,
      enhancesResources: true,
      incurredOn: '2026-01-05',
      contractMonths: 60,
      expectedRenewalMonths: 24,
    });
    expect(setup.plan).toHaveLength(84);
    await books.run('2026-01');
    expect(await books.balance('6140')).toBe('1666.67');
    const tested = await runForOutput(adjustCost, books.org.callAs('revenue'), {
      id: setup.cost.id,
      date: '2026-02-28',
      expectedConsideration: '100000',
    });
    expect(tested).toMatchObject({ loss: '38333.33', carrying: '100000.00' });
    expect(await books.balance('6150')).toBe('38333.33');
  });

  it('606-10-55 Example 19: cost to cost with an uninstalled elevator at no margin', async () => {
    const books = await openBooks();
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      price: { fixed: '5000000' },
      obligations: [{ key: 'refurbishment', ssp: '5000000', pattern: { kind: 'PROGRESS' } }],
    });
    await books.tell(contract.id, {
      kind: 'costs',
      ...on('2026-12-31'),
      key: 'refurbishment',
      costToDate: '2000000',
      totalCost: '4000000',
      uninstalled: { totalCost: '1500000', costToDate: '1500000' },
      percentDecimals: 0,
    });
    await books.run('2026-12');
    expect(await books.balance('4100')).toBe('-2200000');
  });
});
