import { type Mutant, plantedIn } from '../mutant';

const LAWS = 'prisma/sql/revenue';

/** The sums of revenue by customer, the notes of what is not added to them yet, and who recorded costs. */
export const SQL_REVENUE_YEARS: readonly Mutant[] = [
  ...plantedIn(
    'sql',
    `${LAWS}/sum-revenue-years.sql`,
    ['e2e/revenue/reports/customer-sums.test.ts'],
    [
      [
        'january-and-february-change-places',
        'm01 = y.m01 + excluded.m01, m02 = y.m02 + excluded.m02,',
        'm01 = y.m01 + excluded.m02, m02 = y.m02 + excluded.m01,',
        'What is added to a sum of January would be in February.',
      ],
      [
        'what-is-added-has-no-july',
        'FILTER (WHERE g.month = 7)',
        'FILTER (WHERE g.month = 8)',
        'Revenue of July would go with its note, and that of August be in both months.',
      ],
      [
        'what-is-added-was-posted-when-it-is-added',
        'SELECT v_org, g.recorded_at, daybook_uuid_v7()',
        'SELECT v_org, now(), daybook_uuid_v7()',
        'Revenue by customer as known before a run would have lost what was posted before it and added to the sums after it.',
      ],
    ],
  ),
  ...plantedIn(
    'sql',
    `${LAWS}/sum-revenue-rows.sql`,
    ['e2e/revenue/reports/customer-sums.test.ts'],
    [
      [
        'periods-of-weeks-end-with-their-month',
        "coalesce(nullif(substr(g.posted_period, 9, 2), ''), '31')::smallint, g.subsidiary_id",
        "'31'::smallint, g.subsidiary_id",
        'Of two periods that end in one month, each would have the revenue of both.',
      ],
      [
        'a-customer-has-the-revenue-of-one-of-its-contracts',
        'SELECT u.customer_id, sum(u.amount) AS amount FROM unnest(g.customer_ids',
        'SELECT u.customer_id, max(u.amount) AS amount FROM unnest(g.customer_ids',
        'A customer several of whose contracts are posted at once would have earned what the largest did.',
      ],
      [
        'a-note-has-the-moment-it-is-written',
        'c.customer_ids, c.amounts, g.posted_at',
        'c.customer_ids, c.amounts, now()',
        'A note of rows that bear an earlier moment, as those of a file do, would be taken off where they were known.',
      ],
    ],
  ),
  ...plantedIn(
    'sql',
    `${LAWS}/move-obligation-sums.sql`,
    ['e2e/revenue/reports/agreed-again.test.ts'],
    [
      [
        'revenue-by-customer-keeps-the-terms-agreed-first',
        'HAVING sum(x.posted) <> 0',
        'HAVING sum(x.posted) > 0',
        'What was posted under the terms before would stay there and be under the new ones too.',
      ],
      [
        'what-moves-was-posted-when-it-moves',
        'ARRAY[sum(x.posted)], x.recorded_at',
        'ARRAY[sum(x.posted)], now()',
        'As known before an obligation was agreed again, its revenue would be under terms that it no longer has.',
      ],
    ],
  ),
  ...plantedIn(
    'sql',
    `${LAWS}/check-contracts.sql`,
    ['e2e/revenue/histories/checked/checked-at-once.test.ts'],
    [
      [
        'two-servers-check-a-contract-at-once',
        "PERFORM pg_advisory_xact_lock(hashtextextended('check-contracts:' || v_org::text, 0));",
        'PERFORM 1;',
        'What a contract moved by would be added to the totals by each server that found one of its notes.',
      ],
    ],
  ),
  ...plantedIn(
    'sql',
    `${LAWS}/cost-recorders.sql`,
    ['e2e/revenue/facts/judged-costs.test.ts'],
    [
      [
        'who-replaced-a-cost-is-not-named',
        'ORDER BY w.seq DESC LIMIT 1',
        'ORDER BY w.seq LIMIT 1',
        'The judgment of a cost that was replaced would be shown as that of who recorded it first.',
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
