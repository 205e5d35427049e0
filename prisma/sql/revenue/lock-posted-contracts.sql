-- The next contracts after p_after for which a run posted revenue that has not been reversed yet, those of its first p_limit rows, of all
-- contracts or of p_only: their positions are locked, and each contract comes with its currency and the place of its position, for
-- daybook_reverse_run_rows. Nothing left: the arrays are null.
--
-- Refuses: nothing.
-- Locks: the positions, in contract order. The caller has locked the reversal.
-- Rule: docs/accounting.md, "Runs".
-- Proved by: e2e/revenue/runs/reversed-runs.test.ts.
CREATE FUNCTION daybook_lock_posted_contracts(
  p_run uuid, p_only uuid[], p_after uuid, p_limit integer, OUT o_contracts uuid[], OUT o_currencies text[], OUT o_places tid[]
)
LANGUAGE plpgsql
SET plan_cache_mode = force_custom_plan SET jit = off SET enable_seqscan = off SET enable_mergejoin = off
SET work_mem = '32MB' SET random_page_cost = 1 SET max_parallel_workers_per_gather = 0
AS $$
DECLARE
  v_org uuid := daybook_organization();
BEGIN
  SELECT array_agg(l.contract_id), array_agg(l.currency_code), array_agg(l.place) INTO o_contracts, o_currencies, o_places FROM (
    SELECT p.contract_id, p.currency_code, p.ctid AS place FROM revenue_positions p
    WHERE p.organization_id = v_org AND p.contract_id IN (
      SELECT d.contract_id FROM (
        SELECT r.contract_id FROM revenue_rows r
        WHERE r.organization_id = v_org AND r.contract_id > coalesce(p_after, '00000000-0000-0000-0000-000000000000')
          AND (p_only IS NULL OR r.contract_id = ANY (p_only)) AND r.run_id = p_run
          AND NOT EXISTS (SELECT 1 FROM revenue_rows z
                          WHERE z.organization_id = v_org AND z.contract_id = r.contract_id AND z.reverses_seq = r.seq)
        ORDER BY r.contract_id LIMIT p_limit) d)
    ORDER BY p.contract_id FOR UPDATE) l;
END $$;
