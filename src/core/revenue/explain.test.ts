import { describe, expect, it } from 'vitest';
import { explain, toText } from './explain';

describe('explanations of a figure', () => {
  it('an explanation is plain data and can be printed as indented text down to its sources', () => {
    const explanation = explain(
      { label: 'Transaction price', amount: '100.00', currencyCode: 'USD' },
      'Σ of the shares of the performance obligations (606-10-32-28)',
      {
        policyVersion: '3',
        sources: [{ kind: 'contract', id: 'K-1', note: 'signed 2025-01-02' }],
        children: [
          explain({ label: 'Allocated to A', amount: '25.00', currencyCode: 'USD' }, '100.00 × 50 / 200', {
            inputs: [{ name: 'standalone selling price', value: '50' }],
          }),
        ],
      },
    );
    expect(toText(explanation)).toBe(
      [
        'Transaction price: 100.00 USD',
        '  = Σ of the shares of the performance obligations (606-10-32-28)',
        '  source: contract K-1 (signed 2025-01-02)',
        '  policy version: 3',
        '  Allocated to A: 25.00 USD',
        '    = 100.00 × 50 / 200',
        '    standalone selling price: 50',
      ].join('\n'),
    );
    expect(JSON.parse(JSON.stringify(explanation))).toEqual(explanation);
  });
});
