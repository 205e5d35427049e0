import { type Mutant, plantedIn } from '../mutant';

const LAWS = 'prisma/sql/documents';

/** Reversing documents in the database. */
export const SQL_REVERSALS: readonly Mutant[] = [
  ...plantedIn(
    'sql',
    `${LAWS}/reverse-transactions.sql`,
    ['e2e/contracts/c/transactions-reverse.test.ts', 'e2e/ledger/lifecycle.test.ts'],
    [
      [
        'reversing-without-the-lock-against-closing',
        "PERFORM pg_advisory_xact_lock_shared(hashtextextended('periods:' || v_org::text, 0));",
        '',
        'A reversal in progress could end up in a period that is already closed.',
        { tests: ['e2e/ledger/closing/closing-races.test.ts'] },
      ],
      [
        'reversing-locks-no-document',
        't.id = ANY (p_ids) ORDER BY t.id FOR NO KEY UPDATE;',
        't.id = ANY (p_ids);',
        'One document could be reversed twice at the same time.',
        {
          survives:
            'The use-case locks the document before the call (lockTransactions); this lock is for a caller that does not.',
        },
      ],
      [
        'a-reversal-repeats-the-entry',
        'l.credit, l.debit, l.base_credit, l.base_debit, l.class_id, l.department_id, l.location_id, l.project_id,\n              l.entity_type',
        'l.debit, l.credit, l.base_debit, l.base_credit, l.class_id, l.department_id, l.location_id, l.project_id,\n              l.entity_type',
        'A reversal would double the balances instead of reversing them.',
        { tests: ['e2e/contracts/c/transactions-reverse.test.ts', 'e2e/ledger/histories.test.ts'] },
      ],
    ],
  ),
  ...plantedIn(
    'sql',
    `${LAWS}/judge-reversals.sql`,
    ['e2e/contracts/c/transactions-reverse.test.ts', 'e2e/ledger/lifecycle.test.ts'],
    [
      [
        'settled-documents-are-reversed',
        ' OR f.applied_amount <> 0\n        THEN',
        ' THEN',
        'A payment would stay applied to a reversed invoice.',
        { tests: ['e2e/ledger/settlement/settlement.test.ts', 'e2e/ledger/settlement/unapplied.test.ts'] },
      ],
      [
        'reversals-are-reversed',
        'OR f.is_again OR f.reverses_transaction_id IS NOT NULL OR',
        'OR f.is_again OR',
        'Reversing a reversal would restore an entry without approval.',
      ],
      [
        'reversals-before-the-posting',
        'WHEN f.date < f.posting_date THEN',
        'WHEN false THEN',
        'A reversal could be dated in a month in which there was nothing to reverse.',
      ],
      [
        'reversals-into-soft-closed-periods-in-the-database',
        "WHEN f.period_id IS NULL OR f.period_status <> 'OPEN' THEN",
        "WHEN f.period_id IS NULL OR f.period_status NOT IN ('OPEN', 'SOFT_CLOSED') THEN",
        'A soft-closed month would change after its figures were reported.',
        { tests: ['e2e/ledger/closing/periods.test.ts'] },
      ],
      [
        'a-document-named-twice-is-reversed-twice',
        "array_position(p_ids, a.id) < a.ord AND t.transaction_status = 'POSTED'",
        'false',
        'A set that names a document twice would write two reversals of one entry.',
        { tests: ['e2e/ledger/many-at-once.test.ts'] },
      ],
    ],
  ),
  ...plantedIn(
    'sql',
    `${LAWS}/store-reversals.sql`,
    ['e2e/ledger/lifecycle.test.ts', 'e2e/ledger/reversals.test.ts'],
    [
      [
        'mirrors-show-another-entry-than-they-post',
        'l.line_number, l.line_number, l.account_id, l.credit, l.debit, l.base_credit, l.base_debit,',
        'l.line_number, l.line_number, l.account_id, l.debit, l.credit, l.base_debit, l.base_credit,',
        'A reversal would show the impact of the original and post the opposite.',
        { tests: ['e2e/ledger/reversals.test.ts'] },
      ],
    ],
  ),
];
