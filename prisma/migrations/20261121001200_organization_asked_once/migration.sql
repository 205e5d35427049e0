-- Row security asks which organization is set for every row it lets through. Where rows are read by the hundred, one statement asks once:
-- a scalar subquery is computed when it is first needed and kept until the statement ends. It is not the form of every table, since
-- preparing the subquery costs more than it saves where a statement reads a row or two.
DO $$
DECLARE
  v_table text;
BEGIN
  FOREACH v_table IN ARRAY ARRAY['accounts', 'business_transactions', 'ledger_balances', 'ledger_dimension_balances', 'ledger_entries', 'ledger_lines',
    'performance_obligations', 'revenue_events', 'revenue_months', 'revenue_movements', 'revenue_positions', 'revenue_rows',
    'transaction_impact_lines'] LOOP
    EXECUTE format('ALTER POLICY tenant ON %I USING (organization_id = (SELECT daybook_organization())) '
                   'WITH CHECK (organization_id = (SELECT daybook_organization()))', v_table);
  END LOOP;
END $$;
