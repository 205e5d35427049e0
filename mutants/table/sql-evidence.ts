import { type Mutant, plantedIn } from '../mutant';

const LEDGER = 'prisma/sql/ledger';
const RACES = ['e2e/hostile/deletion-races.test.ts'];
const EVIDENCE = ['e2e/hostile/evidence.test.ts'];
const AUDIT_SEALS = ['e2e/hostile/audit-seals.test.ts'];

/** The chain over the ledger, and references that lead nowhere. */
export const SQL_EVIDENCE: readonly Mutant[] = [
  ...plantedIn('sql', `${LEDGER}/entry-digests.sql`, EVIDENCE, [
    [
      'seals-leave-out-who-posted',
      'x.memo, x.posted_by, x.created_at)',
      'x.memo, x.created_at)',
      'The person who posted an entry could be replaced without a trace.',
    ],
    [
      'seals-leave-out-lines',
      "coalesce(l.facts, '')",
      "''",
      'Lines and balances could be changed together without a trace.',
    ],
    [
      'seals-leave-out-documents',
      "coalesce(d.facts, '')",
      "''",
      'A posted document could be changed without a trace.',
    ],
    [
      'seals-leave-out-the-words-of-a-line',
      'y.line_type, y.description, y.quantity',
      'y.line_type, y.quantity',
      'What was sold could be described differently after it was posted.',
    ],
  ]),
  ...plantedIn('sql', `${LEDGER}/entry-digests.sql`, AUDIT_SEALS, [
    [
      'seals-cover-the-lines-of-a-document-in-any-order',
      "y.project_id)::text, '' ORDER BY y.line_number), '')",
      "y.project_id)::text, '' ORDER BY y.line_number DESC), '')",
      'Every entry that was sealed before would seem to have been changed.',
    ],
  ]),
  ...plantedIn('sql', 'prisma/sql/platform/audit-text.sql', AUDIT_SEALS, [
    [
      'a-name-with-a-quote-is-sealed-differently',
      "coalesce(to_json(a.actor_name)::text, 'null')",
      "coalesce('\"' || a.actor_name || '\"', 'null')",
      'Rows that were sealed before would seem to have been changed.',
    ],
    [
      'seals-leave-out-what-a-row-was-before',
      "coalesce(a.before::text, 'null')",
      "'null'",
      'What a record was before a change could be rewritten without a trace.',
    ],
  ]),
  ...plantedIn('sql', 'prisma/sql/platform/hold-sealed-rows.sql', AUDIT_SEALS, [
    [
      'a-seal-of-nothing-is-stored',
      'CREATE TRIGGER audit_seals_hold_rows AFTER INSERT ON audit_seals\n  REFERENCING NEW TABLE AS new_seals FOR EACH STATEMENT EXECUTE FUNCTION daybook_hold_sealed_rows();',
      '',
      'The chain could go on over rows that never were.',
    ],
    [
      'a-seal-names-a-row-of-another-organization',
      'WHERE a.organization_id = s.organization_id AND a.id = s.audit_id',
      'WHERE a.id = s.audit_id',
      'The trail of one organization would rest on a row of another, which may move to another server.',
    ],
  ]),
  ...plantedIn('sql', 'prisma/sql/platform/verify-audit.sql', AUDIT_SEALS, [
    [
      'a-removed-row-verifies-as-an-empty-one',
      'CASE WHEN a.id IS NOT NULL THEN daybook_audit_text(a) END',
      'daybook_audit_text(a)',
      'A row could be removed from the trail by whoever calculates its seals again, as if it had held nothing.',
    ],
  ]),
  ...plantedIn('sql', `${LEDGER}/ledger-seal-hash.sql`, EVIDENCE, [
    [
      'a-seal-forgets-its-digests',
      "|| ':', 'UTF8') || p_digests",
      "|| ':', 'UTF8')",
      'The digest of a changed entry could be replaced in its seal.',
    ],
    [
      'a-seal-forgets-the-one-before',
      'p_previous || p_fiscal_year',
      "'' || p_fiscal_year",
      'Earlier seals could be rebuilt, and a kept head would still be found.',
    ],
  ]),
  ...plantedIn('sql', `${LEDGER}/seal-ledger.sql`, EVIDENCE, [
    [
      'an-entry-is-never-sealed',
      'SELECT c.fiscal_year, c.next_value - 1 AS newest',
      'SELECT c.fiscal_year, c.next_value - 2 AS newest',
      'The newest entry of each year would stay outside of the chain.',
    ],
  ]),
  ...plantedIn('sql', `${LEDGER}/verify-ledger-seals.sql`, EVIDENCE, [
    [
      'a-missing-ledger-seal-goes-unnoticed',
      'r.sequence = v_expected AND r.previous_hash = v_before AND r.first_number = r.expected_first',
      'true',
      'A seal could be removed from the middle of the chain.',
    ],
    [
      'digests-are-not-compared',
      'd.o_digest IS DISTINCT FROM substring',
      'd.o_digest IS NULL AND d.o_digest IS DISTINCT FROM substring',
      'A changed entry would pass verification.',
    ],
  ]),
  ...plantedIn('sql', `${LEDGER}/verify-numbers.sql`, EVIDENCE, [
    [
      'a-removed-entry-is-not-missed',
      '::bigint - entries.numbered, entries.n',
      '::bigint - entries.n, entries.n',
      'A removed entry could be replaced by one under a number that was never assigned.',
    ],
    [
      'a-number-beyond-the-series-passes',
      'BETWEEN 1 AND s.newest',
      '>= 1',
      'An entry under a number that was never assigned would pass verification.',
    ],
  ]),
  ...plantedIn(
    'sql',
    'prisma/sql/platform/dangling-references.sql',
    ['e2e/hostile/dangling.test.ts'],
    [
      [
        'references-to-customers-are-not-checked',
        "('CUSTOMER', 'customers'), ",
        '',
        'A document of a customer that no longer exists would pass verification.',
      ],
      [
        'no-reference-is-looked-at',
        'CONTINUE WHEN NOT v_filled;',
        'CONTINUE;',
        'Rows that refer to what does not exist would pass verification.',
      ],
      [
        'lists-of-ids-are-not-checked',
        "('companies', 'subsidiary_ids', 'subsidiaries'), ",
        '',
        'A company could name a subsidiary that does not exist.',
      ],
    ],
  ),
  ...plantedIn('sql', 'prisma/sql/documents/hold-entity.sql', RACES, [
    [
      'documents-name-the-deleted',
      'business_transactions_hold_new_entities AFTER INSERT',
      'business_transactions_hold_new_entities AFTER UPDATE',
      'A document could be saved for a customer deleted at the same moment.',
      { title: 'a document waits for the deletion' },
    ],
    [
      'documents-are-given-to-the-deleted',
      'WHEN (new.entity_id IS NOT NULL AND',
      'WHEN (false AND',
      'A document could be moved to a customer deleted at the same moment.',
      { title: 'a deletion waits for the document' },
    ],
  ]),
  ...plantedIn('sql', 'prisma/sql/documents/hold-impact-accounts.sql', RACES, [
    [
      'drafts-will-post-to-the-deleted',
      'IF v_found < cardinality(n.accounts) THEN',
      'IF false THEN',
      'A draft could be saved that will post to an account deleted at the same moment.',
      {
        survives:
          'The account of a line is also held by its foreign key; only one that comes from a rule changed at the same moment is held here alone.',
      },
    ],
  ]),
  ...plantedIn('sql', 'prisma/sql/structure/hold-listed.sql', RACES, [
    ...['budget_lines', 'companies', 'memberships', 'api_clients'].map(
      (table) =>
        [
          `${table.replace('_', '-')}-list-what-is-not-there`,
          `CREATE TRIGGER ${table}_hold_listed BEFORE INSERT OR UPDATE OF`,
          `CREATE TRIGGER ${table}_hold_listed BEFORE DELETE OR UPDATE OF organization_id,`,
          'A list of ids could name a record deleted at the same moment.',
        ] as const,
    ),
    [
      'listed-accounts-are-deleted',
      'CREATE TRIGGER accounts_listed BEFORE DELETE ON accounts',
      'CREATE TRIGGER accounts_listed BEFORE UPDATE ON accounts',
      'An account of a budget could be deleted.',
    ],
    [
      'accounts-are-removed-by-a-plan-for-all',
      ' SET plan_cache_mode = force_custom_plan',
      '',
      'From the seventh account on, removing one would read the positions of all contracts.',
      { tests: ['e2e/ledger/removals.test.ts'] },
    ],
    [
      'lists-of-accounts-are-read-one-by-one',
      'AND x.account_ids @> ARRAY[OLD.id] HAVING count(*) > 0)',
      'AND OLD.id = ANY (x.account_ids))',
      'Removing an account would read every line of every budget.',
      { tests: ['e2e/ledger/removals.test.ts'] },
    ],
    [
      'listed-subsidiaries-are-deleted',
      'CREATE TRIGGER subsidiaries_listed BEFORE DELETE ON subsidiaries',
      'CREATE TRIGGER subsidiaries_listed BEFORE UPDATE ON subsidiaries',
      'A subsidiary to which a member is confined could be deleted.',
    ],
  ]),
];
