-- What reversing an amount that a run earned does to a contract's position, as changes. p_due, p_due_base: what the run made
-- receivable; the part of it that has been paid since stays paid and becomes an advance. p_revenue_base: what the run posted as revenue, which
-- is what comes back; only where the position has moved since so that this cannot stand is the difference an exchange difference.
-- Inlined by the planner.
--
-- Owner: this function, for daybook_reverse_run_rows; held to its laws over random positions by src/db/laws/revenue-effects.db.test.ts.
--
-- Refuses: nothing.
-- Locks: none.
-- Rule: docs/accounting.md, "Runs"; src/core/revenue/balances.ts.
-- Proved by: src/db/laws/revenue-effects.db.test.ts, e2e/revenue/runs/reversed-runs.test.ts.
CREATE FUNCTION daybook_effect_of_reversal(
  p_amount numeric, p_rate numeric, p_minor integer, p_net numeric, p_net_base numeric, p_receivable numeric,
  p_receivable_base numeric, p_due numeric, p_due_base numeric, p_revenue_base numeric
)
RETURNS TABLE(net numeric, net_base numeric, receivable numeric, receivable_base numeric)
LANGUAGE sql IMMUTABLE ROWS 1
AS $$
  -- A position at zero has no base amount left, and an asset no liability's.
  SELECT v.net,
         CASE WHEN p_net + v.net = 0 THEN -p_net_base
              WHEN sign(p_net_base + v.receivable_base + p_revenue_base) = sign(p_net + v.net) THEN v.receivable_base + p_revenue_base
              ELSE daybook_carried(p_net, p_net_base, v.net, p_rate, p_minor) END,
         -v.back, v.receivable_base
  FROM (
    SELECT d.back, p_amount - d.back AS net,
           CASE WHEN d.back = 0 THEN 0
                WHEN d.back = p_receivable THEN -p_receivable_base
                WHEN d.back = p_due THEN -p_due_base
                ELSE daybook_carried(p_receivable, p_receivable_base, -d.back, p_rate, p_minor) END AS receivable_base
    FROM (SELECT least(p_due, greatest(p_receivable, 0)) AS back OFFSET 0) d
    OFFSET 0 -- each figure is computed once, not wherever it is used
  ) v
$$;
