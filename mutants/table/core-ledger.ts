import { type Mutant, plantedIn } from '../mutant';

export const CORE_LEDGER: readonly Mutant[] = [
  ...plantedIn(
    'core',
    'src/core/transactions/gl-impact.ts',
    ['src/core/transactions/gl-impact.test.ts'],
    [
      [
        'shipping-without-a-default-account',
        'rule.shippingAccountId ?? rule.defaultLineAccountId',
        'rule.shippingAccountId',
        'Freight of an organization without a shipping account would have no account and could not be posted.',
      ],
    ],
  ),
  ...plantedIn(
    'usecases',
    'src/usecases/prospects/convert-prospect.ts',
    ['e2e/contracts/a/prospect-conversion.test.ts'],
    [
      [
        'prospect-converted-twice-at-once',
        "{ prospectStatus: { not: 'converted' } },",
        '{},',
        'Two conversions at once would both succeed and make two customers of one prospect.',
        { title: 'conversions at once' },
      ],
    ],
  ),
];
