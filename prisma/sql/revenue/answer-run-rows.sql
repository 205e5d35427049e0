-- Answers what a run posted for some contracts, for a reversal that undoes it. A posted row stays as it is. It is answered by one of the
-- opposite amount, which reverse-run-rows posts, and by one that is due again, both in its own month while that is open and else in
-- p_first_open, so that the sum of what is stored of a fact does not move and the next run posts the difference. Rows that are
-- answered already are left alone. Returns how many rows were added.
--
-- Refuses: a row that another reversal answers at the same time (unique_violation).
-- Locks: none; the caller has locked the contracts' positions.
-- Rule: docs/accounting.md, "Runs".
-- Proved by: e2e/revenue/runs/reversed-runs.test.ts.
CREATE FUNCTION daybook_answer_run_rows(p_reversal uuid, p_run uuid, p_contracts uuid[], p_first_open text) RETURNS integer
LANGUAGE plpgsql
SET plan_cache_mode = force_custom_plan SET jit = off SET enable_seqscan = off SET enable_mergejoin = off
SET work_mem = '32MB' SET random_page_cost = 1 SET max_parallel_workers_per_gather = 0
AS $$
DECLARE
  v_org uuid := daybook_organization();
  v_rows integer;
BEGIN
  PERFORM daybook_plan_for(cardinality(p_contracts));
  -- Contract by contract, by key: the statistics have not heard of a run just posted.
  INSERT INTO revenue_rows (organization_id, contract_id, seq, subsidiary_id, obligation_key, amount, period, natural_period, start_date,
    end_date, source, event_id, cause_id, catch_up, late, reverses_seq)
  SELECT v_org, v.contract_id, s.rows + 2 * (v.n - 1) + x.place, v.subsidiary_id, v.obligation_key, x.sign * v.amount,
         greatest(v.period, p_first_open), v.natural_period, v.start_date, v.end_date, v.source, v.event_id, p_reversal,
         v.catch_up OR v.period < p_first_open, v.late OR v.period < p_first_open, CASE WHEN x.sign < 0 THEN v.seq END
  FROM unnest(p_contracts) AS k (contract_id)
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS rows FROM revenue_rows r WHERE r.organization_id = v_org AND r.contract_id = k.contract_id OFFSET 0) s
  CROSS JOIN LATERAL (
    SELECT r.*, row_number() OVER (ORDER BY r.seq)::int AS n FROM revenue_rows r
    WHERE r.organization_id = v_org AND r.contract_id = k.contract_id AND r.run_id = p_run
      AND NOT EXISTS (SELECT 1 FROM revenue_rows z
                      WHERE z.organization_id = v_org AND z.contract_id = r.contract_id AND z.reverses_seq = r.seq) OFFSET 0) v
  CROSS JOIN (VALUES (0, -1), (1, 1)) AS x (place, sign);
  GET DIAGNOSTICS v_rows = ROW_COUNT;
  RETURN v_rows;
END $$;
