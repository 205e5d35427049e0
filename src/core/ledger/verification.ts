/** Every check of the books that Verify runs, in the order it shows them: what it says when it holds, and where to look. */
export const CHECKS = [
  { check: 'UNBALANCED_ENTRIES', says: 'Every entry has its lines and balances', place: 'entries' },
  { check: 'LINES_OF_ENTRIES', says: 'Lines agree with their entry, period and account', place: 'entries' },
  { check: 'BASE_AMOUNTS', says: 'In base currency, amounts equal their carrying amounts', place: 'entries' },
  {
    check: 'BALANCES',
    says: 'Account balances equal the sums of their lines',
    place: 'reports/trial-balance',
  },
  {
    check: 'DIMENSION_BALANCES',
    says: 'Dimension balances equal the sums of their lines',
    place: 'reports/trial-balance',
  },
  { check: 'DEBITS_EQUAL_CREDITS', says: 'Debits equal credits', place: 'reports/trial-balance' },
  { check: 'MIRRORED_REVERSALS', says: 'Every reversal mirrors its entry line by line', place: 'entries' },
  { check: 'ENTRY_SOURCES', says: 'Every entry has its source', place: 'entries' },
  {
    check: 'ENTRY_NUMBERS',
    says: 'Entry numbers have no gaps, and each was assigned by its series',
    place: 'entries',
  },
  { check: 'ENTRIES_BY_DAY', says: 'Counts of entries by day equal the entries', place: 'entries' },
  { check: 'NUMBERS', says: 'Transaction numbers run without gaps', place: 'transactions' },
  { check: 'PERIODS', says: 'Fiscal periods follow each other without gaps', place: 'periods' },
  { check: 'DOCUMENTS_WITHOUT_ENTRY', says: 'Every posted document has its entry', place: 'transactions' },
  {
    check: 'DOCUMENT_ENTRIES',
    says: 'Every document’s entry is the one it showed before posting',
    place: 'transactions',
  },
  { check: 'DOCUMENT_TOTALS', says: 'Document totals equal the sums of their lines', place: 'transactions' },
  { check: 'APPLIED_AMOUNTS', says: 'Applied amounts equal the applications', place: 'payments' },
  {
    check: 'APPLICATIONS',
    says: 'Applications join posted documents of one counterparty',
    place: 'payments',
  },
  { check: 'SETTLEMENTS', says: 'Settlements use the carrying amounts of both sides', place: 'payments' },
  {
    check: 'DOCUMENT_STATUS',
    says: 'The status of every document agrees with its history',
    place: 'transactions',
  },
  {
    check: 'DOCUMENTS_BY_DAY',
    says: 'Counts and totals of documents by day equal the documents',
    place: 'transactions',
  },
  {
    check: 'INTERCOMPANY',
    says: 'Documents between subsidiaries agree with their mirrors',
    place: 'reports/intercompany',
  },
  { check: 'CONTROL_TIE_OUT', says: 'Control accounts equal their subledgers', place: 'reports/aging' },
  { check: 'REVENUE_TIE_OUT', says: 'Revenue contracts reconcile to the ledger', place: 'revenue/reports' },
  {
    check: 'REVENUE_CONTRACTS',
    says: 'Allocations, bookings and positions of contracts add up',
    place: 'revenue',
  },
  {
    check: 'REVENUE_ENTRIES',
    says: 'Posted revenue is in the entry and the run that posted it',
    place: 'revenue/runs',
  },
  { check: 'REVENUE_MONTHS', says: 'Monthly revenue equals the rows it sums', place: 'revenue/reports' },
  { check: 'REVENUE_FACTS', says: 'Facts of contracts are numbered without gaps', place: 'revenue' },
  { check: 'CONTRACT_COSTS', says: 'Contract costs equal their posted amortization', place: 'revenue' },
  {
    check: 'CONTRACT_INTEREST',
    says: 'Interest accrued on contracts equals its entries and the changes of their positions',
    place: 'revenue',
  },
  {
    check: 'CONTRACT_CARRIED',
    says: 'What contracts carry in a foreign currency equals its entries and their corrections',
    place: 'revenue',
  },
  { check: 'RECLASSIFICATIONS', says: 'Noncurrent portions equal their entries', place: 'revenue/reports' },
  { check: 'REVALUATIONS', says: 'Revaluations equal their entries', place: 'periods' },
  { check: 'RATE_CORRECTIONS', says: 'Corrections of exchange rates equal their entries', place: 'setup' },
  {
    check: 'SOURCE_ORDERS',
    says: 'Counts of orders by source and by file equal the orders',
    place: 'order-sources',
  },
  { check: 'RECORD_COUNTS', says: 'Numbers of records equal the records', place: 'audit' },
  {
    check: 'COMMITMENTS',
    says: 'Committed amounts by cost code equal the commitments',
    place: 'projects',
  },
  { check: 'REFERENCES', says: 'Every reference leads to a record', place: 'audit' },
  { check: 'AUDIT_OF_POSTINGS', says: 'Every posting is in the audit trail', place: 'audit' },
  { check: 'AUDIT_CHAIN', says: 'The audit chain is intact', place: 'audit' },
  { check: 'SECURITY_CHAIN', says: 'The security log is unchanged since it was sealed', place: 'security' },
  {
    check: 'LEDGER_CHAIN',
    says: 'Entries, lines and documents are unchanged since they were sealed',
    place: 'entries',
  },
  { check: 'KEPT_HEAD', says: 'The chains contain the heads kept elsewhere, if given', place: 'audit' },
] as const;

export type CheckName = (typeof CHECKS)[number]['check'];

/**
 * How much a verification reads. WHOLE: everything. SINCE: what came after the point up to which the books were last found sound, which it
 * takes as it is.
 */
export const VERIFY_EXTENTS = ['WHOLE', 'SINCE'] as const;
export type VerifyExtent = (typeof VERIFY_EXTENTS)[number];

/** The checks that a verification since a point makes, each on what is new; the others are made only by a full one. */
export const CHECKED_SINCE: ReadonlySet<CheckName> = new Set<CheckName>([
  'UNBALANCED_ENTRIES',
  'LINES_OF_ENTRIES',
  'BASE_AMOUNTS',
  'BALANCES',
  'DEBITS_EQUAL_CREDITS',
  'MIRRORED_REVERSALS',
  'ENTRY_SOURCES',
  'ENTRY_NUMBERS',
  'PERIODS',
  'DOCUMENTS_WITHOUT_ENTRY',
  'DOCUMENT_ENTRIES',
  'DOCUMENT_TOTALS',
  'CONTROL_TIE_OUT',
  'REVENUE_TIE_OUT',
  'AUDIT_OF_POSTINGS',
  'AUDIT_CHAIN',
  'SECURITY_CHAIN',
  'LEDGER_CHAIN',
  'KEPT_HEAD',
]);

/** The checks that may fail because of sums that are mended (`verify.mend`). */
export const MENDED_CHECKS: ReadonlySet<CheckName> = new Set<CheckName>([
  'APPLICATIONS',
  'BALANCES',
  'DOCUMENTS_BY_DAY',
  'ENTRIES_BY_DAY',
  'RECORD_COUNTS',
]);
