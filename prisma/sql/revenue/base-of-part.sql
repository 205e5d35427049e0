-- The base amount of one part of a whole, by cumulative shares, so that the base amounts of all parts sum to that of the whole:
-- p_reached is the running total up to and including the part. Parts that sum to nothing are measured at the rate of the day.
-- A run posts the revenue of a contract's accounts by it, and its reversal takes back the same.
--
-- Refuses: nothing.
-- Locks: none.
-- Rule: src/core/money; docs/accounting.md.
-- Proved by: src/db/laws/revenue-effects.db.test.ts, e2e/revenue/recognition.test.ts.
CREATE FUNCTION daybook_base_of_part(
  p_base numeric, p_part numeric, p_reached numeric, p_whole numeric, p_rate numeric, p_minor integer
)
RETURNS numeric
LANGUAGE sql IMMUTABLE
AS $$
  SELECT CASE
    WHEN p_whole = 0 THEN
      daybook_round_even(p_reached * p_rate, p_minor) - daybook_round_even((p_reached - p_part) * p_rate, p_minor)
    WHEN p_reached = p_whole AND p_part = p_whole THEN p_base
    ELSE
      daybook_share_even(p_base, p_reached, p_whole, p_minor) - daybook_share_even(p_base, p_reached - p_part, p_whole, p_minor)
  END
$$;
