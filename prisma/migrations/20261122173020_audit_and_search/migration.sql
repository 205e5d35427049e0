-- Indexes for what people look for: text in documents by trigrams, a total, rare kinds of audit rows. The frequent kinds are found
-- quickly from the newest row backwards, so that posting pays for no further index of the audit log.

CREATE SCHEMA IF NOT EXISTS daybook_extensions;
CREATE EXTENSION IF NOT EXISTS pg_trgm SCHEMA daybook_extensions;
CREATE EXTENSION IF NOT EXISTS btree_gin SCHEMA daybook_extensions;

-- One that an administrator has already created stays where it is.
DO $$
DECLARE
  v_trgm text := (SELECT n.nspname FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'pg_trgm');
  v_gin text := (SELECT n.nspname FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'btree_gin');
BEGIN
  EXECUTE format(
    'CREATE INDEX business_transactions_text_sql_idx ON business_transactions USING gin (organization_id %I.uuid_ops,
       (transaction_number || E''\n'' || coalesce(memo, '''') || E''\n'' || coalesce(reference_number, '''')) %I.gin_trgm_ops)', v_gin, v_trgm);
END $$;

CREATE INDEX business_transactions_total_sql_idx ON business_transactions (organization_id, total_amount);

CREATE INDEX audit_log_noun_sql_idx ON audit_log (organization_id, noun, id) WHERE noun <> 'transaction';
CREATE INDEX audit_log_action_sql_idx ON audit_log (organization_id, action, id)
  WHERE action NOT IN ('gl.transaction.create', 'gl.transaction.post');

-- Each of these has another on the same table that begins with the same columns and has every row that this one has.
DROP INDEX payment_applications_document_id_sql_idx;
DROP INDEX payment_applications_payment_id_sql_idx;
DROP INDEX customers_parent_customer_id_sql_idx;
DROP INDEX revenue_contracts_customer_id_sql_idx;
DROP INDEX budget_lines_budget_id_sql_idx;
DROP INDEX budget_snapshot_lines_snapshot_id_sql_idx;
DROP INDEX budget_view_snapshots_project_id_sql_idx;
DROP INDEX budget_views_project_id_sql_idx;
DROP INDEX budgets_project_id_sql_idx;
DROP INDEX change_orders_commitment_id_sql_idx;
DROP INDEX change_orders_prime_contract_id_sql_idx;
DROP INDEX commitment_lines_commitment_id_sql_idx;
DROP INDEX commitments_project_id_sql_idx;
DROP INDEX customer_warehouses_customer_id_sql_idx;
DROP INDEX fiscal_periods_subsidiary_id_sql_idx;
DROP INDEX obligation_templates_item_id_sql_idx;
DROP INDEX posting_rules_transaction_type_id_sql_idx;
DROP INDEX price_list_items_price_list_id_sql_idx;
DROP INDEX prime_contract_lines_prime_contract_id_sql_idx;
DROP INDEX projects_company_id_sql_idx;
DROP INDEX purchase_order_lines_purchase_order_id_sql_idx;
DROP INDEX purchase_orders_project_id_sql_idx;
DROP INDEX subscription_items_subscription_id_sql_idx;
DROP INDEX subscriptions_customer_id_sql_idx;
DROP INDEX subsidiaries_parent_id_sql_idx;
DROP INDEX tax_rates_tax_code_id_sql_idx;
