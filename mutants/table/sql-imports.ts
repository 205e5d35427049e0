import { type Mutant, plantedIn } from '../mutant';

const LAWS = 'prisma/sql/documents';
const PLAIN = ['src/usecases/imports/load-plain-journals.db.test.ts'];
const SAME = { title: 'what making them one at a time leaves' } as const;

/** Entries of files, and reversals, made in sets. */
export const SQL_IMPORTS: readonly Mutant[] = [
  ...plantedIn('sql', `${LAWS}/load-journals.sql`, PLAIN, [
    [
      'plain-rows-are-not-counted-as-imported',
      'i.imported_count + CASE WHEN v_checks THEN 0 ELSE c.judged END',
      'i.imported_count',
      'A finished import would report nothing created for rows whose entries are in the ledger.',
      SAME,
    ],
    [
      'plain-entries-need-no-second-person',
      "IF v_actor IS NOT NULL AND (SELECT o.segregation_of_duties = 'enforce'",
      "IF false AND (SELECT o.segregation_of_duties = 'enforce'",
      'An import would post what a second person has to approve.',
      {
        tests: [
          'src/usecases/imports/import-journals.db.test.ts',
          'src/usecases/imports/approve-import.db.test.ts',
        ],
      },
    ],
  ]),
  ...plantedIn('sql', `${LAWS}/read-journals.sql`, PLAIN, [
    [
      'plain-lines-go-to-inactive-accounts',
      " AND a.record_status = 'active'\n      AND NOT EXISTS",
      '\n      AND NOT EXISTS',
      'An import would post to an account that was withdrawn.',
      SAME,
    ],
    [
      'plain-lines-lack-required-dimensions',
      ' AND a.dimensions <@ daybook_carried_dimensions(c.o_id, d.o_id, l.o_id, NULL)',
      '',
      'An import would post travel costs without a department.',
      SAME,
    ],
  ]),
  ...plantedIn('sql', `${LAWS}/judge-journals.sql`, PLAIN, [
    [
      'plain-entries-need-not-balance',
      ' AND sum(l.amount) = 0 AND',
      ' AND',
      'A file whose debits and credits differ would be stored as a document that can never be posted.',
      SAME,
    ],
    [
      'plain-entries-go-into-closed-periods',
      "(q.effective_status = 'OPEN' AND",
      '(true AND',
      'An import would change a month after its figures were reported.',
      SAME,
    ],
    [
      'plain-entries-of-the-day-after-the-next-thirty',
      '::date + 30)',
      '::date + 31)',
      'An import would post without confirmation what everyone else has to confirm as far in the future.',
      SAME,
    ],
    [
      'plain-entries-in-any-currency',
      'WHERE u.currency IS NULL OR u.currency = p.base_currency',
      'WHERE true',
      'An amount in euros would be posted as the same number of dollars.',
      SAME,
    ],
  ]),
  ...plantedIn('sql', `${LAWS}/store-journals.sql`, PLAIN, [
    [
      'plain-entries-are-posted-the-wrong-way-round',
      'l.currency, l.debit, l.credit, l.debit, l.credit,\n        l.class_id',
      'l.currency, l.credit, l.debit, l.credit, l.debit,\n        l.class_id',
      'Every expense of an imported file would be posted as income.',
      SAME,
    ],
  ]),
  ...plantedIn('sql', `${LAWS}/record-journals.sql`, PLAIN, [
    [
      'plain-entries-leave-no-trace',
      'SELECT 3, \'gl.transaction.post\', \'{"status":"APPROVED"}\'',
      'SELECT 3, \'gl.transaction.approve\', \'{"status":"APPROVED"}\'',
      'The audit trail would not say who posted an imported document.',
      SAME,
    ],
    [
      'events-of-files-are-never-sent',
      "w.record_status = 'active') THEN\n    RETURN",
      "w.record_status = 'none') THEN\n    RETURN",
      'Subscribers would not be notified of imported documents.',
      { title: 'leaves no events while no one subscribes' },
    ],
  ]),
  ...plantedIn('sql', 'prisma/sql/structure/named.sql', PLAIN, [
    [
      'a-name-shared-by-two-is-anyone',
      ' GROUP BY 1 HAVING count(*) = 1',
      ' GROUP BY 1',
      'Costs would be booked to one of two departments with the same name.',
      SAME,
    ],
  ]),
  ...plantedIn(
    'sql',
    `${LAWS}/judge-reversals.sql`,
    ['e2e/ledger/many-at-once.test.ts'],
    [
      [
        'what-cannot-be-reversed-is-called-reversed',
        ' AND t.reverses_transaction_id IS NULL\n             AND t.applied_amount = 0 AND EXISTS',
        ' AND EXISTS',
        'A settled invoice named twice would be reported as reversed, and no one would unapply its payment.',
        { tests: ['e2e/ledger/many-at-once.test.ts'], title: 'gives each the verdict' },
      ],
    ],
  ),
  ...plantedIn(
    'sql',
    `${LAWS}/reversal.sql`,
    ['e2e/ledger/many-at-once.test.ts'],
    [
      [
        'numbers-of-reversals-are-cut-short',
        'number text,',
        'number character(8),',
        'Two reversals of a year would have the same number, and the second could not be stored.',
      ],
    ],
  ),
];
