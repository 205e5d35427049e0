import { type Mutant, plantedIn } from '../mutant';

const DOCUMENTS = 'prisma/sql/documents';

/** The searches of documents and entries, which run with the owner's privileges. */
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
];
