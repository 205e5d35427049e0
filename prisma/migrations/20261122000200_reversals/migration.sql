-- A recognition run may be reversed, whole or for some contracts, by a run of kind REVERSAL. Nothing posted changes: each row of the
-- run is answered by one of the opposite amount, which the reversal posts, and one that is due again.

ALTER TABLE revenue_runs
  ADD COLUMN reverses_run_id uuid,
  ADD COLUMN contract_ids uuid[],
  ADD COLUMN reason text,
  DROP CONSTRAINT revenue_runs_status_ck,
  ADD CONSTRAINT revenue_runs_status_ck CHECK (run_status IN ('PREVIEW', 'POSTING', 'POSTED') AND kind IN ('PERIOD', 'EVENT',
    'REVERSAL')),
  ADD CONSTRAINT revenue_runs_reversal_ck CHECK ((kind = 'REVERSAL') = (reverses_run_id IS NOT NULL) AND (kind = 'REVERSAL') =
    (reason IS NOT NULL)),
  ADD CONSTRAINT revenue_runs_reverses_run_id_org_fk FOREIGN KEY (organization_id, reverses_run_id)
    REFERENCES revenue_runs (organization_id, id);
CREATE INDEX revenue_runs_reverses_run_id_sql_idx ON revenue_runs (organization_id, reverses_run_id)
  WHERE reverses_run_id IS NOT NULL;

-- The row this one takes back. The index is the rule: a row is reversed once.
ALTER TABLE revenue_rows ADD COLUMN reverses_seq integer;
CREATE UNIQUE INDEX revenue_rows_reversed_sql_idx ON revenue_rows (organization_id, contract_id, reverses_seq)
  WHERE reverses_seq IS NOT NULL;

ALTER TABLE contract_cost_rows ADD COLUMN reverses_seq integer;
CREATE UNIQUE INDEX contract_cost_rows_reversed_sql_idx ON contract_cost_rows (organization_id, cost_id, reverses_seq)
  WHERE reverses_seq IS NOT NULL;
