import { type Mutant, plantedIn } from '../mutant';

const DOCUMENTS = 'prisma/sql/documents';

/** The searches of documents, entries and records, which run with the owner's privileges. */
export const SQL_SEARCH: readonly Mutant[] = [
  ...plantedIn(
    'sql',
    'prisma/sql/ledger/search-entries.sql',
    ['e2e/ledger/search/entry-search.test.ts'],
    [
      [
        'entries-of-all-organizations-are-found-by-their-memo',
        'v_part = 1 AND t.organization_id = v_org AND',
        'v_part = 1 AND',
        'The ids of other organizations would leave the database.',
      ],
      [
        'reversals-are-not-found-by-their-memo',
        `(e.source_kind <> 'TRANSACTION' OR e.reversal_of_id IS NOT NULL)`,
        `(e.source_kind <> 'TRANSACTION')`,
        'A search for why something was reversed would find nothing.',
      ],
      [
        'entries-of-other-subsidiaries-use-up-what-a-search-finds',
        'v_all boolean := v_scope IS NULL AND p_subsidiary IS NULL',
        'v_all boolean := p_subsidiary IS NULL',
        'A caller confined to a branch would be said that more match than are counted, or find nothing, for what others have.',
      ],
    ],
  ),
  ...plantedIn(
    'sql',
    'prisma/sql/ledger/entry-numbers-with.sql',
    ['e2e/ledger/search/entry-search.test.ts'],
    [
      [
        'digits-are-found-at-the-beginning-only',
        'CASE WHEN a.is_first THEN 0 ELSE w - length(a.digits) END',
        '0',
        'A search for the last digits of a number would find no entry.',
      ],
      [
        'numbers-of-seven-digits-are-not-found',
        'generate_series(6, greatest(6, length(a.newest::text)))',
        'generate_series(6, 6)',
        'From the millionth entry of a year on, no number would be found.',
      ],
    ],
  ),
  ...plantedIn(
    'sql',
    `${DOCUMENTS}/document-numbers-with.sql`,
    ['e2e/ledger/search/document-search.test.ts'],
    [
      [
        'documents-beyond-a-million-are-not-found',
        'generate_series(6, greatest(6, length(a.newest::text)))',
        'generate_series(6, 6)',
        'From the millionth document of a year on, no number would be found.',
      ],
      [
        'numbers-with-zeros-that-are-not-theirs',
        'CASE WHEN w = 6 THEN 1 ELSE (10 ^ (w - 1))::bigint END',
        '1',
        'The zeros before a number of six digits would count as the first ones of one of seven, and a search find what does not contain the text.',
      ],
    ],
  ),
  ...plantedIn(
    'sql',
    `${DOCUMENTS}/documents-of-total.sql`,
    ['e2e/isolation/search.test.ts'],
    [
      [
        'documents-of-all-organizations-are-found-by-their-total',
        'WHERE t.organization_id = daybook_organization() AND t.total_amount = p_amount',
        'WHERE t.total_amount = p_amount',
        'The ids of other organizations would leave the database.',
      ],
    ],
  ),
  ...plantedIn(
    'sql',
    `${DOCUMENTS}/search-spans.sql`,
    ['e2e/ledger/search/document-search-pages.test.ts'],
    [
      [
        'the-span-of-1970-ends-on-its-first-day',
        'CASE WHEN o_span > 0 THEN 0 ELSE p_width - 1 END',
        '0',
        'A span would be gone through twice, and its documents listed twice.',
      ],
      [
        'a-search-leaves-out-its-first-day',
        'v_day < p_from',
        'v_day <= p_from',
        'A search from a day on would not find what is dated on it.',
      ],
    ],
  ),
  ...plantedIn(
    'sql',
    `${DOCUMENTS}/search-part.sql`,
    ['e2e/ledger/search/search-part.test.ts'],
    [
      [
        'a-text-is-looked-for-without-its-common-words',
        "'(?![[:alnum:]])', '%', 'gi')",
        "'(?![[:alnum:]])', '', 'gi')",
        'A search for the name of a customer and a number would find only what has both side by side, without anything between them.',
      ],
      [
        'what-many-have-is-looked-for-in-all-days',
        '/ 64 <= p_few FROM',
        '/ 64 <= 100 * p_few FROM',
        'A search for what very many documents have would gather all of them before the first is read.',
      ],
      [
        'words-that-few-have-are-left-out',
        'SELECT 2 * count(*)',
        'SELECT 64 * count(*)',
        'What the index is asked for would be found in many more documents than have the text.',
      ],
    ],
  ),
  ...plantedIn(
    'sql',
    `${DOCUMENTS}/search-documents.sql`,
    ['e2e/isolation/search.test.ts', 'e2e/ledger/search/document-search-pages.test.ts'],
    [
      [
        'what-few-have-is-looked-for-by-spans-of-days',
        'IF v_rows < v_few THEN',
        'IF v_rows < 0 THEN',
        'A search for a rare text would go through the days of all years, each time with what is not merged into the index yet.',
        { tests: ['e2e/ledger/search/search-part.test.ts'] },
      ],
      [
        'a-search-of-all-days-takes-what-it-found-first',
        'IF v_rows < v_few THEN',
        'IF v_rows <= v_few THEN',
        'Where more documents have a text than were asked for, those on a page would be any of them instead of the newest.',
        { tests: ['e2e/ledger/search/search-part.test.ts'] },
      ],
      [
        'a-search-of-all-days-has-those-of-other-days',
        'x.fits_text AND (p_from IS NULL OR x.day >= p_from) AND (p_until IS NULL OR x.day <= p_until)',
        'x.fits_text',
        'A list narrowed to days would have documents of others.',
      ],
      [
        'documents-of-other-subsidiaries-are-found',
        'v_all boolean := v_scope IS NULL AND p_subsidiary IS NULL',
        'v_all boolean := p_subsidiary IS NULL',
        'A caller confined to a branch would be given the keys of what others have, which would count.',
      ],
      [
        'documents-of-all-organizations-are-found-by-their-memo',
        '\n      WHERE coalesce(t.organization_id = v_org, false) AND',
        '\n      WHERE',
        'Whoever knows the id of a counterparty of another organization would be given the ids of its documents of some days.',
      ],
      [
        'documents-of-all-organizations-are-found-by-their-number',
        '\n      WHERE v_numbers AND coalesce(t.organization_id = v_org, false) AND',
        '\n      WHERE v_numbers AND',
        'Whoever knows the id of a type of another organization would be given the ids of its documents of some days.',
      ],
      [
        'rare-documents-of-all-organizations-are-found-by-their-memo',
        '\n        WHERE coalesce(t.organization_id = v_org, false) AND',
        '\n        WHERE',
        'Whoever knows the id of a counterparty of another organization would be given the ids of its documents.',
      ],
      [
        'rare-documents-of-all-organizations-are-found-by-their-number',
        '\n        WHERE v_numbers AND coalesce(t.organization_id = v_org, false) AND',
        '\n        WHERE v_numbers AND',
        'Whoever knows the id of a type of another organization would be given the ids of its documents.',
      ],
      [
        'what-follows-the-first-days-is-not-searched',
        'EXIT WHEN v_found >= p_limit OR v_spans IS NULL',
        'EXIT WHEN v_spans IS NOT NULL',
        'A search would find what the newest two months have, and nothing before.',
      ],
      [
        'the-first-days-are-searched-twice',
        " AND t.transaction_date < v_before AND (p_until IS NULL OR t.transaction_date <= p_until)\n        AND (translate(t.transaction_number, '0123456789', 'qxzjkvwfhp') || E'\\n' || coalesce(t.memo, '') || E'\\n' || coalesce(t.reference_number, '')) ILIKE p_pattern",
        " AND (p_until IS NULL OR t.transaction_date <= p_until)\n        AND (translate(t.transaction_number, '0123456789', 'qxzjkvwfhp') || E'\\n' || coalesce(t.memo, '') || E'\\n' || coalesce(t.reference_number, '')) ILIKE p_pattern",
        'What lies in the first 256 days would be found twice, and use up what a search finds.',
        { tests: ['e2e/ledger/search/search-part.test.ts'] },
      ],
      [
        'a-year-and-a-series-find-nothing',
        "OR v_text ~ '[%_]' OR EXISTS (",
        "OR v_text ~ '[%_]' OR false AND EXISTS (",
        'A search for INV-2026 would find no invoice.',
      ],
      [
        'texts-match-across-fields',
        '\n        AND (t.memo ILIKE p_pattern OR t.reference_number ILIKE p_pattern)\n',
        '\n',
        'A search of some days would find documents that do not contain the text.',
        { tests: ['e2e/ledger/search/search-part.test.ts'] },
      ],
      [
        'rare-texts-match-across-fields',
        't.transaction_status, t.memo ILIKE p_pattern OR t.reference_number ILIKE p_pattern',
        't.transaction_status, true',
        'A search would find documents that do not contain the text.',
      ],
    ],
  ),
  ...plantedIn(
    'sql',
    'prisma/sql/sales/search-parties.sql',
    ['e2e/isolation/search.test.ts', 'e2e/isolation/search-records.test.ts'],
    [
      [
        'records-of-all-organizations-are-found',
        'x.organization_id = $2 AND (%s) ILIKE $1',
        '$2 IS NOT NULL AND (%s) ILIKE $1',
        'The ids of other organizations would leave the database.',
      ],
      [
        'records-match-across-fields',
        'AND (%s) LIMIT',
        'AND (true OR (%s)) LIMIT',
        'A search would find records that do not contain the text.',
        { tests: ['e2e/isolation/search.test.ts'] },
      ],
    ],
  ),
  ...plantedIn(
    'sql',
    'prisma/sql/sales/searched-noun.sql',
    ['e2e/isolation/search-pages.test.ts'],
    [
      [
        'leads-without-a-company-are-not-found',
        `('lead', 'leads', $w$name || E'\\n' || coalesce(company, '')`,
        `('lead', 'leads', $w$name || E'\\n' || company`,
        'A lead without a company could not be found by its name.',
      ],
      [
        'customers-without-a-code-are-not-found',
        "coalesce(customer_id, '')",
        'customer_id',
        'A customer without a code would be missing from the palette.',
      ],
      [
        'contracts-without-a-name-are-not-found',
        `contract_number || E'\\n' || coalesce(name, '')`,
        `contract_number || E'\\n' || name`,
        'A contract that was given no name could not be found by its number.',
        { tests: ['e2e/isolation/search.test.ts'] },
      ],
      [
        'customers-that-belong-to-everyone-are-not-found',
        `'contact_email ILIKE $1', 'subsidiary_id IS NULL OR subsidiary_id = ANY ($2)'`,
        `'contact_email ILIKE $1', 'subsidiary_id = ANY ($2)'`,
        'A caller confined to a branch would not find customers that all subsidiaries share.',
      ],
      [
        'projects-of-other-subsidiaries-are-counted',
        `'name ILIKE $1 OR code ILIKE $1', 'false', 'subsidiary_id = ANY ($2)'`,
        `'name ILIKE $1 OR code ILIKE $1', 'false', 'true'`,
        'A list would promise a confined caller pages of projects that are then hidden.',
      ],
    ],
  ),
  ...plantedIn(
    'sql',
    'prisma/sql/sales/search-page.sql',
    ['e2e/isolation/search-pages.test.ts'],
    [
      [
        'a-page-has-records-of-all-organizations',
        'x.organization_id = $3 AND (%s) ILIKE $1',
        '$3 IS NOT NULL AND (%s) ILIKE $1',
        'The ids of other organizations would leave the database.',
      ],
      [
        'a-text-of-two-lines-matches-across-fields',
        'CASE WHEN v_is_line THEN',
        'CASE WHEN true THEN',
        'A list would show records that do not contain the text.',
      ],
      [
        'a-search-is-not-narrowed',
        'v_noun.o_reached) END, v_conditions, v_order)',
        "v_noun.o_reached) END, '', v_order)",
        'Archived records would be listed among the active ones that contain a text.',
      ],
      [
        'as-many-as-are-counted-are-not-put-in-order',
        'CASE WHEN (SELECT count(*) <= $4',
        'CASE WHEN (SELECT count(*) < $4',
        'A list would be empty although it says how many records it has.',
      ],
      [
        'a-statement-is-taken-for-an-order',
        "!~ '^[a-z_]+ (asc|desc)( nulls (first|last))?$'",
        "!~ '^[a-z_]+ (asc|desc)'",
        'With the rights of the owner, text would run as a statement.',
      ],
    ],
  ),
  ...plantedIn(
    'db',
    'src/db/reports/party-search.ts',
    ['e2e/isolation/search-pages.test.ts'],
    [
      [
        'the-next-page-has-one-record-less-than-it-says',
        'const needed = skip + 2 * take + 1;',
        'const needed = skip + 2 * take;',
        'A plus would be shown where no more records match, or the last of the next page be missing.',
      ],
      [
        'empty-values-are-gone-through-first',
        "empty === 'last' ? apart : [...apart].reverse()",
        '[...apart].reverse()',
        'A search of prospects by company would begin with those without one.',
      ],
      [
        'a-search-goes-through-the-whole-list',
        'const most = p.add(walked);',
        'const most = p.add(walked + 1_000);',
        'A search whose matches come last in the list would read all records one by one.',
      ],
    ],
  ),
];
