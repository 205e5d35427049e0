-- The share of an amount that belongs to a part of a whole, rounded half to even. The product is given thirty places before it is
-- divided: with fewer the quotient could be rounded to a tie that it is not, and then the wrong way. Amounts of twenty digits
-- never come nearer to a tie than that.
--
-- Refuses: a whole of nothing (division_by_zero).
-- Locks: none.
-- Rule: src/core/money; docs/accounting.md.
-- Proved by: e2e/revenue/runs/carried.test.ts.
CREATE FUNCTION daybook_share_even(p_amount numeric, p_part numeric, p_whole numeric, p_digits integer) RETURNS numeric
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
  SELECT CASE
    -- The amount is the whole, as in the base currency: its share is the part.
    WHEN p_amount = p_whole AND p_part = trunc(p_part, p_digits) AND p_whole <> 0 THEN p_part
    ELSE daybook_round_even(round(p_amount * p_part, 30) / p_whole, p_digits)
  END
$$;
