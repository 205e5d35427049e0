-- References of one organization's rows to rows that do not exist: every foreign key, and every reference that no foreign key
-- holds because triggers or code check it instead (the ledger's columns, documents' customers, vendors and employees, lists of ids).
-- Only references with such rows are returned. Not included: ids of people, who may leave; ids in the audit trail, in events and in
-- imported rows, which may name deleted records; ids that the interface accepts unchecked (an employee's manager, for example).
--
-- Refuses: nothing; it reads.
-- Locks: none.
-- Rule: docs/guides/operators.md, "Verify".
-- Proved by: e2e/hostile/dangling.test.ts.
CREATE FUNCTION daybook_dangling_references() RETURNS TABLE (o_table text, o_column text, o_target text, o_rows bigint)
LANGUAGE plpgsql STABLE
AS $$
DECLARE
  r record;
  v_table text;
  v_filled boolean;
BEGIN
  FOR r IN
    SELECT con.conrelid::regclass::text AS tab, near.attname::text AS col, con.confrelid::regclass::text AS target,
           far.attname::text AS target_col, 'true' AS condition, format('a.%I', near.attname) AS reference, 'true' AS unexcused
    FROM pg_constraint con
    JOIN pg_attribute near ON near.attrelid = con.conrelid AND near.attnum = con.conkey[2]
    JOIN pg_attribute far ON far.attrelid = con.confrelid AND far.attnum = con.confkey[2]
    WHERE con.contype = 'f' AND con.connamespace = 'public'::regnamespace AND cardinality(con.conkey) = 2
    UNION ALL
    SELECT x.tab, x.col, x.target, 'id', 'true', format('a.%I', x.col), 'true'
    FROM (VALUES
      ('audit_seals', 'audit_id', 'audit_log'),
      ('business_transaction_lines', 'account_id', 'accounts'), ('business_transaction_lines', 'class_id', 'classes'),
      ('business_transaction_lines', 'department_id', 'departments'), ('business_transaction_lines', 'item_id', 'items'),
      ('business_transaction_lines', 'location_id', 'locations'), ('business_transaction_lines', 'project_id', 'projects'),
      ('business_transaction_lines', 'tax_code_id', 'tax_codes'), ('business_transaction_lines', 'transaction_id', 'business_transactions'),
      ('import_rows', 'import_id', 'imports'),
      ('business_transactions', 'ledger_entry_id', 'ledger_entries'), ('business_transactions', 'reversal_entry_id', 'ledger_entries'),
      ('contract_cost_rows', 'cost_id', 'contract_costs'), ('contract_cost_rows', 'entry_id', 'ledger_entries'),
      ('contract_cost_rows', 'run_id', 'revenue_runs'), ('contract_cost_rows', 'subsidiary_id', 'subsidiaries'),
      ('contract_costs', 'impair_account_id', 'accounts'), ('contract_costs', 'offset_account_id', 'accounts'),
      ('contract_costs', 'subsidiary_id', 'subsidiaries'),
      ('ledger_balances', 'account_id', 'accounts'), ('ledger_balances', 'period_id', 'fiscal_periods'),
      ('ledger_balances', 'subsidiary_id', 'subsidiaries'), ('ledger_dimension_balances', 'account_id', 'accounts'),
      ('ledger_dimension_balances', 'period_id', 'fiscal_periods'), ('ledger_dimension_balances', 'subsidiary_id', 'subsidiaries'),
      ('ledger_entries', 'period_id', 'fiscal_periods'), ('ledger_entries', 'reversal_of_id', 'ledger_entries'),
      ('ledger_entries', 'subsidiary_id', 'subsidiaries'), ('ledger_entries', 'transaction_id', 'business_transactions'),
      ('ledger_lines', 'account_id', 'accounts'), ('ledger_lines', 'class_id', 'classes'), ('ledger_lines', 'department_id', 'departments'),
      ('ledger_lines', 'entry_id', 'ledger_entries'), ('ledger_lines', 'location_id', 'locations'), ('ledger_lines', 'period_id', 'fiscal_periods'),
      ('ledger_lines', 'project_id', 'projects'), ('ledger_lines', 'subsidiary_id', 'subsidiaries'),
      ('payment_applications', 'ledger_entry_id', 'ledger_entries'), ('rate_correction_items', 'entry_id', 'ledger_entries'),
      ('revaluations', 'entry_id', 'ledger_entries'), ('revaluations', 'reversal_entry_id', 'ledger_entries'),
      ('revenue_carried_moves', 'account_id', 'accounts'), ('revenue_carried_moves', 'entry_id', 'ledger_entries'),
      ('revenue_interest_moves', 'accrued_account_id', 'accounts'), ('revenue_interest_moves', 'advance_account_id', 'accounts'),
      ('revenue_interest_moves', 'entry_id', 'ledger_entries'), ('revenue_interest_moves', 'unearned_account_id', 'accounts'),
      ('revenue_movements', 'contract_id', 'revenue_contracts'),
      ('revenue_movements', 'run_id', 'revenue_runs'), ('revenue_positions', 'cash_account_id', 'accounts'),
      ('revenue_positions', 'contract_asset_account_id', 'accounts'), ('revenue_positions', 'deferred_account_id', 'accounts'),
      ('revenue_positions', 'exchange_account_id', 'accounts'), ('revenue_positions', 'interest_expense_account_id', 'accounts'),
      ('revenue_positions', 'interest_income_account_id', 'accounts'), ('revenue_positions', 'receivable_account_id', 'accounts'),
      ('revenue_positions', 'refund_account_id', 'accounts'), ('revenue_reclassifications', 'entry_id', 'ledger_entries'),
      ('revenue_reclassifications', 'reversal_entry_id', 'ledger_entries'), ('revenue_rows', 'contract_id', 'revenue_contracts'),
      ('revenue_rows', 'run_id', 'revenue_runs'), ('revenue_rows', 'subsidiary_id', 'subsidiaries'),
      ('transaction_impact_lines', 'account_id', 'accounts'), ('transaction_impact_lines', 'class_id', 'classes'),
      ('transaction_impact_lines', 'department_id', 'departments'), ('transaction_impact_lines', 'location_id', 'locations'),
      ('transaction_impact_lines', 'project_id', 'projects'), ('transaction_impact_lines', 'transaction_id', 'business_transactions')
    ) AS x (tab, col, target)
    UNION ALL
    -- An unset dimension of a balance is the nil id.
    SELECT 'ledger_dimension_balances', x.col, x.target, 'id', format('a.%I <> ''00000000-0000-0000-0000-000000000000''', x.col), format('a.%I', x.col), 'true'
    FROM (VALUES ('class_id', 'classes'), ('department_id', 'departments'), ('location_id', 'locations'), ('project_id', 'projects')) AS x (col, target)
    UNION ALL
    SELECT t.tab, 'entity_id', e.target, 'id', format('a.entity_type = %L', e.kind), 'a.entity_id', 'true'
    FROM (VALUES ('business_transactions'), ('ledger_lines'), ('transaction_impact_lines')) AS t (tab),
         (VALUES ('CUSTOMER', 'customers'), ('VENDOR', 'vendors'), ('EMPLOYEE', 'employees')) AS e (kind, target)
    UNION ALL
    -- A document that billed within the liability moved nothing but that, and so made no entry of the contract's own.
    SELECT 'revenue_movements', 'entry_id', 'ledger_entries', 'id',
      '(a.receivable, a.receivable_base, a.cash, a.cash_base, a.contract_asset, a.contract_asset_base, a.deferred - a.document,
        a.deferred_base - a.document_base, a.refund, a.refund_base, a.revenue, a.revenue_base, a.exchange_base)
       IS DISTINCT FROM (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)', 'a.entry_id', 'true'
    UNION ALL
    -- Where all that a contract posted in an entry cancels out, there is no entry; its movement says so.
    SELECT 'revenue_rows', 'entry_id', 'ledger_entries', 'id', 'true', 'a.entry_id',
      'NOT EXISTS (SELECT FROM revenue_movements m WHERE m.organization_id = daybook_organization() AND m.contract_id = a.contract_id
         AND m.entry_id = a.entry_id AND (m.revenue, m.revenue_base, m.receivable, m.receivable_base, m.contract_asset, m.contract_asset_base,
           m.deferred, m.deferred_base, m.exchange_base) = (0, 0, 0, 0, 0, 0, 0, 0, 0))'
    UNION ALL
    SELECT 'ledger_entries', 'source_id', 'business_transactions', 'id', 'a.source_kind = ''TRANSACTION''', 'a.source_id', 'true'
    UNION ALL
    -- Lists of ids.
    SELECT x.tab, x.col, x.target, 'id', 'true', 'one.id', 'true'
    FROM (VALUES ('api_clients', 'subsidiary_ids', 'subsidiaries'), ('budget_lines', 'account_ids', 'accounts'),
      ('companies', 'subsidiary_ids', 'subsidiaries'), ('invitations', 'custom_role_ids', 'custom_roles'), ('invitations', 'subsidiary_ids', 'subsidiaries'),
      ('memberships', 'custom_role_ids', 'custom_roles'), ('memberships', 'subsidiary_ids', 'subsidiaries'),
      ('provisioned_groups', 'custom_role_ids', 'custom_roles'), ('provisioned_people', 'given_custom_role_ids', 'custom_roles'),
      ('revenue_runs', 'contract_ids', 'revenue_contracts')) AS x (tab, col, target)
    ORDER BY 1, 2, 3
  LOOP
    -- A table without a row of the organization, as most are in small books, is asked once instead of once a reference.
    IF v_table IS DISTINCT FROM r.tab THEN
      v_table := r.tab;
      EXECUTE format('SELECT EXISTS (SELECT FROM %I WHERE organization_id = daybook_organization())', r.tab) INTO v_filled;
    END IF;
    CONTINUE WHEN NOT v_filled;
    EXECUTE format(
      'SELECT count(*) FROM (
         SELECT a.* FROM %I a %s WHERE a.organization_id = daybook_organization() AND %s IS NOT NULL AND %s
           AND NOT EXISTS (SELECT FROM %I b WHERE b.organization_id = daybook_organization() AND b.%I = %s) OFFSET 0) a WHERE %s',
      r.tab, CASE WHEN r.reference = 'one.id' THEN format('CROSS JOIN LATERAL unnest(a.%I) AS one (id)', r.col) ELSE '' END,
      r.reference, r.condition, r.target, r.target_col, r.reference, r.unexcused) INTO o_rows;
    IF o_rows > 0 THEN
      o_table := r.tab;
      o_column := r.col;
      o_target := r.target;
      RETURN NEXT;
    END IF;
  END LOOP;
END $$;
