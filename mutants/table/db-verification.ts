import { type Mutant, plantedIn } from '../mutant';

const VERIFICATION = 'src/db/reports/verification';
const PLANTED = ['e2e/ledger/evidence/planted.test.ts'];
const MENDED = ['e2e/ledger/evidence/mended-sums.test.ts'];
const AT_ONCE = ['e2e/ledger/settlement/settled-at-once.test.ts'];

/** Kept sums and counts against their rows, and documents that several callers settle at once. */
export const DB_VERIFICATION: readonly Mutant[] = [
  ...plantedIn('db', `${VERIFICATION}/verify-counts.ts`, PLANTED, [
    [
      'counts-of-documents-are-not-verified',
      'having sum(x.n) <> 0 or sum(x.total) <> 0',
      'having false',
      'A list would state a wrong total, and end before its last page, for good.',
    ],
    [
      'notes-of-documents-are-not-verified',
      '-x.document_count, -x.base_total from document_day_changes x',
      '0, 0 from document_day_changes x',
      'A note that was added twice would be in every total, and verification would say that the counts are right.',
    ],
    [
      'counts-of-counterparties-are-not-verified',
      'from parties p\n',
      'from (select * from parties limit 0) p\n',
      'The list of a customer with a third of all documents would state a wrong total for good.',
    ],
    [
      'counts-of-entries-are-not-verified',
      'x.period_id, x.source_kind having sum(x.n) <> 0',
      'x.period_id, x.source_kind having false',
      'The list of entries would state a wrong total for good.',
    ],
    [
      'entries-of-accounts-are-not-verified',
      'x.period_id, x.currency_code having sum(x.n) <> 0',
      'x.period_id, x.currency_code having false',
      'The pages of an account would miss entries, or end early.',
    ],
    [
      'numbers-may-count-as-added-before-they-are-assigned',
      'm.through_number >= coalesce(c.next_value, 1)',
      'false',
      'The next entries would be missing in every sum by day.',
    ],
    [
      'orders-by-state-are-not-verified',
      'having (sum(x.made), sum(x.waiting), sum(x.nothing)) is distinct from (0, 0, 0)',
      'having false',
      'A source would show orders that wait where none does.',
    ],
    [
      'orders-by-file-are-not-verified',
      'having sum(x.orders) <> 0 or sum(x.rows) <> 0',
      'having false',
      'A file would show rows that wait for a person where none does.',
    ],
  ]),
  ...plantedIn('db', `${VERIFICATION}/verify-revenue.ts`, PLANTED, [
    [
      'revenue-by-days-of-recording-is-not-verified',
      'x.recorded_on, x.effective_month\n    having (',
      'x.recorded_on, x.effective_month\n    having false and (',
      'Revenue as known at an earlier moment would be wrong, and nothing would contradict it.',
    ],
    [
      'deferred-revenue-is-verified-by-period-alone',
      'x.period_id, x.recorded_on having sum(x.amount) <> 0',
      'x.period_id having sum(x.amount) <> 0',
      'A roll-forward of an earlier moment would not reconcile, and a full verification would find nothing.',
    ],
  ]),
  ...plantedIn('db', 'src/db/stores/documents/transactions.ts', AT_ONCE, [
    [
      'documents-that-are-settled-are-not-locked',
      'id = any ($2::uuid[]) order by id for no key update',
      'id = any ($2::uuid[]) order by id',
      'Two payments at once would settle more of an invoice than it has.',
    ],
  ]),
  ...plantedIn('db', 'src/db/stores/documents/settlements.ts', AT_ONCE, [
    [
      'a-settlement-is-taken-back-twice',
      'where organization_id = $1::uuid and id = $2::uuid for update',
      'where organization_id = $1::uuid and id = $2::uuid',
      'Two callers who unapply a payment at once would open its invoice twice.',
    ],
  ]),
  ...plantedIn('sql', 'prisma/sql/documents/mend-counts.sql', MENDED, [
    [
      'mended-counts-of-documents-include-what-is-still-to-be-added',
      '-c.document_count, -c.base_total',
      '0, 0',
      'Mending would count what was written in the last seconds twice.',
    ],
    [
      'mended-counts-of-counterparties-include-what-is-still-to-be-added',
      'n.transaction_status, -u.n',
      'n.transaction_status, 0',
      'Mending would count the newest documents of a customer twice.',
    ],
  ]),
  ...plantedIn('sql', 'prisma/sql/documents/mend-spans.sql', MENDED, [
    [
      'mended-spans-include-what-is-still-to-be-added',
      '-c.item_count, -c.amount, -c.base',
      '0, 0, 0',
      'Mending would count the newest settlements twice in every aging of an earlier day.',
    ],
  ]),
  ...plantedIn('sql', 'prisma/sql/platform/mend-ledger-days.sql', MENDED, [
    [
      'mended-days-include-what-is-still-to-be-added',
      'NOT EXISTS (SELECT FROM tail t WHERE t.id = l.entry_id)',
      'true',
      'Mending would add the newest entries twice to every report of a day.',
    ],
  ]),
  ...plantedIn('sql', 'prisma/sql/platform/mend-ledger-sums.sql', MENDED, [
    [
      'mended-sums-by-dimension-include-what-is-still-to-be-added',
      'IS NOT NULL\n      AND NOT EXISTS (SELECT FROM tail t WHERE t.id = l.entry_id)',
      'IS NOT NULL',
      'Mending would add the newest entries twice to every statement of a department.',
    ],
    [
      'mended-subledgers-include-what-is-still-to-be-added',
      '-m.o_total, -m.o_discount',
      '0, 0',
      'The control accounts of an open period would not agree with their documents after mending.',
    ],
    [
      'mended-revenue-by-period-includes-what-is-still-to-be-added',
      ' AND NOT EXISTS (SELECT FROM tail t WHERE t.id = e.id)',
      '',
      'A close would find a difference between contracts and the ledger after mending.',
    ],
    [
      'mended-sums-between-companies-include-what-is-still-to-be-added',
      'l.entity_id IS NOT NULL\n        AND NOT EXISTS (SELECT FROM tail t WHERE t.id = l.entry_id)',
      'l.entity_id IS NOT NULL',
      'Companies would owe one another what was posted last twice.',
    ],
    [
      'sums-of-nothing-by-dimension-stay',
      'd.organization_id = v_org AND d.line_count = 0',
      'd.organization_id = v_org AND false',
      'An invented row would be counted among the lines of its day for good.',
    ],
  ]),
  ...plantedIn('sql', 'prisma/sql/platform/mend-record-counts.sql', MENDED, [
    [
      'mended-numbers-of-records-include-what-is-still-to-be-added',
      'c.state, -c.record_count',
      'c.state, 0',
      'Mending would count the newest customers twice.',
    ],
    [
      'numbers-of-records-are-mended-by-their-first-column-alone',
      "string_agg(format('x.%I::text', a.col), ', ' ORDER BY a.n)",
      "min(format('x.%I::text', a.col)) FILTER (WHERE a.n = 1)",
      'A list of contracts in draft would say that there are none after mending.',
    ],
  ]),
  ...plantedIn('usecases', 'src/usecases/verify/mend-sums.ts', MENDED, [
    [
      'mending-is-not-recorded',
      "if (Object.values(mended).some((wrong) => wrong !== '0'))",
      'if (mended === null)',
      'No one would ever learn that sums had been wrong.',
    ],
  ]),
];
