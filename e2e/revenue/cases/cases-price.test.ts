import { afterAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { runForOutput } from '@/usecases/kit/run';
import { createContract } from '@/usecases/revenue/contracts/create-contract';
import { type Books, type Draft, MET, openBooks, PROBABLE } from '../books';

afterAll(closeConnections);

const on = (effectiveDate: string) => ({ effectiveDate });
const goods = (ssp: string) => ({ key: 'goods', ssp, pattern: { kind: 'POINT' as const } });
const delivery = (date: string) => ({ kind: 'delivery' as const, ...on(date), key: 'goods' });

/** A contract of 1 January with one obligation satisfied at once. */
const sale = (books: Books, price: Draft['price'], ssp: string) =>
  books.contract({ contractDate: '2026-01-01', price, obligations: [goods(ssp)] });

describe('step 1 and step 3 of the standard, down to the ledger', () => {
  it('606-10-55 Example 1: a deposit of 50,000 on a building of 1.0 m stays a liability while collection is doubtful', async () => {
    const books = await openBooks();
    const draft = await runForOutput(createContract, books.org.callAs('revenue'), {
      customerId: books.org.ids.customer,
      contractDate: '2026-01-01',
      price: { fixed: '1000000' },
      obligations: [goods('1000000')],
      criteria: MET.map((one) => (one.name === 'COLLECTION_PROBABLE' ? { ...one, met: false } : one)),
    });
    await books.tell(draft.id, { kind: 'payment', ...on('2026-01-01'), amount: '50000' });
    await expect(books.tell(draft.id, delivery('2026-01-02'))).rejects.toMatchObject({
      refusal: { code: 'REVENUE_RULE', data: { rule: 'CONTRACT_NOT_ACTIVE' } },
    });
    await books.proves('2026-01-01: Dr CASH 50000, Cr DEFERRED_REVENUE 50000');
  });

  it('606-10-55 Example 2: an implicit concession leaves 400,000 of a promised 1,000,000', async () => {
    const books = await openBooks();
    const concession = {
      key: 'implicit concession',
      ...PROBABLE,
      method: 'MOST_LIKELY' as const,
      outcomes: [{ amount: '-600000', probability: '1' }],
    };
    const { contract } = await sale(books, { fixed: '1000000', variable: [concession] }, '1000000');
    await books.tell(contract.id, delivery('2026-01-10'));
    await books.run('2026-01');
    await books.tell(contract.id, { kind: 'payment', ...on('2026-02-10'), amount: '400000' });
    await books.proves(
      '2026-01-31: Dr CONTRACT_ASSET 400000, Cr REVENUE 400000',
      '2026-02-10: Dr CASH 400000, Cr CONTRACT_ASSET 400000',
    );
  });

  it('606-10-55 Example 3: of standard rates of 10,000 a hospital expects 1,000 from an uninsured patient', async () => {
    const books = await openBooks();
    const concession = {
      key: 'implicit concession',
      ...PROBABLE,
      method: 'EXPECTED_VALUE' as const,
      outcomes: [{ amount: '-9000', probability: '1' }],
    };
    const { contract } = await sale(books, { fixed: '10000', variable: [concession] }, '10000');
    await books.tell(contract.id, delivery('2026-01-10'));
    await books.run('2026-01');
    await books.proves('2026-01-31: Dr CONTRACT_ASSET 1000, Cr REVENUE 1000');
  });

  it('606-10-55 Example 20: of 1,000,000 a penalty of 100,000 is variable: at half the work 500,000, less 50,000 when late', async () => {
    const books = await openBooks();
    const outcomes = (onTime: string, late: string) => [
      { amount: '100000', probability: onTime },
      { amount: '0', probability: late },
    ];
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      price: {
        fixed: '900000',
        variable: [{ key: 'on time', ...PROBABLE, method: 'MOST_LIKELY', outcomes: outcomes('0.9', '0.1') }],
      },
      obligations: [{ key: 'building', ssp: '1000000', pattern: { kind: 'PROGRESS' } }],
    });
    expect(contract.transactionPrice).toBe('1000000.00');
    await books.tell(contract.id, {
      kind: 'progress',
      ...on('2026-01-31'),
      key: 'building',
      progress: '0.5',
    });
    await books.run('2026-01');
    const late = await books.tell(contract.id, {
      kind: 'reassessment',
      ...on('2026-02-15'),
      key: 'on time',
      ...PROBABLE,
      method: 'MOST_LIKELY',
      outcomes: outcomes('0.4', '0.6'),
    });
    expect(late.contract.transactionPrice).toBe('900000.00');
    await books.run('2026-02');
    await books.proves(
      '2026-01-31: Dr CONTRACT_ASSET 500000, Cr REVENUE 500000',
      '2026-02-28: Dr REVENUE 50000, Cr CONTRACT_ASSET 50000',
    );
  });

  it('606-10-55 Example 21: daily penalties by expected value, an all-or-nothing award of 150,000 by most likely amount', async () => {
    const books = await openBooks();
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      price: {
        fixed: '2500000',
        variable: [
          {
            key: 'days early or late',
            ...PROBABLE,
            method: 'EXPECTED_VALUE',
            outcomes: [
              { amount: '10000', probability: '0.25' },
              { amount: '0', probability: '0.5' },
              { amount: '-10000', probability: '0.25' },
            ],
          },
          {
            key: 'inspection award',
            ...PROBABLE,
            method: 'MOST_LIKELY',
            outcomes: [
              { amount: '150000', probability: '0.8' },
              { amount: '0', probability: '0.2' },
            ],
          },
        ],
      },
      obligations: [{ key: 'asset', ssp: '2500000', pattern: { kind: 'PROGRESS' } }],
    });
    expect(contract.transactionPrice).toBe('2650000.00');
    await books.tell(contract.id, { kind: 'progress', ...on('2026-01-31'), key: 'asset', progress: '0.4' });
    await books.run('2026-01');
    await books.proves('2026-01-31: Dr CONTRACT_ASSET 1060000, Cr REVENUE 1060000');
  });

  it('606-10-55 Example 23 Case A: a concession of 20% on 100,000 leaves 80,000', async () => {
    const books = await openBooks();
    const concession = {
      key: 'price concession',
      ...PROBABLE,
      method: 'EXPECTED_VALUE' as const,
      outcomes: [{ amount: '-20000', probability: '1' }],
    };
    const { contract } = await sale(books, { fixed: '100000', variable: [concession] }, '100000');
    await books.tell(contract.id, delivery('2026-01-10'));
    await books.run('2026-01');
    await books.proves('2026-01-31: Dr CONTRACT_ASSET 80000, Cr REVENUE 80000');
  });

  it('606-10-55 Example 23 Case B: with concessions between 20% and 60% the price is constrained to 50,000, despite the estimate of 60,000', async () => {
    const books = await openBooks();
    const concession = {
      key: 'price concession',
      ...PROBABLE,
      method: 'EXPECTED_VALUE' as const,
      outcomes: [
        { amount: '-20000', probability: '0.5' },
        { amount: '-60000', probability: '0.5' },
      ],
      constraint: { kind: 'CAP' as const, amount: '-50000' },
    };
    const { contract } = await sale(books, { fixed: '100000', variable: [concession] }, '100000');
    await books.tell(contract.id, delivery('2026-01-10'));
    await books.run('2026-01');
    await books.proves('2026-01-31: Dr CONTRACT_ASSET 50000, Cr REVENUE 50000');
  });

  it('606-10-55 Example 24: 75 units at 100, then 500 more at an expected 90 for all: 7,500 and 44,250', async () => {
    const books = await openBooks();
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      price: { fixed: '0' },
      obligations: [
        {
          key: 'units',
          ssp: '0',
          pattern: { kind: 'USAGE', invoicedPrice: '100', expectedPrice: '100' },
        },
      ],
    });
    await books.tell(
      contract.id,
      { kind: 'usage', ...on('2026-03-31'), key: 'units', quantity: '75' },
      { kind: 'invoice', ...on('2026-03-31'), amount: '7500' },
    );
    await books.run('2026-03');
    await books.tell(
      contract.id,
      { kind: 'usage', ...on('2026-06-30'), key: 'units', quantity: '500', expectedPrice: '90' },
      { kind: 'invoice', ...on('2026-06-30'), amount: '50000' },
    );
    await books.runThrough('2026-04', '2026-06');
    await books.proves(
      '2026-03-31: Dr RECEIVABLE 7500, Cr DEFERRED_REVENUE 7500',
      '2026-03-31: Dr DEFERRED_REVENUE 7500, Cr REVENUE 7500',
      '2026-06-30: Dr CONTRACT_ASSET 5750, Cr REFUND_LIABILITY 5750',
      '2026-06-30: Dr RECEIVABLE 50000, Cr CONTRACT_ASSET 5750, Cr DEFERRED_REVENUE 44250',
      '2026-06-30: Dr DEFERRED_REVENUE 44250, Cr REVENUE 44250',
    );
  });

  it('606-10-55 Example 40: 100 units invoiced at 150, 125 expected: receivable 15,000, revenue 12,500, refund 2,500', async () => {
    const books = await openBooks();
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      price: { fixed: '0' },
      obligations: [
        {
          key: 'units',
          ssp: '0',
          pattern: { kind: 'USAGE', invoicedPrice: '150', expectedPrice: '125' },
        },
      ],
    });
    await books.tell(
      contract.id,
      { kind: 'invoice', ...on('2026-01-31'), amount: '15000' },
      { kind: 'usage', ...on('2026-01-31'), key: 'units', quantity: '100' },
    );
    await books.run('2026-01');
    await books.proves(
      '2026-01-31: Dr RECEIVABLE 15000, Cr DEFERRED_REVENUE 15000',
      '2026-01-31: Dr DEFERRED_REVENUE 2500, Cr REFUND_LIABILITY 2500',
      '2026-01-31: Dr DEFERRED_REVENUE 12500, Cr REVENUE 12500',
    );
  });

  it('606-10-55 Example 22: 100 sold at 100 with 3 expected back: revenue 9,700, refund 300, return asset 180, cost 5,820', async () => {
    const books = await openBooks();
    const { contract } = await sale(books, { fixed: '10000' }, '10000');
    await books.tell(
      contract.id,
      { kind: 'payment', ...on('2026-01-10'), amount: '10000' },
      delivery('2026-01-10'),
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
    await books.run('2026-01');
    // Then three are returned and refunded.
    await books.tell(
      contract.id,
      { kind: 'return', ...on('2026-02-05'), key: 'goods', amount: '300' },
      { kind: 'payout', ...on('2026-02-05'), amount: '300' },
    );
    await books.proves(
      '2026-01-10: Dr CASH 10000, Cr DEFERRED_REVENUE 10000',
      '2026-01-10: Dr DEFERRED_REVENUE 300, Cr REFUND_LIABILITY 300',
      '2026-01-10: Dr RETURN_ASSET 180, Dr COST_OF_SALES 5820, Cr INVENTORY 6000',
      '2026-01-31: Dr DEFERRED_REVENUE 9700, Cr REVENUE 9700',
      '2026-02-05: Dr REFUND_LIABILITY 300, Cr RECEIVABLE 300',
      '2026-02-05: Dr RECEIVABLE 300, Cr CASH 300',
    );
  });

  it('606-10-55 Example 31: 100 shares a week at a fair value of 12.50 at inception are 1,250 for each week served', async () => {
    const books = await openBooks();
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      price: { fixed: '0', nonCash: [{ key: 'shares', quantity: '5200', fairValue: '12.50' }] },
      obligations: [{ key: 'service', ssp: '65000', pattern: { kind: 'UNITS', quantity: '52' } }],
    });
    await books.tell(contract.id, { kind: 'delivery', ...on('2026-01-07'), key: 'service', quantity: '1' });
    await books.run('2026-01');
    await books.proves('2026-01-31: Dr CONTRACT_ASSET 1250, Cr REVENUE 1250');
  });

  it('606-10-55 Example 32: 1.5 m paid to a customer who commits to 15 m: an invoice of 2.0 m is revenue of 1.8 m', async () => {
    const books = await openBooks();
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      price: { fixed: '15000000', payableToCustomer: [{ key: 'shelf changes', amount: '1500000' }] },
      obligations: [{ key: 'goods', ssp: '15000000', pattern: { kind: 'UNITS', quantity: '15000000' } }],
    });
    expect(contract.transactionPrice).toBe('13500000.00');
    await books.tell(
      contract.id,
      { kind: 'payout', ...on('2026-01-01'), amount: '1500000' },
      { kind: 'delivery', ...on('2026-01-31'), key: 'goods', quantity: '2000000' },
      { kind: 'invoice', ...on('2026-01-31'), amount: '2000000' },
    );
    await books.run('2026-01');
    await books.proves(
      '2026-01-01: Dr DEFERRED_REVENUE 1500000, Cr CASH 1500000',
      '2026-01-01: Dr CONTRACT_ASSET 1500000, Cr DEFERRED_REVENUE 1500000',
      '2026-01-31: Dr RECEIVABLE 2000000, Cr CONTRACT_ASSET 1500000, Cr DEFERRED_REVENUE 500000',
      '2026-01-31: Dr CONTRACT_ASSET 1300000, Dr DEFERRED_REVENUE 500000, Cr REVENUE 1800000',
    );
  });
});
