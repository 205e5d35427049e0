-- updated_at and version change with every update, whoever writes; created_at never does. Every table with a version column has this
-- trigger, or the catalog test fails. A document whose version posting has already increased, with a later updated_at and the same
-- created_at, is left as it is: the condition saves the call.
--
-- Refuses: nothing; values the caller wrote to these columns are replaced.
-- Locks: none.
-- Rule: docs/house.md, "The database".
-- Proved by: e2e/ledger/immutability.test.ts, src/db/catalogue.db.test.ts.
CREATE FUNCTION daybook_touch() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  NEW.updated_at := greatest(clock_timestamp(), OLD.updated_at + interval '1 millisecond');
  NEW.version := OLD.version + 1;
  NEW.created_at := OLD.created_at;
  RETURN NEW;
END $$;

DO $$
DECLARE
  v_table text;
BEGIN
  FOREACH v_table IN ARRAY ARRAY[
    'accounts', 'activities', 'api_clients', 'api_keys', 'background_jobs', 'billing_schedules', 'budget_lines', 'budget_snapshot_lines',
    'budget_view_snapshots', 'budget_views', 'budgets', 'change_orders', 'classes', 'commitment_lines', 'commitments',
    'companies', 'contract_costs', 'currencies', 'custom_roles', 'customer_warehouses', 'customers', 'cut_overs', 'departments',
    'employees', 'exchange_rates', 'fiscal_periods', 'founding_steps', 'imports', 'invitations', 'items', 'leads',
    'ledger_batches', 'ledger_entries', 'locations', 'mails', 'memberships', 'obligation_templates', 'order_sources', 'organizations', 'other_ledgers',
    'payment_applications',
    'performance_obligations', 'posting_rules', 'price_list_items', 'price_lists', 'prime_contract_lines', 'prime_contracts',
    'projects', 'prospects', 'provisioned_groups', 'provisioned_people', 'provisioning_tokens', 'purchase_order_lines', 'purchase_orders', 'revenue_approvals', 'revenue_contracts',
    'revenue_policies', 'revenue_runs', 'saved_views', 'sign_in_providers', 'source_orders', 'ssp_entries', 'subscription_items', 'subscriptions',
    'subsidiaries', 'tax_codes', 'tax_rates', 'transaction_types', 'units_of_measure', 'vendors', 'warehouses',
    'webhook_deliveries', 'webhook_endpoints'
  ] LOOP
    EXECUTE format('CREATE TRIGGER %I BEFORE UPDATE ON %I FOR EACH ROW EXECUTE FUNCTION daybook_touch()', v_table || '_touch', v_table);
  END LOOP;
END $$;

CREATE TRIGGER business_transactions_touch BEFORE UPDATE ON business_transactions
  FOR EACH ROW WHEN (((new.version <> (old.version + 1)) OR (new.updated_at <= old.updated_at) OR (new.created_at <> old.created_at))) EXECUTE FUNCTION daybook_touch();
