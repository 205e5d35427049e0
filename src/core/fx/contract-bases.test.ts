import { expect, test } from 'vitest';
import { contractBases, type MovedAmounts } from './contract-bases';

const moved = (kind: string, rate: string, more: Partial<MovedAmounts>): MovedAmounts => ({
  kind,
  period: '2026-01',
  rate,
  receivable: '0',
  cash: '0',
  contractAsset: '0',
  deferred: '0',
  refund: '0',
  revenue: '0',
  documentBase: '0',
  ...more,
});

// 1,000 billed at 1.10: 1,100.00 receivable and liability. 600 earned release 660.00 at that rate, not at 1.20. Paid at 1.30: 1,300.00 in,
// 1,100.00 off the receivable, 200.00 gained. With the first rate at 1.15 the same gives 1,150.00, 690.00 and 150.00.
test.each([
  ['1.10', '1100', '660', '200'],
  ['1.15', '1150', '690', '150'],
])(
  'what is billed at %s is released and settled at what it is carried at',
  (first, billed, earned, gained) => {
    const bases = contractBases(
      [
        moved('DUE', first, { receivable: '1000', deferred: '1000' }),
        moved('REVENUE', '1.20', { deferred: '-600', revenue: '600' }),
        moved('PAYMENT', '1.30', { receivable: '-1000', cash: '1000' }),
      ],
      'USD',
    );
    expect(
      bases.map(({ receivable, deferred, revenue, cash, exchange }) =>
        [receivable, deferred, revenue, cash, exchange].map(String),
      ),
    ).toEqual([
      [billed, billed, '0', '0', '0'],
      ['0', `-${earned}`, earned, '0', '0'],
      [`-${billed}`, '0', '0', '1300', gained],
    ]);
  },
);

// 600 earned at 1.10 are an asset of 660.00; billed 1,000 at 1.30: the asset goes, 400 are deferred at 520.00, 120.00 are gained.
test('a position that crosses zero leaves at what it was carried at and begins again at the rate of the day', () => {
  const [, billed] = contractBases(
    [
      moved('REVENUE', '1.10', { contractAsset: '600', revenue: '600' }),
      moved('DUE', '1.30', { receivable: '1000', contractAsset: '-600', deferred: '400' }),
    ],
    'USD',
  );
  expect([billed?.contractAsset, billed?.deferred, billed?.exchange].map(String)).toEqual([
    '-660',
    '520',
    '120',
  ]);
});
