-- A tenant's rows are read and written only by that tenant: row security is forced on every table with organization_id, and the
-- application is neither owner, superuser nor BYPASSRLS. Without an organization on the connection there are no rows. A table with
-- organization_id that is missing here fails the catalog test; until it is listed, no one sees its rows.
--
-- Refuses: reading hides, writing raises (insufficient_privilege, "new row violates row-level security policy").
-- Locks: none.
-- Rule: docs/house.md, "Tenancy, six belts"; docs/decisions/0005-tenant-on-the-connection.md.
-- Proved by: src/db/catalogue.db.test.ts, src/db/laws/platform.db.test.ts, src/db/tenancy.db.test.ts.
DO $$
DECLARE
  v_table text;
BEGIN
  FOREACH v_table IN ARRAY ARRAY[
    'activities', 'api_clients', 'api_keys', 'audit_log', 'audit_seals', 'background_jobs', 'billing_schedules', 'budget_lines',
    'budget_snapshot_lines', 'budget_view_snapshots', 'budget_views', 'budgets', 'business_transaction_lines',
    'calendar_adoptions', 'change_orders', 'classes', 'commitment_lines', 'commitments', 'companies', 'contract_cost_rows',
    'contract_costs', 'currencies', 'custom_roles', 'customer_warehouses', 'customers', 'cut_over_assignments', 'cut_over_items',
    'cut_overs', 'departments', 'employees', 'exchange_rates', 'fiscal_calendars', 'fiscal_periods', 'folded_numbers', 'founding_steps',
    'idempotency_keys', 'import_rows', 'imports', 'intercompany_accounts', 'intercompany_pairs', 'intercompany_parties',
    'invitations', 'items', 'leads', 'ledger_batch_entries', 'ledger_batch_lines', 'ledger_batches',
    'ledger_readbacks', 'ledger_seals', 'locations', 'mails', 'memberships', 'number_counters',
    'obligation_templates', 'order_sources', 'organization_moves', 'other_ledger_codes', 'other_ledgers',
    'outbox_events', 'ownership_interests', 'payment_applications', 'posting_rules', 'price_list_items', 'price_lists',
    'prime_contract_lines', 'prime_contracts', 'projects', 'prospects', 'provider_people', 'provisioned_group_members',
    'provisioned_groups', 'provisioned_people', 'provisioning_tokens', 'purchase_order_lines',
    'purchase_orders', 'rate_confirmations', 'rate_correction_items', 'rate_corrections', 'revaluations', 'revenue_approvals',
    'revenue_bookings', 'revenue_contract_sources', 'revenue_contracts', 'revenue_interest_moves', 'revenue_policies', 'revenue_reclassifications',
    'revenue_run_chunks', 'revenue_runs', 'revenue_versions', 'saved_view_defaults', 'saved_views', 'security_seals', 'sign_in_providers',
    'source_customers', 'source_orders', 'ssp_entries', 'subscription_items', 'subscriptions', 'subsidiaries', 'tax_codes', 'tax_rates', 'transaction_types',
    'units_of_measure', 'unposted_documents', 'vendors', 'verified_points', 'warehouses', 'webhook_deliveries', 'webhook_endpoints'
  ] LOOP
    EXECUTE format('CREATE POLICY tenant ON %I USING (organization_id = daybook_organization()) WITH CHECK (organization_id = daybook_organization())',
      v_table);
  END LOOP;

  -- Row security checks which organization is set for every row it lets through. Where rows are read by the hundred, a scalar subquery
  -- evaluates it once: it is computed when first needed and kept until the statement ends. Not every table has this form, because
  -- preparing the subquery costs more than it saves where a statement reads a row or two.
  FOREACH v_table IN ARRAY ARRAY[
    'accounts', 'business_transactions', 'document_day_changes', 'document_days', 'entry_days', 'ledger_balances', 'ledger_days',
    'ledger_dimension_balances', 'ledger_entries', 'ledger_lines',
    'performance_obligations', 'revenue_checked_contracts', 'revenue_checked_totals', 'revenue_events', 'revenue_ledger_periods', 'revenue_month_changes', 'revenue_months', 'revenue_movement_days', 'revenue_movement_months', 'revenue_movements', 'revenue_positions', 'revenue_rows',
    'revenue_touched_contracts',
    'subledger_periods', 'transaction_impact_lines'
  ] LOOP
    EXECUTE format('CREATE POLICY tenant ON %I USING (organization_id = (SELECT daybook_organization())) WITH CHECK (organization_id = (SELECT daybook_organization()))',
      v_table);
  END LOOP;
END $$;

-- The organization itself is identified by its id.
CREATE POLICY tenant ON organizations USING (id = daybook_organization()) WITH CHECK (id = daybook_organization());
