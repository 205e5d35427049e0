import { type Mutant, plantedIn } from '../mutant';

const TESTS = ['e2e/ledger/settlement/open-by-day.test.ts'];
const REPORTS = 'src/db/reports/documents';

/** What was open on an earlier day, from sums by day and by going through names. */
export const EARLIER_DAYS: readonly Mutant[] = [
  ...plantedIn('sql', 'prisma/sql/documents/keep-spans.sql', TESTS, [
    [
      'a-document-settled-twice-was-two-items',
      'SELECT -1, e.* FROM earlier e',
      'SELECT 0, e.* FROM earlier e',
      'The pages of open items would end before as many items as they claim.',
    ],
    [
      'unapplied-settlements-are-added-twice',
      '-sum(x.amount), -sum(coalesce(x.base, x.amount))',
      'sum(x.amount), sum(coalesce(x.base, x.amount))',
      'A control account would differ from its subledger on every day on which an unapplied invoice was open.',
    ],
    [
      'an-unapplied-document-is-still-an-item',
      'SELECT -1 AS item_count, l.* FROM documents d',
      'SELECT 0 AS item_count, l.* FROM documents d',
      'What was unapplied would be counted among the open items for good.',
    ],
  ]),
  ...plantedIn('sql', 'prisma/sql/documents/fold-spans.sql', TESTS, [
    [
      'a-sum-of-spans-is-what-came-last',
      'amount = d.amount + excluded.amount',
      'amount = excluded.amount',
      'Totals of an earlier day would have the latest settlements only.',
    ],
    [
      'sums-of-nothing-remain',
      'IF v_nothing THEN',
      'IF false THEN',
      'Each settlement that was ever unapplied would be read by every aging of an earlier day.',
    ],
  ]),
  ...plantedIn('db', 'src/db/reports/verification/verify-documents.ts', TESTS, [
    [
      'sums-of-spans-are-not-verified',
      'having sum(x.item_count) <> 0 or sum(x.amount) <> 0 or sum(x.base) <> 0',
      'having false',
      'Totals of an earlier day that are wrong would never be found.',
    ],
  ]),
  ...plantedIn('db', `${REPORTS}/earlier-spans.ts`, TESTS, [
    [
      'what-is-read-by-itself-is-added-too',
      '-x.amount, -coalesce(x.base, x.amount) from',
      '0, 0 from',
      'An invoice in euros that is paid in part would be in the totals twice.',
    ],
    [
      'settlements-of-the-last-seconds-are-missing',
      'from document_span_changes x\n      where ',
      'from document_span_changes x\n      where false and ',
      'An aging would be wrong until the server has added up what was just settled.',
    ],
  ]),
  ...plantedIn('db', `${REPORTS}/open-items-page.ts`, TESTS, [
    [
      'a-document-paid-in-part-is-two-items',
      'select n.id from candidates n union select y.document_id from carried y',
      'select n.id from candidates n',
      'The number of open items of an earlier day would be too high by the documents that were paid in part since.',
    ],
  ]),
  ...plantedIn(
    'db',
    `${REPORTS}/earlier-day.ts`,
    ['e2e/ledger/settlement/earlier-day-growth.test.ts'],
    [
      [
        'a-page-that-was-not-found-is-shown',
        'then true else not exists',
        'then true else true or not exists',
        'Where few customers owed something, most of them would be missing from the aging.',
      ],
      [
        'pages-far-back-go-through-names',
        'offset + limit <= FAR',
        'offset + limit <= FAR + 100000',
        'A page far back would look up every counterparty one by one.',
      ],
    ],
  ),
  ...plantedIn(
    'db',
    `${REPORTS}/open-items-sql.ts`,
    ['e2e/ledger/settlement/aging.test.ts'],
    [
      [
        'a-corrected-document-is-carried-at-its-first-rate',
        " and i.kind = 'DOCUMENT' limit 1) is null)",
        " and i.kind = 'NONE' limit 1) is null)",
        'An invoice in euros whose rate was corrected would be carried at the wrong number of dollars until it is paid.',
      ],
      [
        'what-was-applied-abroad-is-forgotten',
        't.applied_amount = 0 and ',
        '',
        'An invoice in euros that is half paid would be carried at all of its dollars.',
      ],
    ],
  ),
  ...plantedIn(
    'db',
    `${REPORTS}/earlier-aging.ts`,
    ['e2e/ledger/settlement/earlier-day-growth.test.ts'],
    [
      [
        'rows-are-counted-in-full-for-a-screen',
        'isBounded === true && after === null',
        'false',
        'A page of an earlier day would read everything that was open then, to say how many customers that was.',
        { title: 'has the pages and totals' },
      ],
      [
        'a-bounded-count-claims-to-be-all',
        'isBounded ? parts.isAll : ',
        "isBounded ? 'true' : ",
        'The screen would say that two hundred customers owed something when thirty thousand did.',
        { title: 'has the pages and totals' },
      ],
    ],
  ),
  ...plantedIn('db', `${REPORTS}/earlier-aging.ts`, TESTS, [
    [
      'a-counterparty-owed-in-one-currency-alone',
      'lateral unnest(w.codes) c(code)',
      'lateral unnest(w.codes[1:1]) c(code)',
      'Of a customer who owed dollars and euros on an earlier day, one of the two amounts would be on no page.',
      { title: 'a row for each currency' },
    ],
    [
      'what-is-open-besides-is-on-no-page',
      'from others i where (i.party in (select l.party from listed l)) is true',
      'from others i where false',
      'What is open since before the day would be in the totals of its aging and in no row.',
    ],
  ]),
  ...plantedIn(
    'db',
    `${REPORTS}/aging.ts`,
    ['e2e/ledger/settlement/earlier-day-growth.test.ts'],
    [
      [
        'of-today-it-is-asked-what-was-open-then',
        'query.asOf < today && ',
        '',
        'Each page of the aging of today would first ask how much is settled later.',
        { title: 'with thousands of items' },
      ],
    ],
  ),
  ...plantedIn(
    'db',
    `${REPORTS}/open-items-page.ts`,
    ['e2e/ledger/settlement/earlier-day-growth.test.ts'],
    [
      [
        'of-today-it-is-asked-which-items-were-open-then',
        'query.asOf < today && ',
        '',
        'Each page of the open items of today would first ask how much is settled later.',
        { title: 'with thousands of items' },
      ],
    ],
  ),
  ...plantedIn(
    'db',
    `${REPORTS}/open-items-sql.ts`,
    ['e2e/ledger/settlement/earlier-day-growth.test.ts'],
    [
      [
        'what-is-open-of-other-accounts-is-read-too',
        'kindList(known.filter((kind) => kindsOf(query.roles).includes(kind)))',
        'kindList(known.filter(() => true))',
        'What vendors are owed would be as slow to show as what all customers owe.',
        { title: 'reads no document of another' },
      ],
    ],
  ),
];
