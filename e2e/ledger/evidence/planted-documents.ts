import type { CheckName } from '@/core/ledger/verification';

/** What is planted, the tables it changes, the statement (`$org` is the organization) and the check that must find it. */
export type Plant = readonly [what: string, tables: string, statement: string, check: CheckName];
/** One row of a table, the first in the order of its key. */
export const one = (table: string, where: string, key = 'id') =>
  `organization_id = $org and ${key} = (select x.${key} from ${table} x where x.organization_id = $org and ${where} order by x.${key} limit 1)`;
export const nowhere = `'00000000-0000-4000-8000-00000000dead'`;

/** In the ledger, documents and settlements. */
export const DOCUMENT_PLANTS: readonly Plant[] = [
  // The ledger
  [
    'a balance of one unit more',
    'ledger_balances',
    `update ledger_balances set debit = debit + 1, base_debit = base_debit + 1 where organization_id = $org and debit > 0`,
    'BALANCES',
  ],
  [
    'a balance that is missing',
    'ledger_balances',
    `delete from ledger_balances where organization_id = $org and base_credit > 0`,
    'BALANCES',
  ],
  [
    'debits of one currency more than its credits, in lines and balances alike',
    'ledger_lines, ledger_balances',
    `with l as (update ledger_lines set debit = debit + 1, base_debit = base_debit + 1 where ${one('ledger_lines', `x.debit > 0 and x.currency_code = 'USD'`, 'entry_id')} and debit > 0 returning *)
     update ledger_balances b set debit = b.debit + 1, base_debit = b.base_debit + 1 from l where b.organization_id = l.organization_id and b.account_id = l.account_id and b.period_id = l.period_id and b.currency_code = l.currency_code`,
    'DEBITS_EQUAL_CREDITS',
  ],
  [
    'a line of an entry changed',
    'ledger_lines',
    `update ledger_lines set credit = credit + 1, base_credit = base_credit + 1 where ${one('ledger_lines', 'x.credit > 0', 'entry_id')} and credit > 0`,
    'UNBALANCED_ENTRIES',
  ],
  [
    'an entry that lost its lines',
    'ledger_lines',
    `delete from ledger_lines where ${one('ledger_lines', 'true', 'entry_id')}`,
    'UNBALANCED_ENTRIES',
  ],
  [
    'lines that lost their entry',
    'ledger_entries',
    `delete from ledger_entries where ${one('ledger_entries', `x.source_kind = 'REVENUE_RUN'`)}`,
    'LINES_OF_ENTRIES',
  ],
  [
    'a line dated otherwise than its entry',
    'ledger_lines',
    `update ledger_lines set posting_date = posting_date + 40 where ${one('ledger_lines', 'true', 'entry_id')} and line_number = 1`,
    'LINES_OF_ENTRIES',
  ],
  [
    'a line on a summary account',
    'accounts',
    `update accounts set is_summary = true where organization_id = $org and code = '1210'`,
    'LINES_OF_ENTRIES',
  ],
  [
    'lines in the base currency carried at another amount',
    'ledger_lines',
    `update ledger_lines set base_debit = base_debit * 2, base_credit = base_credit * 2 where ${one('ledger_lines', `x.currency_code = 'USD' and x.debit > 0`, 'entry_id')}`,
    'BASE_AMOUNTS',
  ],
  [
    'a dimension balance moved to another department',
    'ledger_dimension_balances',
    `update ledger_dimension_balances set department_id = ${nowhere} where organization_id = $org`,
    'DIMENSION_BALANCES',
  ],
  [
    'a reversal that mirrors another account',
    'ledger_lines',
    `update ledger_lines l set account_id = (select id from accounts where organization_id = $org and code = '6300')
     from ledger_entries e where e.organization_id = $org and e.reversal_of_id is not null and e.source_kind = 'TRANSACTION'
       and l.organization_id = $org and l.entry_id = e.id and l.line_number = 2`,
    'MIRRORED_REVERSALS',
  ],
  [
    'an entry whose transaction is another one',
    'ledger_entries',
    `update ledger_entries set source_id = ${nowhere} where ${one('ledger_entries', `x.source_kind = 'TRANSACTION'`)}`,
    'ENTRY_SOURCES',
  ],
  [
    'a settlement entry without its settlement',
    'ledger_entries',
    `update ledger_entries set source_id = ${nowhere} where ${one('ledger_entries', `x.source_kind = 'SETTLEMENT'`)}`,
    'ENTRY_SOURCES',
  ],
  [
    'an entry number left out',
    'ledger_entries',
    `update ledger_entries set entry_number = 'GL-2026-900000' where ${one('ledger_entries', 'true')}`,
    'ENTRY_NUMBERS',
  ],
  [
    'a transaction number left out',
    'business_transactions',
    `update business_transactions set transaction_number = 'INV-2026-900000' where ${one('business_transactions', `x.kind = 'INVOICE'`)}`,
    'NUMBERS',
  ],
  [
    'a number counter ahead of its numbers',
    'number_counters',
    `update number_counters set next_value = next_value + 1 where organization_id = $org and series = 'GL'`,
    'ENTRY_NUMBERS',
  ],
  [
    'a month missing from the calendar',
    'fiscal_periods',
    `update fiscal_periods set start_date = start_date + 1 where organization_id = $org and label = '2026-05'`,
    'PERIODS',
  ],

  // Documents and settlements
  [
    'a posted document without its entry',
    'business_transactions',
    `update business_transactions set ledger_entry_id = ${nowhere} where ${one('business_transactions', `x.transaction_status = 'POSTED'`)}`,
    'DOCUMENTS_WITHOUT_ENTRY',
  ],
  [
    'a document posted by the entry of another one',
    'business_transactions',
    `update business_transactions t set ledger_entry_id = (select ledger_entry_id from business_transactions where organization_id = $org and kind = 'CUSTOMER_PAYMENT')
     where ${one('business_transactions', `x.kind = 'INVOICE' and x.ledger_entry_id is not null`)}`,
    'DOCUMENTS_WITHOUT_ENTRY',
  ],
  [
    'the entry a document showed, changed after posting',
    'transaction_impact_lines',
    `update transaction_impact_lines set debit = debit + 5 where ${one('transaction_impact_lines', `x.debit > 0`, 'transaction_id')} and debit > 0`,
    'DOCUMENT_ENTRIES',
  ],
  [
    'a line of a posted document changed',
    'business_transaction_lines',
    `update business_transaction_lines set line_amount = line_amount + 5 where organization_id = $org and line_number = 1 and transaction_id = (select x.id from business_transactions x where x.organization_id = $org and x.transaction_status = 'POSTED' and x.reverses_transaction_id is null order by x.id limit 1)`,
    'DOCUMENT_TOTALS',
  ],
  [
    'the total of a posted document changed',
    'business_transactions',
    `update business_transactions set total_amount = total_amount + 5, base_total_amount = base_total_amount + 5 where ${one('business_transactions', `x.kind = 'INVOICE' and x.transaction_status = 'POSTED'`)}`,
    'DOCUMENT_TOTALS',
  ],
  [
    'the applied amount of a document without an application',
    'business_transactions',
    `update business_transactions set applied_amount = applied_amount + 1 where ${one('business_transactions', `x.kind = 'INVOICE' and x.transaction_status = 'POSTED'`)}`,
    'APPLIED_AMOUNTS',
  ],
  [
    'the applied amount of a payment lost',
    'business_transactions',
    `update business_transactions set applied_amount = 0 where organization_id = $org and kind = 'CUSTOMER_PAYMENT'`,
    'APPLIED_AMOUNTS',
  ],
  [
    'an application deleted',
    'payment_applications',
    `delete from payment_applications where organization_id = $org and reversed_at is null`,
    'APPLIED_AMOUNTS',
  ],
  [
    'an application taken back, but not its exchange difference',
    'payment_applications',
    `update payment_applications set reversed_at = now(), reversed_on = '2026-03-31' where organization_id = $org and reversed_at is null`,
    'APPLICATIONS',
  ],
  [
    'an application to the document of another customer',
    'business_transactions',
    `update business_transactions set entity_id = ${nowhere} where organization_id = $org and transaction_status = 'PAID'`,
    'APPLICATIONS',
  ],
  [
    'an application dated before its payment',
    'payment_applications',
    `update payment_applications set applied_on = '2026-01-02' where organization_id = $org and reversed_at is null`,
    'APPLICATIONS',
  ],
  [
    'a paid document that is not paid',
    'business_transactions',
    `update business_transactions set transaction_status = 'PAID' where ${one('business_transactions', `x.kind = 'INVOICE' and x.transaction_status = 'POSTED'`)}`,
    'DOCUMENT_STATUS',
  ],
  [
    'a draft missing from the list of what is not posted',
    'unposted_documents',
    `delete from unposted_documents where organization_id = $org`,
    'DOCUMENT_STATUS',
  ],
  [
    'a reversal that forgot what it reverses',
    'business_transactions',
    `update business_transactions set reverses_transaction_id = null where organization_id = $org and reverses_transaction_id is not null`,
    'DOCUMENT_STATUS',
  ],
  [
    'a document listed as between subsidiaries that is not',
    'intercompany_unpaired',
    `insert into intercompany_unpaired select t.organization_id, t.id, t.subsidiary_id, t.subsidiary_id, t.posting_date from business_transactions t
     where t.organization_id = $org and t.transaction_status = 'POSTED' and t.reverses_transaction_id is null`,
    'INTERCOMPANY',
  ],
];
