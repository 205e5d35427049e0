import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dec, sum } from '../../money/decimal';
import { expectValue, ruleOf } from '../cases/expect-value';
import type { MinimumTerms } from '../minimum';
import { type BillLine, itemsOfLines } from './billed-items';
import type { BilledItem, ContractEvent } from './events';
import { picture } from './picture';

const MONTHLY: MinimumTerms = {
  start: '2026-01-01',
  end: '2026-03-31',
  every: 'MONTH',
  amount: '100',
  method: 'AS_USED',
};
/** 100 a month for a quarter, of which February is used up and 30 beyond; and a service that is not measured by use. */
const BEGUN: ContractEvent[] = [
  {
    id: 'created',
    kind: 'created',
    effectiveDate: '2026-01-01',
    currencyCode: 'USD',
    obligations: [
      {
        key: 'calls',
        allocated: '300',
        ssp: '300',
        pattern: {
          kind: 'USAGE',
          tiers: [{ upTo: null, unitPrice: '1' }],
          minimum: MONTHLY,
        },
      },
      { key: 'help', allocated: '60', ssp: '60', pattern: { kind: 'POINT' } },
    ],
  },
  { id: 'activated', kind: 'activated', effectiveDate: '2026-01-01' },
  { id: 'used', kind: 'usage', effectiveDate: '2026-02-10', key: 'calls', quantity: '130' },
];
const bill = (on: string, amount: string, ...items: BilledItem[]): ContractEvent => ({
  id: `bill ${on}`,
  kind: 'invoice',
  effectiveDate: on,
  amount,
  unconditional: true,
  ...(items.length > 0 && { items }),
});
const seen = (...recorded: ContractEvent[]) => expectValue(picture([...BEGUN, ...recorded]));
/** What is billed of January, February and March, and what is still to bill. */
const billed = (...recorded: ContractEvent[]) =>
  seen(...recorded).obligations[0]?.commitments?.map((period) => [period.billed, period.toBill]);
const NOTHING = [
  ['0.00', '100.00'],
  ['0.00', '130.00'],
  ['0.00', '100.00'],
];

describe('what a bill says it is for', () => {
  it('a bill for a commitment period takes what it bills off what that period still owes, and a bill that says nothing takes nothing', () => {
    expect(billed(bill('2026-01-31', '160'))).toEqual(NOTHING);
    expect(billed(bill('2026-01-31', '160', { key: 'calls', from: '2026-02-01', amount: '100' }))).toEqual([
      ['0.00', '100.00'],
      ['100.00', '30.00'],
      ['0.00', '100.00'],
    ]);
  });

  it('a bill for the obligation alone is for the earliest periods that still owe something; what no one owes is billed too much for the last', () => {
    const january = bill('2026-01-05', '40', { key: 'calls', from: '2026-01-01', amount: '40' });
    expect(billed(january, bill('2026-01-31', '200', { key: 'calls', amount: '200' }))).toEqual([
      ['100.00', '0.00'],
      ['130.00', '0.00'],
      ['10.00', '90.00'],
    ]);
    expect(billed(january, bill('2026-01-31', '350', { key: 'calls', amount: '350' }))?.[2]).toEqual([
      '160.00',
      '-60.00',
    ]);
  });

  it('a bill that is reversed or voided is for nothing anymore, in whatever order that is recorded', () => {
    const items = [{ key: 'calls', from: '2026-01-01', amount: '70' }];
    const given = bill('2026-01-31', '70', ...items);
    const on = { effectiveDate: '2026-02-05' };
    const reversed: ContractEvent = { id: 'back', kind: 'invoiceReversed', ...on, amount: '70', items };
    const voided: ContractEvent = {
      id: 'void',
      kind: 'voided',
      ...on,
      of: given.id,
      reason: 'recorded twice',
    };
    for (const taken of [reversed, voided]) {
      expect(billed(given, taken)).toEqual(NOTHING);
      expect(billed(taken, given)).toEqual(NOTHING);
      expect(seen(given, taken).billedFor).toEqual([]);
    }
  });

  it('what was billed for a period stays with its days when the minimum is agreed again in other periods', () => {
    const modified: ContractEvent = {
      id: 'modified',
      kind: 'modification',
      effectiveDate: '2026-03-01',
      treatment: 'prospective',
      decidedFor: 'prospective',
      reason: 'A larger plan',
      obligations: [
        {
          key: 'calls',
          pattern: {
            kind: 'USAGE',
            tiers: [{ upTo: null, unitPrice: '1' }],
            minimum: { ...MONTHLY, changes: [{ from: '2026-03-01', amount: '150' }] },
          },
        },
      ],
    };
    const march = bill('2026-02-25', '100', { key: 'calls', from: '2026-03-01', amount: '100' });
    expect(billed(march, modified)?.[2]).toEqual(['100.00', '50.00']);
  });

  it('a bill for an unknown obligation or period, or for more than its amount, is refused', () => {
    const refusalOf = (amount: string, ...items: BilledItem[]) =>
      ruleOf(picture([...BEGUN, bill('2026-01-31', amount, ...items)]));
    expect(refusalOf('10', { key: 'none', amount: '10' })).toBe('UNKNOWN_OBLIGATION');
    expect(refusalOf('10', { key: 'calls', from: '2026-01-02', amount: '10' })).toBe(
      'UNKNOWN_COMMITMENT_PERIOD',
    );
    expect(refusalOf('10', { key: 'help', from: '2026-01-01', amount: '10' })).toBe(
      'UNKNOWN_COMMITMENT_PERIOD',
    );
    expect(refusalOf('10', { key: 'calls', amount: '6' }, { key: 'help', amount: '5' })).toBe(
      'BILL_NAMES_TOO_MUCH',
    );
  });
});

describe('what an invoice is for by its lines', () => {
  const line = (amount: string, key: string | null = null, from: string | null = null): BillLine => ({
    amount: dec(amount),
    ...{ key, from },
  });

  it('lines for the same are one item; a discount that says nothing lowers all lines in proportion, one that names an obligation lowers that', () => {
    const lines = [line('60', 'calls', '2026-01-01'), line('40', 'calls', '2026-01-01'), line('100', 'help')];
    expect(itemsOfLines(lines, 'USD')).toEqual([
      { key: 'calls', from: '2026-01-01', amount: '100.00' },
      { key: 'help', amount: '100.00' },
    ]);
    expect(itemsOfLines([...lines, line('-10'), line('-5', 'help')], 'USD')).toEqual([
      // 10 of 195 are shared: 5.13 by the calls, 4.87 by the help after its own discount.
      { key: 'calls', from: '2026-01-01', amount: '94.87' },
      { key: 'help', amount: '90.13' },
    ]);
    expect(itemsOfLines([line('60'), line('40')], 'USD')).toEqual([]);
  });

  it('whatever the lines and discounts, what they name adds up to what they bill, to the cent', () => {
    const cents = fc.integer({ min: 1, max: 1_000_000 });
    fc.assert(
      fc.property(
        fc.array(cents, { minLength: 1, maxLength: 9 }),
        fc.nat({ max: 99 }),
        (amounts, percent) => {
          const gross = amounts.reduce((whole, one) => whole + one, 0);
          const discount = Math.floor((gross * percent) / 100);
          const money = (value: number) => (value / 100).toFixed(2);
          const lines = amounts.map((amount, index) => line(money(amount), `k${index % 3}`));
          const items = itemsOfLines([...lines, line(`-${money(discount)}`)], 'USD');
          expect(sum(items.map(({ amount }) => amount)).toFixed(2)).toBe(money(gross - discount));
        },
      ),
    );
  });
});
