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
        ' and m.recorded_at > ',
        ' and m.recorded_at is null and m.recorded_at > ',
        'A report as of last month would show what this month posted.',
      ],
      [
        'what-is-not-added-yet-was-not-known',
        ' and m.recorded_at <= ',
        ' and now() <= ',
        'A report as of a moment ago would have nothing of what the server has not added to the sums yet.',
      ],
      [
        'what-took-effect-later-was-so',
        'w.effective_on > ',
        'w.effective_on is null and w.effective_on > ',
        'A report as of a day of effect would have the revenue of facts of later days.',
      ],
      [
        'who-earned-nothing-before-is-missing',
        'k full join since s on',
        'k left join since s on',
        'Who earned something for the first time would be missing until the server has added it to the sums.',
      ],
      [
        'who-was-posted-to-since-counts-twice',
        'and not exists (select from combinations c where',
        'and exists (select from combinations c where',
        'A customer of whom something was posted since would have earned everything twice, and all others nothing.',
      ],
      [
        'what-was-posted-since-has-the-largest-note',
        'select n.place, u.customer_id, sum(',
        'select n.place, u.customer_id, max(',
        'Of two postings one would be missing from the sum of the year until both are added to it.',
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
