import type { CheckName } from '@/core/ledger/verification';

/**
 * Every table whose rows follow from other rows, and the check of a full verification that compares it with them. A wrong row of one would be a
 * wrong figure that nothing contradicts, so each is here with its check, and `planted.test.ts` plants a wrong row in each.
 */
export const KEPT_TABLES: Readonly<Record<string, CheckName>> = {
  audit_seals: 'AUDIT_CHAIN',
  commitment_sum_changes: 'COMMITMENTS',
  commitment_sums: 'COMMITMENTS',
  counted_counterparties: 'DOCUMENTS_BY_DAY',
  counterparty_days: 'DOCUMENTS_BY_DAY',
  deferred_ledger_changes: 'REVENUE_MONTHS',
  document_day_changes: 'DOCUMENTS_BY_DAY',
  document_days: 'DOCUMENTS_BY_DAY',
  document_span_changes: 'APPLICATIONS',
  document_span_days: 'APPLICATIONS',
  document_spans: 'APPLICATIONS',
  entry_days: 'ENTRIES_BY_DAY',
  folded_numbers: 'ENTRIES_BY_DAY',
  intercompany_days: 'BALANCES',
  intercompany_open_pairs: 'INTERCOMPANY',
  intercompany_unpaired: 'INTERCOMPANY',
  ledger_balances: 'BALANCES',
  ledger_days: 'BALANCES',
  ledger_dimension_balances: 'DIMENSION_BALANCES',
  ledger_dimension_days: 'BALANCES',
  ledger_dimension_periods: 'BALANCES',
  ledger_seals: 'LEDGER_CHAIN',
  number_counters: 'ENTRY_NUMBERS',
  order_file_counts: 'SOURCE_ORDERS',
  record_count_changes: 'RECORD_COUNTS',
  record_counts: 'RECORD_COUNTS',
  revenue_balance_copies: 'REVENUE_TIE_OUT',
  revenue_checked_balances: 'REVENUE_TIE_OUT',
  revenue_checked_contracts: 'REVENUE_TIE_OUT',
  revenue_checked_standings: 'REVENUE_TIE_OUT',
  revenue_checked_totals: 'REVENUE_TIE_OUT',
  revenue_copied_balances: 'REVENUE_TIE_OUT',
  revenue_customer_changes: 'REVENUE_MONTHS',
  revenue_customer_moves: 'REVENUE_MONTHS',
  revenue_customer_years: 'REVENUE_MONTHS',
  revenue_ledger_periods: 'BALANCES',
  revenue_month_changes: 'REVENUE_MONTHS',
  revenue_months: 'REVENUE_MONTHS',
  revenue_movement_changes: 'REVENUE_MONTHS',
  revenue_movement_days: 'REVENUE_MONTHS',
  revenue_movement_months: 'REVENUE_MONTHS',
  revenue_positions: 'REVENUE_CONTRACTS',
  revenue_touched_contracts: 'REVENUE_TIE_OUT',
  security_seals: 'SECURITY_CHAIN',
  source_order_sums: 'SOURCE_ORDERS',
  subledger_periods: 'BALANCES',
  transaction_impact_lines: 'DOCUMENT_ENTRIES',
  unposted_documents: 'DOCUMENT_STATUS',
};

/** What follows from other rows and is compared with them elsewhere than in the full verification of one organization, each for a reason. */
export const KEPT_OTHERWISE: Readonly<Record<string, string>> = {
  memberships_elsewhere:
    'a copy for people of other servers, replaced as a whole (docs/decisions/0015-servers.md)',
  verified_points:
    'what a verification found; the next one since that point asks whether the chains still contain it',
};

/** Tables whose rows follow from no others: what people, programs and jobs recorded, and their queues. A new one is added here deliberately. */
export const RECORDED_TABLES: readonly string[] = `
  accounts activities api_clients api_keys audit_log background_jobs billing_schedules budget_lines budget_snapshot_lines budget_view_snapshots
  budget_views budgets business_transaction_lines business_transactions calendar_adoptions change_orders classes commitment_lines commitments
  companies contract_cost_rows contract_costs currencies custom_roles customer_warehouses customers cut_over_assignments cut_over_items cut_overs
  departments employees exchange_rates fiscal_calendars fiscal_periods founding_steps idempotency_keys import_rows imports intercompany_accounts
  intercompany_pairs intercompany_parties invitations items leads ledger_batch_entries ledger_batch_lines ledger_batches ledger_entries ledger_lines
  ledger_readbacks locations mails memberships obligation_templates order_sources organization_gates organization_moves other_ledger_codes other_ledgers
  outbox_events ownership_interests payment_applications performance_obligations placements posting_rules price_list_items price_lists
  prime_contract_lines prime_contracts projects prospects provider_people provisioned_group_members provisioned_groups provisioned_people
  provisioning_tokens purchase_order_lines purchase_orders rate_confirmations rate_correction_items rate_corrections revaluations revenue_approvals
  revenue_bookings revenue_carried_moves revenue_contract_sources revenue_contracts revenue_events revenue_interest_moves revenue_movements
  revenue_policies revenue_reclassifications revenue_rows revenue_run_chunks revenue_runs revenue_versions saved_view_defaults saved_views
  security_log sign_in_providers source_customers source_order_files source_orders ssp_entries subscription_items subscriptions subsidiaries
  tax_codes tax_rates transaction_types units_of_measure vendors warehouses webhook_deliveries webhook_endpoints`
  .trim()
  .split(/\s+/);
