-- The next contracts of a run that have revenue due, by period and contract: those of the first p_limit rows. Their positions are
-- locked, and each contract comes with its currency and the place of its position, for daybook_recognise. Obligations on hold are not
-- due. With p_beside other steps of the run work at the same time, and contracts that one of them has locked are left to it. Nothing
-- due: the arrays are null.
--
-- Refuses: nothing.
-- Locks: the positions, in contract order (with p_beside SKIP LOCKED). The caller has locked the run.
-- Rule: docs/guides/accountants.md; docs/house.md, "Posting".
-- Proved by: e2e/revenue/runs/run-beside.test.ts, e2e/revenue/recognition.test.ts.
CREATE FUNCTION daybook_lock_due_contracts(
  p_run revenue_runs, p_limit integer, p_beside boolean, OUT o_contracts uuid[], OUT o_currencies text[], OUT o_places tid[]
)
LANGUAGE plpgsql
SET plan_cache_mode = force_custom_plan SET jit = off SET enable_seqscan = off SET enable_mergejoin = off
SET work_mem = '32MB' SET random_page_cost = 1 SET max_parallel_workers_per_gather = 0
AS $$
DECLARE
  v_org uuid := daybook_organization();
BEGIN
  IF p_beside THEN
    SELECT array_agg(l.contract_id ORDER BY l.contract_id), array_agg(l.currency_code ORDER BY l.contract_id),
           array_agg(l.place ORDER BY l.contract_id) INTO o_contracts, o_currencies, o_places
    FROM (
      SELECT DISTINCT d.contract_id, d.currency_code, d.place FROM (
        SELECT p.contract_id, p.currency_code, p.ctid AS place
        FROM revenue_rows r JOIN revenue_positions p ON p.organization_id = v_org AND p.contract_id = r.contract_id
        WHERE r.organization_id = v_org AND r.subsidiary_id = p_run.subsidiary_id AND r.run_id IS NULL AND r.period <= p_run.period
          AND (p_run.contract_id IS NULL OR r.contract_id = p_run.contract_id)
          AND (r.contract_id, r.obligation_key) NOT IN (SELECT o.contract_id, o.key FROM performance_obligations o
                                                        WHERE o.organization_id = v_org AND o.held)
        ORDER BY r.period, r.contract_id LIMIT p_limit FOR UPDATE OF p SKIP LOCKED) d) l;
  ELSE
    SELECT array_agg(l.contract_id), array_agg(l.currency_code), array_agg(l.place) INTO o_contracts, o_currencies, o_places FROM (
      SELECT p.contract_id, p.currency_code, p.ctid AS place FROM revenue_positions p
      WHERE p.organization_id = v_org AND p.contract_id IN (
        SELECT d.contract_id FROM (
          SELECT r.contract_id FROM revenue_rows r
          WHERE r.organization_id = v_org AND r.subsidiary_id = p_run.subsidiary_id AND r.run_id IS NULL AND r.period <= p_run.period
            AND (p_run.contract_id IS NULL OR r.contract_id = p_run.contract_id)
            AND (r.contract_id, r.obligation_key) NOT IN (SELECT o.contract_id, o.key FROM performance_obligations o
                                                          WHERE o.organization_id = v_org AND o.held)
          ORDER BY r.period, r.contract_id LIMIT p_limit) d)
      ORDER BY p.contract_id FOR UPDATE) l;
  END IF;
END $$;
