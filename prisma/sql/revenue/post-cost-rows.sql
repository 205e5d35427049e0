-- The amortization of contract costs and the provisions for losses due in a run, step by step like revenue: the costs of the next
-- p_limit rows are locked, and book-cost-rows books what is due for them. Returns how many rows it posted and which entries it made first.
--
-- Refuses: a posting date without an open period (restrict_violation).
-- Locks: the costs, in id order, FOR UPDATE; then those of book-cost-rows. The caller has locked the run.
-- Rule: ASC 340-40-35-1, 605-35-25-45; IAS 37.66; src/core/revenue.
-- Proved by: e2e/revenue/amortization.test.ts, e2e/revenue/cases/cases-balances.test.ts, e2e/revenue/losses.test.ts.
CREATE FUNCTION daybook_post_cost_rows(p_run uuid, p_limit integer, p_actor uuid)
RETURNS TABLE(o_rows integer, o_entries uuid[])
LANGUAGE plpgsql
SET plan_cache_mode = force_custom_plan
AS $$
DECLARE
  v_org uuid := daybook_organization();
  v_run revenue_runs;
  v_costs uuid[];
BEGIN
  SELECT r.* INTO v_run FROM revenue_runs r WHERE r.organization_id = v_org AND r.id = p_run;
  -- The next costs with rows due, in id order: two steps that share costs queue up instead of deadlocking.
  SELECT array_agg(l.id) INTO v_costs FROM (
    SELECT c.id FROM contract_costs c WHERE c.organization_id = v_org AND c.id IN (
      SELECT d.cost_id FROM (SELECT r.cost_id FROM contract_cost_rows r
        WHERE r.organization_id = v_org AND r.subsidiary_id = v_run.subsidiary_id AND r.run_id IS NULL AND r.period <= v_run.period
        ORDER BY r.period, r.cost_id LIMIT p_limit) d)
    ORDER BY c.id FOR UPDATE) l;
  IF v_costs IS NULL THEN
    RETURN QUERY SELECT 0, '{}'::uuid[];
    RETURN;
  END IF;
  RETURN QUERY SELECT b.o_rows, b.o_entries FROM daybook_book_cost_rows(v_run, NULL, v_costs, p_actor) b;
END $$;
