import { describe, expect, it } from 'vitest';
import { annuity, presentValue, solveRate, unwind } from '../financing/financing';
import { repurchase } from '../repurchase';
import { saleWithReturns } from '../returns';
import { transactionPrice } from '../transaction-price';
import { estimateVariable } from '../variable-consideration';
import { expectValue, whole } from './expect-value';

const currencyCode = 'USD';

describe('step 3: transaction price', () => {
  it('606-10-55 Example 2: an implicit concession leaves 400,000 of an invoice of 1,000,000', () => {
    const price = expectValue(
      transactionPrice({
        currencyCode,
        fixed: '1000000',
        variable: [
          {
            key: 'implicit concession',
            constraint: { kind: 'NONE' },
            method: 'MOST_LIKELY',
            outcomes: [{ amount: '-600000', probability: '1' }],
          },
        ],
      }),
    );
    expect(price.total).toBe('400000.00');
  });

  it('606-10-55 Example 20: a penalty of 100,000 turns 1,000,000 into 900,000 fixed and 100,000 variable', () => {
    const price = (onTime: string, late: string) =>
      expectValue(
        transactionPrice({
          currencyCode,
          fixed: '900000',
          variable: [
            {
              key: 'completion',
              constraint: { kind: 'NONE' },
              method: 'MOST_LIKELY',
              outcomes: [
                { amount: '100000', probability: onTime },
                { amount: '0', probability: late },
              ],
            },
          ],
        }),
      ).total;
    expect(price('0.9', '0.1')).toBe('1000000.00');
    expect(price('0.4', '0.6')).toBe('900000.00');
  });

  it('606-10-55 Example 21: penalties by expected value and an all-or-nothing award by most likely amount', () => {
    const award = expectValue(
      estimateVariable({
        currencyCode,
        constraint: { kind: 'NONE' },
        method: 'MOST_LIKELY',
        outcomes: [
          { amount: '150000', probability: '0.8' },
          { amount: '0', probability: '0.2' },
        ],
      }),
    );
    expect(award.included).toBe('150000.00');
    const penalty = expectValue(
      estimateVariable({
        currencyCode,
        constraint: { kind: 'NONE' },
        method: 'EXPECTED_VALUE',
        outcomes: [
          { amount: '10000', probability: '0.25' },
          { amount: '0', probability: '0.5' },
          { amount: '-10000', probability: '0.25' },
        ],
      }),
    );
    expect(penalty.included).toBe('0.00');
  });

  it('606-10-55 Example 22: 100 units sold at 100 with a cost of 60, of which 97 are not expected to be returned', () => {
    const sale = expectValue(
      saleWithReturns({ currencyCode, units: '100', unitPrice: '100', unitCost: '60', expectedReturns: '3' }),
    );
    expect(sale).toMatchObject({
      revenue: '9700.00',
      refundLiability: '300.00',
      returnAsset: '180.00',
      costOfSales: '5820.00',
    });
    expect(sale.entries.map(({ account, debit, credit }) => [account, debit, credit])).toEqual([
      ['RECEIVABLE', '10000.00', '0.00'],
      ['COST_OF_SALES', '5820.00', '0.00'],
      ['RETURN_ASSET', '180.00', '0.00'],
      ['REVENUE', '0.00', '9700.00'],
      ['REFUND_LIABILITY', '0.00', '300.00'],
      ['INVENTORY', '0.00', '6000.00'],
    ]);
  });

  it('606-10-55 Example 23: a price concession of 20% is included in full, a wide range only to the extent probable', () => {
    const caseA = expectValue(
      transactionPrice({
        currencyCode,
        fixed: '100000',
        variable: [
          {
            key: 'concession',
            constraint: { kind: 'NONE' },
            method: 'EXPECTED_VALUE',
            outcomes: [{ amount: '-20000', probability: '1' }],
          },
        ],
      }),
    );
    expect(caseA.total).toBe('80000.00');
    const caseB = expectValue(
      transactionPrice({
        currencyCode,
        fixed: '100000',
        variable: [
          {
            key: 'concession',
            method: 'EXPECTED_VALUE',
            outcomes: [
              { amount: '-20000', probability: '0.5' },
              { amount: '-60000', probability: '0.5' },
            ],
            constraint: { kind: 'CAP', amount: '-50000' },
          },
        ],
      }),
    );
    expect(caseB.estimates[0]).toMatchObject({ estimate: '-40000.00', included: '-50000.00' });
    expect(caseB.total).toBe('50000.00');
  });

  it('606-10-55 Example 26: 121 due in two years for a cash price of 100 is 100 of revenue and 21 of interest', () => {
    const payments = [{ at: 2, amount: '121' }];
    const rate = expectValue(solveRate({ currencyCode, cashPrice: '100', payments }));
    expect(rate).toBe('0.1');
    const unwound = expectValue(
      unwind({ currencyCode, principal: '100', ratePerPeriod: rate, periods: 2, payments, settle: true }),
    );
    expect(unwound.rows.map((row) => row.interest)).toEqual(['10.00', '11.00']);
    expect(unwound).toMatchObject({ interest: '21.00', closing: '0.00' });
  });

  it('606-10-55 Example 28A: 60 payments of 22,244 at the contract rate of 12% are worth 1,000,000', () => {
    const price = expectValue(
      presentValue({ currencyCode, ratePerPeriod: '0.01', payments: annuity(60, '22244.45') }),
    );
    expect(whole(price)).toBe('1000000');
  });

  it('606-10-55 Example 28B: 60 payments of 18,871.23 at the fair rate of 12% are a price of 848,357', () => {
    const price = expectValue(
      presentValue({ currencyCode, ratePerPeriod: '0.01', payments: annuity(60, '18871.23') }),
    );
    expect(whole(price)).toBe('848357');
  });

  it('606-10-55 Example 29: 4,000 in advance at 6% accrues 240 and 254, so revenue is 4,494', () => {
    const implicit = expectValue(
      solveRate({ currencyCode, cashPrice: '4000', payments: [{ at: 2, amount: '5000' }] }),
    );
    expect(implicit.slice(0, 5)).toBe('0.118');
    const unwound = expectValue(
      unwind({ currencyCode, principal: '4000', ratePerPeriod: '0.06', periods: 2 }),
    );
    expect(unwound.rows.map((row) => row.interest)).toEqual(['240.00', '254.40']);
    expect(unwound.closing).toBe('4494.40');
  });

  it('606-10-55 Example 31: noncash consideration is included at its fair value at inception', () => {
    expect(
      expectValue(
        transactionPrice({
          currencyCode,
          fixed: '0',
          nonCash: [{ key: 'shares', quantity: '5200', fairValue: '12.50' }],
        }),
      ).total,
    ).toBe('65000.00');
  });

  it('606-10-55 Example 62A: a sale for 1.0 million with a call at 1.1 million is a financing until the option lapses', () => {
    const sale = expectValue(
      repurchase({ currencyCode, kind: 'CALL', salePrice: '1000000', repurchasePrice: '1100000' }),
    );
    expect(sale).toMatchObject({
      treatment: 'FINANCING',
      interest: '100000.00',
      revenueOnLapse: '1100000.00',
    });
    expect(sale.onLapse.map(({ account, debit, credit }) => [account, debit, credit])).toEqual([
      ['FINANCING_LIABILITY', '1100000.00', '0.00'],
      ['REVENUE', '0.00', '1100000.00'],
    ]);
  });

  it('606-10-55 Example 62B: a put at 900,000 that the customer has a significant incentive to exercise is a lease', () => {
    expect(
      expectValue(
        repurchase({
          currencyCode,
          kind: 'PUT',
          salePrice: '1000000',
          repurchasePrice: '900000',
          expectedMarketValue: '750000',
        }),
      ).treatment,
    ).toBe('LEASE');
  });
});
