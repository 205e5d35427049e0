-- A run that is proposed and will not be posted is discarded with a reason. It stays readable, and keeps its number.
ALTER TABLE revenue_runs
  ADD COLUMN discard_reason text,
  ADD COLUMN discarded_by uuid,
  ADD COLUMN discarded_at timestamptz(3),
  DROP CONSTRAINT revenue_runs_status_ck,
  ADD CONSTRAINT revenue_runs_status_ck CHECK (run_status IN ('PREVIEW', 'POSTING', 'POSTED', 'DISCARDED') AND kind IN ('PERIOD', 'EVENT',
    'REVERSAL')),
  ADD CONSTRAINT revenue_runs_discarded_ck CHECK ((run_status = 'DISCARDED') = (discard_reason IS NOT NULL)
    AND (run_status = 'DISCARDED') = (discarded_at IS NOT NULL));
