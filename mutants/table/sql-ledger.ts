import { type Mutant, plantedIn } from '../mutant';

const LAWS = 'prisma/sql/ledger';
const IMMUTABLE = ['e2e/ledger/evidence/immutability.test.ts'];

/** Entries, accounts, periods and the audit trail in the database. */
export const SQL_LEDGER: readonly Mutant[] = [
  ...plantedIn(
    'sql',
    `${LAWS}/period-key.sql`,
    ['src/db/laws/period-key.db.test.ts'],
    [
      [
        'a-part-of-a-month-is-called-the-month',
        'extract(day FROM p_start) = 1 AND ',
        '',
        'Revenue of the last weeks of a month would be planned and run under the name of the whole month.',
      ],
    ],
  ),
  ...plantedIn(
    'sql',
    `${LAWS}/append-entries.sql`,
    ['src/usecases/reports/show-trial-balance.db.test.ts', 'src/jobs/house-jobs.db.test.ts'],
    [
      [
        'appended-balances-forget-the-base',
        'base_debit = b.base_debit + excluded.base_debit, base_credit = b.base_credit + excluded.base_credit,\n    line_count',
        'line_count',
        'The balances of revenue and revaluation would differ from their lines in base currency.',
        {
          tests: [
            'e2e/revenue/histories/histories.test.ts',
            'e2e/ledger/histories.test.ts',
            'src/usecases/reports/show-trial-balance.db.test.ts',
          ],
        },
      ],
      [
        'appended-numbers-skip-one',
        'next_value = c.next_value + excluded.next_value - 1',
        'next_value = c.next_value + excluded.next_value',
        'Entry numbers would have gaps, which would have to be explained to an auditor.',
        {
          tests: [
            'e2e/revenue/histories/laws.test.ts',
            'e2e/ledger/histories.test.ts',
            'e2e/ledger/lifecycle.test.ts',
          ],
        },
      ],
    ],
  ),
  ...plantedIn(
    'sql',
    `${LAWS}/check-new-entries.sql`,
    ['src/db/ledger-references.db.test.ts', ...IMMUTABLE],
    [
      [
        'entries-without-lines',
        'IF v_empty THEN',
        'IF false THEN',
        'An entry number could exist without any lines.',
      ],
      [
        'entries-outside-their-period',
        'p.subsidiary_id = d.subsidiary_id AND d.posting_date BETWEEN p.start_date AND p.end_date',
        'p.subsidiary_id = d.subsidiary_id',
        'An entry dated in May could be counted in April.',
      ],
      [
        'entries-of-documents-that-are-not-there',
        'IF v_references THEN',
        'IF false THEN',
        'An entry could refer to a document or period that does not exist.',
      ],
    ],
  ),
  ...plantedIn(
    'sql',
    `${LAWS}/check-new-lines.sql`,
    ['src/db/ledger-references.db.test.ts', ...IMMUTABLE],
    [
      [
        'lines-are-added-later',
        'IF v_stray THEN',
        'IF false THEN',
        'Lines could be added to an entry that was posted last year.',
      ],
      [
        'lines-on-summary-accounts',
        'IF v_misplaced THEN',
        'IF false THEN',
        'A summary account would have a balance of its own.',
      ],
      [
        'lines-need-not-balance',
        'IF v_unbalanced OR v_suspect THEN',
        'IF false THEN',
        'An entry whose debits and credits differ could be stored.',
      ],
      [
        'lines-balance-in-base-only',
        'bool_or(n.debit <> n.credit OR n.lines < 2)',
        'bool_or(n.lines < 2)',
        'Ten euros could balance eleven.',
      ],
      [
        'dimension-balances-count-once',
        'debit = b.debit + excluded.debit, credit = b.credit + excluded.credit,\n      base_debit',
        'base_debit',
        'Reports by department would show only the first posting.',
        {
          tests: IMMUTABLE,
        },
      ],
    ],
  ),
  ...plantedIn('sql', `${LAWS}/refuse-unbalanced.sql`, IMMUTABLE, [
    [
      'one-currency-of-two-may-differ',
      'GROUP BY l.currency_code HAVING sum(l.debit) <> sum(l.credit))',
      'HAVING sum(l.debit) <> sum(l.credit))',
      'A hundred euros could balance a hundred dollars.',
    ],
  ]),
  ...plantedIn(
    'sql',
    `${LAWS}/refuse-unlock.sql`,
    ['e2e/ledger/closing/periods.test.ts'],
    [
      [
        'locked-periods-open-in-the-database',
        "OLD.period_status = 'LOCKED' AND NEW.period_status <> 'LOCKED'",
        'false',
        'Anyone with access to the tables could reopen a year that has been filed.',
      ],
    ],
  ),
  ...plantedIn(
    'sql',
    `${LAWS}/effective-period-status.sql`,
    ['src/db/laws/documents.db.test.ts'],
    [
      [
        'reopened-periods-stay-open-in-the-database',
        'p.reopened_until <= now()',
        'false',
        'A period reopened for a day would accept postings forever.',
      ],
    ],
  ),
  ...plantedIn(
    'sql',
    `${LAWS}/refuse-used-account.sql`,
    [
      'e2e/ledger/evidence/immutability.test.ts',
      'src/db/ledger-references.db.test.ts',
      'e2e/contracts/b/trees-and-codes.test.ts',
    ],
    [
      [
        'accounts-with-lines-become-headings',
        "(TG_OP = 'DELETE' OR NEW.is_summary AND NOT OLD.is_summary OR",
        "(TG_OP = 'DELETE' OR",
        'An account with postings could become a summary account, which shows no postings of its own.',
      ],
      [
        'accounts-with-lines-are-deleted',
        "(TG_OP = 'DELETE' OR NEW.is_summary",
        "(TG_OP = 'NOTHING' OR NEW.is_summary",
        'Ledger lines would refer to an account that no longer exists.',
      ],
      [
        'accounts-with-lines-stand-for-another-subledger',
        ' OR NEW.control_for IS DISTINCT FROM OLD.control_for)',
        ')',
        'A control account would carry postings that its subledger never made, and its sums by day of recording would lack them.',
      ],
    ],
  ),
  ...plantedIn(
    'sql',
    `${LAWS}/hold-postings.sql`,
    ['src/db/laws/documents.db.test.ts'],
    [
      [
        'accounts-are-withdrawn-under-a-posting',
        "PERFORM pg_advisory_xact_lock(hashtextextended('periods:' || OLD.organization_id::text, 0));",
        '',
        'A posting checked while an account was active could be written after it was taken out of use.',
      ],
    ],
  ),
  ...plantedIn(
    'sql',
    `${LAWS}/verify-ledger.sql`,
    ['src/jobs/house-jobs.db.test.ts'],
    [
      [
        'verify-forgets-the-balances',
        'IS DISTINCT FROM (b.debit, b.credit, b.base_debit, b.base_credit, b.n)',
        'IS DISTINCT FROM (l.debit, l.credit, l.base_debit, l.base_credit, l.n)',
        'A balance that differs from its lines would pass verification.',
      ],
      [
        'verify-forgets-unbalanced-entries',
        'HAVING sum(l.base_debit) <> sum(l.base_credit) OR count(*) < 2',
        'HAVING false',
        'Books with an unbalanced entry would pass verification.',
      ],
    ],
  ),
  ...plantedIn(
    'sql',
    'prisma/sql/platform/verify-audit.sql',
    ['src/jobs/house-jobs.db.test.ts'],
    [
      [
        'the-audit-chain-is-not-followed',
        'x.hash IS DISTINCT FROM x.expected_hash OR ',
        '',
        'A rewritten audit row would pass verification.',
      ],
      [
        'a-missing-seal-goes-unnoticed',
        ' OR x.sequence <> x.expected_sequence',
        '',
        'The last rows of the audit trail could be cut off.',
        {
          survives:
            'A seal removed from the middle also breaks the chain of hashes; at the end only a copy of the head kept elsewhere shows it, which is the purpose of the head.',
        },
      ],
    ],
  ),
  ...plantedIn(
    'sql',
    'prisma/sql/platform/seal-audit.sql',
    ['src/jobs/house-jobs.db.test.ts'],
    [
      [
        'rows-are-sealed-before-their-time',
        'AND a.inserted_in_transaction < CASE WHEN v_ask_all THEN 9223372036854775807 ELSE v_over END\n      AND (a.inserted_in_transaction < v_over OR a.inserted_in_transaction >= v_unborn)',
        '',
        'A row of a transaction that commits later would never be sealed.',
      ],
      [
        'a-sealed-row-of-another-server-is-sealed-again',
        'AND (SELECT s.audit_id FROM audit_seals s WHERE s.organization_id = v_org AND s.audit_id = a.id) IS NULL\n    ORDER BY',
        'AND (NOT v_ask_all AND a.inserted_in_transaction > v_from OR (SELECT s.audit_id FROM audit_seals s WHERE s.organization_id = v_org AND s.audit_id = a.id) IS NULL)\n    ORDER BY',
        'In a restored database sealing would stop forever once its transaction numbers reach those of sealed rows.',
      ],
    ],
  ),
  ...plantedIn('sql', 'prisma/sql/platform/refuse-change.sql', IMMUTABLE, [
    [
      'the-audit-log-can-be-changed',
      "'audit_log', 'audit_seals', 'ledger_entries'",
      "'audit_seals', 'ledger_entries'",
      'Anyone with access to the tables could rewrite who did what.',
    ],
    [
      'ledger-lines-can-be-changed',
      "'ledger_entries', 'ledger_lines', 'ledger_seals'",
      "'ledger_entries', 'ledger_seals'",
      'Anyone with access to the tables could rewrite the books.',
    ],
  ]),
  ...plantedIn(
    'sql',
    'prisma/sql/platform/touch.sql',
    ['src/db/tenancy.db.test.ts'],
    [
      [
        'versions-stand-still',
        'NEW.version := OLD.version + 1;',
        '',
        'If-Match would match a record that has changed.',
      ],
      [
        'updates-in-one-millisecond-look-alike',
        "greatest(clock_timestamp(), OLD.updated_at + interval '1 millisecond')",
        'OLD.updated_at',
        'Programs that fetch recent changes would miss some.',
      ],
    ],
  ),
  ...plantedIn(
    'sql',
    'prisma/sql/platform/keep-imported-row.sql',
    ['src/usecases/imports/run-import.db.test.ts'],
    [
      [
        'imported-rows-are-imported-again',
        "(old.row_state = 'IMPORTED'::text)",
        "(old.row_state = 'NEVER'::text)",
        'A row imported once could be imported a second time.',
      ],
      [
        'undone-rows-are-imported-again',
        "(new.row_state <> 'UNDONE'::text)",
        "(new.row_state <> 'NEVER'::text)",
        'An import could not be undone: its rows would stay imported.',
        { tests: ['src/usecases/cut-over/cut-over.db.test.ts'] },
      ],
    ],
  ),
  ...plantedIn(
    'sql',
    'prisma/sql/structure/refuse-delete-of-booked.sql',
    ['e2e/contracts/c/subsidiaries.test.ts', 'src/db/ledger-references.db.test.ts'],
    [
      [
        'subsidiaries-with-entries-are-deleted',
        "IF TG_TABLE_NAME = 'subsidiaries' AND EXISTS (",
        "IF TG_TABLE_NAME = 'nothing' AND EXISTS (",
        'Ledger entries would belong to a company that no longer exists.',
      ],
    ],
  ),
  ...plantedIn(
    'sql',
    'prisma/sql/sales/refuse-delete-of-used-entity.sql',
    [
      'e2e/contracts/b/customers.test.ts',
      'e2e/contracts/b/records.test.ts',
      'src/db/ledger-references.db.test.ts',
      'e2e/contracts/a/employees.test.ts',
    ],
    [
      [
        'customers-with-invoices-are-deleted',
        't.entity_id = OLD.id) THEN',
        'false) THEN',
        'Invoices would have no customer.',
      ],
    ],
  ),
  ...plantedIn(
    'sql',
    'prisma/sql/sales/date-subscription-moves.sql',
    ['src/usecases/subscriptions/subscription.db.test.ts', 'e2e/revenue/runs/behind-recurring.test.ts'],
    [
      [
        'subscriptions-end-without-a-date',
        'NEW.cancelled_at := now();',
        'NEW.cancelled_at := NULL;',
        'Recurring revenue would include customers who have left.',
        { tests: ['src/db/laws/platform.db.test.ts'] },
      ],
    ],
  ),
];
