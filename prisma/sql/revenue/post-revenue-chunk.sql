-- One step of a run; with p_limit 0 it only starts the run. It takes the contracts of at most p_limit due rows, posts everything due
-- for them, and returns how much. On its own it may also end the run: zero rows mean nothing is left, and the run is POSTED. With
-- p_beside it may run in parallel with other steps of a run in progress; it skips contracts locked by another step and does not end
-- the run, because finding nothing does not mean that nothing is left. Each call is one transaction, so a killed run continues where
-- it stopped.
--
-- Refuses: a run that does not exist, is posted or was discarded, by its status and no rows; a posting date without an open period
--   (restrict_violation).
-- Locks: in this order: the run (FOR UPDATE, in parallel FOR SHARE); the shared side of "periods:<organization>"; positions, in
--   contract order (in parallel SKIP LOCKED); those of recognise; the run's chunk numbers.
-- Rule: docs/guides/accountants.md; docs/house.md, "Posting".
-- Proved by: e2e/revenue/runs/run-beside.test.ts, e2e/revenue/runs/killed-run.test.ts, e2e/revenue/runs/discarded-runs.test.ts.
CREATE FUNCTION daybook_post_revenue_chunk(p_run uuid, p_limit integer, p_actor uuid, p_beside boolean DEFAULT false)
RETURNS TABLE(o_status text, o_contracts integer, o_rows integer)
LANGUAGE plpgsql
SET plan_cache_mode = force_custom_plan SET jit = off SET enable_seqscan = off SET enable_mergejoin = off
SET work_mem = '32MB' SET random_page_cost = 1 SET max_parallel_workers_per_gather = 0
AS $$
DECLARE
  v_org uuid := daybook_organization();
  v_run revenue_runs;
  v_contracts uuid[];
  v_currencies text[];
  v_due daybook_revenue_due[];
  v_places tid[];
  v_posted integer := 0;
  v_entries uuid[];
  v_rows integer := 0;
  v_amounts jsonb;
BEGIN
  IF p_beside THEN
    SELECT r.* INTO v_run FROM revenue_runs r WHERE r.organization_id = v_org AND r.id = p_run AND r.run_status = 'POSTING' FOR SHARE;
  ELSE
    SELECT r.* INTO v_run FROM revenue_runs r WHERE r.organization_id = v_org AND r.id = p_run FOR UPDATE;
  END IF;
  IF v_run.id IS NULL OR v_run.run_status IN ('POSTED', 'DISCARDED') THEN
    RETURN QUERY SELECT coalesce(v_run.run_status, 'MISSING'), 0, 0;
    RETURN;
  END IF;
  -- Closing a period takes the exclusive side of this lock, so that no chunk is posted during a close.
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('periods:' || v_org::text, 0));
  IF p_limit = 0 THEN
    PERFORM daybook_open_books(v_run.subsidiary_id, v_run.posting_date);
    UPDATE revenue_runs SET run_status = 'POSTING', started_at = coalesce(started_at, now())
    WHERE organization_id = v_org AND id = p_run AND run_status = 'PREVIEW';
    RETURN QUERY SELECT 'POSTING', 0, 0;
    RETURN;
  END IF;

  SELECT l.o_contracts, l.o_currencies, l.o_places INTO v_contracts, v_currencies, v_places
    FROM daybook_lock_due_contracts(v_run, p_limit, p_beside) l;
  IF v_contracts IS NOT NULL THEN
    -- Everything due for these contracts, read again: rows posted by another step in the meantime are left out.
    SELECT array_agg(ROW(r.ctid, r.contract_id, r.obligation_key)::daybook_revenue_due) INTO v_due FROM revenue_rows r
    WHERE r.organization_id = v_org AND r.subsidiary_id = v_run.subsidiary_id AND r.contract_id = ANY (v_contracts)
      AND r.run_id IS NULL AND r.period <= v_run.period;
    IF v_due IS NOT NULL THEN
      SELECT d.o_contracts, d.o_rows, d.o_amounts, d.o_entries INTO v_posted, v_rows, v_amounts, v_entries
      FROM daybook_recognise(v_run, v_contracts, v_places, v_currencies, v_due, NULL,
                             format('Revenue of %s, run %s', v_run.period, v_run.run_number), p_actor) d;
    END IF;
  END IF;

  -- No revenue was due, so the costs are next; when no costs are due either, the run is complete.
  IF v_rows = 0 THEN
    IF p_beside THEN
      RETURN QUERY SELECT 'POSTING', coalesce(cardinality(v_contracts), 0), 0;
      RETURN;
    END IF;
    -- A run for one event does not post the month's costs.
    IF v_run.contract_id IS NULL THEN
      SELECT c.o_rows, c.o_entries INTO v_rows, v_entries FROM daybook_post_cost_rows(p_run, p_limit, p_actor) c;
    END IF;
    IF v_rows = 0 THEN
      UPDATE revenue_runs SET run_status = 'POSTED', started_at = coalesce(started_at, now()), finished_at = now()
      WHERE organization_id = v_org AND id = p_run;
      RETURN QUERY SELECT 'POSTED', 0, 0;
      RETURN;
    END IF;
  END IF;
  -- Parallel steps take their numbers one after another.
  PERFORM pg_advisory_xact_lock(hashtextextended('revenue run chunks:' || p_run::text, 0));
  INSERT INTO revenue_run_chunks (organization_id, run_id, chunk_number, contracts, rows, amounts, first_entries)
  SELECT v_org, p_run, count(*)::int + 1, v_posted, v_rows, coalesce(v_amounts, '{}'), coalesce(v_entries, '{}')
  FROM revenue_run_chunks c WHERE c.organization_id = v_org AND c.run_id = p_run;
  UPDATE revenue_runs SET run_status = 'POSTING', started_at = coalesce(started_at, now())
  WHERE organization_id = v_org AND id = p_run AND run_status = 'PREVIEW';
  RETURN QUERY SELECT 'POSTING', coalesce(cardinality(v_contracts), 0), v_rows;
END $$;
