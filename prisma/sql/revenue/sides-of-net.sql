-- How a change of a contract's net position is shown: a contract liability while it is above zero, a contract asset below. A position
-- at zero has no base amount on either side. Inlined by the planner.
--
-- Refuses: nothing.
-- Locks: none.
-- Rule: ASC 606-10-45-1; src/core/revenue/balances.ts.
-- Proved by: src/db/laws/revenue-effects.db.test.ts, e2e/revenue/runs/moves.test.ts.
CREATE FUNCTION daybook_sides_of_net(p_net numeric, p_base numeric, p_by numeric, p_base_by numeric)
RETURNS TABLE(contract_asset numeric, contract_asset_base numeric, deferred numeric, deferred_base numeric)
LANGUAGE sql IMMUTABLE ROWS 1
AS $$
  SELECT greatest(-(p_net + p_by), 0) - greatest(-p_net, 0),
         CASE WHEN p_net + p_by < 0 THEN -(p_base + p_base_by) ELSE 0 END - CASE WHEN p_net < 0 THEN -p_base ELSE 0 END,
         greatest(p_net + p_by, 0) - greatest(p_net, 0),
         CASE WHEN p_net + p_by > 0 THEN p_base + p_base_by ELSE 0 END - CASE WHEN p_net > 0 THEN p_base ELSE 0 END
$$;
