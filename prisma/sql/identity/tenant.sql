-- A tenant's rows are read and written only by that tenant: row security is forced on every table with organization_id, and the
-- application is neither owner, superuser nor BYPASSRLS. Without an organization on the connection there are no rows. A table with
-- organization_id that is missing here fails the catalog test; until it is listed, no one sees its rows.
--
-- Refuses: reading hides, writing raises (insufficient_privilege, "new row violates row-level security policy").
-- Locks: none.
-- Rule: docs/house.md, "Tenancy, six belts"; docs/decisions/0005-tenant-on-the-connection.md.
-- Proved by: src/db/catalogue.db.test.ts, src/db/laws/platform.db.test.ts, src/db/tenancy.db.test.ts.

-- The one list of these tables; servers/gate and platform/touch take theirs from it. Those with a version have that column, and are
-- touched by every update. Of the large ones, rows are read or written by the hundred.
CREATE FUNCTION daybook_tenant_tables() RETURNS TABLE (o_table text, o_has_version boolean, o_is_large boolean)
LANGUAGE sql IMMUTABLE
AS $$
  SELECT unnest(ARRAY[
    'activities', 'api_clients', 'api_keys', 'background_jobs', 'billing_schedules', 'budget_lines', 'budget_snapshot_lines',
    'budget_view_snapshots', 'budget_views', 'budgets', 'change_orders', 'classes', 'commitment_lines', 'commitments', 'companies',
    'contract_costs', 'currencies', 'custom_roles', 'customer_warehouses', 'customers', 'cut_overs', 'departments', 'employees',
    'exchange_rates', 'fiscal_periods', 'founding_steps', 'imports', 'invitations', 'items', 'leads', 'ledger_batches', 'locations',
    'mails', 'memberships', 'obligation_templates', 'order_sources', 'other_ledgers', 'payment_applications', 'posting_rules',
    'price_list_items', 'price_lists', 'prime_contract_lines', 'prime_contracts', 'projects', 'prospects', 'provisioned_groups',
    'provisioned_people', 'provisioning_tokens', 'purchase_order_lines', 'purchase_orders', 'revenue_approvals',
    'revenue_contracts', 'revenue_policies', 'revenue_runs', 'saved_views', 'sign_in_providers', 'source_orders', 'ssp_entries',
    'subscription_items', 'subscriptions', 'subsidiaries', 'tax_codes', 'tax_rates', 'transaction_types', 'units_of_measure',
    'vendors', 'warehouses', 'webhook_deliveries', 'webhook_endpoints'
  ]), true, false
  UNION ALL
  SELECT unnest(ARRAY[
    'calendar_adoptions', 'contract_cost_rows', 'counted_counterparties', 'cut_over_assignments',
    'cut_over_items', 'fiscal_calendars', 'folded_numbers', 'idempotency_keys', 'import_rows', 'intercompany_accounts',
    'intercompany_pairs', 'intercompany_parties', 'ledger_batch_entries', 'ledger_batch_lines', 'ledger_readbacks', 'ledger_seals',
    'number_counters', 'order_file_counts', 'organization_moves', 'other_ledger_codes', 'outbox_events', 'ownership_interests', 'provider_people',
    'provisioned_group_members', 'rate_confirmations', 'rate_correction_items', 'rate_corrections', 'revaluations',
    'revenue_bookings', 'revenue_carried_moves', 'revenue_contract_sources', 'revenue_interest_moves', 'revenue_reclassifications', 'revenue_run_chunks',
    'revenue_versions', 'saved_view_defaults', 'security_seals', 'source_customers', 'source_order_files', 'source_order_sums',
    'unposted_documents', 'verified_points'
  ]), false, false
  UNION ALL
  SELECT unnest(ARRAY[
    'accounts', 'business_transactions', 'ledger_entries', 'performance_obligations'
  ]), true, true
  UNION ALL
  SELECT unnest(ARRAY[
    'audit_log', 'audit_seals', 'business_transaction_lines', 'commitment_sum_changes', 'commitment_sums', 'counterparty_days', 'deferred_ledger_changes', 'document_day_changes', 'document_days', 'document_span_changes', 'document_span_days', 'document_spans', 'entry_days', 'intercompany_days', 'intercompany_open_pairs', 'intercompany_unpaired', 'ledger_balances',
    'ledger_days', 'ledger_dimension_balances', 'ledger_dimension_days', 'ledger_dimension_periods', 'ledger_lines', 'record_count_changes', 'record_counts', 'revenue_balance_copies', 'revenue_checked_balances', 'revenue_checked_contracts', 'revenue_checked_standings', 'revenue_checked_totals', 'revenue_copied_balances', 'revenue_customer_changes', 'revenue_customer_moves', 'revenue_customer_years', 'revenue_events', 'revenue_ledger_periods',
    'revenue_month_changes', 'revenue_months', 'revenue_movement_changes', 'revenue_movement_days', 'revenue_movement_months', 'revenue_movements',
    'revenue_positions', 'revenue_rows', 'revenue_touched_contracts', 'subledger_periods', 'transaction_impact_lines'
  ]), false, true
$$;

-- Row security checks which organization is set for every row it lets through, a microsecond each. For large tables a scalar subquery evaluates it once: it is
-- computed when first needed and kept until the statement ends. Not every table has this form, because preparing the subquery costs
-- more than it saves where a statement reads a row or two.
DO $$
DECLARE
  v_tenant record;
BEGIN
  FOR v_tenant IN SELECT o_table, o_is_large FROM daybook_tenant_tables() LOOP
    IF v_tenant.o_is_large THEN
      EXECUTE format('CREATE POLICY tenant ON %I USING (organization_id = (SELECT daybook_organization())) WITH CHECK (organization_id = (SELECT daybook_organization()))',
        v_tenant.o_table);
    ELSE
      EXECUTE format('CREATE POLICY tenant ON %I USING (organization_id = daybook_organization()) WITH CHECK (organization_id = daybook_organization())',
        v_tenant.o_table);
    END IF;
  END LOOP;
END $$;

-- The organization itself is identified by its id.
CREATE POLICY tenant ON organizations USING (id = daybook_organization()) WITH CHECK (id = daybook_organization());
