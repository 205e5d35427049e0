import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dec } from '../../money/decimal';
import { MONTHS } from '../../periods/period-grid';
import { expectValue } from '../cases/expect-value';
import type { AddedPromise, ContractEvent, ModificationTerms } from './events';
import { picture } from './picture';
import { separateTerms } from './separate-terms';

const begun: readonly ContractEvent[] = [
  {
    id: 'created',
    kind: 'created',
    effectiveDate: '2026-01-01',
    currencyCode: 'USD',
    obligations: [{ key: 'X', allocated: '1000', ssp: '1000', pattern: { kind: 'POINT' } }],
  },
  { id: 'activated', kind: 'activated', effectiveDate: '2026-01-01' },
];
const on = '2026-02-01';

/** Amounts in cents, and cents as an amount. */
const centsOf = (amount: string) => BigInt(amount.replace('.', ''));
const inUnits = (amount: bigint) => `${amount / 100n}.${String(amount % 100n).padStart(2, '0')}`;
const sumOf = (amounts: readonly string[]) => amounts.reduce((sum, amount) => sum + centsOf(amount), 0n);
const cents = (max: bigint) => fc.bigInt({ min: 1n, max }).map(inUnits);
const additions = fc
  .array(
    fc.record({ price: cents(900_000n), ssp: cents(900_000n), isTerm: fc.boolean(), agent: fc.boolean() }),
    {
      minLength: 1,
      maxLength: 5,
    },
  )
  .map((drawn) =>
    drawn.map(({ price, ssp, isTerm, agent }, index): AddedPromise => {
      const pattern = isTerm
        ? ({ kind: 'RATABLE', start: on, end: '2026-12-31' } as const)
        : ({ kind: 'POINT' } as const);
      const supplier = { capacity: 'AGENT' as const, amount: inUnits(centsOf(price) / 2n) };
      return { key: `k${index}`, price, ssp, distinct: true, pattern, ...(agent && { supplier }) };
    }),
  );
const changes = fc
  .record({ additions, bonus: fc.option(cents(50_000n)), named: fc.boolean(), financed: fc.boolean() })
  .map(({ additions: added, bonus, named, financed }): ModificationTerms => {
    const total = inUnits(sumOf(added.map(({ price }) => price)));
    const [first] = added;
    return {
      additions: added,
      ...(bonus !== null && {
        variable: [
          {
            key: 'bonus',
            method: 'MOST_LIKELY' as const,
            outcomes: [{ amount: bonus, probability: '1' }],
            constraint: { kind: 'NONE' as const },
            ...(named && first && { to: [first.key] }),
          },
        ],
      }),
      ...(financed && {
        financing: {
          kind: 'ARREARS' as const,
          monthsPerPeriod: 1,
          periods: 12,
          ratePerPeriod: '0.01',
          payments: [{ at: 12, amount: total }],
        },
      }),
    };
  });

describe('a contract that is split off a change recorded in another (606-10-25-12)', () => {
  it('law: begins with the terms of the change alone, from which the price that stood there and its interest follow to the cent', () => {
    fc.assert(
      fc.property(changes, (change) => {
        const within = picture([
          ...begun,
          {
            id: 'change',
            kind: 'modification',
            effectiveDate: on,
            treatment: 'separate',
            decidedFor: 'separate',
            reason: 'agreed',
            ...change,
          },
        ]);
        const agreed = expectValue(separateTerms(begun, on, change, MONTHS));
        const own = expectValue(
          picture([
            { id: 'own', kind: 'created', effectiveDate: on, currencyCode: 'USD', agreed },
            { id: 'in force', kind: 'activated', effectiveDate: on },
          ]),
        );
        const there = expectValue(within);
        // Its shares are those of a contract agreed apart from the beginning, whose cents may lie otherwise than they lay there.
        const shares = (state: typeof own) =>
          sumOf(state.obligations.filter(({ key }) => key !== 'X').map(({ allocated }) => allocated));
        expect(shares(own)).toBe(shares(there));
        expect(own.transactionPrice).toBe(inUnits(shares(there)));
        expect(Object.keys(agreed).sort()).toEqual(['obligations', 'price']);
        expect(JSON.stringify(agreed)).not.toMatch(/allocated|included|interest/);
        // Interest of nothing is not a fact of the other contract.
        const accrues = ({ interest }: typeof own) => interest.filter(({ amount }) => !dec(amount).isZero());
        expect(accrues(own)).toEqual(accrues(there));
        expect(own.installments.map(({ on: due, amount }) => [due, amount])).toEqual(
          there.installments.map(({ on: due, amount }) => [due, amount]),
        );
      }),
    );
  });
});
