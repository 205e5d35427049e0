import { nowhere, type Plant } from './planted-documents';

const add = (table: string, column: string, by = '1') =>
  `update ${table} set ${column} = ${column} + ${by} where organization_id = $org`;

/** In sums, counts and lists that are kept beside the rows they follow from: a wrong one of each, the rows themselves being right. */
export const SUM_PLANTS: readonly Plant[] = [
  // The ledger by day
  ['a sum by day of one unit more', 'ledger_days', add('ledger_days', 'credit'), 'BALANCES'],
  [
    'entries on an account that are counted twice',
    'ledger_days',
    add('ledger_days', 'entry_count'),
    'ENTRIES_BY_DAY',
  ],
  [
    'a sum by class and day of a year earlier',
    'ledger_dimension_days',
    add('ledger_dimension_days', 'posting_date', '-400'),
    'BALANCES',
  ],
  [
    'a sum by period of a department of one unit more',
    'ledger_dimension_periods',
    add('ledger_dimension_periods', 'base_debit'),
    'BALANCES',
  ],
  ['an entry counted that does not exist', 'entry_days', add('entry_days', 'entry_count'), 'ENTRIES_BY_DAY'],
  [
    'entries counted under another source',
    'entry_days',
    `update entry_days set source_kind = 'TEST' where organization_id = $org and source_kind = 'TRANSACTION'`,
    'ENTRIES_BY_DAY',
  ],
  [
    'a day without its entries',
    'entry_days',
    'delete from entry_days where organization_id = $org',
    'ENTRIES_BY_DAY',
  ],
  [
    'numbers that count as added before they are assigned',
    'folded_numbers',
    add('folded_numbers', 'through_number', '5'),
    'ENTRIES_BY_DAY',
  ],
  [
    'an entry of the sums by day that counts as not added yet',
    'folded_numbers',
    add('folded_numbers', 'through_number', '-1'),
    'ENTRIES_BY_DAY',
  ],
  [
    'a subledger by period of one unit more',
    'subledger_periods',
    add('subledger_periods', 'total'),
    'BALANCES',
  ],
  [
    'revenue by period of one unit more',
    'revenue_ledger_periods',
    add('revenue_ledger_periods', 'credit'),
    'BALANCES',
  ],
  [
    'a sum between companies without a line',
    'intercompany_days',
    `insert into intercompany_days select $org, ${nowhere}, a.id, s.id, '2026-01-10', 'USD', 1, 1 from accounts a, subsidiaries s
     where a.organization_id = $org and a.code = '1110' and s.organization_id = $org`,
    'BALANCES',
  ],

  // Documents by day, and what was open on an earlier day
  ['a document counted twice', 'document_days', add('document_days', 'document_count'), 'DOCUMENTS_BY_DAY'],
  [
    'a total of documents of one unit more',
    'document_days',
    add('document_days', 'base_total'),
    'DOCUMENTS_BY_DAY',
  ],
  [
    'documents counted under another status',
    'document_days',
    `update document_days set transaction_status = 'CLOSED' where organization_id = $org and transaction_status = 'POSTED'`,
    'DOCUMENTS_BY_DAY',
  ],
  [
    'a note of documents that was added and not removed',
    'document_day_changes',
    `insert into document_day_changes select d.organization_id, gen_random_uuid(), d.transaction_date, d.subsidiary_id, d.transaction_type_id, d.kind,
       d.transaction_status, d.base_currency_code, d.document_count, d.base_total from document_days d where d.organization_id = $org`,
    'DOCUMENTS_BY_DAY',
  ],
  [
    'a note of the documents of a customer alone',
    'document_day_changes',
    `insert into document_day_changes select k.organization_id, gen_random_uuid(), k.transaction_date, k.subsidiary_id, k.transaction_type_id, k.kind,
       k.transaction_status, 'USD', 0, 0, array[k.entity_id], array[1] from counterparty_days k where k.organization_id = $org`,
    'DOCUMENTS_BY_DAY',
  ],
  [
    'a document of a customer counted twice',
    'counterparty_days',
    add('counterparty_days', 'document_count'),
    'DOCUMENTS_BY_DAY',
  ],
  [
    'counts of a customer that are missing',
    'counterparty_days',
    'delete from counterparty_days where organization_id = $org',
    'DOCUMENTS_BY_DAY',
  ],
  [
    'a vendor whose counts are kept without having been counted',
    'counted_counterparties',
    `insert into counted_counterparties select v.organization_id, v.id from vendors v where v.organization_id = $org`,
    'DOCUMENTS_BY_DAY',
  ],
  [
    'counts of a customer of whom none are kept anymore',
    'counted_counterparties',
    'delete from counted_counterparties where organization_id = $org',
    'DOCUMENTS_BY_DAY',
  ],
  [
    'a span of another amount than its settlement',
    'document_spans',
    add('document_spans', 'amount'),
    'APPLICATIONS',
  ],
  [
    'an item counted open that was settled',
    'document_span_days',
    add('document_span_days', 'item_count'),
    'APPLICATIONS',
  ],
  [
    'a note of spans that was added and not removed',
    'document_span_changes',
    `insert into document_span_changes select d.organization_id, gen_random_uuid(), d.waited, d.settled_on, d.opened_on, d.due_on, d.subsidiary_id,
       d.kind, d.entity_type, d.currency_code, d.item_count, d.amount, d.base from document_span_days d where d.organization_id = $org`,
    'APPLICATIONS',
  ],

  // Revenue
  [
    'deferred revenue of the ledger recorded a year earlier',
    'deferred_ledger_changes',
    add('deferred_ledger_changes', 'recorded_on', '-400'),
    'REVENUE_MONTHS',
  ],
  [
    'revenue by month under another cohort',
    'revenue_months',
    `update revenue_months set cohort = '2020-01' where organization_id = $org`,
    'REVENUE_MONTHS',
  ],
  ...[
    ['booked revenue', 'booked'],
    ['planned revenue', 'planned'],
    ['settled revenue', 'settled'],
    ['posted revenue', 'posted'],
  ].map(
    ([what, column]): Plant => [
      `${what} of a day of recording of one unit more`,
      'revenue_month_changes',
      add('revenue_month_changes', column ?? ''),
      'REVENUE_MONTHS',
    ],
  ),
  [
    'revenue by month recorded a year earlier',
    'revenue_month_changes',
    add('revenue_month_changes', 'recorded_on', '-400'),
    'REVENUE_MONTHS',
  ],
  [
    'revenue by month in effect years earlier',
    'revenue_month_changes',
    `update revenue_month_changes set effective_month = '2019-01-01' where organization_id = $org and effective_month = '2026-01-01'`,
    'REVENUE_MONTHS',
  ],
  [
    'a note of revenue by customer that was added and not removed',
    'revenue_customer_moves',
    `insert into revenue_customer_moves select y.organization_id, gen_random_uuid(), y.currency_code, y.year, 1, y.day, y.subsidiary_id, y.cohort,
       y.revenue_account_id, y.timing, y.expedient, y.nature, y.class_id, y.department_id, y.location_id, array[y.customer_id], array[1]
     from revenue_customer_years y where y.organization_id = $org`,
    'REVENUE_MONTHS',
  ],
  [
    'revenue by customer added as of a day earlier than its posting',
    'revenue_customer_changes',
    `update revenue_customer_changes set recorded_at = recorded_at - interval '1 day' where organization_id = $org`,
    'REVENUE_MONTHS',
  ],
  [
    'revenue by customer added under another nature than its sums have',
    'revenue_customer_changes',
    `update revenue_customer_changes set nature = 'WARRANTY' where organization_id = $org`,
    'REVENUE_MONTHS',
  ],
  [
    'a movement of a month of one unit more',
    'revenue_movement_months',
    add('revenue_movement_months', 'deferred'),
    'REVENUE_MONTHS',
  ],
  [
    'a movement recorded a year earlier',
    'revenue_movement_changes',
    add('revenue_movement_changes', 'recorded_on', '-400'),
    'REVENUE_MONTHS',
  ],
  [
    'a movement of a day of one unit more',
    'revenue_movement_days',
    add('revenue_movement_days', 'contract_asset'),
    'REVENUE_MONTHS',
  ],
  [
    'a contract that came to one unit more when it was checked',
    'revenue_checked_contracts',
    add('revenue_checked_contracts', 'cost'),
    'REVENUE_TIE_OUT',
  ],
  [
    'totals of contracts of one unit more',
    'revenue_checked_totals',
    add('revenue_checked_totals', 'unearned'),
    'REVENUE_TIE_OUT',
  ],
  [
    'a contract that stood higher at the end of its first month',
    'revenue_checked_standings',
    'update revenue_checked_standings set nets[1] = nets[1] + 1 where organization_id = $org and cardinality(nets) > 0',
    'REVENUE_TIE_OUT',
  ],
  [
    'contract balances of one unit more',
    'revenue_checked_balances',
    add('revenue_checked_balances', 'deferred'),
    'REVENUE_TIE_OUT',
  ],
  [
    'a contract that changed without a note, or whose note was lost',
    'revenue_touched_contracts, revenue_bookings',
    `with lost as (delete from revenue_touched_contracts where organization_id = $org)
     update revenue_bookings set amount = amount + 1 where organization_id = $org`,
    'REVENUE_TIE_OUT',
  ],
  [
    'a copy of contract balances of one unit more',
    'revenue_copied_balances',
    add('revenue_copied_balances', 'deferred'),
    'REVENUE_TIE_OUT',
  ],
  [
    'a copy of contract balances without its sums',
    'revenue_balance_copies',
    add('revenue_balance_copies', 'moment', `interval '1 microsecond'`),
    'REVENUE_TIE_OUT',
  ],

  // Records by what their lists are narrowed by
  ['a record counted twice', 'record_counts', add('record_counts', 'record_count'), 'RECORD_COUNTS'],
  [
    'a note of records that was added and not removed',
    'record_count_changes',
    `insert into record_count_changes (organization_id, id, noun, state, record_count)
     select r.organization_id, gen_random_uuid(), r.noun, r.state, r.record_count from record_counts r where r.organization_id = $org`,
    'RECORD_COUNTS',
  ],

  // Commitments by cost code
  [
    'a committed amount without a commitment',
    'commitment_sums',
    `insert into commitment_sums (organization_id, project_id, cost_code, amount) values ($org, ${nowhere}, '01', 1)`,
    'COMMITMENTS',
  ],
  [
    'a note of a commitment that does not exist',
    'commitment_sum_changes',
    `insert into commitment_sum_changes (organization_id, id, project_id, cost_code, amount) values ($org, ${nowhere}, ${nowhere}, '01', 1)`,
    'COMMITMENTS',
  ],

  // Orders of other systems
  [
    'an order counted that does not exist',
    'source_order_sums',
    `insert into source_order_sums (organization_id, source_id, made_count, waiting_count, nothing_count) values ($org, ${nowhere}, 1, 0, 0)`,
    'SOURCE_ORDERS',
  ],
  [
    'a waiting row counted that does not exist',
    'order_file_counts',
    `insert into order_file_counts (organization_id, import_id, source_id, waiting_orders, waiting_rows) values ($org, ${nowhere}, ${nowhere}, 0, 1)`,
    'SOURCE_ORDERS',
  ],
];
