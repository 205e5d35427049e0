-- Who proposed to open the books of a cut-over, and the recognition run proposed with it: where four eyes are required, someone else
-- carries both out.
ALTER TABLE cut_overs
  ADD opening_proposed_by uuid,
  ADD opening_proposed_by_name text,
  ADD opening_proposed_at timestamptz(3),
  ADD opening_run_id uuid,
  ADD CONSTRAINT cut_overs_opening_run_org_fk FOREIGN KEY (organization_id, opening_run_id)
    REFERENCES revenue_runs (organization_id, id),
  ADD CONSTRAINT cut_overs_proposed_ck CHECK ((opening_proposed_at IS NULL) = (opening_proposed_by_name IS NULL)
    AND (opening_proposed_at IS NOT NULL OR (opening_proposed_by IS NULL AND opening_run_id IS NULL)));
CREATE INDEX cut_overs_opening_run_id_sql_idx ON cut_overs (organization_id, opening_run_id) WHERE opening_run_id IS NOT NULL;
