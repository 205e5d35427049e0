import { type Mutant, plantedIn } from '../mutant';

/** Reports of documents: what is open and its aging. */
export const DB_REPORTS: readonly Mutant[] = [
  ...plantedIn(
    'db',
    'src/db/revenue/kept-balances.ts',
    ['e2e/revenue/histories/checked/balances-then.test.ts'],
    [
      [
        'a-balance-before-its-first-month-is-that-of-its-last',
        'width_bucket(daybook_month_number($4) - 1, k.months) as b',
        'width_bucket(daybook_month_number($4), k.months) as b',
        'What is kept of a contract would be taken out of the opening balances of another month.',
      ],
    ],
  ),
  ...plantedIn(
    'db',
    'src/db/revenue/balances.ts',
    ['e2e/revenue/reports/movements-then.test.ts'],
    [
      [
        'what-takes-effect-that-day-is-left-out',
        'c.effective_on > $5::date',
        'c.effective_on >= $5::date',
        'A roll-forward as of the end of a month would leave out the run of that month.',
      ],
      [
        'what-takes-effect-later-is-subtracted-twice',
        "'and coalesce(m.effective_on, e.effective_date, m.posting_date) <= $5::date'",
        "'and $5::date is not null'",
        'A roll-forward as of a moment and a day would subtract twice what was recorded later that day and takes effect later.',
      ],
    ],
  ),
  ...plantedIn(
    'db',
    'src/db/reports/intercompany/pairs.ts',
    ['e2e/ledger/growth.test.ts'],
    [
      [
        'a-close-compares-every-pair',
        'from intercompany_open_pairs o\n',
        'from (select y.organization_id, y.id as pair_id from intercompany_pairs y) o\n',
        'With 100,000 documents between subsidiaries every close would take seconds, and each year longer.',
        { title: 'pairs with a difference' },
      ],
      [
        'a-full-verification-believes-the-list',
        'with asked as materialized (select p.id from intercompany_pairs p where',
        'with asked as materialized (select o.pair_id as id from intercompany_open_pairs o join intercompany_pairs p on p.id = o.pair_id where',
        'A pair that is missing in the list would never be found.',
        { tests: ['e2e/ledger/groups/open-pairs.test.ts'], title: 'full verification' },
      ],
    ],
  ),
  ...plantedIn(
    'db',
    'src/db/revenue/contracts/judgements.ts',
    ['e2e/revenue/facts/judged-costs.test.ts'],
    [
      [
        'a-voided-cost-waits-for-evidence',
        "OPEN: `not c.voided and c.facts->>'evidence' is null`",
        "OPEN: `c.facts->>'evidence' is null`",
        'More judgments would be open on one topic than on all.',
      ],
      [
        'a-voided-cost-counts-as-answered',
        "ANSWERED: `not c.voided and c.facts->>'evidence' is not null`",
        "ANSWERED: `c.facts->>'evidence' is not null`",
        'Among the answered judgments of a contract would be those of costs that were voided.',
      ],
      [
        'costs-of-one-moment-are-skipped',
        '(c.created_at, c.id) > (k.at, k.id)',
        'c.created_at > k.at',
        'Where a page ends between costs that were recorded at once, the next one would leave out the others.',
      ],
      [
        'the-place-of-one-contract-holds-for-all',
        '(index === 0 ? after : BEFORE_COSTS)',
        '(index >= 0 ? after : BEFORE_COSTS)',
        'Behind a contract divided by a page, contracts would be listed without the costs they recorded earlier.',
      ],
    ],
  ),
  ...plantedIn(
    'db',
    'src/db/revenue/contracts/judgements.ts',
    ['e2e/revenue/growth.test.ts'],
    [
      [
        'every-fact-about-a-cost-is-read',
        "e.kind = any ($3::text[]) and e.kind <> 'cost'",
        "e.kind || '' = any ($3::text[])",
        'With thousands of costs each page of the judgments would read all facts of the contract.',
        { title: 'judgments about it' },
      ],
      [
        'a-long-page-of-costs-is-read-by-one-statement',
        'query.limit <= MOST_AT_ONCE',
        'query.limit >= 0',
        'Everyone would wait while the judgments of five thousand costs are put together.',
        { title: 'as a whole, and in a file' },
      ],
    ],
  ),
  ...plantedIn(
    'db',
    'src/db/record-stream.ts',
    ['e2e/revenue/growth.test.ts'],
    [
      [
        'only-the-first-costs-are-in-a-whole',
        'if (rows.length < LONG_AT_ONCE) break;',
        'if (rows.length <= LONG_AT_ONCE) break;',
        'Asked for all judgments of a contract, an endpoint would leave out costs behind the first hundreds.',
        { title: 'as a whole, and in a file' },
      ],
    ],
  ),
  ...plantedIn(
    'db',
    'src/db/revenue/record-names.ts',
    ['e2e/revenue/reports/same-names.test.ts'],
    [
      [
        'customers-of-one-name-are-not-told-apart-behind-a-figure',
        'labels.get(id) === label',
        'labels.get(id) !== label',
        'Behind the revenue of one customer would stand the contracts of another one of its name.',
      ],
      [
        'a-name-that-several-have-means-none-of-them',
        'records.filter(({ name }) => name === label)',
        'records.filter(({ name }) => name !== label)',
        'Where only one of several customers of a name has revenue, nothing would stand behind it.',
      ],
    ],
  ),
  ...plantedIn(
    'db',
    'src/db/reports/documents/open-items-sql.ts',
    ['e2e/ledger/settlement/aging.test.ts'],
    [
      [
        'the-due-day-is-late',
        '- i.due_date <= 0 then',
        '- i.due_date < 0 then',
        'An item due today would be reported as overdue.',
      ],
      [
        'thirty-days-are-thirty-one',
        'const limits = [30, 60, 90]',
        'const limits = [31, 60, 90]',
        'Receivables would look younger than they are.',
      ],
      [
        'amounts-of-another-account-are-aged',
        "? shown(place) : 'null'}",
        '? shown(place) : shown(place)}',
        'What employees are owed would be added to what vendors are.',
      ],
    ],
  ),
  ...plantedIn(
    'db',
    'src/db/reports/documents/aging-parties.ts',
    ['e2e/ledger/settlement/aging-pages.test.ts'],
    [
      [
        'a-page-of-the-aging-is-one-short',
        'p.add(offset + limit + 1)',
        'p.add(offset + limit)',
        'A page that continues after a counterparty would end before it is full, and the rest would never be shown.',
      ],
    ],
  ),
  ...plantedIn(
    'db',
    'src/db/reports/documents/aging.ts',
    ['e2e/ledger/settlement/aging-pages.test.ts'],
    [
      [
        'names-a-caller-may-not-see-are-gone-through',
        'pattern === null && subsidiaryIds === null',
        'pattern === null || subsidiaryIds === null',
        'A caller confined to a subsidiary would miss what customers of another one owe it.',
      ],
    ],
  ),
  ...plantedIn(
    'db',
    'src/db/reports/documents/earlier-spans.ts',
    ['e2e/ledger/settlement/settled-spans.test.ts'],
    [
      [
        'what-was-settled-abroad-is-carried-at-its-amount',
        'coalesce(x.base, x.amount) as base',
        'x.amount as base',
        'An invoice of 100 euros, paid since, would have been worth 100 dollars on an earlier day.',
      ],
    ],
  ),
  ...plantedIn(
    'db',
    'src/db/reports/documents/document-list.ts',
    ['e2e/ledger/search/document-search-pages.test.ts'],
    [
      [
        'beyond-what-is-counted-a-customer-has-no-page',
        'Math.max(bounds.most, query.offset + 2 * query.limit)',
        'bounds.most',
        'A screen would have no next page of a customer after 10,000 documents.',
      ],
    ],
  ),
  ...plantedIn(
    'db',
    'src/db/reports/documents/document-list.ts',
    ['e2e/ledger/growth.test.ts'],
    [
      [
        'counts-that-are-kept-are-not-read',
        'if (await hasKeptCounts(tenant, query.entityId)) {',
        'if (query.limit === 0 && (await hasKeptCounts(tenant, query.entityId))) {',
        'A list of the paid invoices of a customer with very many would read each of them.',
      ],
    ],
  ),
  ...plantedIn(
    'db',
    'src/db/reports/documents/days-of-page.ts',
    ['e2e/ledger/closing/counterparty-days.test.ts'],
    [
      [
        'the-later-half-of-a-day-is-counted-from-its-beginning',
        "some('asc', 'behind',",
        "some('asc', 'before',",
        'A page from the later half of a day would show documents of its beginning.',
      ],
      [
        'the-earlier-half-of-a-day-is-not-counted',
        's.behind then s.rows else 0 end',
        's.behind then 0 else 0 end',
        'A page from the earlier half of a day would be empty.',
      ],
    ],
  ),
  ...plantedIn(
    'db',
    'src/db/reports/documents/document-search.ts',
    ['e2e/ledger/search/document-search-pages.test.ts'],
    [
      [
        'a-counterparty-is-counted-for-no-one',
        'return query.isBounded === true',
        'return query.isBounded !== null',
        'The total of the interface would be that of the newest 20,000 documents.',
      ],
    ],
  ),
  ...plantedIn(
    'db',
    'src/db/reports/documents/document-search.ts',
    ['e2e/ledger/crowded-days.test.ts', 'e2e/ledger/search/document-search-pages.test.ts'],
    [
      [
        'a-text-of-one-customer-is-found-among-all',
        'p.add(query.entityId ?? null)',
        'p.add(null)',
        'A search among the documents of one customer would show those of others.',
      ],
      [
        'the-page-after-what-was-found-begins-anew',
        'Math.max(0, query.offset - total)',
        'query.offset',
        'Of what many contain, pages after the first would leave documents out.',
      ],
      [
        'a-short-text-was-looked-for-everywhere',
        'case when count(*) = 2 then max(x.transaction_date)::text end',
        'case when count(*) = 3 then max(x.transaction_date)::text end',
        'A search that looked at the newest documents only would say that there are no others.',
      ],
      [
        'a-short-text-is-looked-for-after-the-days',
        "{ dateFrom: query.dateFrom, dateTo: query.dateTo }, 'n')",
        "{}, 'n')",
        'In days before the newest documents a short text would never be found.',
      ],
      [
        'the-day-of-a-stop-is-searched-twice',
        'dateTo: addDays(found.before, -1)',
        'dateTo: found.before',
        'Documents of the day to which the index was searched would be shown and counted twice.',
      ],
      [
        'a-status-is-looked-for-among-all',
        "query.status === undefined ? ''",
        "query.status !== undefined ? ''",
        'A search among what is paid would show what is not.',
      ],
    ],
  ),
  ...plantedIn(
    'db',
    'src/db/reports/entries/entry-search.ts',
    ['e2e/ledger/search/entry-search.test.ts'],
    [
      [
        'a-search-of-the-newest-entries-was-whole',
        'case when count(*) > ',
        'case when count(*) < ',
        'A search that looked at the newest entries only would say that there are no others.',
      ],
      [
        'entries-are-looked-through-from-the-newest-of-all-days',
        "order by e.posting_date desc, e.id desc`,\n          'looked e'",
        "order by e.posting_date, e.id`,\n          'looked e'",
        'A page would begin with the oldest entries.',
      ],
    ],
  ),
  ...plantedIn(
    'db',
    'src/db/reports/documents/open-items-sql.ts',
    ['e2e/ledger/growth.test.ts'],
    [
      [
        'documents-abroad-are-compared-one-by-one',
        'not in (select unnest(array_agg(n.id)) from candidates n)',
        'not in (select n.id from candidates n)',
        'Forty thousand open items would each be compared with thousands of documents in other currencies: minutes.',
      ],
    ],
  ),
  ...plantedIn(
    'db',
    'src/db/reports/documents/open-items-sql.ts',
    ['e2e/ledger/settlement/aging.test.ts'],
    [
      [
        'a-reversed-side-still-settles',
        'and y.reversal_date <= ',
        'and y.reversal_date + 100000 <= ',
        'A payment on a reversed invoice would count as applied until it is unapplied.',
      ],
      [
        'a-contract-that-paid-since-owed-nothing',
        'm.receivable_base <> 0) and m.posting_date > ',
        'm.receivable_base <> 0) and m.posting_date - 100000 > ',
        'What a contract owed on an earlier day would be missing from the aging of that day once it is paid.',
      ],
    ],
  ),
  ...plantedIn(
    'db',
    'src/db/reports/documents/aging.ts',
    ['e2e/ledger/settlement/aging-pages.test.ts'],
    [
      [
        'a-cursor-repeats-its-row',
        '    > ($',
        '    >= ($',
        'A counterparty at the end of a page of the aging would be on the next one too.',
      ],
      [
        'a-counterparty-is-on-a-page-with-all-its-currencies',
        " where g.level <> 'ROW' or l.party is not null",
        '',
        'The pages of an aging would add up to more than its totals.',
      ],
      [
        'a-search-changes-the-totals',
        'from totals i group by i.currency_code\n',
        'from totals i where false group by i.currency_code\n',
        'The totals of an aging would be missing.',
      ],
    ],
  ),
  ...plantedIn(
    'db',
    'src/db/reports/control-lines.ts',
    ['e2e/ledger/settlement/aging.test.ts'],
    [
      [
        'corrected-settlements-with-a-reversed-side-are-not-explained',
        "'REVERSED_SIDE', i.entry_id, 0, c.sign * (l.base_debit - l.base_credit)",
        "'REVERSED_SIDE', i.entry_id, 0, 0",
        'A control account would differ from its subledger in base currency for no reason given.',
      ],
    ],
  ),
];
