-- Contract balances of months beyond the day of effect they are asked as of look for what was posted after that day and follows from no fact: movements of runs, found by
-- their run, and the few others (what fell due with performance, interest). A run writes to neither index but for itself.
CREATE INDEX revenue_movements_no_fact_sql_idx ON revenue_movements (organization_id, posting_date, contract_id) WHERE event_id IS NULL AND run_id IS NULL;
CREATE INDEX revenue_runs_posting_sql_idx ON revenue_runs (organization_id, posting_date) WHERE kind <> 'EVENT';
