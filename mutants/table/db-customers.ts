import { type Mutant, plantedIn } from '../mutant';

/** Reading revenue by customer, own sales, and prices on many lists. */
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
  ...plantedIn(
    'db',
    'src/db/revenue/customer-revenue.ts',
    ['e2e/revenue/reports/customer-sums.test.ts'],
    [
      [
        'a-few-customers-with-revenue-are-listed-twice',
        ') s where not ',
        ') s where ',
        'A page by name would have no customer where few have revenue, and each twice where many have.',
      ],
    ],
  ),
  ...plantedIn(
    'db',
    'src/db/revenue/customer-revenue.ts',
    ['e2e/ledger/gathered.test.ts'],
    [
      [
        'all-customers-are-walked-for-a-few',
        '(select count(*) from own) > ',
        '(select count(*) from own) >= 0 or 0 > ',
        'Revenue by customer by name would read every customer where one has revenue.',
        {
          title: 'with revenue by name',
          survives:
            'The answer is the same; what is read (884 pages instead of 26 at ten million lines) is held by no test.',
        },
      ],
    ],
  ),
  ...plantedIn(
    'db',
    'src/db/revenue/customer-search.ts',
    ['e2e/revenue/reports/customer-sums.test.ts'],
    [
      [
        'who-earned-something-just-now-is-not-searched',
        'union select m.id from moved m',
        'union select m.id from moved m where false',
        'A search would not find whom revenue was just posted to for the first time.',
      ],
      [
        'a-search-among-a-few-finds-all-of-them',
        'x.id offset 0) c\n         where ',
        'x.id offset 0) c\n         where true or ',
        'A search would find whoever has revenue.',
      ],
    ],
  ),
  ...plantedIn(
    'db',
    'src/db/revenue/own-sales.ts',
    ['e2e/revenue/reports/own-sales.test.ts'],
    [
      [
        'an-item-sold-with-others-is-observed-alone',
        'and o.item_id is distinct from l.item_id)',
        'and o.item_id is null)',
        'The price of an item in a bundle would be evidence of its standalone selling price.',
      ],
      [
        'sales-that-are-not-counted-yet-are-not-sales',
        "('document_days')} union ",
        "('document_days')} except ",
        'What was sold just now would be missing until the server has counted it.',
      ],
      [
        'sales-of-all-currencies-are-one',
        'and t.currency_code = ',
        'and t.currency_code <> ',
        'Sales in euros would be evidence of a price in dollars.',
      ],
      [
        'sales-of-an-item-are-those-of-all-others',
        "'' : `and x.item_id = ",
        "'' : `and x.item_id <> ",
        'The price of another item would be evidence.',
      ],
    ],
  ),
  ...plantedIn(
    'db',
    'src/db/revenue/own-sales.ts',
    ['e2e/ledger/growth.test.ts'],
    [
      [
        'the-sales-of-an-item-are-looked-for-in-all-invoices',
        'const FEW_LINES = 2_000;',
        'const FEW_LINES = -1;',
        'To see that an item was sold twice, every invoice of the days would be read.',
        { title: 'own sales' },
      ],
    ],
  ),
  ...plantedIn(
    'db',
    'src/db/stores/sales/price-lists.ts',
    ['src/usecases/price-lists/prices.db.test.ts'],
    [
      [
        'a-page-has-more-of-a-list-than-there-is-left',
        'Math.min(left, n - before)',
        'Math.min(left, n)',
        'A page that begins within a list would lack the first prices of the next.',
      ],
      [
        'each-list-begins-on-its-own-page',
        'before = Math.max(0, before - n);',
        'before = 0;',
        'The second page of the prices of an item would repeat the first.',
      ],
      [
        'lists-stand-in-any-order',
        'order by p.place, p.name',
        'order by p.name',
        'The prices of one list would stand among those of others.',
      ],
    ],
  ),
];
