import { type Mutant, plantedIn } from '../mutant';

const LAWS = 'prisma/sql/documents';
const SMALL = ['src/db/laws/documents.db.test.ts'];
const LIFE = ['e2e/ledger/lifecycle.test.ts'];
const APPROVING = [
  'src/usecases/transactions/posting/approve-documents.db.test.ts',
  'src/usecases/transactions/posting/approved-entry.db.test.ts',
];
const BOTH_WAYS = ['src/usecases/transactions/create-documents.db.test.ts'];

/** Storing documents, their numbers and lines, and what a refusal of posting says. */
export const SQL_DOCUMENT_PARTS: readonly Mutant[] = [
  ...plantedIn('sql', `${LAWS}/carried-dimensions.sql`, SMALL, [
    [
      'a-project-is-carried-where-there-is-none',
      'CASE WHEN p_project IS NOT NULL',
      'CASE WHEN p_location IS NOT NULL',
      'An account that requires a project would accept lines without one.',
    ],
  ]),
  ...plantedIn('sql', `${LAWS}/has-dimension.sql`, SMALL, [
    [
      'a-class-counts-as-a-location',
      "WHEN 'location' THEN p_location",
      "WHEN 'location' THEN p_class",
      'A refusal would say that a line lacks a location which it has.',
    ],
  ]),
  ...plantedIn('sql', `${LAWS}/has-lines.sql`, SMALL, [
    [
      'lines-of-any-document-will-do',
      ' AND d.transaction_id = p_id',
      '',
      'An empty document would be taken for one with lines.',
    ],
  ]),
  ...plantedIn('sql', `${LAWS}/format-number.sql`, SMALL, [
    [
      'numbers-lose-their-last-digit',
      'greatest(6, length(p_value::text))',
      '6',
      'After a million documents two would have the same number.',
    ],
  ]),
  ...plantedIn('sql', `${LAWS}/take-numbers.sql`, SMALL, [
    [
      'a-batch-begins-at-its-last-number',
      'RETURNING next_value - p_count',
      'RETURNING next_value - 1',
      'The numbers of a batch would be given a second time by the next one.',
    ],
  ]),
  ...plantedIn('sql', `${LAWS}/insert-transactions.sql`, LIFE, [
    [
      'documents-begin-at-number-two',
      'v_first - 1 + row_number()',
      'v_first + row_number()',
      'Numbers would have a gap, and the next batch would repeat one.',
    ],
  ]),
  ...plantedIn('sql', `${LAWS}/create-transactions.sql`, BOTH_WAYS, [
    [
      'a-draft-is-recorded-as-approved',
      '\'{"status":"APPROVED"}\'\n      WHERE s.transaction_status = \'APPROVED\'',
      '\'{"status":"APPROVED"}\'',
      'The history of a draft would say that someone has approved it.',
    ],
    [
      'events-are-never-sent',
      "w.record_status = 'active') THEN",
      "w.record_status = 'none') THEN",
      'Webhook subscribers would not be notified of new documents.',
    ],
    [
      'a-rate-that-jumps-is-not-recorded',
      " || coalesce(c.also, '{}')",
      '',
      'An auditor would not find that a document stated a rate far from the table.',
    ],
  ]),
  ...plantedIn('sql', `${LAWS}/approve-transactions.sql`, APPROVING, [
    [
      'what-changed-meanwhile-is-approved',
      ' AND t.version = a.version',
      '',
      'A document would be approved with the entry of lines that its author has replaced.',
    ],
    [
      'a-changed-entry-is-not-written',
      'IF cardinality(p_changed) > 0 THEN',
      'IF false THEN',
      'An approved document would post to an account that the posting rules no longer name.',
      { tests: ['e2e/ledger/evidence/approved-entries.test.ts'] },
    ],
    [
      'approvals-are-never-sent',
      "w.record_status = 'active') THEN",
      "w.record_status = 'none') THEN",
      'Webhook subscribers would not be notified of approvals.',
    ],
    [
      'the-approver-submits-what-was-submitted',
      "submitted_by = CASE t.transaction_status WHEN 'DRAFT' THEN a.approver_id ELSE t.submitted_by END",
      'submitted_by = a.approver_id',
      'The history would say that the approver had submitted the document.',
    ],
  ]),
  ...plantedIn('usecases', 'src/usecases/transactions/posting/check-approvals.ts', APPROVING, [
    [
      'the-stored-entry-always-stays',
      'isSameEntry(document.impact, impact) ? null : impact',
      'null',
      'A changed posting rule would not reach open documents.',
      { tests: ['e2e/ledger/evidence/approved-entries.test.ts'] },
    ],
    [
      'entries-are-always-written-again',
      'isSameEntry(document.impact, impact) ? null : impact',
      'impact',
      'Approving would replace the lines of every entry, most of them by the same.',
    ],
  ]),
  ...plantedIn('sql', `${LAWS}/recorded-document.sql`, BOTH_WAYS, [
    [
      'the-record-loses-the-memo',
      "'memo', d.memo, ",
      '',
      'A change of the memo would look like its first entry.',
    ],
    [
      'the-record-is-in-local-time',
      "p_moment AT TIME ZONE 'utc'",
      "p_moment AT TIME ZONE 'Asia/Tokyo'",
      'The history would say that a document was approved nine hours later than it was.',
    ],
  ]),
  ...plantedIn('sql', `${LAWS}/insert-transaction-parts.sql`, LIFE, [
    [
      'entries-to-come-lose-their-base-amounts',
      'i.base_debit, i.base_credit, i.class_id',
      'i.debit, i.credit, i.class_id',
      'A document in euros would be posted as if a euro were a dollar.',
    ],
    [
      'entries-to-come-lose-their-department',
      'i.base_debit, i.base_credit, i.class_id, i.department_id',
      'i.base_debit, i.base_credit, i.class_id, NULL',
      'Reports by department would miss what the documents say.',
    ],
    [
      'lines-lose-their-department',
      'l.item_id, l.class_id, l.department_id',
      'l.item_id, l.class_id, NULL',
      'A document would not show the department that was entered.',
    ],
  ]),
  ...plantedIn('sql', `${LAWS}/replace-transaction-parts.sql`, LIFE, [
    [
      'approving-deletes-the-lines',
      'IF p_lines IS NOT NULL THEN',
      'IF true THEN',
      'A document whose entry is computed again would lose the lines it is computed from.',
      { tests: ['src/usecases/transactions/posting/approved-entry.db.test.ts'] },
    ],
    [
      'an-edited-document-keeps-its-old-entry',
      'DELETE FROM transaction_impact_lines i WHERE i.organization_id = daybook_organization() AND i.transaction_id = ANY (p_ids);',
      '',
      'An edit would fail, or the document would be posted with the entry from before.',
    ],
  ]),
  ...plantedIn(
    'sql',
    `${LAWS}/list-unposted.sql`,
    ['e2e/ledger/closing/unposted.test.ts'],
    [
      [
        'what-waits-is-not-listed',
        'SELECT n.organization_id, n.id FROM new_documents n WHERE n.ledger_entry_id IS NULL;',
        'SELECT n.organization_id, n.id FROM new_documents n WHERE n.ledger_entry_id IS NOT NULL;',
        'No one would find the documents that wait for approval.',
      ],
    ],
  ),
  ...plantedIn('sql', `${LAWS}/verdict.sql`, LIFE, [
    [
      'entries-bear-the-other-currency',
      'currency_code text, base_currency_code text',
      'base_currency_code text, currency_code text',
      'The entry of an invoice in euros would say that it is in dollars.',
    ],
  ]),
  ...plantedIn('sql', `${LAWS}/verdict-detail.sql`, SMALL, [
    [
      'differences-have-the-wrong-sign',
      "'difference', (p_debits - p_credits)::text",
      "'difference', (p_credits - p_debits)::text",
      'An accountant would correct the entry on the wrong side.',
    ],
  ]),
  ...plantedIn(
    'sql',
    `${LAWS}/refuse-posted-line-change.sql`,
    ['e2e/ledger/evidence/immutability.test.ts'],
    [
      [
        'posted-lines-are-deleted',
        'CREATE TRIGGER business_transaction_lines_delete AFTER DELETE ON business_transaction_lines\n  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION daybook_refuse_posted_line_change();',
        '',
        'A posted invoice could lose the lines it was posted for.',
      ],
    ],
  ),
  ...plantedIn(
    'sql',
    'prisma/migrations/20261229010000_lines_by_what_they_name/migration.sql',
    ['e2e/ledger/removals.test.ts'],
    [
      [
        'lines-are-not-summarized-by-their-class',
        '    class_id uuid_bloom_ops (n_distinct_per_range = 200),\n',
        '',
        'Removing a class would read every line there is.',
      ],
      [
        'documents-are-not-summarized-by-their-type',
        ',\n    transaction_type_id uuid_bloom_ops (n_distinct_per_range = 32)',
        '',
        'Removing a type would read every document there is.',
      ],
    ],
  ),
];
