-- Who recorded costs (p_costs) of contracts (p_contracts, one for each), by the last fact of the contract that names the cost; costs without such a
-- fact are left out. A condition on what a fact contains may not use an index under row security (jsonb access is not leakproof), so this function
-- works with the owner's rights and confines itself to the organization. It returns ids only: who calls it has read the costs under row
-- security.
--
-- Refuses: nothing; without an organization it finds nothing.
-- Locks: none.
-- Rule: docs/scale.md, "Judgments in pages".
-- Proved by: e2e/revenue/facts/judged-costs.test.ts, e2e/revenue/growth.test.ts.
CREATE FUNCTION daybook_cost_recorders(p_contracts uuid[], p_costs uuid[])
RETURNS TABLE(o_contract_id uuid, o_cost_id uuid, o_recorded_by uuid)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
DECLARE
  v_org uuid := daybook_organization();
BEGIN
  RETURN QUERY
  SELECT c.contract_id, c.id, e.recorded_by
  FROM unnest(p_contracts, p_costs) AS c (contract_id, id)
  CROSS JOIN LATERAL (
    SELECT w.recorded_by FROM revenue_events w
    -- Worded as in the index, whose collation compares ids quickly.
    WHERE w.organization_id = v_org AND w.contract_id = c.contract_id AND w.kind = 'cost' AND (w.body ->> 'key') COLLATE "C" = c.id::text
    ORDER BY w.seq DESC LIMIT 1) e;
END $$;
