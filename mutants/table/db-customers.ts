import { type Mutant, plantedIn } from '../mutant';

/** Reading revenue by customer. */
export const DB_CUSTOMERS: readonly Mutant[] = [
  ...plantedIn(
    'db',
    'src/db/revenue/customer-revenue.ts',
    ['e2e/revenue/reports/customer-sums.test.ts'],
    [
      [
        'customers-of-one-amount-are-skipped',
        "const by = 'order by o.total desc, o.customer_id';",
        "const by = 'order by o.total desc, o.customer_id desc';",
        'A page would leave out who earned as much as the last of the page before, or repeat it.',
      ],
      [
        'what-came-and-went-is-not-listed',
        ') x where x.is_any group by x.customer_id',
        ') x where x.amount <> 0 group by x.customer_id',
        'A contract with revenue in one month and its reversal in another would be missing, and a customer of such contracts with it.',
      ],
      [
        'revenue-of-a-nature-is-that-of-a-timing',
        "nature: 'y.nature',",
        "nature: 'y.timing',",
        'Revenue by nature would be that by timing.',
      ],
    ],
  ),
  ...plantedIn(
    'db',
    'src/db/revenue/customer-years.ts',
    ['e2e/revenue/reports/customer-sums.test.ts'],
    [
      [
        'a-span-begins-with-its-month',
        'begin > 1 ? [`y.day >=',
        'begin > 99 ? [`y.day >=',
        'A fiscal period would have the revenue of the one that ends in the month it begins in.',
      ],
      [
        'what-came-later-was-known',
        ' and r.posted_at > ',
        ' and r.posted_at is null and r.posted_at > ',
        'A report as of last month would show what this month posted.',
      ],
      [
        'what-took-effect-later-was-so',
        'w.effective_on > ',
        'w.effective_on is null and w.effective_on > ',
        'A report as of a day of effect would have the revenue of facts of later days.',
      ],
      [
        'what-was-posted-since-is-missing',
        'union all select * from since',
        'union all select * from since where false',
        'What a run posted would be missing until the server has added it to the sums, and with it who had earned nothing before.',
      ],
      [
        'who-was-posted-to-since-counts-twice',
        'and k.customer_id not in (select unnest(array_agg(s.customer_id)) from since s)',
        '',
        'A customer of whom something was posted since would have earned everything twice.',
      ],
      [
        'what-was-posted-since-is-of-its-first-month',
        'dense_rank() over (order by m.currency_code, m.year, m.month,',
        'dense_rank() over (order by m.currency_code, m.year,',
        'Two months that were posted one after the other would be one until they are added to the sums.',
      ],
      [
        'customers-who-are-searched-for-are-all-others',
        '= any (array(select unnest(',
        '<> all (array(select unnest(',
        'A search would find everyone but those it asks for.',
      ],
      [
        'a-year-without-its-other-months',
        "['y.posted', ...(without ?? [])].join(' - ')",
        "['y.posted'].join(' - ')",
        'A report of eleven months would have the revenue of twelve.',
      ],
    ],
  ),
];
