import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dec } from '@/core/money/decimal';
import { expectValue } from '../../cases/expect-value';
import { picture } from '../picture';
import { interestPosition, performedPart } from './interest-position';

type Facts = Parameters<typeof interestPosition>[0];

/** Example 26: 121 payable in two years for a cash price of 100; interest of 10 and 11. */
const SALE: Facts = {
  currencyCode: 'USD',
  status: 'ACTIVE',
  transactionPrice: '100.00',
  billed: '0.00',
  paid: '0.00',
  interest: [
    { on: '2026-12-31', amount: '-10.00' },
    { on: '2027-12-31', amount: '-11.00' },
  ],
  installments: [{ on: '2027-12-31', amount: '121.00' }],
  balanceEvents: [],
  billedFor: [],
};
const accrued = (...amounts: string[]): Facts['balanceEvents'] =>
  amounts.map((amount, index) => ({ kind: 'INTEREST', on: '2026-12-31', amount, eventId: `e${index}` }));
const stands = (facts: Partial<Facts>, recognised = '0') => {
  const { income, advance } = interestPosition({ ...SALE, ...facts }, dec(recognised));
  return [income.toFixed(2), advance.toFixed(2)];
};

describe('interest of a contract apart from its price (606-10-32-20)', () => {
  it('what accrued and is not billed is accrued; what is billed and did not accrue is unearned', () => {
    expect(stands({ balanceEvents: accrued('-10') })).toEqual(['-10.00', '0.00']);
    expect(stands({ billed: '121.00' })).toEqual(['21.00', '0.00']);
    expect(stands({ billed: '121.00', balanceEvents: accrued('-10') })).toEqual(['11.00', '0.00']);
    expect(stands({ billed: '121.00', balanceEvents: accrued('-10', '-11') })).toEqual(['0.00', '0.00']);
    // A payment without a bill counts like one; a payment of a bill is not counted again.
    expect(stands({ paid: '121.00' })).toEqual(['21.00', '0.00']);
    expect(stands({ billed: '121.00', paid: '121.00' })).toEqual(['21.00', '0.00']);
    // A third of the payment has a third of its interest.
    expect(stands({ billed: '40.33' })).toEqual(['7.00', '0.00']);
  });

  it('each payment of a plan has the interest accrued since the one before, and the last what is left', () => {
    // 106 a year for two years at a rate of 6% on 194.34: interest 11.66 and 6.00.
    const plan: Partial<Facts> = {
      transactionPrice: '194.34',
      interest: [
        { on: '2026-12-31', amount: '-11.66' },
        { on: '2027-12-31', amount: '-6.00' },
      ],
      installments: [
        { on: '2027-12-31', amount: '106.00' },
        { on: '2026-12-31', amount: '106.00' },
      ],
    };
    expect(stands({ ...plan, billed: '106.00' })).toEqual(['11.66', '0.00']);
    expect(stands({ ...plan, billed: '212.00' })).toEqual(['17.66', '0.00']);
    expect(stands({ ...plan, billed: '106.00', balanceEvents: accrued('-11.66') })).toEqual(['0.00', '0.00']);
  });

  it('what was billed or paid before a plan was agreed covers none of its payments', () => {
    const added: Partial<Facts> = {
      installments: [{ on: '2027-12-31', amount: '121.00', after: '4000.00' }],
    };
    expect(stands({ ...added, paid: '4000.00', balanceEvents: accrued('-10') })).toEqual(['-10.00', '0.00']);
    expect(stands({ ...added, billed: '4121.00', balanceEvents: accrued('-10') })).toEqual(['11.00', '0.00']);
  });

  it('a bill for an obligation covers the payments agreed for it, whenever it was issued, and no payment agreed for others', () => {
    const named = (key: string, amount: string): Partial<Facts> => ({
      billed: amount,
      billedFor: [{ key, amount }],
      installments: [{ on: '2027-12-31', amount: '121.00', keys: ['goods'] }],
    });
    expect(stands(named('goods', '121.00'))).toEqual(['21.00', '0.00']);
    expect(stands(named('goods', '40.33'))).toEqual(['7.00', '0.00']);
    expect(stands(named('service', '121.00'))).toEqual(['0.00', '0.00']);
    // 500 for the service, and 121 that say nothing: the plan is paid for by the latter.
    expect(stands({ ...named('service', '500.00'), billed: '621.00' })).toEqual(['21.00', '0.00']);
    // 4,000 were billed before the plan was agreed and say nothing; what is billed for the goods after that is of the plan.
    const later: Partial<Facts> = {
      installments: [{ on: '2027-12-31', amount: '121.00', after: '4000.00', keys: ['goods'] }],
      billedFor: [{ key: 'goods', amount: '121.00' }],
    };
    expect(stands({ ...later, billed: '4121.00' })).toEqual(['21.00', '0.00']);
    expect(stands({ ...later, billed: '4121.00', paid: '4121.00' })).toEqual(['21.00', '0.00']);
  });

  it('interest on an advance and on payments in arrears that accrue on the same day are not netted', () => {
    const { balanceEvents, accrued: net } = expectValue(
      picture([
        {
          id: 'created',
          kind: 'created',
          effectiveDate: '2026-01-01',
          currencyCode: 'USD',
          obligations: [{ key: 'goods', allocated: '100', ssp: '100', pattern: { kind: 'POINT' } }],
          interest: [
            { on: '2026-01-31', amount: '19.47' },
            { on: '2026-01-31', amount: '-0.80' },
          ],
        },
        { id: 'activated', kind: 'activated', effectiveDate: '2026-01-01' },
        { id: 'accrual', kind: 'accrual', effectiveDate: '2026-01-31' },
      ]),
    );
    expect(balanceEvents.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['INTEREST', '19.47'],
      ['INTEREST', '-0.80'],
    ]);
    expect(net).toBe('18.67');
    expect(stands({ balanceEvents })).toEqual(['-0.80', '19.47']);
  });

  it('without a plan interest is billed as it accrues, and what is billed beyond the price is interest', () => {
    const stated: Partial<Facts> = { interest: [], installments: [] };
    expect(stands({ ...stated, balanceEvents: accrued('-10') })).toEqual(['-10.00', '0.00']);
    expect(stands({ ...stated, billed: '60.00', balanceEvents: accrued('-10') })).toEqual(['0.00', '0.00']);
    expect(stands({ ...stated, billed: '105.00', balanceEvents: accrued('-10') })).toEqual(['0.00', '0.00']);
  });

  it('interest on an advance is earned in the part in which the price is, and never before it accrued', () => {
    // Example 29: 4,000 in advance, interest 240.00 and 254.40, price 4,494.40.
    const advance: Partial<Facts> = {
      transactionPrice: '4494.40',
      interest: [
        { on: '2026-12-31', amount: '240.00' },
        { on: '2027-12-31', amount: '254.40' },
      ],
      installments: [],
      billed: '4000.00',
    };
    expect(stands({ ...advance, balanceEvents: accrued('240') })).toEqual(['0.00', '240.00']);
    expect(stands({ ...advance, balanceEvents: accrued('240', '254.4') }, '2247.20')).toEqual([
      '0.00',
      '247.20',
    ]);
    expect(stands({ ...advance, balanceEvents: accrued('240', '254.4') }, '4494.40')).toEqual([
      '0.00',
      '0.00',
    ]);
    expect(stands({ ...advance, balanceEvents: accrued('240') }, '4494.40')).toEqual(['0.00', '0.00']);
  });

  it('an ended contract keeps no interest apart', () => {
    expect(stands({ status: 'TERMINATED', billed: '121.00', balanceEvents: accrued('-10') })).toEqual([
      '0.00',
      '0.00',
    ]);
  });

  it('whatever was billed, recognized and accrued, no more is earned than accrued, and all of it when all is performed', () => {
    const amount = fc.integer({ min: 0, max: 1_000_000 }).map((cents) => dec(String(cents)).div('100'));
    fc.assert(
      fc.property(amount, amount, amount, amount, (price, planned, expensed, recognised) => {
        const part = performedPart({
          currencyCode: 'USD',
          transactionPrice: price.toFixed(2),
          ...{ planned, expensed, recognised },
        });
        expect(part.gte('0') && part.lte(expensed)).toBe(true);
        if (price.gt('0') && recognised.gte(price)) expect(part.equals(expensed)).toBe(true);
      }),
    );
  });
});
