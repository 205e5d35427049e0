-- One step of a reversal, of contract costs: reverses the amortization and the provisions for losses the reversed run posted, at most
-- p_limit rows. Each row is answered by one of the opposite amount, which book-cost-rows books, and one that is due again, as in
-- answer-run-rows. Answers how many rows; none: nothing is left.
--
-- Refuses: a date without an open period (restrict_violation); a row that is reversed already (unique_violation).
-- Locks: the costs, in id order; then those of book-cost-rows. The caller holds the runs of the subsidiary and the open periods.
-- Rule: docs/accounting.md, "Runs"; ASC 340-40-35-1.
-- Proved by: e2e/revenue/runs/reversed-runs.test.ts, e2e/revenue/losses.test.ts.
CREATE FUNCTION daybook_reverse_cost_rows(p_run uuid, p_limit integer, p_first_open text, p_actor uuid) RETURNS integer
LANGUAGE plpgsql
SET plan_cache_mode = force_custom_plan
AS $$
DECLARE
  v_org uuid := daybook_organization();
  v_run revenue_runs;
  v_of revenue_runs;
  v_costs uuid[];
  v_rows integer;
  v_entries uuid[];
BEGIN
  SELECT r.* INTO v_run FROM revenue_runs r WHERE r.organization_id = v_org AND r.id = p_run;
  SELECT r.* INTO v_of FROM revenue_runs r WHERE r.organization_id = v_org AND r.id = v_run.reverses_run_id;
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('periods:' || v_org::text, 0));
  SELECT array_agg(l.id) INTO v_costs FROM (
    SELECT c.id FROM contract_costs c WHERE c.organization_id = v_org AND c.id IN (
      SELECT d.cost_id FROM (
        SELECT r.cost_id FROM contract_cost_rows r
        WHERE r.organization_id = v_org AND r.subsidiary_id = v_run.subsidiary_id AND r.run_id = v_of.id
          AND NOT EXISTS (SELECT 1 FROM contract_cost_rows z WHERE z.organization_id = v_org AND z.cost_id = r.cost_id AND z.reverses_seq = r.seq)
          AND (v_run.contract_ids IS NULL OR EXISTS (
            SELECT 1 FROM contract_costs k WHERE k.organization_id = v_org AND k.id = r.cost_id AND k.contract_id = ANY (v_run.contract_ids)))
        ORDER BY r.cost_id LIMIT p_limit) d)
    ORDER BY c.id FOR UPDATE) l;
  IF v_costs IS NULL THEN
    RETURN 0;
  END IF;
  INSERT INTO contract_cost_rows (organization_id, cost_id, seq, subsidiary_id, row_kind, period, amount, reverses_seq, natural_period, event_id,
                                  cause_id)
  SELECT v_org, v.cost_id, s.rows + 2 * (v.n - 1) + x.place, v.subsidiary_id, v.row_kind, greatest(v.period, p_first_open), x.sign * v.amount,
         CASE WHEN x.sign < 0 THEN v.seq END, v.natural_period, v.event_id, v.cause_id
  FROM (SELECT r.*, row_number() OVER (PARTITION BY r.cost_id ORDER BY r.seq)::int AS n FROM contract_cost_rows r
        WHERE r.organization_id = v_org AND r.cost_id = ANY (v_costs) AND r.run_id = v_of.id
          AND NOT EXISTS (SELECT 1 FROM contract_cost_rows z WHERE z.organization_id = v_org AND z.cost_id = r.cost_id AND z.reverses_seq = r.seq)) v
  JOIN (SELECT r.cost_id, count(*)::int AS rows FROM contract_cost_rows r
        WHERE r.organization_id = v_org AND r.cost_id = ANY (v_costs) GROUP BY 1) s ON s.cost_id = v.cost_id
  CROSS JOIN (VALUES (0, -1), (1, 1)) AS x (place, sign);
  SELECT b.o_rows, b.o_entries INTO v_rows, v_entries FROM daybook_book_cost_rows(v_run, v_of, v_costs, p_actor) b;
  INSERT INTO revenue_run_chunks (organization_id, run_id, chunk_number, contracts, rows, amounts, first_entries)
  SELECT v_org, p_run, count(*)::int + 1, 0, v_rows, '{}', v_entries
  FROM revenue_run_chunks c WHERE c.organization_id = v_org AND c.run_id = p_run;
  RETURN v_rows;
END $$;
