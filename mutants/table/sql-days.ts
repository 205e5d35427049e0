import { type Mutant, plantedIn } from '../mutant';

const DOCUMENTS = 'prisma/sql/documents';
const DAYS = ['e2e/ledger/days.test.ts'];

/** The sums by day, which lists and reports read in place of documents and lines; and the search, which works with the owner's rights. */
export const SQL_DAYS: readonly Mutant[] = [
  ...plantedIn('sql', 'prisma/sql/ledger/fold-ledger.sql', DAYS, [
    [
      'added-lines-are-forgotten-of-a-known-day',
      'line_count = d.line_count + excluded.line_count, entry_count',
      'entry_count',
      'The activity of an account would lose lines of a day to which something was posted twice.',
    ],
    [
      'entries-are-added-twice',
      'DO UPDATE SET through_number = excluded.through_number',
      'DO UPDATE SET through_number = folded_numbers.through_number',
      'What was added up would be added again with every round, and balances in mid-month would grow by themselves.',
    ],
  ]),
  ...plantedIn('sql', 'prisma/sql/ledger/verify-ledger.sql', DAYS, [
    [
      'verify-forgets-the-days',
      'WHERE (t.debit, t.credit, t.base_debit, t.base_credit, t.n) IS DISTINCT FROM (d.debit, d.credit, d.base_debit, d.base_credit, d.n)',
      'WHERE false',
      'A sum by day that differs from its lines would never be found.',
    ],
  ]),
  ...plantedIn('sql', `${DOCUMENTS}/note-documents.sql`, DAYS, [
    [
      'changed-documents-are-not-counted-off',
      'o.base_currency_code, o.base_total_amount, -1 FROM old_documents o',
      'o.base_currency_code, o.base_total_amount, 0 FROM old_documents o',
      'A posted document would be counted among the drafts as well.',
    ],
    [
      'new-documents-are-not-noted',
      'REFERENCING NEW TABLE AS new_documents FOR EACH STATEMENT EXECUTE',
      'REFERENCING NEW TABLE AS new_documents FOR EACH STATEMENT WHEN (false) EXECUTE',
      'A list would say that there is nothing to show.',
    ],
    [
      'changes-are-not-noted',
      'REFERENCING NEW TABLE AS new_documents OLD TABLE AS old_documents FOR EACH STATEMENT EXECUTE',
      'REFERENCING NEW TABLE AS new_documents OLD TABLE AS old_documents FOR EACH STATEMENT WHEN (false) EXECUTE',
      'A posted document would be counted among the drafts for good.',
    ],
    [
      'deleted-documents-stay-counted',
      'REFERENCING OLD TABLE AS old_documents FOR EACH STATEMENT EXECUTE',
      'REFERENCING OLD TABLE AS old_documents FOR EACH STATEMENT WHEN (false) EXECUTE',
      'A list would promise pages that it does not have.',
    ],
  ]),
  ...plantedIn('sql', `${DOCUMENTS}/fold-documents.sql`, DAYS, [
    [
      'counts-are-replaced-by-their-change',
      'document_count = d.document_count + excluded.document_count',
      'document_count = excluded.document_count',
      'A list would state only what the last round added.',
    ],
  ]),
  ...plantedIn(
    'sql',
    `${DOCUMENTS}/search-documents.sql`,
    ['e2e/isolation/search.test.ts'],
    [
      [
        'documents-of-all-organizations-are-found-by-their-total',
        'WHERE t.organization_id = daybook_organization() AND t.total_amount = p_amount',
        'WHERE t.total_amount = p_amount',
        'The ids of other organizations would leave the database.',
      ],
      [
        'texts-match-across-fields',
        '\n    AND (t.transaction_number ILIKE p_pattern OR t.memo ILIKE p_pattern OR t.reference_number ILIKE p_pattern)',
        '',
        'A search would find documents that do not contain the text.',
      ],
    ],
  ),
];
