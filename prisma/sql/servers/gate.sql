-- An organization is written on one server at a time. The first statement of a transaction that writes to one of its tables takes the
-- shared side of its gate, and is refused where the gate is closed; closing takes the exclusive side, so that it waits for the
-- transactions that already write, and none begins afterward. Later statements of the transaction only compare two settings. A table
-- with this trigger is one whose rows move with the organization. A connection without an organization (migrations, a mover's copy)
-- passes.
--
-- Refuses: SQLSTATE DB001 ("the organization … is elsewhere") for CLOSED and GONE; object_not_in_prerequisite_state for a writing
-- transaction whose snapshot may be older than the gate, i.e. any but read committed.
-- Locks: the advisory lock "gate:<organization>", shared, until the end of the transaction.
-- Rule: docs/decisions/0015-servers.md.
-- Proved by: src/db/laws/gate.db.test.ts.
CREATE FUNCTION daybook_enter_gate() RETURNS void
LANGUAGE plpgsql
AS $$
DECLARE
  v_org uuid := daybook_organization();
BEGIN
  IF v_org IS NULL THEN
    RETURN;
  END IF;
  IF current_setting('transaction_isolation') <> 'read committed' THEN
    RAISE object_not_in_prerequisite_state USING MESSAGE = 'an organization is written in read committed transactions only';
  END IF;
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('gate:' || v_org::text, 0));
  -- A statement of its own, which sees what was committed while this one waited.
  IF EXISTS (SELECT FROM organization_gates g WHERE g.organization_id = v_org AND g.state <> 'OPEN') THEN
    RAISE EXCEPTION USING ERRCODE = 'DB001', MESSAGE = format('the organization %s is elsewhere', v_org);
  END IF;
  -- Until the end of the transaction, or of the savepoint, with which the lock goes too.
  PERFORM set_config('app.gate', current_setting('app.organization_id'), true);
END $$;

CREATE FUNCTION daybook_pass_gate() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  IF current_setting('app.gate', true) IS DISTINCT FROM current_setting('app.organization_id', true) THEN
    PERFORM daybook_enter_gate();
  END IF;
  RETURN NULL;
END $$;

DO $$
DECLARE
  v_table text;
BEGIN
  FOREACH v_table IN ARRAY ARRAY[
    'accounts', 'activities', 'api_clients', 'api_keys', 'audit_log', 'audit_seals', 'background_jobs', 'billing_schedules',
    'budget_lines', 'budget_snapshot_lines', 'budget_view_snapshots', 'budget_views', 'budgets', 'business_transaction_lines',
    'business_transactions', 'calendar_adoptions', 'change_orders', 'classes', 'commitment_lines', 'commitments', 'companies',
    'contract_cost_rows', 'contract_costs', 'currencies', 'custom_roles', 'customer_warehouses', 'customers', 'cut_over_assignments',
    'cut_over_items', 'cut_overs', 'departments', 'document_day_changes', 'document_days', 'employees', 'entry_days', 'exchange_rates',
    'fiscal_calendars', 'fiscal_periods', 'folded_numbers', 'founding_steps', 'idempotency_keys', 'import_rows', 'imports',
    'intercompany_accounts', 'intercompany_pairs', 'intercompany_parties', 'invitations', 'items', 'leads', 'ledger_balances',
    'ledger_batch_entries', 'ledger_batch_lines', 'ledger_batches', 'ledger_days', 'ledger_dimension_balances', 'ledger_entries',
    'ledger_lines', 'ledger_readbacks', 'ledger_seals', 'locations', 'mails', 'memberships', 'number_counters', 'obligation_templates',
    'order_sources', 'organizations', 'other_ledger_codes', 'other_ledgers', 'outbox_events', 'ownership_interests',
    'payment_applications', 'performance_obligations', 'posting_rules', 'price_list_items', 'price_lists', 'prime_contract_lines',
    'prime_contracts', 'projects', 'prospects', 'provider_people', 'provisioned_group_members', 'provisioned_groups',
    'provisioned_people', 'provisioning_tokens', 'purchase_order_lines', 'purchase_orders', 'rate_confirmations',
    'rate_correction_items', 'rate_corrections', 'revaluations', 'revenue_approvals', 'revenue_bookings', 'revenue_checked_contracts', 'revenue_checked_totals', 'revenue_contract_sources',
    'revenue_contracts', 'revenue_events', 'revenue_interest_moves', 'revenue_ledger_periods', 'revenue_month_changes', 'revenue_months', 'revenue_movement_days', 'revenue_movement_months', 'revenue_movements',
    'revenue_policies', 'revenue_positions', 'revenue_reclassifications', 'revenue_rows', 'revenue_run_chunks', 'revenue_runs',
    'revenue_touched_contracts', 'revenue_versions', 'saved_view_defaults', 'saved_views', 'security_log', 'security_seals', 'sign_in_providers', 'source_customers',
    'source_orders', 'ssp_entries', 'subledger_periods', 'subscription_items', 'subscriptions', 'subsidiaries', 'tax_codes', 'tax_rates',
    'transaction_impact_lines', 'transaction_types', 'units_of_measure', 'unposted_documents', 'vendors', 'verified_points',
    'warehouses', 'webhook_deliveries', 'webhook_endpoints'
  ] LOOP
    EXECUTE format('CREATE TRIGGER %I BEFORE INSERT OR UPDATE OR DELETE ON %I FOR EACH STATEMENT EXECUTE FUNCTION daybook_pass_gate()',
      v_table || '_gate', v_table);
  END LOOP;
END $$;
