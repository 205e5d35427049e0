-- A caller confined to subsidiaries reads and writes what belongs to them and what the whole organization shares. Such a caller
-- works as the role daybook_confined, to which these policies apply; the statements of everyone else are planned without them and
-- cost the same as before. A table whose rows belong to a subsidiary, through a column or a parent, and that is missing here fails
-- the catalog test.
--
-- Refuses: reading hides, writing raises (insufficient_privilege, 'policy "confined"'), which the runner turns into FORBIDDEN.
-- Locks: none.
-- Rule: docs/house.md, "Tenancy".
-- Proved by: src/db/laws/confined-rooms.db.test.ts, src/usecases/members/reach.db.test.ts.
DO $$
DECLARE
  v_own CONSTANT text := 'subsidiary_id = ANY ((SELECT daybook_subsidiaries())::uuid[])';
  r record;
BEGIN
  FOR r IN
    -- Through their own column.
    SELECT unnest(ARRAY['business_transactions', 'contract_cost_rows', 'contract_costs', 'counterparty_days', 'cut_overs', 'deferred_ledger_changes', 'document_day_changes', 'document_days', 'document_span_changes', 'document_span_days', 'document_spans',
      'entry_days', 'fiscal_periods', 'intercompany_accounts', 'intercompany_days', 'intercompany_parties', 'intercompany_unpaired', 'ledger_balances', 'ledger_batch_lines', 'ledger_days',
      'ledger_dimension_balances', 'ledger_dimension_days', 'ledger_dimension_periods', 'ledger_entries', 'ledger_lines', 'order_sources', 'other_ledgers', 'ownership_interests', 'projects',
      'rate_corrections', 'revaluations', 'revenue_approvals', 'revenue_carried_moves', 'revenue_checked_balances', 'revenue_checked_contracts', 'revenue_checked_standings', 'revenue_checked_totals', 'revenue_contracts', 'revenue_copied_balances', 'revenue_customer_changes', 'revenue_customer_moves', 'revenue_customer_years',
      'revenue_interest_moves', 'revenue_ledger_periods', 'revenue_month_changes',
      'revenue_months', 'revenue_movement_changes', 'revenue_movement_days', 'revenue_movement_months', 'revenue_movements',
      'revenue_positions', 'revenue_reclassifications', 'revenue_rows', 'revenue_runs', 'subledger_periods', 'subscriptions']) AS tab, v_own AS reach
    UNION ALL
    -- Without a subsidiary these belong to everyone.
    SELECT unnest(ARRAY['customers', 'employees', 'warehouses']), format('(subsidiary_id IS NULL OR %s)', v_own)
    UNION ALL
    -- Through their parent, to which its own policies apply. As a scalar subquery, which is evaluated by key for each row: an EXISTS
    -- may be planned as a hash of every parent in scope, whose cost grows with the books.
    SELECT c.tab, format('(SELECT true FROM %I p WHERE p.organization_id = %I.organization_id AND p.id = %I.%I)', c.parent, c.tab, c.tab, c.col)
    FROM (VALUES
      ('budget_lines', 'budget_id', 'budgets'),
      ('budget_snapshot_lines', 'snapshot_id', 'budget_view_snapshots'),
      ('budget_view_snapshots', 'project_id', 'projects'),
      ('budget_views', 'project_id', 'projects'),
      ('budgets', 'project_id', 'projects'),
      ('business_transaction_lines', 'transaction_id', 'business_transactions'),
      ('commitment_lines', 'commitment_id', 'commitments'),
      ('commitment_sum_changes', 'project_id', 'projects'),
      ('commitment_sums', 'project_id', 'projects'),
      ('commitments', 'project_id', 'projects'),
      ('customer_warehouses', 'customer_id', 'customers'),
      ('cut_over_assignments', 'cut_over_id', 'cut_overs'),
      ('cut_over_items', 'cut_over_id', 'cut_overs'),
      ('import_rows', 'import_id', 'imports'),
      ('intercompany_open_pairs', 'pair_id', 'intercompany_pairs'),
      ('ledger_batch_entries', 'batch_id', 'ledger_batches'),
      ('ledger_batches', 'ledger_id', 'other_ledgers'),
      ('ledger_readbacks', 'ledger_id', 'other_ledgers'),
      ('order_file_counts', 'source_id', 'order_sources'),
      ('other_ledger_codes', 'ledger_id', 'other_ledgers'),
      ('performance_obligations', 'contract_id', 'revenue_contracts'),
      ('prime_contract_lines', 'prime_contract_id', 'prime_contracts'),
      ('prime_contracts', 'project_id', 'projects'),
      ('purchase_order_lines', 'purchase_order_id', 'purchase_orders'),
      ('purchase_orders', 'project_id', 'projects'),
      ('rate_confirmations', 'transaction_id', 'business_transactions'),
      ('rate_correction_items', 'correction_id', 'rate_corrections'),
      ('revenue_bookings', 'contract_id', 'revenue_contracts'),
      ('revenue_contract_sources', 'contract_id', 'revenue_contracts'),
      ('revenue_events', 'contract_id', 'revenue_contracts'),
      ('revenue_run_chunks', 'run_id', 'revenue_runs'),
      ('revenue_versions', 'contract_id', 'revenue_contracts'),
      ('source_customers', 'source_id', 'order_sources'),
      ('source_order_files', 'order_id', 'source_orders'),
      ('source_order_sums', 'source_id', 'order_sources'),
      ('source_orders', 'source_id', 'order_sources'),
      ('subscription_items', 'subscription_id', 'subscriptions'),
      ('transaction_impact_lines', 'transaction_id', 'business_transactions'),
      ('unposted_documents', 'transaction_id', 'business_transactions')
    ) AS c (tab, col, parent)
  LOOP
    EXECUTE format('CREATE POLICY confined ON %I AS RESTRICTIVE TO daybook_confined USING (%s) WITH CHECK (%s)', r.tab, r.reach, r.reach);
  END LOOP;
END $$;

CREATE POLICY confined ON subsidiaries AS RESTRICTIVE TO daybook_confined
  USING (id = ANY ((SELECT daybook_subsidiaries())::uuid[])) WITH CHECK (id = ANY ((SELECT daybook_subsidiaries())::uuid[]));

-- What the organization follows is followed by those without a calendar of their own; only a caller who is not confined may change it.
CREATE POLICY confined ON calendar_adoptions AS RESTRICTIVE TO daybook_confined
  USING (subsidiary_id IS NULL OR subsidiary_id = ANY ((SELECT daybook_subsidiaries())::uuid[]))
  WITH CHECK (subsidiary_id IS NOT NULL AND subsidiary_id = ANY ((SELECT daybook_subsidiaries())::uuid[]));

-- A pair is known in both companies; which document it names in the other is read through that document alone.
CREATE POLICY confined ON intercompany_pairs AS RESTRICTIVE TO daybook_confined
  USING (subsidiary_id = ANY ((SELECT daybook_subsidiaries())::uuid[]) OR sister_id = ANY ((SELECT daybook_subsidiaries())::uuid[]))
  WITH CHECK (subsidiary_id = ANY ((SELECT daybook_subsidiaries())::uuid[]) OR sister_id = ANY ((SELECT daybook_subsidiaries())::uuid[]));

-- Both the settled document and the payment must be in scope.
CREATE POLICY confined ON payment_applications AS RESTRICTIVE TO daybook_confined USING (
  (SELECT true FROM business_transactions p WHERE p.organization_id = payment_applications.organization_id AND p.id = payment_applications.payment_id)
  AND (SELECT true FROM business_transactions d WHERE d.organization_id = payment_applications.organization_id AND d.id = payment_applications.document_id));

CREATE POLICY confined ON change_orders AS RESTRICTIVE TO daybook_confined USING (
  (prime_contract_id IS NULL OR (SELECT true FROM prime_contracts p WHERE p.organization_id = change_orders.organization_id AND p.id = change_orders.prime_contract_id))
  AND (commitment_id IS NULL OR (SELECT true FROM commitments c WHERE c.organization_id = change_orders.organization_id AND c.id = change_orders.commitment_id)));

-- An upload belongs to its author alone: its rows belong to no subsidiary until records are created from them.
CREATE POLICY confined ON imports AS RESTRICTIVE TO daybook_confined USING (created_by = daybook_user());

-- The same of work that was asked for: its title and log may name records of other subsidiaries.
CREATE POLICY confined ON background_jobs AS RESTRICTIVE TO daybook_confined USING (created_by = daybook_user());

-- Everyone may post by the general rule of a type; only callers who are not confined may change it.
CREATE POLICY confined ON posting_rules AS RESTRICTIVE TO daybook_confined
  USING (subsidiary_id IS NULL OR subsidiary_id = ANY ((SELECT daybook_subsidiaries())::uuid[]))
  WITH CHECK (subsidiary_id = ANY ((SELECT daybook_subsidiaries())::uuid[]));
CREATE POLICY confined_update ON posting_rules AS RESTRICTIVE FOR UPDATE TO daybook_confined USING (subsidiary_id IS NOT NULL);
CREATE POLICY confined_delete ON posting_rules AS RESTRICTIVE FOR DELETE TO daybook_confined USING (subsidiary_id IS NOT NULL);

-- How many records the whole organization has is not for those who reach a part of them: they count what they reach.
CREATE POLICY confined ON record_counts AS RESTRICTIVE TO daybook_confined USING (false) WITH CHECK (false);
CREATE POLICY confined ON record_count_changes AS RESTRICTIVE TO daybook_confined USING (false) WITH CHECK (false);
