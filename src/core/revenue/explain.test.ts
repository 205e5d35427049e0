import { describe, expect, it } from 'vitest';
import { allocate } from './allocate';
import type { AllocationInput } from './allocation';
import { expectValue } from './cases/expect-value';
import { replay } from './contracts/replay';
import { explainAllocation, explainModification, explainRows, toText } from './explain';
import { compareModification } from './modifications/compare';

describe('why this number', () => {
  it('an allocation explains each share by formula, standalone price, source and policy', () => {
    const input: AllocationInput = {
      transactionPrice: '100',
      currencyCode: 'USD',
      obligations: [
        { key: 'A', ssp: '50' },
        { key: 'B', ssp: '150' },
      ],
    };
    const explanation = explainAllocation(input, expectValue(allocate(input)), {
      sources: [{ kind: 'contract', id: 'K-1', note: 'signed 2025-01-02' }],
      policyVersion: '3',
    });
    expect(toText(explanation)).toBe(
      [
        'Transaction price: 100.00 USD',
        '  = Σ of the shares of the performance obligations (606-10-32-28)',
        '  source: contract K-1 (signed 2025-01-02)',
        '  policy version: 3',
        '  Allocated to A: 25.00 USD',
        '    = 25.00 = relative standalone selling price: 100.00 × 50 / 200 (606-10-32-31).',
        '    standalone selling price: 50',
        '    policy version: 3',
        '  Allocated to B: 75.00 USD',
        '    = 75.00 = relative standalone selling price: 100.00 × 150 / 200 (606-10-32-31).',
        '    standalone selling price: 150',
        '    policy version: 3',
      ].join('\n'),
    );
    expect(JSON.parse(JSON.stringify(explanation))).toEqual(explanation);
  });

  it('a modification explains the catch-up and the treatment', () => {
    const { outcomes, required } = expectValue(
      compareModification({
        currencyCode: 'USD',
        date: '2026-03-31',
        obligations: [
          {
            key: 'building',
            allocated: '1000000',
            recognised: '600000',
            satisfiedAfter: '0.512',
            remainingDistinct: false,
          },
        ],
        priceChange: '350000',
      }),
    );
    const [row] = outcomes.catchUp.allocation;
    if (row === undefined) throw new Error('no row');
    const text = toText(explainModification(row, required, 'USD'));
    expect(text).toContain('1350000 × 0.512 − 600000 = 91200');
    expect(text).toContain('catchUp (606-10-25-13(b))');
  });

  it('a late booking says in which month it belongs and why it is booked elsewhere', () => {
    const state = expectValue(
      replay([
        {
          id: '1',
          kind: 'created',
          effectiveDate: '2025-01-01',
          currencyCode: 'USD',
          obligations: [{ key: 'A', allocated: '10', ssp: '10', pattern: { kind: 'POINT' } }],
        },
        { id: '2', kind: 'activated', effectiveDate: '2025-01-01' },
        { id: '3', kind: 'periodClosed', effectiveDate: '2025-02-01', through: '2025-01' },
        { id: '4', kind: 'delivery', effectiveDate: '2025-01-20', key: 'A' },
      ]),
    );
    expect(toText(explainRows('Revenue February', '10.00', 'USD', state.rows))).toContain(
      'delivery of 2025-01, booked in 2025-02 because its month was closed',
    );
  });
});
