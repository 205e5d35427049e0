-- What earning an amount does to a contract's position, as changes: deferred revenue is earned first; then what is earned beyond what
-- was billed ahead makes an amount due that waited for it (p_pending), and the rest is a contract asset. Contract asset and liability
-- are the two sides of one net position. Inlined by the planner: it costs what its text would cost in place.
--
-- Owner: this function, for daybook_recognise. The core presents the same change (movePosition in src/core/revenue/journal.ts); held
-- to it, and both to an oracle, by e2e/revenue/recognition.test.ts.
--
-- Refuses: nothing.
-- Locks: none.
-- Rule: src/core/revenue/balances.ts; ASC 606-10-45-1 to 45-4; 830-20-35-1.
-- Proved by: src/db/laws/revenue-effects.db.test.ts, e2e/revenue/recognition.test.ts.
CREATE FUNCTION daybook_effect_of_revenue(
  p_amount numeric, p_rate numeric, p_minor integer, p_net numeric, p_net_base numeric, p_receivable numeric,
  p_receivable_base numeric, p_pending numeric
)
RETURNS TABLE(net numeric, net_base numeric, receivable numeric, receivable_base numeric, revenue_base numeric)
LANGUAGE sql IMMUTABLE ROWS 1
AS $$
  -- Revenue is what the receivable gains and the position loses. Unless an older asset falls due with it, or a credit of the
  -- customer is used up: what those were carried at otherwise than at the rate of the day is an exchange difference.
  SELECT v.net, v.net_base, v.due, v.due_base,
         CASE WHEN v.due > 0 AND (v.due > p_amount OR p_receivable < 0)
              THEN -daybook_carried(p_net, p_net_base, -p_amount, p_rate, p_minor)
              ELSE v.due_base - v.net_base END
  FROM (
    SELECT d.due, d.due - p_amount AS net,
           daybook_carried(p_receivable, p_receivable_base, d.due, p_rate, p_minor) AS due_base,
           daybook_carried(p_net, p_net_base, d.due - p_amount, p_rate, p_minor) AS net_base
    FROM (SELECT least(p_pending, greatest(p_amount - p_net, 0)) AS due OFFSET 0) d
    OFFSET 0 -- each figure is computed once, not wherever it is used
  ) v
$$;
