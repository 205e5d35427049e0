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
async function delivered(
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

describe('cases of the standard, down to the ledger (accounting 6)', () => {
  it('606-10-55 Example 33: a price of 100 over SSP 50, 25 and 75 is 33.33, 16.67 and 50.00', async () => {
    const books = await openBooks();
    const view = await delivered(books, '100', [point('A', '50'), point('B', '25'), point('C', '75')]);
    expect(view.obligations.map(({ recognised }) => recognised)).toEqual(['33.33', '16.67', '50.00']);
    expect(await books.entries()).toEqual([['1310 100', '4100 -100']]);
  });

  it('606-10-55, a bundle of 80k / 10k / 10k with SSP 90k / 15k / 15k: 75,000, 12,500 and 12,500', async () => {
    const books = await openBooks();
    const view = await delivered(books, '100000', [
      point('licence', '90000'),
      point('setup', '15000'),
      point('training', '15000'),
    ]);
    expect(view.obligations.map(({ recognised }) => recognised)).toEqual([
      '75000.00',
      '12500.00',
      '12500.00',
    ]);
  });

  it('606-10-55 Example 34 Case A: a discount that belongs to two of three products stays with them', async () => {
    const books = await openBooks();
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      price: { fixed: '100' },
      obligations: [point('A', '40'), point('B', '55'), point('C', '45')],
      discounts: [{ amount: '40', to: ['B', 'C'] }],
    });
    const view = await books.read(contract.id);
    expect(view.obligations.map(({ allocated }) => allocated)).toEqual(['40.00', '33.00', '27.00']);
  });

  it('606-10-55 Example 34 Case B: product D by the residual approach', async () => {
    const books = await openBooks();
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      price: { fixed: '130' },
      obligations: [
        point('A', '40'),
        point('B', '55'),
        point('C', '45'),
        { key: 'D', method: 'RESIDUAL', sspRange: { low: '15', high: '45' }, pattern: { kind: 'POINT' } },
      ],
      discounts: [{ amount: '40', to: ['B', 'C'] }],
    });
    const view = await books.read(contract.id);
    expect(view.obligations.map(({ allocated }) => allocated)).toEqual(['40.00', '33.00', '27.00', '30.00']);
  });

  it('606-10-55 Example 34 Case C: a residual of 5 for D is refused with its reason and nothing is stored', async () => {
    const books = await openBooks();
    await expect(
      books.contract({
        contractDate: '2026-01-01',
        price: { fixed: '105' },
        obligations: [
          point('A', '40'),
          point('B', '55'),
          point('C', '45'),
          { key: 'D', method: 'RESIDUAL', sspRange: { low: '15', high: '45' }, pattern: { kind: 'POINT' } },
        ],
        discounts: [{ amount: '40', to: ['B', 'C'] }],
      }),
    ).rejects.toMatchObject({ refusal: { code: 'REVENUE_RULE', data: { rule: 'RESIDUAL_NOT_FAITHFUL' } } });
  });

  it('606-10-55 Example 35 Case A: the royalty belongs to Y alone, X keeps its fixed 800', async () => {
    const books = await openBooks();
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      price: {
        fixed: '800',
        variable: [
          {
            key: 'royalty',
            method: 'EXPECTED_VALUE',
            outcomes: [{ amount: '1000', probability: '1' }],
            to: ['Y'],
          },
        ],
      },
      obligations: [point('X', '800'), point('Y', '1000')],
    });
    const view = await books.read(contract.id);
    expect(view.obligations.map(({ allocated }) => allocated)).toEqual(['800.00', '1000.00']);
  });

  it('606-10-55 Example 22: 100 sold at 100 with 3 expected back: revenue 9,700, refund 300, return asset 180, cost 5,820', async () => {
    const books = await openBooks();
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      price: { fixed: '10000' },
      obligations: [point('goods', '10000')],
    });
    await books.tell(
      contract.id,
      { kind: 'payment', ...on('2026-01-10'), amount: '10000' },
      { kind: 'delivery', ...on('2026-01-10'), key: 'goods' },
      { kind: 'refundEstimate', ...on('2026-01-10'), key: 'goods', liability: '300' },
      {
        kind: 'journal',
        ...on('2026-01-10'),
        memo: 'Cost of 97 products; 3 expected back',
        lines: [
          { account: 'COST_OF_SALES', debit: '5820' },
          { account: 'RETURN_ASSET', debit: '180' },
          { account: 'INVENTORY', credit: '6000' },
        ],
      },
    );
    await books.run('2026-01');
    const balances = Object.fromEntries(
      await Promise.all(
        ['4100', '2320', '1330', '5400', '2310'].map(async (code) => [code, await books.balance(code)]),
      ),
    );
    expect(balances).toEqual({ '4100': '-9700', '2320': '-300', '1330': '180', '5400': '5820', '2310': '0' });
  });

  it('606-10-55 Example 26: 121 due in two years at 10 %: revenue 100 on delivery, interest 21', async () => {
    const books = await openBooks('2027-12-31');
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      price: { fixed: '121', financing: '21' },
      obligations: [point('goods', '100')],
    });
    await books.tell(contract.id, { kind: 'delivery', ...on('2026-01-01'), key: 'goods' });
    await books.run('2026-01');
    await books.tell(
      contract.id,
      { kind: 'interest', ...on('2026-12-31'), amount: '-10' },
      { kind: 'interest', ...on('2027-12-31'), amount: '-11' },
      { kind: 'payment', ...on('2027-12-31'), amount: '121' },
    );
    expect([await books.balance('4100'), await books.balance('7100')]).toEqual(['-100', '-21']);
    expect([await books.balance('1310'), await books.balance('1110')]).toEqual(['0', '121']);
  });

  it('606-10-55 Example 29: 4,000 ahead at 6 %: interest 240 and 254, revenue 4,494', async () => {
    const books = await openBooks('2027-12-31');
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      price: { fixed: '4000', financing: '-494' },
      obligations: [point('asset', '5000')],
    });
    await books.tell(
      contract.id,
      { kind: 'payment', ...on('2026-01-01'), amount: '4000' },
      { kind: 'interest', ...on('2026-12-31'), amount: '240' },
      { kind: 'interest', ...on('2027-12-31'), amount: '254' },
      { kind: 'delivery', ...on('2027-12-31'), key: 'asset' },
    );
    await books.run('2027-12');
    expect([await books.balance('4100'), await books.balance('8100'), await books.balance('2310')]).toEqual([
      '-4494',
      '494',
      '0',
    ]);
  });

  it('606-10-55 Example 28 Case B: 60 payments of 18,871.23 at 12 %: a price of 848,357', async () => {
    const books = await openBooks();
    const view = await delivered(books, '1132273.80', [point('equipment', '848357')], {
      financing: '283916.80',
    });
    expect(view.contract.transactionPrice).toBe('848357.00');
    expect(await books.balance('4100')).toBe('-848357');
  });

  it('606-10-55 Example 32: 1.5 m paid to a customer who buys 15 m: an invoice of 2.0 m is revenue of 1.8 m', async () => {
    const books = await openBooks();
    const view = await delivered(books, '2000000', [point('goods', '2000000')], {
      payableToCustomer: [{ key: 'shelf space', amount: '200000' }],
    });
    expect(view.balances.recognised).toBe('1800000.00');
  });

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
