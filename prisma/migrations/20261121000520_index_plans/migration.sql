-- The posting functions and the ledger's triggers touch rows by key, in tables that grow from nothing to millions within one
-- statistics interval. A plan made while a table looked empty scans it whole for as long as the plan lives. So their plans
-- are made once a session, and go by index whatever the statistics say.
DO $$
DECLARE
  f regprocedure;
BEGIN
  FOR f IN
    SELECT p.oid::regprocedure FROM pg_proc p
    WHERE p.pronamespace = 'public'::regnamespace AND p.proname IN (
      'daybook_post_transactions', 'daybook_append_entries', 'daybook_reverse_transaction', 'daybook_insert_transactions',
      'daybook_replace_transaction_parts', 'daybook_check_new_lines', 'daybook_check_entry_balanced',
      'daybook_refuse_posted_line_change')
  LOOP
    EXECUTE format('ALTER FUNCTION %s SET plan_cache_mode = force_generic_plan', f);
    EXECUTE format('ALTER FUNCTION %s SET enable_seqscan = off', f);
    EXECUTE format('ALTER FUNCTION %s SET enable_hashjoin = off', f);
    EXECUTE format('ALTER FUNCTION %s SET enable_mergejoin = off', f);
  END LOOP;
END $$;

-- Account activity reads by account; an id is unique across organizations, so the account leads. Led by organization_id the index
-- looked, while the table was new, as good as the primary key for finding an entry's lines, and read a whole organization.
DROP INDEX ledger_lines_account_sql_idx;
CREATE INDEX ledger_lines_account_sql_idx ON ledger_lines (account_id, posting_date, entry_id, line_number)
  INCLUDE (organization_id, subsidiary_id, base_debit, base_credit);
