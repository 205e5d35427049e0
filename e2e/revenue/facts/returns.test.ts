import { afterAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { type Books, openBooks } from '../books';
import { deliver, on, point } from './judged';

afterAll(closeConnections);

/** A hundred sold at 100 and invoiced, each at a cost of 60, three expected to be returned. */
async function sold(books: Books) {
  const { contract } = await books.contract({
    contractDate: '2026-01-01',
    price: { fixed: '10000' },
    obligations: [{ ...point('goods', '10000'), nature: 'GOODS' }],
  });
  await books.tell(
    contract.id,
    { kind: 'invoice', ...on('2026-01-10'), amount: '10000' },
    deliver('2026-01-10', 'goods'),
    {
      kind: 'returnsEstimate',
      ...on('2026-01-10'),
      key: 'goods',
      units: '100',
      unitPrice: '100',
      unitCost: '60',
      expectedReturns: '3',
    },
  );
  return contract.id;
}

const back = (date: string, amount: string, quantity?: string) => ({
  kind: 'return' as const,
  ...on(date),
  key: 'goods',
  amount,
  ...(quantity === undefined ? {} : { quantity }),
});

describe('returned goods', () => {
  it('606-10-55-27: expected ones move from the right to recover them to inventory; unexpected ones reverse cost of sales and revenue', async () => {
    const books = await openBooks();
    const id = await sold(books);
    await books.run('2026-01');
    await books.tell(id, back('2026-02-10', '200', '2'), back('2026-02-20', '200', '2'));
    await books.run('2026-02');
    await books.proves(
      '2026-01-10: Dr RECEIVABLE 10000, Cr DEFERRED_REVENUE 10000',
      '2026-01-10: Dr DEFERRED_REVENUE 300, Cr REFUND_LIABILITY 300',
      '2026-01-10: Dr RETURN_ASSET 180, Dr COST_OF_SALES 5820, Cr INVENTORY 6000',
      '2026-01-31: Dr DEFERRED_REVENUE 9700, Cr REVENUE 9700',
      '2026-02-10: Dr REFUND_LIABILITY 200, Cr RECEIVABLE 200',
      '2026-02-10: Dr INVENTORY 120, Cr RETURN_ASSET 120',
      '2026-02-20: Dr CONTRACT_ASSET 100, Dr REFUND_LIABILITY 100, Cr RECEIVABLE 200',
      '2026-02-20: Dr INVENTORY 120, Cr RETURN_ASSET 60, Cr COST_OF_SALES 60',
      '2026-02-28: Dr REVENUE 100, Cr CONTRACT_ASSET 100',
    );
  });

  it('that are no longer expected reduce the remaining asset and refund liability to zero', async () => {
    const books = await openBooks();
    const id = await sold(books);
    await books.tell(id, back('2026-02-10', '200', '2'), {
      kind: 'returnsEstimate',
      ...on('2026-03-31'),
      key: 'goods',
      units: '98',
      unitPrice: '100',
      unitCost: '60',
      expectedReturns: '0',
    });
    await books.runThrough('2026-01', '2026-03');
    // 98 of the hundred are sold: 9,800 and 5,880.
    expect([
      await books.balance('4100'),
      await books.balance('2320'),
      (await books.journal()).filter((entry) => entry.startsWith('2026-03-31: Dr COST_OF_SALES')),
    ]).toEqual(['-9800', '0', ['2026-03-31: Dr COST_OF_SALES 60, Cr RETURN_ASSET 60']]);
    await books.tiesOut();
  });

  it('without an estimate of their cost are refused as goods, and accepted as money', async () => {
    const books = await openBooks();
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      price: { fixed: '100' },
      obligations: [point('goods', '100')],
    });
    await books.tell(contract.id, deliver('2026-01-10', 'goods'));
    await expect(books.tell(contract.id, back('2026-01-20', '100', '1'))).rejects.toMatchObject({
      refusal: { code: 'REVENUE_RULE', data: { rule: 'RETURN_NOT_ESTIMATED' } },
    });
    await books.tell(contract.id, back('2026-01-20', '100'));
    await books.run('2026-01');
    await books.tiesOut();
  });
});

describe('goods that were never billed', () => {
  it('are returned without a credit: their revenue and the contract asset are reversed, and the customer owes nothing and is owed nothing', async () => {
    const books = await openBooks();
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      price: { fixed: '1000' },
      obligations: [{ key: 'goods', ssp: '1000', pattern: { kind: 'UNITS', quantity: '10' } }],
    });
    await books.tell(contract.id, {
      kind: 'delivery',
      effectiveDate: '2026-01-10',
      key: 'goods',
      quantity: '4',
    });
    await books.run('2026-01');
    await books.tell(contract.id, {
      kind: 'return',
      effectiveDate: '2026-02-10',
      key: 'goods',
      amount: '100',
    });
    await books.run('2026-02');
    const { balances } = await books.read(contract.id);
    expect(balances).toMatchObject({
      receivable: '0.00',
      contractAsset: '300.00',
      recognised: '300.00',
      billed: '0.00',
    });
    await books.proves(
      '2026-01-31: Dr CONTRACT_ASSET 400, Cr REVENUE 400',
      '2026-02-28: Dr REVENUE 100, Cr CONTRACT_ASSET 100',
    );
  });

  it('of which some were expected back use the refund liability; only what was billed is credited', async () => {
    const books = await openBooks();
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      price: { fixed: '1000' },
      obligations: [{ key: 'goods', ssp: '1000', pattern: { kind: 'POINT' } }],
    });
    await books.tell(
      contract.id,
      { kind: 'delivery', effectiveDate: '2026-01-10', key: 'goods' },
      { kind: 'refundEstimate', effectiveDate: '2026-01-10', key: 'goods', liability: '200' },
      { kind: 'invoice', effectiveDate: '2026-01-20', amount: '50' },
      { kind: 'return', effectiveDate: '2026-02-10', key: 'goods', amount: '150' },
    );
    await books.runThrough('2026-01', '2026-02');
    const { balances } = await books.read(contract.id);
    // Price 800; of 200 expected back 150 came, 50 of them billed: an asset of 850 with a refund liability of 50.
    expect(balances).toMatchObject({
      receivable: '0.00',
      contractAsset: '850.00',
      refundLiability: '50.00',
      recognised: '800.00',
      billed: '0.00',
    });
    await books.tiesOut();
  });
});
