import { type Mutant, plantedIn } from '../mutant';

const LAWS = 'prisma/sql/revenue';

/** The sums of revenue by contract and customer that the check of contracts keeps. */
export const SQL_REVENUE_YEARS: readonly Mutant[] = [
  ...plantedIn(
    'sql',
    `${LAWS}/sum-revenue-years.sql`,
    ['e2e/revenue/reports/customer-sums.test.ts'],
    [
      [
        'periods-of-weeks-end-with-their-month',
        "coalesce(nullif(substr(r.posted_period, 9, 2), ''), '31')::smallint AS day",
        "'31'::smallint AS day",
        'Of two periods that end in one month, each would have the revenue of both.',
      ],
      [
        'a-customer-has-the-sums-of-one-of-its-contracts',
        'sum(m.m01), sum(m.m02),',
        'max(m.m01), sum(m.m02) + sum(m.m01) - max(m.m01),',
        'Revenue of January would be in February for customers with several contracts.',
      ],
      [
        'what-was-added-of-a-contract-stays-with-its-customer',
        '-y.m06',
        '0 * y.m06',
        'What was posted for June would be added once more at each check of the contract.',
      ],
    ],
  ),
  ...plantedIn(
    'sql',
    `${LAWS}/sum-revenue-years.sql`,
    ['e2e/revenue/reports/agreed-again.test.ts'],
    [
      [
        'revenue-by-customer-keeps-the-terms-agreed-first',
        'IS DISTINCT FROM (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)',
        '> (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)',
        'What was posted under the terms before would stay there and be under the new ones too.',
      ],
    ],
  ),
  ...plantedIn(
    'sql',
    `${LAWS}/check-contracts.sql`,
    ['e2e/revenue/reports/customer-report.test.ts'],
    [
      [
        'a-check-leaves-sums-by-year-as-they-were',
        'PERFORM daybook_sum_revenue_years(v_contracts);',
        'PERFORM daybook_sum_revenue_years(ARRAY[]::uuid[]);',
        'A checked contract would have earned what it had before.',
      ],
    ],
  ),
  ...plantedIn(
    'sql',
    `${LAWS}/keep-customer.sql`,
    ['e2e/revenue/reports/customer-report.test.ts'],
    [
      [
        'revenue-changes-its-customer',
        'IS DISTINCT FROM (new.customer_id, new.subsidiary_id, new.currency_code))',
        'IS DISTINCT FROM (old.customer_id, new.subsidiary_id, new.currency_code))',
        'What was posted would stay with the customer before.',
      ],
    ],
  ),
];
