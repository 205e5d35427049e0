import { type Mutant, plantedIn } from '../mutant';

const LAWS = 'prisma/sql/documents';
const VERDICTS = ['e2e/ledger/evidence/verdicts.test.ts'];
const INTERCOMPANY = ['e2e/ledger/groups/intercompany.test.ts'];
const SAME = { title: 'give the same verdict' } as const;

/** Judging and posting documents in the database. */
export const SQL_DOCUMENTS: readonly Mutant[] = [
  ...plantedIn(
    'sql',
    `${LAWS}/sum-impact.sql`,
    ['e2e/ledger/evidence/verdicts.test.ts'],
    [
      [
        'control-accounts-take-journals-in-the-database',
        '(g.is_control AND NOT l.from_subledger)',
        'false',
        'A journal could move receivables away from the open invoices.',
      ],
    ],
  ),
  ...plantedIn('sql', `${LAWS}/judge-postings.sql`, VERDICTS, [
    [
      'far-future-is-31-days-in-the-database',
      'a.posting_date > p_today + 30',
      'a.posting_date > p_today + 31',
      'A date 31 days ahead would be posted without a warning.',
      { tests: ['e2e/ledger/far-future.test.ts'] },
    ],
    [
      'documents-post-without-approval',
      "WHEN f.status <> 'APPROVED' THEN",
      "WHEN f.status NOT IN ('APPROVED', 'DRAFT') THEN",
      'A draft could be posted.',
      SAME,
    ],
    [
      'a-document-twice-in-one-call-posts-twice',
      'WHEN f.ord <> array_position(p_ids, f.id) THEN',
      'WHEN false THEN',
      'A batch with the same document twice would post it twice.',
      {
        tests: [
          'e2e/contracts/c/transactions-additions.test.ts',
          'e2e/contracts/c/transactions-post.test.ts',
          'e2e/ledger/lifecycle.test.ts',
        ],
      },
    ],
    [
      'base-amounts-may-differ',
      ' OR f.base_debits <> f.base_credits THEN',
      ' THEN',
      'Entries of documents in foreign currency would not balance in base currency.',
      {
        survives:
          'Stored documents have balanced base amounts by construction (core/ledger/base-amounts), and the trigger on the lines refuses any others: the second of three guards.',
      },
    ],
    [
      'soft-closed-takes-everybody',
      "OR (f.period_status = 'SOFT_CLOSED' AND NOT f.may_soft) THEN",
      'THEN',
      'Soft-closing a month would have no effect.',
      { tests: ['e2e/ledger/closing/periods.test.ts'] },
    ],
    [
      'closed-periods-take-postings',
      "f.period_id IS NULL OR f.period_status IN ('CLOSED', 'LOCKED')",
      "f.period_id IS NULL OR f.period_status IN ('LOCKED')",
      'A closed month would change after its figures were reported.',
      { tests: ['e2e/ledger/closing/periods.test.ts'] },
    ],
    [
      'scope-is-not-judged',
      'WHEN f.scope IS NOT NULL AND NOT f.scope ? f.subsidiary_id::text THEN',
      'WHEN false THEN',
      'A caller confined to one subsidiary could post in all of them.',
      {
        tests: ['e2e/ledger/confined.test.ts'],
        survives:
          'Row security hides the documents of other subsidiaries from a confined caller before they are judged; this is the second of two guards.',
      },
    ],
    [
      'required-dimensions-are-not-required',
      'WHEN f.lacks_required THEN',
      'WHEN false THEN',
      'Reports by department would lack lines although the accounts require a department.',
      SAME,
    ],
    [
      'warnings-stop-nobody',
      "WHEN NOT f.override AND f.warnings <> '{}' THEN",
      'WHEN false THEN',
      'Credit limits and duplicates would be ignored without a warning.',
      SAME,
    ],
    [
      'everybody-posts-their-own',
      "WHEN (SELECT o.segregation_of_duties = 'enforce' FROM organizations o WHERE o.id = daybook_organization())",
      'WHEN false',
      'The author of a document could post it alone.',
      SAME,
    ],
    [
      'who-changed-it-may-post-it',
      'array_append(f.changed_by, f.created_by)',
      'ARRAY[f.created_by]',
      'The person who changed the amounts of a document could post it.',
      { tests: ['e2e/ledger/four-eyes.test.ts'] },
    ],
  ]),
  ...plantedIn('sql', `${LAWS}/exceeds-credit.sql`, VERDICTS, [
    [
      'payments-do-not-lower-what-is-owed',
      ' - o.base_total_amount * o.applied_amount / o.total_amount)',
      ')',
      'A customer who has paid half would still be treated as owing everything.',
      { tests: ['e2e/ledger/settlement/credit-limit.test.ts', 'src/db/laws/documents.db.test.ts'] },
    ],
    [
      'paid-invoices-are-still-owed',
      "o.transaction_status = 'POSTED'",
      "o.transaction_status IN ('POSTED', 'PAID')",
      'A customer who pays would still reach the limit.',
      {
        survives:
          'A paid document has no open amount: its total less the amount applied is zero, so including it adds nothing.',
      },
    ],
    [
      'every-invoice-of-a-customer-is-read',
      'AND o.applied_amount <> o.total_amount AND',
      'AND',
      'Each posting for a customer with a hundred thousand invoices would read all of them.',
      { tests: ['e2e/ledger/growth.test.ts'] },
    ],
  ]),
  ...plantedIn('sql', `${LAWS}/is-posted-twice.sql`, VERDICTS, [
    [
      'references-differ-by-blanks',
      "lower(btrim(o.reference_number))) = p_entity_id::text || ' ' || lower(btrim(p_reference))",
      "o.reference_number) = p_entity_id::text || ' ' || p_reference",
      'The same bill entered with an extra space would be paid twice.',
      { tests: ['src/db/laws/documents.db.test.ts'] },
    ],
  ]),
  ...plantedIn(
    'sql',
    `${LAWS}/same-reference.sql`,
    ['src/usecases/transactions/references/find-same-reference.db.test.ts'],
    [
      [
        'a-reference-being-entered-differs-by-blanks',
        "lower(btrim(o.reference_number))) = p_entity_id::text || ' ' || lower(btrim(p_reference))",
        "o.reference_number) = p_entity_id::text || ' ' || p_reference",
        'A bill that was entered in capital letters would not be noticed until the second one is posted.',
      ],
      [
        'withdrawn-documents-warn',
        'AND o.transaction_status = ANY (p_statuses)',
        '',
        'A bill that was canceled would be named as a duplicate of the one that replaces it.',
      ],
    ],
  ),
  ...plantedIn('sql', `${LAWS}/forbids-self-approval.sql`, VERDICTS, [
    [
      'the-threshold-itself-is-free',
      'p_amount >= coalesce',
      'p_amount > coalesce',
      'A document exactly at the threshold would need no second person.',
      { tests: ['src/db/laws/documents.db.test.ts'] },
    ],
  ]),
  ...plantedIn(
    'sql',
    `${LAWS}/person-behind.sql`,
    ['src/db/laws/documents.db.test.ts', 'e2e/ledger/four-eyes.test.ts'],
    [
      [
        'clients-of-clients-are-strangers',
        'c.depth < 8',
        'c.depth < 1',
        'A client issued by a person’s own client would count as someone else.',
      ],
    ],
  ),
  ...plantedIn(
    'sql',
    `${LAWS}/is-own-work.sql`,
    ['src/db/laws/documents.db.test.ts', 'e2e/ledger/four-eyes.test.ts'],
    [
      [
        'other-credentials-are-other-people',
        'daybook_person_behind(w.id) = daybook_person_behind(p_actor)',
        'w.id = p_actor',
        'A person could approve own work through an API client.',
      ],
    ],
  ),
  ...plantedIn('sql', `${LAWS}/posting-faults.sql`, VERDICTS, [
    [
      'inactive-accounts-are-called-control',
      "WHEN a.record_status <> 'active' THEN 'INACTIVE'",
      "WHEN false THEN 'INACTIVE'",
      'An accountant would be given the wrong reason and look in the wrong place.',
      { tests: ['src/db/laws/documents.db.test.ts'] },
    ],
  ]),
  ...plantedIn(
    'sql',
    `${LAWS}/post-transactions.sql`,
    ['e2e/ledger/histories.test.ts'],
    [
      [
        'posting-without-the-lock-against-closing',
        "v_locked := pg_advisory_xact_lock_shared(hashtextextended('periods:' || v_org::text, 0));",
        "v_locked := '';",
        'A posting in progress could end up in a period that is already closed.',
        { tests: ['e2e/ledger/closing/closing-races.test.ts'] },
      ],
      [
        'posting-locks-no-document',
        'PERFORM FROM business_transactions t WHERE t.organization_id = v_org AND t.id = ANY (p_ids) ORDER BY t.id FOR NO KEY UPDATE;',
        '',
        'Two callers could post one document at the same time.',
        { tests: ['e2e/ledger/races.test.ts'] },
      ],
      [
        'postings-are-reported-to-no-one',
        "WHERE EXISTS (SELECT FROM webhook_endpoints w WHERE w.organization_id = v_org AND w.record_status = 'active')",
        '',
        'Every posting would store an event that no one reads.',
        { tests: ['src/usecases/webhooks/events-for-subscribers.db.test.ts'] },
      ],
      [
        'balances-forget-the-credit',
        'debit = b.debit + excluded.debit, credit = b.credit + excluded.credit,',
        'debit = b.debit + excluded.debit,',
        'The trial balance would differ from the lines.',
      ],
      [
        'numbers-skip-one',
        'next_value = c.next_value + excluded.next_value - 1',
        'next_value = c.next_value + excluded.next_value',
        'Entry numbers would have gaps, which would have to be explained to an auditor.',
        { tests: ['e2e/contracts/c/transactions-post.test.ts'], title: 'gapless' },
      ],
      [
        'posting-is-not-audited',
        "'gl.transaction.post', 'transaction',",
        "'gl.transaction.posted', 'transaction',",
        'The person who posted a document could not be found by the verb.',
        { tests: ['e2e/ledger/races.test.ts'], title: 'posting one document' },
      ],
      [
        'posted-documents-keep-their-version',
        'posted_by = p_actor_ids[g.ord], version = t.version + 1,',
        'posted_by = p_actor_ids[g.ord],',
        'An edit begun before the posting would still match the version it read.',
        {
          survives:
            'The trigger business_transactions_touch increases the version in every change that did not: the second of two guards.',
        },
      ],
    ],
  ),
  ...plantedIn(
    'sql',
    `${LAWS}/refuse-posted-change.sql`,
    ['e2e/ledger/evidence/immutability.test.ts'],
    [
      [
        'posted-documents-are-deleted',
        "IF TG_OP = 'DELETE' THEN",
        'IF false THEN',
        'A posted invoice could vanish while its entry stays.',
      ],
      [
        'posted-memos-change',
        'NEW.is_adjustment, NEW.memo)',
        'NEW.is_adjustment, OLD.memo)',
        'A search for the memo of an entry would use the current memo of its document.',
        { tests: ['e2e/ledger/search/entry-search.test.ts'] },
      ],
      [
        'posted-totals-change',
        'NEW.total_amount,\n      NEW.base_total_amount, NEW.ledger_entry_id',
        'OLD.total_amount,\n      NEW.base_total_amount, NEW.ledger_entry_id',
        'A posted invoice would differ from its entry.',
        {
          survives:
            'The total follows from subtotal, tax and discount (business_transactions_total_ck), each of which is compared here.',
        },
      ],
    ],
  ),
  ...plantedIn(
    'sql',
    `${LAWS}/hold-line-references.sql`,
    ['e2e/ledger/evidence/immutability.test.ts'],
    [
      [
        'posted-lines-change',
        'WHERE t.ledger_entry_id IS NOT NULL AND',
        'WHERE t.ledger_entry_id IS NULL AND',
        'The lines of a posted invoice could be rewritten.',
      ],
      [
        'posted-documents-get-further-lines',
        'bool_or(held.ledger_entry_id IS NOT NULL)',
        'false',
        'A posted invoice could show lines that its entry does not have.',
      ],
      [
        'lines-come-later-than-what-was-stored-as-posted',
        ' AND l.cmin = t.stored_at',
        '',
        'An imported entry could get lines that its ledger entry does not have.',
        { tests: ['e2e/ledger/evidence/stored-posted.test.ts'] },
      ],
      [
        'what-posts-a-document-brings-it-lines',
        '(t.version = 1\n        AND',
        '(true\n        AND',
        'An approved invoice could get lines that no one approved, in the statement that posts it.',
        { tests: ['e2e/ledger/evidence/stored-posted.test.ts'] },
      ],
      [
        'lines-come-to-an-entry-that-was-there',
        'SELECT e.inserted_in_transaction = daybook_transaction_id() FROM ledger_entries e\n             WHERE',
        'SELECT true FROM ledger_entries e\n             WHERE',
        'A document could be stored as posted by an entry that another one made.',
        { tests: ['e2e/ledger/evidence/stored-posted.test.ts'] },
      ],
    ],
  ),
  ...plantedIn(
    'sql',
    `${LAWS}/check-document.sql`,
    ['e2e/ledger/evidence/immutability.test.ts', 'e2e/ledger/settlement/settlement.test.ts'],
    [
      [
        'totals-need-not-add-up',
        'WHEN NEW.total_amount <> NEW.subtotal_amount + NEW.tax_amount - NEW.discount_amount THEN',
        'WHEN false THEN',
        'A document whose total is not the sum of its parts could be stored.',
      ],
      [
        'more-is-settled-than-the-total',
        'abs(NEW.applied_amount) > abs(v_settles) OR ',
        '',
        'An invoice for 100 could be settled with 150.',
      ],
    ],
  ),
  ...plantedIn('sql', `${LAWS}/note-intercompany.sql`, INTERCOMPANY, [
    [
      'lines-for-a-sister-count-as-its-documents',
      'n.o_sister_id, n.o_by_account',
      'n.o_sister_id, false',
      'A bill of an outside vendor, partly for a sister, would be mirrored as an invoice of all of it.',
      { tests: ['e2e/ledger/groups/by-account.test.ts'] },
    ],
  ]),
  ...plantedIn(
    'sql',
    `${LAWS}/give-back-number.sql`,
    ['e2e/contracts/c/transactions-additions.test.ts', 'e2e/ledger/lifecycle.test.ts'],
    [
      [
        'numbers-in-use-are-given-back',
        'AND c.next_value = parts.m[3]::bigint + 1',
        '',
        'After an old draft is deleted, a later number could be assigned twice.',
        { tests: ['src/db/laws/documents.db.test.ts'] },
      ],
    ],
  ),
];
