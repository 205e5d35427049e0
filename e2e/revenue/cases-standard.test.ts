import { afterAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
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
});
